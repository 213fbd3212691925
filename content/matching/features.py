"""What a query is made of, for the matcher: its words and letters, and which records' own names and aliases stand in it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from content.lexicon import Lexicon, read_lexicon
from content.name_keys import compared
from content.number_words import classed
from content.spelling import spelling
from content.word_features import neighbour_features


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """What words point to, as far as topics and options go."""
    return read_lexicon(Path(__file__).parent / "lexicon.yaml", spelling().words)


def row_of(parts: list[list[str]]) -> list[str]:
    """The words of a query in order, numbers classed, as the second reading takes them: gaps between its sentences."""
    out: list[str] = []
    for part in parts:
        out += [*classed(part), "", ""]
    return out[:-2]


# Words that stand between names, or before them, and name nothing: “hot flushes with night sweats”, “I have headaches or bloating”.
JOINING = frozenset({"and", "or", "with", "plus", "then", "but", "also", "both", "i", "have", "got", "get", "getting", "having", "im"})


class Names:
    """The names and aliases of a family of records, looked up inside a query, whose words are given as they are `compared`."""

    def __init__(self, phrases: Mapping[str, str]) -> None:
        self.whole = dict(phrases)
        self._longest: dict[str, int] = {}  # the words of the longest name that a word opens
        for phrase in phrases:
            opening, *rest = phrase.split()
            self._longest[opening] = max(self._longest.get(opening, 0), 1 + len(rest))

    def inside(self, words: list[str]) -> dict[str, int]:
        """The slugs whose names stand in a query, each with the letters of the longest name found; no name inside a longer one counts."""
        found: dict[str, int] = {}
        for phrase, slug in self._parted(words):
            if slug is not None:
                found[slug] = max(found.get(slug, 0), len(phrase))
        return found

    def beside(self, words: list[str]) -> list[str]:
        """The words of a query that belong to no name in it."""
        return [phrase for phrase, slug in self._parted(words) if slug is None]

    def placed(self, words: list[str]) -> Iterator[tuple[int, str, str]]:
        """Each name in a query with the place of its first word and its slug, in order."""
        place = 0
        for phrase, slug in self._parted(words):
            if slug is not None:
                yield place, phrase, slug
            place += phrase.count(" ") + 1

    def _parted(self, words: list[str]) -> Iterator[tuple[str, str | None]]:
        """The words in order: each name, the longest that begins at its place, with its slug, and each word that belongs to none."""
        place, end = 0, len(words)
        while place < end:
            longest = self._longest.get(words[place], 0)  # none for most words
            for length in range(min(longest, end - place), 0, -1):
                name = " ".join(words[place : place + length])
                slug = self.whole.get(name)
                if slug is not None:
                    yield name, slug
                    place += length
                    break
            else:
                yield words[place], None
                place += 1

    def among(self, words: list[str], least: int, share: float) -> list[str]:
        """The names in a row of words and what stands between them, in order, where `least` records and `share` of its words are named; none else."""
        out: list[str] = []
        named: set[str] = set()
        inside = size = 0
        open_run = False
        for phrase, slug in self._parted(words):
            size += phrase.count(" ") + 1
            if slug is not None:
                named.add(slug)
                inside += phrase.count(" ") + 1
                out.append(phrase)
            elif open_run:
                out[-1] += f" {phrase}"
            else:
                out.append(phrase)
            open_run = slug is None
        return out if len(named) >= least and inside >= share * size else []

    def one_after_another(self, words: list[str]) -> list[str]:
        """The names that words, here as they are said, are made of, as few as can be, with joining words between them or none.

        None when a word is left over (“tired of hot flushes” is no list).
        """
        tokens = compared(words)
        owned = {len(compared(words[:place])) for place, word in enumerate(words) if word == "of"}  # where no name begins: “tired of …”
        best: list[list[str] | None] = [[], *(None for _ in tokens)]  # the fewest names that the first words are made of
        for start in range(len(tokens)):
            before = best[start]
            if before is not None and start not in owned:
                after = best[start + 1]
                if tokens[start] in JOINING and (after is None or len(after) > len(before)):
                    best[start + 1] = before
                for end in range(start + 1, min(start + self._longest.get(tokens[start], 0), len(tokens)) + 1):
                    name = " ".join(tokens[start:end])
                    known = best[end]
                    if name in self.whole and (known is None or len(known) > len(before) + 1):
                        best[end] = [*before, name]
        return best[-1] or []


def features(parts: list[list[str]], named: Mapping[str, int]) -> tuple[list[str], set[str]]:
    """The words of a query, each once, and its other features; `parts` are its words, `named` the records named in it."""
    found: set[str] = set()
    single: set[str] = set()
    counts: Counter[str] = Counter()
    for part in parts:
        words = classed(part)
        single.update(words)
        found.update(neighbour_features(words))
        counts.update(concept for concepts in lexicon().concepts(part) for concept in concepts)
    for concept, count in counts.items():
        found.update((f"L{concept}", f"L{concept} {min(count, 3)}"))
    ranked = sorted(counts, key=lambda concept: (-counts[concept], concept))[:6]  # ties by name: each process hashes words in an order of its own
    found.update(f"L{one} {other}" for one, other in combinations(sorted(ranked), 2))
    if ranked:
        found.add(f"L1 {ranked[0]}")
    size = sum(map(len, parts))
    found.add("length short" if size <= 3 else "length long" if size > 12 else "length middling")
    for slug, letters in named.items():
        found.update((f"A{slug}", f"A{slug} {min(letters // 6, 3)}", f"A{slug} in {min(size, 8)}"))
    if not named:
        found.add("A none")
    elif len(named) == 1:
        found.add("A one")
    return list(single), found
