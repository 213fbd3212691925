"""The frozen dataclasses of answers, free of Django models. API, MCP, pages and Markdown are all
made from them.

A field that is None is left out of the body. The order of keys in a body is that of its serializer.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings

from content.doctor_flag import DoctorFlag
from content.vocabulary import TopicKind

TOPICS_PAGE = "/topics"
HELP_NOW_PAGE = "/get-help-now"
PREPARE_PAGE = "/prepare"


def page(path: str) -> str:
    """The absolute address of one of the service's own pages."""
    return f"{settings.PUBLIC_URL}{path}"


@dataclass(frozen=True, slots=True)
class Ref:
    """A record by slug and name."""

    slug: str
    name: str
    kind: str

    @property
    def path(self) -> str:
        """The path of its page."""
        return (
            f"/{self.kind}s/{self.slug}"
            if self.kind in TopicKind.values
            else f"/options/{self.slug}"
        )

    @property
    def source_page(self) -> str:
        """The absolute address of its page."""
        return page(self.path)


@dataclass(frozen=True, slots=True)
class SourceRef:
    """A publication an answer rests on."""

    organisation: str
    title: str
    year: int | None
    url: str

    def __str__(self) -> str:
        """The publication in one line."""
        year = f" ({self.year})" if self.year else ""
        return f"{self.organisation}, {self.title}{year}: {self.url}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What every answer carries besides its own content."""

    note: str | None  # how the words were understood, if there is something to say
    source_page: str
    sources: tuple[SourceRef, ...]
    review_status: str
    reviewed_by: str | None
    content_updated: str | None  # the day its wording last changed, as YYYY-MM-DD
    review_due: str | None  # the day its sign-off ends, while one is in force
    disclaimer: str


@dataclass(frozen=True, slots=True)
class WithheldSlug:
    """A withheld option by its slug alone."""

    slug: str
    name: None = None


@dataclass(frozen=True, slots=True)
class WithheldList:
    """Supplements and herbs of which only the name is given, and the reason."""

    reason: str
    options: tuple[Ref | WithheldSlug, ...]


@dataclass(frozen=True, slots=True)
class RatedRefs:
    """Options of one rating, by slug and name."""

    rating: str
    options: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class WhatCanHelp:
    """Self-care in words, then the options graded for the topic, by rating."""

    text: str
    options: tuple[RatedRefs, ...]


@dataclass(frozen=True, slots=True)
class Explanation(Answer):
    """Information on one topic."""

    topic: Ref
    also_matched: tuple[Ref, ...]
    flag: DoctorFlag
    summary: str
    what_it_is: str
    why_it_happens: str | None
    what_can_help: WhatCanHelp
    related_topics: tuple[Ref, ...]

    @property
    def when_to_see_a_doctor(self) -> str:
        return self.flag.text


@dataclass(frozen=True, slots=True)
class RatingKey:
    """A rating and what it means."""

    rating: str
    meaning: str | None


@dataclass(frozen=True, slots=True)
class SharedCautions:
    """What the options of one family share."""

    family: str
    name: str
    cautions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """One option of a family that is listed as a single row."""

    slug: str
    name: str
    rating: str


@dataclass(frozen=True, slots=True)
class OptionItem:
    """One option in a topic's list. A short row leaves out what another call gives."""

    slug: str
    name: str
    kind: str
    grade: str
    finding: str
    rating: str | None
    statement: str | None = None
    summary: str | None = None
    cost: str | None = None
    access: str | None = None
    cautions: tuple[str, ...] | None = None
    family: str | None = None
    variants: tuple[Variant, ...] | None = None
    review_status: str | None = None  # if it differs from that of the whole answer
    reviewed_by: str | None = None

    @property
    def ref(self) -> Ref:
        return Ref(self.slug, self.name, self.kind)


@dataclass(frozen=True, slots=True)
class OptionList(Answer):
    """What helps with one topic, strongest evidence first; in lists of their own, what does not
    help and what research cannot tell.
    """

    topic: Ref
    also_matched: tuple[Ref, ...]
    flag: DoctorFlag
    ratings: tuple[RatingKey, ...]
    shared_cautions: tuple[SharedCautions, ...]
    options: tuple[OptionItem, ...]
    not_enough_research: tuple[OptionItem, ...]
    not_shown_to_help: tuple[OptionItem, ...]
    may_worsen: tuple[OptionItem, ...]
    withheld: WithheldList

    @property
    def when_to_see_a_doctor(self) -> str:
        return self.flag.text


@dataclass(frozen=True, slots=True)
class GradeItem:
    """What research says of an option for one topic."""

    topic: Ref
    grade: str | None
    finding: str | None
    rating: str
    statement: str | None = None
    basis: str | None = None


@dataclass(frozen=True, slots=True)
class EvidenceSheet(Answer):
    """The evidence on one option, in this order: who should check first, cautions, harm, grades."""

    option: Ref
    also_matched: tuple[Ref, ...]
    who_should_check_first: tuple[str, ...]
    cautions: tuple[str, ...]
    may_worsen: tuple[GradeItem, ...]
    grades: tuple[GradeItem, ...]
    summary: str
    cost: str
    access: str
    withheld: WithheldList | None  # where the words named something withheld as well
    next: str | None


@dataclass(frozen=True, slots=True)
class WithheldSheet(Answer):
    """An option that is withheld: its name, that it is withheld, and whom to ask."""

    option: Ref
    withheld: WithheldList
    next: str
    also_matched: tuple[Ref, ...] | None  # where the words name another option too


@dataclass(frozen=True, slots=True)
class PrepSheet(Answer):
    """What to ask and bring to an appointment about some topics."""

    topics: tuple[Ref, ...]
    flag: DoctorFlag
    first_questions: tuple[str, ...]
    questions: tuple[str, ...]
    things_to_bring: tuple[str, ...]
    notes_to_keep: tuple[str, ...]
    not_recognised: tuple[int, ...]

    @property
    def when_to_see_a_doctor(self) -> str:
        return self.flag.text


@dataclass(frozen=True, slots=True)
class WarningSignRef:
    """A warning sign the service screens every request for."""

    slug: str
    name: str
    what_counts: str | None = None


@dataclass(frozen=True, slots=True)
class Coverage(Answer):
    """Everything the service covers."""

    symptoms: tuple[Ref, ...]
    conditions: tuple[Ref, ...]
    guides: tuple[Ref, ...]
    options: tuple[Ref, ...]
    withheld: WithheldList
    ratings: tuple[RatingKey, ...]
    counts: Mapping[str, int]
    warning_signs: tuple[WarningSignRef, ...]


@dataclass(frozen=True, slots=True)
class Undecided(Answer):
    """The answer to words that hold a warning sign and name nothing covered: what to do now comes
    first, then the closest records.
    """

    suggestions: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class UndecidedTopic(Undecided):
    topic: None = None


@dataclass(frozen=True, slots=True)
class UndecidedOption(Undecided):
    option: None = None


@dataclass(frozen=True, slots=True)
class UndecidedList(Undecided):
    topics: tuple[()] = ()
