"""Plain namings of the four signs: found whatever the trained table says, unless they are clearly denied.

Each rule asks for words of certain concepts in one sentence; none of them depends on word order or on exact phrases.
"""

from content.plain_words import clauses
from content.screening.features import Sentence, read, stage_of

_ENDED_LONG_AGO = frozenset({"no_womb", "tamoxifen", "retired", "#60up"})


def plainly_named(text: str) -> set[str]:
    """The slugs of the signs that a text names in so many words."""
    sentences = read(clauses(text))
    stage = stage_of(sentences)
    found: set[str] = set()
    for sentence in sentences:
        found |= _in(sentence, stage)
    return found


def _in(sentence: Sentence, stage: set[str]) -> set[str]:
    words, concepts = set(sentence.words), sentence.all
    found: set[str] = set()
    if words & {"suicidal", "suicide"} and concepts & {"wish", "present", "self"} and not concepts & {"past", "somebody", "asking"}:
        found.add("self-harm")
    if {"kill", "myself"} <= words or {"end", "my", "life"} <= words:
        found.add("self-harm")
    if "postmenopausal" in words and "blood" in concepts and not concepts & {"elsewhere", "cleared", "past", "asking"}:
        found.add("bleeding-after-menopause")
    return found
