"""What is read of a request is bounded, whatever its shape."""

from content.language.model import MOST_SEGMENTS, shared_out
from content.language.reading import LONGEST, MOST_TEXTS, Reading, ends, readings, shares


def test_the_head_and_the_tail_of_a_long_text_are_read() -> None:
    kept = ends("a" * 5000 + "b" * 5000, LONGEST)
    assert len(kept) <= LONGEST + 1
    assert kept[0] == "a"
    assert kept[-1] == "b"


def test_short_texts_are_read_whole_beside_a_long_one() -> None:
    assert shares(["short", "x" * 90_000, "also short"], 4000) == [5, 3985, 10]


def test_a_thousand_texts_share_what_one_may_have() -> None:
    assert sum(shares(["x" * 500] * 1000, 4000)) <= 4000


def test_blank_and_repeated_texts_are_left_out() -> None:
    assert [one.plain for one in readings(["Hot", " ", "Hot", "cold"])] == ["hot", "cold"]


def test_segments_of_a_request_are_bounded() -> None:
    rows = shared_out([[[1]] * 90, [[2]] * 3, [[3]] * 50], MOST_SEGMENTS)
    assert [len(own) for own in rows] == [3, 2, 3]


def test_of_many_texts_the_shortest_are_read_as_one() -> None:
    names = [f"name{number}" for number in range(40)]
    read = readings([*names, "I have felt so low for weeks"])
    assert len(read) == MOST_TEXTS
    assert read[0].plain == "i have felt so low for weeks"
    assert read[-1].typed.endswith("name38\nname39")


def test_a_reading_holds_its_plain_form() -> None:
    assert Reading("Chestpain: yes, Fever: no").plain == "chest pain,"
