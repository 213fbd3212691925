"""Responses that a cache may keep: each has a tag, and is 304 with no body when the caller has it
already (RFC 9110).

One place for the pages, their Markdown, the documents and the list of topics, so that all read
`If-None-Match` alike and none is stored under an address that holds somebody's words.
"""

import hashlib
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags


@lru_cache(maxsize=8)
def tag_of(body: bytes) -> str:
    """The entity tag of a body."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def urgent_of(request: HttpRequest) -> str | None:
    """What `api.screening_middleware.ScreenEveryRequest` found in this request: the text that every
    answer to it is led by.
    """
    urgent: str | None = getattr(request, "urgent", None)
    return urgent


def holds_words(request: HttpRequest) -> bool:
    """Whether what is asked for is, or may be, somebody's words: a query of any kind, or a warning
    sign found anywhere.
    """
    return bool(request.META.get("QUERY_STRING")) or urgent_of(request) is not None


def cacheable(request: HttpRequest, response: HttpResponse, seconds: int) -> HttpResponse:
    """The response, open to any cache for `seconds`; as it is where the request holds words."""
    return (
        response
        if holds_words(request)
        else unless_known(request, response, tag_of(response.content), f"public, max-age={seconds}")
    )


def unless_known(
    request: HttpRequest, response: HttpResponse, tag: str, cache_control: str
) -> HttpResponse:
    """The response with its tag and how long it may be kept, without its body when `If-None-Match`
    says that the caller has it.

    To be used only where the request holds no words.
    """
    response["ETag"] = tag
    response["Cache-Control"] = cache_control
    if _known(request, tag):
        response.status_code, response.content = 304, b""
        # The type stays: by it the page's policy is chosen, and a cache takes over what a 304 says
        del response["Content-Encoding"]
    return response


def _known(request: HttpRequest, tag: str) -> bool:
    sent = request.META.get("HTTP_IF_NONE_MATCH")
    if not sent:
        return False
    held = parse_etags(sent)
    # A weak and a strong tag are alike here
    return held == ["*"] or tag.removeprefix("W/") in (one.removeprefix("W/") for one in held)
