"""The reviewer's two acts: signing off one exact wording, and asking for a change of it. Entries in
the ledger are never changed or deleted.

Who may sign: an appointed reviewer, in their own name, whose account may not edit content
(superusers may edit everything, so they may sign nothing) and who has not written or changed this
wording. What is signed is the wording that was on the screen: the form sends back its digest, and
an act on a text that has changed since is refused.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.db.models import Q

from content.documents import Document, OptionDocument, read_options, read_topics
from content.models import (
    AS_THEN,
    Caution,
    ChangeRequest,
    Condition,
    DoctorLine,
    Draft,
    Evidence,
    Family,
    Guide,
    Option,
    PrepItem,
    RecordKind,
    RelatedTopic,
    Reviewer,
    SignOff,
    Source,
    Symptom,
    Topic,
)
from content.review import standing
from content.review.history import draft_history, histories, shared_histories
from content.review.release import missing_for_release

LONGEST = timedelta(days=3 * 365)  # how far ahead a review may be set
USUAL = timedelta(days=365)
EDITED: tuple[type[models.Model], ...] = (
    Topic,
    Symptom,
    Condition,
    Guide,
    DoctorLine,
    Option,
    Family,
    PrepItem,
    Caution,
    Evidence,
    RelatedTopic,
    Source,
    Draft,
)

MAY_EDIT = "An account that may edit content can sign nothing."


class NotYours(PermissionDenied):
    """This account may not sign this wording; says why."""


class Moved(ValidationError):
    """The wording has changed since it was shown."""


def current_document(kind: str, slug: str) -> Document:
    """The published record as it is now. Raises `LookupError`."""
    found: list[Any] = (
        list(read_options(slug=slug)) if kind == RecordKind.OPTION else list(read_topics(slug=slug))
    )
    if not found:
        raise LookupError(slug)
    document: Document = found[0]
    return document


def appointed(user: User) -> Reviewer:
    """The account's appointment that is running today. Raises `NotYours` when there is none."""
    mine, today = Reviewer.objects.filter(user=user), standing.today()
    if not user.is_active or not mine.exists():
        raise NotYours("Only a clinical reviewer in the register can sign.")
    lasting = Q(ended_on__isnull=True) | Q(ended_on__gt=today)
    running = mine.filter(lasting, appointed_on__lte=today).order_by("-appointed_on").first()
    if running is None:
        raise NotYours("This appointment is not running today.")
    return running


def may_edit(user: User) -> bool:
    """Whether this account may change any wording."""
    return user.is_superuser or any(
        user.has_perm(f"content.change_{model._meta.model_name}") for model in EDITED
    )


def why_never(user: User) -> str:
    """Why this account could not sign anything even if appointed; empty when it could."""
    if not user.is_active:
        return "This account is switched off."
    if may_edit(user):
        return MAY_EDIT
    if not user.is_staff or not user.has_perm("content.add_signoff"):
        return (
            "This account cannot open the review: tick “Staff status” and give it the role of a"
            " clinical reviewer."
        )
    return ""


@transaction.atomic
def correct(reviewer: Reviewer, **said: str) -> Reviewer:
    """End an appointment today and begin another of the same account, with the fields in `said`
    corrected.

    What was signed before keeps the name it was signed with. Raises `ValidationError`.
    """
    reviewer.ended_on = standing.today()
    reviewer.full_clean()
    reviewer.save()
    given = {name: getattr(reviewer, name) for name in AS_THEN}
    another = Reviewer(user=reviewer.user, appointed_on=standing.today(), **{**given, **said})
    another.full_clean()
    another.save()
    return another


def authors(kind: str, slug: str, document: Document | None = None) -> list[int]:
    """The accounts whose words may be in this record: all that ever changed it, the latest first,
    then all that wrote a draft of it.

    `document`: the text in question, if it is not the published one.
    """
    document = document or current_document(kind, slug)
    whole = (*histories(kind, slug), *shared_histories(document))
    changes = [
        change
        for history in whole
        for change in history.values_list("history_date", "history_user_id")
    ]
    changes.sort(key=lambda change: change[0], reverse=True)
    drafted = draft_history(document).order_by("-history_date").values_list("author_id", flat=True)
    return list(
        dict.fromkeys(
            user for user in (*(user for _, user in changes), *drafted) if user is not None
        )
    )


def may_sign(user: User, kind: str, slug: str, document: Document | None = None) -> Reviewer:
    """The reviewer as whom this account may sign this record now. Raises `NotYours`, which says
    why not. For `document` see `authors`.
    """
    reviewer = appointed(user)
    if may_edit(user):
        raise NotYours(MAY_EDIT)
    if user.pk in authors(kind, slug, document):
        raise NotYours("Nobody signs wording that they wrote or last changed.")
    return reviewer


def why_unfinished(document: Document) -> str:
    """A sentence that says why nobody can sign this record yet; empty when it can be signed."""
    missing = missing_for_release(document)
    if isinstance(document, OptionDocument) and document.is_supplement and not document.sources:
        missing = (*missing, "source")
    if not missing:
        return ""
    *others, last = (f"a {part}" for part in missing)
    needed = f"{', '.join(others)} and {last}" if others else last
    return f"A supplement or herb needs {needed} before it can be signed off."


@transaction.atomic
def sign_off(*, user: User, kind: str, slug: str, digest: str, review_due_on: date) -> SignOff:
    """Sign off the wording that has this digest, until `review_due_on`. Raises `NotYours`, `Moved`,
    `ValidationError`.
    """
    reviewer = may_sign(user, kind, slug)
    document = _shown(kind, slug, digest)
    today = standing.today()
    if not today < review_due_on <= today + LONGEST:
        raise ValidationError(
            {"review_due_on": "Choose a day after today, at most three years ahead."}
        )
    unfinished = why_unfinished(document)
    if unfinished:
        raise ValidationError(unfinished)
    changed_by = authors(kind, slug)
    return SignOff.objects.create(
        **_entry(kind, slug, document, reviewer, user),
        review_due_on=review_due_on,
        text_by_id=changed_by[0] if changed_by else None,
    )


@transaction.atomic
def request_change(*, user: User, kind: str, slug: str, digest: str, note: str) -> ChangeRequest:
    """Ask for a change of the wording that has this digest, which ends every sign-off of it. Raises
    `NotYours`, `Moved`, `ValidationError`.
    """
    reviewer = appointed(user)
    document = _shown(kind, slug, digest)
    if not note.strip():
        raise ValidationError({"note": "Say what should change."})
    return ChangeRequest.objects.create(
        **_entry(kind, slug, document, reviewer, user), note=note.strip()
    )


def _shown(kind: str, slug: str, digest: str) -> Document:
    document = current_document(kind, slug)
    if standing.digest(document) != digest:
        raise Moved(
            "The wording has changed since this page was shown. Read it again before you sign."
        )
    return document


def _entry(
    kind: str, slug: str, document: Document, reviewer: Reviewer, user: User
) -> dict[str, Any]:
    return {
        "record_kind": kind,
        "slug": slug,
        "digest": standing.digest(document),
        "wording": standing.wording(document),
        "reviewer": reviewer,
        "signed_by": user,
        "at": datetime.now(UTC),
    }
