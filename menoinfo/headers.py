"""What Django's own security middleware leaves out: a content policy for each kind of response, and
a known host.
"""

from collections.abc import Callable
from typing import cast

from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponsePermanentRedirect

from api.screening_middleware import OutsideAdmin

# No script, no frame, nothing from any other host. Pages may use their own stylesheet and pictures
# and post their own forms.
PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action"
    " 'self'; base-uri 'none'; frame-ancestors 'none'"
)
ADMIN_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src"
    " 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
JSON_POLICY = "default-src 'none'; frame-ancestors 'none'"
# No page elsewhere embeds it; one that reads it with CORS is not held up by this
FOR_ALL = {"Cross-Origin-Resource-Policy": "same-origin"}
FOR_PAGES = {
    "Permissions-Policy": (
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"
    )
}


View = Callable[[HttpRequest], HttpResponseBase]


def at_our_host(view: View) -> View:
    """A view that refuses a host that is not ours; nothing else on the public path would ask."""

    def checked(request: HttpRequest) -> HttpResponseBase:
        request.get_host()
        return view(request)

    return checked


class NoStoredRedirect:
    """A plain http request is sent on to https, words of its address and all: nobody may keep that
    redirect, as nobody keeps the answer.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(response, HttpResponsePermanentRedirect):
            response.headers.setdefault("Cache-Control", "no-store")
        return response


class ContentPolicy(OutsideAdmin):
    """Adds the content policy where a response does not set its own, and refuses a host that is not
    ours.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        # As Django has it between two of its middleware: a refused host is told so under the same
        # policy.
        super().__init__(cast(View, convert_exception_to_response(at_our_host(get_response))))

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        under_admin = self.in_admin(request)
        if under_admin:
            # Without any referrer a browser posts forms with “Origin: null”, which the guard
            # against forgery must refuse.
            response.headers.setdefault("Referrer-Policy", "same-origin")
        if "Content-Security-Policy" not in response.headers:
            response.headers["Content-Security-Policy"] = (
                ADMIN_POLICY if under_admin else policy_of(response)
            )
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        for name, value in (FOR_ALL | FOR_PAGES if is_page else FOR_ALL).items():
            response.headers[name] = value
        if isinstance(response, HttpResponse) and response.status_code not in (204, 304):
            # Else the server would send it in chunks
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response


def policy_of(response: HttpResponseBase) -> str:
    """The content policy of a public response."""
    return (
        PAGE_POLICY
        if response.headers.get("Content-Type", "").startswith("text/html")
        else JSON_POLICY
    )
