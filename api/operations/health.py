"""For those who run the service: is the process alive, can it answer, and what has it counted. No
cookie, no quota, no caller's words.

`/metrics` is for the operator: it is shown to a caller on this very machine that no proxy speaks
for, or to one that carries `METRICS_TOKEN`. To anybody else it is not there.
"""

import hmac
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from api.envelope import JSON_TYPE, dumped
from api.operations import metrics
from api.views import document
from content.catalogue import refresh
from content.language import model_files

SECURITY_TEXT_LASTS = timedelta(days=180)
_LOOPBACK = ("127.0.0.1", "::1", "")


def _fresh(body: bytes, content_type: str, status: int = 200) -> HttpResponse:
    return HttpResponse(
        body, content_type=content_type, status=status, headers={"Cache-Control": "no-store"}
    )


@require_safe
def livez(request: HttpRequest) -> HttpResponse:
    """The process answers: 200, whatever else fails."""
    return _fresh(b"ok\n", "text/plain; charset=utf-8")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 while there is content to answer from, `degraded` when the database has been out of
    reach; 503 when there never was any, or when a trained file is no longer what this version was
    made with.
    """
    if model_files.changed():
        return _fresh(
            dumped({"status": "unavailable", "reason": "a trained file has changed"}),
            JSON_TYPE,
            503,
        )
    try:
        catalogue = refresh.current()
    except refresh.NothingLoaded:
        return _fresh(dumped({"status": "unavailable"}), JSON_TYPE, 503)
    sure = refresh.age() < refresh.UNSURE_AFTER
    return _fresh(
        dumped({"status": "ready" if sure else "degraded", "content_version": catalogue.version}),
        JSON_TYPE,
    )


@require_safe
def metrics_page(request: HttpRequest) -> HttpResponse:
    """What all worker processes have counted, as Prometheus text."""
    if not _may_read(request):
        raise Http404
    body, content_type = metrics.exposed()
    return _fresh(body, content_type)


def _may_read(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    if token:
        return hmac.compare_digest(
            request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode()
        )
    proxied = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "X-Real-Ip"))
    return (
        not proxied
        and not settings.TRUSTED_PROXIES
        and request.META.get("REMOTE_ADDR", "") in _LOOPBACK
    )


@require_safe
def security_text(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a weakness (RFC 9116)."""
    expires = (datetime.now(UTC) + SECURITY_TEXT_LASTS).replace(
        hour=0, minute=0, second=0, microsecond=0
    )
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires.isoformat().replace('+00:00', 'Z')}",
        "Preferred-Languages: en",
        f"Canonical: {settings.PUBLIC_URL}/.well-known/security.txt",
    ]
    return document(
        request, ("\n".join(lines) + "\n").encode(), "text/plain; charset=utf-8", seconds=86400
    )
