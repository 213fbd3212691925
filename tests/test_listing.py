"""Lists for the doctor that say what she has not, that count, that run on, and that hold remarks."""

import pytest

from content import freshness
from content.answers.resolve import NotCovered
from content.lists.denials import is_denied
from content.lists.items import items_of
from content.lists.remarks import is_no_item, remark_score
from content.lists.ticked import hers
from tests.reading import listed

pytestmark = pytest.mark.django_db


def found_in(words: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return listed(freshness.current(), words, urgent=False)


@pytest.mark.parametrize(
    "words",
    [
        "Hot flushes ✅ Headaches ❌ Joint pain ✅",
        "hot flushes ✔️ headaches ✖️ joint pain ✔️",
        "✓ hot flushes\n✗ headaches\n✓ joint pain",
        "[x] hot flushes [ ] headaches [x] joint pain",
        "[X] hot flushes\n[ ] headaches\n[X] joint pain",
        "☑ hot flushes ☐ headaches ☑ joint pain",
        "hot flushes (tick) headaches (cross) joint pain (tick)",
        "My list: ✓ hot flushes ✗ headaches ✓ joint pain",
        "Hot flushes: yes. Headaches: no. Joint pain: yes.",
        "hot flushes - yes\nheadaches - nope\njoint pain - yes",
        "hot flushes? yes headaches? no",
        "Hot flushes Y / Headaches N / Joint pain Y",
        "hot flushes = y, headaches = n, joint pain = y",
        "hot flushes, no headaches, joint pain",
        "hot flushes; denies any headaches; joint pain",
        "hot flushes, joint pain, I don't get headaches",
        '{"hot_flushes": true, "headaches": false, "joint_pain": "in my hands"}',
        '{"symptoms": [{"name": "hot flushes"}, "joint pain"], "headaches": null}',
        '["hot flushes", "joint pain"]',
        "| symptom | has it |\n|---|---|\n| hot flushes | yes |\n| headaches | no |\n| joint pain | yes |",
    ],
)
def test_what_a_list_says_she_has_not_is_not_hers(words: str) -> None:
    slugs, _ = found_in(words)
    assert "headaches" not in slugs
    assert "hot-flushes" in slugs
    assert "?" in words or "joint-pain" in slugs


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("no energy, hot flushes", "fatigue"),
        ("no sex drive, hot flushes", "low-libido"),
        ("libido: no, hot flushes: yes", "low-libido"),
        ("Sleep: no. Hot flushes: yes.", "sleep-problems"),
        ("hot flushes, can't sleep", "sleep-problems"),
    ],
)
def test_the_lack_of_what_one_should_have_is_hers(words: str, slug: str) -> None:
    assert slug in found_in(words)[0]


def test_a_list_of_nothing_but_noes_names_nothing() -> None:
    with pytest.raises(NotCovered):
        found_in("Hot flushes: no. Headaches: no.")


@pytest.mark.parametrize(
    ("words", "slugs"),
    [
        ("- [ ] hot flushes\n- [ ] joint pain", ("hot-flushes", "joint-pain")),  # boxes to be ticked at the visit
        ("hot flushes, joint pain, headaches ❌", ("hot-flushes", "joint-pain")),
        ("❌ headaches, hot flushes, joint pain", ("hot-flushes", "joint-pain")),
        ("Hot flushes: yes. Joint pain: yes. Headaches: no. [ ]", ("hot-flushes", "joint-pain")),
        ("hot flushes, joint pain. ❌", ("hot-flushes",)),
    ],
)
def test_a_mark_is_of_what_stands_next_to_it(words: str, slugs: tuple[str, ...]) -> None:
    assert found_in(words)[0] == slugs


def test_what_is_crossed_keeps_its_place() -> None:
    assert found_in("✓ hot flushes\n✗ headaches\n✓ verruca") == (("hot-flushes",), (3,))
    assert found_in("hot flushes: yes, headaches: no, verruca: yes") == (("hot-flushes",), (3,))


@pytest.mark.parametrize(
    "words", ["{", "[", '{"a": ' * 3000, "[[[[", '{"hot flushes"', "|---|", "| |\n|-|", "✓", "✗✗✗", "[ ]", "Y / N", ": no", "? yes", "[1, 2.5, null]"]
)
def test_any_text_at_all_is_a_list(words: str) -> None:
    names = freshness.current().topic_matcher.names
    assert isinstance(hers(words, names), str)
    for item in items_of(words, names):
        assert item.place > 0


def test_denials_are_of_names() -> None:
    names = freshness.current().topic_matcher.names
    assert is_denied("no headaches", names)
    assert is_denied("she denies any palpitations", names)
    assert not is_denied("no energy", names)  # a name itself
    assert not is_denied("no headaches but a stiff neck", names)


@pytest.mark.parametrize(
    ("words", "items"),
    [
        ("1 dizzy 2 sore knees 3 low mood", ["dizzy", "sore knees", "low mood"]),
        ("1.dizzy 2.sore knees", ["dizzy", "sore knees"]),
        ("My top three: 1 - dizzy 2 - sore knees", ["My top three", "dizzy", "sore knees"]),
        ("2 bad nights, 3 hot flushes a day", ["2 bad nights", "3 hot flushes a day"]),  # counts of something, not of items
        ("1 bad night and 2 hot flushes", ["1 bad night", "2 hot flushes"]),
        ("~ dizzy\n~ sore knees", ["dizzy", "sore knees"]),
    ],
)
def test_numbers_that_count_part_the_items(words: str, items: list[str]) -> None:
    found = [item.text for item in items_of(words, freshness.current().topic_matcher.names)]
    assert found == items


def test_a_row_of_names_with_a_few_words_among_them_is_parted() -> None:
    assert set(found_in("night sweats brain fog joint pain im so done")[0]) == {"night-sweats", "brain-fog", "joint-pain"}


@pytest.mark.parametrize(
    "remark",
    [
        "the dentist found nothing",
        "which my husband has noticed",
        "bloods were all normal",
        "I do think it's her age",
        "worse after wine",
        "thanks for reading this",
        "my mum is 61 and doesn't do computers",
    ],
)
def test_a_remark_is_no_item(remark: str) -> None:
    assert found_in(f"hot flushes, {remark}, headaches") == (("hot-flushes", "headaches"), ())


@pytest.mark.parametrize(
    "complaint",
    [
        "I faint a lot",
        "always ill",
        "lump in my neck",
        "it's earache too",
        "a verruca",
        "blood in my poo",
        "can't swallow",
        "losing weight without trying",
        "going deaf",
    ],
)
def test_a_complaint_is_never_taken_for_a_remark(complaint: str) -> None:
    assert not is_no_item(complaint, freshness.current().topic_matcher.names, found=False)


def test_nothing_at_all_scores_as_nothing() -> None:
    assert remark_score("🙃 !!", freshness.current().topic_matcher.names) == 0.0


@pytest.mark.parametrize(
    ("sent", "hers"),
    [
        ("hot flushes, joint pain but no headaches", ["hot-flushes", "joint-pain"]),
        ("hot flushes, headaches: none", ["hot-flushes"]),
        ("hot flushes, headaches: not at all", ["hot-flushes"]),
        ("hot flushes, headaches (no), brain fog", ["hot-flushes", "brain-fog"]),
    ],
)
def test_what_is_answered_with_none_is_not_hers(sent: str, hers: list[str]) -> None:
    assert list(found_in(sent)[0]) == hers


@pytest.mark.parametrize(
    ("words", "slugs", "missed"),
    [
        ("Hot flashes\nJoint pain\nOther: postmenopausal", ("hot-flushes", "joint-pain"), ()),
        ("hot flashes\nOther: dry skin", ("hot-flushes", "skin-changes"), ()),
        ("Other symptoms: creaky knees", ("joint-pain",), ()),
        ("Menopausal status: postmenopausal\nhot flashes", ("hot-flushes",), ()),
        ("Goal: start HRT; hot flashes", ("hot-flushes",), ()),
        ("Weight: 82 kg, LMP: 8 months ago, hot flashes", ("hot-flushes",), ()),
        ("52 year old, postmenopausal, hot flashes", ("hot-flushes",), ()),
        ("change at 35, hot flashes", ("premature-ovarian-insufficiency", "hot-flushes"), ()),
        ("hot flashes, currently taking sertraline", ("hot-flushes",), ()),
        ("hot flashes, Other: interested in HRT, no HRT", ("hot-flushes",), ()),
        ("hot flashes, tinnitus", ("hot-flushes",), (2,)),
    ],
)
def test_what_she_is_takes_or_wants_is_no_symptom(words: str, slugs: tuple[str, ...], missed: tuple[int, ...]) -> None:
    assert listed(freshness.current(), words, urgent=False) == (slugs, missed)
