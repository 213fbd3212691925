"""Which wording is reviewed, by whom and until when; also how a sign-off lapses.

Standing is derived from the ledger on every read, never stored. A sign-off names one exact wording
by its digest. It is in force while the record's wording still has that digest, the reviewer's
appointment lasts, the review-due date has not come, and no reviewer has since asked for a change of
that wording. As soon as one of these fails, it lapses by itself.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime
from typing import Any

from content.documents import NOT_CLINICAL, Document, OptionDocument, TopicDocument, as_plain
from content.models import ChangeRequest, RecordKind, Reviewer, SignOff
from content.preparation import BRING_TO_EVERY_APPOINTMENT
from content.vocabulary import ReviewStatus

# The version of what a signature covers. Added in 2: the publications cited, and the lines of every
# appointment list; in 3: what readers are told about each grade; in 4: key cautions, and all that
# records share.
WORDING_FORM = "wording/4"


@dataclass(frozen=True, slots=True)
class Entry:
    """The part of a ledger entry that standing depends on."""

    digest: str
    at: datetime
    reviewer: str
    appointed_on: date
    ended_on: date | None
    review_due_on: date | None  # None: a request for change

    def in_force(self, today: date) -> bool:
        """Whether the appointment lasts and the review-due date has not come."""
        # The appointment must also have begun by the day of the act: a new appointment does not
        # renew what the reviewer signed under an earlier one.
        appointed = self.appointed_on <= min(today, self.at.date()) and (
            self.ended_on is None or today < self.ended_on
        )
        return appointed and (self.review_due_on is None or today < self.review_due_on)


Ledger = dict[tuple[str, str], tuple[Entry, ...]]


@dataclass(frozen=True, slots=True)
class Appointment:
    """One appointment of the register, as the public sees it."""

    full_name: str
    profession: str
    registration_body: str
    registration_number: str
    appointed_on: date
    ended_on: date | None


def read_register() -> tuple[Appointment, ...]:
    """Every appointment, past and present, the current ones first."""
    rows = Reviewer.objects.order_by("ended_on", "full_name", "appointed_on")
    found = [
        Appointment(**{one.name: getattr(row, one.name) for one in fields(Appointment)})
        for row in rows
    ]
    return tuple(sorted(found, key=lambda one: one.ended_on is not None))


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a record's wording is reviewed now, by whom and until when."""

    status: ReviewStatus = ReviewStatus.NOT_REVIEWED
    reviewed_by: str | None = None
    review_due_on: date | None = field(default=None, compare=False)
    # The day of the sign-off in force
    reviewed_on: date | None = field(default=None, compare=False)
    # Whether the sign-off lapsed because the wording has changed
    changed: bool = field(default=False, compare=False)

    @property
    def is_reviewed(self) -> bool:
        return self.status == ReviewStatus.REVIEWED


UNREVIEWED = Standing()


def record_kind(document: Document) -> RecordKind:
    """The kind under which the ledger lists a record."""
    return RecordKind.OPTION if isinstance(document, OptionDocument) else RecordKind.TOPIC


def fixed_lines(document: Document) -> tuple[str, ...]:
    """The fixed lines that every answer about the record contains besides its own text; a signature
    covers them too.
    """
    return BRING_TO_EVERY_APPOINTMENT if isinstance(document, TopicDocument) else ()


def signed_fields(document: Document) -> dict[str, Any]:
    """Everything that a signature of the record covers, as plain data in the order of
    the record.
    """
    clinical = _clinical(as_plain(document))
    if isinstance(document, OptionDocument) and document.grades:
        clinical["grades"] = [
            plain | {"rating": f"{grade.rating.label}: {grade.rating.meaning}"}
            for plain, grade in zip(clinical["grades"], document.grades, strict=True)
        ]
    shared = document.shared_lines if isinstance(document, TopicDocument) else document.shared
    beside = {
        "shared": _clinical(as_plain(shared)),
        "publications": _clinical(as_plain(document.publications)),
        "bring_to_every_appointment": list(fixed_lines(document)),
    }
    return {"form": WORDING_FORM, **clinical, **beside}


def _clinical(part: Any) -> Any:
    """The data without the fields of `NOT_CLINICAL`, at any depth."""
    if isinstance(part, dict):
        return {name: _clinical(inner) for name, inner in part.items() if name not in NOT_CLINICAL}
    return [_clinical(item) for item in part] if isinstance(part, list) else part


def wording(document: Document) -> str:
    """The record's whole clinical wording as canonical JSON: what a reviewer reads and signs."""
    return json.dumps(signed_fields(document), ensure_ascii=False, sort_keys=True, indent=1)


def digest(document: Document) -> str:
    """SHA-256 of the wording, as 64 hexadecimal digits."""
    return hashlib.sha256(wording(document).encode()).hexdigest()


def read_ledger() -> Ledger:
    """Every sign-off and request for change, by record, oldest first, in two queries."""
    entries: dict[tuple[str, str], list[Entry]] = {}
    acts: Iterable[SignOff | ChangeRequest] = (
        *SignOff.objects.select_related("reviewer"),
        *ChangeRequest.objects.select_related("reviewer"),
    )
    for act in acts:
        entries.setdefault((act.record_kind, act.slug), []).append(
            Entry(
                digest=act.digest,
                at=act.at,
                reviewer=act.who,
                appointed_on=act.reviewer.appointed_on,
                ended_on=act.reviewer.ended_on,
                review_due_on=act.review_due_on if isinstance(act, SignOff) else None,
            )
        )
    return {key: tuple(sorted(acts, key=lambda act: act.at)) for key, acts in entries.items()}


def standing(document: Document, ledger: Ledger, today: date) -> Standing:
    """The record's standing on the day `today` (UTC)."""
    entries = ledger.get((record_kind(document), document.slug), ())
    signed = [entry for entry in entries if entry.review_due_on is not None]
    if not signed:
        return UNREVIEWED
    current = digest(document)
    latest = next(
        (
            entry
            for entry in reversed(entries)
            if entry.digest == current and (entry.review_due_on is None or entry.in_force(today))
        ),
        None,
    )
    if latest is not None and latest.review_due_on is not None:
        return Standing(
            ReviewStatus.REVIEWED, latest.reviewer, latest.review_due_on, latest.at.date()
        )
    return Standing(ReviewStatus.LAPSED, changed=all(entry.digest != current for entry in signed))


def today() -> date:
    """The day on which review dates are read: the UTC day, the same in every process."""
    return datetime.now(UTC).date()
