"""The REST views: one class for the five calls, the OpenAPI description, `/llms.txt`, and every
refusal.
"""

import logging
import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe
from rest_framework.views import APIView

from api import relay_rules
from api.calls import CALLS, WORDED, Call, Caller, perform
from api.envelope import JSON_TYPE, PROBLEM_TYPE, refused
from api.errors import Kinds, Problem
from api.operations.software import software_name
from api.rate_limit import limiter
from api.request_text import fields_of, query_of
from api.serializers import BUDGET
from content.answers import compose
from content.catalogue import refresh
from content.language.reading import Reading
from content.pages.http_caching import cacheable, holds_words, tag_of, unless_known
from content.pages.http_caching import urgent_of as urgent_of  # for MCP too

log = logging.getLogger(__name__)

_UNCHARGED: Mapping[str, str] = {}
# Response headers that pages of other origins may read
READ_BY_BROWSERS = "Allow, ETag, Retry-After, RateLimit, RateLimit-Policy"
PREFLIGHT_KEPT = "600"  # seconds for which a browser may cache the answer to a preflight


def private(response: HttpResponse) -> HttpResponse:
    """Mark a response to somebody's words: never stored, readable from any origin."""
    response["Cache-Control"] = "no-store"
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = READ_BY_BROWSERS
    return response


def refusal(
    request: HttpRequest, problem: Problem, quota: Mapping[str, str] = _UNCHARGED
) -> HttpResponse:
    """A problem as an HTTP response, led by `urgent` where due. `quota`: the rate limit headers, if
    the call was charged before it was refused.
    """
    response = HttpResponse(
        refused(problem, urgent_of(request)), content_type=PROBLEM_TYPE, status=problem.status
    )
    for name, value in (*quota.items(), *problem.headers.items()):
        response[name] = value
    return private(response)


_NOT_TAKEN = re.compile(r"q\s*=\s*0(?:\.0*)?")


def accepts_json(accept: str) -> bool:
    """Whether an Accept header allows JSON. The most specific range that matches JSON decides (RFC
    9110); q=0 means no.

    A client that names only problem documents is taken to accept JSON too.
    """
    return accepts(accept, JSON_TYPE, "application/*", "*/*", PROBLEM_TYPE)


def accepts(accept: str, *ranges: str) -> bool:
    """Whether an Accept header accepts the first of `ranges` that it mentions; give the most
    specific range first.
    """
    taken: dict[str, bool] = {}
    for part in accept.lower().split(","):
        media, *parameters = (piece.strip() for piece in part.split(";"))
        taken[media] = taken.get(media, False) or not any(
            _NOT_TAKEN.fullmatch(parameter) for parameter in parameters
        )
    return next((taken[media] for media in ranges if media in taken), False)


def readings_of(request: HttpRequest) -> Mapping[str, Reading]:
    """How the words of a request were read for the screen, by text."""
    return getattr(request, "readings", {})


class CallView(APIView):
    """One of the five calls over REST."""

    call: Call = CALLS[0]
    authentication_classes = ()
    permission_classes = ()
    http_method_names = ("get", "head", "options")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """DRF's dispatch without the parsers, authenticators, permissions, throttles and renderers,
        which these calls never use.

        No state of a request is stored on the view.
        """
        if request.method == "OPTIONS":
            # A preflight is not a call and is not charged
            return self.options(request)
        quota: Mapping[str, str] = _UNCHARGED
        try:
            quota = limiter.charge(request)
            accept = request.META.get("HTTP_ACCEPT")
            if accept and accept != "*/*" and not accepts_json(accept):
                raise Problem(Kinds.NOT_ACCEPTABLE)
            if request.method not in ("GET", "HEAD"):
                raise Problem(
                    Kinds.METHOD_NOT_ALLOWED, headers={"Allow": ", ".join(self.allowed_methods)}
                )
            return self.get(request, quota)
        except Problem as problem:
            return refusal(request, problem, quota)

    def get(self, request: HttpRequest, quota: Mapping[str, str]) -> HttpResponse:
        software = software_name(request.META.get("HTTP_USER_AGENT"))
        caller = Caller(urgent_of(request), software, readings_of(request))
        fields = fields_of(query_of(request))
        if fields is None:
            raise Problem(Kinds.BAD_REQUEST)
        body = perform(self.call, fields, caller)
        response = HttpResponse(body, content_type=JSON_TYPE)
        for name, value in quota.items():
            response[name] = value
        if self.call.name in WORDED or holds_words(request):
            return private(response)
        # `no-cache`: the client asks again each time, so that the call is counted
        return unless_known(request, private(response), tag_of(body), "no-cache")

    head = get

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        return private(preflight("GET, HEAD, OPTIONS"))


def preflight(methods: str, *sent: str) -> HttpResponse:
    """The answer to a browser's preflight. `sent`: request headers to allow in addition to those
    that any page may send.

    The hosts of agents send keys of their own in `Authorization`, which `*` does not include.
    """
    return nothing(
        {
            "Allow": methods,
            "Access-Control-Allow-Methods": methods,
            "Access-Control-Allow-Headers": ", ".join(("*", "Authorization", *sent)),
            "Access-Control-Max-Age": PREFLIGHT_KEPT,
        }
    )


def nothing(headers: dict[str, str]) -> HttpResponse:
    """A 204: no content and so no content type."""
    response = HttpResponse(status=204, headers=headers)
    del response["Content-Type"]
    return response


def document(
    request: HttpRequest, body: bytes, content_type: str, seconds: int = 300
) -> HttpResponse:
    """A response that does not depend on anybody's words: it may be cached, and is 304 when
    unchanged. If its address contains words, it may not be cached.

    In texts that people or agents read, `body` begins with `urgent`; formats for programs
    (`/openapi.json`, the cards) have no place for it.
    """
    return cacheable(request, private(HttpResponse(body, content_type=content_type)), seconds)


@require_safe
def openapi(request: HttpRequest) -> HttpResponseBase:
    """`/openapi.json`: the OpenAPI 3.1 description."""
    from api.schema import openapi_bytes

    return document(request, openapi_bytes(), JSON_TYPE)


@require_safe
def llms(request: HttpRequest) -> HttpResponseBase:
    """`/llms.txt`: the endpoints, the rules for agents and every page in Markdown, as text."""
    try:
        coverage = compose.coverage(refresh.current())
    except refresh.NothingLoaded:
        coverage = None
    context = {
        "calls": CALLS,
        "relay": relay_rules,
        "url": settings.PUBLIC_URL,
        "coverage": coverage,
        "urgent": urgent_of(request),
        "budget": BUDGET,
    }
    text = render_to_string("api/llms.txt", context)
    return document(request, text.encode(), "text/plain; charset=utf-8")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's 400s. For a host that is not allowed, the body says what the operator can do."""
    if isinstance(exception, DisallowedHost):
        log.warning("a request came for a host that ALLOWED_HOSTS does not name")
        return refusal(request, Problem(Kinds.BAD_REQUEST, said=_NOT_OUR_HOST))
    return refusal(request, Problem(Kinds.BAD_REQUEST))


_NOT_OUR_HOST = (
    "This service is not called by the host name or address in this request. Whoever runs it adds"
    " it to the setting ALLOWED_HOSTS; everybody else calls it by the address that /llms.txt and"
    " the pages give."
)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's 403s."""
    return refusal(request, Problem(Kinds.FORBIDDEN))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Addresses where there is nothing."""
    return refusal(request, Problem(Kinds.NOT_FOUND))


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours: still led by `urgent`."""
    return refusal(request, Problem(Kinds.INTERNAL_ERROR))
