"""Plain namings of the four signs: found whatever the trained table says, unless they are clearly denied.

Each rule asks for words of certain concepts in one sentence; none of them depends on word order or on exact phrases.
"""

from content.screening.features import Sentence


def plainly_named(sentences: list[Sentence]) -> set[str]:
    """The slugs of the signs that a text names in so many words."""
    return {slug for sentence in sentences for slug in _in(sentence)}


def _in(sentence: Sentence) -> set[str]:
    words, concepts = set(sentence.words), sentence.all
    found: set[str] = set()
    if words & {"suicidal", "suicide"} and concepts & {"wish", "present", "self"} and not concepts & {"past", "somebody", "asking"}:
        found.add("self-harm")
    if {"kill", "myself"} <= words or {"end", "my", "life"} <= words:
        found.add("self-harm")
    if "postmenopausal" in words and "blood" in concepts and not concepts & {"elsewhere", "cleared", "past", "asking"}:
        found.add("bleeding-after-menopause")
    return found
