"""The call `evidence`: grades and cautions of one option."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from content.answers.notes import Note, said
from content.answers.parts import (
    BRIEF,
    MOST_SOURCES,
    Wanted,
    dates,
    once,
    option_ref,
    steps,
    tail,
    topic_ref,
    withheld_list,
)
from content.answers.resolve import Resolved
from content.answers.shapes import EvidenceSheet, GradeItem, WithheldSheet
from content.catalogue.snapshot import Catalogue, TopicEntry
from content.documents import OptionDocument
from content.review.release import Withheld
from content.review.standing import UNREVIEWED
from content.vocabulary import RATINGS, WITHHELD_NEXT, Finding


def evidence(
    catalogue: Catalogue, found: Resolved, wanted: Wanted = BRIEF
) -> Iterator[EvidenceSheet | WithheldSheet]:
    """Evidence and cautions of the first option found, or its name alone when it is withheld."""
    option = catalogue.options[found.slugs[0]]
    others = [catalogue.options[slug] for slug in found.slugs[1:]]
    also = tuple(map(option_ref, others))
    withheld = [other for other in others if isinstance(other, Withheld)]
    if isinstance(option, Withheld):
        yield WithheldSheet(
            option=option_ref(option),
            withheld=withheld_list([option, *withheld]),
            next=WITHHELD_NEXT,
            also_matched=also or None,
            **tail(catalogue, option_ref(option).source_page, (), wanted, 0, [UNREVIEWED]),
            **dates([], [UNREVIEWED]),
            note=said(*(note for note in found.notes if note is not Note.GROUP)),
        )
        return
    document = option.option
    graded = _graded(catalogue, document, wanted.topic)
    harmful = [pair for pair in graded if pair[1].finding == Finding.MAY_WORSEN]
    others_graded = [pair for pair in graded if pair[1].finding != Finding.MAY_WORSEN]
    sizes = steps((*range(len(others_graded), -1, -1),), (MOST_SOURCES, 2), (True, False))
    for told, most, graded_too in islice(sizes, 1) if wanted.full else sizes:
        yield EvidenceSheet(
            option=option_ref(option),
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
            withheld=withheld_list(withheld) if withheld else None,
            next=WITHHELD_NEXT if withheld else None,
            **tail(
                catalogue,
                option_ref(option).source_page,
                (*document.sources, *(key for grade in document.grades for key in grade.sources)),
                wanted,
                most,
                [option.standing],
            ),
            **dates([catalogue.option_changes.get(option.slug)], [option.standing]),
            note=said(*found.notes, Note.GRADES_SHORTENED if told < len(others_graded) else None),
        )


def _grade_item(
    entry: TopicEntry, grade: Any, full: bool, stated: bool, graded: bool = True
) -> GradeItem:
    """One grade; where there is little room, only its rating, which sums up grade and finding."""
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
    """The topics that an option is graded for, best evidence of help first, but the topic `first`
    before all others.
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
    return once((*shared, *option.who_should_check_first))


def all_cautions(option: OptionDocument) -> tuple[str, ...]:
    """All cautions: key cautions first, then the others; in both, the family's come first."""
    family = option.shared
    key = (*(family.key_cautions if family else ()), *option.key_cautions)
    return once((*key, *(family.cautions if family else ()), *option.cautions))
