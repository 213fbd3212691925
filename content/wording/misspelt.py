"""Withheld names with a letter wrong."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from content.language.spelling import spelling
from content.wording.claims import WORD, Violation, named, plain_case

WITHHELD = (
    "Leave out supplements and herbs by name: they are withheld until a reviewed caution is in"
    " force."
)
SHORTEST_CORRECTED = 6  # letters of a word of a name that is known with one letter wrong
# Words of everyday English that the known ones lack and a letter parts from a name (measured on
# 360,000 words of texts at hand).
_ORDINARY = """creating creation creations creative females golfer mooring realize realized
reddish relish thorns"""
ORDINARY = frozenset(_ORDINARY.split())


def misspelt(read: str, withheld: frozenset[str]) -> Iterator[Violation]:
    """Names of `withheld` with one letter wrong in a word: one that is no known word, so that none
    is taken for another.
    """
    words = {word for word in WORD.findall(plain_case(read)) if not spelling().common(word)}
    unknown = {
        word for word in words - ORDINARY if len(word) >= SHORTEST_CORRECTED - 1 and word.isalpha()
    }
    if not unknown:
        return
    for match in WORD.finditer(read):
        word = plain_case(match.group())
        if word not in unknown:
            continue
        for meant in {_remains(withheld).get(part, "") for part in (word, *one_less(word))} - {
            "",
            word,
        }:
            if meant[0] == word[0] and abs(len(meant) - len(word)) <= 1:
                corrected = f"{read[: match.start()]}{meant}{read[match.end() :]}"
                end = match.start() + len(meant)
                if any(
                    found.start() < end and match.start() < found.end()
                    for found in named(withheld, corrected)
                ):
                    yield Violation("withheld", match.group(), match.start(), WITHHELD)
                    break


def one_less(word: str) -> set[str]:
    """What remains of a word when one letter is left out: each way once."""
    return {word[:place] + word[place + 1 :] for place in range(len(word))}


@lru_cache(maxsize=64)
def _remains(names: frozenset[str]) -> Mapping[str, str]:
    """What remains of the longer words of names with one letter left out, or none, each with its
    word.
    """
    words = sorted(
        {
            word
            for name in names
            for word in WORD.findall(plain_case(name))
            if len(word) >= SHORTEST_CORRECTED
        }
    )
    return {part: word for word in words for part in (word, *one_less(word))}
