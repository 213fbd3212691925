"""The five calls as tools: what `tools/list` says of them, and `tools/call` over the same `perform()` as REST.

A result carries the body twice, as text and as `structuredContent`, since hosts differ in which of the two they show
the model. The body is never parsed or made again: both are spliced from the bytes that REST would send.
"""

import json
import logging
from functools import lru_cache
from typing import Any

from api.calls import CALLS, Call, Caller, perform
from api.envelope import dumped, refused
from api.errors import Kinds, Problem
from mcp_bridge.schemas import input_schema, output_schema

log = logging.getLogger(__name__)

BY_TOOL: dict[str, Call] = {call.tool: call for call in CALLS}
_KNOWN = {call.tool: frozenset(call.query().fields) for call in CALLS}  # the arguments each tool takes

# For each call: when another tool is the right one, and what comes back. The rest of a description is the registry's.
_ELSEWHERE = {
    "explain": "To compare treatments use options; for one treatment use evidence.",
    "options": "For one treatment in detail use evidence; for what the symptom is use explain.",
    "evidence": "To compare what helps one symptom use options. It gives no doses.",
    "doctor-prep": "For information on one symptom use explain.",
    "topics": "To answer a question about a symptom or treatment, call explain, options or evidence directly.",
}
_GIVES = {
    "explain": "a summary, what it is, why it happens, what can help, when to see a doctor",
    "options": "graded options with cost, access and cautions, what was not shown to help, when to see a doctor, what is withheld",
    "evidence": "a grade and finding per symptom, cautions, who should check first, cost and access",
    "doctor-prep": "questions, things to bring, notes to keep, and when to see a doctor about each symptom",
    "topics": "symptoms, conditions, options, grade meanings, warning signs and withheld supplements",
}


def description(call: Call) -> str:
    """What a model reads to choose a tool: what, when, when not, what comes back, an example."""
    field = call.parameter
    example = {} if field is None else {str(field.field_name): field.style["example"]}
    return (
        f"{call.purpose} {call.when} {_ELSEWHERE[call.name]} Returns {_GIVES[call.name]}, with sources, review status and disclaimer. "
        f"Example: {json.dumps(example, ensure_ascii=False)}"
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
            "title": call.title,
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
    """The members of a `tools/call` result, refusals included."""
    try:
        known = _KNOWN[call.tool]
        if arguments.keys() - known:
            raise Problem(Kinds.UNKNOWN_PARAMETER, expects=", ".join(sorted(known)) or "none, an empty object")
        return answered(perform(call, {name: [value] for name, value in arguments.items()}, caller))
    except Problem as problem:
        return failed(problem, caller.urgent)
    except Exception as error:
        return broken(error, caller.urgent)


def answered(body: bytes) -> bytes:
    """A body as a result: its text and itself."""
    return _content(body) + b',"structuredContent":' + body + b',"isError":false'


def failed(problem: Problem, urgent: str | None) -> bytes:
    """A problem as a result that says so. It is not structured content, which has the shape of an answer."""
    return _content(refused(problem, urgent)) + b',"isError":true'


def broken(error: Exception, urgent: str | None) -> bytes:
    """A fault of ours as a result: a model can act on one, while a broken exchange ends its session."""
    log.error("a tool call failed: %s", type(error).__name__, exc_info=error)
    return failed(Problem(Kinds.INTERNAL_ERROR), urgent)


def _content(body: bytes) -> bytes:
    return b'"content":[{"type":"text","text":' + dumped(body.decode()) + b"}]"
