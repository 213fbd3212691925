"""Heads in a list: those that say what stands behind them is none of hers, and those that only open an item.

“Other: …” opens an item. What stands behind “Stage:”, “Goal:” or “Questions:” is what she is or wants, and an item only where it names one.

Heads that say of everything behind them that she has it not: “Absent: headaches, dizziness”, “Never: palpitations”, “I do not have: …”.

In: a list, its records read. Out: the same list with what such a head stands before left out, each in its place. A head is made of
nothing but words of absence, of what is past or of nought, and small ones beside them; it reaches to the end of its sentence or line, or,
where it has a line to itself, over the lines under it.
"""

import re
from collections.abc import Callable

from content.lexicon import listed
from content.lists.fields import NOT_HERS, answered_no

_ABSENT = listed("""
    no not none nil never absent without negative denies denied denying excluded resolved past previous previously former
    formerly dont doesnt didnt havent hasnt hadnt isnt arent zero nought n/a na unticked unchecked cleared ruled
""")
_SMALL = listed("""
    symptom symptoms i she he they we user patient pt the have has had having do does did get got getting of for any these those following
    currently present presently experienced experiencing reported reporting noted ticked checked selected applicable all at now longer more
    out in used to been a list up anymore found confirmed
""")
_HEAD = re.compile(
    r"(?P<before>\A|[,;.!?]\s|\bbut\s)(?P<head>\s*(?:[-*•]\s+)?[A-Za-z'’/ ]{1,40}?)(?:\s*:|\s[-–—])(?=\s|\Z)"
    r"(?P<items>(?:(?![,;]\s*[A-Za-z'’ ]{1,30}:|\bbut\b)[^.!?\n])*)",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"\s*(?:[-*•#]\s*)?[A-Za-z][A-Za-z'’ ]{1,40}:")
_PLACES = re.compile(r"([,;|])")
_TWO = re.compile(r"\s+(?:and|or|nor)\s+|\s*[/&+]\s*", re.IGNORECASE)
_EDGES = " \t\r-*•.:"
_OPENS = re.compile(
    r"(?P<before>\A|[\n,;]|[.!?]\s)\s*(?:[-*•]\s+)?(?:other|additional|also|as well)(?:\s+(?:symptoms?|issues?|complaints?|problems?))?\s*:",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"(?P<before>\A|[\n,;]|[.!?]\s)\s*(?:[-*•]\s+)?"
    r"(?:(?:menopaus\w+\s+|current\s+)?(?:stage|status)|(?:main\s+|treatment\s+)?(?:goals?|aims?|preferences?|questions?)|lmp|last\s+period|labs?|background|context|weight)"
    r"\s*:(?P<held>[^\n,;]*)",
    re.IGNORECASE,
)


def without_heads(words: str, is_named: Callable[[str], bool]) -> str:
    """The list without heads that only open an item, and without what stands behind those that tell of her, unless it is something named."""
    told = _TELLS.sub(lambda found: f"{found['before']} {found['held'] if is_named(found['held']) else NOT_HERS}", words)
    return _OPENS.sub(r"\g<before>", told)


def without_absent(words: str) -> str:
    """The list without what stands behind a head of absence."""
    out: list[str] = []
    covered = False  # whether the head of a line above still reaches here
    for line in words.split("\n"):
        covered = covered and bool(line.strip()) and not _LABELLED.match(line)
        if covered:
            out.append(_none_of(line))
            continue
        alone = line.rstrip().endswith((":", " -", " –")) and _is_of_absence(line.strip(_EDGES + "–—#"))
        covered = alone
        out.append(NOT_HERS if alone else _HEAD.sub(_left_of, line))
    return "\n".join(out)


def _left_of(found: re.Match[str]) -> str:
    if not _is_of_absence(found["head"].strip(_EDGES)):
        return found.group()
    return f"{found['before']} {_none_of(found['items'])}"


def _is_of_absence(head: str) -> bool:
    words = re.sub(r"['’]", "", head).casefold().split()
    return not _ABSENT.isdisjoint(words) and all(word in _ABSENT or word in _SMALL for word in words)


def _none_of(items: str) -> str:
    """A row of items of which she has none, what one may lack excepted."""
    return "".join(part if _PLACES.fullmatch(part) else f" {_nothing_or_lack(part)}" for part in _PLACES.split(items))


def _nothing_or_lack(part: str) -> str:
    left = [one for one in (answered_no(item.strip(_EDGES)) for item in _TWO.split(part)) if one != NOT_HERS]
    return " / ".join(left) or NOT_HERS
