"""The site as tests walk it: which pages there are, what a form gets back, and whether a page holds
an answer.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from django.conf import settings as configured
from django.test import Client

from content.answers import compose, shapes
from content.catalogue import refresh
from content.catalogue.snapshot import Catalogue
from content.vocabulary import (
    RATINGS,
)
from tests.examples import SIGN_WORDS
from tests.page_reading import Read, name_of, read, said_by, squeezed, words_of
from tests.reading import unmarked

GENERAL = (
    "/",
    "/topics",
    "/evidence",
    "/search",
    "/prepare",
    "/get-help-now",
    "/about",
    "/about/grading",
    "/about/review",
    "/about/privacy",
    "/about/safety",
    "/agents",
)


def post(client: Client, path: str, fields: Mapping[str, Any], **headers: Any) -> Any:
    """Send a form as browsers send it."""
    return urlencoded(
        client, path, urlencode(fields, doseq=True, errors="surrogatepass"), **headers
    )


def urlencoded(client: Client, path: str, body: str, **headers: Any) -> Any:
    return client.generic(
        "POST", path, body, content_type="application/x-www-form-urlencoded", **headers
    )


def record_pages() -> list[str]:
    catalogue = refresh.current()
    topics = [f"/{entry.topic.kind}s/{slug}" for slug, entry in catalogue.topics.items()]
    return [*topics, *(f"/options/{slug}" for slug in catalogue.options)]


def every_page(client: Client) -> list[tuple[str, Read, Any]]:
    """Each page of the service as a reader gets it: by address, and the pages that answer a form.

    Those of one catalogue are asked for once.
    """
    catalogue = refresh.current()
    if not _walked or _walked[0][0] is not catalogue:
        _walked[:] = [(catalogue, list(_walk(client)))]
    return _walked[0][1]


_walked: list[tuple[Catalogue, list[tuple[str, Read, Any]]]] = []


def _walk(client: Client) -> Iterator[tuple[str, Read, Any]]:
    for path, response in every_response(client):
        yield path, read(response.content), response


def every_response(client: Client) -> Iterator[tuple[str, Any]]:
    """Each page of the service as it is sent, and the pages that answer a form."""
    for path in (*GENERAL, *record_pages()):
        response = client.get(path)
        assert response.status_code == 200, path
        yield path, response
    for path, fields in POSTS:
        yield f"POST {path} {fields}", post(client, path, fields)
    yield "a page that is not there", client.get("/nowhere", HTTP_ACCEPT="text/html")


POSTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/search", {"topic": "I can't sleep and my joints ache"}),
    ("/search", {"topic": "sage"}),
    ("/search", {"topic": "car insurance"}),
    ("/search", {"topic": SIGN_WORDS["self-harm"]}),
    ("/search", {"topic": " "}),
    ("/prepare", {"symptoms": ["Hot flushes", "Low mood", "xylophone zeppelin"]}),
    ("/prepare", {}),
)


def shown(value: Any, name: str = "") -> Iterator[str]:
    """Every text of an answer that a reader is meant to read, its own addresses, and that of each
    record it names.
    """
    codes = {
        "slug",
        "kind",
        "grade",
        "finding",
        "family",
        "review_status",
        "reviewed_by",
        "year",
        "content_updated",
        "review_due",
    }
    if isinstance(value, str) and name not in codes:
        yield from (line for line in value.splitlines() if line.strip())
    elif isinstance(value, dict):
        if {"slug", "name", "kind"} <= set(value):
            yield shapes.Ref(value["slug"], value["name"], value["kind"]).source_page
        if name == "withheld":  # named, and led to from the list of everything alone
            value = {"reason": value["reason"], "names": [one["name"] for one in value["options"]]}
        for key, part in value.items():
            yield from shown(part, key)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from shown(part, name)


def assert_holds(page: Read, answer: Any, path: str) -> None:
    """The page at `path` says everything that the answer says.

    (An appointment sheet's own address is the form that makes it.)
    """
    said, links = said_by(page.one("body")).casefold(), {*page.links, path}
    for text in shown(asdict(answer)):
        if text.startswith(("http://", "https://")):
            assert text in links or text.removeprefix(configured.PUBLIC_URL) in links, (path, text)
        else:
            assert re.sub(r"\s+", "", unmarked(text)).casefold() in said, (path, text)


def spoken(element: Any) -> str:
    """What a screen reader says of an element: its words with nothing put between them but what
    stands there.
    """
    return squeezed("".join(element.itertext()))


def under_ratings(page: Read) -> list[tuple[str, str]]:
    """What stands under a rating on a page, in its order: its heading, and that of the rating."""
    told, under = [], ""
    for element in page.main.iter():
        if name_of(element) == "h3":
            under = spoken(element)
        elif name_of(element) == "h4":
            told.append((words_of(element), under))
    return told


def graded(grade: str, finding: str) -> str:
    """A heading that tells what grade and finding say together: “weak evidence” of harm is not what
    is meant.
    """
    label = RATINGS[grade, finding].label
    return f"{label[:1].upper()}{label[1:]}"


def listed(slug: str) -> list[tuple[str, list[shapes.OptionItem]]]:
    """The options of a topic's page, by the id of the section that they stand in."""
    options = compose.option_list(refresh.current(), slug)
    return [
        ("options", list(options.options)),
        ("unclear", list(options.not_enough_research)),
        ("not-helping", list(options.not_shown_to_help)),
        ("may-worsen", list(options.may_worsen)),
    ]


def found(page: Read) -> list[str]:
    """The records a page of results leads to, best first."""
    return [
        link
        for heading in page.all("h2")
        for link in (element.get("href", "") for element in heading.iter())
        if link
    ]


BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
