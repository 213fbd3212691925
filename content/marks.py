"""Ticks, crosses and boxes, as forms and lists are filled in with them, shared by the screen and the lists."""

import re

_TICKED, _CROSSED = "✓✔✅☑🗹", "✗✘✖❌❎"
MARK = re.compile(
    rf"(?P<yes>[{_TICKED}]|[\[(][xX✓✔][\])]|\(tick(?:ed)?\))"
    rf"|(?P<no>[{_CROSSED}]|\((?:cross(?:ed)?|unticked)\))|(?P<empty>☐|\[\s?\]|\(\s?\))",
    re.IGNORECASE,
)
_VARIANT = str.maketrans("", "", "\ufe0e\ufe0f")  # how a sign is to be drawn, and no sign itself


def drawn(text: str) -> str:
    """The text without what only says how a sign is to be drawn."""
    return text if text.isascii() else text.translate(_VARIANT)
