"""The second reading: the same alone as among others, total on any words, asked only in doubt, and never without bound."""

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from content import freshness
from content.matching import matcher
from content.screening import screen
from content.screening import screen as screening_package
from content.transformer import FILE, LAYERS, LONGEST, transformer
from content.vocabulary import TopicKind
from tests.evaluation import layers

ROWS = [
    ["", "no", "blood", "since", "#year"],
    ["@ended", "", "a", "smear", "of", "pink", "when", "i", "wipe"],
    ["", "!chest", "!pain", "but", "my", "arm", "is", "heavy", "", "since", "this", "morning"],
]


def test_a_row_is_read_alike_alone_and_among_longer_ones() -> None:
    together = transformer().scores("signs", ROWS)
    alone = np.concatenate([transformer().scores("signs", [row]) for row in ROWS])
    assert np.allclose(together, alone, atol=1e-4)


def read_plainly(rows: Any, kept: dict[str, Any], depth: int) -> Any:
    """What the layers' arrays make of one row, in plain single floats: nothing rounded, nothing put together."""

    def norm(name: str, rows: Any) -> Any:
        centred = rows - rows.mean(axis=-1, keepdims=True)
        return centred / np.sqrt(np.square(centred).mean(axis=-1, keepdims=True) + layers.EPSILON) * kept[name] + kept[f"{name}.bias"]

    def linear(name: str, rows: Any) -> Any:
        return rows @ (kept[name] * kept[f"{name}.scale"]) + kept[f"{name}.bias"]

    rows = norm("norm", rows)
    for number in range(depth):
        name, (length, width) = f"layer{number}", rows.shape
        queries, keys, values = linear(f"{name}.attention", rows).reshape(length, 3, layers.HEADS, -1).transpose(1, 2, 0, 3)
        looks = np.exp(queries @ keys.swapaxes(-1, -2) / math.sqrt(width / layers.HEADS))
        seen = (looks / looks.sum(axis=-1, keepdims=True) @ values).transpose(1, 0, 2).reshape(length, width)
        rows = norm(f"{name}.first_norm", rows + linear(f"{name}.gathered", seen))
        wide = linear(f"{name}.wider", rows)
        wide = 0.5 * wide * (1 + np.tanh(math.sqrt(2 / math.pi) * (wide + 0.044715 * wide**3)))
        rows = norm(f"{name}.second_norm", rows + linear(f"{name}.narrower", wide))
    return np.concatenate([rows.mean(axis=0), rows.max(axis=0)])


@pytest.mark.parametrize("words", ROWS, ids=" ".join)
def test_the_layers_read_as_their_arrays_say(words: list[str]) -> None:
    """Multiplied as bytes, they read what single floats would, but for what rounding takes."""
    reader = transformer()
    row = reader.pieces.row(words)
    pieces = reader.vectors[row] * reader.scales[row, None] + reader.positions[: len(row)]
    plain = read_plainly(pieces, layers.read(FILE.with_suffix(LAYERS)), depth=3)
    found = reader.layers.run(None, {"pieces": pieces[None]})[0][0]
    assert np.abs(found - plain).max() < 0.15
    one, other = reader.heads["signs"].scores(np.array([found, plain], dtype=np.float32))
    assert np.abs(one - other).max() < 0.3  # scores reach from about -20 to 12


def test_no_processor_cuts_off_a_product() -> None:
    """Two neighbours of a column, each multiplied by the greatest byte, fit in the sixteen bits in which some processors add them up."""
    bytes_ = {name: values for name, values in layers.read(FILE.with_suffix(LAYERS)).items() if values.dtype == np.int8}
    assert len(bytes_) == 3 * len(layers.MATRICES)
    assert max(255 * layers.pairs(values).max() for values in bytes_.values()) < 2**15


@given(st.integers(0, 2**32 - 1))
def test_a_matrix_is_made_of_bytes_that_are_never_cut_off(seed: int) -> None:
    matrix = np.random.default_rng(seed).standard_t(2, (8, 5)).astype(np.float32)
    made, scale = layers.as_bytes(matrix)
    assert layers.pairs(made).max() <= layers.TOGETHER
    assert np.abs(made * scale - matrix).max() <= scale.max() / 2 + 1e-6


def test_what_layers_are_written_is_what_is_read_back(tmp_path: Path) -> None:
    """Training further takes up the arrays that were written."""
    kept = layers.read(FILE.with_suffix(LAYERS))
    layers.write(tmp_path / "layers.onnx", kept, 3)
    again = layers.read(tmp_path / "layers.onnx")
    assert again.keys() == kept.keys()
    assert all(np.array_equal(again[name], kept[name]) for name in kept)
    assert (tmp_path / "layers.onnx").read_bytes() == FILE.with_suffix(LAYERS).read_bytes()


def test_order_matters() -> None:
    """What the tables cannot see: the same words the other way round."""
    one, other = transformer().scores("signs", [["", "not", "dead", "but", "tired"], ["", "not", "tired", "but", "dead"]])
    assert not np.allclose(one, other, atol=1e-2)


@given(st.lists(st.text(max_size=40), max_size=200))
def test_any_words_give_finite_scores(words: list[str]) -> None:
    found = transformer().scores("topics", [words])
    assert np.isfinite(found).all()
    assert len(transformer().pieces.row(words)) <= LONGEST


def test_words_are_cut_into_known_pieces() -> None:
    pieces = list(transformer().pieces.places)
    cut = [pieces[place] for place in transformer().pieces.row(["", "menopause", "!bleeding", "#year", "zzyzxq"])]
    assert cut[:2] == ["[CLS]", "."]
    assert "!" in cut
    assert "#year" in cut
    assert "".join(piece.removeprefix("##") for piece in cut[2:]).startswith("menopause!bleeding#year")


class Counted:
    """A second reader that counts what it is asked, and finds nothing."""

    def __init__(self) -> None:
        self.rows: list[int] = []
        self.pieces = transformer().pieces

    def scores(self, task: str, rows: list[list[str]]) -> Any:
        self.rows.append(len(rows))
        return transformer().scores(task, rows)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    reader = Counted()
    monkeypatch.setattr(sys.modules["content.screening.screen"], "transformer", lambda: reader)
    monkeypatch.setattr("content.matching.matcher.transformer", lambda: reader)
    return reader


@pytest.mark.django_db
def test_what_is_clear_is_not_read_twice(counted: Counted) -> None:
    catalogue = freshness.current()
    counted.rows.clear()
    named = [entry for entry in catalogue.topics.values() if entry.topic.kind != TopicKind.GUIDE]
    for entry in named:
        catalogue.topic_matcher.find(entry.topic.name)
        screen(entry.topic.name.lower())
    screen("what helps with hot flushes at work")
    screen("which foods are good for my bones")
    assert len(counted.rows) <= len(named) // 4


def test_a_long_text_has_only_so_many_windows_read_again(counted: Counted) -> None:
    most = sys.modules["content.screening.screen"].MOST
    screen("My chest is tight and my arm is numb. I want to die. There is blood again. " * 400)
    assert sum(counted.rows) <= most


def test_a_sign_is_found_though_it_stands_after_many_doubtful_windows() -> None:
    doubtful = "My mother had a stroke years ago. No chest pain. I am not suicidal. My periods are heavy. "
    assert {sign.slug for sign in screening_package(doubtful * 60 + "I am going to kill myself tonight.")} >= {"self-harm"}


def test_the_bounds_of_both_readings_are_told_for_every_family() -> None:
    assert set(matcher.DOUBT) == set(matcher.SECOND) == {"topics", "options"}
    assert all(low < matcher.BOUND[family] < high for family, (low, high) in matcher.DOUBT.items())
