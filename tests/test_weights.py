"""The files of trained numbers: what is written is what is mapped, and a table made for other words is refused."""

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from content.linear import COMMON, Linear
from content.slips import Slips, one_less
from content.spelling import Spelling
from content.weights import load, save

KNOWN = Spelling({"hot": 3, "flush": 2})


def test_what_is_written_is_what_is_mapped(tmp_path: Path) -> None:
    arrays = {"small": np.arange(-3, 4, dtype=np.int8), "wide": np.linspace(0, 1, 6, dtype=np.float32).reshape(2, 3)}
    save(tmp_path / "some.safetensors", arrays, {"labels": "one\ntwo"})
    found = load(tmp_path / "some.safetensors")
    assert {name: values.tolist() for name, values in found.arrays.items()} == {name: values.tolist() for name, values in arrays.items()}
    assert found.words("labels") == ("one", "two")
    with pytest.raises(ValueError, match="read-only"):
        found.arrays["small"][0] = 1


def test_the_form_is_the_published_one(tmp_path: Path) -> None:
    arrays = {"small": np.arange(5, dtype=np.int8), "wide": np.arange(4, dtype=np.float32)}
    save(tmp_path / "some.safetensors", arrays, {"note": "x"})
    read = load_file(str(tmp_path / "some.safetensors"))
    assert {name: values.tolist() for name, values in read.items()} == {name: values.tolist() for name, values in arrays.items()}


def test_whoever_mapped_the_file_before_goes_on_with_that_one(tmp_path: Path) -> None:
    path = tmp_path / "some.safetensors"
    save(path, {"values": np.zeros(3, dtype=np.int8)}, {})
    before = load(path)
    save(path, {"values": np.ones(9, dtype=np.int8)}, {})
    assert before.arrays["values"].tolist() == [0, 0, 0]


def test_a_table_adds_up_known_words_as_it_would_unknown_ones(tmp_path: Path) -> None:
    rows = np.random.default_rng(1).integers(-9, 9, (64, 2), dtype=np.int8)
    made = Linear.made(["yes", "no"], rows, np.ones(2, dtype=np.float32), np.zeros(2, dtype=np.float32), KNOWN)
    made.save(tmp_path / "table.safetensors")
    read = Linear.load(tmp_path / "table.safetensors", KNOWN)
    none_known = Linear.made(["yes", "no"], rows, made.scale, made.bias, Spelling({}))
    assert read.scores(["hot", "flush"], []).tolist() == none_known.scores(["hot", "flush"], []).tolist()


def test_a_table_made_with_other_known_words_is_refused(tmp_path: Path) -> None:
    made = Linear.made(["yes"], np.zeros((64, 1), dtype=np.int8), np.ones(1, dtype=np.float32), np.zeros(1, dtype=np.float32), KNOWN)
    made.save(tmp_path / "table.safetensors")
    with pytest.raises(ValueError, match="make weights"):
        Linear.load(tmp_path / "table.safetensors", Spelling({"flush": 3, "hot": 2}))


def test_a_table_adds_up_a_rare_word_as_it_would_an_unknown_one() -> None:
    rows = np.random.default_rng(2).integers(-9, 9, (64, 2), dtype=np.int8)
    many = Spelling({**{f"common{number}": 9 for number in range(COMMON)}, "rareword": 1})
    one, zero = np.ones(2, dtype=np.float32), np.zeros(2, dtype=np.float32)
    made, none_known = (Linear.made(["yes", "no"], rows, one, zero, known) for known in (many, Spelling({})))
    assert len(made.sums) == COMMON
    assert made.scores(["rareword", "common7"], []).tolist() == none_known.scores(["rareword", "common7"], []).tolist()


def test_what_remains_of_a_word_is_found_as_by_comparing_every_letter(tmp_path: Path) -> None:
    words = ["flushes", "flush", "blush", "brush", "heart", "hearts", "earth", "aches"]  # commonest first
    Slips.made(words).save(tmp_path / "words.safetensors", "mark")
    slips = Slips.load(tmp_path / "words.safetensors", words, "mark")
    for typed in ("flus", "flusk", "lush", "hear", "haert", "eart", "ache", "zzzz", "bush", "flushess", ""):
        whole, ways = slips.of(typed)
        assert whole == next((word for word in words if typed == word or typed in one_less(word)), None)
        left = one_less(typed) - {typed}
        assert ways == {
            next(word for word in words if key == word or key in one_less(word)) for key in left if any(key == w or key in one_less(w) for w in words)
        }
    with pytest.raises(ValueError, match="make weights"):
        Slips.load(tmp_path / "words.safetensors", words, "another mark")


def test_no_known_words_have_no_slips() -> None:
    assert Slips.made([]).of("flush") == (None, set())
