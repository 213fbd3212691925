"""Both readings of a text, weighed together: how likely, for each sign, what they say of its views makes it that the text holds one.

Method: logistic regression over a few numbers that are the same for every text: what both readings say of the view that
speaks for the sign the most, how far another view agrees, how many views were in doubt at all, how much of the text that
view is, and whether some other sign would explain it. What one view says alone is not enough: of many views of a long
text the strongest is high by chance. `tests/evaluation/train_weighing.py` fits the weights on texts that neither reading
was trained on, and writes them into `weighing.yaml`.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from content.encoder import Floats
from content.yaml_files import read_yaml

FILE = Path(__file__).parent / "weighing.yaml"
# What is weighed: of the view that speaks for the sign the most, the first reading, the second, what the second says of the
# other sign that is likeliest there, and whether it is a sentence by itself; the next best view; logarithms of the words of
# the text, of those of that view, and of how many views were in doubt.
NUMBERS = ("first", "second", "other", "alone", "next", "words", "words_of_view", "in_doubt")
LEAST = -6.5  # what the second reading says at least: below, it is as sure as it can be
SECOND = 2.5  # how much the second reading counts beside the first where the view is chosen that speaks the most,
BY_ITSELF = 5.0  # and how much less a sentence by itself: what stands about it may explain it


@dataclass(frozen=True, slots=True)
class Views:
    """The views of a text that were read twice, at least one: a row of scores each, a column for each sign."""

    places: tuple[int, ...]  # which of all views of the text they are
    first: Floats  # minus infinity where the view is not weighed for the sign
    second: Floats
    alone: NDArray[np.bool_]  # whether the view is one sentence of several
    words: NDArray[np.int64]  # of each view
    of_text: int  # words of the whole text


def numbers(views: Views) -> Floats:
    """What is weighed, a row for each sign in the order of `NUMBERS`; minus infinity throughout where no view was weighed for it."""
    second = np.maximum(views.second, LEAST)
    strength = views.first + SECOND * second - BY_ITSELF * views.alone[:, None]
    weighed = np.isfinite(strength)
    signs = np.arange(strength.shape[1])
    order = np.argsort(-strength, axis=0, kind="stable")
    best = order[0]
    follows = order[min(1, len(order) - 1)]
    follows = np.where(weighed[follows, signs], follows, best)
    others = np.array([np.delete(second[place], sign).max() for sign, place in enumerate(best)])
    found = np.stack(
        [
            views.first[best, signs],
            second[best, signs],
            others,
            views.alone[best],
            strength[follows, signs],
            np.full(len(signs), np.log(max(views.of_text, 1))),
            np.log(np.maximum(views.words[best], 1)),
            np.log(np.maximum(weighed.sum(axis=0), 1)),
        ],
        axis=1,
    )
    some: NDArray[np.bool_] = np.any(weighed, axis=0, keepdims=True).T
    return np.where(some, found, -np.inf)


@dataclass(frozen=True, slots=True)
class Weighing:
    """The fitted weights: a row for each sign, in the order of the table's labels."""

    weights: Floats
    bias: Floats

    @classmethod
    def load(cls, labels: tuple[str, ...], path: Path = FILE) -> "Weighing":
        """What was fitted, for these labels."""
        fitted = read_yaml(path)
        return cls(
            np.array([[fitted[label][name] for name in NUMBERS] for label in labels]),
            np.array([fitted[label]["bias"] for label in labels]),
        )

    def scores(self, views: Views) -> Floats:
        """How strongly a text speaks of each sign: the logarithm of the odds in the sets it was fitted on; minus infinity for a sign of no view."""
        weighed = numbers(views)
        present = np.isfinite(weighed)
        found: Floats = np.where(present, weighed * self.weights, -np.inf).sum(axis=1) + self.bias
        return found


@lru_cache(maxsize=1)
def weighing(labels: tuple[str, ...]) -> Weighing:
    """The fitted weights."""
    return Weighing.load(labels)
