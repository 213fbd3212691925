"""Ticks, crosses and boxes, as forms and lists are filled in with them, shared by the screen and the lists."""

import re

TICKED, CROSSED = "✓✔✅☑🗹", "✗✘✖❌❎"
MARK = re.compile(
    rf"(?P<yes>[{TICKED}]|[\[(][xX✓✔][\])]|\(tick(?:ed)?\))"
    rf"|(?P<no>[{CROSSED}]|\((?:cross(?:ed)?|unticked)\))|(?P<empty>☐|\[\s?\]|\(\s?\))",
    re.IGNORECASE,
)
APART = re.compile(r"[,;.!?]\s")  # a mark is of what stands next to it: what is beyond one of these has none
_VARIANT = str.maketrans("", "", "\ufe0e\ufe0f")  # how a sign is to be drawn, and no sign itself


def is_no(mark: re.Match[str], ticked: bool) -> bool:
    """Whether one of `MARK` denies what it marks: a cross, or an empty box where others are `ticked`."""
    return bool(mark["no"] or (ticked and mark["empty"]))


def drawn(text: str) -> str:
    """The text without what only says how a sign is to be drawn."""
    return text if text.isascii() else text.translate(_VARIANT)
