"""The items of a list of symptoms, as people write lists: with commas, “and”, slashes, bullets, numbers, new lines, or nothing at all.

In: the words of the list and the names of what is covered. Out: the items in order. A name that holds a separator itself
(“Dry mouth and dry eyes”) is one item; words that are nothing but names, one after another (“headache dizzy tired”), are
an item for each.
"""

import re

from content.lexicon import listed
from content.matching.features import JOINING, Names, flat, key_in, key_of, mended

_HARD = re.compile(r"[,;\n\r|]")
_SOFT = re.compile(
    r"[,;\n\r\t|•·▪◦‣●/+&]"
    r"|(?<![.!?…])[.!?…]+(?=\s|$)"  # the end of a sentence
    r"|(?<=\s)[-–—*](?=\s)"
    r"|\b(?:and|plus|also|as\s+well\s+as|along\s+with)\b",
    re.IGNORECASE,
)
_OPENING = re.compile(r"[-*•(\s]*(?:1|a|i|one)\s?(?:[.)/:\]]|\s[-–—])\s", re.IGNORECASE)  # how a numbered list begins
_NUMBER = re.compile(r"(?:^|(?<=[\s,;]))\(?(?:\d{1,2}|[a-h]|i{1,3}|iv|vi{0,3})\s?(?:[.)/:\]]|\s[-–—])(?=\s)", re.IGNORECASE)
_AT_LINE = re.compile(r"^[ \t]*\(?\d{1,2}\s?[.)/:\]](?=\s)", re.MULTILINE)
_ORDINAL = re.compile(
    r"\b(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|fifth(?:ly)?|last(?:ly)?|finally|number\s+(?:one|two|three|four|five))\s*[:,]",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^()\n]*\)")  # “(still regular, I'm 44)”: what it holds parts no items
_INTRO = re.compile(r"\A[^:\n]{3,120}:\s")  # “hi doc, three things: …”
# Words of which alone no item is made: what is left of “now and then” or “over and over”.
_EMPTY = JOINING | listed("""
    now then again over all so too just really some more other things stuff etc that it this always ever lots day night
""")
_EDGES = " \t.-–—*•:()[]\"'!?…"


def items_of(words: str, names: Names) -> list[str]:
    """The items of a list, in order, blank ones left out."""
    words = _ASIDE.sub(lambda aside: _HARD.sub(" ", aside.group()), words)
    intro = _INTRO.match(words)
    if intro and not _OPENING.match(words) and not names.inside(flat(mended(intro.group()))):
        words = words[intro.end() :]
    numbered = _NUMBER.sub("\n", words) if _OPENING.match(words) else _AT_LINE.sub("\n", words)
    out: list[str] = []
    for line in (part.strip(_EDGES) for part in _HARD.split(_ORDINAL.sub("\n", numbered))):
        whole = _in_row(line, names)
        if key_in(line) in names.whole or len(whole) > 1:
            out += whole
        else:
            parts = [part for part in (part.strip(_EDGES) for part in _SOFT.split(line)) if part]
            for item in _rejoined(parts, names):
                if len(parts) == 1 or not _empty(item):
                    out += _in_row(item, names)
    return out


def _empty(item: str) -> bool:
    words = flat(mended(item))
    return bool(words) and _EMPTY.issuperset(words)


def _rejoined(parts: list[str], names: Names) -> list[str]:
    """The same parts, two neighbours put together again where “and” between them makes a name (“pins & needles in my fingers”)."""
    out: list[str] = []
    for part in parts:
        if out and _span(f"{out[-1]} and {part}", names) > max(_span(out[-1], names), _span(part, names)) + len(" and"):
            out[-1] = f"{out[-1]} and {part}"
        else:
            out.append(part)
    return out


def _span(words: str, names: Names) -> int:
    """The letters of the longest name in some words."""
    return max(names.inside(flat(mended(words))).values(), default=0)


def _in_row(item: str, names: Names) -> list[str]:
    """The names in an item that is made of two or more of them and nothing else; otherwise the item itself."""
    words = flat(mended(item))
    if len(words) < 2 or key_of(words) in names.whole:
        return [item]
    found = names.one_after_another(words)
    return found if len(found) > 1 else [item]
