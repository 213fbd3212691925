"""What the site says of itself to programs: heads, structured data, sitemap, robots, twins and the text for agents. Every page is walked."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from django.conf import settings as configured
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver
from hypothesis import given
from hypothesis import strategies as st

from content.answers import compose
from content.catalogue import refresh
from content.models import Topic
from content.pages import json_ld, sitemap
from content.review.release import Withheld
from content.vocabulary import DISCLAIMER, Finding
from menoinfo.admin_only import Static
from tests.makers import make_evidence, make_option, make_reviewer, make_sign_off, make_topic
from tests.reading import Read, path_of
from tests.test_architecture import routes

pytestmark = pytest.mark.django_db

URL = configured.PUBLIC_URL
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
# Pages for people that are no part of the content: the reference has its twin in /openapi.json, and a search is a form.
NOT_IN_SITEMAP = {"/docs", "/docs/reference", "/docs/errors", "/search"}


def every_path() -> list[str]:
    return list(sitemap.paths(refresh.current()))


def twin_of(path: str) -> str:
    return "/index.md" if path == "/" else f"{path}.md"


def head_of(client: Client, path: str) -> Read:
    response = client.get(path)
    assert response.status_code == 200, path
    return Read(response.content.decode())


def linked(read: Read, rel: str, kind: str = "") -> list[str]:
    return [
        link["href"]
        for link in read.head_links
        if link.get("rel") == rel and link.get("type", "") == kind
    ]


def test_every_page_that_is_routed_is_in_the_list() -> None:
    fixed = {
        f"/{route}"
        for route, pattern in routes(get_resolver())
        if "<" not in route
        and _module(pattern)
        in ("content.pages.views", "content.pages.safety_case", "menoinfo.pages")
        and not route.startswith("admin")
    }
    assert fixed
    assert fixed - NOT_IN_SITEMAP == set(sitemap.FIXED)


def _module(pattern: URLPattern) -> str:
    return str(getattr(pattern.callback, "__module__", ""))


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
                for link in Read(response.content.decode()).addresses
            ]
    assert pages - NOT_IN_SITEMAP <= set(every_path())
    assert {"/topics", "/symptoms/hot-flushes", "/options/vaginal-oestrogen"} <= pages


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


def test_every_page_says_what_it_is_in_its_head(client: Client) -> None:
    for path in every_path():
        read = head_of(client, path)
        assert linked(read, "canonical") == [f"{URL}{path}"], path
        assert linked(read, "alternate", "text/markdown") == [f"{URL}{twin_of(path)}"], path
        assert read.meta["description"], path
        assert read.meta["og:description"] == read.meta["description"], path
        assert read.meta["og:url"] == f"{URL}{path}", path
        assert read.meta["og:title"], path
        assert (read.meta["og:type"], read.meta["og:locale"]) == ("website", "en_GB"), path
        assert not any(name.startswith(("og:image", "twitter:")) for name in read.meta), path


def test_every_page_describes_itself_in_json_ld(client: Client) -> None:
    catalogue = refresh.current()
    for path in every_path():
        (node,) = head_of(client, path).json_ld
        assert {
            "@context",
            "@type",
            "@id",
            "url",
            "name",
            "description",
            "inLanguage",
            "isPartOf",
            "encoding",
        } <= set(node), path
        assert (node["@context"], node["inLanguage"], node["url"]) == (
            "https://schema.org",
            "en-GB",
            f"{URL}{path}",
        ), path
        assert node["encoding"]["contentUrl"] == f"{URL}{twin_of(path)}", path
        assert "reviewedBy" not in json.dumps(node), path
        folder, _, slug = path.removeprefix("/").partition("/")
        if not slug or folder not in ("symptoms", "conditions", "guides", "options"):
            continue
        assert node["@type"] == "MedicalWebPage", path
        assert node["creativeWorkStatus"] == "Not clinically reviewed", path
        changed = (
            catalogue.option_changes.get(slug)
            if folder == "options"
            else catalogue.topic_changes.get(slug)
        )
        assert ("dateModified" in node) is (
            changed is not None and node["about"]["@type"] != "Thing"
        ), path
        if folder == "options":
            withheld = isinstance(catalogue.options[slug], Withheld)
            assert node["about"]["@type"] == ("Thing" if withheld else "MedicalTherapy"), path
            assert (set(node["about"]) == {"@type", "name"}) is withheld, path
        else:
            entry = catalogue.topics[slug]
            types = {
                "symptoms": "MedicalSignOrSymptom",
                "conditions": "MedicalCondition",
                "guides": "MedicalEntity",
            }
            assert node["about"]["@type"] == types[folder], path
            assert node["hasPart"]["text"] == entry.topic.flag.text, path
            helps = (
                [pair.released.name for pair in entry.with_finding(Finding.HELPS)]
                if folder == "symptoms"
                else []
            )  # eases, but may not treat
            named = [therapy["name"] for therapy in node["about"].get("possibleTreatment", ())]
            assert sorted(named) == sorted(helps), path
            first = next(iter(compose.option_list(catalogue, slug).options), None)
            assert named[:1] == ([first.name] if first and helps else []), path
            assert all(
                therapy["@type"] == "MedicalTherapy"
                for therapy in node["about"].get("possibleTreatment", ())
            ), path


def reviewer_in(client: Client, path: str) -> Any:
    (node,) = head_of(client, path).json_ld
    return node.get("reviewedBy")


def test_a_reviewer_is_named_while_all_that_a_page_shows_is_signed(
    client: Client,
) -> None:
    make_evidence(make_option(), make_topic())
    reviewer = make_reviewer()
    named = {"@type": "Person", "name": "Dr Test Reviewer, Consultant gynaecologist"}
    make_sign_off("test-topic", reviewer)
    assert (
        reviewer_in(client, "/symptoms/test-topic") is None
    )  # the option on the page is not reviewed
    make_sign_off("test-option", reviewer)
    assert reviewer_in(client, "/options/test-option") == named
    assert reviewer_in(client, "/symptoms/test-topic") == named
    Topic.objects.filter(slug="test-topic").update(summary="Another summary.")
    assert reviewer_in(client, "/symptoms/test-topic") is None
    assert reviewer_in(client, "/options/test-option") == named


@given(
    st.recursive(
        st.text(max_size=30) | st.just("</script><!--<script>&\u2028"),
        lambda part: st.lists(part, max_size=3),
    )
)
def test_no_text_can_end_the_script_element(part: Any) -> None:
    text = json_ld.embedded({"name": part})
    assert json.loads(text) == {"name": part}
    assert not re.search("[<>&\u2028\u2029]", text)


def test_every_page_has_a_twin_in_markdown(client: Client) -> None:
    for path in every_path():
        response = client.get(twin_of(path))
        assert response.status_code == 200, path
        assert response["Content-Type"] == "text/markdown; charset=utf-8", path
        assert response["Link"] == f'<{URL}{path}>; rel="canonical"', path
        assert response.content.startswith(b"# "), path
        assert f"rules for relaying it: <{URL}/llms.txt>" in response.content.decode(), path
        assert not response.cookies, path


def test_every_record_s_twin_closes_with_the_disclaimer(client: Client) -> None:
    for path in every_path():
        if path.count("/") == 2 and path.split("/")[1] in (
            "symptoms",
            "conditions",
            "guides",
            "options",
        ):
            assert DISCLAIMER in client.get(twin_of(path)).content.decode(), path


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
def test_what_is_no_page_has_no_twin(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"


def test_the_text_for_agents_names_the_pages_that_have_no_twin(client: Client) -> None:
    (said,) = re.findall(r"^Every page .+$", client.get("/llms.txt").content.decode(), re.MULTILINE)
    for path in NOT_IN_SITEMAP:
        assert client.get(path).status_code == 200
        assert client.get(f"{path}.md").status_code == 404
        assert f"`/{path.split('/')[1]}`" in said, path


@pytest.mark.parametrize("path", ["/symptoms/hot-flushes.md", "/sitemap.xml", "/robots.txt"])
def test_nothing_can_be_posted_to_what_is_read(client: Client, path: str) -> None:
    response = client.post(path)
    assert (response.status_code, response["Content-Type"]) == (405, "application/problem+json")


def test_the_text_for_agents_leads_to_the_twin_of_every_released_record(
    client: Client,
) -> None:
    text = client.get("/llms.txt").content.decode()
    links = re.findall(r"^- \[[^\]]+\]\(([^)]+)\)(?:: .+)?$", text, re.MULTILINE)
    catalogue = refresh.current()
    withheld = {f"/options/{option.slug}" for option in catalogue.withheld}
    wanted = {f"{URL}{twin_of(path)}" for path in every_path() if path not in withheld}
    assert wanted <= set(links)
    assert not {link for link in links if path_of(link).removesuffix(".md") in withheld}
    assert len(links) == len(set(links))
    for link in links:
        assert link.startswith(URL)
        if not link.endswith("/mcp"):
            assert client.get(link.removeprefix(URL)).status_code == 200, link


def test_the_text_for_agents_is_led_by_what_to_do_for_a_sign(
    client: Client,
) -> None:
    response = client.get("/llms.txt", {"q": "I want to kill myself"})
    lead, _, rest = response.content.decode().partition("\n---\n\n")
    assert lead.startswith("**What to do now**")
    assert "Samaritans" in lead
    assert (rest, response["Cache-Control"]) == (
        client.get("/llms.txt").content.decode(),
        "no-store",
    )


def test_the_text_for_agents_keeps_the_order_of_the_format(client: Client) -> None:
    lines = [line for line in client.get("/llms.txt").content.decode().splitlines() if line]
    assert lines[0].startswith("# ")
    assert lines[1].startswith("> ")
    headings = [line for line in lines if line.startswith("#")][1:]
    assert all(heading.startswith("## ") for heading in headings)
    assert headings[-1] == "## Optional"


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
