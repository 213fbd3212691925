"""The doctor flag: when to see a doctor, by urgency, of one topic or of several merged into one.

A flag's texts are paragraphs and lists (`content.wording.text_blocks`). A paragraph that ends with
a colon leads the list behind it; several topics' lists behind the same lead become one list, each
line once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from content.wording.text_blocks import ITEM, blocks


@dataclass(frozen=True, slots=True)
class DoctorFlag:
    """When to see a doctor, by urgency: emergency now, within days, an ordinary appointment."""

    emergency: str
    soon: str
    routine: str

    @property
    def text(self) -> str:
        """The whole flag as one text, most urgent first; a part that says nothing is left out."""
        return "\n\n".join(filter(None, (self.emergency, self.soon, self.routine)))


# Opens the part `soon` where something wants care the same day
SAME_DAY_LEAD = "See a doctor the same day if:"


def composed(own: DoctorFlag, lines: Iterable[tuple[str, str]]) -> DoctorFlag:
    """A flag with shared lines in their places. `lines`: urgency (`vocabulary.Urgency`) and text of
    each.
    """
    by_urgency: dict[str, list[str]] = {}
    for urgency, text in lines:
        by_urgency.setdefault(urgency, []).append(text)
    soon = with_items(own.soon, by_urgency.get("soon", []))
    return DoctorFlag(
        with_items(own.emergency, by_urgency.get("emergency", [])),
        _with_same_day(soon, by_urgency.get("same-day", [])),
        with_items(own.routine, by_urgency.get("routine", [])),
    )


def _with_same_day(text: str, items: Sequence[str]) -> str:
    """The text with `items` behind the lead of what wants care the same day, which comes first."""
    if not items:
        return text
    lines = text.strip().splitlines()
    if lines and lines[0].strip() == SAME_DAY_LEAD:
        end = next(
            (at for at, line in enumerate(lines[1:], 1) if not line.lstrip().startswith(ITEM)),
            len(lines),
        )
    else:
        lines, end = [SAME_DAY_LEAD, *lines], 1
    rest = lines[end:]
    if len(rest) == 1 and rest[0].rstrip().endswith(":"):
        rest = []  # a lead that nothing stands behind
    return "\n".join((*lines[:end], *(f"{ITEM}{item}" for item in items), *rest))


def with_items(text: str, items: Sequence[str]) -> str:
    """The text with `items` added to its last list, or as a list behind a lead that it
    ends with.
    """
    if not items:
        return text
    lines = text.rstrip().splitlines()
    places = [place for place, line in enumerate(lines) if line.lstrip().startswith(ITEM)]
    at = places[-1] + 1 if places and not lines[-1].rstrip().endswith(":") else len(lines)
    return "\n".join((*lines[:at], *(f"{ITEM}{item}" for item in items), *lines[at:]))


def merged(flags: Iterable[DoctorFlag]) -> DoctorFlag:
    """The flags of several topics as one: nothing is lost, and what several say is said once."""
    several = tuple(flags)
    if len(several) == 1:
        return several[0]
    return DoctorFlag(
        *(
            _merged(getattr(flag, part) for flag in several)
            for part in ("emergency", "soon", "routine")
        )
    )


def _merged(texts: Iterable[str]) -> str:
    """Paragraphs and lists of several texts: the lists behind one lead together, each line once."""
    lists: dict[str, dict[str, None]] = {}  # the lines behind each lead
    closing: dict[str, None] = {}
    for text in texts:
        waiting: str | None = None
        for block in blocks(text):
            if block.is_list:
                lists.setdefault(waiting or "", {}).update(dict.fromkeys(block.lines))
                waiting = None
                continue
            if waiting is not None:
                closing[waiting] = None
            waiting = block.lines[0]
            if not waiting.endswith(":"):
                closing[waiting], waiting = None, None
        if waiting is not None:
            closing[waiting] = None
    return "\n".join((*_listed(lists), *closing))


def _listed(lists: dict[str, dict[str, None]]) -> Iterable[str]:
    for lead, items in sorted(lists.items(), key=lambda one: one[0] != SAME_DAY_LEAD):
        if lead:
            yield lead
        yield from (f"{ITEM}{item}" for item in items)
