"""The front page, the list of topics and what grades mean."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.utils.text import slugify

from content.answers import compose
from content.catalogue import refresh
from content.pages.groups import OTHERS, symptom_groups
from content.pages.pictures import grading_panels
from content.vocabulary import (
    ALLOWED_FINDINGS,
    FINDING_MEANINGS,
    GRADE_MEANINGS,
    TopicKind,
)
from tests.makers import (
    make_topic,
)
from tests.page_reading import name_of, read, said_by, words_of
from tests.site_pages import assert_holds

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rendered_once")]


def test_the_list_of_topics_holds_everything_covered(client: Client) -> None:
    page = read(client.get("/topics").content)
    coverage = compose.coverage(refresh.current())
    assert_holds(
        page, replace(coverage, ratings=()), "/topics"
    )  # what grades mean is on the page of its own, tested next
    counts = coverage.counts
    said = (
        f"{counts['symptoms']} symptoms, {counts['conditions']} linked conditions, "
        f"{counts['guides']} guides and {counts['options']} options."
    )
    assert said in words_of(page.main)
    assert f"{counts['withheld']} supplements and herbs are named and withheld." in words_of(
        page.main
    )
    assert {f"/options/{option.slug}" for option in coverage.withheld.options} <= set(page.links)


def test_the_grading_page_says_what_each_grade_and_finding_means(client: Client) -> None:
    page = read(client.get("/about/grading").content)
    for meaning in (*GRADE_MEANINGS.values(), *FINDING_MEANINGS.values()):
        assert re.sub(r"\s+", "", meaning) in said_by(page.main)
    assert {(panel.grade, panel.finding) for panel in grading_panels()} == {
        (grade, finding) for grade, all_of in ALLOWED_FINDINGS.items() for finding in all_of
    }


def test_the_front_page_asks_and_its_drawing_leads_to_every_group(client: Client) -> None:
    page = read(client.get("/").content)
    assert words_of(page.one("h1")) == "What is troubling you?"
    (body,) = [part for part in page.all("svg") if part.get("class") == "body"]
    led_to = [part.get("href") for part in body.iter() if name_of(part) == "a"]
    groups = symptom_groups(refresh.current())
    assert led_to == [f"#{slugify(group.name)}" for group in groups]
    listed = {part.get("id"): part for part in page.all("ul")}
    for group in groups:
        named = {
            link.get("href") for link in listed[slugify(group.name)].iter() if link.get("href")
        }
        assert named == {f"/symptoms/{entry.topic.slug}" for entry in group.entries}


def test_every_symptom_is_in_one_group_and_none_in_others() -> None:
    catalogue = refresh.current()
    groups = symptom_groups(catalogue)
    placed = [entry.topic.slug for group in groups for entry in group.entries]
    assert sorted(placed) == sorted(
        entry.topic.slug for entry in catalogue.of_kind(TopicKind.SYMPTOM)
    )
    assert OTHERS not in {group.name for group in groups}


def test_a_symptom_that_editors_add_is_listed_too(client: Client) -> None:
    make_topic("test-symptom", name="Test symptom")
    assert [
        entry.topic.slug
        for group in symptom_groups(refresh.current())
        if group.name == OTHERS
        for entry in group.entries
    ] == ["test-symptom"]
    assert b"Test symptom" in client.get("/").content
