"""Care cards and the notice: what to do first is what is seen first, and nothing is lost on the
way.
"""

import re
from typing import Any

import pytest
from django.test import Client

from content.answers.evidence_sheet import all_cautions, check_first
from content.catalogue import refresh
from content.language.warning_signs import SIGNS, signs_in, urgent_text
from content.pages import phone_numbers
from content.pages.care_cards import is_emergency, sorted_cautions
from tests.examples import SIGN_WORDS
from tests.page_reading import Read, name_of, read, said_by, words_of

pytestmark = pytest.mark.django_db


def of_class(page: Read, name: str) -> list[Any]:
    return [part for part in page.main.iter() if part.get("class") == name]


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
def test_a_lead_is_made_of_clauses_of_the_signs_own_text(sign: Any) -> None:
    text = " ".join(re.sub(r" \([^)]*\)", "", sign.urgent).split()).casefold()
    for clause in sign.lead.rstrip(".").split(": "):
        assert clause.casefold() in text


def test_only_signs_that_do_not_tell_everybody_to_call_say_when_to() -> None:
    told = {sign.slug: phone_numbers.when_to_call(sign) for sign in SIGNS}
    assert {slug for slug, when in told.items() if when} == {
        "self-harm",
        "bleeding-after-menopause",
    }
    for when in filter(None, told.values()):
        assert "local emergency number" in when
        assert not re.search(r"\d|\(", when)


def test_the_signs_of_a_notice_are_found_most_urgent_first() -> None:
    both = [SIGNS[3], SIGNS[2]]
    assert signs_in(urgent_text(both) or "") == (SIGNS[2], SIGNS[3])


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
def test_a_notice_shows_its_lead_and_the_numbers_before_what_is_folded(
    sign: Any, client: Client
) -> None:
    words = SIGN_WORDS[sign.slug]
    notice = read(client.get("/", {"q": words}).content).main[0]
    order = [name_of(part) for part in notice.iter() if name_of(part) in ("strong", "a", "details")]
    assert order[0] == "strong"
    folded = order.index("details")
    assert order[1:folded].count("a") >= 6
    (lead,) = [part for part in notice.iter() if name_of(part) == "strong"]
    assert words_of(lead) == sign.lead
    assert re.sub(r"\s+", "", sign.urgent) in said_by(notice)


def test_cautions_are_sorted_whole_and_each_stands_once() -> None:
    for option in refresh.current().released:
        cautions = sorted_cautions(option.option)
        parts = (
            cautions.emergency,
            cautions.soon,
            cautions.check_first,
            cautions.key,
            cautions.others,
        )
        lines = [line for part in parts for line in part]
        assert len(lines) == len(set(lines)), option.slug
        assert set(lines) == {*all_cautions(option.option), *check_first(option.option)}
        assert not [line for part in parts[1:] for line in part if "emergency" in line]


def test_an_options_emergencies_stand_first_with_numbers_to_tap(client: Client) -> None:
    page = read(client.get("/options/hormone-replacement-therapy").content)
    (card,) = of_class(page, "care-now")
    lines = [part for part in card.iter() if name_of(part) == "strong"]
    assert lines
    assert all(is_emergency(words_of(line)) for line in lines)
    assert {"tel:999", "tel:112", "tel:911", "tel:000", "tel:111"} <= {
        part.get("href") for part in card.iter()
    }
    headings = [words_of(part) for part in page.all("h2")]
    assert headings[0] == "Safety first"


def test_a_topic_has_a_card_for_each_urgency(client: Client) -> None:
    page = read(client.get("/symptoms/hot-flushes").content)
    flag = refresh.current().topics["hot-flushes"].topic.flag
    for name, text in (
        ("care-now", flag.emergency),
        ("care-soon", flag.soon),
        ("care-routine", flag.routine),
    ):
        (card,) = of_class(page, name)
        assert re.sub(r"\s+|(?m:^- )", "", text) in said_by(card)
