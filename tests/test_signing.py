"""The reviewer's two acts: who may, on what, and what is refused."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError

from content import review, signing
from content.changes import ROWS
from content.models import Caution, ChangeRequest, Option, Reviewer, Source, Topic
from content.vocabulary import CautionKind, OptionKind
from tests.makers import document_of, make_option, make_reviewer, make_source, make_user

pytestmark = pytest.mark.django_db

DUE = review.today() + timedelta(days=365)


def sign(user: object, slug: str = "hot-flushes", kind: str = "topic", digest: str | None = None, due: object = DUE) -> object:
    return signing.sign_off(user=user, kind=kind, slug=slug, digest=digest or review.digest(document_of(slug)), review_due_on=due)  # type: ignore[arg-type]


def test_an_appointed_reviewer_signs_what_was_shown() -> None:
    reviewer = make_reviewer()
    sign(reviewer.user)
    standing = review.standing(document_of("hot-flushes"), review.read_ledger(), review.today())
    assert (standing.is_reviewed, standing.reviewed_by) == (True, "Dr Test Reviewer, Consultant gynaecologist")


def test_who_may_not_sign() -> None:
    ended = make_reviewer("Dr Ended", ended_on=review.today())
    coming = make_reviewer("Dr Coming", appointed_on=review.today() + timedelta(days=1))
    chief, editor = make_reviewer("Dr Chief"), make_reviewer("Dr Editor")
    chief.user.is_superuser = True
    chief.user.save()
    editor.user.user_permissions.add(Permission.objects.get(codename="change_topic"))
    for user in (make_user("nobody"), ended.user, coming.user, chief.user, editor.user):
        with pytest.raises(signing.NotYours):
            sign(type(user).objects.get(pk=user.pk))


def test_nobody_signs_what_they_last_changed() -> None:
    reviewer = make_reviewer()
    topic = Topic.objects.get(slug="hot-flushes")
    topic.summary += " And more."
    topic._history_user = reviewer.user  # type: ignore[attr-defined]
    topic.save()
    with pytest.raises(signing.NotYours, match="last changed"):
        sign(reviewer.user)


def test_nobody_signs_what_they_once_wrote_though_others_signed_and_changed_it_since() -> None:
    author, other = make_reviewer("Dr Author"), make_reviewer("Dr Other")
    for user, words in ((author.user, " Mine."), (make_user("later"), " Theirs.")):
        topic = Topic.objects.get(slug="hot-flushes")
        topic.summary += words
        topic._history_user = user  # type: ignore[attr-defined]
        topic.save()
        sign(other.user)
    with pytest.raises(signing.NotYours, match="wrote"):
        sign(author.user)


def test_nobody_signs_over_a_source_that_they_wrote() -> None:
    reviewer = make_reviewer()
    source = Source.objects.filter(topics__slug="hot-flushes")[0]
    source.year = 2020
    source._history_user = reviewer.user  # type: ignore[attr-defined]
    source.save()
    with pytest.raises(signing.NotYours, match="wrote"):
        sign(reviewer.user)


def test_every_row_of_a_record_counts_for_who_wrote_it() -> None:
    """Each model with a history is a record's row, hangs on one, or is none of its wording; a new one must be put somewhere."""
    rows = {model for row, children in ROWS.values() for model in (row, *children)}
    models = apps.get_app_config("content").get_models()
    kept = {model for model in models if hasattr(model, "history") and not model._meta.proxy and not model.__name__.startswith("Historical")}
    assert kept - rows == {Source, Reviewer}
    option, topic = Option.objects.get(slug="vaginal-oestrogen"), Topic.objects.get(slug="hot-flushes")
    rows_of = {
        ("option", option.slug): (option, option.caution_items.first(), option.evidence.first()),
        ("topic", topic.slug): (topic, topic.prep_items.first(), topic.links.first()),
    }
    for record, its_rows in rows_of.items():
        for place, row in enumerate(its_rows):
            author = make_user(f"author-{record[0]}-{place}")
            row._history_user = author  # type: ignore[union-attr]
            row.save()  # type: ignore[union-attr]
            assert signing.authors(*record)[0] == author.pk, row


def test_wording_that_has_moved_is_not_signed() -> None:
    reviewer = make_reviewer()
    shown = review.digest(document_of("hot-flushes"))
    Topic.objects.filter(slug="hot-flushes").update(summary="Moved on.")
    with pytest.raises(signing.Moved):
        sign(reviewer.user, digest=shown)
    with pytest.raises(LookupError):
        sign(reviewer.user, slug="no-such", digest=shown)


@pytest.mark.parametrize("days", [0, -1, 3 * 365 + 2])
def test_a_review_is_due_on_a_sensible_day(days: int) -> None:
    with pytest.raises(ValidationError):
        sign(make_reviewer().user, due=review.today() + timedelta(days=days))


def test_a_supplement_needs_a_caution_and_a_source_before_it_is_signed() -> None:
    reviewer = make_reviewer()
    with pytest.raises(ValidationError, match="caution"):
        sign(reviewer.user, slug="sage", kind="option")
    option = make_option("test-herb", OptionKind.SUPPLEMENT_OR_HERB)
    Caution.objects.create(option=option, kind=CautionKind.CAUTION, text="Ask a pharmacist first.")
    with pytest.raises(ValidationError, match="needs a source"):
        sign(reviewer.user, slug="test-herb", kind="option")
    option.sources.add(make_source())
    sign(reviewer.user, slug="test-herb", kind="option")
    assert Option.objects.get(slug="test-herb").is_supplement


def test_a_request_for_change_ends_the_sign_off_and_needs_a_note() -> None:
    reviewer = make_reviewer()
    sign(reviewer.user)
    digest = review.digest(document_of("hot-flushes"))
    with pytest.raises(ValidationError):
        signing.request_change(user=reviewer.user, kind="topic", slug="hot-flushes", digest=digest, note="  ")
    signing.request_change(user=reviewer.user, kind="topic", slug="hot-flushes", digest=digest, note="Say sooner.")
    assert ChangeRequest.objects.get().note == "Say sooner."
    assert not review.standing(document_of("hot-flushes"), review.read_ledger(), review.today()).is_reviewed
