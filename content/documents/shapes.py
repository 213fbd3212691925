"""A whole record as one frozen value: the form in which files keep it, reviewers sign it and the
catalogue serves it.

`TopicDocument` and `OptionDocument` gather a record's own row and its child rows. `read_topics()`
and `read_options()` read them all in a fixed number of queries; `as_plain()` and `from_plain()` go
to and from the layout of the seed files.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from django.db.models import Prefetch

from content.doctor_flag import DoctorFlag, composed
from content.models import (
    DoctorLine,
    Evidence,
    Family,
    Option,
    RelatedTopic,
    Source,
    Topic,
    alias_lines,
    lines_of,
)
from content.vocabulary import CautionKind, OptionKind, PrepKind, Rating, TopicKind, rating
from content.wording.claims import Breach
from content.wording.doctor_flags import doctor_breaches
from content.wording.rules import breaches
from content.wording.supplements import Remedies
from content.wording.text_blocks import tidy


@dataclass(frozen=True, slots=True)
class Publication:
    """A source as an answer names it."""

    key: str
    organisation: str
    title: str
    year: int | None
    url: str


@dataclass(frozen=True, slots=True)
class SharedLine:
    """A line of the doctor flag that several topics share: what follows “if”."""

    key: str
    urgency: str
    text: str
    position: int = 0


@dataclass(frozen=True, slots=True)
class TopicDocument:
    """A symptom, linked condition or guide, whole."""

    slug: str
    kind: str
    name: str
    position: int
    aliases: tuple[str, ...]
    summary: str
    what_it_is: str
    why_it_happens: str
    what_can_help: str
    when_to_see_a_doctor: DoctorFlag  # as its own record has it: `flag` is what readers get
    doctor_lines: tuple[str, ...]
    options_note: str
    related: tuple[str, ...]
    questions: tuple[str, ...]
    things_to_bring: tuple[str, ...]
    notes_to_keep: tuple[str, ...]
    sources: tuple[str, ...]
    publications: tuple[Publication, ...] = ()  # what it cites, as that reads now
    shared_lines: tuple[SharedLine, ...] = ()  # those of `doctor_lines`, as they read now

    @property
    def flag(self) -> DoctorFlag:
        """The doctor flag as readers get it: its own lines, then the shared ones of the same
        urgency.
        """
        return composed(
            self.when_to_see_a_doctor, ((line.urgency, line.text) for line in self.shared_lines)
        )


@dataclass(frozen=True, slots=True)
class FamilyDocument:
    """What a family of options shares."""

    slug: str
    name: str
    key_cautions: tuple[str, ...] = ()
    who_should_check_first: tuple[str, ...] = ()
    cautions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GradeDocument:
    """What research says of the option for one topic."""

    topic: str
    grade: str
    finding: str
    statement: str
    basis: str
    sources: tuple[str, ...]
    # Among the options of the same grade and finding for the topic: 1 is first, 0 behind all that
    # have one
    place: int = 0

    @property
    def rating(self) -> Rating:
        """What readers are told of grade and finding."""
        return rating(self.grade, self.finding)


@dataclass(frozen=True, slots=True)
class OptionDocument:
    """Something that may help, whole, with its grades and cautions."""

    slug: str
    kind: str
    name: str
    position: int
    family: str
    aliases: tuple[str, ...]
    members: tuple[str, ...]
    summary: str
    key_cautions: tuple[str, ...]
    who_should_check_first: tuple[str, ...]
    cautions: tuple[str, ...]
    cost: str
    access: str
    sources: tuple[str, ...]
    grades: tuple[GradeDocument, ...]
    publications: tuple[Publication, ...] = ()  # what it and its grades cite, as that reads now
    shared: FamilyDocument | None = None  # what its family shares, as that reads now

    @property
    def has_key_caution(self) -> bool:
        """Whether it has a key caution, its own or its family's: nothing is released
        without one.
        """
        return bool(self.key_cautions or (self.shared and self.shared.key_cautions))

    @property
    def is_supplement(self) -> bool:
        """Whether the release gate may withhold this option."""
        return self.kind == OptionKind.SUPPLEMENT_OR_HERB

    @property
    def names(self) -> tuple[str, ...]:
        """Every way the option is named, lower case."""
        return tuple(name.lower() for name in (self.name, *self.aliases, *self.members))


Document = TopicDocument | OptionDocument

# Not kept in a record's file: what is kept once, by key, and what is made of other parts.
_BESIDE = frozenset({"publications", "shared_lines", "shared"})

# The lists of cautions that an option or a family has, in the order in which readers get them.
CAUTION_LISTS: dict[str, CautionKind] = {
    "key_cautions": CautionKind.KEY,
    "who_should_check_first": CautionKind.CHECK_FIRST,
    "cautions": CautionKind.CAUTION,
}

# Not part of the wording that a reviewer signs: where a record stands in lists, and words
# understood as input only.
NOT_CLINICAL = frozenset({"position", "place", "aliases", "members"})

# Values that are codes or names from closed lists, not prose for `content.wording.rules` to read.
_CODES = frozenset(
    {"slug", "kind", "position", "place", "family", "aliases", "members", "related", "sources"}
    | {"doctor_lines", "key", "urgency", "topic", "grade", "finding"}
)


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


def read_families() -> list[FamilyDocument]:
    """All families, by name, in two queries."""
    return [
        FamilyDocument(
            row.slug,
            row.name,
            *(_texts(row.caution_items, kind) for kind in CAUTION_LISTS.values()),
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
    return Publication(source.key, source.organisation, source.title, source.year, source.url)


def _publications(*cited: Any) -> tuple[Publication, ...]:
    found = {source.key: source for sources in cited for source in sources.all()}
    return tuple(publication(found[key]) for key in sorted(found))


def cited_keys(document: Document) -> tuple[str, ...]:
    """The keys of every source that the record or one of its grades cites, each once."""
    grades = document.grades if isinstance(document, OptionDocument) else ()
    return tuple(sorted({*document.sources, *(key for grade in grades for key in grade.sources)}))


def _texts(items: Any, kind: str) -> tuple[str, ...]:
    return tuple(item.text for item in items.all() if item.kind == kind)


def _topic_document(row: Topic) -> TopicDocument:
    return TopicDocument(
        slug=row.slug,
        kind=row.kind,
        name=row.name,
        position=row.position,
        aliases=tuple(alias_lines(row)),
        summary=row.summary,
        what_it_is=row.what_it_is,
        why_it_happens=row.why_it_happens,
        what_can_help=row.what_can_help,
        when_to_see_a_doctor=DoctorFlag(row.doctor_emergency, row.doctor_soon, row.doctor_routine),
        doctor_lines=tuple(line.key for line in row.doctor_lines.all()),
        options_note=row.options_note,
        related=tuple(link.to.slug for link in row.links.all()),
        questions=_texts(row.prep_items, PrepKind.QUESTION),
        things_to_bring=_texts(row.prep_items, PrepKind.BRING),
        notes_to_keep=_texts(row.prep_items, PrepKind.NOTE),
        sources=_keys(row.sources),
        publications=_publications(row.sources),
        shared_lines=tuple(map(_shared_line, row.doctor_lines.all())),
    )


def _option_document(row: Option, families: Mapping[str, FamilyDocument]) -> OptionDocument:
    family = row.family.slug if row.family else ""
    return OptionDocument(
        slug=row.slug,
        kind=row.kind,
        name=row.name,
        position=row.position,
        family=family,
        aliases=tuple(lines_of(row.aliases)),
        members=tuple(lines_of(row.members)),
        summary=row.summary,
        key_cautions=_texts(row.caution_items, CautionKind.KEY),
        who_should_check_first=_texts(row.caution_items, CautionKind.CHECK_FIRST),
        cautions=_texts(row.caution_items, CautionKind.CAUTION),
        cost=row.cost,
        access=row.access,
        sources=_keys(row.sources),
        grades=tuple(
            GradeDocument(
                topic=pair.topic.slug,
                grade=pair.grade,
                finding=pair.finding,
                statement=pair.statement,
                basis=pair.basis,
                sources=_keys(pair.sources),
                place=pair.place,
            )
            for pair in row.evidence.all()
        ),
        publications=_publications(row.sources, *(pair.sources for pair in row.evidence.all())),
        shared=families.get(family),
    )


def as_plain(value: Any) -> Any:
    """A document (or a part of one) as dicts, lists and strings in the order of its fields, empty
    parts left out.
    """
    if isinstance(value, tuple):
        return [as_plain(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        pairs = (
            (part.name, as_plain(getattr(value, part.name)))
            for part in fields(value)
            if part.name not in _BESIDE
        )
        return {name: part for name, part in pairs if part not in ("", [], 0)}
    return value


# Lists of keys, kept as a set: the order in which a file names them is not.
_UNORDERED = frozenset({"sources", "doctor_lines"})


def same(one: Document, other: Document) -> bool:
    """Whether two documents say the same, whatever the order in which they name what they cite and
    share.
    """
    return bool(_ordered(as_plain(one)) == _ordered(as_plain(other)))


def _ordered(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            name: sorted(item) if name in _UNORDERED else _ordered(item)
            for name, item in part.items()
        }
    return [_ordered(item) for item in part] if isinstance(part, list) else part


def from_plain(plain: Mapping[str, Any], form: Callable[[str], str] = tidy) -> Document:
    """The document that a seed file holds. Raises `ValueError` naming what is missing, unknown or
    of the wrong form.

    `form`: what each text is put through, `str` where it is to stay as it was stored.
    """
    if not isinstance(plain, Mapping):
        raise ValueError("a record with its fields is wanted")
    kind = plain.get("kind")
    if kind not in (*OptionKind.values, *TopicKind.values):
        raise ValueError(
            f"kind: {kind!r} is none of {', '.join((*TopicKind.values, *OptionKind.values))}"
        )
    may_lack = _OPTIONAL | _UNWRITTEN.get(kind, frozenset())
    shape = OptionDocument if kind in OptionKind.values else TopicDocument
    document: Document = _build(shape, plain, may_lack, form=form)
    return document


_PARTS: dict[str, type] = {"when_to_see_a_doctor": DoctorFlag}
# And every list, which may be empty
_OPTIONAL = frozenset({"options_note", "position", "place", "family"})
_UNWRITTEN = {
    # May stand with a name alone
    OptionKind.SUPPLEMENT_OR_HERB: frozenset({"summary", "cost", "access"}),
    TopicKind.GUIDE: frozenset({"why_it_happens"}),
}


def _build(
    shape: type,
    plain: Any,
    may_lack: frozenset[str] = _OPTIONAL,
    place: str = "",
    form: Callable[[str], str] = tidy,
) -> Any:
    """One value of `shape`. Raises `ValueError` naming, after `place`, what is unknown, missing or
    of the wrong form.
    """
    if not isinstance(plain, Mapping):
        raise ValueError(f"{place}fields with their values are wanted")
    known = {part.name: str(part.type) for part in fields(shape) if part.name not in _BESIDE}
    unknown = sorted(str(name) for name in set(plain) - set(known))
    if unknown:
        raise ValueError(f"{place}unknown {', '.join(unknown)}")
    missing = [
        name
        for name, declared in known.items()
        if name not in may_lack and "tuple" not in declared and _blank(plain.get(name))
    ]
    if missing:
        raise ValueError(f"{place}missing {', '.join(missing)}")
    return shape(
        **{name: _part(name, declared, plain.get(name), form) for name, declared in known.items()}
    )


def _blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _part(name: str, declared: str, value: Any, form: Callable[[str], str]) -> Any:
    if name in _PARTS:
        return _build(_PARTS[name], value, place=f"{name}: ", form=form)
    if "tuple" in declared:
        if value is not None and not isinstance(value, list | tuple):
            raise ValueError(f"{name}: a list is wanted")
        if name == "grades":
            return tuple(
                _build(GradeDocument, item, place=f"grades[{index}]: ", form=form)
                for index, item in enumerate(value or ())
            )
        return tuple(_string(name, item, form) for item in value or ())
    if "int" in declared:
        if value is not None and not isinstance(value, int):
            raise ValueError(f"{name}: a whole number is wanted")
        return value or 0
    return _string(name, value if value is not None else "", form)


def _string(name: str, value: Any, form: Callable[[str], str]) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name}: {value!r} is not text (quote it in the file)")
    return form(value)


def resolved(
    documents: Iterable[Document],
    sources: Mapping[str, Publication],
    families: Mapping[str, FamilyDocument],
    lines: Mapping[str, SharedLine],
) -> list[Document]:
    """The documents with what they cite and share filled in; what is not known by its key is left
    out.
    """
    found: list[Document] = []
    for document in documents:
        cited = tuple(sources[key] for key in cited_keys(document) if key in sources)
        if isinstance(document, OptionDocument):
            found.append(
                replace(document, publications=cited, shared=families.get(document.family))
            )
        else:
            shared = sorted(
                (lines[key] for key in document.doctor_lines if key in lines),
                key=lambda line: (line.position, line.key),
            )
            found.append(replace(document, publications=cited, shared_lines=tuple(shared)))
    return found


def prose(document: Document) -> Iterator[tuple[str, str]]:
    """Every text of the record that a reader may see, each with where it stands, such as
    `grades[2].statement`.

    What it shares with other records is among them.
    """
    plain = as_plain(document)
    if isinstance(document, TopicDocument):
        plain["shared_lines"] = as_plain(document.shared_lines)
    elif document.shared:
        plain["shared"] = as_plain(document.shared)
    if isinstance(document, OptionDocument) and document.is_supplement:
        # “Calcium supplements” claims nothing: `Remedies.called` reads it by rules of its own
        del plain["name"]
    return _prose(plain, "")


def _prose(part: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(part, str):
        yield place, part
    elif isinstance(part, list):
        for index, item in enumerate(part):
            yield from _prose(item, f"{place}[{index}]")
    elif isinstance(part, dict):
        for name, item in part.items():
            if name not in _CODES:
                yield from _prose(item, f"{place}.{name}" if place else name)


def document_breaches(document: Document, remedies: Remedies) -> list[tuple[str, Breach]]:
    """Every wording rule the record breaks, each with where. A supplement may use its own names and
    no other's; no other option may go by them.
    """
    withheld = remedies.to_others
    borne: Iterator[tuple[str, Breach]] = iter(())
    texts = [*prose(document), ("slug", document.slug)]
    if isinstance(document, OptionDocument) and document.is_supplement:
        texts.pop()  # `called` reads it, as the name
        withheld = remedies.to_supplement(document.slug, document.names)
        borne = remedies.called(document.slug, document.name, document.names)
    elif isinstance(document, OptionDocument):
        borne = remedies.borne(document.slug, document.name, document.aliases)
    herbal = isinstance(document, OptionDocument) and document.is_supplement
    return [
        *(
            (place, breach)
            for place, text in texts
            for breach in breaches(text, withheld=withheld, herbal=herbal)
        ),
        *borne,
    ]


def flag_breaches(document: Document) -> list[tuple[str, Breach]]:
    """What a topic's doctor flag lacks to be one, each with where. Asked before it is stored; what
    is stored is never left out for it.
    """
    if not isinstance(document, TopicDocument):
        return []
    flag = document.flag
    return [
        (f"when_to_see_a_doctor.{name}", breach)
        for name, breach in doctor_breaches(flag.emergency, flag.soon, flag.routine)
    ]


def named_supplements(
    options: list[OptionDocument], once: Mapping[str, frozenset[str]] = MappingProxyType({})
) -> Remedies:
    """Every supplement and herb among `options` with its names, and those it had `once`
    (`models.former_names`).
    """
    now = {option.slug: frozenset(option.names) for option in options if option.is_supplement}
    return Remedies(
        {slug: now.get(slug, frozenset()) | once.get(slug, frozenset()) for slug in {*now, *once}}
    )


def read_sources() -> list[Source]:
    """All sources, by key."""
    return list(Source.objects.order_by("key"))
