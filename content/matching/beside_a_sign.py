"""Topics that a warning sign leads to by itself: pain in the chest is near breast tenderness, and a numb arm is near tingling.

In: the words of a query that holds a warning sign. Out: the topics that would only say the sign over again, since none of the words that
are theirs alone stands in it. What to do about the sign leads the answer anyway; what is asked is whatever else the words name.
"""

from collections.abc import Sequence

# Beginnings of the words that are a topic's own, and no sign's.
_OWN = {
    "breast-tenderness": ("breast", "boob", "nipple", "bust", "bosom", "tit", "mastalg", "bra"),
    "tingling": ("tingl", "pin", "needle", "prick", "zap", "electric", "buzz", "fizz", "crawl", "paraesthe", "paresthe", "carpal", "shock"),
}
_WHOLE = frozenset({"tit", "bra", "pin"})  # beginnings that are words, with or without a plural ending, or nothing


def only_the_sign(words: Sequence[str]) -> frozenset[str]:
    """The topics of which no word of their own stands in words that hold a warning sign."""
    return frozenset(slug for slug, own in _OWN.items() if not any(_begins(word, own) for word in words))


def _begins(word: str, own: tuple[str, ...]) -> bool:
    return any(word.rstrip("s") == one if one in _WHOLE else word.startswith(one) for one in own)
