"""Seed files and records, in both directions. Files give birth, the admin raises, export writes
back.

One YAML file per record under `content/seed/{symptoms,conditions,guides,options}`, and one for each
kind of thing that records share (`content.shared_files`). Loading only inserts what is missing and
leaves out whatever breaks a rule or clashes with what editors wrote since; an import is all or
nothing. Sign-offs never travel in files.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from content import shared_files
from content.documents import (
    CAUTION_LISTS,
    Document,
    OptionDocument,
    TopicDocument,
    as_plain,
    cited_keys,
    document_breaches,
    flag_breaches,
    from_plain,
    named_supplements,
    read_options,
    read_topics,
    resolved,
    same,
)
from content.language.names import key_in
from content.models import (
    Caution,
    DoctorLine,
    Evidence,
    Family,
    Option,
    PrepItem,
    RecordKind,
    RelatedTopic,
    Source,
    Topic,
    barred_to_sources,
    one_act,
    remedies,
)
from content.review.standing import record_kind
from content.shared_files import Shared
from content.vocabulary import CautionKind, PrepKind
from content.wording.supplements import Remedies
from content.yaml_files import read_yaml

SEED = Path(__file__).parent.parent / "seed"
# A row each, and each once
LISTED = ("questions", "things_to_bring", "notes_to_keep", *CAUTION_LISTS)


class SeedError(Exception):
    """Files that may not be loaded, with every reason."""

    def __init__(self, reasons: Iterable[str]) -> None:
        self.reasons = list(reasons)
        super().__init__("\n".join(self.reasons))


@dataclass(frozen=True, slots=True)
class Files:
    """What the files of a folder hold, and what is wrong with those that are not sound."""

    shared: Shared
    documents: list[Document]
    reasons: list[str]


def read_files(folder: Path = SEED) -> Files:
    """What the files of `folder` hold. Raises `SeedError` naming every file that is not sound."""
    files = _read(folder)
    if files.reasons:
        raise SeedError(files.reasons)
    return files


def _read(folder: Path) -> Files:
    shared, reasons = shared_files.read(folder)
    documents: list[Document] = []
    for path in sorted(folder.glob("*/*.yaml")):
        try:
            document = from_plain(read_yaml(path))
            if path.stem != document.slug:
                raise ValueError(f"the file is named {path.stem}, its slug is {document.slug}")
            documents.append(document)
        except (ValueError, TypeError, AttributeError, yaml.YAMLError) as error:
            reasons.append(f"{path.parent.name}/{path.name}: {error}")
    slugs = [document.slug for document in documents]
    twice = sorted({slug for slug in slugs if slugs.count(slug) > 1})
    reasons += [f"{slug}: more than one file has this slug" for slug in twice]
    documents = [document for document in documents if document.slug not in twice]
    return Files(shared, _resolved(documents, shared), reasons)


def _resolved(documents: Iterable[Document], shared: Shared) -> list[Document]:
    return resolved(documents, shared.sources, shared.families, shared.lines)


def _keys(document: Document) -> dict[str, str]:
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
    documents = _read(SEED).documents
    options = [
        (document.slug, key)
        for document in documents
        if isinstance(document, OptionDocument)
        for key in _keys(document)
    ]
    topics = [
        (document.slug, key)
        for document in documents
        if isinstance(document, TopicDocument)
        for key in _keys(document)
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
        for key, name in _keys(document).items():
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
            f"{document.slug}: {place}: {breach}"
            for place, breach in (
                *document_breaches(document, supplements),
                *flag_breaches(document),
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
    standing: tuple[Document, ...] = (*read_topics(), *read_options())
    stored = {document.slug: document for document in standing}
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
    new = {document.slug: document for document in _resolved(files.documents, together)}
    check(_resolved({**stored, **new}.values(), together), together, [], remedies().names)
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
    stored: tuple[Document, ...] = (*read_topics(), *read_options())
    others = [other for other in stored if other.slug != document.slug]
    topics = [other.slug for other in stored if isinstance(other, TopicDocument)]
    known = remedies()
    reasons = faults([document], shared_files.stored(), topics, known.names, others).get(
        document.slug, []
    )
    before = next((other for other in stored if other.slug == document.slug), None)
    if before is not None:
        already = clashes([before], others)  # what two records go by already stays
        reasons = [reason for reason in reasons if reason not in already]
        if _fixed(before) != _fixed(document):
            reasons.append(f"{document.slug}: stored as {before.kind}, this says {document.kind}")
    return [*reasons, *_taken_away(document, others, known)]


def _fixed(document: Document) -> str | bool:
    """What of a record's kind no file may change: that of a topic, which its address holds; whether
    the release gate may withhold an option.
    """
    return document.is_supplement if isinstance(document, OptionDocument) else document.kind


def _check_shared(shared: Shared) -> None:
    """Refuse what is shared where it breaks a rule of wording. Raises `SeedError` with reasons."""
    reasons = [
        reason
        for _, reason in shared_files.faults(shared, barred_to_sources(), remedies().to_others)
    ]
    if reasons:
        raise SeedError(reasons)


@transaction.atomic
@one_act()
def apply(plan: Plan) -> None:
    """Carry a plan out, all or nothing."""
    write_shared(plan.shared)
    write([change.document for change in plan.changes])


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load from files did: the slugs of the records inserted, and why others
    were left out.
    """

    inserted: tuple[str, ...]
    left_out: tuple[str, ...]
    # Options stored before key cautions were kept, which were given those of their files
    completed: tuple[str, ...] = ()


@transaction.atomic
@one_act()
def insert_missing(folder: Path = SEED) -> Loaded:
    """Insert every source and record whose key or slug is not in the database yet, less those that
    may not stand beside what is there.

    A service is started after this: what editors wrote meanwhile must not keep it from that. Raises
    `SeedError` where the database refuses a row.
    """
    files = _read(folder)
    left_out = files.reasons
    have = shared_files.stored()
    fresh_shared = shared_files.without(files.shared, have.keys())
    broken = list(shared_files.faults(fresh_shared, barred_to_sources(), remedies().to_others))
    left_out += [reason for _, reason in broken]
    left_out += _written(shared_files.without(fresh_shared, [key for key, _ in broken]))
    shared = shared_files.stored()
    stored: tuple[Document, ...] = (*read_topics(), *read_options())
    known_slugs = {document.slug for document in stored}
    fresh = [
        document
        for document in _resolved(files.documents, shared)
        if document.slug not in known_slugs
    ]
    fresh = [_without_taken(document, stored) for document in fresh]
    topics = [document.slug for document in stored if isinstance(document, TopicDocument)]
    known = remedies()
    while fresh:  # what points to a record that is left out is left out too
        found = faults(fresh, shared, topics, known.names, stored)
        for document in fresh:
            found |= (
                {document.slug: [*found.get(document.slug, ()), *reasons]}
                if (reasons := _taken_away(document, stored, known))
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
        for key in _keys(other)
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
                _save(row)
            for place, text in enumerate(document.key_cautions, start=1):
                _save(Caution(option=row, kind=CautionKind.KEY, text=text, position=place))
            completed.append(document.slug)
    return tuple(completed)


def _taken_away(document: Document, stored: Iterable[Document], known: Remedies) -> list[str]:
    """Which stored records a new supplement would take off the service, since they use a word that
    it is called by.
    """
    if not isinstance(document, OptionDocument) or not document.is_supplement:
        return []
    with_it = Remedies({**known.names, document.slug: frozenset(document.names)})
    if with_it.to_others == known.to_others:
        return []
    taken = [
        other.slug
        for other in stored
        if len(document_breaches(other, with_it)) > len(document_breaches(other, known))
    ]
    return [f"{document.slug}: aliases: what it is called is a word of {slug}" for slug in taken]


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


# (model, what names the row among its like) → the key of a new row; None: the next
Keys = Callable[[type, str], int | None]


def _next_key(model: type, name: str) -> None:
    return None


@one_act()
def write_shared(shared: Shared, keys: Keys = _next_key) -> None:
    """Write what is shared. Call inside a transaction."""
    shared_files.write(shared, _save, partial(_children, keys=keys))


@one_act()
def write(documents: Iterable[Document], keys: Keys = _next_key) -> None:
    """Write records whole: the row, then every child row. Call inside a transaction; records are
    taken as checked by `check()`.
    """
    documents = list(documents)
    sources = {source.key: source for source in Source.objects.all()}
    lines = {line.key: line for line in DoctorLine.objects.all()}
    topics = [document for document in documents if isinstance(document, TopicDocument)]
    for document in topics:
        row = Topic.objects.filter(slug=document.slug).first() or Topic(
            pk=keys(Topic, document.slug), slug=document.slug
        )
        flag = document.when_to_see_a_doctor
        _fill(
            row,
            document,
            (
                "kind",
                "name",
                "position",
                "summary",
                "what_it_is",
                "why_it_happens",
                "what_can_help",
                "options_note",
            ),
        )
        row.doctor_emergency, row.doctor_soon, row.doctor_routine = (
            flag.emergency,
            flag.soon,
            flag.routine,
        )
        _save(row)
        row.sources.set([sources[key] for key in document.sources])
        row.doctor_lines.set([lines[key] for key in document.doctor_lines])
        _children(
            row.prep_items,
            PrepItem,
            [
                {"topic": row, "kind": kind, "text": text, "position": place}
                for kind, texts in (
                    (PrepKind.QUESTION, document.questions),
                    (PrepKind.BRING, document.things_to_bring),
                    (PrepKind.NOTE, document.notes_to_keep),
                )
                for place, text in enumerate(texts, start=1)
            ],
            keys,
        )
    by_slug = {topic.slug: topic for topic in Topic.objects.all()}
    for document in topics:
        row = by_slug[document.slug]
        links = [
            {"topic": row, "to": by_slug[slug], "position": place}
            for place, slug in enumerate(document.related, start=1)
        ]
        _children(row.links, RelatedTopic, links, keys)
    for option in documents:
        if isinstance(option, OptionDocument):
            _write_option(option, by_slug, sources, keys)


def _write_option(
    document: OptionDocument, topics: Mapping[str, Topic], sources: Mapping[str, Source], keys: Keys
) -> None:
    row: Any = Option.objects.filter(slug=document.slug).first()
    row = row or Option(pk=keys(Option, document.slug), slug=document.slug)
    _fill(row, document, ("kind", "name", "position", "summary", "cost", "access"))
    row.members = "\n".join(document.members)
    row.family = Family.objects.get(slug=document.family) if document.family else None
    _save(row)
    row.sources.set([sources[key] for key in document.sources])
    _children(row.caution_items, Caution, shared_files.caution_rows(document, option=row), keys)
    kept = {pair.topic: pair for pair in document.grades}
    for old in row.evidence.exclude(topic__slug__in=kept):
        old.delete()
    for slug, grade in kept.items():
        pair = row.evidence.filter(topic__slug=slug).first()
        pair = pair or Evidence(pk=keys(Evidence, slug), option=row, topic=topics[slug])
        _fill(pair, grade, ("grade", "finding", "statement", "basis", "place"))
        _save(pair)
        pair.sources.set([sources[key] for key in grade.sources])


def _fill(row: Any, document: Any, names: Iterable[str]) -> None:
    for name in names:
        setattr(row, name, getattr(document, name))
    if hasattr(row, "aliases"):
        row.aliases = "\n".join(document.aliases)


def _children(
    manager: Any, model: type, wanted: list[dict[str, Any]], keys: Keys = _next_key
) -> None:
    """Make the child rows say what `wanted` says, touching only those that differ, so that history
    stays true.
    """
    rows = list(manager.all())
    keep: set[int] = set()
    missing = []
    for values in wanted:
        match = next(
            (
                row
                for row in rows
                if row.pk not in keep
                and all(getattr(row, name) == value for name, value in values.items())
            ),
            None,
        )
        if match is None:
            missing.append(values)
        else:
            keep.add(match.pk)
    for row in rows:
        if row.pk not in keep:
            row.delete()
    for values in missing:
        named = " ".join(
            str(getattr(value, "slug", value))
            for name, value in values.items()
            if name != "position"
        )
        _save(model(pk=keys(model, named), **values))


def _save(row: Any) -> None:
    """Save a row with the database's own constraints; wording was checked for the record as a
    whole. Raises `SeedError`.
    """
    try:
        # Those were just read or written
        row.clean_fields(exclude={field.name for field in row._meta.fields if field.is_relation})
    except ValidationError as error:
        raise SeedError(
            [f"{row}: {name}: {' '.join(found)}" for name, found in error.message_dict.items()]
        ) from error
    try:
        with transaction.atomic():  # so that the row can still be named
            row.save()
    except IntegrityError as error:  # the constraint's name says what was wrong
        raise SeedError([f"{row}: {str(error).splitlines()[0]}"]) from error


class _Dumper(yaml.SafeDumper):
    """Writes files that read and diff well: block text, lists one item a line, keys in record
    order.
    """


def _string(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    if "\n" in value:
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|")
    return dumper.represent_scalar(
        "tag:yaml.org,2002:str", value, style=">" if len(value) > 100 else None
    )


_Dumper.add_representer(str, _string)


def as_file(plain: Mapping[str, Any]) -> str:
    """A record or the sources as the text of a seed file."""
    return yaml.dump(
        plain,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=120,
        default_flow_style=False,
    )


def folder_of(document: Document) -> str:
    """The folder that keeps a record's file."""
    return f"{document.kind}s" if isinstance(document, TopicDocument) else "options"


def export(folder: Path) -> list[Path]:
    """Write every source and record of the database to files under `folder`. Returns the paths
    written.
    """
    written = []
    documents: tuple[Document, ...] = (*read_topics(), *read_options())
    for document in documents:
        path = folder / folder_of(document) / f"{document.slug}.yaml"
        written.append(_write_file(path, as_file(as_plain(document))))
    for name, plain in shared_files.as_plain_files(shared_files.stored()).items():
        if plain:
            written.append(_write_file(folder / name, as_file(plain)))
    return written


def _write_file(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
