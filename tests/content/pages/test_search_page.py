"""The search: the records that words name, and what is said where they name none."""

import re
from typing import Any

import pytest
from django.test import Client

from content.answers import shapes
from content.catalogue import refresh
from content.vocabulary import (
    TopicKind,
)
from tests.examples import SIGN_WORDS
from tests.page_reading import read, said_by, words_of
from tests.reading import unmarked
from tests.site_pages import found, post, urlencoded

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "words",
    [
        *SIGN_WORDS.values(),
        "my face is drooping, is it hot flushes",
        "hot flushes and I want to kill myself",
    ],
)
def test_a_search_answers_words_with_a_sign_just_as_the_calls_do(
    words: str, client: Client
) -> None:
    topic = client.get("/v1/explain", {"topic": words}).json()["topic"]
    option = client.get("/v1/evidence", {"option": words}).json()["option"]
    page = post(client, "/search", {"topic": words}).content.decode()
    assert ("Get help first" in page) == (topic is None and option is None)
    assert "Nothing found" not in page
    if topic is not None:
        assert topic["slug"] in page


@pytest.mark.parametrize(
    ("words", "links"),
    [
        ("hot flashes", ["/symptoms/hot-flushes"]),
        ("hot flushes and brain fog all day", ["/symptoms/hot-flushes", "/symptoms/brain-fog"]),
        ("HRT", ["/options/hormone-replacement-therapy"]),
        ("sage", ["/options/sage"]),
        ("vaginal oestrogen", ["/options/vaginal-oestrogen"]),
    ],
)
def test_search_finds_topics_and_options_in_plain_words(
    words: str, links: list[str], client: Client
) -> None:
    assert sorted(found(read(post(client, "/search", {"topic": words}).content))) == sorted(links)


@pytest.mark.parametrize(
    "words",
    [
        "my hair is falling out",
        "rage at everyone",
        "why am I so tired all day",
        "dodgy waterworks at night",
    ],
)
def test_search_means_what_the_api_means(client: Client, rest: Any, words: str) -> None:
    status, body = rest("explain", topic=words)
    links = (
        []
        if status == 404
        else [
            f"/{topic['kind']}s/{topic['slug']}" for topic in (body["topic"], *body["also_matched"])
        ]
    )
    assert [
        link
        for link in found(read(post(client, "/search", {"topic": words}).content))
        if not link.startswith("/options")
    ] == links


def test_a_result_gives_the_doctor_text_in_full(client: Client) -> None:
    page = read(post(client, "/search", {"topic": "brain fog"}).content)
    assert re.sub(
        r"\s+", "", unmarked(refresh.current().topics["brain-fog"].topic.flag.routine)
    ) in said_by(page.main)


def test_words_that_name_nothing_get_the_closest_and_the_whole_list(
    client: Client, rest: Any
) -> None:
    page = read(post(client, "/search", {"topic": "sweat shop"}).content)
    suggested = rest("explain", topic="sweat shop")[1]["suggestions"]
    near = {shapes.Ref(**item).path for item in suggested}
    assert near <= set(page.links)
    assert near
    assert {
        f"/symptoms/{entry.topic.slug}" for entry in refresh.current().of_kind(TopicKind.SYMPTOM)
    } <= set(page.links)
    assert found(page) == []
    nothing = read(post(client, "/search", {"topic": "xylophone zeppelin"}).content)
    assert "The closest we have" in words_of(page.main)
    assert "The closest we have" not in words_of(nothing.main), (
        "what is near nothing has nothing near"
    )


@pytest.mark.parametrize("path", ["/search", "/prepare", "/nowhere"])
def test_words_are_never_printed_back_or_put_in_an_address(
    path: str, client: Client, settings: Any
) -> None:
    for limit in ("60/m", "0/m"):
        settings.RATE_LIMIT = limit
        response = post(client, path, {"topic": "zebrafinchmarker", "symptoms": "zebrafinchmarker"})
        assert b"zebrafinch" not in response.content
        assert "zebrafinch" not in str(response.headers)
        assert response["Cache-Control"] == "no-store"
        assert response.status_code in (200, 400, 404, 405, 429)
    for form in read(client.get("/search").content).all("form"):
        assert form.get("method") == "post"


def test_odd_texts_are_answered(client: Client) -> None:
    for words in (
        "\x00",
        "\ud7ff\ufffd",
        "\udc80 lone",
        "hot flushes" * 200,
        "🔥" * 400,
        "<script>alert(1)</script>",
        "%00%ff",
        "a&b=c",
    ):
        assert post(client, "/search", {"topic": words}).status_code in (200, 400)
        assert post(client, "/prepare", {"symptoms": words}).status_code in (200, 400)
    assert urlencoded(client, "/search", "topic=%ff%fe%00").status_code == 200
    assert urlencoded(client, "/search", "topic=" + "x" * 70_000).status_code == 413
    assert (
        client.generic(
            "POST", "/search", b"--x\r\nrubbish", content_type="multipart/form-data; boundary=x"
        ).status_code
        == 415
    )
    assert (
        client.generic(
            "POST",
            "/search",
            b"topic=hot",
            content_type="application/x-www-form-urlencoded; charset=utf-7",
        ).status_code
        < 500
    )


def test_forms_share_the_quota_of_the_calls(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "3/d"
    assert [
        post(client, "/search", {"topic": "anxiety"}).status_code,
        client.get("/v1/topics").status_code,
        post(client, "/prepare", {"symptoms": "Anxiety"}).status_code,
    ] == [200] * 3
    limited = post(client, "/search", {"topic": "anxiety"})
    assert limited.status_code == client.get("/v1/topics").status_code == 429
    assert 1 <= int(limited["Retry-After"]) <= 86_400
    said = words_of(read(limited.content).main)
    assert "Please wait" in said
    assert "go back and try again" in said
    assert "button" not in said
    assert client.get("/search").status_code == client.get("/symptoms/anxiety").status_code == 200
