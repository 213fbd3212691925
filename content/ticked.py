"""Lists that say of each symptom whether she has it: ticks and crosses, boxes, yes and no, a table or JSON as programs write them.

In: a list as typed, and the names of what is covered. Out: the same list with an item on each line; what is crossed, or answered with no,
is left out, so that nobody is prepared for what she has not, and what stands after it keeps its place.
"""

import re
from collections.abc import Iterator

from content.fields import NOT_HERS, answered_no, is_lacked
from content.markup import plain
from content.matching.features import Names, compared, flat, key_in, mended
from content.records import without_fields

_TICKED, _CROSSED = "✓✔✅☑🗹", "✗✘✖❌❎"
_MARK = re.compile(
    rf"(?P<yes>[{_TICKED}]|[\[(][xX✓✔][\])]|\(tick(?:ed)?\))"
    rf"|(?P<no>[{_CROSSED}]|\((?:cross(?:ed)?|unticked)\))|(?P<empty>☐|\[\s?\]|\(\s?\))",
    re.IGNORECASE,
)
_APART = re.compile(r"[,;.!?]\s")  # a mark is of what stands next to it: what is beyond one of these has none
_VARIANT = str.maketrans("", "", "\ufe0e\ufe0f")  # how a sign is to be drawn, and no sign itself
_EDGES = " \t:;,=–—-"

_YES, _NO = "yes|yep|yeah|yea|yup|y|true", "no|nope|nah|n|false"
_NEVER = r"none|nil|never|not at all|0(?:/\d{1,2})?"  # of a scale, so behind a mark only: “periods every 2 weeks then none” is no answer
_ANY_ANSWER = re.compile(rf"(?<!\w)(?:{_YES}|{_NO}|{_NEVER})(?!\w)", re.IGNORECASE)
_ASKED = r"(?:\A|(?<=[,;|/\n:?=.!–—]))(?P<asked>[^,;|/\n:?=.!–—]{2,60}?)"
_ENDS_IT = r"(?=\s*\)?\s*(?:$|[,;.!|/\n]))"
# “Night sweats: yes, drenching”, “dizzy? nope”, “low mood = n”, “headaches (no)”; “Insomnia Y / Headaches N”, with nothing between.
_ANSWERED = tuple(
    re.compile(rf"{_ASKED}{between}(?:(?P<yes>{_YES})|(?P<no>{no})){_ENDS_IT}", re.IGNORECASE)
    for between, no in ((r"\s*(?:[:?=|(]|\s[-–—](?=\s))\s*(?:[A-Za-z]{1,10}:\s*)?", f"{_NO}|{_NEVER}"), (r"\s+", _NO))
)
_DENIED = re.compile(
    r"(?:(?:i|she|he|we|they|pt|patient|the user|user)(?:['’]s| is| has| have)?\s+)?"
    r"(?:no(?: more)?|never(?: had)?|without|denies|denied|nil|not(?: got| having)?"
    r"|(?:don['’]?t|doesn['’]?t|do not|does not|haven['’]?t|hasn['’]?t) (?:have|get|got|had))\s+"
    r"(?:(?:any|real|really|bad|significant|much|other|signs? of|history of|problems? with|trouble with|issues? with)\s+)*",
    re.IGNORECASE,
)
_TO_THE_END = re.compile(r"\s+(?:at all|yet|so far|currently|reported|noted|at present|thank (?:god|goodness))\s*$", re.IGNORECASE)
_ABSENT = re.compile(r"\s*[:(–—-]?\s*(?:absent|resolved|denied|ruled out|excluded|nil|negative|not present|not reported)\s*\)?\s*$", re.IGNORECASE)
# “Denies hot flushes, night sweats and palpitations. Reports insomnia”: up to the end of the sentence, or to what is told instead.
_DENIED_ALL = re.compile(
    r"\b(?:denies|denying|negative for)\b"
    r"(?:(?!\b(?:but|reports?|reporting|has|does|complains?|admits?|only|just|however|though|main|now)\b)[^.;\n!?])*",
    re.IGNORECASE,
)
_NOT_ASKED = re.compile(r"(?<![\w/])n/a(?![\w/])", re.IGNORECASE)
# “Headaches 0, fatigue 5”, “Headaches,0” on lines of their own: nought of a scale is none.
_SCORED = re.compile(r"(?:\A|(?<=[,;|\n]))(?P<asked>[^,;|\n\d]{3,60}?)[ \t,:=]+(?P<score>\d{1,2})(?:/\d{1,2})?(?=[ \t]*(?:[,;|\n]|\Z))")
_BULLETS = "*•·-–—"


def hers(words: str, names: Names) -> str:
    """The list without what it says she has not."""
    words = without_fields(plain(words))
    words = _DENIED_ALL.sub(lambda match: ", ".join([NOT_HERS] * (1 + match.group().count(","))), _NOT_ASKED.sub(NOT_HERS, words))
    scores = list(_SCORED.finditer(words))
    if len(scores) > 1 and len(scores) > sum(1 for score in scores if score["score"] == "0") > 0:
        words = _SCORED.sub(lambda match: answered_no(match["asked"]) if match["score"] == "0" else match["asked"], words)
    drawn = words.translate(_VARIANT)
    if _MARK.search(drawn):
        words = "\n".join(_of_marks(drawn))
    for pattern in _ANSWERED if _ANY_ANSWER.search(words) else ():  # most lists hold none, and to look for what is asked costs more
        several = sum(1 for _ in pattern.finditer(words)) > 1
        words = pattern.sub(lambda match, several=several: _answered(match, names, several), words)  # type: ignore[misc]
    return words


def is_denied(item: str, names: Names) -> bool:
    """Whether an item is a name with a denial before it (“no headaches”), and no name itself (“no energy”) nor the lack of what one should have."""
    if key_in(item) in names.whole:
        return False
    if absent := _ABSENT.search(item):
        return key_in(item[: absent.start()]) in names.whole
    found = _DENIED.match(item)
    if not found:
        return False
    rest = _TO_THE_END.sub("", item[found.end() :]).strip()
    return key_in(rest) in names.whole and not is_lacked(rest)


def _answered(match: re.Match[str], names: Names, several: bool) -> str:
    """What is left of a question with its answer: the question alone where that is yes, nothing where it is no.

    A single answer (not `several` of them) must be to a name that is covered: “any news: no” is none of ours.
    """
    asked = match["asked"].strip(" \t" + _BULLETS)
    if not (several or names.inside(compared(flat(mended(asked))))) or (match["no"] and is_lacked(asked)):
        return match.group()
    return match["asked"] if match["yes"] else NOT_HERS


def _of_marks(words: str) -> Iterator[str]:
    """The items that marks stand before or behind, whichever each line begins with, less what is crossed.

    An empty box says no where others are ticked; where none is, it only opens an item (“- [ ] ask about my sleep”).
    """
    ticked = any(mark["yes"] for mark in _MARK.finditer(words))

    def left(segment: str, mark: re.Match[str], leading: bool) -> str:
        segment = segment.strip(_EDGES)
        if not (mark["no"] or (ticked and mark["empty"])):
            return segment
        parts = _APART.split(segment)
        return ", ".join([NOT_HERS, *parts[1:]] if leading else [*parts[:-1], NOT_HERS])

    for line in words.split("\n"):
        marks = list(_MARK.finditer(line))
        before = line[: marks[0].start()].strip(_EDGES + _BULLETS) if marks else line
        if not marks:
            yield line
        elif not before or line[: marks[0].start()].rstrip().endswith(":"):
            yield from [before] * bool(before)
            ends = [*(mark.start() for mark in marks[1:]), len(line)]
            yield from (left(line[mark.end() : end], mark, True) for mark, end in zip(marks, ends, strict=True))
        else:
            starts = [0, *(mark.end() for mark in marks)]
            yield from (left(line[start : mark.start()], mark, False) for start, mark in zip(starts, marks, strict=False))
            after = line[marks[-1].end() :].strip(_EDGES)
            yield from [after] * bool(after)
