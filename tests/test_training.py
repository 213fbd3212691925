"""The labelled texts are in one format, each in one split, with labels that exist."""

from collections import Counter

import pytest

from training.texts import NONE, REMARK, SIGNS, Text, labels, read

SPLITS = {"train", "calibrate", "report", "fresh"}


@pytest.fixture(scope="module")
def texts() -> list[Text]:
    return read()


def key(text: Text) -> str:
    return " ".join(text.text.casefold().split())


def test_every_label_is_one_that_is_known(texts: list[Text]) -> None:
    known = labels()
    for text in texts:
        assert text.split in SPLITS
        assert set(text.signs or ()) <= set(SIGNS)
        assert set(text.topics or ()) <= set(known["topics"]) - {NONE}
        assert set(text.options or ()) <= set(known["options"]) - {NONE}


def test_no_text_that_is_reported_is_trained_on(texts: list[Text]) -> None:
    held = {key(text) for text in texts if text.split in ("report", "fresh")}
    trained = [text for text in texts if text.split in ("train", "calibrate")]
    assert [t.text for t in trained if key(t) in held and len(t.text.split()) > 4] == []


def test_every_label_has_texts_to_learn_it_from(texts: list[Text]) -> None:
    counts = Counter(label for text in texts if text.split == "train" for label in (*(text.signs or ()), *(text.topics or ()), *(text.options or ())))
    wanted = [label for known in labels().values() for label in known if label != NONE]
    assert {label for label in wanted if counts[label] < 10} == set()
    assert counts[REMARK] > 1000
