"""The ladder from words to a record: the name itself, a phrase inside a sentence, a close spelling, or nothing.

In: whatever a caller typed. Out: the records named, best first, or none with the closest names as suggestions. Below a
clear margin the answer is none: a wrong confident answer is worse than an honest “not covered, did you mean”.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from content.plain_words import normalise

SUGGESTIONS = 3
CLOSE = 86.0  # rapidfuzz ratio (0 to 100) from which a misspelt name counts as that name


@dataclass(frozen=True, slots=True)
class Named:
    """A record as the matcher knows it."""

    slug: str
    name: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What the words name: slugs best first (none when nothing fits well), and the closest slugs either way."""

    slugs: tuple[str, ...]
    suggestions: tuple[str, ...]


class Matcher:
    """Finds which of a fixed set of records some words mean."""

    def __init__(self, among: str, records: Sequence[Named]) -> None:
        self.among = among
        self._phrases: dict[str, str] = {}
        for record in records:
            for phrase in (record.slug.replace("-", " "), record.name, re.sub(r"\s*\(.*?\)", "", record.name), *record.aliases):
                self._phrases.setdefault(normalise(phrase), record.slug)
        self._phrases.pop("", None)
        self._listed = list(self._phrases)
        self._longest = max((len(phrase.split()) for phrase in self._listed), default=0)

    def find(self, words: str) -> Found:
        """The records that `words` name."""
        read = normalise(words)
        exact = self._phrases.get(read)
        if exact is not None:
            return Found((exact,), (exact,))
        inside = self._inside(read)
        close = self._close(read)
        slugs = inside or tuple(slug for slug, score in close if score >= CLOSE)[:1]
        suggestions = tuple(dict.fromkeys((*slugs, *(slug for slug, _ in close))))[:SUGGESTIONS]
        return Found(slugs[:2], suggestions)

    def _inside(self, read: str) -> tuple[str, ...]:
        tokens = read.split()
        hits: dict[str, int] = {}
        for start in range(len(tokens)):
            for length in range(min(self._longest, len(tokens) - start), 0, -1):
                phrase = " ".join(tokens[start : start + length])
                slug = self._phrases.get(phrase)
                if slug is not None:
                    hits[slug] = max(hits.get(slug, 0), len(phrase))
                    break
        return tuple(sorted(hits, key=lambda slug: (-hits[slug], slug)))

    def _close(self, read: str) -> list[tuple[str, float]]:
        if not read:
            return []
        scored = process.extract(read, self._listed, scorer=fuzz.ratio, limit=12)
        best: dict[str, float] = {}
        for phrase, score, _ in scored:
            slug = self._phrases[phrase]
            best[slug] = max(best.get(slug, 0.0), score)
        return sorted(best.items(), key=lambda item: (-item[1], item[0]))
