"""Screening that no call can skip: first in the list, before anything may refuse, answer or fail.

Every piece of text a caller sends is read: the path, every name and value of the query, and the body, as JSON strings
or as raw text. What the screen finds is put on the request as `request.urgent`, and every body leads with it.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import unquote_plus

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed

from api import metrics
from api.errors import Kinds, Problem
from api.views import refusal
from content.screening import screen, urgent_text

MAX_BODY = 64 * 1024  # bytes of a body that are read; a larger one is refused once these are screened


class ScreenEveryRequest:
    """Sets `request.urgent`, the text that every body must lead with, or None; and `request.oversized`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.desk = settings.ADMIN_PREFIX if settings.ADMIN_PATH else None

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if self.desk and request.path_info.startswith(self.desk):
            return self.get_response(request)
        request.oversized = False  # type: ignore[attr-defined]
        words = "\n".join(words_of(request))
        request.urgent = urgent_text(screen(words)) if words else None  # type: ignore[attr-defined]
        if request.urgent is not None:  # type: ignore[attr-defined]
            metrics.URGENT.inc()
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            return refusal(request, Problem(Kinds.METHOD_NOT_ALLOWED, headers={"Allow": response["Allow"]}))
        return response


# Names that the protocols themselves put into a body, and the names of the calls: no caller's words, and read on every call.
_META = "io.modelcontextprotocol/"
PROTOCOL_WORDS = frozenset(
    {
        "jsonrpc",
        "2.0",
        "id",
        "method",
        "params",
        "name",
        "arguments",
        "_meta",
        "tools/call",
        "tools/list",
        "initialize",
        "ping",
        "server/discover",
        "version",
    }
    | {f"{_META}{name}" for name in ("protocolVersion", "clientCapabilities", "clientInfo")}
    | {"protocolVersion", "capabilities", "clientInfo", "topic", "symptom", "option", "symptoms"}
    | {"explain", "options", "evidence", "doctor_prep", "topics", "2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", ""}
)


def words_of(request: HttpRequest) -> Iterator[str]:
    """Every text in the request, decoded as leniently as can be."""
    path = request.path_info
    if path.count("/") > 2 or not path.isascii() or " " in path:
        yield path.replace("/", " ").replace("-", " ")
    query = request.META.get("QUERY_STRING", "")
    if query:
        yield from _in_fields(query)
    if request.method in ("POST", "PUT", "PATCH", "DELETE"):
        yield from _in_body(request)


def _in_fields(encoded: str) -> Iterator[str]:
    """Names and values of a query or of a form, each by itself."""
    for part in encoded.split("&"):
        for side in part.split("=", 1):
            decoded = unquote_plus(side, errors="replace")
            if decoded not in PROTOCOL_WORDS:
                yield unquote_plus(decoded, errors="replace") if "%" in decoded else decoded


def _in_body(request: HttpRequest) -> Iterator[str]:
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        length = 0
    if length > MAX_BODY:
        request.oversized = True  # type: ignore[attr-defined]
        data = request.read(MAX_BODY)
    elif not length and request.META.get("wsgi.input_terminated"):
        data = request.META["wsgi.input"].read(MAX_BODY + 1)  # sent in chunks: Django would take a body of no stated length for none
        request.oversized = len(data) > MAX_BODY  # type: ignore[attr-defined]
        request._body = data
    else:
        data = request.body
    raw = data.decode("utf-8", errors="replace")
    try:
        found = [text for text in _strings(json.loads(raw)) if text not in PROTOCOL_WORDS]
    except (ValueError, RecursionError):
        form = request.META.get("CONTENT_TYPE", "").startswith("application/x-www-form-urlencoded")
        found = list(_in_fields(raw)) if form else [unquote_plus(raw, errors="replace")]
    yield from found


def _strings(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, list):
            waiting += reversed(part)
        elif isinstance(part, dict):
            for name, item in reversed(part.items()):
                waiting += (item, name)
