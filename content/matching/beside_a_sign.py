"""Topics that a warning sign leads to by itself: pain in the chest is near breast tenderness, and a numb arm is near tingling.

In: the words of a query that holds a warning sign. Out: the topics that would only say the sign over again, since words of the sign stand
in it and none of the words that are theirs alone. What to do about the sign leads the answer anyway; what is asked is whatever else is named.
"""

from collections.abc import Sequence

# Beginnings of words of the sign, and of those that are the topic's own and no sign's.
_OF = {
    "breast-tenderness": (
        ("chest", "heart", "crush"),
        ("breast", "boob", "nipple", "bust", "bosom", "tit", "mastalg", "bra", "swollen", "sensitiv", "milk", "hug"),
    ),
    "tingling": (
        ("numb", "dead", "weak", "droop", "slur"),
        ("tingl", "pin", "needle", "prick", "zap", "electric", "buzz", "fizz", "crawl", "paraesthe", "paresthe", "carpal", "shock"),
    ),
}
_WHOLE = frozenset({"tit", "bra", "pin", "hug"})  # beginnings that are words by themselves, with or without a plural ending


def only_the_sign(words: Sequence[str]) -> frozenset[str]:
    """The topics of which no word of their own stands in words that hold a warning sign."""
    return frozenset(slug for slug, (of_sign, own) in _OF.items() if _holds(words, of_sign) and not _holds(words, own))


def _holds(words: Sequence[str], beginnings: tuple[str, ...]) -> bool:
    return any(word.rstrip("s") == one if one in _WHOLE else word.startswith(one) for word in words for one in beginnings)
