"""Words of a warning sign on pages and forms: what to do now stands first."""

import re
from typing import Any

import pytest
from django.test import Client

from content.catalogue import refresh
from content.language.warning_signs import SIGNS
from tests.examples import SIGN_WORDS
from tests.page_reading import read, said_by, words_of
from tests.site_pages import found, post, urlencoded

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
@pytest.mark.parametrize("path", ["/search", "/prepare"])
def test_urgent_leads_whatever_a_form_answers(
    path: str, sign: Any, client: Client, settings: Any
) -> None:
    field = "topic" if path == "/search" else "symptoms"
    for words, limit in (
        (SIGN_WORDS[sign.slug], "60/m"),
        (f"hot flushes, {SIGN_WORDS[sign.slug]}", "60/m"),
        (SIGN_WORDS[sign.slug], "0/m"),
    ):
        settings.RATE_LIMIT = limit
        response = post(client, path, {field: words})
        page = read(response.content)
        first = page.main[0]
        assert first.get("class") == "urgent"
        assert re.sub(r"\s+", "", sign.urgent) in said_by(first)
        assert words_of(page.all("title")[0]).startswith("Warning sign, read first")
        assert response["Cache-Control"] == "no-store"
    assert response.status_code == 429


@pytest.mark.parametrize(
    "words", ["I want to die", SIGN_WORDS["stroke-signs"], f"zebrafinch, {SIGN_WORDS['self-harm']}"]
)
@pytest.mark.parametrize(("path", "field"), [("/search", "topic"), ("/prepare", "symptoms")])
def test_words_with_a_sign_that_name_nothing_get_help_first(
    path: str, field: str, words: str, client: Client, rest: Any
) -> None:
    """As the calls answer them: 200, and no word of what was not found.

    No other record's name comes between her and help.
    """
    assert rest("explain", topic=words)[1]["topic"] is None
    response = post(client, path, {field: words})
    page = read(response.content)
    assert response.status_code == 200
    assert page.main[0].get("class") == "urgent"
    assert words_of(page.one("h1")) == "Get help first"
    assert words_of(page.all("title")[0]).startswith("Warning sign, read first: Get help first")
    assert not re.search(
        "nothing found|could not tell|do not wait for a page|closest",
        words_of(page.main),
        re.IGNORECASE,
    )
    after = [element for part in page.main[1:] for element in part.iter()]
    ways = [
        element.get("href") or element.get("action")
        for element in after
        if element.get("href") or element.get("action")
    ]
    assert ways == ["/get-help-now", "/search", "/prepare"]


@pytest.mark.parametrize("path", ["/", "/symptoms/hot-flushes", "/get-help-now", "/no-such-page"])
def test_urgent_leads_a_page_whose_address_holds_a_sign(client: Client, path: str) -> None:
    response = client.get(path, {"q": SIGN_WORDS["chest-pain"]}, HTTP_ACCEPT="text/html")
    assert read(response.content).main[0].get("class") == "urgent"
    assert response["Cache-Control"] == "no-store"
    assert b'class="urgent"' not in client.get(path, HTTP_ACCEPT="text/html").content


def test_a_form_as_browsers_send_it_is_screened_by_its_values_alone(client: Client) -> None:
    page = read(urlencoded(client, "/search", "topic=I+want+to+die").content)
    urgent = said_by(page.main[0])
    assert re.sub(r"\s+", "", SIGNS[0].urgent) in urgent
    assert re.sub(r"\s+", "", SIGNS[1].urgent) not in urgent
    assert b'class="urgent"' in urlencoded(client, "/search", "topic=%49%20%77ant+to+die").content
    assert b'class="urgent"' in urlencoded(client, "/search", "I+want+to+die").content
    assert (
        b'class="urgent"' in urlencoded(client, "/search", 'topic={"a": "I want to die"}').content
    )


def test_ticking_boxes_never_looks_like_a_warning_sign(client: Client) -> None:
    names = [entry.topic.name for entry in refresh.current().topics.values()]
    for chosen in ([name] for name in names):
        assert b'class="urgent"' not in post(client, "/prepare", {"symptoms": chosen}).content, (
            chosen
        )
    for start in range(0, len(names), 6):
        body = "&".join(f"symptoms={name.replace(' ', '+')}" for name in names[start : start + 12])
        assert b'class="urgent"' not in urlencoded(client, "/prepare", body).content


def test_long_words_are_all_screened_though_only_the_first_are_matched(client: Client) -> None:
    page = read(
        post(client, "/search", {"topic": "brain fog " * 200 + SIGN_WORDS["chest-pain"]}).content
    )
    assert page.main[0].get("class") == "urgent"
    assert found(page)[0] == "/symptoms/brain-fog"
    assert "only the first part was used" in words_of(page.main)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/search", "/prepare"])
def test_a_form_is_read_in_one_way_only(client: Client, path: str) -> None:
    """A body that can be read in two ways could hide from the screen what the page answers."""
    name = "topic" if path == "/search" else "symptoms"
    hidden = "".join(f"%{ord(letter):02x}" for letter in "I want to kill myself")
    both = client.post(
        path, f'["&{name}={hidden}&"]', content_type="application/x-www-form-urlencoded"
    )
    assert "findahelpline" in both.content.decode()
    for kind in ("multipart/form-data; boundary=B", "text/plain", "application/json"):
        body = (
            f"--B\r\nContent-Disposition: form-data; name={name}\r\nContent-Transfer-Encoding: "
            f"base64\r\n\r\naG90IGZsdXNoZXM=\r\n--B--\r\n"
        )
        assert client.post(path, body, content_type=kind).status_code == 415
