"""The known words that are one letter away from what was typed: found by what remains of each when one letter is left out.

What remains is kept as its hash (CRC-32) with the place of the word, sorted, in a file that all workers map: as strings in a
dictionary it took ten megabytes of each. A word found is compared letter by letter, so that two remains with one hash do no harm.
Method: Garbe, “SymSpell”, 2012 (symmetric deletion). `make weights` writes the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from content import weights

SHORTEST = 4  # letters of the shortest word that a slip is looked for in


@dataclass(frozen=True, slots=True)
class Slips:
    """What remains of the known words, each with the commonest word it remains of; `words` are commonest first."""

    words: Sequence[str]
    hashes: NDArray[np.int32]  # in ascending order
    places: NDArray[np.int16]

    @classmethod
    def made(cls, words: Sequence[str]) -> "Slips":
        """Those of some words, which come commonest first."""
        found: dict[int, int] = {}
        for place, word in enumerate(words):
            if len(word) >= SHORTEST:
                for remains in (word, *one_less(word)):
                    found.setdefault(_hashed(remains), place)
        keys = np.array(sorted(found), dtype=np.int32)
        return cls(words, keys, np.array([found[key] for key in keys.tolist()], dtype=np.int16))

    @classmethod
    def load(cls, path: Path, words: Sequence[str], digest: str) -> "Slips":
        """Those that `save()` wrote. Raises `ValueError` when they are of other words."""
        file = weights.load(path)
        if file.notes["known"] != digest:
            raise ValueError(f"{path.name} was made of other known words: run `make weights`")
        return cls(words, file.arrays["hashes"], file.arrays["places"])

    def save(self, path: Path, digest: str) -> None:
        """Write them, with a mark of the words they are of."""
        weights.save(path, {"hashes": self.hashes, "places": self.places}, {"known": digest})

    def of(self, word: str) -> tuple[str | None, set[str]]:
        """The known word that is this one or lacks none but one of its letters, and those that are so for a part of it with one letter less."""
        remains = [word, *one_less(word)]
        hashes = np.array([_hashed(part) for part in remains], dtype=np.int32)
        near = np.searchsorted(self.hashes, hashes)
        near[near == len(self.hashes)] = 0
        hits = np.flatnonzero(self.hashes[near] == hashes) if len(self.hashes) else ()
        ways: dict[str, str] = {}
        for at in hits:
            way = self.words[self.places[near[at]]]
            if way == remains[at] or remains[at] in one_less(way):
                ways[remains[at]] = way
        whole = ways.pop(word, None)
        return whole, set(ways.values())


def one_less(word: str) -> set[str]:
    """What remains of a word when one letter is left out: each way once."""
    return {word[:place] + word[place + 1 :] for place in range(len(word))}


def _hashed(text: str) -> int:
    found = crc32(text.encode())
    return found - (1 << 32) if found >= 1 << 31 else found
