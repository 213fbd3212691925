"""Security headers on every response that does not set its own."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

# No script, no frame, nothing from any other host. Pages may use their own stylesheet and pictures and post their own forms.
PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
ADMIN_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
JSON_POLICY = "default-src 'none'; frame-ancestors 'none'"


class SecurityHeaders:
    """Adds what is missing: content policy, no sniffing, no framing, no referrer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.hsts = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload" if settings.SECURE_HSTS_SECONDS else None

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.get_host()  # refuses a host that is not ours; nothing else on the public path would ask
        response = self.get_response(request)
        headers = response.headers
        if "Content-Security-Policy" not in headers:
            if settings.ADMIN_PATH and request.path_info.startswith(settings.ADMIN_PREFIX):
                headers["Content-Security-Policy"] = ADMIN_POLICY
            else:
                headers["Content-Security-Policy"] = PAGE_POLICY if headers.get("Content-Type", "").startswith("text/html") else JSON_POLICY
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "no-referrer"
        headers.setdefault("X-Frame-Options", "DENY")
        headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        if self.hsts:
            headers["Strict-Transport-Security"] = self.hsts
        return response
