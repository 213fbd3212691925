"""What a doctor flag must say to be of use."""

import re
from collections.abc import Iterator

from content.wording.claims import WORD, Violation
from content.wording.rules import folded
from content.wording.text_blocks import blocks

_CALL = (
    "Say whom to call or where to go: “Call your local emergency number …” or “Go to an emergency"
    " department …”."
)
_WHOLE = "Write a whole sentence: what to look for, and what to do about it."
# Which part of a doctor flag says whom to call at once: the two ways in which the records say it.
_WHOM_TO_CALL = re.compile(
    r"(?<!not )\b(?:call|ring|phone|dial)\b[^.?!]*?\b(?:emergency"
    r" (?:number|services?)|999|112|911|000)\b|(?<!not )\bgo (?:straight |now )?to"
    r" (?:an?|the|your)(?: \w+)? emergency department\b",
    re.IGNORECASE,
)
FEWEST_WORDS = 5  # of a part of a doctor flag


def _is_whole(text: str) -> bool:
    """Whether a text ends as a sentence does, or with a list led by a line with a colon."""
    parts = list(blocks(text))
    led = len(parts) > 1 and parts[-1].is_list and parts[-2].lines[0].endswith(":")
    return led or text.endswith((".", "!", "?"))


def doctor_violations(emergency: str, soon: str, routine: str) -> Iterator[tuple[str, Violation]]:
    """What the three parts of a doctor flag lack to be of use, each with the part's name. What is
    blank is refused as that.
    """
    for name, text in (("emergency", emergency), ("soon", soon), ("routine", routine)):
        text = text.strip()
        if text and (len(WORD.findall(text)) < FEWEST_WORDS or not _is_whole(text)):
            yield name, Violation("doctor", text, 0, _WHOLE)
        elif text and name == "emergency" and not _WHOM_TO_CALL.search(folded(text)):
            yield name, Violation("doctor", text, 0, _CALL)
