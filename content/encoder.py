"""A small convolutional reader: what the screen and the matcher learn from the meaning of words, run with numpy alone.

Linear tables know only the words they were trained on; this knows which words are near one another. Each word is a
vector (begun from a public sentence model's reading of that word, then trained further on the project's own phrases);
filters over one, two and three neighbouring words look for what was learnt to matter; the strongest answer of each
filter anywhere in a text, and the average word, are weighed for each label. Three sets of labels share one reader: the
warning signs, the topics and the options. Method: Kim, “Convolutional neural networks for sentence classification”, 2014.

`make weights` trains it (`tests/evaluation/train_encoder.py`); `encoder.safetensors` holds what came out. The cost is linear in
the number of words.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from content.weights import Weights, load

FILE = Path(__file__).parent / "encoder.safetensors"
GAP, UNKNOWN, DENIED = 0, 1, 2  # the places of what is no word: the gap between sentences, a word not known, a denied word
SPAN = 3  # words the widest filter sees
AT_ONCE = 400  # words read at a time
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Head:
    """One set of labels, and how what was read is weighed for each."""

    labels: tuple[str, ...]
    weights: Floats
    bias: Floats

    @classmethod
    def load(cls, file: Weights, task: str) -> "Head":
        """The head for one set of labels."""
        return cls(file.words(f"{task}.labels"), file.floats(f"{task}.weights"), file.floats(f"{task}.bias"))

    def scores(self, rows: Floats) -> Floats:
        """A row of scores for each row of what was read."""
        found: Floats = rows @ self.weights + self.bias
        return found


@dataclass(frozen=True, slots=True)
class Reading:
    """Sentences as read, a row each: the strongest answer of every filter, the sum of the word vectors, the number of words."""

    strongest: Floats
    sums: Floats
    counts: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Encoder:
    """Word vectors (signed bytes with one scale), filters, and a head for each set of labels."""

    places: dict[str, int]
    vectors: NDArray[np.int8]
    scale: float
    filters: Floats
    bias: Floats
    heads: dict[str, Head]
    known: NDArray[np.int8]  # what the filters make of each of the commonest words, which stand first among the vectors
    known_scale: float

    @classmethod
    def load(cls, path: Path = FILE) -> "Encoder":
        """Read what training wrote."""
        file = load(path)
        return cls(
            {word: place for place, word in enumerate(file.words("words"))},
            file.arrays["vectors"],
            float(file.arrays["scale"][0]),
            file.floats("filters"),
            file.floats("bias"),
            {task: Head.load(file, task) for task in file.words("tasks")},
            file.arrays["known"],
            float(file.arrays["known_scale"][0]),
        )

    def read(self, sentences: Sequence[Sequence[str]]) -> Reading:
        """Read sentences (words, numbers classed, a denied word opened by `!`), some hundred words at a time."""
        readings = [self._read(part) for part in _parts(sentences)]
        if len(readings) == 1:
            return readings[0]
        return Reading(
            np.concatenate([reading.strongest for reading in readings]),
            np.concatenate([reading.sums for reading in readings]),
            np.concatenate([reading.counts for reading in readings]),
        )

    def scores(self, task: str, reading: Reading, groups: Sequence[Sequence[int] | slice]) -> Floats:
        """A row of scores for each group of sentences, taken together, for one set of labels."""
        return self.heads[task].scores(self.gathered(reading, groups))

    def gathered(self, reading: Reading, groups: Sequence[Sequence[int] | slice]) -> Floats:
        """What was read of each group of sentences, taken together, as a head weighs it: a row each."""
        size = self.bias.shape[0]
        rows = np.empty((len(groups), size + self.vectors.shape[1]), dtype=np.float32)
        for place, group in enumerate(groups):
            rows[place, :size] = reading.strongest[group].max(axis=0)
            rows[place, size:] = reading.sums[group].sum(axis=0) / math.sqrt(max(int(reading.counts[group].sum()), 1))
        return rows

    def _read(self, sentences: Sequence[Sequence[str]]) -> Reading:
        places = [GAP] * (SPAN - 1)
        starts = []
        for words in sentences:
            starts.append(len(places) - (SPAN - 1))
            places += [DENIED if word[0] == "!" else self.places.get(word, UNKNOWN) for word in words]
            places += [GAP] * (SPAN - 1)
        vectors = self.vectors[places] * np.float32(self.scale)
        answers = self._answers(np.array(places), vectors)
        rows = len(places) - (SPAN - 1)
        size = self.bias.shape[0] // SPAN
        found = np.empty((rows, SPAN * size), dtype=np.float32)
        block = 0
        for width in range(1, SPAN + 1):
            part = found[:, (width - 1) * size : width * size]
            part[:] = answers[:rows, block * size : (block + 1) * size]
            for step in range(1, width):
                part += answers[step : rows + step, (block + step) * size : (block + step + 1) * size]
            block += width
        strongest = np.maximum.reduceat(found, starts, axis=0) + self.bias
        np.maximum(strongest, np.maximum(self.bias, 0), out=strongest)  # what a gap answers is always among them
        counts = np.array([len(words) for words in sentences])
        return Reading(strongest, np.add.reduceat(vectors[:rows], starts, axis=0), counts)

    def _answers(self, places: NDArray[np.intp], vectors: Floats) -> Floats:
        """What the filters make of each word by itself: a block of columns for each (filter width, word under the filter)."""
        new = places >= len(self.known)
        if not new.any():
            return self.known[places] * np.float32(self.known_scale)
        answers = self.known[np.where(new, GAP, places)] * np.float32(self.known_scale)
        answers[new] = vectors[new] @ self.filters
        return answers


def _parts(sentences: Sequence[Sequence[str]]) -> list[Sequence[Sequence[str]]]:
    """The sentences in parts of about `AT_ONCE` words, so that memory stays small for any text."""
    if sum(map(len, sentences)) <= AT_ONCE:
        return [sentences]
    parts: list[list[Sequence[str]]] = [[]]
    size = 0
    for words in sentences:
        if size + len(words) > AT_ONCE and parts[-1]:
            parts.append([])
            size = 0
        parts[-1].append(words)
        size += len(words)
    return list(parts)


@lru_cache(maxsize=1)
def encoder() -> Encoder:
    """The trained reader."""
    return Encoder.load()
