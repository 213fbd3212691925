"""The screen itself: text in, the warning signs it holds out."""

import re

from content.plain_words import normalise
from content.screening.signs import BY_SLUG, WarningSign

_PLAIN = {
    "self-harm": re.compile(
        r"\b(?:suicid\w*|kill(?:ing)? myself|end (?:my|her) life|self harm\w*|want to die|better off dead|hurt(?:ing)? myself)\b"
    ),
    "stroke-signs": re.compile(
        r"\b(?:stroke signs?|face (?:is )?droop\w*|droop\w* face|slurr\w+ (?:my )?(?:speech|words)|arm (?:is )?weak|having a stroke)\b"
    ),
    "chest-pain": re.compile(r"\b(?:chest (?:\w+ )?pains?|pains? in (?:my|her|the) chest|tight(?:ness)? (?:in )?(?:my |her )?chest|heart attack)\b"),
    "bleeding-after-menopause": re.compile(
        r"\b(?:bleed\w*|spotting|blood)\b.*\b(?:after (?:the )?menopause|post ?menopaus\w*)|\bpost ?menopausal bleed\w*"
    ),
}


def screen(text: str) -> tuple[WarningSign, ...]:
    """The warning signs in `text`, most urgent first."""
    read = normalise(text)
    return tuple(BY_SLUG[slug] for slug, pattern in _PLAIN.items() if pattern.search(read))
