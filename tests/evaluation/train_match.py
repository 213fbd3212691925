"""Train the matcher's tables from the tuning sets and the records' own names: `python -m tests.evaluation.train_match`. Needs scikit-learn.

One logistic regression per record, over hashed features; queries that name nothing covered are negatives for every
record. Options and topics are two tables: a query about the other family is a negative too, unless it is in both.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import yaml
from joblib import Parallel, delayed
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from content.linear import Linear, hashed
from content.matching.features import Names, features, mended
from content.matching.matcher import Named, phrases_of

SETS = Path(__file__).parent / "matching"
SEED = Path(__file__).resolve().parents[2] / "content" / "seed"
OUT = Path(__file__).resolve().parents[2] / "content" / "matching"
SIZE = 1 << 16
PENALTY = 20.0


def load(pattern: str) -> list[dict]:
    return [json.loads(line) for path in sorted(SETS.glob(pattern)) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def records(family: str) -> list[Named]:
    folders = ("options",) if family == "options" else ("symptoms", "conditions")
    out = []
    for folder in folders:
        for path in sorted((SEED / folder).glob("*.yaml")):
            plain = yaml.safe_load(path.read_text(encoding="utf-8"))
            aliases = plain.get("aliases")
            out.append(Named(plain["slug"], plain["name"], tuple(map(str, aliases)) if isinstance(aliases, list) else ()))
    return out


def matrix(rows: list[list[int]]) -> csr_matrix:
    values, columns, starts = [], [], [0]
    for row in rows:
        columns += sorted(row)
        values += [1 / np.sqrt(len(row) or 1)] * len(row)
        starts.append(len(columns))
    return csr_matrix((np.array(values, dtype=np.float32), columns, starts), shape=(len(rows), SIZE))


def read(names: Names, texts: Iterable[str], hide: bool = False) -> list[list[int]]:
    out = []
    for text in texts:
        parts = mended(text)
        named = {} if hide else names.inside([word for part in parts for word in part])
        out.append(hashed(features(parts, named), SIZE))
    return out


def training(family: str) -> tuple[list[str], list[tuple[str, set[str]]]]:
    """The labels, and every training query with the labels that are right for it."""
    known = records(family)
    labels = [record.slug for record in known]
    items: list[tuple[str, set[str]]] = []
    for record in known:
        items += [(text, {record.slug}) for text in (record.name, record.slug.replace("-", " "), *record.aliases)]
    mine, other = ("options_tune*.jsonl", "topics_tune*.jsonl") if family == "options" else ("topics_tune*.jsonl", "options_tune*.jsonl")
    items += [(item["text"], {item["expect"], *item.get("also", ())} & set(labels)) for item in load(mine)]
    items += [(item["text"], set()) for item in load("out_of_scope_tune*.jsonl")]
    if family == "options":
        items += [(item["text"], set()) for item in load(other)]
        items += [(text, set()) for record in records("topics") for text in (record.name, *record.aliases)]
    else:
        short = [item for item in load(other) if len(item["text"].split()) <= 4]
        items += [(item["text"], set()) for item in short]
        items += [(record.name, set()) for record in records("options")]
    return labels, items


def fit(x: csr_matrix, items: list[tuple[str, set[str]]], labels: list[str]) -> tuple[np.ndarray, np.ndarray]:
    def one(label: str) -> tuple[np.ndarray, float]:
        marks = np.array([label in right for _, right in items])
        if not marks.any():
            return np.zeros(SIZE, dtype=np.float32), -5.0
        model = LogisticRegression(C=PENALTY, solver="liblinear", class_weight={True: 4.0, False: 1.0}).fit(x, marks)
        return model.coef_[0].astype(np.float32), float(model.intercept_[0])

    fitted = Parallel(n_jobs=2)(delayed(one)(label) for label in labels)
    return np.array([weights for weights, _ in fitted]), np.array([bias for _, bias in fitted])


def main() -> None:
    for family in ("topics", "options"):
        labels, items = training(family)
        names = Names(phrases_of(records(family)))
        rows = read(names, (text for text, _ in items))
        x = matrix(rows)
        if "--cross-validate" in sys.argv:
            validate(family, labels, items, x)
            continue
        weights, biases = fit(x, items, labels)
        top = np.percentile(np.abs(weights[weights != 0]), 99.9)
        scale = np.full(len(labels), top / 127, dtype=np.float32)
        table = np.clip(np.round(weights / scale[:, None]), -127, 127).astype(np.int8).T
        Linear(tuple(labels), np.ascontiguousarray(table), scale, biases.astype(np.float32)).save(OUT / f"{family}.npz")
        print(f"{family}: {len(items)} queries, {len(labels)} records; table written")


def validate(family: str, labels: list[str], items: list[tuple[str, set[str]]], x: csr_matrix, folds: int = 4) -> None:
    """Print how often a query unseen in training is matched right, and how often one out of scope is refused."""
    places = np.random.default_rng(3).permutation(len(items)) % folds
    scores = np.zeros((len(items), len(labels)))
    for fold in range(folds):
        kept, left = np.flatnonzero(places != fold), np.flatnonzero(places == fold)
        weights, biases = fit(x[kept], [items[place] for place in kept], labels)
        scores[left] = x[left] @ weights.T + biases
    best = scores.argmax(axis=1)
    top = scores.max(axis=1)
    inside = np.array([bool(right) for _, right in items])
    right = np.array([labels[guess] in wanted for guess, (_, wanted) in zip(best, items, strict=True)])
    print(f"{family}: first guess right {right[inside].mean():.3f} of {inside.sum()}")
    for bound in (-3, -2.5, -2, -1.5, -1, -0.5, 0):
        print(
            f"  bound {bound:5.1f}: answered right {(right & (top > bound))[inside].mean():.3f}, refused {(top <= bound)[~inside].mean():.3f} of {(~inside).sum()}"
        )
    np.savez("/tmp/match_scores.npz", scores=scores, family=family)
    if "--errors" in sys.argv:
        for place in np.flatnonzero(inside & ~right)[:60]:
            print("   wrong", items[place][0][:90], "|", labels[best[place]], f"{top[place]:.1f}", "| wanted", items[place][1])
        worst = sorted(np.flatnonzero(~inside), key=lambda place: -top[place])[:60]
        for place in worst:
            print("   false", items[place][0][:90], "|", labels[best[place]], f"{top[place]:.1f}")


if __name__ == "__main__":
    main()
