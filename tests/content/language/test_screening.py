"""The screen finds what the model or a phrase finds, and every sign when anything fails."""

from collections.abc import Callable

import pytest

from content.language.screening import screen
from content.language.warning_signs import SIGNS

CHEST = {"chest": {"signs": {"chest-pain": 0.9}}}
BLOOD = {"since monday\ni'm 60": {"signs": {"bleeding-after-menopause": 0.9}}}


def slugs(texts: list[str]) -> list[str]:
    return [sign.slug for sign in screen(*texts)]


def test_a_sign_above_its_threshold_is_found(stand_in: Callable) -> None:
    stand_in(CHEST)
    assert slugs(["my chest hurts"]) == ["chest-pain"]
    assert slugs(["my knee hurts"]) == []


def test_signs_come_most_urgent_first(stand_in: Callable) -> None:
    stand_in(CHEST)
    assert slugs(["my chest hurts", "suicide"]) == ["self-harm", "chest-pain"]


@pytest.mark.parametrize(
    "text",
    [
        "suicide",
        "Question: suicide",
        "SUICIDAL",
        "s u i c i d e",
        "headache; suicide",
        "I want to die",
        "su1cide",
        '{"query": "suicide"}',
        "suiside",
    ],
)
def test_a_red_flag_phrase_counts_in_any_dress(text: str, stand_in: Callable) -> None:
    stand_in()
    assert "self-harm" in slugs([text])


@pytest.mark.parametrize("text", ["Suicide Squad cinema times", "stroke my cat", "a good idea"])
def test_a_phrase_inside_other_words_is_left_to_the_model(text: str, stand_in: Callable) -> None:
    stand_in()
    assert slugs([text]) == []


def test_what_is_answered_no_is_not_read(stand_in: Callable) -> None:
    stand_in(CHEST)
    assert slugs(["chest pain: no\nfever: no"]) == []


def test_two_texts_are_read_together_for_her_stage_of_life(stand_in: Callable) -> None:
    stand_in(BLOOD)
    assert slugs(["blood since monday", "I'm 60"]) == ["bleeding-after-menopause"]


def test_every_sign_counts_when_reading_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise OSError("no such file")

    monkeypatch.setattr("content.language.reading.model", broken)
    assert screen("good morning") == SIGNS


def test_no_text_holds_no_sign(stand_in: Callable) -> None:
    stand_in()
    assert slugs([]) == []
    assert slugs(["", "  "]) == []
