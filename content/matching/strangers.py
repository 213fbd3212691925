"""Words for something nobody here knows: a medicine or an illness that is not covered, where a name stands (“does carvedilol help with flushes”).

In: a query as typed. Out: its words that are no known ones, each under what it was taken for; and whether such a word may be a slip of one of some
others (“gaberpentin”). A reader of words that must choose takes a record that is often asked about in such a sentence.
"""

from collections.abc import Collection
from difflib import SequenceMatcher

from content.name_keys import plural_free
from content.plain_words import sentences
from content.spelling import ABBREVIATIONS, sound, spelling

LIKE = 0.7  # the share of letters in common, in order, from which a word may be a slip of another that begins with the same sound
SHORTEST = 4  # letters of a word that may be a name


def strangers(text: str) -> dict[str, str]:
    """The words of a text that are not known, each under every word that it was taken for, as words are compared."""
    known = spelling()
    typed = {word for part in sentences(text) for word in part if len(word) >= SHORTEST and not known.known(word) and word not in ABBREVIATIONS}
    return {plural_free(taken): word for word in typed for taken in known.corrected([word])}


def is_like_one(word: str, others: Collection[str]) -> bool:
    """Whether a word may be a slip of one of some others."""
    return any(
        sound(other)[0] == sound(word)[0] and SequenceMatcher(None, word, other, autojunk=False).ratio() >= LIKE
        for other in others
        if len(other) >= SHORTEST
    )
