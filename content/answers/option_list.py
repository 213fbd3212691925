"""The call `options`: what helps with a topic, in several sizes, the largest first."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from content.answers.notes import Note, said
from content.answers.parts import (
    BRIEF,
    MOST_SOURCES,
    Wanted,
    dates,
    least_reviewed,
    rating_keys,
    tail,
    topic_ref,
    topic_refs,
    withheld_list,
)
from content.answers.resolve import Resolved
from content.answers.shapes import OptionItem, OptionList, SharedCautions, Variant
from content.catalogue.snapshot import Catalogue, Pair
from content.documents import FamilyDocument, OptionDocument
from content.vocabulary import Finding, Grade, OptionKind

Listed = TypeVar("Listed")


def options(catalogue: Catalogue, found: Resolved, wanted: Wanted = BRIEF) -> Iterator[OptionList]:
    """What helps with the first topic found, strongest evidence first; listed separately, whatever
    else was studied.
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
            _option_item(row, wanted, status, part)
            for row, part in zip(rows, size.rows, strict=True)
        ]
        stated = [
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
            *(key for pair in (pairs if wanted.full else stated) for key in pair.grade.sources),
        ]
        yield OptionList(
            topic=topic_ref(entry),
            also_matched=topic_refs(catalogue, found.slugs[1:]),
            flag=entry.topic.flag,
            ratings=rating_keys(
                (
                    (pair.grade.grade, pair.grade.finding)
                    for pair in (*helping, *unclear, *useless, *harmful)
                ),
                size.meanings,
            ),
            shared_cautions=_shared_cautions((*helping, *unclear, *harmful), wanted),
            options=tuple(items),
            not_enough_research=tuple(map(_unless_thin, lists[0])),
            not_shown_to_help=lists[1],
            may_worsen=lists[2],
            withheld=withheld_list(catalogue.withheld),
            **tail(catalogue, topic_ref(entry).source_page, cites, wanted, size.sources, standings),
            **dates(changes, standings),
            note=said(
                *found.notes,
                Note.NO_HORMONES if found.no_hormones else None,
                Note.SHORTENED if size.is_short else None,
                entry.topic.options_note,
            ),
        )


# Key cautions are left out in this order, so the kinds that could do most harm come last.
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
    """Which parts of a row are shown."""

    statement: bool = True
    practical: bool = True  # cost and access
    cautions: bool = True


@dataclass(frozen=True, slots=True)
class _Size:
    """One size of a list: how much is shown of each row, and of options not listed as helping."""

    rows: tuple[_Row, ...]
    statements: bool = True  # those of the options that are not listed as helping
    meanings: bool = True  # those of the ratings
    sources: int = MOST_SOURCES

    @property
    def is_short(self) -> bool:
        return not self.statements or any(row != _Row() for row in self.rows)


def _sizes(rows: list[list[Pair]]) -> Iterator[_Size]:
    """Every size for these rows, the largest first.

    Parts are left out in this order: the statements on what does not help; cost and access, from
    the last row up; the other statements; last of all key cautions, the least risky kinds first.
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


def _rows(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Pairs as rows: pairs of one family share the row of the first, in the order of options."""
    rows: dict[str, list[Pair]] = {}
    for pair in pairs:
        rows.setdefault(pair.released.option.family or pair.released.slug, []).append(pair)
    return [sorted(row, key=lambda pair: pair.released.option.position) for row in rows.values()]


def _option_item(
    row: list[Pair], wanted: Wanted, status: tuple[str, str | None], size: _Row
) -> OptionItem:
    lead, *variants = row
    option = lead.released.option
    return replace(
        _plain_item(lead, wanted.full, status, size.statement),
        summary=option.summary if wanted.full else None,
        cost=option.cost if size.practical else None,
        access=option.access if size.practical else None,
        cautions=(_cautions(option, wanted) or None) if size.cautions else None,
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
    """An item of `not_enough_research`: if its grade is weak, the rating is left out, since the
    name of the list already says it.
    """
    return item if item.grade != Grade.WEAK else replace(item, rating=None)


def _cautions(of: OptionDocument | FamilyDocument, wanted: Wanted) -> tuple[str, ...]:
    if not wanted.full or wanted.key_cautions:
        return of.key_cautions
    return (*of.key_cautions, *of.who_should_check_first, *of.cautions)


def _shared_cautions(pairs: Iterable[Pair], wanted: Wanted) -> tuple[SharedCautions, ...]:
    families = {
        pair.released.option.shared.slug: pair.released.option.shared
        for pair in pairs
        if pair.released.option.shared
    }
    return tuple(
        SharedCautions(family.slug, family.name, _cautions(family, wanted))
        for family in families.values()
    )


def _is_wanted(pair: Pair, wanted: Wanted) -> bool:
    return wanted.kind in (None, pair.released.kind) and wanted.finding in (
        None,
        pair.grade.finding,
    )


def _is_hormonal(pair: Pair) -> bool:
    return pair.released.kind == OptionKind.HORMONE_THERAPY


def _cut(listed: list[Listed], limit: int | None) -> list[Listed]:
    return listed if limit is None else listed[:limit]
