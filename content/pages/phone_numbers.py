"""The telephone numbers to tap on, read out of the `urgent` texts of the four warning signs.

What the sign files say is what is shown and called; no other number is made one to tap on. The
doctor texts of the records hold numbers too, since a reviewer signs whole words, and the wording
rules list those that may stand. Tests hold the seed records and that list to the sign files, so
that a number changed there is not left behind; what editors wrote is theirs to change.
"""

import re
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from content.language.warning_signs import SIGNS, WarningSign

_NUMBER = re.compile(r"(?<![\d.])(?:\d{2,3}(?: \d{2,3})+|\d{3,4})(?![\d.]*\d)")
_EMERGENCY = re.compile(r"local emergency number(?: now)? \(([^)]*\d[^)]*)\)")
_HELPLINES = re.compile(
    r"(?:^|[:,]\s)\s*(?:(?P<name>[A-Z]\w+) on )?(?P<number>\d[\d ]*\d)(?P<how> by call or text)?"
    r" \((?P<where>[A-Z][^)]*)\)",
    re.MULTILINE,
)
_NUMBER_NAMED = "call your local emergency number"
_SITE = re.compile(r"\b(findahelpline\.com)\b")


@dataclass(frozen=True, slots=True)
class Line:
    """Numbers to call in some countries, and who answers."""

    where: str
    numbers: tuple[str, ...]
    name: str = ""
    note: str = ""


def _texts() -> str:
    return "\n".join(sign.urgent for sign in SIGNS)


NUMBERS: frozenset[str] = frozenset(_NUMBER.findall(_texts()))


def emergency_lines() -> tuple[Line, ...]:
    """The emergency numbers by country, in the order the sign files give them."""
    found = _EMERGENCY.search(_texts())
    lines = []
    for part in found.group(1).split(", ") if found else ():
        numbers, _, where = part.partition(" in ")
        lines.append(Line(where.removeprefix("the "), tuple(numbers.split(" or "))))
    return tuple(lines)


def helplines() -> tuple[Line, ...]:
    """The lines to talk to someone, by country."""
    return tuple(
        Line(found["where"], (found["number"],), found["name"] or "", (found["how"] or "").strip())
        for found in _HELPLINES.finditer(_texts())
    )


def when_to_call(sign: WarningSign) -> str:
    """When to call an emergency number, in the sentence of the sign's own text that says so,
    without its numbers.

    Empty where the sign's lead tells everybody to call.
    """
    if _NUMBER_NAMED in sign.lead:
        return ""
    found = _EMERGENCY.search(sign.urgent)
    if found is None:
        return ""
    start = max(
        (end.end() for end in re.finditer(r"[.!?\n]\s*", sign.urgent[: found.start()])), default=0
    )
    ends = re.compile(r"\.(?:\s|$)").search(sign.urgent, found.end())
    sentence = sign.urgent[start : ends.start() + 1 if ends else None]
    return sentence.replace(f" ({found.group(1)})", "")


def called(number: str) -> str:
    """The address that a telephone dials for a number as printed."""
    return f"tel:{number.replace(' ', '')}"


def linked(text: str) -> SafeString:
    """A text as HTML, every number of the sign files in it made one to tap on."""
    html = str(escape(text))
    html = _NUMBER.sub(
        lambda found: (
            f'<a href="{called(found.group())}">{found.group()}</a>'
            if found.group() in NUMBERS
            else found.group()
        ),
        html,
    )
    return mark_safe(_SITE.sub(r'<a href="https://\1" rel="noreferrer">\1</a>', html))  # noqa: S308  escaped above; only links are added
