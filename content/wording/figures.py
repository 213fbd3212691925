"""Figures: which digits may stand, and that no others may."""

import re
from collections.abc import Iterator

from content.wording.claims import Violation
from content.wording.patterns import DIGITS, RATE, SPAN_UNIT

# Digits that may stand. Each alternative is one of: an emergency or helpline number, a year, an
# age, a span of time, or a name that holds a digit. Any other digit is a figure, and is refused.
_SPAN = rf"{DIGITS}(?:(?: to | or |-|–| and ){DIGITS})?[ -]{SPAN_UNIT}"
# Those of `content.pages.phone_numbers`, which a test holds them to
CALLED = "999|112|911|000|111|988|116 123|13 11 14|1737"
_ALLOWED_DIGITS = re.compile(
    rf"\b(?:{CALLED})\b"
    r"|\b(?:19|20)\d\d\b"
    rf"|\b{_SPAN}\b"
    r"|\b(?:age[ds]?|ages of|before|under|over|until|till|after|past|younger than|older"
    r" than|below|above|turn(?:ed|ing)?|between)"
    r"(?: the)?(?: age)?(?: of)? \d\d\b(?:(?: and | to | or |-|–)\d\d\b)?(?!"
    r" *(?:women|people|patients|times|\w*g\b))"
    r"|\b(?:at|from) [3-9]\d\b(?:(?: to | or |-|–)[3-9]\d\b)?(?!"
    r" *(?:women|people|patients|times|\w*g\b))|\b[3-7]\d to [3-7]\d\b"
    r"|\b\d\d or (?:over|older|under|above)\b|\b\d\d and (?:over|older|under)\b"
    r"|\b\d\d-year-old\b"
    r"|\b(?:NG|CG|QS|TA)\d{1,4}\b|\b[Tt]ype[ -][12]\b|\bB1?[26]\b|\bGLP-?1\b|\bNK-?[13]\b"
    r"|\bCYP\w+\b|\bCO2\b|\b[Tt]3\b|\b[Tt]4\b|\bHbA1c\b|\bBRCA[12]?\b|\bHPV\b"
    r"|\bCA-?125\b|\bphase [123]\b|\bLevel [1-3]\b",
    re.IGNORECASE,
)
_ANY_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")


def figures(read: str) -> Iterator[Violation]:
    """Every figure in a text but those that may stand."""
    spared = [match.span() for match in _ALLOWED_DIGITS.finditer(read)]
    for match in _ANY_DIGITS.finditer(read):
        if not any(start <= match.start() and match.end() <= end for start, end in spared):
            yield Violation("figure", match.group(), match.start(), RATE)
