"""The evidence page: options down the side, symptoms and conditions across, a rating where they
meet.

What is chosen stands in the address and is one of a few names of ours; anything else chooses
nothing.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.text import slugify

from content.catalogue.snapshot import Catalogue, TopicEntry
from content.documents import GradeDocument
from content.pages.groups import symptom_groups
from content.review.release import Released
from content.vocabulary import RATINGS, OptionKind, Rating, TopicKind

CONDITIONS = "linked-conditions"


@dataclass(frozen=True, slots=True)
class Choice:
    """What to show; an empty part chooses everything."""

    area: str = ""
    kind: str = ""
    rating: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """An option and its rating for each topic of the grid; None where it is not rated."""

    option: Released
    cells: tuple[GradeDocument | None, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """One table."""

    slug: str
    name: str
    topics: tuple[TopicEntry, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """A rating as the form and the key of the grid name it."""

    slug: str
    rating: Rating

    @property
    def label(self) -> str:
        return f"{self.rating.label[:1].upper()}{self.rating.label[1:]}"


KEYS = tuple(Key(f"{grade}-{finding}", rating) for (grade, finding), rating in RATINGS.items())


def areas(catalogue: Catalogue) -> dict[str, str]:
    """The groups of symptoms, and the conditions, by what stands for them in an address."""
    named = {slugify(group.name): group.name for group in symptom_groups(catalogue)}
    return {**named, CONDITIONS: "Linked conditions"}


def choice(catalogue: Catalogue, query: Mapping[str, str]) -> Choice:
    """What the query of an address chooses."""
    area, kind, rating = (query.get(name, "") for name in ("area", "kind", "rating"))
    return Choice(
        area if area in areas(catalogue) else "",
        kind if kind in OptionKind.values else "",
        rating if rating in {key.slug for key in KEYS} else "",
    )


def grids(catalogue: Catalogue, chosen: Choice) -> list[Grid]:
    """The tables of what is chosen: one of symptoms and one of conditions, or one area."""
    symptoms = catalogue.of_kind(TopicKind.SYMPTOM)
    conditions = catalogue.of_kind(TopicKind.CONDITION)
    if chosen.area == CONDITIONS:
        wanted = [(CONDITIONS, "Linked conditions", conditions)]
    elif chosen.area:
        groups = {slugify(group.name): group for group in symptom_groups(catalogue)}
        group = groups[chosen.area]
        wanted = [(chosen.area, group.name, group.entries)]
    else:
        wanted = [
            ("symptoms", "Symptoms", symptoms),
            (CONDITIONS, "Linked conditions", conditions),
        ]
    made = (_grid(catalogue, chosen, *one) for one in wanted)
    return [grid for grid in made if grid.rows]


def _grid(
    catalogue: Catalogue, chosen: Choice, slug: str, name: str, entries: tuple[TopicEntry, ...]
) -> Grid:
    rated: dict[str, dict[str, GradeDocument]] = {}
    for entry in entries:
        for pair in entry.pairs:
            grade, option = pair.grade, pair.released
            if chosen.kind not in ("", option.kind):
                continue
            if chosen.rating in ("", f"{grade.grade}-{grade.finding}"):
                rated.setdefault(option.slug, {})[entry.topic.slug] = grade
    held = {topic for grades in rated.values() for topic in grades}
    topics = tuple(entry for entry in entries if entry.topic.slug in held)
    rows = [
        Row(option, tuple(rated[option.slug].get(entry.topic.slug) for entry in topics))
        for option in catalogue.released
        if option.slug in rated
    ]
    return Grid(slug, name, topics, tuple(sorted(rows, key=_most_help_first)))


def _most_help_first(row: Row) -> tuple[int, ...]:
    """Rows by how many ratings of each kind they hold: else a phone shows empty places first."""
    held = Counter((cell.grade, cell.finding) for cell in row.cells if cell)
    return tuple(-held[rating] for rating in RATINGS)
