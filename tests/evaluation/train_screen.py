"""Train the screen's table from the tuning sets: `python -m tests.evaluation.train_screen`. Needs scikit-learn.

One logistic regression per sign over hashed features. A long text is a bag of windows: its best window stands for it
when it holds the sign, all of its windows when it does not. Two rounds: the first on short texts, the second on all.
"""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from content.linear import Linear, hashed
from content.plain_words import clauses
from content.screening.features import Sentence, features, read, stage_of, windows, words_in
from content.spelling import spelling
from content.word_features import inner_features
from content.yaml_files import read_yaml
from tests.evaluation.evaluate import SIGNS
from tests.evaluation.held_out import trained_on

SIZE = 1 << 17
PENALTY = 30.0  # scikit-learn's C: how little the weights are held back

CONTENT = Path(__file__).resolve().parents[2] / "content"

Item = dict[str, object]


def own_names() -> list[Item]:
    """The records' own slugs, names and aliases: benign by definition, whatever word they share with a sign."""
    texts: dict[str, None] = {}
    for path in sorted((CONTENT / "seed").glob("*/*.yaml")):
        plain = read_yaml(path)
        texts |= dict.fromkeys((plain["name"], plain["slug"].replace("-", " "), *map(str, plain.get("aliases") or ())))
    return [{"text": text, "signs": [], "kind": "other-set"} for text in texts]


def training(seed: int = 1) -> list[Item]:
    """Every text the screen learns from: its own tuning sets, and the matcher's, all of which are taken to hold no sign.

    Texts run together are others for another `seed`.
    """
    items = trained_on("screening/tune*.jsonl")
    others = [item for item in trained_on("matching/*tune*.jsonl") if "unrecognised" not in item]
    return [*items, *({**item, "signs": [], "kind": "other-set"} for item in others), *own_names(), *mixed(items, others, seed)]


def mixed(items: list[Item], others: list[Item], seed: int) -> Iterator[Item]:
    """The same texts run together, as they come in lists, in long sentences without a stop and in long posts: a sign is one wherever it stands.

    As many without a sign as with one, and made of the same parts, so that nothing but the sign tells them apart.
    """
    rng = random.Random(10 + seed)
    held = [item for item in items if item["signs"] and len(str(item["text"]).split()) <= 14]
    near = [_bare(item) for item in items if not item["signs"] and len(str(item["text"]).split()) <= 14]
    quiet = [_bare(item) for item in others if len(str(item["text"]).split()) <= 12]
    long_held = [item for item in items if item["signs"] and len(str(item["text"]).split()) <= 40]
    long_near = [str(item["text"]) for item in items if not item["signs"] and len(str(item["text"]).split()) <= 40]
    long_quiet = [str(item["text"]) for item in others if 8 <= len(str(item["text"]).split()) <= 40]
    names = [str(item["text"]) for item in own_names() if len(str(item["text"]).split()) <= 3]

    def joined(parts: list[str], between: tuple[str, ...]) -> str:
        return parts[0] + "".join(rng.choice(between) + part for part in parts[1:])

    def with_and_without(sign: Item, benign: str, pool: list[str], most: int, between: tuple[str, ...], kind: str) -> Iterator[Item]:
        for text, signs in ((_bare(sign), sign["signs"]), (benign, [])):
            parts = rng.sample(pool, rng.randint(1, most))
            parts.insert(rng.randint(0, len(parts)), text)
            yield {"text": joined(parts, between), "signs": signs, "kind": kind}

    commas, run_on, stops = (", ", ", ", "; ", " and "), (" and ", ", ", " but ", " also ", " ", " - "), (". ", ". ", "! ", "\n", ".\n\n")
    for _ in range(900):
        yield from with_and_without(rng.choice(held), rng.choice(names), names, 3, commas, "list")
    for _ in range(900):
        yield from with_and_without(rng.choice(held), rng.choice((*near, rng.choice(quiet))), quiet, 2, run_on, "run-on")
    for _ in range(1500):
        yield from with_and_without(rng.choice(long_held), rng.choice(long_near), long_quiet, 3, stops, "post")
    for _ in range(400):
        one, other = rng.sample(held, 2)
        yield {"text": joined([_bare(one), str(other["text"])], run_on), "signs": sorted({*one["signs"], *other["signs"]}), "kind": "run-on"}  # type: ignore[misc]
        yield {"text": joined(rng.sample(near, 2), run_on), "signs": [], "kind": "run-on"}


def _bare(item: Item) -> str:
    return str(item["text"]).rstrip(".!? ")


def bags(texts: Iterable[str]) -> list[list[list[int]]]:
    """Each text as the hashed features of its windows."""
    out = []
    for text in texts:
        whole = read(clauses(text))
        stage = stage_of(whole)
        out.append([hashed(_all(whole[span], stage), SIZE) for span in windows(whole)] or [[]])
    return out


def _all(window: list[Sentence], stage: set[str]) -> list[str]:
    return [*(feature for word in words_in(window) for feature in inner_features(word)), *features(window, stage)]


def matrix(rows: list[list[int]], size: int) -> csr_matrix:
    """Rows of hashed features, `size` columns wide; each row is weighed down by the root of its length."""
    values, columns, starts = [], [], [0]
    for row in rows:
        columns += row
        values += [1 / np.sqrt(len(row) or 1)] * len(row)
        starts.append(len(columns))
    made = csr_matrix((np.array(values, dtype=np.float32), columns, starts), shape=(len(rows), size))
    made.sum_duplicates()
    return made


def fit(read_bags: list[list[list[int]]], labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights (SIZE × signs) and biases."""
    weights, biases = np.zeros((SIZE, len(SIGNS)), dtype=np.float32), np.zeros(len(SIGNS), dtype=np.float32)
    for sign in range(len(SIGNS)):
        rows, marks = [], []
        for bag, label in zip(read_bags, labels[:, sign], strict=True):
            if len(bag) == 1:
                rows.append(bag[0])
                marks.append(label)
        model = LogisticRegression(C=PENALTY, max_iter=300, class_weight="balanced").fit(matrix(rows, SIZE), marks)
        for bag, label in zip(read_bags, labels[:, sign], strict=True):
            if len(bag) > 1:
                if label:
                    best = int(np.argmax(model.decision_function(matrix(bag, SIZE))))
                    rows.append(bag[best])
                    marks.append(True)
                else:
                    rows += bag
                    marks += [False] * len(bag)
        model = LogisticRegression(C=PENALTY, max_iter=300, class_weight="balanced").fit(matrix(rows, SIZE), marks)
        weights[:, sign], biases[sign] = model.coef_[0], model.intercept_[0]
    return weights, biases


def table(weights: np.ndarray, biases: np.ndarray) -> Linear:
    """The weights rounded to signed bytes."""
    top = np.percentile(np.abs(weights[weights != 0]), 99.95)
    scale = np.full(weights.shape[1], top / 127, dtype=np.float32)
    return Linear.made(SIGNS, np.clip(np.round(weights / scale), -127, 127).astype(np.int8), scale, biases.astype(np.float32), spelling())


def main() -> None:
    items = training()
    read_bags = bags(str(item["text"]) for item in items)
    labels = np.array([[sign in item["signs"] for sign in SIGNS] for item in items])  # type: ignore[operator]
    table(*fit(read_bags, labels)).save(CONTENT / "screening" / "weights.safetensors")
    print(f"{len(items)} texts, {sum(map(len, read_bags))} windows; table written")


if __name__ == "__main__":
    main()
