"""What is wrong with records that files hold, by themselves and beside what is stored."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from content.documents import (
    CAUTION_LISTS,
    Document,
    OptionDocument,
    TopicDocument,
    cited_keys,
    document_violations,
    flag_violations,
    named_supplements,
)
from content.language.names import key_in
from content.models import RecordKind
from content.review.standing import record_kind
from content.seeding.files import SEED, SeedError, read_folder
from content.shared_files import Shared
from content.wording.supplements import SupplementNames

# A row each, and each once
LISTED = ("questions", "things_to_bring", "notes_to_keep", *CAUTION_LISTS)


def compared_names(document: Document) -> dict[str, str]:
    """Every name of a record in the form in which names are compared, each with how it
    is written.
    """
    members = document.members if isinstance(document, OptionDocument) else ()
    return dict(
        sorted(
            {
                key_in(name): name.lower() for name in (document.name, *document.aliases, *members)
            }.items()
        )
    )


@lru_cache(maxsize=1)
def borne_by_both() -> frozenset[tuple[str, str, str]]:
    """What a topic and an option both go by in the project's own files, such as an operation and
    what it brings about: topic, option, name.
    """
    documents = read_folder(SEED).documents
    options = [
        (document.slug, key)
        for document in documents
        if isinstance(document, OptionDocument)
        for key in compared_names(document)
    ]
    topics = [
        (document.slug, key)
        for document in documents
        if isinstance(document, TopicDocument)
        for key in compared_names(document)
    ]
    owners: dict[str, str] = {key: slug for slug, key in options}
    return frozenset((slug, owners[key], key) for slug, key in topics if key in owners)


def clashes(documents: Iterable[Document], beside: Iterable[Document] = ()) -> list[str]:
    """Every name or alias of `documents` by which another record goes, among them or `beside` them,
    but for what is `borne_by_both`.
    """
    return [reason for reasons in _clashes(documents, beside).values() for reason in reasons]


def _clashes(documents: Iterable[Document], beside: Iterable[Document]) -> dict[str, list[str]]:
    owners: dict[tuple[str, str], str] = {}
    reasons: dict[str, list[str]] = {}
    for document, asked in (
        *((document, False) for document in beside),
        *((document, True) for document in documents),
    ):
        mine = record_kind(document)
        for key, name in compared_names(document).items():
            others = [owners.setdefault((mine, key), document.slug)]
            others += [
                owners[kind, key] for kind in RecordKind if kind != mine and (kind, key) in owners
            ]
            for owner in others if asked else ():
                both = (
                    (document.slug, owner, key)
                    if mine == RecordKind.TOPIC
                    else (owner, document.slug, key)
                )
                if owner != document.slug and (owner == others[0] or both not in borne_by_both()):
                    reasons.setdefault(document.slug, []).append(
                        f"{document.slug}: aliases: “{name}” is already a name of {owner}"
                    )
    return reasons


def check(
    documents: list[Document],
    shared: Shared,
    known_topics: Iterable[str],
    once: Mapping[str, frozenset[str]] = MappingProxyType({}),
) -> None:
    """Refuse records that break a rule of wording, point to what is not there, share a name or
    repeat themselves.

    `shared`: what they may point to. `once`: the names that stored supplements have or had. Raises
    `SeedError` with reasons.
    """
    found = faults(documents, shared, known_topics, once)
    if found:
        raise SeedError(reason for reasons in found.values() for reason in reasons)


def faults(
    documents: list[Document],
    shared: Shared,
    known_topics: Iterable[str],
    once: Mapping[str, frozenset[str]] = MappingProxyType({}),
    beside: Iterable[Document] = (),
) -> dict[str, list[str]]:
    """What is wrong with each of `documents` that may not be loaded, by slug. Arguments as above;
    `beside`: records that are stored and stay.
    """
    topics = {
        *known_topics,
        *(document.slug for document in documents if isinstance(document, TopicDocument)),
    }
    supplements = named_supplements(
        [document for document in documents if isinstance(document, OptionDocument)], once
    )
    found = _clashes(documents, beside)
    for document in documents:
        reasons = [
            f"{document.slug}: {place}: {violation}"
            for place, violation in (
                *document_violations(document, supplements),
                *flag_violations(document),
            )
        ]
        reasons += [
            f"{document.slug}: unknown source {key}"
            for key in cited_keys(document)
            if key not in shared.sources
        ]
        pointed: tuple[str, ...]
        if isinstance(document, TopicDocument):
            pointed = document.related
            reasons += [
                f"{document.slug}: unknown doctor line {key}"
                for key in document.doctor_lines
                if key not in shared.lines
            ]
        else:
            pointed = tuple(grade.topic for grade in document.grades)
            if document.family and document.family not in shared.families:
                reasons.append(f"{document.slug}: unknown family {document.family}")
            elif not document.is_supplement and not document.has_key_caution:
                reasons.append(f"{document.slug}: no key caution")
        reasons += [
            f"{document.slug}: unknown topic {slug}" for slug in pointed if slug not in topics
        ]
        reasons += [
            f"{document.slug}: points to itself" for slug in pointed if slug == document.slug
        ]
        lists = {
            "topics": pointed,
            **{name: getattr(document, name, ()) for name in (*LISTED, "doctor_lines")},
        }
        reasons += [
            f"{document.slug}: {name}: “{item}” stands there twice"
            for name, items in lists.items()
            for item in _twice(items)
        ]
        if reasons:
            found.setdefault(document.slug, []).extend(reasons)
    return found


def _twice(items: tuple[str, ...]) -> list[str]:
    return sorted({item for item in items if items.count(item) > 1})


def taken_away(document: Document, stored: Iterable[Document], known: SupplementNames) -> list[str]:
    """Which stored records a new supplement would take off the service, since they use a word that
    it is called by.
    """
    if not isinstance(document, OptionDocument) or not document.is_supplement:
        return []
    with_it = SupplementNames({**known.names, document.slug: frozenset(document.names)})
    if with_it.to_others == known.to_others:
        return []
    taken = [
        other.slug
        for other in stored
        if len(document_violations(other, with_it)) > len(document_violations(other, known))
    ]
    return [f"{document.slug}: aliases: what it is called is a word of {slug}" for slug in taken]
