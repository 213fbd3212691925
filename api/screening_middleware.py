"""Screening that no call can skip: first in the list, before anything may refuse, answer or fail.

Every piece of text a caller sends is read: the path, every name and value of the query, and the
body, as JSON strings or as raw text. What the screen finds is put on the request as
`request.urgent`, and every body leads with it.

Not read: of a body over 128 KiB, what stands between its first and its last 64 KiB; of any body,
what comes after 1 MiB. No answer is made from such a body, and to screen all of it would let one
caller hold a worker for seconds. Nor are requests for the admin, nor our own addresses, those of
the static files that exist among them (`docs/security.md` has the whole list).
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

READ_ON = 1024 * 1024  # bytes of a body too large that are read at all


class OutsideAdmin:
    """A middleware that knows which requests are for the admin, under its own path."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.admin_prefix = settings.ADMIN_PREFIX if settings.ADMIN_PATH else None

    def in_admin(self, request: HttpRequest) -> bool:
        return self.admin_prefix is not None and request.path_info.startswith(self.admin_prefix)


class ScreenEveryRequest(OutsideAdmin):
    """Sets `request.urgent`, the text that every body must lead with, or None; and
    `request.oversized`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        static_paths()  # now, so that no call waits for the disk

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
    """Charge a request before it is read: reading is what it costs most.

    A message to the MCP endpoint is charged again where it proves to be a call.
    """
    kind = kind_of(request)
    if kind is not None:
        charged = limiter.charged(request, kind)
        setattr(request, "message_charged" if kind is Kind.MESSAGE else "charged", charged)


def kind_of(request: HttpRequest) -> Kind | None:
    """What a request is charged as; None where it holds no words and is no call."""
    path = request.path_info
    if path in _CALLS and request.method != "OPTIONS":
        fields = fields_of(query_of(request)) if rules().shared else None
        return Kind.NAMED if fields is not None and by_slug(fields) else Kind.WORDS
    if request.method == "POST" and path in (*_MCP, *FORMS):
        return Kind.MESSAGE if path in _MCP else Kind.WORDS
    return Kind.OTHER if _holds_words(request) else None


def _holds_words(request: HttpRequest) -> bool:
    """Whether there may be words in a body, a query or an address that is none of ours."""
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
    """What is refused outside the calls, as a problem document too: a body of no known length, and
    what cannot be made before any content is.

    Inside the middleware that adds headers, so that these have those of any other refusal.
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


# Names that the protocols themselves put into a body, and the names of the calls: no caller's
# words, and read on every call.
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


# The addresses of the calls and of the fixed documents: no caller's words either. Any other address
# is read.
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
# What hosts write behind an address that they link to
_OF_A_LINK = re.compile(r"(?:utm_[a-z]{2,12}=[\w.%-]{0,40}(?:&|$))+")
STATIC = f"/{settings.STATIC_URL.strip('/')}/"
FORM_TYPE = "application/x-www-form-urlencoded"
# Words in an address of the caller's own making stand among names of ours, which two words of a
# sign are lost among, or behind a question mark that
# was encoded with them.
_OUR_PARTS = (
    frozenset(part for path in OUR_PATHS for part in path.split("/"))
    | PROTOCOL_WORDS
    | {"conditions", "api"}
)
_QUERY_WRITTEN_AS_PATH = re.compile("[?&;]")
_PATH_MARKS = str.maketrans("-_+.", "    ")


@lru_cache(maxsize=1)
def static_paths() -> frozenset[str]:
    """The addresses of the stylesheets, pictures and scripts that are there: no caller's words.
    Looked up once for each process.
    """
    return frozenset(f"{STATIC}{name}" for finder in get_finders() for name, _ in finder.list([]))


def words_of(request: HttpRequest) -> Iterator[str]:
    """Every text in the request, decoded as leniently as can be."""
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
    meta = request.META  # a body is words too, whatever the method
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
    """How long a request says that its body is; None where what it says is no number. Most servers
    refuse that themselves.
    """
    said = str(environ.get("CONTENT_LENGTH") or "0").strip()
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= 18 else None


def _in_body(request: HttpRequest) -> Iterator[str]:
    length = said_length(request.META)
    if length is None:
        return  # nobody can say how much of the stream is its body: `RefuseAlike` refuses it
    if length > MAX_BODY:
        data = _read(request)
        request.oversized = True  # type: ignore[attr-defined]
    elif not length and request.META.get("wsgi.input_terminated"):
        # Sent in chunks: Django would take a body of no stated length for none
        data = _read(request.META["wsgi.input"])
        request.oversized = len(data) > MAX_BODY  # type: ignore[attr-defined]
        request._body = data[:MAX_BODY]
    else:
        data = request.body
    for piece in (data,) if len(data) <= 2 * MAX_BODY else (data[:MAX_BODY], data[-MAX_BODY:]):
        yield from _in_piece(piece.decode("utf-8-sig", errors="replace"), request.content_type)


def _read(source: Any) -> bytes:
    """What a stream holds, up to `READ_ON` bytes, in blocks: no more is asked for at once than a
    body may hold.
    """
    data = bytearray()
    while len(data) < READ_ON and (block := source.read(min(MAX_BODY, READ_ON - len(data)))):
        data += block
    return bytes(data)


def _in_piece(raw: str, content_type: str | None) -> Iterator[str]:
    """Every text in a body, or in one end of it."""
    # Read as what it says it is, since that is how a page's form will read it
    if content_type == FORM_TYPE:
        yield from _in_fields(raw)
        return
    try:
        found = _strings(json.loads(raw, object_pairs_hook=_Pairs))
    except (ValueError, RecursionError):
        found = map(decoded, _QUOTED.split(raw) if _NAME.search(raw) else (raw,))
    yield from (text for text in found if text not in PROTOCOL_WORDS)


# What is JSON but for its end, a mark before it or a second message behind it, is read string by
# string too: in one text with the names around
# them two words of a sign are lost, and many an everyday sentence seems to hold one. A string may
# want its end; each quotation mark begins one.
_NAME = re.compile(r'"\s*:')
_QUOTED = re.compile(r'"((?:[^"\\]|\\.?)*+)"?', re.DOTALL)


class _Pairs(list[tuple[str, Any]]):
    """A JSON object with every value of a name that is given twice, where a dict would keep the
    last.
    """


# Where programs put the marks by which they know a request again, and what such a mark looks like:
# small letters, capitals and
# at least two numbers without a space. Some of each hundred happen to read like words.
_MARKED = frozenset({"id", "_meta", "requestId", "progressToken", "toolCallId", "sessionId"})
_MARK = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=\D*\d+\D+\d)[A-Za-z0-9_\-+/=.:]{16,100}")


def _said(item: Any) -> str | None:
    """What a field says that is a yes, a no or a number, which says nothing apart from its name;
    None of any other.
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
