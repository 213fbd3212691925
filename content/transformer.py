"""The second reading: a small transformer that knows order, denial and tense, for the few texts where the quick tables are in doubt.

The tables and the convolutional reader (`content/encoder.py`) see words and their near neighbours. Whether “no blood since
2015” or “the tightness has gone now I mention it last night” holds a sign, they can only guess. This reads the whole sentence:
the lower layers of a public sentence model, trained further on the project's own phrases, with a head for each set of labels
(signs, topics, options). It costs as much as all the rest or more, so it is asked only where the first reading leaves a doubt.

Method: Vaswani and others, “Attention is all you need”, 2017; Devlin and others, “BERT”, 2018; a cascade of classifiers as in
Viola and Jones, 2001. `make weights` trains it (`tests/evaluation/train_transformer.py`) and writes two files: `transformer.safetensors` holds
the pieces of words, their vectors and the heads, `transformer.onnx` the layers, their matrices as signed bytes with one scale for
each column, which onnxruntime multiplies as they are (https://onnxruntime.ai). Each row is read by itself, so the same words give
the same scores whatever stands beside them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnxruntime import GraphOptimizationLevel, InferenceSession, SessionOptions

from content.encoder import Floats, Head
from content.weights import load

FILE = Path(__file__).parent / "transformer.safetensors"
LAYERS = ".onnx"  # what the layers' file ends with, whose name is otherwise the same
LONGEST = 64  # pieces of words that are read of one row
SPLIT = 12  # pieces that one word is cut into; what needs more is no word
_SILENT = 4  # onnxruntime's own log: nothing but what ends the process
Bytes = NDArray[np.int8]


def layers(path: Path) -> InferenceSession:
    """The layers in the file at `path`, to be run by the thread that asks and in no other."""
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # rows differ in length: room kept for each would only add up
    options.graph_optimization_level = GraphOptimizationLevel.ORT_ENABLE_BASIC  # with more, sums and norms are run as one, which takes twice as long
    options.log_severity_level = _SILENT
    return InferenceSession(path, options, providers=["CPUExecutionProvider"])


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
    layers: InferenceSession
    heads: dict[str, Head]

    @classmethod
    def load(cls, path: Path = FILE) -> "Transformer":
        """Read what training wrote."""
        file = load(path)
        return cls(
            WordPieces(file.words("pieces")),
            file.arrays["vectors"],
            file.floats("scales"),
            file.floats("positions"),
            layers(path.with_suffix(LAYERS)),
            {task: Head.load(file, task) for task in file.words("tasks")},
        )

    def scores(self, task: str, rows: Sequence[Sequence[str]]) -> Floats:
        """A row of scores for each row of words (at least one), for one set of labels."""
        read = np.array([self._read(self.pieces.row(row)) for row in rows], dtype=np.float32)
        return self.heads[task].scores(read)

    def _read(self, row: list[int]) -> Floats:
        """What the layers make of one row: the average of its pieces, then the strongest of each place."""
        pieces = self.vectors[row] * self.scales[row, None] + self.positions[: len(row)]
        read: Floats = self.layers.run(None, {"pieces": pieces[None]})[0][0]
        return read


@lru_cache(maxsize=1)
def transformer() -> Transformer:
    """The trained second reader."""
    return Transformer.load()
