"""Lists that say of each symptom how much of it she has, from nought: “Headaches 0, fatigue 5”, “Palpitations (0) Hot flushes (3)”, “0 - headaches”.

In: a list. Out: the same list without what has nought, each in its place; nought of what one may lack (“energy 0/10”) is hers.
"""

import re

from content.lists.fields import answered_no

_BEHIND = re.compile(r"(?:\A|(?<=[,;|\n]))(?P<asked>[^,;|\n\d]{3,60}?)[ \t,:=]+(?P<score>\d{1,2})(?P<of>\s?/\s?\d{1,2})?(?=[ \t]*(?:[,;|\n.]|\Z))")
# A row of them with nothing between, each score in brackets or not.
_IN_ROW = re.compile(r"(?P<asked>[A-Za-z][^,;|\n\d()]{2,40}?)[ \t:=(\[]+(?P<score>\d{1,2})(?:\s?/\s?\d{1,2})?[)\]]?(?=[\s,;|.]|\Z)")
_BETWEEN = " \t,;|."
_BEFORE = re.compile(r"\s*(?:[-*•]\s+)?(?P<score>\d{1,2})\s?(?:[-–—:=]|[-–—]>)\s*(?P<asked>[A-Za-z].*)")
_SEGMENT = re.compile(r"([\n,;|])")


def without_noughts(words: str) -> str:
    """The list without what is scored nought, where scores tell one from another."""
    words = "\n".join(_of_row(line) for line in words.split("\n"))
    words = _scored_before(words)
    scores = list(_BEHIND.finditer(words))
    if _tell_apart([found["score"] for found in scores]):
        return _BEHIND.sub(lambda found: _left(found, found["asked"]), words)
    return _BEHIND.sub(lambda found: _left(found, found.group()) if found["of"] else found.group(), words)


def _left(found: re.Match[str], otherwise: str) -> str:
    return answered_no(found["asked"]) if int(found["score"]) == 0 else otherwise


def _tell_apart(scores: list[str]) -> bool:
    """Whether some of at least two are nought and some are not."""
    noughts = sum(int(score) == 0 for score in scores)
    return len(scores) > 1 and (0 < noughts < len(scores))


def _of_row(line: str) -> str:
    """A line that is nothing but symptoms, each with its score behind it, and no sign between them."""
    found = list(_IN_ROW.finditer(line))
    if len(found) < 2 or _IN_ROW.sub("", line).strip(_BETWEEN) or _SEGMENT.search(line) is not None:
        return line
    return " / ".join(_left(one, one["asked"]) for one in found)


def _scored_before(words: str) -> str:
    """A list that has a score before each symptom; numbers that only count (0, 1, 2) are no scores."""
    pieces = _SEGMENT.split(words)
    items = [_BEFORE.fullmatch(piece) for piece in pieces[::2] if piece.strip()]
    scores = [found["score"] for found in items if found]
    if len(scores) < len(items) or not _tell_apart(scores) or [*map(int, scores)] == [*range(len(scores))]:
        return words
    return "".join(_left(found, found["asked"]) if (found := _BEFORE.fullmatch(piece)) else piece for piece in pieces)
