"""Forms filled in with ticks, boxes, scores and fields, written out with a yes or no behind each item, as the screen reads them.

In and out: a text. A cross, or an empty box where others are ticked, is a no; whether it denies a sign is left to what reads denials
(`negation.py`): “❌ my face has dropped ❌” asks after nothing. What cannot be told (a mark on both sides of an item, crosses beside empty
boxes alone) is left as it stands.
"""

import re

from content.marks import APART, CROSSED, MARK, TICKED, drawn, is_no

# “☐ Yes ☑ No”, “Yes [x] No [ ]”: one of two is chosen, be it by a cross.
_EITHER = rf"(?:[{TICKED}☒{CROSSED}☐]|[\[(]\s?[xX✓✔]?[\])])"
_ANSWERS = r"(?:yes|no|y|n)\b"
_CHOICE = re.compile(
    rf"[ \t]*[:–—-]?[ \t]*(?:(?P<mark>{_EITHER})[ \t]*(?P<answer>{_ANSWERS})[ \t/,|]*(?P<mark_2>{_EITHER})[ \t]*(?P<answer_2>{_ANSWERS})"
    rf"|\b(?P<answer_3>{_ANSWERS})[ \t]*(?P<mark_3>{_EITHER})[ \t/,|]*(?P<answer_4>{_ANSWERS})[ \t]*(?P<mark_4>{_EITHER}))",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"☐|[\[(]\s?[\])]")
_NAMES = re.compile(r"(?!(?:no|not|never|without|none|nil)\b)[a-z'’-]+(?: [a-z'’-]+){0,3}", re.IGNORECASE)  # a ticked item that only names something
_EDGES = " \t\r:;,|=–—-"
_BULLETS = _EDGES + "*•·"
_OPTIONS = frozenset({"none", "never", "no", "yes", "not at all", "rarely", "sometimes", "often", "always", "daily", "weekly"})
# The scale of a question stands before what is scored on it: “chest pain (0-10): 0”.
_SCORED = re.compile(r"\s*\(\s*0\s*(?:-|–|to|/)\s*\d{1,2}\s*\)\s*[:=]?\s*(?P<score>\d{1,2})\b(?!\s?[/-])", re.IGNORECASE)
_BEFORE, _BEHIND = (
    re.compile(r"(?<![\w)])[-–−]ve\s+(?=[a-z])", re.IGNORECASE),
    re.compile(r"\s*(?<![\w])[-–−]ve\b", re.IGNORECASE),
)  # “-ve CP”, “PMB -ve”
_SIGNED = re.compile(r"\((?:\+|(?P<no>[-–−]))\)")  # “chest pain (-), flushes (+)”
_FIELDS = re.compile(r"(?:^\s*\?|[&;](?=[\w.%-]{1,40}=)|(?<=\w)=(?=[\w%]))")  # “flushes=yes&chest_pain=no”
# Item nine of the PHQ, which asks after thoughts of being better off dead, by its number (“PHQ-9 item 9: 2”), and as it is worded.
_PHQ = re.compile(r"\bphq", re.IGNORECASE)
_ITEM_NINE = re.compile(
    r"\b(?:item|q(?:uestion)?\.?)\s?(?:no\.?\s?)?(?:9|nine)\b(?:\s+of\s+(?:the\s+)?phq(?:[-\s]?9)?)?(?:\s+(?:score[ds]?|is|was))?", re.IGNORECASE
)
_OR_OF = re.compile(r",(?=\s+or\s+of\s+(?:hurting|harming)\b)", re.IGNORECASE)


def written_out(text: str) -> str:
    """The text with what its marks, scores and fields say in words."""
    if "=" in text and "&" in text:
        text = _FIELDS.sub(lambda found: ": " if found.group() == "=" else ". ", text)
    if _PHQ.search(text):
        text = _ITEM_NINE.sub(". thoughts of self harm", text)
    text = _OR_OF.sub("", text)
    if "(" in text:
        text = _SCORED.sub(lambda found: f": {'yes' if int(found['score']) else 'no'}. ", text)
    if "ve" in text:
        text = _BEHIND.sub(": no", _BEFORE.sub(lambda found: found.group() if found.string[: found.start()].rstrip()[-1:].isalnum() else "no ", text))
    text = text.replace("+ve", " positive")
    text = _SIGNED.sub(lambda found: "✗" if found["no"] else "✓", drawn(text))
    if not MARK.search(text):
        return text
    text = _CHOICE.sub(_chosen, text)
    marks = [mark.lastgroup for mark in MARK.finditer(text)]
    ticked = "yes" in marks
    if not marks or (not ticked and "empty" in marks):
        return text  # crosses beside empty boxes may be how she ticks
    return "\n".join(_of_line(line, ticked) for line in text.split("\n"))


def _chosen(found: re.Match[str]) -> str:
    """The answer that is ticked of two; both as they stand where that is not one."""
    first, second = ("", "_2") if found["mark"] else ("_3", "_4")
    both = [(found[f"mark{place}"], found[f"answer{place}"]) for place in (first, second)]
    left = [answer for mark, answer in both if not _EMPTY.fullmatch(mark)]
    if len(left) != 1:
        left = [answer for mark, answer in both if (kind := MARK.fullmatch(mark)) and kind["yes"]]
    if len(left) != 1:
        return found.group()
    asked = found.string[: found.start()].rstrip().endswith("?")
    return f"{' ' if asked else ': '}{left[0]}. "


def _of_line(line: str, ticked: bool) -> str:
    marks = list(MARK.finditer(line))
    if not marks:
        return line
    before, after = line[: marks[0].start()].strip(_BULLETS), line[marks[-1].end() :].strip(_EDGES)
    starts, ends = [mark.start() for mark in marks], [mark.end() for mark in marks]
    if all(line[:start].rstrip().endswith(":") for start in starts) or (before and not after):
        items = [line[start:end] for start, end in zip([0, *ends], starts, strict=False)]
        return ". ".join([*(_answered(item, mark, ticked, -1) for item, mark in zip(items, marks, strict=True)), after])
    head = line[: starts[0]].rstrip()
    if not after or (before and not head.endswith((":", "?"))):
        return line
    items = [line[start:end] for start, end in zip(ends, [*starts[1:], len(line)], strict=True)]
    if not before and not ticked and len(marks) > 1:
        return ". ".join(item.strip(_EDGES) for item in items)  # crosses alone, one before each thing, may be what all of it hangs from
    if not before:
        return ". ".join(_answered(item, mark, ticked, 0) for item, mark in zip(items, marks, strict=True))
    chosen = [item.strip(_EDGES) for item, mark in zip(items, marks, strict=True) if not is_no(mark, ticked)]
    left = [(item, mark) for item, mark in zip(items, marks, strict=True) if is_no(mark, ticked) and item.strip(_EDGES).lower() not in _OPTIONS]
    return ". ".join([f"{head} {', '.join(chosen)}", *(_answered(item, mark, ticked, 0) for item, mark in left)])


def _answered(item: str, mark: re.Match[str], ticked: bool, place: int) -> str:
    """An item with a no behind what its mark denies: the first of its parts (`place` 0) or the last (-1); with a yes where it asks."""
    item = item.strip(_BULLETS)
    if not is_no(mark, ticked):
        return f"{item} yes" if item.endswith("?") else f"{item}: yes" if _NAMES.fullmatch(item) else item
    parts = list(APART.finditer(item))
    if place == 0:
        begins, ends = 0, parts[0].start() if parts else len(item)
    else:
        begins, ends = parts[-1].end() if parts else 0, len(item)
    marked = item[begins:ends].rstrip("?" + _EDGES)
    return f"{item[:begins]}{marked}: no{item[ends:]}"
