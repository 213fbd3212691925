"""Spelling correction: unknown words are replaced by known ones. A known word is never touched.

The known words are those in `words.txt` (written by `make model`: the words of the training texts
and of the records, and the whole words of the tokenizer). An unknown word is expanded if it is an
abbreviation, replaced by the nearest known word (symmetric deletion, symspellpy), or split if it is
several words run together. The number of unknown words corrected per text is limited.
"""

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import yaml
from symspellpy import SymSpell, Verbosity

FOLDER = Path(__file__).parent
SHORTEST = 4  # letters of the shortest word that is corrected
LONG = 9  # least letters of a word that may contain two slips
LONGEST = 24  # letters of the longest word that is looked up
LONGEST_RUN = 160  # letters of the longest run of words that is split
LONGEST_PIECE = 16  # letters of the longest word in such a run
MOST = 60  # most unknown words that are corrected in one text
# Costs are negative logarithms of a word's frequency: the rarer the word, the higher the cost.
PIECE_COST = 2.0  # added for each word of a run
RARE = 13.4  # from this cost on, a word may itself be a misspelling
MOST_COST = 2.3  # highest average cost per letter of a run that is split

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*|[a-z0-9]*[0-9][a-z0-9]*")


class Spelling:
    """The known words, and the correction of unknown ones."""

    def __init__(self, counts: dict[str, int], abbreviations: dict[str, str]) -> None:
        total = sum(counts.values()) or 1
        self._rarest = math.log(total)
        self.cost = {word: -math.log(count / total) for word, count in counts.items()}
        self.abbreviations = abbreviations
        self._index = SymSpell(max_dictionary_edit_distance=2, prefix_length=7)
        for word, count in counts.items():
            if len(word) >= SHORTEST:
                self._index.create_dictionary_entry(word, count)
        self._pairs = {word for word, cost in self.cost.items() if len(word) == 2 and cost < 10.5}

    def learn(self, words: Iterable[str]) -> None:
        """Treat the words of names as known from now on, since an editor may add any name."""
        for word in words:
            if word not in self.cost:
                self.cost[word] = self._rarest
                if len(word) >= SHORTEST:
                    self._index.create_dictionary_entry(word, 1)
        self._way_back.cache_clear()

    def expanded(self, text: str) -> str:
        """A normalised text with its abbreviations written out, and nothing else changed."""
        return _WORD.sub(lambda match: self.abbreviations.get(match.group(), match.group()), text)

    def common(self, word: str) -> bool:
        """Whether a word is too frequent to be a repeated misspelling."""
        return self.cost.get(word, math.inf) < RARE

    def known(self, word: str) -> bool:
        """Whether a word needs no correction."""
        return word in self.cost or "'" in word or word[:1].isdigit()

    def corrected(self, text: str) -> str:
        """A normalised text with its unknown words replaced by known ones where possible."""
        left = MOST

        def way_back(match: re.Match[str]) -> str:
            nonlocal left
            word = match.group()
            if word in self.abbreviations:
                return self.abbreviations[word]
            if len(word) < SHORTEST or self.known(word) or not left:
                return word
            left -= 1
            return self._way_back(word)

        return _WORD.sub(way_back, text)

    @lru_cache(maxsize=4096)  # noqa: B019, one instance lives as long as the process
    def _way_back(self, word: str) -> str:
        if len(word) > LONGEST_RUN:
            return word
        if len(word) <= LONGEST:
            near = self._nearest(word, 1)
            if near:
                return near
        if len(word) >= 7:
            pieces = self._taken_apart(word)
            if pieces:
                return " ".join(pieces)
        return (self._nearest(word, 2) if LONG <= len(word) <= LONGEST else None) or word

    def _nearest(self, word: str, slips: int) -> str | None:
        """The most frequent known word within `slips` typing slips, preferably one with the same
        first letter.
        """
        found = self._index.lookup(word, Verbosity.CLOSEST, max_edit_distance=slips)
        alike = [item for item in found if item.term[0] == word[0]]
        return (alike or found)[0].term if found else None

    def _taken_apart(self, run: str) -> list[str]:
        """The most likely known words that a run consists of; empty if there are none."""
        best: list[tuple[float, int]] = [(0.0, 0)] + [(math.inf, 0)] * len(run)
        for end in range(1, len(run) + 1):
            for start in range(max(0, end - LONGEST_PIECE), end):
                piece = run[start:end]
                if (len(piece) == 1 and piece not in "ai") or (
                    len(piece) == 2 and (piece not in self._pairs)
                ):
                    continue
                total = best[start][0] + self.cost.get(piece, math.inf) + PIECE_COST
                if total < best[end][0]:
                    best[end] = (total, start)
        if best[-1][0] == math.inf:
            return []
        pieces: list[str] = []
        end = len(run)
        while end:
            start = best[end][1]
            pieces.append(run[start:end])
            end = start
        spent = best[-1][0] - PIECE_COST * len(pieces)
        return pieces[::-1] if spent <= MOST_COST * len(run) else []


@lru_cache(maxsize=1)
def spelling() -> Spelling:
    """The project's known words."""
    lines = (line.split() for line in (FOLDER / "words.txt").read_text("utf-8").splitlines())
    counts = {word: int(count) for word, count in lines}
    shown = yaml.safe_load((FOLDER / "abbreviations.yaml").read_text("utf-8"))
    return Spelling(counts, {str(short): str(long) for short, long in shown.items()})
