"""What programs read of the site: each page in Markdown, `/sitemap.xml` and `/robots.txt`. Each
answers conditional requests, and is stored by nobody when its address holds words. Before there is
any content, what is made from it raises `NothingLoaded`, which becomes the refusal that every
transport gives.

Addresses are made from the configured `PUBLIC_URL`, never from a request's `Host`. What is asked
for with words that hold a warning sign is led by what to do now.
"""

import re
from xml.sax.saxutils import escape

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import resolve
from django.views.decorators.http import require_safe

from content.answers import compose, shapes
from content.answers.resolve import Resolved
from content.catalogue import refresh
from content.catalogue.snapshot import Catalogue
from content.pages import markdown
from content.pages import sitemap as sitemap_module
from content.pages.http_caching import cacheable, urgent_of
from content.pages.prose_markdown import from_page
from content.preparation import BRING_TO_EVERY_APPOINTMENT

MARKDOWN_TYPE = "text/markdown; charset=utf-8"
ALTERNATE_FRESH_FOR = 60  # seconds: as long as its page
SITEMAP_FRESH_FOR = 3600
# The address of a record's page, be there one or not
_RECORD = re.compile("/(?:symptoms|conditions|guides|options)/[^/]+")
RULES = "Before you pass this on, read the rules for relaying it"


@require_safe
def alternate(request: HttpRequest, page: str) -> HttpResponseBase:
    """The page at `/{page}` in Markdown; the front page's is `/index.md`. "Get help now" is
    there whatever else fails.
    """
    path = sitemap_module.HOME_PAGE if page == "index" else f"/{page}"
    if path not in sitemap_module.FIXED and not _RECORD.fullmatch(path):
        raise Http404
    catalogue = _catalogue() if path == shapes.HELP_NOW_PAGE else refresh.current()
    head = sitemap_module.head(path, catalogue)
    if head is None:
        raise Http404
    body = _alternate(path, catalogue, request)
    urgent = urgent_of(request)
    response = _kept(
        request,
        body if urgent is None else markdown.led_by(urgent, body),
        MARKDOWN_TYPE,
        ALTERNATE_FRESH_FOR,
    )
    response.headers["Link"] = f'<{head.canonical}>; rel="canonical"'
    return response


@require_safe
def sitemap(request: HttpRequest) -> HttpResponseBase:
    """`/sitemap.xml`: the address of every page."""
    places = "".join(
        f"<url><loc>{escape(shapes.page(path))}</loc></url>\n"
        for path in sitemap_module.paths(refresh.current())
    )
    body = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset'
        f' xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{places}</urlset>\n'
    )
    return _kept(request, body, "application/xml; charset=utf-8", SITEMAP_FRESH_FOR)


@require_safe
def robots(request: HttpRequest) -> HttpResponseBase:
    """`/robots.txt`: everything may be read, by programs that relay answers too."""
    site = settings.PUBLIC_URL
    body = (
        f"# For programs that relay answers: {site}/llms.txt\nUser-agent: *\nAllow: /\n\nSitemap:"
        f" {site}/sitemap.xml\n"
    )
    return _kept(request, body, "text/plain; charset=utf-8", SITEMAP_FRESH_FOR)


def _catalogue() -> Catalogue | None:
    """The catalogue of the moment, or None while no content has ever been loaded."""
    try:
        return refresh.current()
    except refresh.NothingLoaded:
        return None


def _alternate(path: str, catalogue: Catalogue | None, request: HttpRequest) -> str:
    """The page at `path` in Markdown, closed by where the rules for relaying it are; made once for
    each catalogue.
    """
    made: str | None = catalogue.pages.get(("markdown", path)) if catalogue else None
    if made is None:
        page = _record(path, catalogue) if catalogue else None
        page = page or _fixed(path, catalogue, request)
        made = (
            f"{page}\nEmergency numbers and helplines:"
            f" <{shapes.page(shapes.HELP_NOW_PAGE)}>\n\n{RULES}: <{shapes.page('/llms.txt')}>\n"
        )
        if catalogue:
            catalogue.pages["markdown", path] = made
    return made


def _record(path: str, catalogue: Catalogue) -> str | None:
    """A record's page from its frozen answers; None where `path` is not a record's."""
    if path in sitemap_module.FIXED:
        return None
    slug = path.rpartition("/")[2]
    if path.startswith("/options/"):
        return markdown.option(compose.evidence_sheet(catalogue, slug))
    return markdown.topic(
        compose.explanation(catalogue, slug),
        compose.option_list(catalogue, slug),
        compose.prep_sheet(catalogue, Resolved((slug,))),
    )


def _fixed(path: str, catalogue: Catalogue | None, request: HttpRequest) -> str:
    """A page that is no record: from what it is made of where that is known, or else from the page
    itself.
    """
    if path == shapes.TOPICS_PAGE and catalogue:
        return markdown.topics(compose.coverage(catalogue))
    if path == shapes.PREPARE_PAGE and catalogue:
        call = shapes.page("/v1/doctor-prep?symptoms=")
        return markdown.prepare(
            compose.coverage(catalogue), BRING_TO_EVERY_APPOINTMENT, shapes.page(path), call
        )
    return _prose(path, request)


def _prose(path: str, request: HttpRequest) -> str:
    """A page of prose, as anybody would be given it, in Markdown."""
    plain = HttpRequest()
    plain.method, plain.path, plain.path_info = "GET", path, path
    plain.META = {
        name: value
        for name, value in request.META.items()
        if name.startswith("SERVER_") or name == "HTTP_HOST"
    }
    match = resolve(path)
    response = match.func(plain, *match.args, **match.kwargs)
    return from_page(response.content.decode(), shapes.page(path))


def _kept(request: HttpRequest, body: str, content_type: str, seconds: int) -> HttpResponse:
    """A response that may be kept, and is 304 when the caller has it already; not when its address
    holds words.
    """
    response = HttpResponse(
        body.encode(),
        content_type=content_type,
        headers={"Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"},
    )
    return cacheable(request, response, seconds)
