"""The standing of a record, derived from its sign-offs: how long one holds, and what ends it."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from content.documents import OptionDocument, TopicDocument, read_options
from content.review import standing as standing_module
from content.review.standing import Entry, standing
from content.vocabulary import (
    ReviewStatus,
)
from tests.makers import (
    document_of,
    make_option,
)

TODAY = date(2026, 6, 1)


def entry(digest: str, **values: object) -> Entry:
    given = {
        "at": datetime(2026, 3, 1, tzinfo=UTC),
        "reviewer": "Dr A, GP",
        "appointed_on": date(2026, 1, 1),
        "ended_on": None,
        "review_due_on": date(2027, 1, 1),
    }
    return Entry(digest=digest, **(given | values))  # type: ignore[arg-type]


def status(
    document: OptionDocument | TopicDocument, *entries: Entry, today: date = TODAY
) -> ReviewStatus:
    return standing(
        document, {(standing_module.record_kind(document), document.slug): entries}, today
    ).status


@pytest.fixture
def document(db: None) -> OptionDocument:
    return read_options(slug="vaginal-oestrogen")[0]


def test_nothing_signed_is_not_reviewed(document: OptionDocument) -> None:
    assert status(document) == ReviewStatus.NOT_REVIEWED


def test_the_wording_signed_is_reviewed_and_names_the_reviewer(document: OptionDocument) -> None:
    ledger = {("option", document.slug): (entry(standing_module.digest(document)),)}
    assert standing(document, ledger, TODAY).reviewed_by == "Dr A, GP"
    assert standing(document, ledger, TODAY).status == ReviewStatus.REVIEWED


@pytest.mark.parametrize(
    "change",
    [
        {"today": date(2027, 1, 1)},
        {"entry": {"ended_on": date(2026, 5, 1)}},
        {"entry": {"ended_on": TODAY}},
        {"entry": {"appointed_on": date(2026, 7, 1)}},
        {"entry": {"digest": "0" * 64}},
        {"entry": {"appointed_on": date(2026, 3, 2)}},
    ],
    ids=[
        "review due",
        "appointment ended",
        "ends today",
        "not yet appointed",
        "another wording",
        "appointed again since",
    ],
)
def test_what_ends_the_force_of_a_sign_off(
    document: OptionDocument, change: dict[str, object]
) -> None:
    values = {"digest": standing_module.digest(document)} | change.get("entry", {})  # type: ignore[operator]
    assert (
        status(document, entry(**values), today=change.get("today", TODAY)) == ReviewStatus.LAPSED
    )  # type: ignore[arg-type]


def test_restoring_the_words_restores_the_sign_off(document: OptionDocument) -> None:
    signed = entry(standing_module.digest(document))
    changed = replace(document, summary=document.summary + " More.")
    assert status(changed, signed) == ReviewStatus.LAPSED
    assert status(document, signed) == ReviewStatus.REVIEWED


def test_a_later_request_for_change_ends_it_and_a_later_sign_off_renews_it(
    document: OptionDocument,
) -> None:
    digest = standing_module.digest(document)
    signed, asked = (
        entry(digest),
        entry(digest, at=datetime(2026, 4, 1, tzinfo=UTC), review_due_on=None),
    )
    again = entry(digest, at=datetime(2026, 5, 1, tzinfo=UTC))
    assert status(document, signed, asked) == ReviewStatus.LAPSED
    assert status(document, signed, asked, again) == ReviewStatus.REVIEWED


def test_a_request_outlives_the_appointment_of_the_one_who_made_it(
    document: OptionDocument,
) -> None:
    digest = standing_module.digest(document)
    asked = entry(
        digest, at=datetime(2026, 4, 1, tzinfo=UTC), review_due_on=None, ended_on=date(2026, 5, 1)
    )
    assert status(document, entry(digest), asked) == ReviewStatus.LAPSED


@pytest.mark.django_db
def test_a_new_option_has_no_standing() -> None:
    option = make_option()
    assert (
        standing(document_of(option.slug), standing_module.read_ledger(), standing_module.today())
        == standing_module.UNREVIEWED
    )
