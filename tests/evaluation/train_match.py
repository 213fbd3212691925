"""Train the matcher's tables from the tuning sets and the records' own names: `python -m tests.evaluation.train_match`. Needs scikit-learn.

One logistic regression per record, over hashed features; queries that name nothing covered are negatives for every
record. Options and topics are two tables: a query about the other family is a negative too, unless it is in both.
"""

import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from content.linear import Linear, hashed
from content.lists.items import items_of
from content.matching.features import Names, features
from content.matching.matcher import NONE, Named, names_of
from content.name_keys import compared, flat, mended
from content.spelling import spelling
from content.word_features import inner_features
from content.yaml_files import read_yaml
from tests.evaluation.carriers import carried
from tests.evaluation.held_out import trained_on
from tests.evaluation.train_screen import matrix

SEED = Path(__file__).resolve().parents[2] / "content" / "seed"
OUT = Path(__file__).resolve().parents[2] / "content" / "matching"
SIZE = 1 << 16
PENALTY = 20.0  # scikit-learn's C: how little the weights are held back
OWN_NAME = 0.999  # what a record's own name counts beside a query
PROSE = 0.5  # what a sentence of a record counts beside a query

CARRIED = 0.5  # what a name in a sentence made for it counts beside a query

Item = tuple[str, set[str], float]


def records(family: str) -> list[Named]:
    folders = ("options",) if family == "options" else ("symptoms", "conditions")
    out = []
    for folder in folders:
        for path in sorted((SEED / folder).glob("*.yaml")):
            plain = read_yaml(path)
            aliases = plain.get("aliases")
            out.append(Named(plain["slug"], plain["name"], tuple(map(str, aliases)) if isinstance(aliases, list) else ()))
    return out


def read(names: Names, items: Iterable[Item]) -> list[list[int]]:
    """The hashed features of each query. A record's own names are read as if they were unknown, so that words are learnt from them."""
    out = []
    for text, _, share in items:
        parts = mended(text)
        named = {} if share == OWN_NAME else names.inside(compared(flat(parts)))
        single, others = features(parts, named)
        out.append(hashed([*(feature for word in single for feature in inner_features(word)), *others], SIZE))
    return out


def training(family: str) -> tuple[list[str], list[Item]]:
    """The labels, and every training query with the labels that are right for it and how much it counts."""
    known = records(family)
    labels = [record.slug for record in known]
    mine, other = ("options_tune*.jsonl", "topics_tune*.jsonl") if family == "options" else ("topics_tune*.jsonl", "options_tune*.jsonl")
    items: list[Item] = [(item["text"], {item["expect"], *item.get("also", ())} & set(labels), 1.0) for item in trained_on(f"matching/{mine}")]
    items += [(item["text"], set(), 1.0) for item in trained_on("matching/out_of_scope_tune*.jsonl")]
    if family == "topics":
        items += [(text, {slug}, 1.0) for text, slug in listed_items(names_of(tuple(known)))]
    # A query about the other family names nothing in this one, unless it holds a name of this one; a long one often names a topic beside an option.
    names = names_of(tuple(known))
    items += [
        (item["text"], set(), 1.0)
        for item in trained_on(f"matching/{other}")
        if (family == "options" or len(item["text"].split()) <= 4) and not names.inside(compared(flat(mended(item["text"]))))
    ]
    items += [(text, {record.slug}, OWN_NAME) for record in known for text in (record.name, record.slug.replace("-", " "), *record.aliases)]
    items += [(sentence, {slug}, PROSE) for slug, sentence in prose(family)]
    items += [
        (text, right, CARRIED)
        for text, right in carried(family, ((record.slug, name) for record in known for name in (record.name, *record.aliases)))
    ]
    return [*labels, NONE], items


def listed_items(names: Names) -> Iterable[tuple[str, str]]:
    """The items of the tuning lists, each with its slug, where a list is read as so many items as it names topics."""
    for item in trained_on("matching/prep_tune*.jsonl"):
        parts = items_of(item["text"], names)
        if not item["unrecognised"] and len(parts) == len(item["expect"]):
            yield from zip((part.text for part in parts), item["expect"], strict=True)


def prose(family: str) -> Iterable[tuple[str, str]]:
    """The records' own sentences, each with its slug: they hold words that no tuning query happens to use."""
    for folder, names in (
        (("options", ("summary",)),)
        if family == "options"
        else (
            ("symptoms", ("summary", "what_it_is", "questions", "notes_to_keep")),
            ("conditions", ("summary", "what_it_is", "questions", "notes_to_keep")),
        )
    ):
        for path in sorted((SEED / folder).glob("*.yaml")):
            plain = read_yaml(path)
            for name in names:
                value = plain.get(name) or []
                for sentence in value if isinstance(value, list) else re.split(r"(?<=[.!?])\s+", value):
                    if len(sentence.split()) > 3:
                        yield plain["slug"], sentence


def fit(x: csr_matrix, items: list[Item], labels: list[str]) -> tuple[np.ndarray, np.ndarray]:
    share = np.array([weight for _, _, weight in items])

    def one(label: str) -> tuple[np.ndarray, float]:
        marks = np.array([label in right if label != NONE else not right for _, right, _ in items])
        weights = share * np.where(marks, 1.5 if label == NONE else 4.0, 1.0)
        model = LogisticRegression(C=PENALTY, solver="liblinear").fit(x, marks, sample_weight=weights)
        return model.coef_[0].astype(np.float32), float(model.intercept_[0])

    fitted = Parallel(n_jobs=2)(delayed(one)(label) for label in labels)
    return np.array([weights for weights, _ in fitted]), np.array([bias for _, bias in fitted])


def main() -> None:
    for family in ("topics", "options"):
        labels, items = training(family)
        names = names_of(tuple(records(family)))
        x = matrix(read(names, items), SIZE)
        weights, biases = fit(x, items, labels)
        top = np.percentile(np.abs(weights[weights != 0]), 99.9)
        scale = np.full(len(labels), top / 127, dtype=np.float32)
        table = np.clip(np.round(weights / scale[:, None]), -127, 127).astype(np.int8).T
        Linear.made(labels, np.ascontiguousarray(table), scale, biases.astype(np.float32), spelling()).save(OUT / f"{family}.safetensors")
        print(f"{family}: {len(items)} queries, {len(labels)} records; table written")


if __name__ == "__main__":
    main()
