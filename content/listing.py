"""The items of a list of symptoms, as people write lists: with commas, “and”, slashes, bullets, numbers, new lines, or nothing at all.

In: the words of the list and the names of what is covered. Out: the items in order. A name that holds a separator itself
(“Dry mouth and dry eyes”) is one item; words that are nothing but names, one after another (“headache dizzy tired”), are
an item for each.
"""

import re
from typing import NamedTuple

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
_BROKEN = re.compile(r"(?<![,;|\s])[,;|\s]*[\n\r][,;|\s]*")  # the end of a line, with what stands about it
_OPENING = re.compile(r"[-*•(\s]*(?:1|a|i|one)\s?(?:[.)/:\]]|\s[-–—])\s", re.IGNORECASE)  # how a numbered list begins
_NUMBER = re.compile(r"(?:^|(?<=[\s,;]))[(#]?(?:\d{1,2}|[a-h]|i{1,3}|iv|vi{0,3})\s?(?:[.)/:\]]|\s[-–—])(?=\s)", re.IGNORECASE)
_AT_LINE = re.compile(r"^[ \t]*\(?\d{1,2}\s?[.)/:\]](?=\s)|(?:^|(?<=\s))#\d{1,2}(?=\s)", re.MULTILINE)
_ORDINAL = re.compile(
    r"\b(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|fifth(?:ly)?|last(?:ly)?|finally"
    r"|(?:item|number|point|symptom)\s+(?:one|two|three|four|five|six|\d{1,2}))\s*[:,]",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^()\n]*\)")  # “(still regular, I'm 44)”: what it holds parts no items
_INTRO = re.compile(r"\A[^:\n]{3,120}:\s")  # “hi doc, three things: …”
# Words of which alone no item is made: what is left of “now and then”, and how long or how often (“for about a year”, “twice a week”).
_EMPTY = JOINING | listed("""
    now then again over all so too just really some more other things stuff etc that it this these those always ever lots day night
    a an the of for to in at on off since last past every each per about around approx approximately roughly nearly almost over up till until
    year years yearly month months monthly week weeks weekly days daily nights nightly hour hours hourly minute minutes morning mornings
    evening evenings once twice times time often sometimes mostly usually constantly
    ish couple few several many dozens one two three four five six seven eight nine ten eleven twelve half
    january february march april may june july august september october november december
    spring summer autumn winter christmas easter nothing none other others else no yes symptom symptoms
""")
# Words of the visit itself, which is no symptom: “Notes for Dr Mbeki”, “Dr Okafor, Thurs 9.40”.
_VISIT = listed("""
    doctor dr doc doctors gp nurse consultant specialist gynae gynaecologist gynecologist physician clinic appointment appt visit consultation
    telehealth notes note list mention prep prepare ready ask discuss monday tuesday wednesday thursday friday saturday sunday mon tues weds thurs
    fri tomorrow today here please thanks thank hello hi dear
""")
_VISIT_WORDS = 8  # the most words of an item about the visit
# Words with which a remark goes on about the item before it: “heart flutters, comes and goes”, “migraines, which nobody explained”.
_GOING_ON = listed("""
    because since when whenever which who whose that if though although while as comes goes was were is are isnt wasnt started starting began
    its theyre until till
""")
# Words that say how something feels and not what: beside “and” they belong to their neighbour (“sore and itchy vulva”, “fingers swollen and sore”).
_FEELING = listed("sore dry heavy tender swollen burning hot cold weak painful puffy red stiff raw hard thin slow bad worse")
_EDGES = " \t.-–—*•:()[]\"'!?…"


class Item(NamedTuple):
    """One item of a list."""

    place: int  # in the list as sent, from 1: between its commas, semicolons and lines, blank ones counted; where it has none, among the items
    text: str


def items_of(words: str, names: Names) -> list[Item]:
    """The items of a list, in order, blank ones left out."""
    words = _ASIDE.sub(lambda aside: _HARD.sub(" ", aside.group()), words)
    intro = _INTRO.match(words)
    if intro and not _OPENING.match(words) and _introduces(flat(mended(intro.group())), names):
        words = words[intro.end() :]
    numbered = _NUMBER.sub("\n", words) if _OPENING.match(words) else _AT_LINE.sub("\n", words)
    lines = _BROKEN.sub("\n", _ORDINAL.sub("\n", numbered)).strip("\n").split("\n")
    parts = [part.strip(_EDGES) for line in lines for part in _HARD.split(line)]
    found = [Item(place, text) for place, part in enumerate(parts, start=1) for text in _in_part(part, names)]
    return found if len(parts) > 1 else [Item(place, item.text) for place, item in enumerate(found, start=1)]


def _in_part(part: str, names: Names) -> list[str]:
    """The items between two commas or in a line."""
    whole = _in_row(part, names)
    if key_in(part) in names.whole or len(whole) > 1:
        return whole
    items = _parted(part)
    return [row for item in _rejoined(items, names) if len(items) == 1 or not is_left_over(item) for row in _in_row(item, names)]


def is_left_over(item: str) -> bool:
    """Whether an item is only what was left between two others, or how long or how often (“for about a year”)."""
    words = flat(mended(item))
    return bool(words) and all(word in _EMPTY or word.isdigit() for word in words)


def says_no_more(item: str, opens: bool) -> bool:
    """Whether an item that names no topic is a remark on the one before it or, where it `opens` the list, on the visit, and not a symptom missed."""
    words = flat(mended(item))
    if opens:
        return len(words) <= _VISIT_WORDS and not _VISIT.isdisjoint(words)
    return len(words) > 1 and words[0] in _GOING_ON


def _introduces(words: list[str], names: Names) -> bool:
    """Whether words before a colon open the list (“three things for the doctor:”) and are no item of it (“sleep: terrible”)."""
    return not names.inside(words) and (len(words) > 2 or not _VISIT.isdisjoint(words))


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
    return max(names.inside(flat(mended(words))).values(), default=0)


def _in_row(item: str, names: Names) -> list[str]:
    """The names in an item that is made of two or more of them and nothing else; otherwise the item itself."""
    words = flat(mended(item))
    if len(words) < 2 or key_of(words) in names.whole:
        return [item]
    found = names.one_after_another(words)
    return found if len(found) > 1 else [item]
