"""Importing a folder of files: what it would change, and making the changes, all or nothing."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction

from content import shared_files
from content.documents import Document, OptionDocument, TopicDocument, as_plain, read_records, same
from content.models import barred_to_sources, one_act, supplement_names
from content.seeding.checks import check, clashes, faults, taken_away
from content.seeding.files import SeedError, filled_in, read_files
from content.seeding.rows import write, write_shared
from content.shared_files import Shared


@dataclass(frozen=True, slots=True)
class Change:
    """A record that a file would make or change: as it stands (none when it is new), and as the
    file has it.
    """

    slug: str
    before: dict[str, Any] | None
    after: dict[str, Any]
    document: Document


@dataclass(frozen=True, slots=True)
class Plan:
    """What a folder of files would change, checked as a whole."""

    shared: Shared
    changes: tuple[Change, ...]


def planned(folder: Path) -> Plan:
    """What the files of `folder` would change. Raises `SeedError` when any file breaks a rule, as
    it stands beside all that is stored.
    """
    files = read_files(folder)
    stored = {document.slug: document for document in read_records()}
    kinds = [
        f"{document.slug}: stored as {stored[document.slug].kind}, the file says {document.kind}"
        for document in files.documents
        if document.slug in stored and _fixed(document) != _fixed(stored[document.slug])
    ]
    if kinds:
        raise SeedError(kinds)
    have = shared_files.stored()
    together = files.shared.beside(have)
    _check_shared(files.shared)
    new = {document.slug: document for document in filled_in(files.documents, together)}
    check(filled_in({**stored, **new}.values(), together), together, [], supplement_names().names)
    changes = []
    for slug, document in new.items():
        old = stored.get(slug)
        if old is None or not same(old, document):
            changes.append(
                Change(slug, None if old is None else as_plain(old), as_plain(document), document)
            )
    return Plan(files.shared.differing_from(have), tuple(changes))


def faults_of(document: Document) -> list[str]:
    """Why one record may not be written as things stand now, beside all that is stored; empty where
    it may.
    """
    stored = read_records()
    others = [other for other in stored if other.slug != document.slug]
    topics = [other.slug for other in stored if isinstance(other, TopicDocument)]
    known = supplement_names()
    reasons = faults([document], shared_files.stored(), topics, known.names, others).get(
        document.slug, []
    )
    before = next((other for other in stored if other.slug == document.slug), None)
    if before is not None:
        already = clashes([before], others)  # what two records go by already stays
        reasons = [reason for reason in reasons if reason not in already]
        if _fixed(before) != _fixed(document):
            reasons.append(f"{document.slug}: stored as {before.kind}, this says {document.kind}")
    return [*reasons, *taken_away(document, others, known)]


def _fixed(document: Document) -> str | bool:
    """What of a record's kind no file may change: that of a topic, which its address holds; whether
    the release gate may withhold an option.
    """
    return document.is_supplement if isinstance(document, OptionDocument) else document.kind


def _check_shared(shared: Shared) -> None:
    """Refuse what is shared where it breaks a rule of wording. Raises `SeedError` with reasons."""
    reasons = [
        reason
        for _, reason in shared_files.faults(
            shared, barred_to_sources(), supplement_names().to_others
        )
    ]
    if reasons:
        raise SeedError(reasons)


@transaction.atomic
@one_act()
def apply(plan: Plan) -> None:
    """Carry a plan out, all or nothing."""
    write_shared(plan.shared)
    write([change.document for change in plan.changes])
