"""`{% page_head as head %}`: what the page at the requested address says of itself, for
`content/templates/content/head.html`.
"""

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from content.catalogue import refresh
from content.pages import json_ld as json_ld_module
from content.pages import sitemap
from content.pages.sitemap import Head

register = template.Library()


@register.simple_tag(takes_context=True)
def page_head(context: Context) -> Head | None:
    """The head of the page being rendered, or None at an address that is no page (an error, a
    search).

    Taken from the context where a page gives them: `path`, or else the request's own; `title` and
    `description`.
    """
    path = context.get("path") or getattr(context.get("request"), "path_info", "")
    try:
        catalogue = refresh.current()
    except refresh.NothingLoaded:
        catalogue = None
    return sitemap.head(
        str(path), catalogue, str(context.get("title") or ""), str(context.get("description") or "")
    )


@register.filter
def json_ld(head: Head) -> SafeString:
    """The page's structured data, safe inside a `script` element."""
    return json_ld_module.embedded(head.json_ld)
