"""JSON-RPC 2.0 messages and nothing else: bytes to a message, a result or a fault to bytes.

A fault is written for a reader and holds nothing of what was sent. Its `data` is a problem document
as REST sends them, whose `detail` is the fault's own sentence; both that document and `message`
begin with `urgent` when the request holds a warning sign.
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
    """A protocol error: its code, a sentence, the kind of problem it is, and what the protocol
    wants added to its data.
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
    """A message that wants none."""

    params: Any


@dataclass(frozen=True, slots=True)
class Response:
    """An answer to something that was never asked: this server asks nothing."""


Message = Request | Notification | Response


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_no_constant)


def decode(body: bytes) -> Any:
    """The JSON value in `body`. Raises `Fault` for whatever is not UTF-8 JSON, nests too deep or
    counts too far.
    """
    try:
        return _decoder.decode(body.decode("utf-8-sig"))  # some clients set a mark before it
    except (ValueError, RecursionError):
        raise Fault(PARSE_ERROR, "The body is not JSON in UTF-8 that can be read.") from None


def read(value: Any) -> Message:
    """The message that a JSON value is. Raises `Fault` for one that is none."""
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
    """Whether a value may be the id of a request: text that can be sent back, or a whole number."""
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    return isinstance(value, int) and not isinstance(value, bool)


def result(request_id: Id, body: bytes) -> bytes:
    """The answer to a request, around a result that is JSON already."""
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
