"""The frozen values that a record is made of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from content.doctor_flag import DoctorFlag, composed
from content.vocabulary import CautionKind, OptionKind, Rating, rating


@dataclass(frozen=True, slots=True)
class Publication:
    """A source as an answer names it."""

    key: str
    organisation: str
    title: str
    year: int | None
    url: str
    opened_on: str = ""  # the day a page of it was last read for this service; empty: never


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

# The lists of cautions that an option or a family has, in the order in which readers get them.
CAUTION_LISTS: dict[str, CautionKind] = {
    "key_cautions": CautionKind.KEY,
    "who_should_check_first": CautionKind.CHECK_FIRST,
    "cautions": CautionKind.CAUTION,
}

# Not part of the wording that a reviewer signs: where a record stands in lists, and words
# understood as input only.
NOT_CLINICAL = frozenset({"position", "place", "aliases", "members", "opened_on"})


def cited_keys(document: Document) -> tuple[str, ...]:
    """The keys of every source that the record or one of its grades cites, each once."""
    grades = document.grades if isinstance(document, OptionDocument) else ()
    return tuple(sorted({*document.sources, *(key for grade in grades for key in grade.sources)}))


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
