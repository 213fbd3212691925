"""From slugs to frozen answers: what each of the five calls says.

The hosts of agents truncate long tool results, so each call yields its answer in several sizes, the
largest first, and `api.calls` sends the first one that fits. A smaller size leaves out details that
another call gives. It never leaves out a doctor flag, a caution of an option that is shown in full,
or the fact that something does harm.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, groupby, product, zip_longest
from typing import Any

from content.answers.evidence_sheet import evidence
from content.answers.notes import Note, said
from content.answers.option_list import options
from content.answers.parts import (
    BRIEF,
    FULL,
    MOST_SOURCES,
    TOPIC_PAGE,
    Wanted,
    dates,
    once,
    option_ref,
    rating_keys,
    steps,
    tail,
    topic_ref,
    topic_refs,
    withheld_list,
)
from content.answers.resolve import Family, NotCovered, Resolved
from content.answers.shapes import (
    HELP_NOW_PAGE,
    PREPARE_PAGE,
    TOPICS_PAGE,
    Coverage,
    EvidenceSheet,
    Explanation,
    OptionList,
    PrepSheet,
    RatedRefs,
    Undecided,
    UndecidedList,
    UndecidedOption,
    UndecidedTopic,
    WarningSignRef,
    WhatCanHelp,
    WithheldSheet,
    page,
)
from content.catalogue.snapshot import Catalogue, Pair, TopicEntry
from content.doctor_flag import merged
from content.language.warning_signs import SIGNS
from content.preparation import BRING_TO_EVERY_APPOINTMENT
from content.review.standing import UNREVIEWED
from content.vocabulary import DISCLAIMER, RATINGS, OptionKind, TopicKind

FIRST_QUESTIONS = 5

_TAKEN_OR_DONE = frozenset(OptionKind) - {OptionKind.TALKING_THERAPY, OptionKind.LIFESTYLE}
_UNDECIDED: dict[Family, type[Undecided]] = {
    "topic": UndecidedTopic,
    "option": UndecidedOption,
    "list": UndecidedList,
}


def explain(catalogue: Catalogue, found: Resolved, wanted: Wanted = BRIEF) -> Iterator[Explanation]:
    """Information on the first topic found; the others under `also_matched`."""
    entry = catalogue.topics[found.slugs[0]]
    topic = entry.topic
    rated = tuple(
        RatedRefs(label, tuple(option_ref(pair.released) for pair in pairs))
        for label, pairs in _by_rating(entry.pairs)
    )
    for most, names in steps((MOST_SOURCES, 3), (rated, rated[:2], ())):
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
            **tail(
                catalogue,
                topic_ref(entry).source_page,
                topic.sources,
                wanted,
                most,
                [entry.standing],
            ),
            **dates([catalogue.topic_changes.get(topic.slug)], [entry.standing]),
            note=said(*found.notes),
        )


def doctor_prep(
    catalogue: Catalogue, found: Resolved, wanted: Wanted = BRIEF
) -> Iterator[PrepSheet]:
    """What to ask and bring for the topics found, with their doctor flags merged into one."""
    entries = [catalogue.topics[slug] for slug in found.slugs]
    standings = [entry.standing for entry in entries]
    flag = merged(entry.topic.flag for entry in entries)
    first, *more = _questions(entries)
    bring = once(
        chain(BRING_TO_EVERY_APPOINTMENT, *(entry.topic.things_to_bring for entry in entries))
    )
    notes = once(chain(*(entry.topic.notes_to_keep for entry in entries)))
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
            **tail(
                catalogue,
                page(PREPARE_PAGE),
                [key for entry in entries for key in entry.topic.sources],
                wanted,
                min(MOST_SOURCES, things),
                standings,
            ),
            **dates([catalogue.topic_changes.get(slug) for slug in found.slugs], standings),
            note=said(
                *found.notes, None if shown.routine or not flag.routine else Note.ROUTINE_LEFT_OUT
            ),
        )


def topics(
    catalogue: Catalogue, found: Resolved | None = None, wanted: Wanted = BRIEF
) -> Iterator[Coverage]:
    """Everything covered."""
    standings = catalogue.standings
    by_kind = {kind: tuple(map(topic_ref, catalogue.of_kind(kind))) for kind in TopicKind}
    symptoms, conditions, guides = (
        by_kind[kind] for kind in (TopicKind.SYMPTOM, TopicKind.CONDITION, TopicKind.GUIDE)
    )
    for meanings, names in ((True, True), (False, True), (False, False)):
        yield Coverage(
            symptoms=symptoms,
            conditions=conditions,
            guides=guides,
            options=tuple(map(option_ref, catalogue.released)),
            withheld=withheld_list(catalogue.withheld, names),
            ratings=rating_keys(RATINGS, meanings),
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
            **tail(catalogue, page(TOPICS_PAGE), (), wanted, 0, standings),
            **dates(
                [*catalogue.topic_changes.values(), *catalogue.option_changes.values()], standings
            ),
            note=None,
        )


def undecided(missed: NotCovered) -> Undecided:
    """The answer to words that hold a warning sign and name nothing covered.

    It suggests no medicine or procedure: for “I took an overdose”, tablets would be a close match.
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


# The same answers in full, for pages and Markdown; of a topic's options the key cautions alone


def explanation(catalogue: Catalogue, slug: str) -> Explanation:
    return next(explain(catalogue, Resolved((slug,)), FULL))


def option_list(catalogue: Catalogue, slug: str) -> OptionList:
    return next(options(catalogue, Resolved((slug,)), TOPIC_PAGE))


def evidence_sheet(catalogue: Catalogue, slug: str) -> EvidenceSheet | WithheldSheet:
    return next(evidence(catalogue, Resolved((slug,)), FULL))


def prep_sheet(catalogue: Catalogue, found: Resolved) -> PrepSheet:
    return next(doctor_prep(catalogue, found, FULL))


def coverage(catalogue: Catalogue) -> Coverage:
    return next(topics(catalogue, wanted=FULL))


def _by_rating(pairs: Iterable[Pair]) -> Iterator[tuple[str, list[Pair]]]:
    order = {one.label: place for place, one in enumerate(RATINGS.values())}
    ranked = sorted(pairs, key=lambda pair: order[pair.grade.rating.label])
    for label, some in groupby(ranked, key=lambda pair: pair.grade.rating.label):
        yield label, list(some)


def _questions(entries: list[TopicEntry]) -> tuple[Any, ...]:
    """The questions that matter most, taken from each topic in turn, and then all the others."""
    in_turn = once(
        text
        for some in zip_longest(*(entry.topic.questions for entry in entries))
        for text in some
        if text
    )
    return (in_turn[:FIRST_QUESTIONS], *in_turn[FIRST_QUESTIONS:])
