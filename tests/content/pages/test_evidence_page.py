"""The table of all evidence, and what is chosen of it."""

from typing import Any

import pytest
from django.test import Client

from content.catalogue import refresh
from content.pages.groups import symptom_groups
from content.vocabulary import (
    RATINGS,
    Finding,
)
from tests.page_reading import Read, name_of, read, words_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rendered_once")]


def rated_in(page: Read) -> list[tuple[str, str, str]]:
    """Every rating of the evidence page's tables: the topic's page, the option's, and the rating in
    words.
    """
    told = []
    for table in page.all("table"):
        head, *rows = [row for row in table.iter() if name_of(row) == "tr"]
        columns = [part.get("href", "") for part in head.iter() if part.get("href")]
        for row in rows:
            option, *cells = list(row)
            (link,) = [part.get("href", "") for part in option.iter() if part.get("href")]
            told += [
                (topic, link, words_of(cell))
                for topic, cell in zip(columns, cells, strict=True)
                if words_of(cell)
            ]
    return told


def rated_pairs() -> list[tuple[str, str, Any, str]]:
    return [
        (
            f"/{entry.topic.kind}s/{slug}",
            f"/options/{pair.released.slug}",
            pair,
            RATINGS[pair.grade.grade, pair.grade.finding].label,
        )
        for slug, entry in refresh.current().topics.items()
        for pair in entry.pairs
    ]


def test_the_evidence_page_has_every_pair_with_its_rating(client: Client) -> None:
    told = rated_in(read(client.get("/evidence").content))
    assert sorted(told) == sorted(
        (topic, option, label) for topic, option, _, label in rated_pairs()
    )


def test_what_has_most_strong_evidence_stands_first_on_the_page(client: Client) -> None:
    best = next(iter(RATINGS.values())).label
    told = [
        (option, label)
        for topic, option, label in rated_in(read(client.get("/evidence").content))
        if topic.startswith("/symptoms/")
    ]
    strong = [told.count((option, best)) for option in dict.fromkeys(option for option, _ in told)]
    assert strong[0] > 1
    assert strong == sorted(strong, reverse=True)


def test_the_evidence_page_shows_what_is_chosen_and_nothing_else(client: Client) -> None:
    group = next(
        group for group in symptom_groups(refresh.current()) if group.name == "Heat and sleep"
    )
    within = {f"/symptoms/{entry.topic.slug}" for entry in group.entries}
    query = {"area": "heat-and-sleep", "kind": "lifestyle", "rating": "weak-no-benefit"}
    response = client.get("/evidence", query)
    wanted = [
        (topic, option, label)
        for topic, option, pair, label in rated_pairs()
        if topic in within
        and pair.released.kind == "lifestyle"
        and pair.grade.finding == Finding.NO_BENEFIT
    ]
    assert wanted
    page = read(response.content)
    assert sorted(rated_in(page)) == sorted(wanted)
    chosen = [part.get("value") for part in page.all("option") if "selected" in part.attrib]
    assert chosen == list(query.values())
    assert response["Cache-Control"] == "no-store"


def test_the_evidence_page_takes_no_words_for_a_choice(client: Client) -> None:
    response = client.get(
        "/evidence", {"area": "zebrafinch", "kind": "zebrafinch", "rating": "zebrafinch"}
    )
    assert b"ebrafinch" not in response.content
    assert len(rated_in(read(response.content))) == len(rated_pairs())
