"""Lists that carry the marks of a page or of a chat with them: HTML tags, escaped signs, fences about a block of code.

In: a list as sent. Out: the same list without them; what a tag sets on a line of its own stands on one.
"""

import re

from content.plain_words import without_entities

_TAG = re.compile(r"<(?P<close>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]{0,11})(?:\s[^<>]{0,200})?/?>")
_CELLS = frozenset({"td", "th"})
_IN_LINE = frozenset({"a", "abbr", "b", "code", "em", "font", "i", "img", "mark", "q", "s", "small", "span", "strong", "sub", "sup", "u"})
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[\w-]*[ \t]*$|`{3,}", re.MULTILINE)


def plain(words: str) -> str:
    """The list without tags, entities and fences."""
    if "```" in words or "~~~" in words:
        words = _FENCE.sub("\n", words).strip()
    if "<" in words and (tagged := _TAG.sub(_between, words)) != words:
        lines = (line.strip(" \t|") for line in tagged.split("\n"))
        words = "\n".join(line for line in lines if line)
    return without_entities(words)


def _between(tag: re.Match[str]) -> str:
    """What stands for a tag: nothing within a line, a bar between cells, else a new line."""
    name = tag["name"].lower()
    if name in _CELLS:
        return " | " if tag["close"] else ""
    return "" if name in _IN_LINE else "\n"
