"""How a page leaves: rendered once for each catalogue and kept, with an ETag, packed where the
reader's browser can unpack it.

A page that depends on nobody's words is public and answers 304 when it has not changed. A response
to somebody's words (a form, or an address that held a warning sign) is led by `urgent` where due,
made fresh, and stored by nobody.
"""

import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string

from content.answers import shapes
from content.catalogue import refresh
from content.catalogue.snapshot import Catalogue
from content.pages.http_caching import holds_words, tag_of, unless_known, urgent_of
from content.review.standing import UNREVIEWED
from content.vocabulary import DISCLAIMER

Context = Mapping[str, Any]
Rest = ParamSpec("Rest")


@dataclass(frozen=True, slots=True)
class Stored:
    """A page as bytes, plain and packed, and the tag of both."""

    body: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, html: str) -> "Stored":
        body = html.encode()
        # The tag is weak: the plain and the packed body say the same and are not the same bytes.
        return cls(body, gzip.compress(body, 9, mtime=0), f"W/{tag_of(body)}")


def public(
    request: HttpRequest,
    template: str,
    context: Callable[[], Context],
    catalogue: Catalogue | None = None,
) -> HttpResponseBase:
    """A page that depends on nobody's words: cacheable, 304 when unchanged. Kept with `catalogue`
    when it is made from one.

    When the address itself holds words, the page is sent as the answer to them, which `private()`
    makes.
    """
    if holds_words(request):
        return private(request, template, context())
    key = ("page", request.path_info)
    stored: Stored | None = catalogue.pages.get(key) if catalogue else None
    if stored is None:
        stored = Stored.of(_rendered(request, template, context()))
        if catalogue:
            catalogue.pages[key] = stored
    response = HttpResponse(stored.body, headers={"Vary": "Accept-Encoding"})
    if _unpacks_gzip(request.headers.get("Accept-Encoding", "")):
        response.content = stored.packed
        response["Content-Encoding"] = "gzip"
    return unless_known(request, response, stored.tag, "public, max-age=60")


def private(
    request: HttpRequest,
    template: str,
    context: Context,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """A page that answers somebody's words: led by `urgent` where due, never stored."""
    response = HttpResponse(_rendered(request, template, context), status=status, headers=headers)
    response["Cache-Control"] = "no-store"
    return response


def refused(
    request: HttpRequest,
    status: int,
    title: str,
    detail: str,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """A page that says what went wrong and what to do instead, led by `urgent` where due. Needs no
    content and no database.
    """
    return private(request, "refused", {"title": title, "detail": detail}, status, headers)


def from_content(
    view: Callable[Concatenate[HttpRequest, Catalogue, Rest], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, Rest], HttpResponseBase]:
    """A view that is given the catalogue of the moment, and a 503 in its place when no content has
    ever been loaded.
    """

    @wraps(view)
    def wrapped(
        request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs
    ) -> HttpResponseBase:
        try:
            catalogue = refresh.current()
        except refresh.NothingLoaded:
            return refused(
                request,
                503,
                "Nothing to read yet",
                "No content has been loaded yet. Please try again in a minute.",
                {"Retry-After": "60"},
            )
        return view(request, catalogue, *args, **kwargs)

    return wrapped


def _rendered(request: HttpRequest, template: str, context: Context) -> str:
    shared = {
        "path": request.path_info,
        "canonical": shapes.page(request.path_info),
        "urgent": urgent_of(request),
        "disclaimer": DISCLAIMER,
        "review_status": UNREVIEWED.status,
        "reviewed_by": None,
    }
    return render_to_string(f"content/{template}.html", {**shared, **context})


def _unpacks_gzip(accepted: str) -> bool:
    weights = {
        coding.strip(): weight.replace(" ", "")
        for coding, _, weight in (part.partition(";") for part in accepted.lower().split(","))
    }
    # The coding's own name goes before the star (RFC 9110, 12.5.3)
    weight = weights.get("gzip", weights.get("*", "q=0"))
    return weight not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
