"""JSON-RPC 2.0 and nothing else: turns bytes into a message, and a result or a fault into bytes.

A fault says what was wrong and repeats nothing that was sent. Its `data` is the problem document
that REST would send, with the fault's sentence as `detail`. If the request holds a warning sign,
both that document and `message` begin with `urgent`.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from api.envelope import dumped, refused
from api.errors import Kinds, Problem

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
HEADER_MISMATCH = -32020
UNSUPPORTED_VERSION = -32022

Id = str | int


@dataclass(eq=False)
class Fault(Exception):
    """A protocol error: its code, a sentence, the kind of problem, and further members of `data`
    that the protocol requires.
    """

    code: int
    message: str
    kind: Kinds = Kinds.BAD_REQUEST
    added: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__(self.code)

    @property
    def problem(self) -> Problem:
        return Problem(self.kind, said=self.message)


@dataclass(frozen=True, slots=True)
class Request:
    """A message that wants an answer."""

    id: Id
    method: str
    params: Any


@dataclass(frozen=True, slots=True)
class Notification:
    """A message that wants no answer."""

    params: Any


@dataclass(frozen=True, slots=True)
class Response:
    """An answer, which this server never expects, since it sends no requests."""


Message = Request | Notification | Response


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_no_constant)


def decode(body: bytes) -> Any:
    """The JSON value in `body`. Raises `Fault` if it is not JSON in UTF-8, is nested too deeply, or
    has a number with too many digits.
    """
    try:
        return _decoder.decode(body.decode("utf-8-sig"))  # some clients send a byte order mark
    except (ValueError, RecursionError):
        raise Fault(PARSE_ERROR, "The body is not JSON in UTF-8 that can be read.") from None


def read(value: Any) -> Message:
    """The JSON value as a message. Raises `Fault` if it is not one."""
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
        raise Fault(
            INVALID_REQUEST, 'Send one JSON-RPC 2.0 message: an object with "jsonrpc": "2.0".'
        )
    if "id" in value and not is_id(value["id"]):
        raise Fault(
            INVALID_REQUEST,
            "The id of a request is a string or a whole number; a notification has none.",
        )
    method = value.get("method")
    if isinstance(method, str):
        return (
            Request(value["id"], method, value.get("params"))
            if "id" in value
            else Notification(value.get("params"))
        )
    if "method" not in value and "id" in value and ("result" in value) != ("error" in value):
        return Response()
    raise Fault(INVALID_REQUEST, "A message has a method, which is a string.")


def is_id(value: Any) -> bool:
    """Whether a value may be a request id: a string without lone surrogates, or an integer."""
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    return isinstance(value, int) and not isinstance(value, bool)


def result(request_id: Id, body: bytes) -> bytes:
    """The answer to a request; `body` is the result, already as JSON."""
    return b'{"jsonrpc":"2.0","id":' + dumped(request_id) + b',"result":' + body + b"}"


def error(fault: Fault, request_id: Id | None, urgent: str | None) -> bytes:
    """The refusal of a request, led by `urgent` in its message and in its data."""
    message = fault.message if urgent is None else f"{urgent}\n\n{fault.message}"
    data = refused(fault.problem, urgent)
    if fault.added:
        data = data[:-1] + b"," + dumped(fault.added)[1:]
    head = dumped({"code": fault.code, "message": message})
    return (
        b'{"jsonrpc":"2.0","id":'
        + dumped(request_id)
        + b',"error":'
        + head[:-1]
        + b',"data":'
        + data
        + b"}}"
    )


def batch(answers: list[bytes]) -> bytes:
    """Several answers as one body."""
    return b"[" + b",".join(answers) + b"]"
