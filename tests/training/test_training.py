"""The labelled texts are in one format, each in one split, with labels that exist."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from training.package import SHIPPED, check, may_saturate
from training.texts import (
    MODEL,
    NONE,
    REMARK,
    SIGNS,
    Text,
    data_digest,
    labels,
    languages_digest,
    read,
    reading_digest,
)

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
    counts = Counter(
        label
        for text in texts
        if text.split == "train"
        for label in (*(text.signs or ()), *(text.topics or ()), *(text.options or ()))
    )
    wanted = [label for known in labels().values() for label in known if label != NONE]
    assert {label for label in wanted if counts[label] < 10} == set()
    assert counts[REMARK] > 1000


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """A folder of shipped files with a manifest that agrees."""
    for name in SHIPPED:
        (tmp_path / name).write_text(name, "utf-8")
    files = {name: hashlib.sha256(name.encode()).hexdigest() for name in SHIPPED}
    manifest = {
        "files": files,
        "data": data_digest(),
        "reading": reading_digest(),
        "languages": languages_digest(),
    }
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return tmp_path


def test_what_is_shipped_is_what_was_made() -> None:
    assert check() == []


def test_no_product_of_the_shipped_model_may_saturate() -> None:
    """So that every processor, with VNNI or without, gives the same scores."""
    assert may_saturate(MODEL / "model.onnx") == []


def test_shipped_files_agree_with_their_manifest(shipped: Path) -> None:
    assert check(shipped) == []


def test_a_file_that_was_changed_is_named(shipped: Path) -> None:
    (shipped / "thresholds.yaml").write_text("other", "utf-8")
    assert check(shipped) == ["thresholds.yaml"]
