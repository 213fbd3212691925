"""The form that names and queries are compared in: spelling mended, plural endings and articles left out.

In: any text. Out: words, or one string. Two names of that same form are one name to whoever asks, so no two records may bear them.
"""

from functools import lru_cache

from content.plain_words import sentences
from content.spelling import spelling


def mended(text: str) -> list[list[str]]:
    """The words of a query, sentence by sentence, spelling mended."""
    words_known = spelling()
    return [words_known.corrected(part) for part in sentences(text)]


def flat(parts: list[list[str]]) -> list[str]:
    """The words of a query in one row."""
    return [word for part in parts for word in part]


def plural_free(word: str) -> str:
    """A word without its plural ending, so that “flush” and “flushes”, “knee” and “knees” are one."""
    if not word.endswith("s"):
        return word
    if len(word) > 4 and word.endswith(("shes", "ches", "xes", "sses")):
        return word[:-2]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and not word.endswith(("ss", "us", "is")) else word


_LEFT_OUT = frozenset({"a", "an", "the", "my", "of"})


def compared(words: list[str]) -> list[str]:
    """The words that names and queries are compared by: without plural endings, articles left out."""
    return " ".join([plural_free(word) for word in words if word not in _LEFT_OUT]).split()


def key_of(words: list[str]) -> str:
    """The same in one string."""
    return " ".join(compared(words))


@lru_cache(maxsize=8192)
def key_in(text: str) -> str:
    """The same form of a text as somebody wrote it."""
    return key_of(flat(mended(text)))
