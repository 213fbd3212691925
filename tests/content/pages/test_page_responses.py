"""How pages are sent: tags, compression, and a page for whoever asks for one that is not there."""

import gzip
import json
from typing import Any

import pytest
from django.test import Client

from content.catalogue import refresh
from content.language.warning_signs import SIGNS
from content.models import Topic
from tests.page_reading import read, words_of
from tests.site_pages import BROWSER, GENERAL, post

pytestmark = pytest.mark.django_db


def test_a_page_is_public_and_tagged_until_its_content_changes(
    client: Client,
) -> None:
    for path in (*GENERAL, "/symptoms/brain-fog", "/options/sage", "/options/exercise"):
        response = client.get(path)
        assert response["Cache-Control"] == "public, max-age=60"
        again = client.get(path, HTTP_IF_NONE_MATCH=response["ETag"])
        assert (again.status_code, again.content, again["ETag"], again["Cache-Control"]) == (
            304,
            b"",
            response["ETag"],
            "public, max-age=60",
        ), path
        assert client.get(path, HTTP_IF_NONE_MATCH='"other"').status_code == 200
    before = client.get("/symptoms/brain-fog")["ETag"]
    Topic.objects.filter(slug="brain-fog").update(summary="Changed by hand.")
    after = client.get("/symptoms/brain-fog", HTTP_IF_NONE_MATCH=before)
    assert after.status_code == 200
    assert b"Changed by hand." in after.content


def test_a_page_is_sent_packed_to_whoever_can_unpack_it(client: Client) -> None:
    plain = client.get("/symptoms/hot-flushes")
    packed = client.get("/symptoms/hot-flushes", HTTP_ACCEPT_ENCODING="br, gzip")
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert plain["Vary"] == packed["Vary"] == "Accept-Encoding"
    assert "Content-Encoding" not in client.get(
        "/symptoms/hot-flushes", HTTP_ACCEPT_ENCODING="gzip;q=0, identity"
    )
    assert "Content-Encoding" not in post(
        client, "/search", {"topic": "anxiety"}, HTTP_ACCEPT_ENCODING="gzip"
    )


def test_words_in_the_address_make_a_page_nobody_stores(client: Client) -> None:
    assert client.get("/topics?utm=x")["Cache-Control"] == "no-store"


def test_a_browser_gets_a_page_where_there_is_none_and_software_a_problem(client: Client) -> None:
    page = client.get("/symptoms/nothing", HTTP_ACCEPT="text/html,application/xhtml+xml,*/*;q=0.8")
    assert page.status_code == 404
    assert "Page not found" in words_of(read(page.content).main)
    for path, accept in (
        ("/symptoms/nothing", "*/*"),
        ("/symptoms/nothing", "application/json"),
        ("/v1/nothing", "text/html"),
        ("/mcp/nothing", "text/html"),
    ):
        assert json.loads(client.get(path, HTTP_ACCEPT=accept).content)["code"] == "not_found"
    assert (
        client.get("/symptoms/osteoporosis").status_code
        == client.get("/conditions/hot-flushes").status_code
        == 404
    )


@pytest.mark.parametrize("broken", ["", "content.pages.rendering.render_to_string"])
def test_a_browser_that_meets_a_fault_gets_a_page_that_needs_nothing(
    broken: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*arguments: Any, **named: Any) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(refresh, "current", fault)  # with the content goes the database
    if broken:
        monkeypatch.setattr(broken, fault)
    for words, urgent in (("anxiety", None), ("I want to die", SIGNS[0].urgent)):
        response = post(client, "/search", {"topic": words}, HTTP_ACCEPT=BROWSER)
        assert (response.status_code, response["Cache-Control"]) == (500, "no-store")
        if broken:  # what breaks every page too still leaves the problem document
            assert json.loads(response.content).get("urgent") == urgent
            continue
        page = read(response.content)
        assert words_of(page.one("h1")) == "Something went wrong here"
        assert "/get-help-now" in [link.get("href") for part in page.main for link in part.iter()]
        assert (page.main[0].get("class") == "urgent") == (urgent is not None)
    for accept in ("*/*", "application/json"):
        response = post(client, "/search", {"topic": "anxiety"}, HTTP_ACCEPT=accept)
        assert (response.status_code, response["Content-Type"]) == (500, "application/problem+json")
    assert (
        json.loads(client.get("/v1/topics", HTTP_ACCEPT="text/html, application/json").content)[
            "code"
        ]
        == "internal_error"
    )


def test_a_browser_whose_method_is_refused_gets_a_page(client: Client) -> None:
    response = client.post("/symptoms/hot-flushes", HTTP_ACCEPT=BROWSER)
    assert (response.status_code, response["Allow"], response["Cache-Control"]) == (
        405,
        "GET, HEAD",
        "no-store",
    )
    page = read(response.content)
    assert words_of(page.one("h1")) == "That cannot be done here"
    assert not page.all(
        "script"
    )  # a refusal is no page of content, and says nothing of itself to programs
    assert (
        read(client.post("/topics?q=I+want+to+die", HTTP_ACCEPT=BROWSER).content)
        .main[0]
        .get("class")
        == "urgent"
    )
    for path, accept in (
        ("/symptoms/hot-flushes", "*/*"),
        ("/topics", "application/json"),
        ("/v1/topics", "*/*," + BROWSER),
    ):
        response = client.post(path, HTTP_ACCEPT=accept)
        assert (response.status_code, json.loads(response.content)["code"]) == (
            405,
            "method_not_allowed",
        )
        assert response["Allow"]
