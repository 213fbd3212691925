"""The evidence chart: what is rated alike stands together in a band, strongest evidence first.

Places are worked out here and templates draw them. It shows how good the research is and which way
it points, never how often something helps. Each band is named in words and marked with three shapes
that stand for studies, as in the picture of how evidence is graded.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from content.answers.shapes import GradeItem, OptionItem, Ref
from content.catalogue.snapshot import Catalogue, TopicEntry
from content.vocabulary import RATINGS, Finding, Grade

WIDTH = 344  # what a phone of 360 pixels has room for
PAD, GAP = 12, 8
END = 11  # between the words of a bubble and its edge
TEXT, HEADING = 14, 14.5  # sizes of letters
LINE = 18
BOLD = 1.13  # how much wider bold letters are
SPACED = 1.22  # how much wider a line is that a reader spaces out, as WCAG 1.4.12 lets her
MARGIN = 16  # beside the picture
BUBBLE = 34  # height of a bubble with one line: large enough to tap
SHAPE = 18

# What the studies behind each rating look like: an illustration, no data.
_SHAPES: dict[tuple[str, str], tuple[str, str, str]] = {
    (Grade.STRONG, Finding.HELPS): ("helps", "helps", "helps"),
    (Grade.MIXED, Finding.HELPS): ("helps", "helps", "missing"),
    (Grade.MIXED, Finding.UNCLEAR): ("helps", "no-benefit", "may-worsen"),
    (Grade.WEAK, Finding.UNCLEAR): ("missing", "missing", "missing"),
    (Grade.WEAK, Finding.NO_BENEFIT): ("no-benefit", "no-benefit", "no-benefit"),
    (Grade.WEAK, Finding.MAY_WORSEN): ("may-worsen", "may-worsen", "may-worsen"),
}
# How wide letters are, in parts of their size; every other is `_LETTER`.
_LETTER = 0.62
_WIDTHS: dict[str, float] = {
    **dict.fromkeys("ijl.,:;'()[]| ", 0.32),
    **dict.fromkeys("frt-", 0.41),
    **dict.fromkeys("csvxyz", 0.58),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZ", 0.74),
    **dict.fromkeys("mwMW", 0.96),
}


@dataclass(frozen=True, slots=True)
class Rated:
    """What shares one rating: the heading, the rating, and the records by name and page."""

    heading: str
    grade: str
    finding: str
    refs: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Bubble:
    """A record to tap on."""

    ref: Ref
    x: float
    y: float
    width: float
    height: float
    lines: tuple[tuple[float, str], ...]  # the base line of each, and its words

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Band:
    """Everything of one rating."""

    rated: Rated
    y: float
    height: float
    heading: tuple[tuple[float, str], ...]
    shapes: tuple[tuple[float, str], ...]
    bubbles: tuple[Bubble, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """All of the picture, and the same as rows of a table."""

    bands: tuple[Band, ...]
    height: float
    rows: tuple[Rated, ...]
    width: int = WIDTH


def options_chart(groups: Iterable[Sequence[OptionItem]]) -> Chart | None:
    """The options of a topic; `groups`: those of one rating together.

    A family is one bubble; in the table each of its forms stands under its own rating.
    """
    shown: list[Rated] = []
    by_label: dict[str, list[Ref]] = {rating.label: [] for rating in RATINGS.values()}
    for group in groups:
        first = group[0]
        shown.append(_rated(first.grade, first.finding, tuple(item.ref for item in group)))
        for item in group:
            by_label[RATINGS[item.grade, item.finding].label].append(item.ref)
            for form in item.variants or ():
                by_label[form.rating].append(Ref(form.slug, form.name, item.kind))
    rows = [
        _rated(grade, finding, tuple(by_label[rating.label]))
        for (grade, finding), rating in RATINGS.items()
        if by_label[rating.label]
    ]
    return _chart(shown, rows)


def topics_chart(groups: Iterable[Sequence[GradeItem]]) -> Chart | None:
    """The topics an option is rated for; `groups`: those of one rating together."""
    rated = [
        _rated(group[0].grade or "", group[0].finding or "", tuple(item.topic for item in group))
        for group in groups
    ]
    return _chart(rated, rated)


def guide_chart(catalogue: Catalogue, entry: TopicEntry) -> Chart | None:
    """What has the best evidence of help for each topic that a guide leads to, strongest first."""
    rated = []
    for slug in entry.topic.related:
        related = catalogue.topics.get(slug)
        helping = related.with_finding(Finding.HELPS) if related else ()
        if related and helping:
            grade = helping[0].grade
            best = [pair.released for pair in helping if pair.grade.grade == grade.grade]
            rated.append(
                Rated(
                    f"{related.topic.name}: {grade.rating.label}",
                    grade.grade,
                    grade.finding,
                    tuple(Ref(option.slug, option.name, option.kind) for option in best),
                )
            )
    rated.sort(key=lambda one: list(RATINGS).index((one.grade, one.finding)))
    return _chart(rated, rated)


def _rated(grade: str, finding: str, refs: tuple[Ref, ...]) -> Rated:
    label = RATINGS[grade, finding].label
    return Rated(f"{label[:1].upper()}{label[1:]}", grade, finding, refs)


def _chart(shown: Sequence[Rated], rows: Sequence[Rated]) -> Chart | None:
    bands: list[Band] = []
    y = 0.0
    for rated in shown:
        bands.append(_band(rated, y))
        y += bands[-1].height + GAP
    return Chart(tuple(bands), y - GAP, tuple(rows)) if bands else None


def _band(rated: Rated, top: float) -> Band:
    beside = PAD + 3 * SHAPE + GAP
    heading = lines_of(rated.heading, WIDTH + MARGIN - beside, HEADING * BOLD * SPACED)
    y = top + PAD + LINE * len(heading) + GAP
    bubbles: list[Bubble] = []
    x = float(PAD)
    for ref in rated.refs:
        lines = lines_of(ref.name, WIDTH - 2 * PAD - 2 * END, TEXT)
        width = max(_width(line, TEXT) for line in lines) + 2 * END
        if x > PAD and x + width > WIDTH - PAD:
            x, y = float(PAD), bubbles[-1].y + bubbles[-1].height + GAP
        height = BUBBLE + LINE * (len(lines) - 1)
        placed = tuple((y + 22 + LINE * number, line) for number, line in enumerate(lines))
        bubbles.append(Bubble(ref, x, y, round(width, 1), height, placed))
        x += round(width, 1) + GAP
    end = max(bubble.y + bubble.height for bubble in bubbles)
    return Band(
        rated,
        top,
        end + PAD - top,
        tuple((top + PAD + 13 + LINE * number, line) for number, line in enumerate(heading)),
        tuple(
            (PAD + SHAPE * place, shape)
            for place, shape in enumerate(_SHAPES[rated.grade, rated.finding])
        ),
        tuple(bubbles),
    )


def lines_of(text: str, room: float, size: float) -> list[str]:
    """A text in lines that have room."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _width(text: str, size: float) -> float:
    """How wide a text is at most: as set in the widest of the fonts that browsers fall back to."""
    return size * sum(_WIDTHS.get(letter, _LETTER) for letter in text)
