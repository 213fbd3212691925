"""Every page: one for each record, well formed, light, with nothing from elsewhere, and honest
about its review.
"""

import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings as configured
from django.test import Client, RequestFactory

from api.screening_middleware import words_of as sent_in
from content.catalogue import refresh
from content.language.screening import screen
from content.models import Topic
from tests.makers import (
    make_evidence,
    make_option,
    make_reviewer,
    make_source,
    make_topic,
)
from tests.page_reading import Read, read, squeezed, words_of
from tests.site_pages import GENERAL, POSTS, every_page, every_response, post, record_pages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rendered_once")]

STYLES = Path(configured.BASE_DIR) / "content/static/content/pages.css"
WEIGHT = 62_000  # bytes over the wire, stylesheet and icon included


def test_every_record_has_its_page(client: Client) -> None:
    catalogue = refresh.current()
    names = {
        f"/{entry.topic.kind}s/{slug}": entry.topic.name for slug, entry in catalogue.topics.items()
    }
    names |= {f"/options/{slug}": option.name for slug, option in catalogue.options.items()}
    assert sorted(names) == sorted(record_pages())
    assert len(names) == 28 + 15 + 6 + 62 + 33
    for path, name in names.items():
        page = read(client.get(path).content)
        assert words_of(page.one("h1")) == name
        assert "/get-help-now" in page.links


def test_a_page_is_well_formed_and_ordered(client: Client) -> None:
    titles: dict[str, str] = {}
    for path, page, _ in every_page(client):
        assert page.one("html").get("lang") == "en-GB", path
        assert len(page.all("h1")) == 1, path
        levels = [
            int(tag[1])
            for tag in (
                str(element.tag).split("}")[-1]
                for element in page.all("h1", "h2", "h3", "h4", "h5", "h6")
            )
        ]
        assert levels[0] == 1, path
        assert all(after - before <= 1 for before, after in pairwise(levels)), (path, levels)
        assert len(page.ids) == len(set(page.ids)), path
        assert {"header", "main", "footer", "nav"} <= {
            str(element.tag).split("}")[-1] for element in page.root.iter()
        }, path
        assert page.all("a")[0].get("href") == "#main", path
        assert words_of(page.all("title")[0]), path
        if not path.startswith(("POST", "a page")):
            titles[path] = words_of(page.all("title")[0])
    assert len(set(titles.values())) == len(titles)


def test_every_picture_has_words_and_every_field_a_label(client: Client) -> None:
    for path, page, _ in every_page(client):
        for picture in page.all("svg"):
            assert (
                picture.get("aria-hidden") == "true"
                or picture.get("aria-label")
                or picture.get("aria-labelledby")
            ), path
        labelled = {element.get("for") for element in page.all("label")} | {
            id(child) for label in page.all("label") for child in label
        }
        for field in page.all("input", "textarea", "select"):
            assert (
                field.get("type") == "hidden"
                or field.get("id") in labelled
                or id(field) in labelled
            ), path
        assert not [element for element in page.all("img") if not element.get("alt")], path


def test_a_page_loads_nothing_from_elsewhere_runs_nothing_and_sets_nothing(client: Client) -> None:
    for path, page, response in every_page(client):
        assert not response.cookies, path
        assert response["Content-Security-Policy"].startswith(
            "default-src 'none'; style-src 'self';"
        ), path
        assert response["Referrer-Policy"] == "no-referrer", path
        assert ("script-src" in response["Content-Security-Policy"]) == (path == "/agents"), path
        scripts = [script.get("src") or script.get("type") for script in page.all("script")]
        assert set(scripts) <= {
            "application/ld+json",
            *(["/static/content/copy.js"] if path == "/agents" else []),
        }, path
        assert page.all("style", "iframe", "object", "embed") == [], path
        for element in page.root.iter():
            assert not [
                name for name in element.attrib if name == "style" or name.startswith("on")
            ], (path, element.tag)
        for tag, address in page.loads():
            assert re.match(r"(/(?!/)|#)", address), (path, tag, address)


def test_pages_link_outwards_only_to_sources_and_the_helpline_finder(client: Client) -> None:
    known = {source.url for source in refresh.current().sources.values()} | {
        "https://findahelpline.com"
    }
    for path, page, _ in every_page(client):
        outward = {link for link in page.links if not link.startswith(("/", "#", "tel:"))}
        assert outward <= known, (path, outward - known)


def test_every_link_of_our_own_leads_somewhere(client: Client) -> None:
    seen: dict[str, Read] = {}
    for path, page, _ in every_page(client):
        for link in page.links:
            if link.startswith("#"):
                assert link[1:] in page.ids, (path, link)
            elif link.startswith("/"):
                address, _, fragment = link.partition("#")
                if address not in seen:
                    response = client.get(address)
                    assert response.status_code == 200, (path, link)
                    seen[address] = (
                        read(response.content) if "text/html" in response["Content-Type"] else page
                    )
                assert not fragment or fragment in seen[address].ids, (path, link)


def test_every_page_says_honestly_that_nobody_has_reviewed_it(client: Client) -> None:
    """And nothing that stops being so on the day a reviewer is appointed, before anything is
    signed.
    """
    make_reviewer()
    for path, response in every_response(client):
        html = response.content.decode()
        footer = squeezed(re.sub(r"<[^>]+>", " ", html.partition("<footer")[2]))
        assert "Not clinically reviewed yet." in footer, path
        assert not re.search(
            r"nobody yet|appointed (?:yet|to review)|(?:is|are|been) appointed",
            html,
            re.IGNORECASE,
        ), path
        assert "not medical advice" in footer, path


def test_a_page_has_no_section_with_nothing_in_it(client: Client) -> None:
    option = make_option("bare-walks", summary="Walks.", cost="Free.", access="Anyone.")
    make_topic("bare-ache")
    refresh.forget()
    page = client.get("/options/bare-walks").content.decode()
    assert "Cost and access" in page
    assert not re.search(r'id="(?:sources|evidence)"|href="#(?:sources|evidence)"', page)
    page = client.get("/symptoms/bare-ache").content.decode()
    assert not re.search(r'id="(?:sources|related)"|href="#(?:sources|related)"', page)
    make_evidence(option, Topic.objects.get(slug="bare-ache")).sources.add(make_source())
    refresh.forget()
    page = client.get("/options/bare-walks").content.decode()
    assert 'id="evidence"' in page
    assert 'id="sources"' in page


def test_every_page_that_the_about_pages_promise_names_its_publications(client: Client) -> None:
    for path in ("/about", "/about/review"):
        said = words_of(read(client.get(path).content).main)
        assert (
            "Every page about a symptom, a linked condition or a graded option names its "
            "publications, and so does Get help now" in said
        )
    catalogue = refresh.current()
    withheld = {f"/options/{option.slug}" for option in catalogue.withheld}
    for path in {*record_pages(), "/get-help-now"} - withheld:
        page = read(client.get(path).content)
        (named,) = [
            section
            for section in page.all("section")
            if section.get("aria-labelledby") == "sources"
        ]
        assert [link for link in named.iter() if link.get("href", "").startswith("http")], path


def test_every_page_is_light(client: Client) -> None:
    shared = sum(
        (STYLES.parent / name).stat().st_size for name in ("pages.css", "icon.svg")
    )  # what every page asks for
    for path in (*GENERAL, *record_pages()):
        sent = len(client.get(path, HTTP_ACCEPT_ENCODING="gzip").content)
        assert sent + shared < WEIGHT, (path, sent, shared)
    for path, fields in (
        *POSTS,
        (
            "/prepare",
            {"symptoms": [entry.topic.name for entry in refresh.current().topics.values()][:12]},
        ),
    ):
        assert len(post(client, path, fields).content) + shared < WEIGHT, path


@pytest.mark.django_db
def test_no_page_of_ours_is_taken_for_a_warning_sign(client: Client) -> None:
    pages = re.findall(r"<loc>([^<]+)</loc>", client.get("/sitemap.xml").content.decode())
    assert len(pages) > 100
    wrong = [
        page
        for page in pages
        if screen("\n".join(sent_in(RequestFactory().get(urlsplit(page).path))))
    ]
    assert wrong == []
