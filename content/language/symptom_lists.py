"""Lists of symptoms: split into items, denied items dropped, each item matched once.

In: a list as people write it. Out: the topics it names, and the 1-based places of the items that
name none; remarks are ignored. Places count the parts between commas, semicolons and line ends.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from content.language.matching import Matcher
from content.language.names import row_of
from content.language.reading import LONGEST, Reading, ends, score
from content.language.screening import signs_in
from content.language.structured_input import affirmed

SHORTEST = 3  # characters of the shortest remark
MOST = 24  # items of a list that are read
_HARD = re.compile(r"[,;\n|•·▪◦●→\t]")
_SOFT = re.compile(
    r"(?<![.!?…])[.!?…]+(?=\s|$)|\s[-–—*+&/]\s|\s?/\s?|\s?\+\s?"
    r"|\b(?:and|plus|also|as well as|along with|but)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:^|(?<=[\s,;]))[(#]?(?:\d{1,2}|[a-h])\s?[.):](?=\s)|^\s*[-*•]\s", re.M)
_SPOKEN = re.compile(
    r"\b(?:comma|semi ?colon|new line|full stop|number (?:one|two|three|four|five|six))\b", re.I
)
_BREAKS = re.compile(r"[ \t]*[,;]?[ \t]*\n[ \t]*")  # the end of a line, with its comma
_INTRO = re.compile(r"\A[^:\n]{3,80}:\s")
_DENIED = re.compile(
    r"^(?:and |but |i )?(?:no|not|never|without|denies|don'?t have|do not have|haven'?t(?: had)?"
    r"|no longer)\b(?! (?:energy|sleep|libido|interest|sex|desire|appetite|drive|memory|focus"
    r"|motivation|patience|longer sleep|period|words?|concentration|confidence|joy|strength))",
    re.IGNORECASE,
)
_EDGES = " \t.-–—*•·~#=>:()[]\"'!?…,"


@dataclass(frozen=True, slots=True)
class Item:
    """One affirmed item: its place in the list as sent, from 1, and its words."""

    place: int
    text: str


@dataclass(frozen=True, slots=True)
class Symptoms:
    """What a list names, in order, and the places of its items that name nothing covered."""

    topics: tuple[str, ...]
    not_recognised: tuple[int, ...]
    count: int  # items that the list has


def items(words: str, matcher: Matcher | None = None) -> tuple[Item, ...]:
    """The affirmed items of a list, in order, each once. A name that contains a separator is not
    split.
    """
    text = affirmed(ends(words, LONGEST))
    if not _HARD.search(text):
        text = _SPOKEN.sub(", ", text)
    intro = _INTRO.match(text)
    if intro and _HARD.search(text[intro.end() :]) and not _named(intro.group(), matcher):
        text = text[intro.end() :]
    numbered = _NUMBER.sub("\n", text.strip(" \t"))
    if numbered[:1] == "\n" != text[:1]:  # nothing comes before the number of the first item
        numbered = numbered[1:]
    parts = [part.strip(_EDGES) for part in _HARD.split(_BREAKS.sub("\n", numbered))]
    found = [Item(at, one) for at, part in enumerate(parts, 1) for one in _of_part(part, matcher)]
    if len(parts) == 1:
        found = [Item(at, item.text) for at, item in enumerate(found, 1)]
    once = {item.text.casefold(): item for item in reversed(found)}
    return tuple(sorted(once.values(), key=lambda item: item.place))


def read_list(words: str, matcher: Matcher) -> Symptoms:
    """The topics that a list names, and the places of the items that name none.

    An item that holds a warning sign counts only for topics that it names, not for the model's
    guess.
    """
    topics: dict[str, None] = {}
    missed: list[int] = []
    listed = items(words, matcher)
    read = [Reading(item.text) for item in listed[:MOST]]
    score(one for one in read if not matcher.named(one))
    for item, one in zip(listed, read, strict=False):
        found = matcher.find(one)
        if found.slugs and (found.by_name or not signs_in(one)):
            topics |= dict.fromkeys(found.slugs[:1] if len(listed) > 1 else found.slugs)
        elif len(listed) == 1 or len(one.plain) < SHORTEST or not matcher.remark(one):
            missed.append(item.place)
    return Symptoms(tuple(topics), tuple(dict.fromkeys(missed)), len(listed))


def _of_part(part: str, matcher: Matcher | None) -> Iterator[str]:
    """The items between two separators: one if it is a name, else split at weaker separators."""
    if not part:
        return
    if matcher and matcher.names.exact(_key(part)):
        yield part
        return
    pieces = [piece.strip(_EDGES) for piece in _SOFT.split(part)]
    pieces = [piece for piece in pieces if piece]
    at = 0
    while at < len(pieces):
        both = f"{pieces[at]} and {pieces[at + 1]}" if at + 1 < len(pieces) else ""
        if both and matcher and matcher.names.exact(_key(both)):
            yield both
            at += 2
            continue
        if not _DENIED.match(pieces[at]):
            yield from _names_in_a_row(pieces[at], matcher)
        at += 1


def _names_in_a_row(piece: str, matcher: Matcher | None) -> Iterator[str]:
    """The names in a piece that consists of names (“headache dizzy tired”), else the piece."""
    row = row_of(piece)
    if matcher and 1 < len(row) <= 24 and matcher.names.exact(" ".join(row)) is None:
        found, start = [], 0
        while start < len(row):
            end = next(
                (
                    e
                    for e in range(len(row), start, -1)
                    if matcher.names.exact(" ".join(row[start:e]))
                ),
                None,
            )
            if end is None:
                break
            found.append(" ".join(row[start:end]))
            start = end
        else:
            yield from found
            return
    yield piece


def _key(text: str) -> str:
    return " ".join(row_of(text))


def _named(text: str, matcher: Matcher | None) -> bool:
    return bool(matcher and matcher.names.inside(row_of(text)))
