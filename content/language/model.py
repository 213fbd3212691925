"""The classifier: a text is cut into segments, and one pass per segment gives all scores.

In: texts in their plain form. Out: for each text, the probabilities of signs, topics and options;
of several segments, the highest counts. Each segment is run by itself, so that the same words get
the same score whatever is read with them. Built by `make model`. How much is read is bounded.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import onnxruntime
import yaml
from numpy.typing import NDArray
from tokenizers import Tokenizer

from content.language.model_files import FOLDER

LONGEST = 128  # tokens of a segment, including [CLS] and [SEP]
OVERLAP = 32  # tokens that two neighbouring segments share
MOST_SEGMENTS = 8  # for all texts of a request: some 3,000 characters of prose

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Scores:
    """The model's scores for one text: a probability for each label of each head."""

    signs: dict[str, float]
    topics: dict[str, float]
    options: dict[str, float]


class Model:
    """The tokenizer, the network and its labels, read once for a process."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.labels: dict[str, list[str]] = json.loads((folder / "labels.json").read_text("utf-8"))
        self._tokens = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._start, self._end = map(self._id_of, ("[CLS]", "[SEP]"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        self._session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )

    def _id_of(self, mark: str) -> int:
        number = self._tokens.token_to_id(mark)
        if number is None:
            raise ValueError(f"the tokenizer does not know {mark}")
        return int(number)

    def segments(self, text: str) -> list[list[int]]:
        """The token ids of a text in overlapping segments, each between [CLS] and [SEP]."""
        pieces = self._tokens.encode(text, add_special_tokens=False).ids
        room = LONGEST - 2
        starts = range(0, max(1, len(pieces) - OVERLAP), room - OVERLAP)
        return [[self._start, *pieces[at : at + room], self._end] for at in starts]

    def logits(self, row: Sequence[int]) -> Floats:
        """The logits of all heads for one segment."""
        pieces = np.array([row], dtype=np.int64)
        given = {"pieces": pieces, "kept": np.ones_like(pieces)}
        out: Floats = np.asarray(self._session.run(None, given)[0], dtype=np.float32)[0]
        return out

    def read(self, texts: Sequence[str]) -> list[Scores]:
        """The scores of each text. The middle of a text that is too long is not read."""
        rows = shared_out([self.segments(text) for text in texts], MOST_SEGMENTS)
        return [self._scored(np.array([self.logits(row) for row in own])) for own in rows]

    def _scored(self, logits: Floats) -> Scores:
        """For each label the highest score over the segments of a text; for `none` the lowest."""
        out: dict[str, dict[str, float]] = {}
        start = 0
        for head, labels in self.labels.items():
            part = logits[:, start : start + len(labels)]
            start += len(labels)
            if head == "signs":
                best = 1 / (1 + np.exp(-part.max(0)))
            else:
                shares = np.exp(part - part.max(1, keepdims=True))
                shares /= shares.sum(1, keepdims=True)
                best = shares.max(0)
                best[-1] = shares[:, -1].min()
            out[head] = dict(zip(labels, map(float, best), strict=True))
        return Scores(out["signs"], out["topics"], out["options"])


def shared_out(rows: list[list[list[int]]], most: int) -> list[list[list[int]]]:
    """At most `most` segments of all texts, but at least one of each: each text gets an equal
    share, from its beginning and its end.
    """
    left, waiting = most, len(rows)
    kept: dict[int, list[list[int]]] = {}
    for at in sorted(range(len(rows)), key=lambda one: len(rows[one])):
        share = max(left // waiting, 1) if left else 0
        own = rows[at]
        if len(own) > share:
            tail = share // 2
            own = own[: share - tail] + (own[len(own) - tail :] if tail else [])
        kept[at] = own
        left, waiting = left - len(own), waiting - 1
    return [kept[at] or rows[at][:1] for at in range(len(rows))]


@lru_cache(maxsize=1)
def model() -> Model:
    """The shipped model."""
    return Model()


@lru_cache(maxsize=1)
def thresholds() -> dict[str, dict[str, float]]:
    """The thresholds that `make model` set, for signs, topics, options and lists."""
    plain: dict[str, dict[str, float]] = yaml.safe_load(
        (FOLDER / "thresholds.yaml").read_text("utf-8")
    )
    return plain
