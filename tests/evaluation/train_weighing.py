"""Fit how both readings of a text are weighed together: part of `make weights`, behind both readings.

Fitted on the tuning texts of which neither reading has seen one (`held_out.py`), since of what a reading has learnt it
is surer than it should be. Logistic regression with a small ridge, one for each sign, against the harmless texts. Writes `content/screening/weighing.yaml`. The bounds are chosen afterwards (`python -m tests.evaluation.bounds`).
"""

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from content.plain_words import clauses
from content.screening.features import read as sentences_of
from content.screening.plain import plainly_named
from content.screening.screen import read_twice, table
from content.screening.weighing import FILE, NUMBERS, numbers
from tests.evaluation.evaluate import read
from tests.evaluation.held_out import unread

RIDGE = 30.0  # on standardised numbers, of some thousands of texts
Array = NDArray[np.float64]


def fitted(rows: Array, held: Array) -> tuple[Array, float]:
    """Weights and bias of a logistic regression, in the units of `rows`."""
    middle, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    found = LogisticRegression(C=1 / RIDGE, solver="newton-cholesky", tol=1e-8).fit((rows - middle) / spread, held)
    weights = found.coef_[0] / spread
    return weights, float(found.intercept_[0] - (weights * middle).sum())


def main() -> None:
    """Read the texts, fit, write."""
    labels = table().labels
    rows: list[Array] = []
    held: list[list[bool]] = []
    for item in read("screening/tune*.jsonl"):
        sentences = sentences_of(clauses(item["text"])) if unread(item["text"]) else []
        _, views = read_twice(sentences) if sentences and not plainly_named(sentences) else (None, None)
        if views is not None:
            rows.append(numbers(views))
            held.append([label in item["signs"] for label in labels])
    weighed, holds = np.array(rows), np.array(held)
    harmless = ~holds.any(axis=1)
    lines = ["# Written by `python -m tests.evaluation.train_weighing`: what each number of `weighing.py` counts for, sign by sign.\n"]
    for place, label in enumerate(labels):
        used = (harmless | holds[:, place]) & np.isfinite(weighed[:, place]).all(axis=1)
        weights, bias = fitted(weighed[used, place], holds[used, place].astype(float))
        lines.append(f"{label}:\n" + "".join(f"  {name}: {value:.4f}\n" for name, value in zip((*NUMBERS, "bias"), (*weights, bias), strict=True)))
        print(f"{label}: {int(used.sum())} texts, {int(holds[used, place].sum())} of them with the sign")
    FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
