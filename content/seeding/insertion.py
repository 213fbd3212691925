"""Loading what is missing, less whatever may not stand beside what is stored."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from django.db import transaction

from content import shared_files
from content.documents import Document, OptionDocument, TopicDocument, read_records
from content.language.names import key_in
from content.models import Caution, Family, Option, barred_to_sources, one_act, supplement_names
from content.review.standing import record_kind
from content.seeding.checks import borne_by_both, compared_names, faults, taken_away
from content.seeding.files import SEED, SeedError, filled_in, read_folder
from content.seeding.rows import save, write, write_shared
from content.shared_files import Shared
from content.vocabulary import CautionKind


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load from files did: the slugs of the records inserted, and why others
    were left out.
    """

    inserted: tuple[str, ...]
    left_out: tuple[str, ...]
    # Options stored before there were key cautions, which were given those of their files
    completed: tuple[str, ...] = ()


@transaction.atomic
@one_act()
def insert_missing(folder: Path = SEED) -> Loaded:
    """Insert every source and record whose key or slug is not in the database yet, less those that
    may not stand beside what is there.

    A service is started after this: what editors wrote meanwhile must not prevent that. Raises
    `SeedError` where the database refuses a row.
    """
    files = read_folder(folder)
    left_out = files.reasons
    have = shared_files.stored()
    fresh_shared = shared_files.without(files.shared, have.keys())
    broken = list(
        shared_files.faults(fresh_shared, barred_to_sources(), supplement_names().to_others)
    )
    left_out += [reason for _, reason in broken]
    left_out += _written(shared_files.without(fresh_shared, [key for key, _ in broken]))
    shared = shared_files.stored()
    stored = read_records()
    known_slugs = {document.slug for document in stored}
    fresh = [
        document
        for document in filled_in(files.documents, shared)
        if document.slug not in known_slugs
    ]
    fresh = [_without_taken(document, stored) for document in fresh]
    topics = [document.slug for document in stored if isinstance(document, TopicDocument)]
    known = supplement_names()
    while fresh:  # what points to a record that is left out is left out too
        found = faults(fresh, shared, topics, known.names, stored)
        for document in fresh:
            found |= (
                {document.slug: [*found.get(document.slug, ()), *reasons]}
                if (reasons := taken_away(document, stored, known))
                else {}
            )
        if not found:
            break
        left_out += [reason for reasons in found.values() for reason in reasons]
        fresh = [document for document in fresh if document.slug not in found]
    write(fresh)
    completed = _with_key_cautions(files.documents, stored)
    return Loaded(tuple(document.slug for document in fresh), tuple(left_out), completed)


def _without_taken(document: Document, stored: Iterable[Document]) -> Document:
    """A new record without the aliases that a stored one goes by: what editors named keeps its
    name.
    """
    mine = record_kind(document)
    taken = {
        key
        for other in stored
        for key in compared_names(other)
        if record_kind(other) == mine or not _is_borne_by_both(document, other, key)
    }
    return replace(
        document, aliases=tuple(alias for alias in document.aliases if key_in(alias) not in taken)
    )


def _is_borne_by_both(one: Document, other: Document, key: str) -> bool:
    topic, option = (one, other) if isinstance(one, TopicDocument) else (other, one)
    return (topic.slug, option.slug, key) in borne_by_both()


def _with_key_cautions(
    documents: Iterable[Document], stored: Iterable[Document]
) -> tuple[str, ...]:
    """Give stored options without any key caution those of their files, and their family: nothing
    is public without one.

    Nothing that an editor wrote is changed. Returns their slugs.
    """
    lacking = {
        one.slug
        for one in stored
        if isinstance(one, OptionDocument) and not one.is_supplement and not one.has_key_caution
    }
    completed = []
    for document in documents:
        if (
            isinstance(document, OptionDocument)
            and document.slug in lacking
            and document.has_key_caution
        ):
            row = Option.objects.get(slug=document.slug)
            if document.family:
                row.family = Family.objects.filter(slug=document.family).first()
                save(row)
            for place, text in enumerate(document.key_cautions, start=1):
                save(Caution(option=row, kind=CautionKind.KEY, text=text, position=place))
            completed.append(document.slug)
    return tuple(completed)


def _written(shared: Shared) -> list[str]:
    """Write what is shared, entry by entry; why the database refused those that it did."""
    refused: list[str] = []
    single: list[Shared] = [
        *(Shared(sources={key: source}) for key, source in shared.sources.items()),
        *(Shared(families={slug: family}) for slug, family in shared.families.items()),
        *(Shared(lines={key: line}) for key, line in shared.lines.items()),
    ]
    for one in single:
        try:
            write_shared(one)
        except SeedError as error:
            refused += error.reasons
    return refused
