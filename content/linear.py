"""Linear weights over hashed features: the learnt part of the screen and of the matcher, run with numpy alone.

A text's features are strings; each is hashed (CRC-32) to a row of a table of weights; a text's score for each label is
the sum of its rows over the square root of their number, plus a bias. The tables are trained offline from the project's
own phrases by `make weights`, rounded to signed bytes, and kept in the repository.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Linear:
    """A trained table: labels, one row of weights per hash value, a scale and a bias per label."""

    labels: tuple[str, ...]
    rows: NDArray[np.int8]
    scale: NDArray[np.float32]
    bias: NDArray[np.float32]

    @classmethod
    def load(cls, path: Path) -> "Linear":
        """Read a table as `save()` wrote it."""
        with np.load(path, allow_pickle=False) as file:
            return cls(tuple(str(label) for label in file["labels"]), file["rows"], file["scale"], file["bias"])

    def save(self, path: Path) -> None:
        """Write the table, compressed."""
        np.savez_compressed(path, labels=np.array(self.labels), rows=self.rows, scale=self.scale, bias=self.bias)

    def scores(self, features: Iterable[str]) -> NDArray[np.float32]:
        """One score per label: above 0 the label is more likely than not, as the training set has it."""
        hashes = hashed(features, len(self.rows))
        if not hashes:
            return self.bias
        summed = self.rows[hashes].sum(axis=0, dtype=np.int32)
        scores: NDArray[np.float32] = (summed * (self.scale / np.sqrt(np.float32(len(hashes)))) + self.bias).astype(np.float32)
        return scores


def hashed(features: Iterable[str], size: int) -> list[int]:
    """The distinct rows that some features fall on, in a table of `size` rows (a power of two)."""
    mask = size - 1
    return list({crc32(feature.encode()) & mask for feature in features})
