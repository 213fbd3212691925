"""The reviewer's two acts: who may, on what, and what is refused."""

from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError

from content.models import (
    ChangeRequest,
    DoctorLine,
    Draft,
    Family,
    Option,
    Reviewer,
    SignOff,
    Source,
    Topic,
)
from content.review import sign_off
from content.review import standing as standing_module
from content.review.history import ROWS, shared_histories
from content.vocabulary import CautionKind, OptionKind
from tests.makers import (
    document_of,
    make_caution,
    make_option,
    make_reviewer,
    make_source,
    make_user,
)

pytestmark = pytest.mark.django_db

DUE = standing_module.today() + timedelta(days=365)


def sign(
    user: object,
    slug: str = "hot-flushes",
    kind: str = "topic",
    digest: str | None = None,
    due: object = DUE,
) -> SignOff:
    return sign_off.sign_off(
        user=user,
        kind=kind,
        slug=slug,
        digest=digest or standing_module.digest(document_of(slug)),
        review_due_on=due,
    )  # type: ignore[arg-type]


def test_an_appointed_reviewer_signs_what_was_shown() -> None:
    reviewer = make_reviewer()
    sign(reviewer.user)
    standing = standing_module.standing(
        document_of("hot-flushes"), standing_module.read_ledger(), standing_module.today()
    )
    assert (standing.is_reviewed, standing.reviewed_by) == (
        True,
        "Dr Test Reviewer, Consultant gynaecologist",
    )


def test_who_may_not_sign() -> None:
    ended = make_reviewer("Dr Ended", ended_on=standing_module.today())
    coming = make_reviewer("Dr Coming", appointed_on=standing_module.today() + timedelta(days=1))
    chief, editor = make_reviewer("Dr Chief"), make_reviewer("Dr Editor")
    chief.user.is_superuser = True
    chief.user.save()
    editor.user.user_permissions.add(Permission.objects.get(codename="change_topic"))
    for user in (make_user("nobody"), ended.user, coming.user, chief.user, editor.user):
        with pytest.raises(sign_off.NotYours):
            sign(type(user).objects.get(pk=user.pk))


def test_nobody_signs_what_they_last_changed() -> None:
    reviewer = make_reviewer()
    topic = Topic.objects.get(slug="hot-flushes")
    topic.summary += " And more."
    topic._history_user = reviewer.user  # type: ignore[attr-defined]
    topic.save()
    with pytest.raises(sign_off.NotYours, match="last changed"):
        sign(reviewer.user)


def test_nobody_signs_what_they_once_wrote_though_others_changed_it() -> None:
    author, other = make_reviewer("Dr Author"), make_reviewer("Dr Other")
    for user, words in ((author.user, " Mine."), (make_user("later"), " Theirs.")):
        topic = Topic.objects.get(slug="hot-flushes")
        topic.summary += words
        topic._history_user = user  # type: ignore[attr-defined]
        topic.save()
        sign(other.user)
    with pytest.raises(sign_off.NotYours, match="wrote"):
        sign(author.user)


def test_nobody_signs_over_a_source_that_they_wrote() -> None:
    reviewer = make_reviewer()
    source = Source.objects.filter(topics__slug="hot-flushes")[0]
    source.year = 2020
    source._history_user = reviewer.user  # type: ignore[attr-defined]
    source.save()
    with pytest.raises(sign_off.NotYours, match="wrote"):
        sign(reviewer.user)


@pytest.mark.parametrize("what", ["key caution", "caution", "name", "deleted caution"])
def test_nobody_signs_over_what_they_wrote_of_its_family(what: str) -> None:
    reviewer = make_reviewer()
    family = Family.objects.get(slug="hrt")
    kind = CautionKind.KEY if what == "key caution" else CautionKind.CAUTION
    row: Any = family if what == "name" else family.caution_items.filter(kind=kind)[0]
    row._history_user = reviewer.user
    if what == "deleted caution":
        row.delete()
    else:
        row.save()
    for option in family.members.all():
        assert reviewer.user.pk in sign_off.authors("option", option.slug)
        with pytest.raises(sign_off.NotYours, match="wrote"):
            sign(reviewer.user, slug=option.slug, kind="option")
    sign(reviewer.user, slug="clonidine", kind="option")


def test_nobody_signs_over_a_shared_doctor_line_that_they_wrote() -> None:
    reviewer = make_reviewer()
    line = DoctorLine.objects.get(key="stroke-signs")
    line._history_user = reviewer.user  # type: ignore[attr-defined]
    line.save()
    for topic in line.topics.all():
        assert reviewer.user.pk in sign_off.authors("topic", topic.slug)
        with pytest.raises(sign_off.NotYours, match="wrote"):
            sign(reviewer.user, slug=topic.slug)
    sign(reviewer.user, slug=Topic.objects.exclude(doctor_lines=line)[0].slug)


def test_the_editor_of_a_family_s_caution_is_an_author_in_the_sign_off() -> None:
    editor = make_user("editor")
    caution = Family.objects.get(slug="hrt").caution_items.all()[0]
    caution._history_user = editor  # type: ignore[attr-defined]
    caution.save()
    signed = sign(make_reviewer().user, slug="combined-hrt", kind="option")
    assert signed.text_by == editor


def kept_models() -> set[Any]:
    """Every model of the content that has a history, without the proxies of the admin."""
    models = apps.get_app_config("content").get_models()
    kept = {model for model in models if hasattr(model, "history") and not model._meta.proxy}
    return {model for model in kept if not model.__name__.startswith("Historical")}


@pytest.mark.parametrize(
    "model", sorted(kept_models() - {Reviewer}, key=str), ids=lambda model: model.__name__
)
def test_an_account_that_may_change_any_part_of_the_wording_signs_nothing(model: Any) -> None:
    reviewer = make_reviewer()
    codename = f"change_{model._meta.model_name}"
    reviewer.user.user_permissions.add(Permission.objects.get(codename=codename))
    with pytest.raises(sign_off.NotYours, match="edit content"):
        sign(type(reviewer.user).objects.get(pk=reviewer.user.pk))


def test_every_row_of_a_record_counts_for_who_wrote_it() -> None:
    """Each model with a history is a record's row, hangs on one, or is none of its wording; a new
    one must be put somewhere.
    """
    rows = {model for row, children in ROWS.values() for model in (row, *children)}
    shared = {Source, Family, DoctorLine}
    assert kept_models() - rows == {*shared, Reviewer, Draft}
    assert {
        history.model.instance_type
        for slug in ("vaginal-oestrogen", "hot-flushes")
        for history in shared_histories(document_of(slug))
    } >= shared
    option, topic = (
        Option.objects.get(slug="vaginal-oestrogen"),
        Topic.objects.get(slug="hot-flushes"),
    )
    rows_of = {
        ("option", option.slug): (option, option.caution_items.first(), option.evidence.first()),
        ("topic", topic.slug): (topic, topic.prep_items.first(), topic.links.first()),
    }
    for record, its_rows in rows_of.items():
        for place, row in enumerate(its_rows):
            author = make_user(f"author-{record[0]}-{place}")
            row._history_user = author  # type: ignore[union-attr]
            row.save()  # type: ignore[union-attr]
            assert sign_off.authors(*record)[0] == author.pk, row


def test_wording_that_has_moved_is_not_signed() -> None:
    reviewer = make_reviewer()
    shown = standing_module.digest(document_of("hot-flushes"))
    Topic.objects.filter(slug="hot-flushes").update(summary="Moved on.")
    with pytest.raises(sign_off.Moved):
        sign(reviewer.user, digest=shown)
    with pytest.raises(LookupError):
        sign(reviewer.user, slug="no-such", digest=shown)


@pytest.mark.parametrize("days", [0, -1, 3 * 365 + 2])
def test_a_review_is_due_on_a_sensible_day(days: int) -> None:
    with pytest.raises(ValidationError):
        sign(make_reviewer().user, due=standing_module.today() + timedelta(days=days))


def test_a_supplement_needs_a_caution_and_a_source_before_it_is_signed() -> None:
    reviewer = make_reviewer()
    with pytest.raises(ValidationError, match="caution"):
        sign(reviewer.user, slug="sage", kind="option")
    option = make_option("test-herb", OptionKind.SUPPLEMENT_OR_HERB)
    make_caution(option)
    with pytest.raises(ValidationError, match="needs a key caution and a source"):
        sign(reviewer.user, slug="test-herb", kind="option")
    make_caution(option, "Never with blood thinners.", CautionKind.KEY)
    with pytest.raises(ValidationError, match="needs a source"):
        sign(reviewer.user, slug="test-herb", kind="option")
    option.sources.add(make_source())
    sign(reviewer.user, slug="test-herb", kind="option")
    assert Option.objects.get(slug="test-herb").is_supplement


def test_a_request_for_change_ends_the_sign_off_and_needs_a_note() -> None:
    reviewer = make_reviewer()
    sign(reviewer.user)
    digest = standing_module.digest(document_of("hot-flushes"))
    with pytest.raises(ValidationError):
        sign_off.request_change(
            user=reviewer.user, kind="topic", slug="hot-flushes", digest=digest, note="  "
        )
    sign_off.request_change(
        user=reviewer.user, kind="topic", slug="hot-flushes", digest=digest, note="Say sooner."
    )
    assert ChangeRequest.objects.get().note == "Say sooner."
    assert not standing_module.standing(
        document_of("hot-flushes"), standing_module.read_ledger(), standing_module.today()
    ).is_reviewed
