"""Lists that say of each symptom whether she has it: ticks and crosses, boxes, yes and no, a table or JSON as programs write them.

In: a list as typed, and the names of what is covered. Out: the same list with an item on each line; what is crossed, or answered with no,
is left out, so that nobody is prepared for what she has not, and what stands after it keeps its place.
"""

import re
from collections.abc import Iterator

from content.lists.denials import OVER
from content.lists.fields import NOT_HERS, is_lacked
from content.lists.heads import without_absent, without_heads
from content.lists.markup import plain
from content.lists.records import without_fields
from content.lists.relatives import without_relatives
from content.lists.scores import without_noughts
from content.marks import APART, MARK, drawn, is_no
from content.matching.features import Names
from content.name_keys import compared, flat, mended

_EDGES = " \t:;,=–—-"

_YES, _NO = "yes|yep|yeah|yea|yup|y|true", "no|nope|nah|n|false"
_NEVER = rf"none|nil|never|not at all|0(?:/\d{{1,2}})?|{OVER}"  # of a scale, so behind a mark only: “periods every 2 weeks then none” is no answer
_ANY_ANSWER = re.compile(rf"(?<!\w)(?:{_YES}|{_NO}|{_NEVER})(?!\w)", re.IGNORECASE)
_OVER = re.compile(OVER, re.IGNORECASE)
_ASKED = r"(?:\A|(?<=[,;|/\n:?=.!–—]))(?P<asked>[^,;|/\n:?=.!–—]{2,60}?)"
_ENDS_IT = r"(?=\s*\)?\s*(?:$|[,;.!|/\n]))"
# “Night sweats: yes, drenching”, “dizzy? nope”, “low mood = n”, “headaches (no)”; “Insomnia Y / Headaches N”, with nothing between.
_ANSWERED = tuple(
    re.compile(rf"{_ASKED}{between}(?:(?P<yes>{_YES})|(?P<no>{no})){_ENDS_IT}", re.IGNORECASE)
    for between, no in ((r"\s*(?:[:?=|(]|\s[-–—](?=\s))\s*(?:[A-Za-z]{1,10}:\s*)?", f"{_NO}|{_NEVER}"), (r"\s+", _NO))
)
# “Denies hot flushes, night sweats and palpitations. Reports insomnia”: up to the end of the sentence, or to what is told instead.
_DENIED_ALL = re.compile(
    r"\b(?:denies|denying|negative for)\b"
    r"(?:(?!\b(?:but|reports?|reporting|has|does|complains?|admits?|only|just|however|though|main|now)\b)[^.;\n!?])*",
    re.IGNORECASE,
)
_NOT_ASKED = re.compile(r"(?<![\w/])n/a(?![\w/])", re.IGNORECASE)
# “No headaches but fatigue”, “haven't had headaches but have had dizziness”: what comes behind is an item of its own.
_BUT = re.compile(
    r"(?P<denied>\b(?:no|not|never|without|den(?:ies|ied)|don['’]?t|doesn['’]?t|haven['’]?t|hasn['’]?t)\s[^,;.:\n?!]{2,60}?)"
    r"\s+but\s+(?:(?:i|she|he)\s+)?(?:do\s+|does\s+|still\s+)?(?:(?:have|has|had|get|gets|got)(?:\s+(?:had|got))?\s+)?",
    re.IGNORECASE,
)
# “12 Jan: hot flushes”, “2024-02-15 heavy period”, “Since May: joint pains”: what came when.
_MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_DATED = re.compile(
    r"(?P<before>(?:\A|[\n;]|\.\s)[ \t]*(?:[-*•]\s+)?)(?:(?:since|from|in|on)\s+)?"
    rf"(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}\s*[:–—-]?|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}\s*[:–—-]?|(?:\d{{1,2}}(?:st|nd|rd|th)?\s+)?{_MONTH}(?:\s+\d{{4}})?\s*:)\s+",
    re.IGNORECASE,
)
_BULLETS = "*•·-–—"


def hers(words: str, names: Names) -> str:
    """The list without what it says she has not."""
    headed = without_heads(plain(words), lambda held: _named(held, names))
    words = without_relatives(without_fields(_DATED.sub(r"\g<before>", headed)), names)
    words = _NOT_ASKED.sub("no", _BUT.sub(lambda match: f"{match['denied']} / " if _named(match["denied"], names) else match.group(), words))
    words = _DENIED_ALL.sub(lambda match: ", ".join([NOT_HERS] * (1 + match.group().count(","))), without_absent(words))
    words = without_noughts(words)
    plain_marks = drawn(words)
    if MARK.search(plain_marks):
        words = "\n".join(_of_marks(plain_marks))
    for pattern in _ANSWERED if _ANY_ANSWER.search(words) else ():  # most lists hold none, and to look for what is asked costs more
        several = sum(1 for _ in pattern.finditer(words)) > 1
        words = pattern.sub(lambda match, several=several: _answered(match, names, several), words)  # type: ignore[misc]
    return words


def _answered(match: re.Match[str], names: Names, several: bool) -> str:
    """What is left of a question with its answer: the question alone where that is yes, nothing where it is no.

    A single answer (not `several` of them) must be to a name that is covered: “any news: no” is none of ours.
    """
    asked = match["asked"].strip(" \t" + _BULLETS)
    over = bool(match["no"]) and bool(_OVER.fullmatch(match["no"]))  # “hair: gone” is a complaint
    if not ((several and not over) or _named(asked, names)) or (match["no"] and is_lacked(asked)):
        return match.group()
    return match["asked"] if match["yes"] else NOT_HERS


def _named(words: str, names: Names) -> bool:
    return bool(names.inside(compared(flat(mended(words)))))


def _of_marks(words: str) -> Iterator[str]:
    """The items that marks stand before or behind, whichever each line begins with, less what is crossed.

    An empty box says no where others are ticked; where none is, it only opens an item (“- [ ] ask about my sleep”).
    """
    ticked = any(mark["yes"] for mark in MARK.finditer(words))

    def left(segment: str, mark: re.Match[str], leading: bool) -> str:
        segment = segment.strip(_EDGES)
        if not is_no(mark, ticked):
            return segment
        parts = APART.split(segment)
        return ", ".join([NOT_HERS, *parts[1:]] if leading else [*parts[:-1], NOT_HERS])

    for line in words.split("\n"):
        marks = list(MARK.finditer(line))
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
