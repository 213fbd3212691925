"""Other names of a record, as an editor writes them: what they may not be, and how the service will
read them.
"""

from collections.abc import Iterable, Iterator

from content.language.normalise import normalise
from content.language.screening import screen
from content.language.spelling import spelling

FIELDS = ("aliases", "members")  # the fields that hold names, one a line


def new_names(before: str, after: str) -> list[str]:
    """The names that were not there before, in order."""
    known = {line.strip() for line in before.splitlines()}
    return [line for line in map(str.strip, after.splitlines()) if line and line not in known]


def faults(names: Iterable[str]) -> Iterator[str]:
    """What is wrong with new names: words of a warning sign lead to help now, and name
    no record.
    """
    for name in names:
        for sign in screen(name)[:1]:
            yield (
                f"“{name}” holds words of a warning sign ({sign.name.lower()}). Whoever writes them"
                " is told to get help, so they name no record. Leave it out, or say it in other"
                " words."
            )


def read_as(names: Iterable[str]) -> Iterator[str]:
    """How names are understood where that is not as they are written: other spellings are read as
    the word they stand for.
    """
    for name in names:
        words = spelling().corrected(normalise(name))
        if _letters(words) != _letters(name):
            yield (
                f"“{name}” is understood as “{words}”. If that is another thing, write it in other"
                " words."
            )


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
