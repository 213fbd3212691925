"""Where the screen's bounds may stand: `python -m tests.evaluation.bounds`, after `make weights`.

Reads the earlier fresh sets (nothing is trained on them, and nobody has read their misses) with both readings, and prints for each sign,
at some shares of the signs found, the bound that gives it and the share of benign texts it flags, then the same for all
signs together. `BOUNDS` and `DOUBT` in `content/screening/screen.py` are chosen from this by hand: a missed sign counts as
worse than a false flag. `--sets PATTERN` reads other sets, such as `tune_i*`, of which those that neither reading has seen.
"""

import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from content.plain_words import clauses
from content.screening.features import read as sentences_of
from content.screening.plain import plainly_named
from content.screening.screen import DOUBT, read_twice, table
from content.screening.weighing import weighing
from tests.evaluation.evaluate import Item, read
from tests.evaluation.held_out import unread

SHARES = (0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995)
NEVER = -99.0
Floats = NDArray[np.float64]


def scores_of(text: str) -> tuple[Floats, Floats]:
    """For each sign, the best of a text's windows by the first reading alone, and what both say of the text where the first leaves a doubt."""
    sentences, labels = sentences_of(clauses(text)), table().labels
    never = np.full(len(labels), NEVER)
    if not sentences:
        return never, never
    first, views = read_twice(sentences)
    named = plainly_named(sentences)
    best = never if views is None else np.maximum(never, weighing(labels).scores(views))
    return first.max(axis=0), np.where([label in named for label in labels], -NEVER, best)


def main(arguments: Sequence[str]) -> None:
    """Print the tables."""
    pattern = arguments[arguments.index("--sets") + 1] if "--sets" in arguments else "earlier*"
    items: list[Item] = [item for item in read(f"screening/{pattern}.jsonl") if unread(item["text"]) or not pattern.startswith("tune")]
    found = [scores_of(str(item["text"])) for item in items]
    first, both = np.array([one for one, _ in found]), np.array([two for _, two in found])
    labels = table().labels
    held = np.array([[label in item["signs"] for label in labels] for item in items])
    benign = ~held.any(axis=1)
    print(f"{len(items)} texts, {int(benign.sum())} of them benign; read twice: {float((both > NEVER).any(axis=1)[benign].mean()):.3f} of the benign")
    chosen = {share: np.zeros(len(labels)) for share in SHARES}
    for at, label in enumerate(labels):
        doubt = DOUBT[label]
        print(f"\n{label}: {int(held[:, at].sum())} texts; the first reading reaches {doubt} in {float((first[held[:, at], at] > doubt).mean()):.4f}")
        for share in SHARES:
            chosen[share][at] = bound = float(np.quantile(both[held[:, at], at], 1 - share, method="lower"))
            print(f"  {share:.3f} found above {bound:6.2f}: {float((both[benign, at] >= bound).mean()):.4f} of the benign flagged")
    print("\nall signs together")
    for share, bounds in chosen.items():
        print(f"  {share:.3f}: {float((both[benign] >= bounds).any(axis=1).mean()):.4f} of the benign flagged")


if __name__ == "__main__":
    main(sys.argv[1:])
