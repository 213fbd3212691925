"""Linear weights over hashed features: the learnt part of the screen and of the matcher, run with numpy alone.

A text's features are strings; each is hashed (CRC-32) to a row of a table of weights; a text's score for each label is
the sum of its rows over the square root of their number, plus a bias. The tables are trained offline from the project's
own phrases by `make weights`, rounded to signed bytes, and kept in the repository. What a common word adds by itself is
summed when the table is written, so that of most texts only the neighbours are looked up for each call.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from content import weights
from content.spelling import Spelling
from content.word_features import inner_features

COMMON = 5800  # known words, commonest first, of which the sums are kept, and the answers of the convolutional reader's filters


@dataclass(frozen=True, slots=True)
class Linear:
    """A trained table: labels, one row of weights per hash value, a scale and a bias per label, and the sums of common words."""

    labels: tuple[str, ...]
    rows: NDArray[np.int8]
    scale: NDArray[np.float32]
    bias: NDArray[np.float32]
    known: Spelling  # the known words, numbered, commonest first
    sums: NDArray[np.int16]  # what each common word adds
    sizes: list[int]  # how many features each of them has

    @classmethod
    def made(cls, labels: Sequence[str], rows: NDArray[np.int8], scale: NDArray[np.float32], bias: NDArray[np.float32], known: Spelling) -> "Linear":
        """A table of these weights, with what each common word adds summed up."""
        common = known.words[:COMMON]
        sums, sizes = np.zeros((len(common), len(labels)), dtype=np.int16), []
        for place, word in enumerate(common):
            found = hashed(inner_features(word), len(rows))
            sums[place] = rows[found].sum(axis=0, dtype=np.int16)  # some tens of signed bytes at most
            sizes.append(len(found))
        return cls(tuple(labels), rows, scale, bias, known, sums, sizes)

    @classmethod
    def load(cls, path: Path, known: Spelling) -> "Linear":
        """A table as `save()` wrote it. Raises `ValueError` when it was written with other known words."""
        file = weights.load(path)
        if file.notes["known"] != known.digest:
            raise ValueError(f"{path.name} was made with other known words: run `make weights`")
        arrays = file.arrays
        return cls(file.words("labels"), arrays["rows"], arrays["scale"], arrays["bias"], known, arrays["sums"], arrays["sizes"].tolist())

    def save(self, path: Path, arrays: Mapping[str, NDArray[Any]] | None = None, notes: Mapping[str, str] | None = None) -> None:
        """Write the table, with a mark of the known words it was made with; `arrays` and `notes`: what else the file is to hold."""
        own: dict[str, NDArray[Any]] = {"rows": self.rows, "sums": self.sums, "scale": self.scale, "bias": self.bias}
        own["sizes"] = np.array(self.sizes, dtype=np.int16)
        weights.save(path, own | dict(arrays or {}), {"labels": "\n".join(self.labels), "known": self.known.digest, **(notes or {})})

    def scores(self, words: Iterable[str], features: Iterable[str]) -> NDArray[np.float32]:
        """One score per label, for the words of a text and its features beyond single words: above 0 the label is likelier than not."""
        known: list[int] = []
        size = 0
        mask, places, common = len(self.rows) - 1, self.known.places, len(self.sizes)
        hashes = [crc32(feature.encode()) & mask for feature in features]
        for word in words:
            place = places.get(word)
            if place is None or place >= common:
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
