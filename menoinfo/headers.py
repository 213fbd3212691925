"""Adds what Django's security middleware does not: a content security policy for each kind of
response, and a check of the host.
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
# Pages of other origins may not embed our responses; reading them with CORS still works
FOR_ALL = {"Cross-Origin-Resource-Policy": "same-origin"}
FOR_PAGES = {
    "Permissions-Policy": (
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"
    )
}


View = Callable[[HttpRequest], HttpResponseBase]


def at_our_host(view: View) -> View:
    """The view with a check of the host, which nothing else does for public requests."""

    def checked(request: HttpRequest) -> HttpResponseBase:
        request.get_host()
        return view(request)

    return checked


class NoStoredRedirect:
    """Makes redirects from http to https `no-store`: the address in them may contain a caller's
    words.
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
        # Wrapped as Django wraps each middleware, so that the refusal of a host gets this policy
        # too.
        super().__init__(cast(View, convert_exception_to_response(at_our_host(get_response))))

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        under_admin = self.in_admin(request)
        if under_admin:
            # Without a referrer, browsers post forms with “Origin: null”, which Django's CSRF check
            # refuses.
            response.headers.setdefault("Referrer-Policy", "same-origin")
        if "Content-Security-Policy" not in response.headers:
            response.headers["Content-Security-Policy"] = (
                ADMIN_POLICY if under_admin else policy_of(response)
            )
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        for name, value in (FOR_ALL | FOR_PAGES if is_page else FOR_ALL).items():
            response.headers[name] = value
        if isinstance(response, HttpResponse) and response.status_code not in (204, 304):
            # Without it, the server would send the response in chunks
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response


def policy_of(response: HttpResponseBase) -> str:
    """The content policy of a public response."""
    return (
        PAGE_POLICY
        if response.headers.get("Content-Type", "").startswith("text/html")
        else JSON_POLICY
    )
