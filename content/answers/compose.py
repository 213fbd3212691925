"""From slugs to frozen answers: what each of the five calls says.

Agents' hosts cut what a tool returns, so each call gives its answer in several sizes, the largest
first: whoever sends it takes the first that has room. A smaller one leaves out details that are one
call away, never a doctor flag, never a caution of an option that stands in it whole, and never that
something does harm.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, groupby, islice, product, zip_longest
from typing import Any, TypeVar

from content.answers.notes import Note, said
from content.answers.resolve import Family, NotCovered, Resolved
from content.answers.shapes import (
    HELP_NOW_PAGE,
    PREPARE_PAGE,
    TOPICS_PAGE,
    Coverage,
    EvidenceSheet,
    Explanation,
    GradeItem,
    OptionItem,
    OptionList,
    PrepSheet,
    RatedRefs,
    RatingKey,
    Ref,
    SharedCautions,
    SourceRef,
    Undecided,
    UndecidedList,
    UndecidedOption,
    UndecidedTopic,
    Variant,
    WarningSignRef,
    WhatCanHelp,
    WithheldList,
    WithheldSheet,
    WithheldSlug,
    page,
)
from content.catalogue.snapshot import Catalogue, Pair, TopicEntry
from content.doctor_flag import merged
from content.documents import OptionDocument
from content.language.warning_signs import SIGNS
from content.preparation import BRING_TO_EVERY_APPOINTMENT
from content.review.release import Released, Withheld
from content.review.standing import UNREVIEWED, Standing
from content.vocabulary import (
    DISCLAIMER,
    RATINGS,
    REVIEW_ORDER,
    WITHHELD_NEXT,
    WITHHELD_REASON,
    Finding,
    Grade,
    OptionKind,
    TopicKind,
)

MOST_SOURCES = 6  # that an answer names unless everything is asked for
FIRST_QUESTIONS = 5

_TAKEN_OR_DONE = frozenset(OptionKind) - {OptionKind.TALKING_THERAPY, OptionKind.LIFESTYLE}
_UNDECIDED: dict[Family, type[Undecided]] = {
    "topic": UndecidedTopic,
    "option": UndecidedOption,
    "list": UndecidedList,
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which part of an answer is asked for, and how much of it."""

    full: bool = False
    topic: str | None = None  # evidence: the topic whose pair comes first
    kind: str | None = None  # options: only those of this kind
    finding: str | None = None  # options: only those with this finding
    limit: int | None = None  # options: at most so many in each list


BRIEF, FULL = Wanted(), Wanted(full=True)
Listed = TypeVar("Listed")


# The five calls, each in its sizes.


def explain(catalogue: Catalogue, found: Resolved, wanted: Wanted = BRIEF) -> Iterator[Explanation]:
    """Information on the first topic found; the others under `also_matched`."""
    entry = catalogue.topics[found.slugs[0]]
    topic = entry.topic
    options = tuple(
        RatedRefs(label, tuple(_option_ref(pair.released) for pair in pairs))
        for label, pairs in _by_rating(entry.pairs)
    )
    for most, names in _steps((MOST_SOURCES, 3), (options, options[:2], ())):
        yield Explanation(
            topic=topic_ref(entry),
            also_matched=topic_refs(catalogue, found.slugs[1:]),
            flag=topic.flag,
            summary=topic.summary,
            what_it_is=topic.what_it_is,
            why_it_happens=topic.why_it_happens or None,
            what_can_help=WhatCanHelp(topic.what_can_help, names),
            related_topics=topic_refs(
                catalogue, (slug for slug in topic.related if slug in catalogue.topics)
            ),
            **_tail(
                catalogue,
                topic_ref(entry).source_page,
                topic.sources,
                wanted,
                most,
                [entry.standing],
            ),
            **_dates([catalogue.topic_changes.get(topic.slug)], [entry.standing]),
            note=said(*found.notes),
        )


def options(catalogue: Catalogue, found: Resolved, wanted: Wanted = BRIEF) -> Iterator[OptionList]:
    """What helps with the first topic found, strongest evidence first, and apart from it all else
    that was studied.
    """
    entry = catalogue.topics[found.slugs[0]]
    pairs = [pair for pair in entry.pairs if _is_wanted(pair, wanted)]
    standings = [entry.standing, *(pair.released.standing for pair in pairs)]
    changes = [
        catalogue.topic_changes.get(entry.topic.slug),
        *(catalogue.option_changes.get(pair.released.slug) for pair in pairs),
    ]
    status = least_reviewed(standings)
    shown = [pair for pair in pairs if not (found.no_hormones and _is_hormonal(pair))]
    rows = _cut(_rows(pair for pair in shown if pair.grade.finding == Finding.HELPS), wanted.limit)
    helping = [pair for row in rows for pair in row]
    unclear = _cut([pair for pair in shown if pair.grade.finding == Finding.UNCLEAR], wanted.limit)
    useless = _cut(
        [pair for pair in pairs if pair.grade.finding == Finding.NO_BENEFIT], wanted.limit
    )
    harmful = _cut(
        [pair for pair in pairs if pair.grade.finding == Finding.MAY_WORSEN], wanted.limit
    )
    for size in islice(_sizes(rows), 1) if wanted.full else _sizes(rows):
        items = [
            _option_item(row, wanted.full, status, part)
            for row, part in zip(rows, size.rows, strict=True)
        ]
        kept = [
            pair for row, item in zip(rows, items, strict=True) if item.statement for pair in row
        ]
        lists = [
            tuple(
                _plain_item(pair, wanted.full, status, size.statements or pair in harmful)
                for pair in some
            )
            for some in (unclear, useless, harmful)
        ]
        cites = [
            *entry.topic.sources,
            *(key for pair in (pairs if wanted.full else kept) for key in pair.grade.sources),
        ]
        yield OptionList(
            topic=topic_ref(entry),
            also_matched=topic_refs(catalogue, found.slugs[1:]),
            flag=entry.topic.flag,
            ratings=_rating_keys(
                (
                    (pair.grade.grade, pair.grade.finding)
                    for pair in (*helping, *unclear, *useless, *harmful)
                ),
                size.meanings,
            ),
            shared_cautions=_shared_cautions((*helping, *unclear, *harmful), wanted.full),
            options=tuple(items),
            not_enough_research=tuple(map(_unless_thin, lists[0])),
            not_shown_to_help=lists[1],
            may_worsen=lists[2],
            withheld=_withheld_list(catalogue.withheld),
            **_tail(
                catalogue, topic_ref(entry).source_page, cites, wanted, size.sources, standings
            ),
            **_dates(changes, standings),
            note=said(
                *found.notes,
                Note.NO_HORMONES if found.no_hormones else None,
                Note.SHORTENED if size.is_short else None,
                entry.topic.options_note,
            ),
        )


def evidence(
    catalogue: Catalogue, found: Resolved, wanted: Wanted = BRIEF
) -> Iterator[EvidenceSheet | WithheldSheet]:
    """Evidence and cautions of the first option found, or its name alone when it is withheld."""
    option = catalogue.options[found.slugs[0]]
    others = [catalogue.options[slug] for slug in found.slugs[1:]]
    also = tuple(map(_option_ref, others))
    withheld = [other for other in others if isinstance(other, Withheld)]
    if isinstance(option, Withheld):
        yield WithheldSheet(
            option=_option_ref(option),
            withheld=_withheld_list([option, *withheld]),
            next=WITHHELD_NEXT,
            also_matched=also or None,
            **_tail(catalogue, _option_ref(option).source_page, (), wanted, 0, [UNREVIEWED]),
            **_dates([], [UNREVIEWED]),
            note=said(*(note for note in found.notes if note is not Note.GROUP)),
        )
        return
    document = option.option
    graded = _graded(catalogue, document, wanted.topic)
    harmful = [pair for pair in graded if pair[1].finding == Finding.MAY_WORSEN]
    others_graded = [pair for pair in graded if pair[1].finding != Finding.MAY_WORSEN]
    sizes = _steps((*range(len(others_graded), -1, -1),), (MOST_SOURCES, 2), (True, False))
    for told, most, graded_too in islice(sizes, 1) if wanted.full else sizes:
        yield EvidenceSheet(
            option=_option_ref(option),
            also_matched=also,
            who_should_check_first=check_first(document),
            cautions=all_cautions(document),
            may_worsen=tuple(
                _grade_item(entry, grade, wanted.full, True) for entry, grade in harmful
            ),
            grades=tuple(
                _grade_item(entry, grade, wanted.full, place < told, graded_too)
                for place, (entry, grade) in enumerate(others_graded)
            ),
            summary=document.summary,
            cost=document.cost,
            access=document.access,
            withheld=_withheld_list(withheld) if withheld else None,
            next=WITHHELD_NEXT if withheld else None,
            **_tail(
                catalogue,
                _option_ref(option).source_page,
                (*document.sources, *(key for grade in document.grades for key in grade.sources)),
                wanted,
                most,
                [option.standing],
            ),
            **_dates([catalogue.option_changes.get(option.slug)], [option.standing]),
            note=said(*found.notes, Note.GRADES_SHORTENED if told < len(others_graded) else None),
        )


def doctor_prep(
    catalogue: Catalogue, found: Resolved, wanted: Wanted = BRIEF
) -> Iterator[PrepSheet]:
    """What to ask and bring for the topics found; the doctor flags of all of them as one."""
    entries = [catalogue.topics[slug] for slug in found.slugs]
    standings = [entry.standing for entry in entries]
    flag = merged(entry.topic.flag for entry in entries)
    first, *more = _questions(entries)
    bring = _once(
        chain(BRING_TO_EVERY_APPOINTMENT, *(entry.topic.things_to_bring for entry in entries))
    )
    notes = _once(chain(*(entry.topic.notes_to_keep for entry in entries)))
    sizes = ((99, 99), (12, 8), (6, 6), (3, 4), (0, 4), (0, 0))
    flags = (flag, replace(flag, routine=""))
    for shown, (questions, things) in [(flag, sizes[0])] if wanted.full else product(flags, sizes):
        yield PrepSheet(
            topics=topic_refs(catalogue, found.slugs),
            flag=shown,
            first_questions=tuple(first),
            questions=tuple(more[:questions]),
            things_to_bring=bring[:things],
            notes_to_keep=notes[:things],
            not_recognised=found.missed,
            **_tail(
                catalogue,
                page(PREPARE_PAGE),
                [key for entry in entries for key in entry.topic.sources],
                wanted,
                min(MOST_SOURCES, things),
                standings,
            ),
            **_dates([catalogue.topic_changes.get(slug) for slug in found.slugs], standings),
            note=said(
                *found.notes, None if shown.routine or not flag.routine else Note.ROUTINE_LEFT_OUT
            ),
        )


def topics(
    catalogue: Catalogue, found: Resolved | None = None, wanted: Wanted = BRIEF
) -> Iterator[Coverage]:
    """Everything covered."""
    standings = [
        *(entry.standing for entry in catalogue.topics.values()),
        *(option.standing for option in catalogue.released),
    ]
    by_kind = {kind: tuple(map(topic_ref, catalogue.of_kind(kind))) for kind in TopicKind}
    symptoms, conditions, guides = (
        by_kind[kind] for kind in (TopicKind.SYMPTOM, TopicKind.CONDITION, TopicKind.GUIDE)
    )
    for meanings, names in ((True, True), (False, True), (False, False)):
        yield Coverage(
            symptoms=symptoms,
            conditions=conditions,
            guides=guides,
            options=tuple(map(_option_ref, catalogue.released)),
            withheld=_withheld_list(catalogue.withheld, names),
            ratings=_rating_keys(RATINGS, meanings),
            counts={
                "symptoms": len(symptoms),
                "conditions": len(conditions),
                "guides": len(guides),
                "options": len(catalogue.released),
                "withheld": len(catalogue.withheld),
            },
            warning_signs=tuple(
                WarningSignRef(sign.slug, sign.name, sign.what_counts if wanted.full else None)
                for sign in SIGNS
            ),
            **_tail(catalogue, page(TOPICS_PAGE), (), wanted, 0, standings),
            **_dates(
                [*catalogue.topic_changes.values(), *catalogue.option_changes.values()], standings
            ),
            note=None,
        )


def undecided(missed: NotCovered) -> Undecided:
    """The answer to words that hold a warning sign and name nothing covered.

    It names no medicine or procedure: “I took an overdose” is near to tablets.
    """
    return _UNDECIDED[missed.family](
        suggestions=tuple(ref for ref in missed.suggestions if ref.kind not in _TAKEN_OR_DONE),
        note=None,
        source_page=page(HELP_NOW_PAGE),
        sources=(),
        review_status=UNREVIEWED.status,
        reviewed_by=None,
        content_updated=None,
        review_due=None,
        disclaimer=DISCLAIMER,
    )


# The same whole, for pages and Markdown.


def explanation(catalogue: Catalogue, slug: str) -> Explanation:
    return next(explain(catalogue, Resolved((slug,)), FULL))


def option_list(catalogue: Catalogue, slug: str) -> OptionList:
    return next(options(catalogue, Resolved((slug,)), FULL))


def evidence_sheet(catalogue: Catalogue, slug: str) -> EvidenceSheet | WithheldSheet:
    return next(evidence(catalogue, Resolved((slug,)), FULL))


def prep_sheet(catalogue: Catalogue, found: Resolved) -> PrepSheet:
    return next(doctor_prep(catalogue, found, FULL))


def coverage(catalogue: Catalogue) -> Coverage:
    return next(topics(catalogue, wanted=FULL))


# Sizes of a list of options.

# Whose key cautions are kept longest: what could harm most.
_LEAST_RISKY_FIRST = (
    OptionKind.LIFESTYLE,
    OptionKind.TALKING_THERAPY,
    OptionKind.DEVICE_OR_PRODUCT,
    OptionKind.PROCEDURE,
    OptionKind.SUPPLEMENT_OR_HERB,
    OptionKind.PRESCRIPTION_MEDICINE,
    OptionKind.HORMONE_THERAPY,
)


@dataclass(frozen=True, slots=True)
class _Row:
    """How much of a row stands there."""

    statement: bool = True
    practical: bool = True  # cost and access
    cautions: bool = True


@dataclass(frozen=True, slots=True)
class _Size:
    """One size of a list: how much of each row, and of what is not listed as help."""

    rows: tuple[_Row, ...]
    statements: bool = True  # of what is not listed as help
    meanings: bool = True  # of ratings
    sources: int = MOST_SOURCES

    @property
    def is_short(self) -> bool:
        return not self.statements or any(row != _Row() for row in self.rows)


def _sizes(rows: list[list[Pair]]) -> Iterator[_Size]:
    """Every size for these rows, the largest first.

    What goes first: statements of what does not help, then cost and access from the last row up,
    then statements, and only then key cautions, those of the least risky kinds first.
    """
    size = _Size((_Row(),) * len(rows))
    yield size
    size = replace(size, statements=False, sources=4)
    yield size
    last_first = range(len(rows) - 1, -1, -1)
    least_risky = sorted(
        last_first,
        key=lambda place: _LEAST_RISKY_FIRST.index(OptionKind(rows[place][0].released.kind)),
    )
    for part, order in (
        ("practical", last_first),
        ("statement", last_first),
        ("cautions", least_risky),
    ):
        size = replace(size, sources=size.sources - 1, meanings=part != "cautions")
        for place in order:
            shorter = replace(size.rows[place], **{part: False})
            size = replace(size, rows=(*size.rows[:place], shorter, *size.rows[place + 1 :]))
            yield size


def _steps(*wheres: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Each choice of the first kind in order with the first of the others, then those with the
    next, until all are the last.
    """
    choices = [tuple(where) for where in wheres]
    chosen = [0] * len(choices)
    yield tuple(choice[place] for choice, place in zip(choices, chosen, strict=True))
    for kind, choice in enumerate(choices):
        for place in range(1, len(choice)):
            chosen[kind] = place
            yield tuple(one[at] for one, at in zip(choices, chosen, strict=True))


# Parts.


def _rows(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Pairs as rows: those of one family stand in the row of the first of them by the order of
    options.
    """
    rows: dict[str, list[Pair]] = {}
    for pair in pairs:
        rows.setdefault(pair.released.option.family or pair.released.slug, []).append(pair)
    return [sorted(row, key=lambda pair: pair.released.option.position) for row in rows.values()]


def _option_item(
    row: list[Pair], full: bool, status: tuple[str, str | None], size: _Row
) -> OptionItem:
    lead, *variants = row
    option = lead.released.option
    own = (
        (*option.key_cautions, *option.who_should_check_first, *option.cautions)
        if full
        else option.key_cautions
    )
    return replace(
        _plain_item(lead, full, status, size.statement),
        summary=option.summary if full else None,
        cost=option.cost if size.practical else None,
        access=option.access if size.practical else None,
        cautions=(own or None) if size.cautions else None,
        family=option.family or None,
        variants=tuple(
            Variant(pair.released.slug, pair.released.name, pair.grade.rating.label)
            for pair in variants
        )
        or None,
    )


def _plain_item(pair: Pair, full: bool, status: tuple[str, str | None], stated: bool) -> OptionItem:
    option, standing = pair.released.option, pair.released.standing
    differs = (standing.status, standing.reviewed_by) != status
    return OptionItem(
        slug=option.slug,
        name=option.name,
        kind=option.kind,
        grade=pair.grade.grade,
        finding=pair.grade.finding,
        rating=pair.grade.rating.label,
        statement=pair.grade.statement if full or stated else None,
        review_status=standing.status if differs else None,
        reviewed_by=standing.reviewed_by if differs else None,
    )


def _unless_thin(item: OptionItem) -> OptionItem:
    """An option of which research cannot say: the rating is left out that its list
    already tells.
    """
    return item if item.grade != Grade.WEAK else replace(item, rating=None)


def _grade_item(
    entry: TopicEntry, grade: Any, full: bool, stated: bool, graded: bool = True
) -> GradeItem:
    """One grade; where room is short, its rating alone, which says what grade and finding say
    together.
    """
    return GradeItem(
        topic=topic_ref(entry),
        grade=grade.grade if graded else None,
        finding=grade.finding if graded else None,
        rating=grade.rating.label,
        statement=grade.statement if full or stated else None,
        basis=grade.basis if full else None,
    )


def _graded(
    catalogue: Catalogue, option: OptionDocument, first: str | None
) -> list[tuple[TopicEntry, Any]]:
    """The topics an option is graded for, best evidence of help first; the topic `first` before all
    others.
    """
    order = {key: place for place, key in enumerate(RATINGS)}
    found = [
        (catalogue.topics[grade.topic], grade)
        for grade in option.grades
        if grade.topic in catalogue.topics
    ]
    return sorted(
        found, key=lambda pair: (pair[1].topic != first, order[pair[1].grade, pair[1].finding])
    )


def check_first(option: OptionDocument) -> tuple[str, ...]:
    """Who should check first, the family's lines first."""
    shared = option.shared.who_should_check_first if option.shared else ()
    return _once((*shared, *option.who_should_check_first))


def all_cautions(option: OptionDocument) -> tuple[str, ...]:
    """All cautions: the key ones first, then the others, those of the family before its own."""
    family = option.shared
    key = (*(family.key_cautions if family else ()), *option.key_cautions)
    return _once((*key, *(family.cautions if family else ()), *option.cautions))


def _shared_cautions(pairs: Iterable[Pair], full: bool) -> tuple[SharedCautions, ...]:
    families = {
        pair.released.option.shared.slug: pair.released.option.shared
        for pair in pairs
        if pair.released.option.shared
    }
    return tuple(
        SharedCautions(
            family.slug,
            family.name,
            (
                (*family.key_cautions, *family.who_should_check_first, *family.cautions)
                if full
                else family.key_cautions
            ),
        )
        for family in families.values()
    )


def _rating_keys(pairs: Iterable[tuple[str, str]], meanings: bool = True) -> tuple[RatingKey, ...]:
    """Each rating that occurs and what it means, once, strongest evidence of help first."""
    held = set(pairs)
    return tuple(
        RatingKey(one.label, one.meaning if meanings else None)
        for pair, one in RATINGS.items()
        if pair in held
    )


def _by_rating(pairs: Iterable[Pair]) -> Iterator[tuple[str, list[Pair]]]:
    order = {one.label: place for place, one in enumerate(RATINGS.values())}
    ranked = sorted(pairs, key=lambda pair: order[pair.grade.rating.label])
    for label, some in groupby(ranked, key=lambda pair: pair.grade.rating.label):
        yield label, list(some)


def _is_wanted(pair: Pair, wanted: Wanted) -> bool:
    return wanted.kind in (None, pair.released.kind) and wanted.finding in (
        None,
        pair.grade.finding,
    )


def _is_hormonal(pair: Pair) -> bool:
    return pair.released.kind == OptionKind.HORMONE_THERAPY


def _cut(listed: list[Listed], limit: int | None) -> list[Listed]:
    return listed if limit is None else listed[:limit]


def _questions(entries: list[TopicEntry]) -> tuple[Any, ...]:
    """The questions that matter most, taken from each topic in turn, and then all the others."""
    in_turn = _once(
        text
        for some in zip_longest(*(entry.topic.questions for entry in entries))
        for text in some
        if text
    )
    return (in_turn[:FIRST_QUESTIONS], *in_turn[FIRST_QUESTIONS:])


def _tail(
    catalogue: Catalogue,
    source_page: str,
    cites: Iterable[str],
    wanted: Wanted,
    most: int,
    standings: Iterable[Standing],
) -> dict[str, Any]:
    status, reviewer = least_reviewed(standings)
    keys = tuple(cites)
    return {
        "source_page": source_page,
        "sources": cited(
            catalogue, keys if wanted.full else leading_sources(catalogue, keys, most)
        ),
        "review_status": status,
        "reviewed_by": reviewer,
        "disclaimer": DISCLAIMER,
    }


def _dates(changes: Iterable[date | None], standings: Iterable[Standing]) -> dict[str, Any]:
    """When the wording last changed, and when the first sign-off of those in force ends."""
    days = [day for day in changes if day]
    due = [
        standing.review_due_on
        for standing in standings
        if standing.is_reviewed and standing.review_due_on
    ]
    return {
        "content_updated": max(days).isoformat() if days else None,
        "review_due": min(due).isoformat() if due else None,
    }


def least_reviewed(standings: Iterable[Standing]) -> tuple[str, str | None]:
    """The status of a body made of several records, and its reviewer when one reviewer stands
    behind all of them.
    """
    several = tuple(standings)
    least = min(several, key=lambda standing: REVIEW_ORDER[standing.status], default=UNREVIEWED)
    names = {standing.reviewed_by for standing in several}
    return least.status, least.reviewed_by if len(names) == 1 else None


def cited(catalogue: Catalogue, keys: Iterable[str]) -> tuple[SourceRef, ...]:
    """The publications behind `keys`, each once, in the order given."""
    known = (catalogue.sources[key] for key in dict.fromkeys(keys) if key in catalogue.sources)
    return tuple(
        SourceRef(source.organisation, source.title, source.year, source.url) for source in known
    )


def leading_sources(catalogue: Catalogue, keys: Iterable[str], most: int) -> list[str]:
    """The few of `keys` that most records rest on: guidelines before single studies."""
    known = [key for key in dict.fromkeys(keys) if key in catalogue.sources]
    counts = _citations(catalogue)
    return sorted(known, key=lambda key: (-counts[key], key))[:most]


def _citations(catalogue: Catalogue) -> Counter[str]:
    """How many records cite each source; counted once for a catalogue."""
    counted: Counter[str] | None = catalogue.pages.get("citations")
    if counted is None:
        counted = Counter(key for entry in catalogue.topics.values() for key in entry.topic.sources)
        counted.update(key for released in catalogue.released for key in released.option.sources)
        catalogue.pages["citations"] = counted
    return counted


def topic_ref(entry: TopicEntry) -> Ref:
    """A topic by slug and name."""
    return Ref(entry.topic.slug, entry.topic.name, entry.topic.kind)


def topic_refs(catalogue: Catalogue, slugs: Iterable[str]) -> tuple[Ref, ...]:
    """The topics `slugs` by slug and name."""
    return tuple(topic_ref(catalogue.topics[slug]) for slug in slugs)


def _option_ref(option: Released | Withheld) -> Ref:
    return Ref(option.slug, option.name, option.kind)


def _withheld_list(options: Iterable[Withheld], names: bool = True) -> WithheldList:
    """Withheld options by slug and name, or, where room is short, by slug."""
    refs = map(_option_ref, options)
    return WithheldList(
        WITHHELD_REASON, tuple(ref if names else WithheldSlug(ref.slug) for ref in refs)
    )


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))


Compose = Callable[[Catalogue, Resolved, Wanted], Iterator[Any]]
