"""Forms and records say by marks and answers what is affirmed; sentences stay as they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from content.language.structured_input import affirmed


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (
            '{"chest_pain": true, "fever": false, "notes": "since Monday"}',
            "chest pain\nsince Monday",
        ),
        (
            '[{"symptom": "slurred speech", "present": false}, {"symptom": "flushes", '
            '"present": true}]',
            "flushes",
        ),
        ('"I want to die"', "I want to die"),
        ("Chest pain? No\nHot flushes? yes", "Hot flushes"),
        ("Chest pain?\nno\nLow mood?\nYes", "Low mood"),
        ("☑ hot flushes ☐ chest pain\n☑ bleeding", "hot flushes\nbleeding"),
        ("[ ] chest pain\n[x] night sweats", "night sweats"),
        ("night sweats ✓ chest pain ✗", "night sweats"),
        ("- chest pain (no)\n- low mood (yes)", "low mood"),
        ("suicidal ideation 0/10", ""),
    ],
)
def test_only_what_is_affirmed_is_kept(typed: str, kept: str) -> None:
    assert affirmed(typed).replace("\n\n", "\n").strip() == kept


def test_what_is_denied_keeps_its_place() -> None:
    assert affirmed("☐ chest pain\n☑ bleeding") == "\nbleeding"
    assert affirmed("cough: no, fever: yes") == ",fever"


@pytest.mark.parametrize(
    "typed",
    [
        "Speech clear: no",
        "Can lift both arms: no",
        "Any reason to live: no",
        "I had chest pain, no, it was a stitch",
        "Question: suicide",
        "{ not json",
        "I can't sleep - no idea why",
    ],
)
def test_what_is_no_form_stays_as_it_is(typed: str) -> None:
    assert affirmed(typed) == typed


def test_a_table_keeps_its_yes() -> None:
    kept = affirmed("| Chest pain | No |\n| Hot flushes | Yes |")
    assert "Hot flushes" in kept
    assert "Chest pain" not in kept


def test_nested_without_end_is_no_error() -> None:
    assert affirmed("[" * 3000 + "]" * 3000) is not None


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert isinstance(affirmed(text), str)
