"""Lists are split however people write them; what is denied is no item, a remark is none either."""

from collections.abc import Callable

import pytest

from content.language.matching import Matcher
from content.language.names import Named
from content.language.symptom_lists import items, read_list

TOPICS = (
    Named("hot-flushes", "Hot flushes"),
    Named("headaches", "Headaches", ("headache",)),
    Named("mouth-and-eye-dryness", "Dry mouth and dry eyes"),
    Named("tingling", "Tingling", ("pins and needles",)),
    Named("fatigue", "Fatigue", ("tired",)),
)


def texts(words: str, matcher: Matcher | None = None) -> list[str]:
    return [item.text for item in items(words, matcher)]


@pytest.mark.parametrize(
    "words",
    [
        "hot flushes, headaches, tired",
        "hot flushes; headaches; tired",
        "hot flushes\nheadaches\ntired",
        "- hot flushes\n- headaches\n- tired",
        "1. hot flushes 2. headaches 3. tired",
        "hot flushes and headaches and tired",
        "hot flushes / headaches / tired",
        "hot flushes comma headaches comma tired",
        '["hot flushes", "headaches", "tired"]',
        "☑ hot flushes\n☑ headaches\n☑ tired\n☐ dizzy",
        "hot flushes: yes\nheadaches: yes\ntired: yes\ndizzy: no",
        "hot flushes, headaches, tired, headaches",
        "hot flushes, headaches, no dizziness, tired",
    ],
)
def test_items_however_they_are_parted(words: str) -> None:
    assert texts(words) == ["hot flushes", "headaches", "tired"]


def test_a_name_with_a_separator_in_it_is_one_item() -> None:
    matcher = Matcher("topics", TOPICS)
    assert texts("Dry mouth and dry eyes, pins and needles", matcher) == [
        "Dry mouth and dry eyes",
        "pins and needles",
    ]


def test_names_in_a_row_are_an_item_each() -> None:
    assert texts("headache tired hot flushes", Matcher("topics", TOPICS)) == [
        "headache",
        "tired",
        "hot flush",
    ]


def test_a_lack_that_is_a_complaint_is_no_denial() -> None:
    assert texts("no energy, no libido, no fever") == ["no energy", "no libido"]


def test_what_is_crossed_keeps_its_place(stand_in: Callable) -> None:
    stand_in()
    words = "☑ hot flushes\n☐ dizzy\n☑ ingrown toenail"
    assert read_list(words, Matcher("topics", TOPICS)).not_recognised == (3,)


def test_places_of_what_is_not_recognised(stand_in: Callable) -> None:
    stand_in({"thank": {"topics": {"remark": 0.9}}})
    found = read_list("hot flushes, ingrown toenail, tired, thank you", Matcher("topics", TOPICS))
    assert found.topics == ("hot-flushes", "fatigue")
    assert found.not_recognised == (2,)
