"""The items of a list of symptoms, as people write lists: with commas, “and”, slashes, bullets, numbers, new lines, or nothing at all.

In: the words of the list and the names of what is covered. Out: the items in order. A name that holds a separator itself
(“Dry mouth and dry eyes”) is one item; words that are nothing but names, one after another (“headache dizzy tired”), are
an item for each. What a list says that she has not, crossed or answered with no, is none (`ticked.py`).
"""

import re
from typing import NamedTuple

from content.lexicon import listed
from content.lists.remarks import is_left_over, is_remark
from content.lists.ticked import hers
from content.matching.features import Names
from content.name_keys import compared, flat, key_in, key_of, mended
from content.screening.negation import NOES

_HARD = re.compile(r"[,;\n\r|]")
_SOFT = re.compile(
    r"[,;\n\r\t|•·▪◦‣●→/+&]"
    r"|(?<![.!?…])[.!?…]+(?=\s|$)"  # the end of a sentence
    r"|(?<=\s)[-–—*](?=\s)"
    r"|\bbut\b(?=\s+(?:no|not|never|without|denies|don['’]?t|i\s+don['’]?t)\b)"  # “joint pain but no headaches”
    r"|\b(?:(?:(?<!\bon\s)|(?!and\s+off\b))(?:(?<!\boff\s)|(?!and\s+on\b))(?:and|but(?=\s+also\b))|plus|also|as\s+well\s+as|along\s+with)\b",
    re.IGNORECASE,
)
_BROKEN = re.compile(r"(?<![,;|\s])[,;|\s]*[\n\r][,;|\s]*")  # the end of a line, with what stands about it
_OPENING = re.compile(r"[-*•(\s]*(?:1|a|i|one)\s?(?:[.)/:\]]|\s[-–—])\s", re.IGNORECASE)  # how a numbered list begins
_NUMBER = re.compile(r"(?:^|(?<=[\s,;]))[(#]?(?:\d{1,2}|[a-h]|i{1,3}|iv|vi{0,3})\s?(?:[.)/:\]]|\s[-–—])(?=\s)", re.IGNORECASE)
# Numbers that count, whatever stands behind them: “1 dizzy 2 sore knees”, “1.hot 2.tired”.
_COUNTED = re.compile(r"(?<![\w.,:/-])[(#]?(?P<number>\d{1,2})\s?(?P<stop>[.):/\]]|[-–—](?=\s))?\s*(?=[^\W\d_])")
_BEGINS = re.compile(r"(?:\A|[\n:/])\s*\Z")  # where a count may begin
_AT_LINE = re.compile(r"^[ \t]*\(?\d{1,2}\s?[.)/:\]](?=\s)|(?:^|(?<=\s))#\d{1,2}(?=\s)", re.MULTILINE)
_ORDINAL = re.compile(
    r"\b(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|fifth(?:ly)?|last(?:ly)?|finally"
    r"|(?:item|number|point|symptom)\s+(?:one|two|three|four|five|six|\d{1,2}))\s*[:,]",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^()\n]*\)")  # “(still regular, I'm 44)”: what it holds parts no items
_OPEN_ASIDE = re.compile(r"\([^()\n]*(?:\)|\Z)")  # an item's own brackets, of which the last may be stripped
_INSIDE = re.compile(r"[,;\r|&+/]|\band\b")
_KEYCAP = re.compile("[0-9]\ufe0f?\u20e3")  # “1” on a key
# What is dictated where a list has no sign that parts it.
_SPOKEN = re.compile(
    r"\b(?:comma|semi\s?colon|new line|full stop|bullet(?: point)?|number (?:one|two|three|four|five|six|seven|eight|nine|ten))\b", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<![.!?…])[.!?…]+\s")
_INTRO = re.compile(r"\A[^:\n]{3,120}:\s")  # “hi doc, three things: …”, no item where it is a remark
# Words that say how something feels and not what: beside “and” they belong to their neighbour (“sore and itchy vulva”, “fingers swollen and sore”).
_FEELING = listed("sore dry heavy tender swollen burning hot cold weak painful puffy red stiff raw hard thin slow bad worse")
_NONE = listed("none nil absent")
_DENYING = listed("no not never without denies nor")
_EDGES = " \t.-–—*•·~#=>:()[]\"'!?…"
LISTED, MOSTLY = 3, 0.6  # names at least in a row of words with others among them, and the share of its words that they must be


class Item(NamedTuple):
    """One item of a list."""

    place: int  # in the list as sent, from 1: between its commas, semicolons and lines, blank ones counted; where it has none, among the items
    text: str


def items_of(words: str, names: Names) -> list[Item]:
    """The items of a list, in order, blank ones left out."""
    words = _ASIDE.sub(lambda aside: _INSIDE.sub(" ", aside.group()), hers(_KEYCAP.sub("\n", words), names))
    if not _HARD.search(words):
        words = _SPOKEN.sub(", ", words)
    opening = _INTRO.match(words)
    before = 0  # the places that a remark at the head of the list takes up
    if opening and not _OPENING.match(words) and is_remark(opening.group()):
        before = len(_HARD.findall(_BROKEN.sub("\n", opening.group())))
        words = words[opening.end() :]
    elif opening and _stands_apart(flat(mended(opening.group())), names):
        words = f"{words[: opening.end() - 2]}/{words[opening.end() - 1 :]}"
    numbered = _at_counts(words) or (_NUMBER.sub("\n", words) if _OPENING.match(words) else _AT_LINE.sub("\n", words))
    lines = _BROKEN.sub("\n", _ORDINAL.sub("\n", numbered)).strip("\n").split("\n")
    parts = [part.strip(_EDGES) for line in lines for part in _HARD.split(line)]
    found = [Item(place, text) for place, part in enumerate(parts, start=before + 1) for text in _in_part(part, names)]
    return found if before + len(parts) > 1 else [Item(place, item.text) for place, item in enumerate(found, start=1)]


def without_asides(item: str) -> str:
    """An item without what stands in brackets; the item itself where nothing else does."""
    return " ".join(_OPEN_ASIDE.sub(" ", item).split()) or item


def _at_counts(words: str) -> str | None:
    """The list parted where it counts from one upwards: to two at least with a stop behind each number, or to three; None where it does not."""
    counts: list[re.Match[str]] = []
    for found in _COUNTED.finditer(words):
        if int(found["number"]) == len(counts) + 1 and (counts or _BEGINS.search(words[: found.start()])):
            counts.append(found)
    if len(counts) < 2 or (len(counts) < 3 and not all(found["stop"] for found in counts)):
        return None
    starts, ends = [0, *(found.end() for found in counts)], [*(found.start() for found in counts), len(words)]
    return "\n".join(words[start:end] for start, end in zip(starts, ends, strict=True))


def _in_part(part: str, names: Names) -> list[str]:
    """The items between two commas or in a line."""
    whole = [part] if _SENTENCE.search(part) else _in_row(part, names)  # a denial ends with its sentence
    if key_in(part) in names.whole or len(whole) > 1:
        return whole
    items = _parted(part)
    return [row for item in _rejoined(items, names) if len(items) == 1 or not is_left_over(item) for row in _in_row(item, names)]


def _stands_apart(words: list[str], names: Names) -> bool:
    """Whether words before a colon are no label of what comes after it (“sleep: terrible”) but something by themselves, though no remark."""
    return len(words) > 2 and not names.inside(compared(words))


def _parted(line: str) -> list[tuple[str, bool]]:
    """The parts of a line, each with whether “and” stands before it."""
    out: list[tuple[str, bool]] = []
    start, beside = 0, False
    for between in (*_SOFT.finditer(line), None):
        part = line[start : between.start() if between else None].strip(_EDGES)
        if part:
            out.append((part, beside))
            beside = False
        if between:
            start, beside = between.end(), beside or between.group().casefold() in ("and", "&", "+")
    return out


def _rejoined(parts: list[tuple[str, bool]], names: Names) -> list[str]:
    """The parts, two neighbours put together again where “and” makes a name of them (“pins & needles in my fingers”) or one is a feeling alone."""
    out: list[str] = []
    for part, beside in parts:
        both = f"{out[-1]} and {part}" if out else ""
        felt = beside and bool(out) and not _FEELING.isdisjoint((out[-1].casefold(), part.casefold()))
        if felt or (out and _span(both, names) > max(_span(out[-1], names), _span(part, names)) + len(" and")):
            out[-1] = both
        else:
            out.append(part)
    return out


def _span(words: str, names: Names) -> int:
    """The letters of the longest name in some words."""
    return max(names.inside(compared(flat(mended(words)))).values(), default=0)


def _in_row(item: str, names: Names) -> list[str]:
    """The names in an item that is made of two or more of them and nothing else, or of more and little else; otherwise the item itself."""
    words = flat(mended(item))
    if len(words) < 2 or key_of(words) in names.whole:
        return [item]
    found = names.one_after_another(words)
    return found if len(found) > 1 else _denials_joined(names.among(compared(words), LISTED, MOSTLY)) or [item]


def _denials_joined(phrases: list[str]) -> list[str]:
    """The names in a row and what stands between them, a word that denies put with the name behind it (“hot flush”, “no headache”)."""
    out: list[str] = []
    denial = ""
    for place, phrase in enumerate(phrases):
        before, _, last = phrase.rpartition(" ")
        if out and (phrase in _NONE or (phrase in NOES and place == len(phrases) - 1)):  # “palpitations none”
            out.pop()
        elif last in _DENYING:
            denial = f"{last} "
            out += [before] * bool(before)
        else:
            out.append(denial + phrase)
            denial = ""
    return out
