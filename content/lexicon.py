"""Words and what they stand for: a lexicon made quick to look up.

An entry is a word, a beginning of words (ended by a star) or a phrase (words joined by spaces); each stands for one or
more concepts. A phrase is met word for word, so a star in one is refused. The screen and the matcher each keep a lexicon
of their own in a file.
"""

from collections.abc import Iterable
from pathlib import Path

from content.yaml_files import read_yaml

Concepts = frozenset[str]
_NONE: Concepts = frozenset()


def listed(words: str) -> Concepts:
    """A set of words, from a text with spaces between them: easier to read, and to add to, than a list of strings."""
    return frozenset(words.split())


class Lexicon:
    """Words, beginnings of words and phrases, each with the concepts it stands for. Raises `ValueError` for a phrase with a star."""

    def __init__(self, concepts: dict[str, list[str]]) -> None:
        words: dict[str, set[str]] = {}
        beginnings: dict[str, set[str]] = {}
        phrases: dict[tuple[str, ...], set[str]] = {}
        for concept, entries in concepts.items():
            for entry in map(str, entries):
                if " " in entry:
                    if "*" in entry:
                        raise ValueError(f"{concept}: “{entry}” is a phrase, and only a single word may end in a star; write out the phrases meant")
                    phrases.setdefault(tuple(entry.split()), set()).add(concept)
                elif entry.endswith("*"):
                    beginnings.setdefault(entry[:-1], set()).add(concept)
                else:
                    words.setdefault(entry, set()).add(concept)
        self._words = {word: frozenset(found) for word, found in words.items()}
        self._beginnings = {word: frozenset(found) for word, found in beginnings.items()}
        self._phrases = {phrase: frozenset(found) for phrase, found in phrases.items()}
        self._openers = {phrase[0] for phrase in phrases}
        self._shortest, self._longest_beginning = min(map(len, beginnings)), max(map(len, beginnings))
        self._longest = max(map(len, phrases))
        self._alone: dict[str, Concepts] = {}

    def prepare(self, words: Iterable[str]) -> None:
        """Look up the words of a vocabulary by themselves, once."""
        self._alone = {word: self._by_itself(word) for word in words}

    def concepts(self, words: list[str]) -> list[Concepts]:
        """The concepts each word of a sentence stands for, phrases counted at their first word."""
        return [self._at(words, place) for place in range(len(words))]

    def _at(self, words: list[str], place: int) -> Concepts:
        word = words[place]
        known = self._alone.get(word)
        found = self._by_itself(word) if known is None else known
        if word in self._openers:
            for length in range(2, self._longest + 1):
                more = self._phrases.get(tuple(words[place : place + length]))
                if more:
                    found |= more
        return found

    def _by_itself(self, word: str) -> Concepts:
        found = self._words.get(word, _NONE)
        for length in range(self._shortest, min(len(word), self._longest_beginning) + 1):
            more = self._beginnings.get(word[:length])
            if more:
                found |= more
        return found


def read_lexicon(path: Path, vocabulary: Iterable[str] = ()) -> Lexicon:
    """The lexicon kept in a YAML file (concept → entries), the words of `vocabulary` looked up ahead."""
    made = Lexicon(read_yaml(path))
    made.prepare(vocabulary)
    return made
