"""Finds the names of records in words, exactly or with a typing slip.

Names are compared in one form: plain, abbreviations written out, plurals made singular, articles
left out. The words that are searched have their spelling corrected first; the words of names count
as correct. A withheld record is found only here, by its names, and never by the model's scores.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml
from rapidfuzz import fuzz, process

from content.language.normalise import normalise
from content.language.spelling import spelling

ALSO_CALLED = Path(__file__).parent / "also_called.yaml"
NOT_COVERED = Path(__file__).parent / "not_covered.yaml"
LONGEST = 8  # most words in a name that is looked for inside a longer text
# Least similarity of a whole query to a name, in per cent, and least number of its letters
FUZZY, FUZZY_LEAST = 88.0, 5
FUZZY_WORD = 4  # least number of letters in a word that may contain a slip
_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?")
_LEFT_OUT = frozenset({"a", "an", "the", "my", "of"})
# Words that occur in names but never name a record by themselves.
_ORDINARY_WORDS = """
    supplement product tablet capsule pill gummy powder drop cream tea juice oil extract root
    tree flower salt culture complex protein cure hormone golden arctic american mexican chinese
    red black green wild live sweet vital slow active purified herbal female medical pepper monk
    saint st fish cod evening vitamin vit pro natural and for with in medicine therapy care self
    procedure training treatment acid body b c d e k
"""
_ORDINARY = frozenset(_ORDINARY_WORDS.split())


@dataclass(frozen=True, slots=True)
class Named:
    """What this module needs of a record. A withheld one is found by its names only."""

    slug: str
    name: str
    aliases: tuple[str, ...] = ()
    withheld: bool = False


def singular(word: str) -> str:
    """A word without its plural ending: “flush” and “flushes” become the same."""
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is", "'s")):
        return word
    if word.endswith(("shes", "ches", "xes", "sses")):
        return word[:-2]
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]


def words_of(plain: str) -> list[str]:
    """The words of a plain text in the form that names are compared in."""
    return [singular(word) for word in _WORD.findall(plain) if word not in _LEFT_OUT]


def row_of(text: str) -> list[str]:
    """The words of a typed text, spelling corrected, in the form that names are compared in."""
    return words_of(spelling().corrected(normalise(text)))


@lru_cache(maxsize=8192)
def key_in(name: str) -> str:
    """The form in which a name is compared. The spelling of its words is not corrected."""
    return " ".join(words_of(spelling().expanded(normalise(name))))


def _small_words(words: str) -> list[str]:
    """The short words and numbers, which must match exactly: “vitamin d” is not “vitamin b”."""
    return [word for word in words.split() if len(word) < FUZZY_WORD or not word.isalpha()]


@lru_cache(maxsize=1)
def also_called() -> dict[str, list[str]]:
    """More names of withheld records; unlike aliases, they may occur in other records' texts."""
    names: dict[str, list[str]] = yaml.safe_load(ALSO_CALLED.read_text("utf-8"))
    return names


@lru_cache(maxsize=1)
def not_covered() -> dict[str, list[str]]:
    """Names of things not covered that might be mistaken for something covered."""
    names: dict[str, list[str]] = yaml.safe_load(NOT_COVERED.read_text("utf-8"))
    return names


class Names:
    """The names of all topics or of all options, and of similar things that are not covered."""

    def __init__(self, records: Iterable[Named], uncovered: Iterable[str] = ()) -> None:
        self.records = {record.slug: record for record in records}
        self.sent = {  # the exact names and slugs that programs send, each with its record
            name: record.slug
            for record in self.records.values()
            for name in (record.name, record.slug)
        }
        self.whole: dict[str, str] = {}
        for record in self.records.values():
            for name in self._names_of(record):
                self.whole.setdefault(key_in(name), record.slug)
        self.whole.pop("", None)
        uncovered = tuple(uncovered)
        self._uncovered = {key_in(name) for name in uncovered} - self.whole.keys()
        for record in self.records.values():
            self._learn(self._names_of(record), record.slug)
        self._learn(uncovered)
        self._keys = [key for key in self.whole if len(key) >= FUZZY_LEAST]
        self._withheld = {slug for slug, record in self.records.items() if record.withheld}
        self._own = dict(self._words_of_their_own())

    def _learn(self, names: Iterable[str], slug: str | None = None) -> None:
        """Make the words of names count as correctly spelt, except where spelling correction
        already turns the name into another name of the same record.
        """
        for name in names:
            if slug is None or self.whole.get(" ".join(row_of(name))) != slug:
                spelling().learn(_WORD.findall(normalise(name)))

    @staticmethod
    def _names_of(record: Named) -> Iterator[str]:
        yield from (record.name, record.slug.replace("-", " "), *record.aliases)
        yield from also_called().get(record.slug, ())

    def as_sent(self, words: str) -> str | None:
        """The record whose slug or exact name the words are: this is what programs send."""
        return self.sent.get(words)

    def words_in(self, slug: str) -> set[str]:
        """The words of a record's names, in compared form."""
        return {word for key, own in self.whole.items() if own == slug for word in key.split()}

    def phrases(self, row: list[str], slug: str) -> set[str]:
        """The names of a record that occur in a list of words."""
        whole = f" {' '.join(row)} "
        return {key for key, own in self.whole.items() if own == slug and f" {key} " in whole}

    def exact(self, words: str) -> str | None:
        """The record that has this name, given in compared form."""
        return self.whole.get(words)

    def near(self, words: str) -> str | None:
        """The record that has a name like this one, but for a typing slip or two."""
        if len(words) < FUZZY_LEAST:
            return None
        limit = FUZZY if len(words) > 7 else FUZZY + 2
        like = process.extract(words, self._keys, scorer=fuzz.ratio, score_cutoff=limit, limit=5)
        small = _small_words(words)
        return next(
            (
                self.whole[name]
                for name, _, _ in like
                if name[0] == words[0] and _small_words(name) == small
            ),
            None,
        )

    def is_uncovered(self, words: str) -> bool:
        """Whether this name, in compared form, is that of something not covered."""
        return words in self._uncovered

    def inside(self, row: list[str]) -> dict[str, int]:
        """The records named in a list of words, each with the length of its longest name there."""
        return self._inside(row)[0]

    def covered_share(self, row: list[str]) -> float:
        """The share of the words that do not belong to the name of something not covered."""
        return 1 - self._inside(row)[1] / len(row)

    def _inside(self, row: list[str]) -> tuple[dict[str, int], int]:
        """The records named in a list of words, in order, and how many words name things that are
        not covered.

        Longer names are found first, and a word counts for one name only, so that “type 1 diabetes”
        does not name diabetes.
        """
        placed: list[tuple[int, str, int]] = []
        uncovered = 0
        taken = [False] * len(row)
        for length in range(min(LONGEST, len(row)), 0, -1):
            for start in range(len(row) - length + 1):
                if any(taken[start : start + length]):
                    continue
                key = " ".join(row[start : start + length])
                slug = self.whole.get(key)
                if slug is not None:
                    placed.append((start, slug, length))
                elif key in self._uncovered:
                    uncovered += length
                else:
                    continue
                taken[start : start + length] = [True] * length
        for at, (word, used) in enumerate(zip(row, taken, strict=True)):
            if not used and word in self._own:
                placed.append((at, self._own[word], 1))
        found: dict[str, int] = {}
        for _, slug, length in sorted(placed):
            found[slug] = max(length, found.get(slug, 0))
        return found, uncovered

    def unnamed(self, row: list[str], named: Collection[str]) -> set[str]:
        """The withheld records that the words do not name, not even with a typing slip."""
        missing = self._withheld - set(named)
        if not missing:
            return missing
        own = [word for word, slug in self._own.items() if slug in missing]
        for word in row:
            if len(word) >= FUZZY_LEAST and word not in spelling().cost:
                best = process.extractOne(word, own, scorer=fuzz.ratio, score_cutoff=FUZZY)
                if best:
                    missing.discard(self._own[best[0]])
        return missing

    def _words_of_their_own(self) -> Iterator[tuple[str, str]]:
        """Words that occur in the names of only one withheld record and so name it: “cohosh”."""
        owners: dict[str, set[str]] = {}
        for key, slug in self.whole.items():
            for word in key.split():
                owners.setdefault(word, set()).add(slug)
        common = {word for word, cost in spelling().cost.items() if cost < 9.0}
        for word, slugs in owners.items():
            slug, *others = slugs
            ordinary = len(word) <= 3 or word in _ORDINARY or word in common
            if not others and slug in self._withheld and not ordinary:
                yield word, slug
