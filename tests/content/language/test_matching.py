"""Words lead to a record by its name, else by the model; nothing is guessed."""

from collections.abc import Callable

import pytest

from content.language.matching import Matcher
from content.language.names import Named

TOPICS = (
    Named("hot-flushes", "Hot flushes", ("hot flashes", "boiling hot")),
    Named("night-sweats", "Night sweats"),
    Named("dementia", "Dementia"),
    Named("newly-added", "Frozen shoulder"),
)
OPTIONS = (
    Named("black-cohosh", "Black cohosh", ("cimicifuga",), withheld=True),
    Named("sage", "Sage", withheld=True),
    Named("exercise", "Exercise", ("walking",)),
)
SWEATY = {"sweat": {"topics": {"hot-flushes": 0.7, "night-sweats": 0.27}}}


@pytest.fixture
def topics() -> Matcher:
    return Matcher("topics", TOPICS)


@pytest.fixture
def options() -> Matcher:
    return Matcher("options", OPTIONS)


@pytest.mark.parametrize(
    "words", ["hot flushes", "Hot Flush", "HOT FLASHES", "hot flushs", "hotflushes", "boilling hot"]
)
def test_a_name_is_found_however_it_is_written(
    words: str, topics: Matcher, stand_in: Callable
) -> None:
    assert stand_in().read_texts == []
    found = topics.find(words)
    assert found.slugs == ("hot-flushes",)
    assert found.by_name


@pytest.mark.parametrize("words", ["type 1 diabetes", "vitamin b", "hot fluids"])
def test_a_letter_that_makes_another_thing_is_no_slip(words: str, stand_in: Callable) -> None:
    stand_in()
    records = (*TOPICS, Named("type-2-diabetes", "Type 2 diabetes"), Named("d", "Vitamin D"))
    assert Matcher("topics", records).find(words).slugs == ()


def test_other_words_are_left_to_the_model(topics: Matcher, stand_in: Callable) -> None:
    stand_in(SWEATY)
    assert topics.find("I sweat like a horse").slugs == ("hot-flushes", "night-sweats")


def test_what_nothing_covers_is_refused(topics: Matcher, stand_in: Callable) -> None:
    stand_in()
    assert topics.find("my passport has expired").slugs == ()


def test_a_doubtful_record_is_suggested_and_not_answered(
    topics: Matcher, stand_in: Callable
) -> None:
    stand_in({"warm": {"topics": {"hot-flushes": 0.3, "dementia": 0.2}}})
    found = topics.find("rather warm today")
    assert found.slugs == ()
    assert found.suggestions == ("hot-flushes",)


def test_a_record_that_the_model_never_met_is_found_by_name(
    topics: Matcher, stand_in: Callable
) -> None:
    stand_in()
    assert topics.find("what can I do for a frozen shoulder").slugs == ("newly-added",)


def test_a_withheld_record_is_found_by_name_only(options: Matcher, stand_in: Callable) -> None:
    stand_in({"herb": {"options": {"black-cohosh": 0.9}}})
    assert options.find("a herb for sweating").slugs == ()
    assert options.find("a herb for sweating").suggestions == ()
    assert options.find("is cohosh a good herb").slugs == ("black-cohosh",)
    assert options.find("black cohosh").slugs == ("black-cohosh",)


def test_a_withheld_name_a_slip_away_counts(options: Matcher, stand_in: Callable) -> None:
    stand_in({"herb": {"options": {"black-cohosh": 0.9}}})
    assert options.find("is the herb cimicifugga any good").slugs == ("black-cohosh",)


@pytest.mark.parametrize("words", ["", "   ", "?!", "\ud800", "a the of"])
def test_words_that_say_nothing_name_nothing(
    words: str, topics: Matcher, stand_in: Callable
) -> None:
    stand_in()
    assert topics.find(words).slugs == ()
