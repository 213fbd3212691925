"""What people type comes to one plain form, whatever it is dressed in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from content.language.normalise import normalise


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Chest Pain", "chest pain"),
        ("ｃｈｅｓｔ ｐａｉｎ", "chest pain"),
        ("сhеst раin", "chest pain"),
        ("ⓢⓤⓘⓒⓘⓓⓔ", "suicide"),
        ("s.u.i.c.i.d.e", "suicide"),
        ("su1c1de", "suicide"),
        ("k*ll myself", "kill myself"),
        ("sui\u200bcide", "suicide"),
        ("I&#39;m d&eacute;prim&eacute;e", "i'm deprimee"),
        ("chest%20pain", "chest pain"),
        ("chest\\npain", "chest\npain"),
        ("<b>chest</b> pain", "chest\npain"),
        ("chestPainAndNoBreath", "chest pain and no breath"),
        ("sooooo tired", "soo tired"),
        ("a\r\nb", "a\nb"),
    ],
)
def test_one_plain_form(typed: str, plain: str) -> None:
    assert normalise(typed) == plain


@given(st.text(max_size=200))
def test_any_text_has_a_plain_form(text: str) -> None:
    assert isinstance(normalise(text), str)


def test_half_a_character_is_no_error() -> None:
    assert normalise("pain \ud800 in chest") == "pain in chest"


def test_numbers_and_doses_are_left_alone() -> None:
    assert normalise("took 30 tablets at 10.30, bp 120/80") == "took 30 tablets at 10.30, bp 120/80"
