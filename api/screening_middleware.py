"""Screens every request. This is the first middleware, so nothing can refuse, answer or fail before
it.

It reads every piece of text that a caller sends: the path, every name and value of the query, and
the body, as JSON strings or as raw text. What the screen finds is stored as `request.urgent`, and
every body begins with it.

Not read are the middle of a body over 128 KiB (its first and last 64 KiB are read) and anything
after the first MiB: no answer is made from such a body, and screening all of it would let one
caller occupy a worker for seconds. Requests for the admin are not read either, nor the service's
own addresses, including those of existing static files. `docs/security.md` has the whole list.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from time import perf_counter
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from api.calls import CALLS
from api.errors import MAX_BODY, Kinds, Problem, unavailable
from api.operations import metrics
from api.rate_limit import limiter
from api.rate_limit.quota import Kind, rules
from api.request_text import by_slug, decoded, fields_of, query_of
from api.views import refusal
from content.catalogue.refresh import NothingLoaded
from content.language.screening import read_and_screen
from content.language.structured_input import says_no
from content.language.warning_signs import urgent_text

READ_ON = 1024 * 1024  # most bytes that are read of a body that is too large to be answered


class OutsideAdmin:
    """A middleware that knows which requests are for the admin, under its own path."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.admin_prefix = settings.ADMIN_PREFIX if settings.ADMIN_PATH else None

    def in_admin(self, request: HttpRequest) -> bool:
        return self.admin_prefix is not None and request.path_info.startswith(self.admin_prefix)


class ScreenEveryRequest(OutsideAdmin):
    """Sets `request.urgent`, the text that every body must begin with (or None), and
    `request.oversized`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        static_paths()  # loaded here, so that no call has to wait for the disk

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if self.in_admin(request):
            return self.get_response(request)
        began = perf_counter()
        request.oversized = False  # type: ignore[attr-defined]
        _charge(request)
        screened = read_and_screen(words_of(request))
        request.readings = {one.typed: one for one in screened.readings}  # type: ignore[attr-defined]
        request.urgent = urgent_text(screened.signs, screened.language)  # type: ignore[attr-defined]
        if request.urgent is not None:  # type: ignore[attr-defined]
            metrics.URGENT.inc()
        metrics.SCREEN_SECONDS.observe(perf_counter() - began)
        response = self.get_response(request)
        _TIMES.get(request.path_info, _OTHER_TIMES).observe(perf_counter() - began)
        return response


def _charge(request: HttpRequest) -> None:
    """Charge a request before it is read, since reading it is what costs most.

    A message to the MCP endpoint is charged again if it turns out to be a tool call.
    """
    kind = kind_of(request)
    if kind is not None:
        charged = limiter.charged(request, kind)
        setattr(request, "message_charged" if kind is Kind.MESSAGE else "charged", charged)


def kind_of(request: HttpRequest) -> Kind | None:
    """What a request is charged as; None if it is no call and contains no words."""
    path = request.path_info
    if path in _CALLS and request.method != "OPTIONS":
        fields = fields_of(query_of(request)) if rules().shared else None
        return Kind.NAMED if fields is not None and by_slug(fields) else Kind.WORDS
    if request.method == "POST" and path in (*_MCP, *FORMS):
        return Kind.MESSAGE if path in _MCP else Kind.WORDS
    return Kind.OTHER if _holds_words(request) else None


def _holds_words(request: HttpRequest) -> bool:
    """Whether there may be words in the body, in the query, or in an address that is not ours."""
    meta, path = request.META, request.path_info
    if (
        request.method == "POST"
        or str(meta.get("CONTENT_LENGTH") or "0") != "0"
        or meta.get("HTTP_TRANSFER_ENCODING")
    ):
        return True
    query = query_of(request)
    if query and not _OF_A_LINK.fullmatch(query):
        return True
    if path in OUR_PATHS or (path.startswith(STATIC) and path in static_paths()):
        return False
    return not by_slug({"page": [path.removesuffix(".md").rpartition("/")[2]]})


class RefuseAlike(OutsideAdmin):
    """Refuses with a problem document what fails outside the calls: a body of unknown length, and
    anything that needs content before there is any.

    It runs inside the middleware that adds headers, so that these refusals have them too.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return (
            refusal(request, Problem(Kinds.BAD_REQUEST))
            if said_length(request.META) is None
            else self.get_response(request)
        )

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, NothingLoaded) and not self.in_admin(request):
            return refusal(request, unavailable())
        return None


# Names that the protocols put into a body, and the names of the calls. They are not a caller's
# words, so they are not screened; otherwise that would happen on every call.
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
        "notifications/initialized",
        "notifications/cancelled",
        "notifications/progress",
        "resources/list",
        "prompts/list",
        "requestId",
        "progressToken",
        "version",
    }
    | {f"{_META}{name}" for name in ("protocolVersion", "clientCapabilities", "clientInfo")}
    | {"protocolVersion", "capabilities", "clientInfo", "toolCallId", "sessionId"}
    | {"action", "sendMessage", "chatInput"}  # n8n's
    | {name for call in CALLS for name in call.fields}
    | {
        "explain",
        "options",
        "evidence",
        "doctor_prep",
        "topics",
        "2026-07-28",
        "2025-11-25",
        "2025-06-18",
        "2025-03-26",
        "",
    }
)


# The addresses of the calls and of the fixed documents are not a caller's words either. Any other
# address is screened.
OUR_PATHS = frozenset(
    {
        "/",
        "/mcp",
        "/mcp/",
        "/mcp/server-card",
        "/.well-known/ai-catalog.json",
        "/.well-known/security.txt",
        "/openapi.json",
        "/llms.txt",
    }
    | {
        "/livez",
        "/readyz",
        "/metrics",
        "/docs",
        "/docs/reference",
        "/docs/errors",
        "/robots.txt",
        "/sitemap.xml",
        "/favicon.ico",
    }
    | {"/topics", "/evidence", "/search", "/prepare", "/get-help-now", "/about", "/agents"}
    | {call.path for call in CALLS}
)
FORMS = ("/search", "/prepare")  # pages that take words
_CALLS = frozenset(call.path for call in CALLS)
_MCP = ("/mcp", "/mcp/")
_TIMES = {
    path: metrics.ANSWER_SECONDS.labels(path.strip("/").rpartition("/")[2])
    for path in (*_CALLS, *_MCP)
}
_OTHER_TIMES = metrics.ANSWER_SECONDS.labels("other")
# The tracking parameters that hosts append to links
_OF_A_LINK = re.compile(r"(?:utm_[a-z]{2,12}=[\w.%-]{0,40}(?:&|$))+")
STATIC = f"/{settings.STATIC_URL.strip('/')}/"
FORM_TYPE = "application/x-www-form-urlencoded"
# In an address that a caller made up, words stand between the service's own names, which are left
# out because two words of a sign would be lost among them. Words may also follow a question mark
# that was percent-encoded with the path.
_OUR_PARTS = (
    frozenset(part for path in OUR_PATHS for part in path.split("/"))
    | PROTOCOL_WORDS
    | {"conditions", "api"}
)
_QUERY_WRITTEN_AS_PATH = re.compile("[?&;]")
_PATH_MARKS = str.maketrans("-_+.", "    ")


@lru_cache(maxsize=1)
def static_paths() -> frozenset[str]:
    """The addresses of the existing stylesheets, pictures and scripts, which are not screened.
    Looked up once per process.
    """
    return frozenset(f"{STATIC}{name}" for finder in get_finders() for name, _ in finder.list([]))


def words_of(request: HttpRequest) -> Iterator[str]:
    """Every text in the request, decoded as leniently as possible."""
    path, queries = request.path_info, [query_of(request)]
    if path not in OUR_PATHS and not (path.startswith(STATIC) and path in static_paths()):
        path, *asked = _QUERY_WRITTEN_AS_PATH.split(path, maxsplit=1)
        queries += asked
        parts = (
            part for part in path.removesuffix(".md").split("/") if part.lower() not in _OUR_PARTS
        )
        yield " ".join(parts).translate(_PATH_MARKS).strip()
    for query in filter(None, queries):
        yield from _in_fields(query)
    meta = request.META  # a body is screened whatever the method
    if (
        request.method in ("POST", "PUT", "PATCH", "DELETE")
        or meta.get("CONTENT_LENGTH")
        or meta.get("HTTP_TRANSFER_ENCODING")
    ):
        yield from _in_body(request)


def _in_fields(encoded: str) -> Iterator[str]:
    """Names and values of a query or of a form, each by itself."""
    for part in encoded.split("&"):
        sides = [
            decoded(words) if "%" in words else words for words in map(decoded, part.split("=", 1))
        ]
        if len(sides) == 2 and sides[0] not in PROTOCOL_WORDS and says_no(sides[1]):
            sides = [f"{sides[0]}: no"]
        yield from (side for side in sides if side not in PROTOCOL_WORDS)


def said_length(environ: Mapping[str, Any]) -> int | None:
    """The content length that a request states; None if it is not a number. Most servers refuse
    such a request themselves.
    """
    said = str(environ.get("CONTENT_LENGTH") or "0").strip()
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= 18 else None


def _in_body(request: HttpRequest) -> Iterator[str]:
    length = said_length(request.META)
    if length is None:
        return  # unknown how much of the stream is the body: `RefuseAlike` refuses the request
    if length > MAX_BODY:
        data = _read(request)
        request.oversized = True  # type: ignore[attr-defined]
    elif not length and request.META.get("wsgi.input_terminated"):
        # Sent in chunks: Django would treat a body without a stated length as empty
        data = _read(request.META["wsgi.input"])
        request.oversized = len(data) > MAX_BODY  # type: ignore[attr-defined]
        request._body = data[:MAX_BODY]
    else:
        data = request.body
    for piece in (data,) if len(data) <= 2 * MAX_BODY else (data[:MAX_BODY], data[-MAX_BODY:]):
        yield from _in_piece(piece.decode("utf-8-sig", errors="replace"), request.content_type)


def _read(source: Any) -> bytes:
    """What a stream holds, up to `READ_ON` bytes, read in blocks of at most `MAX_BODY` bytes."""
    data = bytearray()
    while len(data) < READ_ON and (block := source.read(min(MAX_BODY, READ_ON - len(data)))):
        data += block
    return bytes(data)


def _in_piece(raw: str, content_type: str | None) -> Iterator[str]:
    """Every text in a body, or in its first or last part."""
    # A form is read as a form, since the page that answers it does the same
    if content_type == FORM_TYPE:
        yield from _in_fields(raw)
        return
    try:
        found = _strings(json.loads(raw, object_pairs_hook=_Pairs))
    except (ValueError, RecursionError):
        found = map(decoded, _QUOTED.split(raw) if _NAME.search(raw) else (raw,))
    yield from (text for text in found if text not in PROTOCOL_WORDS)


# JSON that is cut off, has something in front of it or a second message after it, is read string by
# string too. Read as one text, two words of a sign would be lost among the names around them, and
# many an everyday sentence would seem to hold a sign. The last string may have no closing quotation
# mark, so each quotation mark begins one.
_NAME = re.compile(r'"\s*:')
_QUOTED = re.compile(r'"((?:[^"\\]|\\.?)*+)"?', re.DOTALL)


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as pairs: if a name occurs twice, both values remain, where a dict would keep
    only the last.
    """


# The fields in which programs put the ids of their requests, and what such an id looks like: small
# letters, capitals and at least two numbers, without a space. They are not screened, since a few in
# a hundred happen to look like words.
_MARKED = frozenset({"id", "_meta", "requestId", "progressToken", "toolCallId", "sessionId"})
_MARK = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=\D*\d+\D+\d)[A-Za-z0-9_\-+/=.:]{16,100}")


def _said(item: Any) -> str | None:
    """The value of a field that is a yes, a no or a number, which mean nothing without the field's
    name; None for any other value.
    """
    if item is None or isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, int | float):
        return str(item)
    return "no" if isinstance(item, str) and says_no(item) else None


def _strings(value: Any) -> Iterator[str]:
    waiting = [(value, False)]
    while waiting:
        part, marked = waiting.pop()
        if isinstance(part, str):
            if not (marked and _MARK.fullmatch(part)):
                yield part
        elif isinstance(part, _Pairs):
            for name, item in reversed(part):
                said = _said(item)
                if said is not None and name not in PROTOCOL_WORDS:
                    waiting.append((f"{name}: {said}", False))
                else:
                    waiting += ((item, marked or name in _MARKED), (name, False))
        elif isinstance(part, list):
            waiting += ((item, marked) for item in reversed(part))
