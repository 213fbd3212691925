"""The second reading: a small transformer that knows order, denial and tense, for the few texts where the quick tables are in doubt.

The tables and the convolutional reader (`content/encoder.py`) see words and their near neighbours. Whether “no blood since
2015” or “the tightness has gone now I mention it last night” holds a sign, they can only guess. This reads the whole sentence:
the lower layers of a public sentence model, trained further on the project's own phrases, with a head for each set of labels
(signs, topics, options). It costs some milliseconds, so it is asked only where the first reading leaves a doubt.

Method: Vaswani and others, “Attention is all you need”, 2017; Devlin and others, “BERT”, 2018; a cascade of classifiers as in
Viola and Jones, 2001. `make weights` trains it (`tests/evaluation/train_transformer.py`); `transformer.safetensors` holds what came
out, its matrices as signed bytes with one scale for each column. Run with numpy alone; the same words give the same scores.
"""

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from content.encoder import Floats, Head
from content.weights import load

FILE = Path(__file__).parent / "transformer.safetensors"
LONGEST = 64  # pieces of words that are read of one row
SPLIT = 12  # pieces that one word is cut into; what needs more is no word
HEADS = 12  # attention heads of a layer
AT_ONCE = 96  # rows of a matrix brought to floats at a time: so few stay in the processor's own memory until they are used
_EPSILON = 1e-12
Bytes = NDArray[np.int8]


class _Scratch(threading.local):
    """Room for some rows of a matrix in each thread: fresh memory for them would cost more than the reading itself."""

    def __init__(self) -> None:
        self.room = np.empty(0, dtype=np.float32)


_scratch = _Scratch()


def _as_floats(rows: Bytes) -> Floats:
    """Some rows of a matrix as floats, until the next ones are asked for."""
    if _scratch.room.size < rows.size:
        _scratch.room = np.empty(rows.size, dtype=np.float32)
    floats = _scratch.room[: rows.size].reshape(rows.shape)
    np.copyto(floats, rows)
    return floats


@dataclass(frozen=True, slots=True)
class Linear:
    """A matrix as signed bytes with a scale for each column, and a bias."""

    matrix: Bytes
    scale: Floats
    bias: Floats

    def __call__(self, rows: Floats) -> Floats:
        made: Floats = np.zeros((len(rows), self.matrix.shape[1]), dtype=np.float32)
        for start in range(0, len(self.matrix), AT_ONCE):
            made += rows[:, start : start + AT_ONCE] @ _as_floats(self.matrix[start : start + AT_ONCE])
        made *= self.scale
        made += self.bias
        return made


@dataclass(frozen=True, slots=True)
class Norm:
    """Layer normalisation."""

    weight: Floats
    bias: Floats

    def __call__(self, rows: Floats) -> Floats:
        centred = rows - rows.mean(axis=-1, keepdims=True)
        spread = np.sqrt(np.square(centred).mean(axis=-1, keepdims=True) + np.float32(_EPSILON))
        found: Floats = centred / spread * self.weight + self.bias
        return found


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: every piece looks at every other, then each is weighed by itself."""

    attention: Linear  # queries, keys and values side by side
    gathered: Linear
    first_norm: Norm
    wider: Linear
    narrower: Linear
    second_norm: Norm

    def __call__(self, flat: Floats, kept: NDArray[np.bool_], mask: Floats) -> Floats:
        """`flat`: the pieces of all rows, one after another; `kept`: where they stand in a row, the shorter rows being filled up only to look."""
        (rows, length), width = kept.shape, flat.shape[1]
        parts = np.zeros((rows, length, 3 * width), dtype=np.float32)
        parts[kept] = self.attention(flat)
        queries, keys, values = parts.reshape(rows, length, 3, HEADS, width // HEADS).transpose(2, 0, 3, 1, 4)
        looks = queries @ keys.swapaxes(-1, -2) * np.float32(1 / math.sqrt(width // HEADS)) + mask
        looks = np.exp(looks - looks.max(axis=-1, keepdims=True))
        looks /= looks.sum(axis=-1, keepdims=True)
        seen = (looks @ values).transpose(0, 2, 1, 3).reshape(rows, length, width)[kept]
        flat = self.first_norm(flat + self.gathered(seen))
        return self.second_norm(flat + self.narrower(_gelu(self.wider(flat))))


def _gelu(values: Floats) -> Floats:
    """The Gaussian error linear unit, by its usual approximation. Source: Hendrycks and Gimpel, 2016."""
    inner = np.float32(math.sqrt(2 / math.pi)) * (values + np.float32(0.044715) * values * values * values)
    found: Floats = np.float32(0.5) * values * (1 + np.tanh(inner))
    return found


class WordPieces:
    """Words cut into the longest pieces that are known. Source: Wu and others, “Google's neural machine translation system”, 2016."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self.places = {piece: place for place, piece in enumerate(pieces)}
        self._gap, self._denied = self.places["."], self.places["!"]
        self._start, self._unknown = self.places["[CLS]"], self.places["[UNK]"]

    def row(self, words: Sequence[str]) -> list[int]:
        """The pieces of a row of words: an empty word is a gap between sentences, `!` opens a denied word, `#` and `@` open classes."""
        out = [self._start]
        for word in words:
            if len(out) >= LONGEST:
                break
            if not word:
                out.append(self._gap)
            elif word[0] in "#@":
                out.append(self.places.get(word, self._unknown))
            elif word[0] == "!":
                out.append(self._denied)
                out += self._cut(word[1:])
            else:
                out += self._cut(word)
        return out[:LONGEST]

    def fits(self, words: Sequence[str]) -> bool:
        """Whether the whole row is read."""
        return len(self.row(words)) < LONGEST

    def _cut(self, word: str) -> list[int]:
        whole = self.places.get(word)
        if whole is not None:
            return [whole]
        out: list[int] = []
        start = 0
        while start < len(word) and len(out) <= SPLIT:
            for end in range(min(len(word), start + 20), start, -1):
                place = self.places.get(word[start:end] if not start else f"##{word[start:end]}")
                if place is not None:
                    out.append(place)
                    start = end
                    break
            else:
                return [self._unknown]
        return out if len(out) <= SPLIT else [self._unknown]


@dataclass(frozen=True, slots=True)
class Transformer:
    """Pieces, their vectors, the layers, and a head for each set of labels."""

    pieces: WordPieces
    vectors: Bytes
    scales: Floats  # one for each piece
    positions: Floats
    norm: Norm
    layers: tuple[Layer, ...]
    heads: dict[str, Head]

    @classmethod
    def load(cls, path: Path = FILE) -> "Transformer":
        """Read what training wrote."""
        file = load(path)

        def linear(name: str) -> Linear:
            return Linear(file.arrays[name], file.floats(f"{name}.scale"), file.floats(f"{name}.bias"))

        def norm(name: str) -> Norm:
            return Norm(file.floats(name), file.floats(f"{name}.bias"))

        def layer(number: int) -> Layer:
            name = f"layer{number}"
            return Layer(
                linear(f"{name}.attention"),
                linear(f"{name}.gathered"),
                norm(f"{name}.first_norm"),
                linear(f"{name}.wider"),
                linear(f"{name}.narrower"),
                norm(f"{name}.second_norm"),
            )

        return cls(
            WordPieces(file.words("pieces")),
            file.arrays["vectors"],
            file.floats("scales"),
            file.floats("positions"),
            norm("norm"),
            tuple(layer(number) for number in range(int(file.notes["layers"]))),
            {task: Head.load(file, task) for task in file.words("tasks")},
        )

    def scores(self, task: str, rows: Sequence[Sequence[str]]) -> Floats:
        """A row of scores for each row of words (at least one), for one set of labels."""
        places = [self.pieces.row(row) for row in rows]
        lengths, pieces = np.array([len(row) for row in places]), np.concatenate(places)
        kept = np.arange(lengths.max()) < lengths[:, None]
        flat = self.norm(self.vectors[pieces] * self.scales[pieces, None] + self.positions[np.nonzero(kept)[1]])
        mask = np.where(kept, np.float32(0), np.float32(-1e9))[:, None, None, :]
        for layer in self.layers:
            flat = layer(flat, kept, mask)
        starts = np.cumsum(lengths) - lengths
        average = np.add.reduceat(flat, starts) / lengths[:, None]
        strongest = np.maximum.reduceat(flat, starts)
        return self.heads[task].scores(np.concatenate([average, strongest], axis=1).astype(np.float32))


@lru_cache(maxsize=1)
def transformer() -> Transformer:
    """The trained second reader."""
    return Transformer.load()
