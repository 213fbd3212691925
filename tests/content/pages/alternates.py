"""A page and its Markdown as tests read them."""

from django.conf import settings as configured
from django.test import Client

from content.catalogue import refresh
from content.pages import sitemap
from tests.reading import Read, path_of, read_markdown, read_page

URL = configured.PUBLIC_URL
# Pages for people that are no part of the content: the reference has its alternate in
# /openapi.json, and a search is a form.
NOT_IN_SITEMAP = {"/docs", "/docs/reference", "/docs/errors", "/search"}


def get(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return str(response.content.decode())


def page(client: Client, path: str) -> tuple[Read, str, set[str]]:
    """A page with its words and the paths it leads to, its own among them."""
    html = get(client, path)
    whole = read_page(html)
    canonical = [link["href"] for link in whole.head_links if link.get("rel") == "canonical"]
    return whole, whole.text, {path_of(link) for link in (*whole.links, *canonical)}


def alternate(client: Client, path: str) -> tuple[Read, str, set[str]]:
    """An alternate with its words and the paths it leads to."""
    shown = read_markdown(get(client, f"{path}.md"))
    return shown, shown.text, {path_of(link) for link in shown.links}


def every_path() -> list[str]:
    return list(sitemap.paths(refresh.current()))


def alternate_of(path: str) -> str:
    return "/index.md" if path == "/" else f"{path}.md"
