"""The two pictures: where each thing stands is worked out here, and templates draw it. Each is also
said in words beside it.

How symptoms group: groups stand in two columns, one dot for each symptom. A line joins two groups
when pages of one point to pages of the other as related; the more of them, the thicker the line.

How evidence is graded: ten places for studies, and in each what such a study might have found.
"""

from collections import Counter
from dataclasses import dataclass
from math import cos, pi, sin

from content.catalogue.snapshot import Catalogue
from content.pages.groups import Group, symptom_groups
from content.vocabulary import Finding, Grade

WIDTH = 360
COLUMNS = (92, 268)
TOP, STEP = 42, 112  # the first row, and the way from row to row
BEND = 0.62  # how far a line between two groups bends towards the middle
RADIUS = 25  # of a group's circle
LONGEST_LINE = 17  # letters of a label's line


@dataclass(frozen=True, slots=True)
class Node:
    """A group's circle, its dots and its label in lines."""

    x: int
    y: int
    label: tuple[tuple[int, str], ...]
    dots: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A curve between two groups, and how thick it is."""

    path: str
    width: float


@dataclass(frozen=True, slots=True)
class GroupPicture:
    """All of the picture."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    strongest: tuple[tuple[str, str], ...]  # the pairs of groups joined most, by name
    height: int
    width: int = WIDTH
    radius: int = RADIUS


def group_picture(catalogue: Catalogue) -> GroupPicture:
    """The picture of the catalogue's symptoms."""
    groups = symptom_groups(catalogue)
    links = _links(groups)
    rows = (len(groups) + 1) // 2
    places = [(COLUMNS[number % 2], TOP + STEP * (number // 2)) for number in range(len(groups))]
    return GroupPicture(
        nodes=tuple(_node(group, x, y) for group, (x, y) in zip(groups, places, strict=True)),
        edges=tuple(
            Edge(_curve(places[a], places[b]), 1 + 0.9 * number)
            for (a, b), number in sorted(links.items())
        ),
        strongest=tuple(
            (groups[a].name, groups[b].name)
            for (a, b), _ in sorted(links.items(), key=lambda item: (-item[1], item[0]))[:3]
        ),
        height=TOP + STEP * (rows - 1) + RADIUS + 50,
    )


def _links(groups: tuple[Group, ...]) -> Counter[tuple[int, int]]:
    """How many pairs of symptoms in different groups are named as related, by the two groups'
    places.
    """
    home = {
        entry.topic.slug: number for number, group in enumerate(groups) for entry in group.entries
    }
    pairs = {
        frozenset((entry.topic.slug, other))
        for group in groups
        for entry in group.entries
        for other in entry.topic.related
        if other in home
    }
    joined = (sorted(home[slug] for slug in pair) for pair in pairs if len(pair) == 2)
    return Counter((a, b) for a, b in joined if a != b)


def _curve(start: tuple[int, int], end: tuple[int, int]) -> str:
    """A curve that bends towards the middle line, so that it stays clear of the groups between its
    ends.
    """
    across = round((start[0] + end[0]) / 2 * (1 - BEND) + WIDTH / 2 * BEND)
    down = round((start[1] + end[1]) / 2)
    return f"M{start[0]} {start[1]}Q{across} {down} {end[0]} {end[1]}"


def _node(group: Group, x: int, y: int) -> Node:
    count = len(group.entries)
    around = [(2 * pi * place / count - pi / 2) for place in range(count)]
    ring = 0 if count == 1 else 8 if count < 4 else 13
    lines = [""]
    for word in group.name.split():
        if len(lines[-1]) + len(word) < LONGEST_LINE:
            lines[-1] = f"{lines[-1]} {word}".strip()
        else:
            lines.append(word)
    return Node(
        x=x,
        y=y,
        label=tuple((y + RADIUS + 17 + 16 * number, line) for number, line in enumerate(lines)),
        dots=tuple(
            (round(x + ring * cos(angle)), round(y + ring * sin(angle))) for angle in around
        ),
    )


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of grade and finding as a row of studies, each a shape for what it found."""

    grade: str
    finding: str
    studies: tuple[tuple[int, int, str], ...]
    words: str


# Illustrations, not data: u points to help, = no difference, d points to harm, o a study nobody has
# done yet.
_STUDIES: tuple[tuple[Grade, Finding, str, str], ...] = (
    (
        Grade.STRONG,
        Finding.HELPS,
        "uuuuu uuuuu",
        (
            "Several good studies, and they agree that it helps. A major guideline recommends it"
            " for this."
        ),
    ),
    (
        Grade.MIXED,
        Finding.HELPS,
        "uuuuo ooooo",
        "The good studies point to help, but they are few or short, or help with one part only.",
    ),
    (
        Grade.MIXED,
        Finding.UNCLEAR,
        "u=u=d =uu=o",
        "There are good studies, and they do not agree with one another.",
    ),
    (Grade.WEAK, Finding.UNCLEAR, "uoo=o ooooo", "There is too little good research to say."),
    (
        Grade.WEAK,
        Finding.NO_BENEFIT,
        "===== ===u=",
        "It has been studied. People using it did no better than those in the comparison group.",
    ),
    (
        Grade.WEAK,
        Finding.MAY_WORSEN,
        "d=ddd odd=o",
        "Research points to it making things worse, or causing harm, for some people.",
    ),
)
_SHAPES = {
    "u": Finding.HELPS.value,
    "=": Finding.NO_BENEFIT.value,
    "d": Finding.MAY_WORSEN.value,
    "o": "missing",
}


def grading_panels() -> tuple[Panel, ...]:
    """The picture of how evidence is graded: one panel for each grade and finding that may stand
    together.
    """
    return tuple(
        Panel(
            grade,
            finding,
            tuple(
                (4 + 24 * place, 4 + 24 * row, _SHAPES[shape])
                for row, line in enumerate(studies.split())
                for place, shape in enumerate(line)
            ),
            words,
        )
        for grade, finding, studies, words in _STUDIES
    )
