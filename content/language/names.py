"""Names of records and where they stand in words: exactly, or a slip away.

Names are compared in one form: plain, abbreviations written out, plurals folded, articles left
out. Words that they are looked for in have their spelling corrected; words of names are known. A
record that is withheld is found by its names alone, here, and never by what the model makes of
words.
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
LONGEST = 8  # words of a name that is looked for inside words
FUZZY, FUZZY_LEAST = 88.0, 5  # likeness of a whole query to a name, and its letters at least
FUZZY_WORD = 4  # letters of a word from which one may be a slip
_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?")
_LEFT_OUT = frozenset({"a", "an", "the", "my", "of"})
# Words of names that are nobody's name alone.
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
    """A record as names know it; one that is withheld needs its name to be found."""

    slug: str
    name: str
    aliases: tuple[str, ...] = ()
    withheld: bool = False


def singular(word: str) -> str:
    """A word without its plural ending: “flush” and “flushes” are one."""
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is", "'s")):
        return word
    if word.endswith(("shes", "ches", "xes", "sses")):
        return word[:-2]
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]


def words_of(plain: str) -> list[str]:
    """The words of a plain text in the form that names are compared in."""
    return [singular(word) for word in _WORD.findall(plain) if word not in _LEFT_OUT]


def row_of(text: str) -> list[str]:
    """The words of a text as it was typed, corrected, in the form that names are compared in."""
    return words_of(spelling().corrected(normalise(text)))


@lru_cache(maxsize=8192)
def key_in(name: str) -> str:
    """The compared form of a name as somebody wrote it; no word of a name is corrected."""
    return " ".join(words_of(spelling().expanded(normalise(name))))


def _small_words(words: str) -> list[str]:
    """The words in which a letter is no slip: “vitamin d” is not “vitamin b”, type 1 not type 2."""
    return [word for word in words.split() if len(word) < FUZZY_WORD or not word.isalpha()]


@lru_cache(maxsize=1)
def also_called() -> dict[str, list[str]]:
    """Further names of withheld records, which other records' texts may use as plain words."""
    names: dict[str, list[str]] = yaml.safe_load(ALSO_CALLED.read_text("utf-8"))
    return names


@lru_cache(maxsize=1)
def not_covered() -> dict[str, list[str]]:
    """Names of what the service does not cover, which a reader might take for what is near."""
    names: dict[str, list[str]] = yaml.safe_load(NOT_COVERED.read_text("utf-8"))
    return names


class Names:
    """The names of one family of records, and of what is near them and not covered."""

    def __init__(self, records: Iterable[Named], uncovered: Iterable[str] = ()) -> None:
        self.records = {record.slug: record for record in records}
        self.sent = {  # as programs send them, each with its record
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
        """Have the words of names count as known, but for a misspelling of another name of it."""
        for name in names:
            if slug is None or self.whole.get(" ".join(row_of(name))) != slug:
                spelling().learn(_WORD.findall(normalise(name)))

    @staticmethod
    def _names_of(record: Named) -> Iterator[str]:
        yield from (record.name, record.slug.replace("-", " "), *record.aliases)
        yield from also_called().get(record.slug, ())

    def as_sent(self, words: str) -> str | None:
        """The record of which words are the slug or the name to the letter, as programs send it."""
        return self.sent.get(words)

    def words_in(self, slug: str) -> set[str]:
        """The words of a record's names, in compared form."""
        return {word for key, own in self.whole.items() if own == slug for word in key.split()}

    def phrases(self, row: list[str], slug: str) -> set[str]:
        """The names of a record that stand in a row of words."""
        whole = f" {' '.join(row)} "
        return {key for key, own in self.whole.items() if own == slug and f" {key} " in whole}

    def exact(self, words: str) -> str | None:
        """The record of which words, in compared form, are a name."""
        return self.whole.get(words)

    def near(self, words: str) -> str | None:
        """The record of which words are a name but for a slip or two."""
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
        """Whether words, in compared form, are the name of something that is not covered."""
        return words in self._uncovered

    def inside(self, row: list[str]) -> dict[str, int]:
        """The records whose names stand in a row of words, with the words of the longest name."""
        return self._inside(row)[0]

    def covered_share(self, row: list[str]) -> float:
        """The share of a row of words that is no part of a name of what is not covered."""
        return 1 - self._inside(row)[1] / len(row)

    def _inside(self, row: list[str]) -> tuple[dict[str, int], int]:
        """The records named in a row, in order, and how many of its words name what is not covered.

        The longest names first: words that belong to one name are no part of another, so that
        “type 1 diabetes” does not name diabetes.
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
        """The withheld records whose names do not stand in a row of words, a slip allowed."""
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
        """Words that stand in the names of one withheld record alone and name it: “cohosh”."""
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
