"""The second reading: the same alone as among others, total on any words, asked only in doubt, and never without bound."""

import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from content import freshness
from content.matching import matcher
from content.screening import screen
from content.screening import screen as screening_package
from content.transformer import LONGEST, transformer

ROWS = [
    ["", "no", "blood", "since", "#year"],
    ["@ended", "", "a", "smear", "of", "pink", "when", "i", "wipe"],
    ["", "!chest", "!pain", "but", "my", "arm", "is", "heavy", "", "since", "this", "morning"],
]


def test_a_row_is_read_alike_alone_and_among_longer_ones() -> None:
    together = transformer().scores("signs", ROWS)
    alone = np.concatenate([transformer().scores("signs", [row]) for row in ROWS])
    assert np.allclose(together, alone, atol=1e-3)


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
    for entry in catalogue.topics.values():
        catalogue.topic_matcher.find(entry.topic.name)
        screen(entry.topic.name.lower())
    screen("what helps with hot flushes at work")
    screen("which foods are good for my bones")
    assert len(counted.rows) <= len(catalogue.topics) // 4


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
