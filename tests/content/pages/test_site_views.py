"""What the site offers programs: sitemap, robots, Markdown pages, tags and policies.

Every page is walked.
"""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver

from content.models import Topic
from content.pages import sitemap
from content.vocabulary import DISCLAIMER
from menoinfo.admin_only import Static
from tests.content.pages.alternates import NOT_IN_SITEMAP, URL, alternate_of, every_path
from tests.reading import read_page
from tests.test_architecture import routes

pytestmark = pytest.mark.django_db


SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@pytest.mark.usefixtures("rendered_once")
def test_every_page_that_is_routed_is_in_the_list() -> None:
    fixed = {
        f"/{route}"
        for route, pattern in routes(get_resolver())
        if "<" not in route
        and _module(pattern)
        in (
            "content.pages.views",
            "content.pages.form_views",
            "content.pages.safety_case",
            "menoinfo.pages",
        )
        and not route.startswith("admin")
    }
    assert fixed
    assert fixed - NOT_IN_SITEMAP == set(sitemap.FIXED)


def _module(pattern: URLPattern) -> str:
    return str(getattr(pattern.callback, "__module__", ""))


@pytest.mark.usefixtures("rendered_once")
def test_every_link_leads_somewhere_and_every_page_is_in_the_sitemap(
    client: Client,
) -> None:
    seen: set[str] = set()
    waiting = ["/"]
    pages = set()
    while waiting:
        path = waiting.pop()
        if (
            path in seen or not path.startswith("/") or path.startswith(("/static/", "/mcp"))
        ):  # files, and what answers POST alone
            continue
        seen.add(path)
        response = client.get(path)
        assert response.status_code == 200, path
        if response["Content-Type"].startswith("text/html"):
            pages.add(path)
            waiting += [
                link.removeprefix(URL).partition("#")[0]
                for link in read_page(response.content.decode()).addresses
            ]
    assert pages - NOT_IN_SITEMAP <= set(every_path())
    assert {"/topics", "/symptoms/hot-flushes", "/options/vaginal-oestrogen"} <= pages


@pytest.mark.usefixtures("rendered_once")
def test_the_sitemap_holds_every_page_once_and_each_is_there(client: Client) -> None:
    response = client.get("/sitemap.xml")
    assert response["Content-Type"] == "application/xml; charset=utf-8"
    places = [place.text for place in ET.fromstring(response.content).iter(f"{SITEMAP}loc")]
    assert places == [f"{URL}{path}" for path in every_path()]
    assert len(set(places)) == len(places) == len(sitemap.FIXED) + 28 + 15 + 6 + 95


def test_addresses_are_those_of_the_public_url_whatever_host_is_asked(
    client: Client, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://menopause.example"
    settings.ALLOWED_HOSTS = ["testserver", "other.example"]
    for path in (
        "/sitemap.xml",
        "/robots.txt",
        "/symptoms/hot-flushes.md",
        "/symptoms/hot-flushes",
        "/llms.txt",
    ):
        text = client.get(
            path, HTTP_HOST="other.example", HTTP_X_FORWARDED_HOST="evil.example"
        ).content.decode()
        assert "https://menopause.example" in text, path
        assert "other.example" not in text, path
        assert "evil.example" not in text, path


def test_robots_may_read_everything(client: Client) -> None:
    response = client.get("/robots.txt")
    lines = response.content.decode().splitlines()
    robots = RobotFileParser()
    robots.parse(lines)
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert f"Sitemap: {URL}/sitemap.xml" in lines
    assert all(
        robots.can_fetch(agent, path)
        for agent in ("*", "GPTBot")
        for path in ("/", "/v1/explain?topic=x", "/symptoms/hot-flushes.md")
    )
    assert "admin" not in response.content.decode()


@pytest.mark.usefixtures("rendered_once")
def test_every_page_has_an_alternate_in_markdown(client: Client) -> None:
    for path in every_path():
        response = client.get(alternate_of(path))
        assert response.status_code == 200, path
        assert response["Content-Type"] == "text/markdown; charset=utf-8", path
        assert response["Link"] == f'<{URL}{path}>; rel="canonical"', path
        assert response.content.startswith(b"# "), path
        assert f"rules for relaying it: <{URL}/llms.txt>" in response.content.decode(), path
        assert not response.cookies, path


@pytest.mark.usefixtures("rendered_once")
def test_every_record_s_alternate_closes_with_the_disclaimer(client: Client) -> None:
    for path in every_path():
        if path.count("/") == 2 and path.split("/")[1] in (
            "symptoms",
            "conditions",
            "guides",
            "options",
        ):
            assert DISCLAIMER in client.get(alternate_of(path)).content.decode(), path


@pytest.mark.parametrize(
    "path",
    [
        "/symptoms/hot-flushes.md",
        "/topics.md",
        "/about.md",
        "/sitemap.xml",
        "/robots.txt",
        "/llms.txt",
    ],
)
def test_what_has_not_changed_is_not_sent_again(client: Client, path: str) -> None:
    first = client.get(path)
    assert "max-age" in first["Cache-Control"]
    for known in (first["ETag"], f'"other", {first["ETag"]}'):
        again = client.get(path, HTTP_IF_NONE_MATCH=known)
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert client.get(path, HTTP_IF_NONE_MATCH='"other"').status_code == 200
    assert client.head(path)["ETag"] == first["ETag"]


def test_a_change_of_content_changes_the_tag(client: Client) -> None:
    known = client.get("/symptoms/hot-flushes.md")["ETag"]
    Topic.objects.filter(slug="hot-flushes").update(summary="Another summary.")
    again = client.get("/symptoms/hot-flushes.md", HTTP_IF_NONE_MATCH=known)
    assert again.status_code == 200
    assert "Another summary." in again.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/nothing.md",
        "/symptoms/nothing.md",
        "/conditions/hot-flushes.md",
        "/v1/topics.md",
        "/admin/login/.md",
        "/.md",
        "/docs.md",
    ],
)
def test_what_is_no_page_has_no_alternate(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/symptoms/hot-flushes.md", "/sitemap.xml", "/robots.txt"])
def test_nothing_can_be_posted_to_what_is_read(client: Client, path: str) -> None:
    response = client.post(path)
    assert (response.status_code, response["Content-Type"]) == (405, "application/problem+json")


def test_a_file_asked_for_with_words_is_kept_by_nobody(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "pages.css").write_text("body {}")
    serve = Static(lambda request: HttpResponse(status=404))
    plain, asked = (
        serve(RequestFactory().get(f"/static/pages.css{query}")) for query in ("", "?I+want+to+die")
    )
    assert (plain.status_code, asked.status_code) == (200, 200)
    assert "public" in plain["Cache-Control"]
    assert asked["Cache-Control"] == "no-store"
    for answer in (plain, asked):
        answer.close()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "is_page"), [("/", True), ("/v1/topics", False), ("/nowhere", False)]
)
def test_no_page_elsewhere_embeds_ours_and_ours_ask_for_no_permission(
    path: str, is_page: bool, client: Client
) -> None:
    answer = client.get(path)
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert ("camera=()" in answer.get("Permissions-Policy", "")) == is_page
