"""Django's WSGI handler, with a short way for the addresses that agents call.

The five calls and the MCP endpoint need no session, no static file and no search through the address map. A plain GET of a
call, or a POST of a message, goes through the screen and the check of the host straight to its view; everything else
(and everything that looks unusual) takes Django's own way. What the middleware left out would have added is read off that
middleware when the process starts, so that both ways answer alike: a test holds them to it, header by header.

Left out on the short way, besides the middleware: the signals at the start and end of a request. Django hangs only the care
of database connections on them, and these views use none.
"""

import re
from collections.abc import Iterable
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware

from api.calls import CALLS
from api.envelope import JSON_TYPE
from api.middleware import ScreenEveryRequest, said_length
from api.views import CallView
from mcp_bridge.views import mcp
from menoinfo.headers import FOR_ALL, JSON_POLICY, View, at_our_host, excepting

Headers = list[tuple[str, str]]
_BOUNDARY = re.compile(r""";\s*boundary="?([0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-])"?\s*(?:;|$)""", re.IGNORECASE)  # RFC 2046, 5.1.1


class Handler(WSGIHandler):
    """A WSGI application: `environ` and `start_response` in, parts of a body out."""

    def __init__(self) -> None:
        super().__init__()
        self._hosts: set[str] = set()
        calls: dict[str, View] = {call.path: CallView(call=call).dispatch for call in CALLS}
        self._views = {("GET", path): self._screened(view) for path, view in calls.items()}
        self._views |= {("POST", path): self._screened(mcp) for path in ("/mcp", "/mcp/")}
        self._headers = {scheme: _added_by_middleware(scheme) for scheme in ("http", "https")}
        self._desk = settings.ADMIN_PREFIX if settings.ADMIN_PATH else ""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # type: ignore[override]  # as WSGI has it
        kind = environ.get("CONTENT_TYPE", "")
        if ";" in kind:
            # A charset would have Django read the words otherwise than the screen does, or fail before any of our code runs.
            at_desk = self._desk and environ["PATH_INFO"].startswith(self._desk)
            environ["CONTENT_TYPE"] = _without_parameters(kind, but_boundary=bool(at_desk))
        view = self._views.get((environ["REQUEST_METHOD"], environ["PATH_INFO"]))
        if view is None or said_length(environ) is None:  # what is a body of no known length, `RefuseAlike` refuses to guess
            return self._djangos_own(environ, start_response)
        request = self.request_class(environ)
        scheme = request.scheme
        if scheme != "https" and settings.SECURE_SSL_REDIRECT:
            return self._djangos_own(environ, start_response)
        response = view(request)
        assert isinstance(response, HttpResponse)
        body = response.content
        # `items()` would look each name up again, which took a twentieth of the whole call.
        headers = [*response.headers._store.values(), *self._headers[scheme or "http"]]
        if response.status_code not in (204, 304) and not response.has_header("Content-Length"):
            headers.append(("Content-Length", str(len(body))))
        start_response(f"{response.status_code} {response.reason_phrase}", headers)
        return [body]

    def _djangos_own(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        answer: Iterable[bytes] = super().__call__(environ, start_response)
        return answer

    def _screened(self, view: View) -> View:
        """A view behind the screen and the check of the host, every exception turned into a response, as Django's own chain has it."""
        return excepting(ScreenEveryRequest(at_our_host(view, self._hosts)))


def _without_parameters(kind: str, but_boundary: bool) -> str:
    """A Content-Type alone; a form of several parts keeps the boundary between them, which the desk's forms with files need."""
    plain = kind.partition(";")[0].strip()
    boundary = _BOUNDARY.search(kind) if but_boundary and plain.lower() == "multipart/form-data" else None
    return f'{plain}; boundary="{boundary[1]}"' if boundary else plain


def _added_by_middleware(scheme: str) -> Headers:
    """The headers that a JSON response is given on its way through Django's middleware, found by sending one through."""
    request = WSGIRequest({"REQUEST_METHOD": "GET", "PATH_INFO": "/", "wsgi.url_scheme": scheme, "wsgi.input": BytesIO()})
    if settings.SECURE_PROXY_SSL_HEADER:
        request.META[settings.SECURE_PROXY_SSL_HEADER[0]] = scheme

    def empty(request: HttpRequest) -> HttpResponse:
        return HttpResponse(content_type=JSON_TYPE, headers={"Content-Security-Policy": JSON_POLICY})

    response = empty(request)
    for middleware in (XFrameOptionsMiddleware, SecurityMiddleware):
        response = middleware(empty).process_response(request, response)
    return [(name, value) for name, value in (*response.items(), *FOR_ALL.items()) if name != "Content-Type"]
