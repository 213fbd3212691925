"""The page of a topic: its answers, its options in groups, and the doctor text before them."""

import re

import pytest
from django.test import Client

from content.answers import compose
from content.answers.resolve import Resolved
from content.catalogue import refresh
from content.vocabulary import (
    RATINGS,
    TopicKind,
)
from tests.page_reading import read, said_by, words_of
from tests.reading import unmarked
from tests.site_pages import assert_holds, graded, listed, under_ratings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rendered_once")]


def test_a_topics_page_holds_every_answer_about_it(client: Client) -> None:
    catalogue = refresh.current()
    for slug, entry in catalogue.topics.items():
        path = f"/{entry.topic.kind}s/{slug}"
        page = read(client.get(path).content)
        assert_holds(page, compose.explanation(catalogue, slug), path)
        assert_holds(page, compose.prep_sheet(catalogue, Resolved((slug,))), path)
        if (
            entry.topic.kind == TopicKind.GUIDE
        ):  # it has no list of options, and names nothing that is withheld
            assert not {"options", "withheld"} & set(page.ids), path
        else:
            assert_holds(page, compose.option_list(catalogue, slug), path)


def test_what_may_harm_stands_under_a_heading_of_its_own(client: Client) -> None:
    """The groups of the API and of the Markdown, each with its link at the top."""
    catalogue = refresh.current()
    places = {
        "helps": "options",
        "unclear": "unclear",
        "no-benefit": "not-helping",
        "may-worsen": "may-worsen",
    }
    both = 0
    for slug, entry in catalogue.topics.items():
        page = read(client.get(f"/{entry.topic.kind}s/{slug}").content)
        told, under = {}, ""
        for element in page.main.iter():
            tag = str(element.tag).split("}")[-1]
            if tag == "h2":
                under = element.get("id", "")
            elif tag == "h4":
                told[words_of(element)] = under
        items = [(place, item) for place, some in listed(slug) for item in some]
        assert told == {item.name: place for place, item in items}, slug
        homes = {
            name: place
            for place, item in items
            for name in (item.slug, *(form.slug for form in item.variants or ()))
        }
        assert homes == {pair.released.slug: places[pair.grade.finding] for pair in entry.pairs}, (
            slug
        )
        assert {f"/options/{name}" for name in homes} <= set(page.links), slug
        assert {f"#{place}" for place in told.values()} <= set(page.links), slug
        both += {"not-helping", "may-worsen"} <= set(told.values())
        assert ("may-worsen" in page.ids) == ("may-worsen" in told.values()), slug
    assert both


def test_a_topics_page_shows_each_grade_and_finding_over_its_options(client: Client) -> None:
    catalogue = refresh.current()
    for slug, entry in catalogue.topics.items():
        page = read(client.get(f"/{entry.topic.kind}s/{slug}").content)
        findings = {
            pair.released.slug: (pair.grade.grade, pair.grade.finding) for pair in entry.pairs
        }
        assert under_ratings(page) == [
            (item.name, graded(*findings[item.slug])) for _, some in listed(slug) for item in some
        ], slug
        for form in (
            form for _, some in listed(slug) for item in some for form in item.variants or ()
        ):
            assert form.rating == RATINGS[findings[form.slug]].label
            assert f"{form.name} ({form.rating})" in words_of(page.main), (slug, form.slug)


def test_what_a_family_shares_is_said_where_any_of_its_options_stands(
    client: Client,
) -> None:
    catalogue = refresh.current()
    only_unclear = 0
    for slug, entry in catalogue.topics.items():
        options = compose.option_list(catalogue, slug)
        page = read(client.get(f"/{entry.topic.kind}s/{slug}").content)
        assert bool(options.shared_cautions) == ("shared" in page.ids), slug
        assert "#shared" in page.links or not options.shared_cautions
        for family in options.shared_cautions:
            assert all(
                re.sub(r"\s+", "", caution) in said_by(page.main) for caution in family.cautions
            ), slug
        only_unclear += bool(options.shared_cautions) and not options.options
    assert only_unclear


def test_the_doctor_text_stands_before_everything_but_the_summary(client: Client) -> None:
    catalogue = refresh.current()
    for slug, entry in catalogue.topics.items():
        page = read(client.get(f"/{entry.topic.kind}s/{slug}").content)
        headings = [words_of(element) for element in page.all("h2")]
        assert headings[0] == "When to see a doctor"
        assert re.sub(r"\s+", "", unmarked(entry.topic.flag.emergency)) in said_by(page.main)
