"""The five questions and the frozen shapes of their answers: the one service layer, used by API, MCP and pages alike.

In: the words asked with, and the catalogue to answer from. Out: a frozen answer with no model in it, or `NotCovered`
with the closest records. Every answer carries its page, its sources, its review status and the disclaimer.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from itertools import takewhile
from typing import Any, Literal

from django.conf import settings

from content.catalogue import Catalogue, Pair, TopicEntry
from content.lists.body import is_where, places
from content.lists.denials import is_denied
from content.lists.dictated import SHORT, topics_in
from content.lists.fields import is_heading, says_how
from content.lists.items import items_of, without_asides
from content.lists.remarks import is_left_over, is_no_item, is_remark
from content.matching.general import only_speaks_of_menopause, only_takes
from content.matching.matcher import Found, Matcher
from content.name_keys import compared, flat, mended
from content.preparation import BRING_TO_EVERY_APPOINTMENT
from content.release import Released, Withheld
from content.review import UNREVIEWED, Standing
from content.screening import SIGNS
from content.vocabulary import (
    DISCLAIMER,
    FINDING_MEANINGS,
    FINDING_ORDER,
    GRADE_MEANINGS,
    GRADE_ORDER,
    REVIEW_ORDER,
    WITHHELD_REASON,
    Beyond,
    Finding,
    OptionKind,
    TopicKind,
    grade_meaning,
)

MAX_SYMPTOMS = 12
DICTATED = 2  # items at most of a list that may have been dictated: where something parts more of them, that parts all
MOST_ITEMS = 48  # that a list is read for, remarks among them: it bounds the work

TOPICS_PAGE = "/topics"
HELP_NOW_PAGE = "/get-help-now"
PREPARE_PAGE = "/prepare"

Family = Literal["topic", "option", "list"]
SUGGESTIONS = 3
# Suggested to whoever asks about menopause as a whole, or about nothing that is near anything here: they alarm nobody.
COMMONEST = ("hot-flushes", "irregular-periods", "sleep-problems")
COMMONEST_OPTIONS = ("hormone-replacement-therapy", "cognitive-behavioural-therapy", "exercise")


class NotCovered(Exception):
    """The words name nothing that the call is about. Carries the closest records and what the words are about, never the words.

    Where they name a record of the other family, that is the one suggestion: what is near it would tell what a withheld option is used for.
    """

    def __init__(self, family: Family, suggestions: tuple["Ref", ...], about: Beyond, near: bool = True) -> None:
        """`near`: whether the suggestions are near the words, and not only what is often asked about."""
        super().__init__(family)
        self.family = family
        self.suggestions = suggestions
        self.about = about
        self.near = near


class TooManySymptoms(Exception):
    """More symptoms were listed than one appointment sheet takes."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A record by name, with its page."""

    slug: str
    name: str
    kind: str
    source_page: str


@dataclass(frozen=True, slots=True)
class SourceRef:
    """A publication an answer rests on."""

    organisation: str
    title: str
    year: int | None
    url: str


@dataclass(frozen=True, slots=True)
class WithheldRef:
    """A supplement or herb that is named and nothing else."""

    slug: str
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What every answer carries besides its own content."""

    source_page: str
    sources: tuple[SourceRef, ...]
    review_status: str
    reviewed_by: str | None
    disclaimer: str


@dataclass(frozen=True, slots=True)
class WhatCanHelp:
    """Self-care in words, and links to the options graded for the topic, strongest evidence first."""

    text: str
    options: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Explanation(Answer):
    """Information on one topic."""

    topic: Ref
    also_matched: tuple[Ref, ...]
    summary: str
    what_it_is: str
    why_it_happens: str
    what_can_help: WhatCanHelp
    related_topics: tuple[Ref, ...]
    when_to_see_a_doctor: str


@dataclass(frozen=True, slots=True)
class OptionItem:
    """One option as it stands in a topic's list."""

    slug: str
    name: str
    kind: str
    grade: str
    grade_meaning: str
    finding: str
    statement: str
    summary: str
    cost: str
    access: str
    cautions: tuple[str, ...]
    review_status: str
    reviewed_by: str | None
    source_page: str


@dataclass(frozen=True, slots=True)
class OptionList(Answer):
    """What may help with one topic, strongest evidence first, and what was looked at and not shown to help."""

    topic: Ref
    also_matched: tuple[Ref, ...]
    note: str
    options: tuple[OptionItem, ...]
    not_shown_to_help: tuple[OptionItem, ...]
    may_worsen: tuple[OptionItem, ...]
    when_to_see_a_doctor: str
    withheld: tuple[WithheldRef, ...]


@dataclass(frozen=True, slots=True)
class GradeItem:
    """What research says of an option for one topic."""

    topic: Ref
    grade: str
    grade_meaning: str
    finding: str
    statement: str
    basis: str


@dataclass(frozen=True, slots=True)
class EvidenceSheet(Answer):
    """The evidence on one option, and its cautions."""

    option: Ref
    also_matched: tuple[Ref, ...]
    summary: str
    grades: tuple[GradeItem, ...]
    cautions: tuple[str, ...]
    who_should_check_first: tuple[str, ...]
    cost: str
    access: str


@dataclass(frozen=True, slots=True)
class EvidenceBesideWithheld(EvidenceSheet):
    """The same where the words named something withheld as well."""

    withheld: tuple[WithheldRef, ...]


@dataclass(frozen=True, slots=True)
class WithheldSheet(Answer):
    """An option that is withheld: its name, and that it is withheld."""

    option: Ref
    withheld: tuple[WithheldRef, ...]


@dataclass(frozen=True, slots=True)
class WithheldBeside(WithheldSheet):
    """The same where the words name another option too."""

    also_matched: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class DoctorFlagItem:
    """One topic's doctor flag, in full."""

    topic: Ref
    text: str


@dataclass(frozen=True, slots=True)
class PrepSheet(Answer):
    """What to ask and bring to an appointment about some topics."""

    topics: tuple[Ref, ...]
    questions: tuple[str, ...]
    things_to_bring: tuple[str, ...]
    notes_to_keep: tuple[str, ...]
    not_recognised: tuple[int, ...]
    when_to_see_a_doctor: tuple[DoctorFlagItem, ...]


@dataclass(frozen=True, slots=True)
class GradeKey:
    """A grade and what it means."""

    grade: str
    meaning: str


@dataclass(frozen=True, slots=True)
class FindingKey:
    """A finding and what it means."""

    finding: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How much is covered."""

    symptoms: int
    conditions: int
    options: int
    withheld: int


@dataclass(frozen=True, slots=True)
class WarningSignRef:
    """A warning sign the service screens every request for."""

    slug: str
    name: str
    what_counts: str


@dataclass(frozen=True, slots=True)
class Coverage(Answer):
    """Everything the service covers."""

    symptoms: tuple[Ref, ...]
    conditions: tuple[Ref, ...]
    options: tuple[Ref, ...]
    grades: tuple[GradeKey, ...]
    findings: tuple[FindingKey, ...]
    counts: Counts
    warning_signs: tuple[WarningSignRef, ...]
    withheld: tuple[WithheldRef, ...]


@dataclass(frozen=True, slots=True)
class Undecided(Answer):
    """Words that hold a warning sign and name nothing covered: what to do now leads, and the closest records follow."""

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


_UNDECIDED: dict[Family, type[Undecided]] = {"topic": UndecidedTopic, "option": UndecidedOption, "list": UndecidedList}


_MEDICINES = frozenset({OptionKind.HORMONE_THERAPY, OptionKind.PRESCRIPTION_MEDICINE, OptionKind.SUPPLEMENT_OR_HERB})
_TAKEN_OR_DONE = frozenset(OptionKind) - {OptionKind.TALKING_THERAPY, OptionKind.LIFESTYLE}

# Words that hold a warning sign name a record only when they name it outright or very clearly: “my face is drooping” is not about hot flushes.
WITH_A_SIGN = 6.5
BARE_PART = 4.0  # how much clearer an item must name a topic that is a part of the body and nothing else (“neck”)
CLEARLY = 2.0  # how much clearer a part of a dictated item must name a topic


def _margin(urgent: bool) -> float:
    return WITH_A_SIGN if urgent else 0.0


Key = tuple[str, ...]  # what words were found to mean: slugs, best first


def find_topic(catalogue: Catalogue, words: str, urgent: bool) -> Key:
    """The topics that `words` name, best first, at most two; `urgent` is whether they hold a warning sign. Raises `NotCovered`."""
    found = _find(catalogue.topic_matcher, words, urgent)
    if not found.slugs:
        raise _not_covered(catalogue, "topic", words, found, urgent)
    return found.slugs


def find_option(catalogue: Catalogue, words: str, urgent: bool) -> Key:
    """The options that `words` name, best first, at most two; `urgent` as above. Raises `NotCovered`."""
    found = _find(catalogue.option_matcher, words, urgent)
    if not found.slugs:
        raise _not_covered(catalogue, "option", words, found, urgent)
    first, *others = found.slugs
    if isinstance(catalogue.options[first], Withheld):  # beside it only what is named: what is near it would tell what it is used for
        named = catalogue.option_matcher.named_in(words)
        return (first, *(slug for slug in others if slug in named or isinstance(catalogue.options[slug], Withheld)))
    return found.slugs


def _find(matcher: Matcher, words: str, urgent: bool) -> Found:
    """What a query names; none where it is plainly about another body than that of a woman in midlife."""
    other = None if words in matcher.spellings else matcher.whose(words)
    return Found((), (), other) if other else matcher.find(words, _margin(urgent))


def _not_covered(catalogue: Catalogue, family: Family, words: str, found: Found, urgent: bool) -> NotCovered:
    """What words are about in which nothing of a family was `found`, and what may be suggested instead."""
    of_options = family == "option"
    other, holds_needed = (catalogue.topic_matcher if of_options else catalogue.option_matcher).first_named(words, _margin(urgent))
    if other is not None and found.about in (Beyond.UNKNOWN, Beyond.MENOPAUSE):
        refs, about = (topic_refs, Beyond.TOPIC) if of_options else (_option_refs, Beyond.OPTION)
        return NotCovered(family, refs(catalogue, (other,)), about)
    if found.about is Beyond.MENOPAUSE:
        return NotCovered(family, topic_refs(catalogue, (slug for slug in COMMONEST if slug in catalogue.topics)), found.about)
    if not of_options and holds_needed:
        return NotCovered(family, (), found.about)
    often = found.about is Beyond.UNKNOWN and not found.suggestions and not urgent
    refs, present, commonest = (_option_refs, catalogue.options, COMMONEST_OPTIONS) if of_options else (topic_refs, catalogue.topics, COMMONEST)
    slugs = [slug for slug in commonest if slug in present] if often else found.suggestions
    return NotCovered(family, refs(catalogue, slugs), found.about, near=not often)


def find_list(catalogue: Catalogue, words: str, urgent: bool) -> tuple[Key, tuple[int, ...]]:
    """The topics that a list names, and the 1-based places of items that name none; `urgent` as above. Raises `NotCovered`, `TooManySymptoms`.

    Remarks on an item or on the visit (“Notes for Dr Shah”, “comes and goes”) are no items, nor is what she says she has not; in doubt, it is one.
    """
    matcher = catalogue.topic_matcher
    named = [matcher.spellings.get(part.strip()) for part in words.split(",")]
    if len(named) <= MAX_SYMPTOMS and all(named):  # as programs send them: nothing to be read
        return tuple(dict.fromkeys(one.slugs[0] for one in named if one)), ()
    items = items_of(words, matcher.names)
    several = len(items) > 1
    slugs: dict[str, None] = {}
    missed: dict[int, str] = {}
    unknown: list[Found] = []
    read: dict[str, Found | None] = {}  # each item once, none where it is no item
    hers = 0  # the items that name something new
    where = places([item.text for item in items])
    for at, (place, item) in enumerate(items):
        if where[at]:
            continue
        if item not in read:
            if len(read) == MOST_ITEMS:
                raise TooManySymptoms
            # A letter alone is nothing known, and what is spelt as a name needs no doubt.
            doubtful = several and item not in matcher.spellings and not (len(item) == 1 and item.isalpha())
            if doubtful and (_says_nothing(item, matcher) or _is_of_treatment(catalogue, item)):
                read[item] = None
                continue
            margin = _margin(urgent) + BARE_PART * (doubtful and is_where(item))
            found = _of_item(matcher, item, margin, len(items) <= DICTATED)
            if not found.slugs and where[at + 1 : at + 2] == [True]:  # “sweating from head, chest, back at night”
                spread = takewhile(lambda one: is_where(one.text), items[at + 1 :])
                found = _of_item(matcher, " ".join([item, *(one.text for one in spread)]), margin, False)
            remark = doubtful and is_no_item(item, matcher.said, bool(found.slugs))
            read[item] = None if remark else found
            hers += not remark and bool(found.slugs) and found.slugs[0] not in slugs
        found_in = read[item]
        if found_in is None:
            continue
        slugs |= dict.fromkeys(found_in.slugs)
        if not found_in.slugs:
            missed[place] = item
            unknown.append(found_in)
        if hers + len({*missed.values()}) > MAX_SYMPTOMS:
            raise TooManySymptoms
    if not slugs:
        raise _not_covered(catalogue, "list", words, _together(unknown), urgent)
    return tuple(slugs), tuple(missed)


def _together(unknown: list[Found]) -> Found:
    """What is found of a list of which no item names a topic: what is near any, and what all are about."""
    closest = tuple(dict.fromkeys(slug for found in unknown for slug in found.suggestions))[:SUGGESTIONS]
    about = {found.about for found in unknown}
    return Found((), closest, about.pop() if len(about) == 1 else Beyond.UNKNOWN)


def _says_nothing(item: str, matcher: Matcher) -> bool:
    """Whether an item is known, before it is read, to be none: left over, how much, a head, or what she has not."""
    said = flat(mended(item))
    return is_left_over(item) or says_how(item) or is_heading(item) or only_speaks_of_menopause(said) or _is_not_hers(item, matcher)


def _is_of_treatment(catalogue: Catalogue, item: str) -> bool:
    """Whether an item only says what she takes or wants (“on sertraline”, “no HRT”): it is no symptom, and a medicine tells of no illness."""
    row = compared(flat(mended(item)))
    names = catalogue.option_matcher.names
    named = names.inside(row)
    medicines = bool(named) and all(catalogue.options[slug].kind in _MEDICINES for slug in named)
    return medicines and not catalogue.topic_matcher.names.inside(row) and only_takes(names.beside(row))


def _is_not_hers(item: str, matcher: Matcher) -> bool:
    """Whether an item says of something covered that she has it not (“no headaches”)."""
    return is_denied(item, matcher.names) or matcher.only_rules_out(item)


def _of_item(matcher: Matcher, item: str, margin: float, dictated: bool) -> Found:
    """What an item of a list names: what stands beside a remark in brackets (“joint pain (mum had osteoporosis)”) where that names something.

    A second symptom in it counts where it is named (“hot flushes that turn into night sweats”), and any that it clearly tells of where the
    list may be `dictated`, with nothing between its items.
    """
    several = topics_in(item, matcher.names, lambda part: _of_part(matcher, part, margin)) if dictated else ()
    if several:
        slugs = tuple(dict.fromkeys((*several, *matcher.named_in(item))))
        return Found(slugs, slugs)
    bare = without_asides(item)
    if bare != item and not matcher.named_in(bare):
        bare = item
    found = matcher.find(bare, margin)
    named = _named_in(matcher, bare, len(found.slugs) > 1) if found.slugs and " " in bare else ()
    if not named:
        return replace(found, slugs=found.slugs[:1])
    # No name in an item is lost, and what is read off several is no more than they say.
    return Found(named if found.slugs[0] not in named and len(named) > 1 else tuple(dict.fromkeys((found.slugs[0], *named))), found.suggestions)


def _named_in(matcher: Matcher, item: str, several: bool) -> tuple[str, ...]:
    """The topics named in an item: all where it is long or read as `several`, else those by a name of several words (“sweat” is said of much)."""
    named = matcher.named_in(item)
    if len(named) > 1 and (several or len(item.split()) > SHORT):
        return named
    longer = {slug for _, phrase, slug in matcher.names.placed(compared(flat(mended(item)))) if " " in phrase}
    return tuple(slug for slug in named if slug in longer)


def _of_part(matcher: Matcher, part: str, margin: float) -> tuple[str, ...]:
    """What a part of a dictated item clearly names; nothing where it says that she has it not, or is a remark."""
    if is_remark(part) or _is_not_hers(part, matcher):
        return ()
    found = matcher.find(part, margin + CLEARLY).slugs
    return found[:1]


def explain(catalogue: Catalogue, key: Key) -> Explanation:
    """Information on the topic `key[0]`; the others of `key` under `also_matched`."""
    entry = catalogue.topics[key[0]]
    topic = entry.topic
    return Explanation(
        topic=_topic_ref(entry),
        also_matched=topic_refs(catalogue, key[1:]),
        summary=topic.summary,
        what_it_is=topic.what_it_is,
        why_it_happens=topic.why_it_happens,
        what_can_help=WhatCanHelp(topic.what_can_help, tuple(_option_ref(pair.released) for pair in entry.may_help)),
        related_topics=topic_refs(catalogue, (slug for slug in topic.related if slug in catalogue.topics)),
        when_to_see_a_doctor=topic.when_to_see_a_doctor.text,
        source_page=topic_page(entry),
        sources=cited(catalogue, topic.sources),
        review_status=entry.standing.status,
        reviewed_by=entry.standing.reviewed_by,
        disclaimer=DISCLAIMER,
    )


def options(catalogue: Catalogue, key: Key) -> OptionList:
    """What may help with the topic `key[0]`, strongest evidence first; the others of `key` under `also_matched`."""
    entry = catalogue.topics[key[0]]
    status, reviewer = least_reviewed((entry.standing, *(pair.released.standing for pair in entry.pairs)))
    return OptionList(
        topic=_topic_ref(entry),
        also_matched=topic_refs(catalogue, key[1:]),
        note=entry.topic.options_note,
        options=tuple(_option_item(entry, pair) for pair in entry.may_help),
        not_shown_to_help=tuple(_option_item(entry, pair) for pair in entry.with_finding(Finding.NO_BENEFIT)),
        may_worsen=tuple(_option_item(entry, pair) for pair in entry.with_finding(Finding.MAY_WORSEN)),
        when_to_see_a_doctor=entry.topic.when_to_see_a_doctor.text,
        withheld=_withheld_refs(catalogue),
        source_page=topic_page(entry),
        sources=cited(catalogue, (*entry.topic.sources, *(key for pair in entry.pairs for key in pair.grade.sources))),
        review_status=status,
        reviewed_by=reviewer,
        disclaimer=DISCLAIMER,
    )


def evidence(catalogue: Catalogue, key: Key) -> EvidenceSheet | WithheldSheet:
    """Evidence and cautions of the option `key[0]`, or its name alone when it is withheld."""
    option = catalogue.options[key[0]]
    others = tuple(catalogue.options[slug] for slug in key[1:])
    also = tuple(map(_option_ref, others))
    withheld = tuple(_withheld_ref(other) for other in others if isinstance(other, Withheld))
    if isinstance(option, Withheld):
        return _withheld_sheet(option, also, withheld)
    sheet = _evidence_sheet(catalogue, option, also)
    if not withheld:
        return sheet
    return EvidenceBesideWithheld(**{field.name: getattr(sheet, field.name) for field in fields(sheet)}, withheld=withheld)


def doctor_prep(catalogue: Catalogue, key: tuple[Key, tuple[int, ...]]) -> PrepSheet:
    """What to ask and bring for the topics `key[0]`; `key[1]` are the places in the list that named none."""
    entries = [catalogue.topics[slug] for slug in key[0]]
    status, reviewer = least_reviewed(entry.standing for entry in entries)
    return PrepSheet(
        topics=topic_refs(catalogue, key[0]),
        questions=_once(text for entry in entries for text in entry.topic.questions),
        things_to_bring=_once((*BRING_TO_EVERY_APPOINTMENT, *(text for entry in entries for text in entry.topic.things_to_bring))),
        notes_to_keep=_once(text for entry in entries for text in entry.topic.notes_to_keep),
        not_recognised=key[1],
        when_to_see_a_doctor=tuple(DoctorFlagItem(_topic_ref(entry), entry.topic.when_to_see_a_doctor.text) for entry in entries),
        source_page=page(PREPARE_PAGE),
        sources=cited(catalogue, tuple(key for entry in entries for key in entry.topic.sources)),
        review_status=status,
        reviewed_by=reviewer,
        disclaimer=DISCLAIMER,
    )


def topics(catalogue: Catalogue) -> Coverage:
    standings = (*(entry.standing for entry in catalogue.topics.values()), *(option.standing for option in catalogue.released))
    status, reviewer = least_reviewed(standings)
    return Coverage(
        symptoms=_refs(catalogue.of_kind(TopicKind.SYMPTOM)),
        conditions=_refs(catalogue.of_kind(TopicKind.CONDITION)),
        options=tuple(_option_ref(option) for option in catalogue.released),
        grades=tuple(GradeKey(grade.value, meaning) for grade, meaning in GRADE_MEANINGS.items()),
        findings=tuple(FindingKey(finding.value, meaning) for finding, meaning in FINDING_MEANINGS.items()),
        counts=Counts(
            symptoms=len(catalogue.of_kind(TopicKind.SYMPTOM)),
            conditions=len(catalogue.of_kind(TopicKind.CONDITION)),
            options=len(catalogue.released),
            withheld=len(catalogue.withheld),
        ),
        warning_signs=tuple(WarningSignRef(sign.slug, sign.name, sign.what_counts) for sign in SIGNS),
        withheld=_withheld_refs(catalogue),
        source_page=page(TOPICS_PAGE),
        sources=(),
        review_status=status,
        reviewed_by=reviewer,
        disclaimer=DISCLAIMER,
    )


def undecided(missed: NotCovered) -> Undecided:
    """The answer to words that hold a warning sign and name nothing covered.

    It names no medicine or procedure: “I took an overdose” is near to tablets.
    """
    return _UNDECIDED[missed.family](
        suggestions=tuple(ref for ref in missed.suggestions if ref.kind not in _TAKEN_OR_DONE),
        source_page=page(HELP_NOW_PAGE),
        sources=(),
        review_status=UNREVIEWED.status,
        reviewed_by=None,
        disclaimer=DISCLAIMER,
    )


def _evidence_sheet(catalogue: Catalogue, released: Released, also: tuple[Ref, ...]) -> EvidenceSheet:
    option = released.option
    graded = [(catalogue.topics[grade.topic], grade) for grade in option.grades if grade.topic in catalogue.topics]
    graded.sort(key=lambda item: (GRADE_ORDER[item[1].grade], FINDING_ORDER[item[1].finding]))
    return EvidenceSheet(
        option=_option_ref(released),
        also_matched=also,
        summary=option.summary,
        grades=tuple(
            GradeItem(
                topic=_topic_ref(entry),
                grade=grade.grade,
                grade_meaning=grade_meaning(grade.grade, grade.finding, entry.topic.kind, entry.topic.name),
                finding=grade.finding,
                statement=grade.statement,
                basis=grade.basis,
            )
            for entry, grade in graded
        ),
        cautions=option.cautions,
        who_should_check_first=option.who_should_check_first,
        cost=option.cost,
        access=option.access,
        source_page=option_page(released),
        sources=cited(catalogue, (*option.sources, *(key for grade in option.grades for key in grade.sources))),
        review_status=released.standing.status,
        reviewed_by=released.standing.reviewed_by,
        disclaimer=DISCLAIMER,
    )


def _withheld_sheet(option: Withheld, also: tuple[Ref, ...], others: tuple[WithheldRef, ...]) -> WithheldSheet:
    """A withheld option by its name; `also`: the others that the words name, `others` those of them that are withheld too."""
    said: dict[str, Any] = {
        "option": _option_ref(option),
        "withheld": (_withheld_ref(option), *others),
        "source_page": option_page(option),
        "sources": (),
        "review_status": UNREVIEWED.status,
        "reviewed_by": None,
        "disclaimer": DISCLAIMER,
    }
    return WithheldBeside(**said, also_matched=also) if also else WithheldSheet(**said)


def least_reviewed(standings: Iterable[Standing]) -> tuple[str, str | None]:
    """The status of a body made of several records, and its reviewer when one reviewer stands behind all of them."""
    several = tuple(standings)
    least = min(several, key=lambda standing: REVIEW_ORDER[standing.status], default=UNREVIEWED)
    names = {standing.reviewed_by for standing in several}
    return least.status, least.reviewed_by if len(names) == 1 else None


def cited(catalogue: Catalogue, keys: Iterable[str]) -> tuple[SourceRef, ...]:
    """The publications behind `keys`, each once, in the order given."""
    known = (catalogue.sources[key] for key in dict.fromkeys(keys) if key in catalogue.sources)
    return tuple(SourceRef(source.organisation, source.title, source.year, source.url) for source in known)


def page(path: str) -> str:
    """The absolute address of one of the service's own pages."""
    return f"{settings.PUBLIC_URL}{path}"


def topic_page(entry: TopicEntry) -> str:
    """The page of one topic."""
    return page(f"/{entry.topic.kind}s/{entry.topic.slug}")


def option_page(option: Released | Withheld) -> str:
    """The page of one option."""
    return page(f"/options/{option.slug}")


def topic_refs(catalogue: Catalogue, slugs: Iterable[str]) -> tuple[Ref, ...]:
    """The topics `slugs` by name, with their pages."""
    return _refs(catalogue.topics[slug] for slug in slugs)


def _topic_ref(entry: TopicEntry) -> Ref:
    return Ref(entry.topic.slug, entry.topic.name, entry.topic.kind, topic_page(entry))


def _option_ref(option: Released | Withheld) -> Ref:
    return Ref(option.slug, option.name, option.kind, option_page(option))


def _option_refs(catalogue: Catalogue, slugs: Iterable[str]) -> tuple[Ref, ...]:
    return tuple(_option_ref(catalogue.options[slug]) for slug in slugs)


def _refs(entries: Iterable[TopicEntry]) -> tuple[Ref, ...]:
    return tuple(_topic_ref(entry) for entry in entries)


def _withheld_ref(option: Withheld) -> WithheldRef:
    return WithheldRef(option.slug, option.name, WITHHELD_REASON)


def _withheld_refs(catalogue: Catalogue) -> tuple[WithheldRef, ...]:
    return tuple(map(_withheld_ref, catalogue.withheld))


def _option_item(entry: TopicEntry, pair: Pair) -> OptionItem:
    option = pair.released.option
    return OptionItem(
        slug=option.slug,
        name=option.name,
        kind=option.kind,
        grade=pair.grade.grade,
        grade_meaning=grade_meaning(pair.grade.grade, pair.grade.finding, entry.topic.kind, entry.topic.name),
        finding=pair.grade.finding,
        statement=pair.grade.statement,
        summary=option.summary,
        cost=option.cost,
        access=option.access,
        cautions=(*option.who_should_check_first, *option.cautions),
        review_status=pair.released.standing.status,
        reviewed_by=pair.released.standing.reviewed_by,
        source_page=option_page(pair.released),
    )


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))
