"""Linear weights over hashed features: the learnt part of the screen and of the matcher, run with numpy alone.

A text's features are strings; each is hashed (CRC-32) to a row of a table of weights; a text's score for each label is
the sum of its rows over the square root of their number, plus a bias. The tables are trained offline from the project's
own phrases by `make weights`, rounded to signed bytes, and kept in the repository. What a known word adds by itself is
summed once when the table is loaded, so that only a text's own neighbours are looked up for each call.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from content.word_features import inner_features


@dataclass(frozen=True, slots=True)
class Linear:
    """A trained table: labels, one row of weights per hash value, a scale and a bias per label, and the sums of known words."""

    labels: tuple[str, ...]
    rows: NDArray[np.int8]
    scale: NDArray[np.float32]
    bias: NDArray[np.float32]
    places: dict[str, int] = field(default_factory=dict)
    sums: NDArray[np.int16] = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int16))
    sizes: list[int] = field(default_factory=list)

    @classmethod
    def load(cls, path: Path, places: dict[str, int]) -> "Linear":
        """Read a table as `save()` wrote it, and sum up what each known word adds; `places`: the known words, numbered from 0."""
        with np.load(path, allow_pickle=False) as file:
            labels, rows, scale, bias = tuple(str(label) for label in file["labels"]), file["rows"], file["scale"], file["bias"]
        sums, sizes = np.zeros((len(places), len(labels)), dtype=np.int16), []
        for word, place in places.items():
            found = hashed(inner_features(word), len(rows))
            sums[place] = rows[found].sum(axis=0, dtype=np.int16)  # some tens of signed bytes at most
            sizes.append(len(found))
        return cls(labels, rows, scale, bias, places, sums, sizes)

    def save(self, path: Path) -> None:
        """Write the table, compressed."""
        np.savez_compressed(path, labels=np.array(self.labels), rows=self.rows, scale=self.scale, bias=self.bias)

    def scores(self, words: Iterable[str], features: Iterable[str]) -> NDArray[np.float32]:
        """One score per label, for the words of a text and its features beyond single words: above 0 the label is likelier than not."""
        known: list[int] = []
        size = 0
        mask = len(self.rows) - 1
        hashes = [crc32(feature.encode()) & mask for feature in features]
        for word in words:
            place = self.places.get(word)
            if place is None:
                hashes += hashed(inner_features(word), len(self.rows))
            else:
                known.append(place)
                size += self.sizes[place]
        size += len(hashes)
        if not size:
            return self.bias
        summed = self.rows[hashes].sum(axis=0, dtype=np.int32) if hashes else np.zeros(len(self.labels), dtype=np.int32)
        if known:
            summed = summed + self.sums[known].sum(axis=0, dtype=np.int32)
        scores: NDArray[np.float32] = (summed * (self.scale / np.sqrt(np.float32(size))) + self.bias).astype(np.float32)
        return scores


def hashed(features: Iterable[str], size: int) -> list[int]:
    """The rows that some features fall on, in a table of `size` rows (a power of two)."""
    mask = size - 1
    return [crc32(feature.encode()) & mask for feature in features]
