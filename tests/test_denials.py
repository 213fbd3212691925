"""What a list says she has not, in the many ways people say so; and what one may lack, which is hers."""

import pytest

from content import freshness
from content.answers.resolve import NotCovered
from content.lists.denials import is_denied
from content.lists.heads import without_absent
from content.lists.scores import without_noughts
from tests.reading import listed

pytestmark = pytest.mark.django_db

HERS = {
    # a denial ends with its sentence, and stays with its name in a row
    "No headaches. No palpitations. Hot flushes daily. Poor sleep.": ["hot-flushes", "sleep-problems"],
    "Hot flushes. No night sweats. Low mood.": ["hot-flushes", "low-mood"],
    "Hot flushes night sweats no headaches": ["hot-flushes", "night-sweats"],
    "hot flushes not night sweats headaches not migraine": ["hot-flushes", "headaches"],
    "hot flushes joint pain no libido": ["hot-flushes", "joint-pain", "low-libido"],
    # heads of absence
    "Never: headaches, palpitations\nSometimes: anxiety": ["anxiety"],
    "Absent: headaches, dizziness\nMild: fatigue": ["fatigue"],
    "Absent:\n- headaches\n- dizziness\n\nPresent:\n- hot flushes": ["hot-flushes"],
    "Symptoms absent: hot flushes, night sweats. Brain fog": ["brain-fog"],
    "I do not have: headaches, dizziness. I do have: anxiety": ["anxiety"],
    "Ruled out: thyroid, anaemia. Still: tired": ["fatigue"],
    "No: headaches, palpitations\nYes: anxiety": ["anxiety"],
    "No: headaches, palpitations; Yes: anxiety": ["anxiety"],
    "Not ticked - headaches, joint pain\nTicked - anxiety": ["anxiety"],
    "None: libido, headaches. Bad: hot flushes": ["low-libido", "hot-flushes"],
    "All over: itchy skin": ["skin-changes"],
    # what is over
    "used to get migraines, not any more, hot flushes": ["hot-flushes"],
    "hot flushes – gone, fatigue": ["fatigue"],
    "no longer have headaches, fatigue": ["fatigue"],
    "no longer have hot flushes but fatigue and low mood": ["fatigue", "low-mood"],
    "hot flushes, headaches (none now)": ["hot-flushes"],
    "hot flushes stopped with HRT, joint pain": ["joint-pain"],
    "Headaches N/A, fatigue yes": ["fatigue"],
    "never had migraines before, now every month; hot flushes": ["migraine", "hot-flushes"],
    "weariness and sore muscles all over": ["fatigue", "muscle-aches"],
    "previously migraines, now hot flushes": ["hot-flushes"],
    "flushes stopped with HRT, joint pain": ["joint-pain"],
    "no flushes, thyroid normal, joint pain": ["joint-pain"],
    "hot flushes severe night sweats mild palpitations none": ["hot-flushes", "night-sweats"],
    # scores
    "0 - palpitations\n3 - hot flushes": ["hot-flushes"],
    "0. hot flushes\n1. headaches": ["hot-flushes", "headaches"],
    "Palpitations (0) Hot flushes (3)": ["hot-flushes"],
    "hot flushes 0 anxiety 3 fatigue 0": ["anxiety"],
    "hot flushes 10 times a day, headaches 2 a week": ["hot-flushes", "headaches"],
    # denials of what is no name here
    "hot flushes, no chest pain": ["hot-flushes"],
    "hot flushes, no bleeding, not suicidal, no lumps": ["hot-flushes"],
    "hot flushes, no family history of breast cancer": ["hot-flushes"],
    "hot flushes, no problems sleeping, no bladder problems, not tired": ["hot-flushes"],
    # and what is complained of all the same
    "hot flushes, no patience": ["hot-flushes", "mood-swings"],
    "hot flushes, not coping": ["hot-flushes", "low-mood"],
    "hot flushes, no relief from headaches": ["hot-flushes", "headaches"],
    "hot flushes, libido gone": ["hot-flushes", "low-libido"],
    "hot flushes, periods stopped": ["hot-flushes", "irregular-periods"],
    "no sleep -> no energy, anxiety": ["sleep-problems", "fatigue", "anxiety"],
    "libido 0, hot flushes 5": ["low-libido", "hot-flushes"],
    "energy 0/10": ["fatigue"],
    "Sleep 0, Libido 0, Hot flushes 8": ["sleep-problems", "low-libido", "hot-flushes"],
}


@pytest.mark.parametrize("words", HERS)
def test_only_what_she_has_is_hers(words: str) -> None:
    slugs, missed = listed(freshness.current(), words, False)
    assert (sorted(slugs), missed) == (sorted(HERS[words]), ())


@pytest.mark.parametrize("words", ["Resolved: heavy periods, hot flushes", "no headaches, no palpitations", "None: headaches"])
def test_a_list_of_what_is_over_names_nothing(words: str) -> None:
    with pytest.raises(NotCovered):
        listed(freshness.current(), words, False)


def test_what_is_left_out_keeps_its_place() -> None:
    assert listed(freshness.current(), "Absent: headaches, dizziness\nverruca\nhot flushes", False) == (("hot-flushes",), (3,))
    assert listed(freshness.current(), "headaches 0, verruca 3, hot flushes 4", False) == (("hot-flushes",), (2,))


@pytest.mark.parametrize(
    "item", ["no appetite", "no words for it", "no rest from the itching", "without headaches: fatigue", "no end to it", "not myself"]
)
def test_what_is_more_than_a_denial_is_none(item: str) -> None:
    assert not is_denied(item, freshness.current().topic_matcher.names)


@pytest.mark.parametrize(
    "words", ["0", ":", "no:", "no -", "0 - \n- 0", "(0) (0)", "a 0 b 0", "0/0, 0/0", "none:\n\n", "0 " * 250, "no: " * 120, "x" * 500]
)
def test_any_text_at_all_is_read(words: str) -> None:
    assert isinstance(without_noughts(without_absent(words)), str)
