"""How a text of several lines is made up: paragraphs, and lists of the lines that
begin with “- ”.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

ITEM = "- "
_LINE_BREAK = re.compile(r"\r\n?|\n")
_SPACES = re.compile(r"[^\S\n]+")


def tidy(text: str) -> str:
    """The text in the one form that is stored: lines end with a line feed, words are one space
    apart.

    A browser sends every line break as two characters. Without this, saving a text unread would
    change it.
    """
    lines = (_SPACES.sub(" ", line).strip() for line in _LINE_BREAK.split(text))
    return "\n".join(lines).strip()


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph (one line) or a list (a line for each item, without what marks it as one)."""

    lines: tuple[str, ...]
    is_list: bool = False


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a text, in order; blank lines part them and are none."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for is_list, group in groupby(lines, key=lambda line: line.startswith(ITEM)):
        if is_list:
            yield Block(tuple(line.removeprefix(ITEM).strip() for line in group), is_list=True)
        else:
            yield from (Block((line,)) for line in group)
