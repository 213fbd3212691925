"""The versions of the protocol: one message in, a status and a body out.

Clients of the 2025 versions begin with `initialize` and expect protocol errors as HTTP 200 (older
ones end their session on any 4xx). Clients of 2026-07-28 send everything with each request, repeat
parts of it in headers, and expect the HTTP status to say what failed. In all versions nothing is
remembered between two messages, so there are no session ids.
"""

import base64
import re
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest

from api.calls import Caller
from api.envelope import dumped
from api.errors import MAX_BATCH, Kinds, Problem
from api.operations.software import OTHER, software_name
from api.rate_limit import limiter
from api.rate_limit.quota import Kind
from api.request_text import by_slug
from api.views import readings_of, urgent_of
from mcp_bridge import server_info, tools
from mcp_bridge.jsonrpc import (
    HEADER_MISMATCH,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    UNSUPPORTED_VERSION,
    Fault,
    Message,
    Notification,
    Request,
    Response,
    batch,
    error,
    read,
    result,
)

_LEGACY_HEADERS = frozenset((*server_info.HANDSHAKE, server_info.ANCIENT))
_META = "io.modelcontextprotocol/"
# A requested version is repeated in the error only if it matches this and so cannot be words
_VERSION = re.compile(r"(?:v|DRAFT-)?\d[\d.-]{0,30}(?:v\d{1,3})?")
_CAPABILITIES = {"tools": {"listChanged": False}}


@dataclass(slots=True)
class Exchange:
    """One HTTP exchange: the request, and the headers collected for its answer."""

    request: HttpRequest
    headers: dict[str, str] = field(default_factory=dict)

    def header(self, name: str) -> str | None:
        """A header's value without the blanks around it, which some servers leave."""
        value: str | None = self.request.META.get(name)
        return None if value is None else value.strip(" \t")

    @property
    def urgent(self) -> str | None:
        return urgent_of(self.request)


Answer = tuple[int, bytes]


def answer(sent: Any, exchange: Exchange) -> Answer:
    """The HTTP status and body for a message or batch. Raises `Fault` if `sent` is neither."""
    version = exchange.header("HTTP_MCP_PROTOCOL_VERSION")
    if isinstance(sent, list):
        return _batch(sent, version, exchange)
    message = read(sent)
    if (
        version is not None and version not in _LEGACY_HEADERS
    ) or f"{_META}protocolVersion" in _meta(message):
        return _stateless(message, version, exchange)
    if isinstance(message, Request):
        return 200, _handshake(message, exchange)
    return 202, b""


def _batch(sent: list[Any], version: str | None, exchange: Exchange) -> Answer:
    """A batch, which only one version has. Its messages are independent; each call is charged."""
    if version not in (None, server_info.HEADERLESS):
        raise Fault(INVALID_REQUEST, "This revision takes one message at a time, not a batch.")
    if not 1 <= len(sent) <= MAX_BATCH:
        raise Fault(INVALID_REQUEST, f"A batch holds 1 to {MAX_BATCH} messages.")
    answers = [body for one in sent if (body := _one_of_batch(one, exchange))]
    return (200, batch(answers)) if answers else (202, b"")


def _one_of_batch(sent: Any, exchange: Exchange) -> bytes:
    try:
        message = read(sent)
        if not isinstance(message, Request):
            return b""
        if message.method == "initialize" or f"{_META}protocolVersion" in _meta(message):
            return error(
                Fault(INVALID_REQUEST, "This message may not be part of a batch."),
                message.id,
                exchange.urgent,
            )
    except Fault as fault:
        return error(fault, None, exchange.urgent)
    return _handshake(message, exchange)


def _handshake(message: Request, exchange: Exchange) -> bytes:
    try:
        return result(message.id, b"{" + _handshake_result(message, exchange) + b"}")
    except Fault as fault:
        return error(fault, message.id, exchange.urgent)


def _handshake_result(message: Request, exchange: Exchange) -> bytes:
    params = _params(message)
    match message.method:
        case "initialize":
            wanted = params.get("protocolVersion")
            if not isinstance(wanted, str):
                raise Fault(INVALID_PARAMS, "Say which protocolVersion you speak, as a string.")
            return _members(
                protocolVersion=wanted if wanted in _LEGACY_HEADERS else server_info.HANDSHAKE[0],
                capabilities=_CAPABILITIES,
                serverInfo=server_info.server_info(),
                instructions=server_info.instructions(),
            )
        case "ping":
            return b""
        case "tools/list":
            return _list(params)
        case "tools/call":
            return _call(params, exchange, {})
    raise _no_such_method()


def _stateless(message: Message, version: str | None, exchange: Exchange) -> Answer:
    """An exchange in the stateless version, whose headers must agree with the body."""
    request_id = message.id if isinstance(message, Request) else None
    try:
        if isinstance(message, Response):
            raise Fault(INVALID_REQUEST, "This server asks nothing, so it takes no responses.")
        meta = _meta(message)
        _agree(message, meta, version, exchange)
        if isinstance(message, Notification):
            return 202, b""
        members = _stateless_result(message, meta, exchange)
        about_us = _members(_meta={f"{_META}serverInfo": server_info.server_info()})
        return 200, result(
            message.id, b'{"resultType":"complete",' + members + b"," + about_us + b"}"
        )
    except Fault as fault:
        return fault.problem.status, error(fault, request_id, exchange.urgent)


def _agree(
    message: Request | Notification, meta: dict[str, Any], version: str | None, exchange: Exchange
) -> None:
    """Check that the three headers agree with the body. Raises `Fault`."""
    said = meta.get(f"{_META}protocolVersion")
    if version is None:
        raise Fault(HEADER_MISMATCH, "The header MCP-Protocol-Version is missing.")
    if said is not None and said != version:
        raise Fault(
            HEADER_MISMATCH,
            "The header MCP-Protocol-Version does not say what _meta in the body says.",
        )
    if version != server_info.STATELESS:
        asked = version if _VERSION.fullmatch(version) else "unreadable"
        raise Fault(
            UNSUPPORTED_VERSION,
            f"This server speaks {server_info.STATELESS}, and with initialize"
            f" {', '.join(server_info.HANDSHAKE)}.",
            added={"supported": [server_info.STATELESS], "requested": asked},
        )
    if isinstance(message, Notification):
        return
    params = _params(message)
    if said is None:
        raise Fault(INVALID_PARAMS, f"_meta needs {_META}protocolVersion.")
    if exchange.header("HTTP_MCP_METHOD") != message.method:
        raise Fault(
            HEADER_MISMATCH,
            "The header Mcp-Method is missing, or does not say the method in the body.",
        )
    if not isinstance(meta.get(f"{_META}clientCapabilities"), dict):
        raise Fault(INVALID_PARAMS, f"_meta needs {_META}clientCapabilities, an object.")
    if message.method == "tools/call" and isinstance(params.get("name"), str):
        name = exchange.header("HTTP_MCP_NAME")
        if name is None or _decoded(name) != params["name"]:
            raise Fault(
                HEADER_MISMATCH,
                "The header Mcp-Name is missing, or does not say the tool's name in the body.",
            )


def _stateless_result(message: Request, meta: dict[str, Any], exchange: Exchange) -> bytes:
    params = _params(message)
    match message.method:
        case "server/discover":
            return _members(
                supportedVersions=[server_info.STATELESS],
                capabilities=_CAPABILITIES,
                instructions=server_info.instructions(),
                ttlMs=server_info.FRESH_FOR,
                cacheScope="public",
            )
        case "tools/list":
            return _list(params) + b"," + _members(ttlMs=server_info.FRESH_FOR, cacheScope="public")
        case "tools/call":
            return _call(params, exchange, meta)
    raise _no_such_method()


def _list(params: dict[str, Any]) -> bytes:
    if params.get("cursor") is not None:
        raise Fault(INVALID_PARAMS, "There is one page of tools, so no cursor is valid.")
    return tools.listed()


def _call(params: dict[str, Any], exchange: Exchange, meta: dict[str, Any]) -> bytes:
    """A tool's result. If the quota is spent, the refusal is a result too, because clients end
    their session on a 429.
    """
    name, arguments = params.get("name"), params.get("arguments")
    call = tools.BY_TOOL.get(name) if isinstance(name, str) else None
    if call is None:
        raise Fault(
            INVALID_PARAMS,
            f"There is no tool of that name. The tools are {', '.join(tools.BY_TOOL)}.",
        )
    if arguments is not None and not isinstance(arguments, dict):
        raise Fault(INVALID_PARAMS, "The arguments of a tool are an object.")
    try:
        kind = (
            Kind.NAMED
            if by_slug({name: [value] for name, value in (arguments or {}).items()})
            else Kind.WORDS
        )
        exchange.headers.update(limiter.charge(exchange.request, kind))
    except Problem as problem:
        exchange.headers.update(problem.headers)
        return tools.failed(problem, exchange.urgent)
    except Exception as error:
        return tools.broken(error, exchange.urgent)
    caller = Caller(exchange.urgent, _software(meta, exchange), readings_of(exchange.request))
    return tools.called(call, arguments or {}, caller)


def _software(meta: dict[str, Any], exchange: Exchange) -> str:
    client = meta.get(f"{_META}clientInfo")
    claimed = client.get("name") if isinstance(client, dict) else None
    named = software_name(claimed) if isinstance(claimed, str) else OTHER
    return named if named != OTHER else software_name(exchange.request.META.get("HTTP_USER_AGENT"))


def _meta(message: Message) -> dict[str, Any]:
    params = {} if isinstance(message, Response) else message.params
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta if isinstance(meta, dict) else {}


def _params(message: Request) -> dict[str, Any]:
    """The params of a message, which must be named; missing or null ones are empty."""
    params = {} if message.params is None else message.params
    if not isinstance(params, dict) or not isinstance(params.get("_meta", {}), dict):
        raise Fault(
            INVALID_PARAMS, "The params of a message are an object, and so is _meta in them."
        )
    return params


def _decoded(header: str) -> str | None:
    """A header's value, decoded if it is marked as base64; None if it cannot be decoded."""
    if not (header.startswith("=?base64?") and header.endswith("?=") and len(header) > 10):
        return header
    try:
        return base64.b64decode(header[9:-2], validate=True).decode()
    except ValueError:  # not base64, or not UTF-8
        return None


def _members(**members: Any) -> bytes:
    return dumped(members)[1:-1]


def _no_such_method() -> Fault:
    return Fault(
        METHOD_NOT_FOUND,
        "There is no such method here. There are tools/list and tools/call.",
        Kinds.NOT_FOUND,
    )
