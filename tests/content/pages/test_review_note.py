"""What a page says of its review: who signed, when, and what ended it."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from content.answers import compose
from content.catalogue import refresh
from content.models import Option, Topic
from content.review import standing
from tests.makers import (
    make_reviewer,
    make_sign_off,
)
from tests.page_reading import read, words_of
from tests.site_pages import post, spoken

pytestmark = pytest.mark.django_db


def test_the_about_page_says_how_much_has_been_reviewed(client: Client) -> None:
    def who() -> str:
        refresh.forget()
        return words_of(read(client.get("/about").content).main)

    assert "No text is clinically reviewed at present" in who()
    reviewer = make_reviewer()
    assert "No text is clinically reviewed at present" in who()
    make_sign_off("brain-fog", reviewer)
    assert "signed some of the texts" in who()
    catalogue = refresh.current()
    for slug in (*catalogue.topics, *(option.slug for option in catalogue.released)):
        if slug != "brain-fog":
            make_sign_off(slug, reviewer)
    assert "signed the texts" in who()


def test_a_topic_page_is_as_reviewed_as_the_least_reviewed_it_shows(client: Client) -> None:
    """In words for people and in data for programs."""
    reviewer = make_reviewer()
    slugs = [pair.released.slug for pair in refresh.current().topics["brain-fog"].pairs]
    assert slugs
    signed = "Clinically reviewed by Dr Test Reviewer, Consultant gynaecologist."
    for said, reviewed in (("Not clinically reviewed", ["brain-fog"]), (signed, slugs)):
        for slug in reviewed:
            make_sign_off(slug, reviewer)
        refresh.forget()
        page = read(client.get("/symptoms/brain-fog").content)
        (data,) = [
            script.text
            for script in page.all("script")
            if script.get("type") == "application/ld+json"
        ]
        assert said in words_of(page.one("footer"))
        assert ("reviewedBy" in json.loads(data or "")) == (said == signed)


@pytest.mark.parametrize(
    ("slug", "path", "model"),
    [("brain-fog", "/symptoms/brain-fog", Topic), ("clonidine", "/options/clonidine", Option)],
)
def test_a_page_says_that_its_text_was_changed_where_that_ended_its_review(
    client: Client, slug: str, path: str, model: type[Topic] | type[Option]
) -> None:
    reviewer = make_reviewer()
    changed, lapsed = (
        "This text was changed after it was reviewed. Treat it as not reviewed.",
        "The clinical review of this text has lapsed.",
    )
    make_sign_off(slug, reviewer, review_due_on=standing.today())
    refresh.forget()
    page = words_of(read(client.get(path).content).one("body"))
    assert lapsed in page
    assert changed not in page
    model._default_manager.filter(slug=slug).update(summary="Other words.")
    assert changed in words_of(read(client.get(path).content).one("body")), path


def test_results_are_as_reviewed_as_the_least_reviewed_of_what_they_show(client: Client) -> None:
    reviewer = make_reviewer()
    signed = "Clinically reviewed by Dr Test Reviewer, Consultant gynaecologist."
    for slug, both in (("hot-flushes", "Not clinically reviewed yet."), ("brain-fog", signed)):
        make_sign_off(slug, reviewer)
        refresh.forget()
        assert signed in words_of(
            read(post(client, "/search", {"topic": slug.replace("-", " ")}).content).one("footer")
        )
        assert both in words_of(
            read(
                post(client, "/search", {"topic": "hot flushes and brain fog all day"}).content
            ).one("footer")
        )
    for words in (
        "sage",
        "car insurance",
    ):  # named and nothing else; names of everything, of which most is not reviewed
        assert "Not clinically reviewed yet." in words_of(
            read(post(client, "/search", {"topic": words}).content).one("footer")
        )


def test_a_page_says_since_when_its_wording_has_stood(client: Client) -> None:
    today = datetime.now(UTC).date()
    assert (
        f'<time datetime="{today.isoformat()}">'
        in client.get("/symptoms/brain-fog").content.decode()
    )
    assert b"<time" not in client.get("/options/sage").content


def test_a_page_says_when_it_was_reviewed_when_next_and_what_it_rests_on(
    client: Client,
) -> None:
    def foot() -> str:
        refresh.forget()
        return spoken(read(client.get("/options/clonidine").content).one("footer"))

    sources = len(compose.evidence_sheet(refresh.current(), "clonidine").sources)
    assert "Last reviewed: not yet reviewed by a clinician. Next review: none set yet." in foot()
    assert f"Rests on: {sources} publications, listed on this page" in foot()
    due = standing.today() + timedelta(days=200)
    make_sign_off("clonidine", make_reviewer(), review_due_on=due)
    today = standing.today()
    assert f"Last reviewed: {today.day} {today:%B %Y}. Next review: {due.day} {due:%B %Y}" in foot()
