"""Reads forms, records and tables (JSON, `label: value`, ticks, answers) and drops what they deny.

In: a text as typed. Out: lines that say only what is affirmed. An item answered no becomes an empty
line, so that places do not shift; an item answered yes becomes its label. Only marks and answers
are read here; sentences are left to the model. A question about something that works normally
(“Speech clear: no”) keeps its answer.
"""

import json
import re
from collections.abc import Iterator

DEPTH, MOST = 12, 400  # levels and items of a JSON document that are read

_NO = r"no|nope|nah|none|nil|never|n|false|absent|negative|denied|denies|not at all|not present"
_YES = r"yes|yep|yeah|yea|yup|y|true|present|positive|ticked|checked|selected|x"
_IS_NO = re.compile(
    rf"\s*(?:{_NO}|0|0\s?/\s?\d{{1,3}}|0 out of \d{{1,3}}|n/a|null)\s*[.!]?\s*", re.I
)
_IS_YES = re.compile(rf"\s*(?:{_YES})\s*[.!]?\s*", re.I)
# Labels that ask whether something is normal: the answer no to one of these is itself the sign.
_OF_WELL = re.compile(
    r"\b(?:clear|clearly|normal|normally|even|evenly|symmetric\w*|properly|lift|raise|hold|able|can"
    r"|safe|smile|speak|see|walk|live|living|hope|reasons?|future|alive)\b",
    re.I,
)
_LABEL = r"[^\n,;|:?=.!\[\]{}]{2,70}?"
_START = r"(?:(?<=[\n,;|/.])|^)[ \t]*(?:[-*•]\s+|\d{1,2}[.)]\s+)?"
_ENDS = r"(?=\s*\)?\s*(?:$|[\n,;|/.]))"
_ANSWERED = re.compile(
    rf"{_START}(?P<label>{_LABEL})[ \t]*(?:\?\s*[:–-]?|[:=|\t(]|\s[–-](?=\s))[ \t]*"
    rf"(?:[A-Za-z]{{1,10}}:\s*)?(?:(?P<no>{_NO}|0(?:\s?/\s?\d{{1,3}})?)|(?P<yes>{_YES})){_ENDS}\)?",
    re.I | re.M,
)
# A score of zero after its label: “suicidal ideation 0/10”.
_SCORED_NOUGHT = re.compile(
    rf"{_START}{_LABEL}[ \t:=–-]+0\s?(?:/|out of )\s?\d{{1,3}}\b{_ENDS}", re.I | re.M
)
_ASKED_BEFORE = re.compile(
    rf"^(?P<label>[^\n]{{2,120}}\?)[ \t]*\n[ \t]*(?:[A-Za-z]{{1,10}}:[ \t]*)?"
    rf"(?:(?P<no>{_NO})|(?P<yes>{_YES}))[ \t.!]*$",
    re.I | re.M,
)
_TICKED, _CROSSED = "✓✔✅☑🗹", "✗✘✖❌❎"
_MARK = re.compile(
    rf"(?P<yes>[{_TICKED}]|[\[(][xX✓✔][\])])|(?P<no>[{_CROSSED}])|(?P<empty>[☐▢]|\[\s?\]|\(\s?\))"
)
_VARIANT = str.maketrans("", "", "\ufe0e\ufe0f")  # variation selectors: text or emoji style
_EDGES = " \t:;,=–—-*•|"
# Keys of a JSON object whose value is the question that another key answers; further down, keys
# that say nothing by themselves.
_NAMES_WORDS = "name symptom label question item title sign complaint field prompt"
_NAMES = frozenset(_NAMES_WORDS.split())
_ANSWERS_WORDS = (
    "present value answer has checked status response selected reported affirmed experienced"
    " severity score"
)
_ANSWERS = frozenset(_ANSWERS_WORDS.split())
_PLAIN_WORDS = (
    "text message content body query words symptoms topic option notes note description detail"
    " details input user patient comment comments list items history"
)
_PLAIN = _NAMES | frozenset(_PLAIN_WORDS.split())


def affirmed(text: str) -> str:
    """The text without the items that it denies; a text that is not a form stays as it is.

    Never raises.
    """
    record = _parsed(text)
    if record is not None:
        text = "\n".join(part for part in _items(record, 0) if part)
    text = _of_marks(text.translate(_VARIANT))
    text = _ASKED_BEFORE.sub(_answer, text)
    return _ANSWERED.sub(_answer, _SCORED_NOUGHT.sub("", text)).strip(" \t")


def says_no(answer: str) -> bool:
    """Whether the answer to a field is a plain no."""
    return _IS_NO.fullmatch(answer) is not None


def _parsed(text: str) -> object | None:
    """The value of a text that is JSON from beginning to end; else None."""
    bare = text.strip()
    if bare[:1] not in ("{", "[", '"'):
        return None
    try:
        return json.loads(bare)  # type: ignore[no-any-return]
    except (ValueError, RecursionError):
        return None


def _items(value: object, depth: int) -> Iterator[str]:
    """The affirmed items of a JSON value, in order."""
    if depth > DEPTH:
        return
    if isinstance(value, dict):
        yield from _of_record(value, depth)
    elif isinstance(value, list):
        for one in value[:MOST]:
            yield from _items(one, depth + 1)
    elif isinstance(value, str):
        yield value
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _of_record(record: dict[str, object], depth: int) -> Iterator[str]:
    """The items of a JSON object. One that holds a question and its answer is a single item if the
    answer is yes, and nothing if it is no.
    """
    names = [key for key in record if key.casefold() in _NAMES and isinstance(record[key], str)]
    answers = [key for key in record if key.casefold() in _ANSWERS]
    if names and answers and not _OF_WELL.search(str(record[names[0]])):
        if any(_says(record[key]) is False for key in answers):
            return
        skipped = {key for key in answers if _says(record[key]) is True}
        record = {key: value for key, value in record.items() if key not in skipped}
    for key, value in list(record.items())[:MOST]:
        label = re.sub(r"[_-]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key)).strip()
        if isinstance(value, (dict, list)):
            if value:
                parts = [part for part in _items(value, depth + 1) if part]
                head = "" if key.casefold() in _PLAIN or not parts else f"{label}: "
                yield from (f"{head}{part}" if at == 0 else part for at, part in enumerate(parts))
            continue
        says = None if key.casefold() in _PLAIN else _says(value)
        if says is False and not _OF_WELL.search(label):
            continue
        if says is True:
            yield label
        elif key.casefold() in _PLAIN:
            yield from _items(value, depth + 1)
        else:
            yield f"{label}: {'no' if says is False else value}"


def _says(value: object) -> bool | None:
    """Whether a value is a yes (True) or a no (False); None for anything else."""
    if value is None or value is False or value == 0:
        return False
    if value is True:
        return True
    if isinstance(value, str):
        return False if _IS_NO.fullmatch(value) else True if _IS_YES.fullmatch(value) else None
    return None


def _answer(match: re.Match[str]) -> str:
    """What replaces a label and its answer."""
    label = match["label"].strip(_EDGES)
    if match["yes"]:
        return f"{label.rstrip('?')}"
    return match.group() if _OF_WELL.search(label) else ""


def _of_marks(text: str) -> str:
    """The text without items that are crossed out, or left empty while others are ticked."""
    if not _MARK.search(text):
        return text
    ticked = any(mark["yes"] for mark in _MARK.finditer(text))
    lines = [part for line in text.split("\n") for part in _of_marked_line(line, ticked)]
    return "\n".join(lines)


def _of_marked_line(line: str, ticked: bool) -> Iterator[str]:
    """The affirmed parts of a line, whose marks come before or after the item they belong to."""
    marks = list(_MARK.finditer(line))
    before = line[: marks[0].start()].strip(_EDGES) if marks else line
    if not marks:
        yield line
        return
    leading = not before or line[: marks[0].start()].rstrip().endswith(":")
    if leading:
        yield from [before] * bool(before)
        ends = [*(mark.start() for mark in marks[1:]), len(line)]
        spans = [(mark.end(), end) for mark, end in zip(marks, ends, strict=True)]
    else:
        starts = [0, *(mark.end() for mark in marks[:-1])]
        spans = [(start, mark.start()) for start, mark in zip(starts, marks, strict=True)]
    for mark, (start, end) in zip(marks, spans, strict=True):
        part = line[start:end].strip(_EDGES)
        denied = mark["no"] or (ticked and mark["empty"])
        yield "" if denied else part  # an empty line, so that places do not shift
    after = "" if leading else line[marks[-1].end() :].strip(_EDGES)
    yield from [after] * bool(after)
