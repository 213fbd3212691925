"""Writing records to the database: a row, then every row that belongs to it."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from content import shared_files
from content.documents import Document, OptionDocument, TopicDocument
from content.models import (
    Caution,
    DoctorLine,
    Evidence,
    Family,
    Option,
    PrepItem,
    RelatedTopic,
    Source,
    Topic,
    one_act,
)
from content.seeding.files import SeedError
from content.shared_files import Shared
from content.vocabulary import PrepKind

# (model, what names the row among its like) → the key of a new row; None: the next
Keys = Callable[[type, str], int | None]


def _next_key(model: type, name: str) -> None:
    return None


@one_act()
def write_shared(shared: Shared, keys: Keys = _next_key) -> None:
    """Write what is shared. Call inside a transaction."""
    shared_files.write(shared, save, partial(children, keys=keys))


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
        save(row)
        row.sources.set([sources[key] for key in document.sources])
        row.doctor_lines.set([lines[key] for key in document.doctor_lines])
        children(
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
        children(row.links, RelatedTopic, links, keys)
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
    save(row)
    row.sources.set([sources[key] for key in document.sources])
    children(row.caution_items, Caution, shared_files.caution_rows(document, option=row), keys)
    grades = {grade.topic: grade for grade in document.grades}
    for old in row.evidence.exclude(topic__slug__in=grades):
        old.delete()
    for slug, grade in grades.items():
        pair = row.evidence.filter(topic__slug=slug).first()
        pair = pair or Evidence(pk=keys(Evidence, slug), option=row, topic=topics[slug])
        _fill(pair, grade, ("grade", "finding", "statement", "basis", "place"))
        save(pair)
        pair.sources.set([sources[key] for key in grade.sources])


def _fill(row: Any, document: Any, names: Iterable[str]) -> None:
    for name in names:
        setattr(row, name, getattr(document, name))
    if hasattr(row, "aliases"):
        row.aliases = "\n".join(document.aliases)


def children(
    manager: Any, model: type, wanted: list[dict[str, Any]], keys: Keys = _next_key
) -> None:
    """Make the child rows say what `wanted` says, touching only those that differ, so that history
    stays true.
    """
    rows = list(manager.all())
    unchanged: set[int] = set()
    missing = []
    for values in wanted:
        match = next(
            (
                row
                for row in rows
                if row.pk not in unchanged
                and all(getattr(row, name) == value for name, value in values.items())
            ),
            None,
        )
        if match is None:
            missing.append(values)
        else:
            unchanged.add(match.pk)
    for row in rows:
        if row.pk not in unchanged:
            row.delete()
    for values in missing:
        named = " ".join(
            str(getattr(value, "slug", value))
            for name, value in values.items()
            if name != "position"
        )
        save(model(pk=keys(model, named), **values))


def save(row: Any) -> None:
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
