"""Train the reading that tells a remark in a list from a complaint: `python -m tests.evaluation.train_remarks`. Needs scikit-learn.

One logistic regression over hashed features, as the matcher's, and over what the convolutional reader makes of the words. Parts of lists come from
`listing/`; short queries of the matcher's sets are complaints (or ask for something) too.
"""

from collections.abc import Iterable

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from content.encoder import encoder
from content.linear import Linear, hashed
from content.lists.remarks import TABLE, TASK
from content.matching.features import Names, features
from content.matching.matcher import names_of
from content.name_keys import compared, flat, mended
from content.number_words import classed
from content.spelling import spelling
from content.word_features import inner_features
from tests.evaluation.evaluate import Item
from tests.evaluation.held_out import trained_on
from tests.evaluation.train_match import records
from tests.evaluation.train_screen import matrix

SIZE = 1 << 14
PENALTY = 0.03  # scikit-learn's C
BESIDE = 10.0  # how much lighter the hashed features are held back than what the reader makes of the words
QUERY, REMARK = 0.33, 0.9  # what a query counts beside a part of a list, and a remark beside a complaint
FEW = 12  # words of the longest query that is taken for a part of a list
REMARKS = "remark"


def training() -> list[tuple[str, bool, float]]:
    """Texts, whether each is a remark, and how much it counts."""
    parts = [(item["text"], item["kind"] == REMARKS, REMARK if item["kind"] == REMARKS else 1.0) for item in trained_on("listing/parts_tune*.jsonl")]
    return [*parts, *((item["text"], False, QUERY) for item in _queries() if len(item["text"].split()) <= FEW)]


def _queries() -> Iterable[Item]:
    yield from trained_on("matching/topics_tune*.jsonl")
    yield from trained_on("matching/options_tune*.jsonl")
    yield from (item for item in trained_on("matching/out_of_scope_tune*.jsonl") if item["kind"] in ("other-illness", "other-symptom"))


def read(texts: Iterable[str], names: Names) -> tuple[csr_matrix, np.ndarray]:
    """The hashed features of each text, and what the convolutional reader makes of it; a text must hold a word."""
    rows, seen = [], []
    for text in texts:
        parts = mended(text)
        single, others = features(parts, names.inside(compared(flat(parts))))
        rows.append(hashed([*(feature for word in single for feature in inner_features(word)), *others], SIZE))
        seen.append(encoder().gathered(encoder().read([classed(words) for words in parts]), [slice(None)])[0])
    return matrix(rows, SIZE), np.array(seen)


def main() -> None:
    items = [item for item in training() if mended(item[0])]
    hashes, seen = read((text for text, _, _ in items), names_of(tuple(records("topics"))))
    spread = seen.std(axis=0).clip(1e-3)
    model = LogisticRegression(C=PENALTY, max_iter=1000)
    model.fit(
        hstack([hashes * BESIDE, csr_matrix(seen / spread)]).tocsr(),
        [remark for _, remark, _ in items],
        sample_weight=[share for _, _, share in items],
    )
    weights, meant = model.coef_[0][:SIZE, None] * BESIDE, model.coef_[0][SIZE:] / spread
    scale = np.array([np.percentile(np.abs(weights[weights != 0]), 99.9) / 127], dtype=np.float32)
    rows = np.clip(np.round(weights / scale), -127, 127).astype(np.int8)
    made = Linear.made((REMARKS,), rows, scale, model.intercept_.astype(np.float32), spelling())
    head = {f"{TASK}.weights": meant[:, None].astype(np.float16), f"{TASK}.bias": np.zeros(1, dtype=np.float16)}
    made.save(TABLE, head, {f"{TASK}.labels": REMARKS})
    print(f"{len(items)} parts and queries; table written")


if __name__ == "__main__":
    main()
