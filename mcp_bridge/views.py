"""MCP over HTTP: `POST /mcp` for every version of the protocol, and the two documents for its
discovery.

The view checks the origin, reads the message and gives one answer in JSON. There are no streams, so
a request never occupies a worker for long.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import validate_host
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from api.envelope import JSON_TYPE, dumped
from api.errors import MAX_BODY, Kinds, Problem
from api.views import (
    READ_BY_BROWSERS,
    accepts_json,
    document,
    nothing,
    preflight,
    refusal,
    urgent_of,
)
from mcp_bridge import jsonrpc, protocol_versions, server_info
from mcp_bridge.jsonrpc import INVALID_REQUEST, Fault

_CARD_METHODS = ("GET", "HEAD", "OPTIONS")
# Listed one by one for browsers that do not support `*`.
_SENT_BY_BROWSERS = (
    "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id,"
    " Last-Event-ID"
)


@csrf_exempt
def mcp(request: HttpRequest) -> HttpResponseBase:
    """The endpoint."""
    exchange = protocol_versions.Exchange(request)
    try:
        _check_origin(request)
        if request.method == "OPTIONS":
            return _preflight(request)
        if request.method != "POST":
            return _shared(
                request,
                refusal(request, Problem(Kinds.METHOD_NOT_ALLOWED, headers={"Allow": "POST"})),
            )
        spent = request.message_charged.problem  # type: ignore[attr-defined]
        if spent is not None:
            return _shared(request, refusal(request, spent))
        _check_form(request)
        status, body = protocol_versions.answer(jsonrpc.decode(request.body), exchange)
    except Fault as fault:
        status, body = fault.problem.status, jsonrpc.error(fault, None, urgent_of(request))
    response = HttpResponse(body, status=status, content_type=JSON_TYPE, headers=exchange.headers)
    if not body:
        del response["Content-Type"]
    return _shared(request, response)


def _check_origin(request: HttpRequest) -> None:
    """Refuse an Origin that is not allowed, so that no other site can call the service from a
    reader's browser. Raises `Fault`.
    """
    origin = request.META.get("HTTP_ORIGIN")
    if origin is not None and not _allowed(origin):
        raise Fault(
            INVALID_REQUEST,
            "This service may not be called from pages of that origin.",
            Kinds.FORBIDDEN,
        )


def _allowed(origin: str) -> bool:
    if "*" in settings.ALLOWED_ORIGINS or origin in settings.ALLOWED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
        host = parts.hostname
    except ValueError:
        return False
    return (
        bool(host)
        and parts.scheme in ("http", "https")
        and validate_host(f"[{host}]" if ":" in str(host) else str(host), settings.ALLOWED_HOSTS)
    )


def _check_form(request: HttpRequest) -> None:
    """Refuse what is not JSON, cannot be answered in JSON, or is too large. Raises `Fault`."""
    if request.content_type != JSON_TYPE:
        raise Fault(
            INVALID_REQUEST,
            "Send JSON, with Content-Type: application/json.",
            Kinds.UNSUPPORTED_MEDIA_TYPE,
        )
    accept = request.META.get("HTTP_ACCEPT")
    if accept and not accepts_json(accept):
        raise Fault(
            INVALID_REQUEST, "Answers are JSON: accept application/json.", Kinds.NOT_ACCEPTABLE
        )
    if getattr(request, "oversized", False):
        raise Fault(
            INVALID_REQUEST,
            f"A message holds at most {MAX_BODY // 1024} KiB.",
            Kinds.BODY_TOO_LARGE,
        )


def _preflight(request: HttpRequest) -> HttpResponse:
    return _shared(request, preflight("POST", _SENT_BY_BROWSERS))


def _shared(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Never stored; readable by a page of an allowed origin and no other."""
    origin = request.META.get("HTTP_ORIGIN")
    response["Cache-Control"] = "no-store"
    response["Vary"] = "Origin"
    del response["Access-Control-Allow-Origin"]
    if origin is not None and _allowed(origin):
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Expose-Headers"] = READ_BY_BROWSERS
    return response


@require_http_methods(_CARD_METHODS)
def server_card(request: HttpRequest) -> HttpResponseBase:
    """`/mcp/server-card`: where and how to connect."""
    if request.method == "OPTIONS":
        return _asked_before()
    return _public(document(request, dumped(server_info.card()), server_info.CARD_TYPE))


@require_http_methods(_CARD_METHODS)
def catalogue(request: HttpRequest) -> HttpResponseBase:
    """`/.well-known/ai-catalog.json`: what this domain offers."""
    if request.method == "OPTIONS":
        return _asked_before()
    return _public(document(request, dumped(server_info.catalogue()), server_info.CATALOGUE_TYPE))


def _asked_before() -> HttpResponseBase:
    """The answer to the preflight that a browser sends before a request with If-None-Match."""
    return _public(nothing({"Allow": ", ".join(_CARD_METHODS), "Access-Control-Allow-Origin": "*"}))


def _public(response: HttpResponseBase) -> HttpResponseBase:
    """Add the CORS headers that the specification requires, so that any page can read a card."""
    response["Access-Control-Allow-Methods"] = "GET"
    response["Access-Control-Allow-Headers"] = "Content-Type, If-None-Match"
    response["Access-Control-Expose-Headers"] = READ_BY_BROWSERS
    return response
