"""The front page's picture of the body: a label for each group of symptoms, and where it points."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.text import slugify

from content.pages.charts import lines_of
from content.pages.groups import Group

WIDTH, HEIGHT = 344, 330
LABEL = 108  # width of a label
LINE, PAD = 17, 8

# Of each group: whether its label stands on the right, how far down, and the point it means.
_PLACES: dict[str, tuple[bool, int, tuple[int, int]]] = {
    "Mood and mind": (False, 12, (168, 38)),
    "Heat and sleep": (False, 78, (160, 82)),
    "Periods and breasts": (False, 144, (160, 118)),
    "Joints, muscles and nerves": (False, 214, (128, 178)),
    "Skin, hair, mouth and eyes": (True, 4, (194, 58)),
    "Head, heart and balance": (True, 78, (184, 112)),
    "Weight and digestion": (True, 152, (174, 150)),
    "Vagina, sex and bladder": (True, 222, (172, 186)),
}


@dataclass(frozen=True, slots=True)
class Area:
    """A label to tap on and the line from it to its place."""

    slug: str
    x: int
    y: int
    height: int
    lines: tuple[tuple[int, str], ...]
    line: str
    point: tuple[int, int]
    width: int = LABEL

    @property
    def middle(self) -> int:
        return self.x + self.width // 2


def body_areas(groups: Iterable[Group]) -> tuple[Area, ...]:
    """The label of every group that has a place in the picture."""
    return tuple(_area(group, *_PLACES[group.name]) for group in groups if group.name in _PLACES)


def _area(group: Group, on_the_right: bool, y: int, point: tuple[int, int]) -> Area:
    lines = lines_of(group.name, LABEL - 12, 13)
    height = LINE * len(lines) + 2 * PAD
    x = WIDTH - LABEL if on_the_right else 0
    start = x if on_the_right else LABEL
    middle = y + height // 2
    bend = (start + point[0]) // 2
    return Area(
        slugify(group.name),
        x,
        y,
        height,
        tuple((y + PAD + 13 + LINE * number, line) for number, line in enumerate(lines)),
        f"M{start} {middle}Q{bend} {middle} {point[0]} {point[1]}",
        point,
    )
