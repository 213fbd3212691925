"""The five calls as tools: what `tools/list` says of them, and `tools/call` over the same
`perform()` as REST.

A result carries the body twice, as text and as `structuredContent`, since hosts differ in which of
the two they show to the model. The body is not parsed again: both are made from the bytes that REST
would send.
"""

import logging
from functools import lru_cache
from typing import Any

from api.calls import CALLS, Call, Caller, perform
from api.envelope import dumped, refused
from api.errors import Kinds, Problem
from mcp_bridge.schemas import input_schema, output_schema

log = logging.getLogger(__name__)

BY_TOOL: dict[str, Call] = {call.tool: call for call in CALLS}
# For each call: when to use another tool instead, and what comes back. The rest of a description
# comes from the registry in `api.calls`.
_ELSEWHERE = {
    "explain": "To compare treatments use options; for one treatment use evidence.",
    "options": "For one treatment in detail use evidence; for what the symptom is use explain.",
    "evidence": "To compare what helps one symptom use options. It gives no doses.",
    "doctor-prep": "For information on one symptom use explain.",
    "topics": (
        "To answer a question about a symptom or treatment, call explain, options or evidence"
        " directly."
    ),
}
_GIVES = {
    "explain": "when to see a doctor, a summary, what it is, why it happens, what can help",
    "options": (
        "when to see a doctor, options that help with cost, access and key cautions, what does not"
        " help or may harm, what is withheld"
    ),
    "evidence": "who should check first, cautions, harm, then a rating per symptom",
    "doctor-prep": "when to see a doctor, questions, things to bring, notes to keep",
    "topics": (
        "symptoms, conditions, guides, options, ratings, warning signs and withheld supplements"
    ),
}
_URGENT = (
    "`urgent` comes first when the words hold a warning sign; pass the person's whole message, in"
    " any language, as `message`."
)


def description(call: Call) -> str:
    """What a model reads to choose a tool: what it does, when to use it and when not, what it
    returns.
    """
    return (
        f"{call.purpose} {call.when} {_ELSEWHERE[call.name]} Returns {_GIVES[call.name]}. {_URGENT}"
    )


def definition(call: Call) -> dict[str, Any]:
    """One tool, as `tools/list` describes it."""
    return {
        "name": call.tool,
        "title": call.title,
        "description": description(call),
        "inputSchema": input_schema(call),
        "outputSchema": output_schema(call),
        "annotations": {
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    }


@lru_cache(maxsize=1)
def listed() -> bytes:
    """The members of a `tools/list` result, made once in a process."""
    return b'"tools":' + dumped([definition(call) for call in CALLS])


def called(call: Call, arguments: dict[str, Any], caller: Caller) -> bytes:
    """The members of a `tools/call` result, refusals included.

    Unknown arguments are ignored, since hosts add their own. Blank ones are ignored too, except the
    one that the call is about.
    """
    given = {
        name: [value]
        for name, value in arguments.items()
        if name == call.subject or not _is_blank(value)
    }
    try:
        return answered(perform(call, given, caller))
    except Problem as problem:
        return failed(problem, caller.urgent)
    except Exception as error:
        return broken(error, caller.urgent)


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def answered(body: bytes) -> bytes:
    """A body as a tool result: as text and as structured content."""
    return _content(body) + b',"structuredContent":' + body + b',"isError":false'


def failed(problem: Problem, urgent: str | None) -> bytes:
    """A problem as a result with `isError`. It has no structured content, which would have to match
    the output schema.
    """
    return _content(refused(problem, urgent)) + b',"isError":true'


def broken(error: Exception, urgent: str | None) -> bytes:
    """An unexpected error of the service as a result: a model can act on a result, whereas a failed
    exchange would end its session.
    """
    log.error("a tool call failed: %s", type(error).__name__, exc_info=error)
    return failed(Problem(Kinds.INTERNAL_ERROR), urgent)


def _content(body: bytes) -> bytes:
    return b'"content":[{"type":"text","text":' + dumped(body.decode()) + b"}]"
