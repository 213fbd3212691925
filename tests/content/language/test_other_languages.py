"""Other languages than English: signs are heard, names found, and English left alone."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from content.language.languages import languages
from content.language.other_languages import LONGEST, detect, folded, segments
from content.language.other_names import named
from content.language.screening import read_and_screen, screen
from content.language.warning_signs import BY_SLUG, SIGNS, urgent_text
from training.texts import GUIDES, LANGUAGES, SLICES, json_lines, read, records

STATEMENTS = json_lines(SLICES / "other-languages.jsonl")
OPTIONS = {record.slug for record in records() if record.family == "options"}
TOPICS = {record.slug for record in records() if record.family == "topics"} | set(GUIDES)


@pytest.mark.parametrize("code", languages())
def test_each_language_has_its_sentences_and_all_topics(code: str) -> None:
    language = languages()[code]
    assert set(language.lead) == set(BY_SLUG)
    assert all(language.lead.values())
    assert language.not_understood
    assert set(language.names) == TOPICS
    assert set(language.options) <= OPTIONS
    assert all(language.names.values())


@pytest.mark.parametrize("code", languages())
def test_each_language_has_texts_of_every_sign_and_harmless_ones(code: str) -> None:
    rows = json_lines(LANGUAGES / f"{code}.jsonl")
    assert all(row["text"].strip() and set(row["signs"]) <= set(BY_SLUG) for row in rows)
    for sign in BY_SLUG:
        assert sum(sign in row["signs"] for row in rows) >= 45, sign
    assert sum(not row["signs"] for row in rows) >= 120


def test_no_language_has_texts_without_sentences() -> None:
    assert {path.stem for path in LANGUAGES.glob("*.jsonl")} == set(languages())


def test_plain_statements_are_heard_and_harmless_ones_are_not() -> None:
    signs = [row for row in STATEMENTS if row["signs"]]
    missed = [row["text"] for row in signs if not set(row["signs"]) & detect(row["text"]).signs]
    harmless = [row["text"] for row in STATEMENTS if not row["signs"]]
    flagged = [text for text in harmless if detect(text).signs]
    assert len(missed) <= 0.1 * len(signs), missed
    assert len(flagged) <= 0.03 * len(harmless), flagged


def test_english_is_left_to_the_model() -> None:
    texts = [text.text for text in read("reported.jsonl") if text.signs == ()][::4]
    assert len(texts) > 500
    flagged = [text for text in texts if detect(text).signs]
    assert len(flagged) <= 0.002 * len(texts), flagged


@pytest.mark.parametrize(
    "text", ["fezolinetant", "hot flushes", "menopauze symptons", "gabapentin"]
)
def test_english_names_and_slips_are_no_other_language(text: str) -> None:
    assert detect(text).foreign is None
    assert detect(text).signs == frozenset()


def test_a_sign_inside_a_longer_message_is_heard() -> None:
    text = "Hola, tengo 52 años y muchos sofocos por la noche. No duermo bien. Quiero suicidarme."
    assert "self-harm" in detect(text).signs


def test_the_middle_of_a_very_long_text_costs_no_more() -> None:
    for text in ("dolor de cabeza. " * 50_000, "a" * 50_000):
        assert sum(map(len, segments(text))) <= 4 * LONGEST


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("Menopausia Précoz", "menopausia precoz"),
        ("ÂM ĐẠO", "am dao"),
        ("نَزيفٌ", "نزيف"),
        ("یائسگی", "يائسگي"),
        ("क़", "क"),
        ("が", "が"),
        ("۶۲", "62"),
    ],
)
def test_what_people_leave_out_makes_no_difference(typed: str, same: str) -> None:
    assert folded(typed) == folded(same)


def test_escapes_are_undone() -> None:
    assert segments("dolor%20de%20pecho")[0] == "dolor de pecho"
    assert segments("\\u0440\\u0443\\u043a\\u0430 &eacute;")[0] == "рука e"


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    assert detect(text).signs <= set(BY_SLUG)
    named(text, detect(text))
    assert detect(text).foreign in {None, *languages()}


@pytest.mark.parametrize(
    ("words", "topics"),
    [
        ("Hitzewallungen", ("hot-flushes",)),
        ("Qué puedo hacer con los sofocos", ("hot-flushes",)),
        ("更年期失眠怎么办", ("sleep-problems",)),
        ("gelenkschmerzen", ("joint-pain",)),
        ("安眠", ()),
        ("xyzzy", ()),
    ],
)
def test_topics_are_found_by_name(words: str, topics: tuple[str, ...]) -> None:
    assert set(topics) <= set(named(words, detect(words))[0])
    assert bool(named(words, detect(words))[0]) == bool(topics)


def test_options_are_found_by_name() -> None:
    assert named("Beckenbodentraining", detect("Beckenbodentraining"))[1] == (
        "pelvic-floor-muscle-training",
    )


@pytest.mark.parametrize("words", ["pain", "sport", "gift", "weather tomorrow", "doctor"])
def test_english_words_name_nothing_here(words: str) -> None:
    assert named(words, detect(words)) == ((), ())


def test_a_language_that_is_certain_is_named() -> None:
    assert detect("Wie wird morgen das Wetter in Berlin und was soll ich anziehen").foreign == "de"
    assert detect("明天去哪里玩").foreign == "zh"
    assert detect("what will the weather be like tomorrow").foreign is None


def test_the_screen_hears_every_language(stand_in: Callable) -> None:
    stand_in()
    assert [sign.slug for sign in screen("Ich will mich umbringen")] == ["self-harm"]
    assert read_and_screen(["hot flushes", "Ich will mich umbringen"]).language == "de"


def test_every_sign_counts_when_the_table_fails(
    stand_in: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise OSError("no such file")

    stand_in()
    monkeypatch.setattr("content.language.other_languages.table", broken)
    assert screen("buenos días") == SIGNS
    assert read_and_screen(["buenos días"]).language is None


@pytest.mark.parametrize("code", languages())
def test_the_sentence_in_her_language_stands_first(code: str) -> None:
    sign = SIGNS[0]
    text = urgent_text([sign], code)
    assert text == f"{languages()[code].lead[sign.slug]}\n\n{sign.urgent}"


def test_each_sign_has_its_sentence_before_the_english() -> None:
    lead = languages()["es"].lead
    text = urgent_text(SIGNS, "es") or ""
    assert text.startswith(" ".join(lead[sign.slug] for sign in SIGNS) + "\n\nMore than one")
    assert urgent_text(SIGNS, None) == urgent_text(SIGNS, "en") == text.split("\n\n", 1)[1]
