"""Documents read from the database, in a fixed number of queries."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Prefetch

from content.doctor_flag import DoctorFlag
from content.documents.shapes import (
    CAUTION_LISTS,
    Document,
    FamilyDocument,
    GradeDocument,
    OptionDocument,
    Publication,
    SharedLine,
    TopicDocument,
)
from content.models import (
    DoctorLine,
    Evidence,
    Family,
    Option,
    RelatedTopic,
    Source,
    Topic,
    lines_of,
)
from content.vocabulary import CautionKind, PrepKind


def read_topics(**only: Any) -> list[TopicDocument]:
    """All topics (or those that match `only`), in list order, in five queries."""
    rows = Topic.objects.filter(**only).prefetch_related(
        "sources",
        "doctor_lines",
        "prep_items",
        Prefetch("links", RelatedTopic.objects.select_related("to")),
    )
    return [_topic_document(row) for row in rows]


def read_options(**only: Any) -> list[OptionDocument]:
    """All options (or those that match `only`), in list order, in eight queries."""
    evidence = Evidence.objects.select_related("topic").prefetch_related("sources")
    families = {family.slug: family for family in read_families()}
    rows = (
        Option.objects.filter(**only)
        .select_related("family")
        .prefetch_related("sources", "caution_items", Prefetch("evidence", evidence))
    )
    return [_option_document(row, families) for row in rows]


def read_records() -> list[Document]:
    """All topics and options, in list order."""
    return [*read_topics(), *read_options()]


def read_families() -> list[FamilyDocument]:
    """All families, by name, in two queries."""
    return [
        FamilyDocument(
            row.slug,
            row.name,
            *(texts_of(row.caution_items.all(), kind) for kind in CAUTION_LISTS.values()),
        )
        for row in Family.objects.prefetch_related("caution_items")
    ]


def read_doctor_lines() -> list[SharedLine]:
    """All shared doctor lines, in their order."""
    return [_shared_line(row) for row in DoctorLine.objects.all()]


def _shared_line(row: DoctorLine) -> SharedLine:
    return SharedLine(row.key, row.urgency, row.text, row.position)


def _keys(sources: Any) -> tuple[str, ...]:
    return tuple(sorted(source.key for source in sources.all()))


def publication(source: Source) -> Publication:
    """A stored source as an answer names it."""
    opened = source.opened_on.isoformat() if source.opened_on else ""
    return Publication(
        source.key, source.organisation, source.title, source.year, source.url, opened
    )


def _publications(*cited: Any) -> tuple[Publication, ...]:
    found = {source.key: source for sources in cited for source in sources.all()}
    return tuple(publication(found[key]) for key in sorted(found))


def texts_of(items: Iterable[Any], kind: str) -> tuple[str, ...]:
    """The texts of those rows that are of one kind, in the order given."""
    return tuple(item.text for item in items if item.kind == kind)


def topic_document(row: Any, items: Iterable[Any], **beside: Any) -> TopicDocument:
    """A topic from its row, as it stands or as a history has it, and from its rows of questions and
    things to bring, in their order. `beside`: the fields that hang on other rows.
    """
    items = tuple(items)
    return TopicDocument(
        slug=row.slug,
        kind=row.kind,
        name=row.name,
        position=row.position,
        aliases=tuple(lines_of(row.aliases)),
        summary=row.summary,
        what_it_is=row.what_it_is,
        why_it_happens=row.why_it_happens,
        what_can_help=row.what_can_help,
        when_to_see_a_doctor=DoctorFlag(row.doctor_emergency, row.doctor_soon, row.doctor_routine),
        options_note=row.options_note,
        questions=texts_of(items, PrepKind.QUESTION),
        things_to_bring=texts_of(items, PrepKind.BRING),
        notes_to_keep=texts_of(items, PrepKind.NOTE),
        **beside,
    )


def option_document(row: Any, cautions: Iterable[Any], **beside: Any) -> OptionDocument:
    """An option from its row, as it stands or as a history has it, and from its rows of cautions,
    in their order. `beside`: the fields that hang on other rows.
    """
    cautions = tuple(cautions)
    return OptionDocument(
        slug=row.slug,
        kind=row.kind,
        name=row.name,
        position=row.position,
        aliases=tuple(lines_of(row.aliases)),
        members=tuple(lines_of(row.members)),
        summary=row.summary,
        key_cautions=texts_of(cautions, CautionKind.KEY),
        who_should_check_first=texts_of(cautions, CautionKind.CHECK_FIRST),
        cautions=texts_of(cautions, CautionKind.CAUTION),
        cost=row.cost,
        access=row.access,
        **beside,
    )


def grade_document(pair: Any, topic: str, sources: tuple[str, ...]) -> GradeDocument:
    """A grade from its row of evidence, the slug of its topic and the keys of its sources."""
    return GradeDocument(
        topic=topic,
        grade=pair.grade,
        finding=pair.finding,
        statement=pair.statement,
        basis=pair.basis,
        sources=sources,
        place=pair.place,
    )


def _topic_document(row: Topic) -> TopicDocument:
    return topic_document(
        row,
        row.prep_items.all(),
        doctor_lines=tuple(line.key for line in row.doctor_lines.all()),
        related=tuple(link.to.slug for link in row.links.all()),
        sources=_keys(row.sources),
        publications=_publications(row.sources),
        shared_lines=tuple(map(_shared_line, row.doctor_lines.all())),
    )


def _option_document(row: Option, families: Mapping[str, FamilyDocument]) -> OptionDocument:
    family = row.family.slug if row.family else ""
    pairs = row.evidence.all()
    return option_document(
        row,
        row.caution_items.all(),
        family=family,
        sources=_keys(row.sources),
        grades=tuple(grade_document(pair, pair.topic.slug, _keys(pair.sources)) for pair in pairs),
        publications=_publications(row.sources, *(pair.sources for pair in pairs)),
        shared=families.get(family),
    )


def read_sources() -> list[Source]:
    """All sources, by key."""
    return list(Source.objects.order_by("key"))
