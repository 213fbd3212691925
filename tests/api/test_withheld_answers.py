"""What is withheld is named in answers, and nothing else is said of it."""

from typing import Any

import pytest

from content.catalogue import refresh
from content.models import Option
from content.vocabulary import (
    WITHHELD_NEXT,
    WITHHELD_REASON,
    OptionKind,
)
from tests.examples import REF, TAIL, rated

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("words", ["HRT and black cohosh", "HRT or soya isoflavones"])
def test_what_is_withheld_is_listed_so_where_it_is_named_beside_an_option(
    rest: Any, words: str
) -> None:
    """Rule 4 of relaying speaks of what is listed as withheld."""
    _, body = rest("evidence", option=words)
    (named,) = body["also_matched"]
    assert body["option"]["slug"] == "hormone-replacement-therapy"
    assert body["withheld"] == {
        "reason": WITHHELD_REASON,
        "options": [{"slug": named["slug"], "name": named["name"]}],
    }
    assert body["next"] == WITHHELD_NEXT
    places = ["access", "withheld", "next", "source_page"]
    assert [key for key in body if key in places] == places
    assert not {"withheld", "next"} & set(rest("evidence", option="HRT and CBT")[1])


def test_what_is_suggested_says_no_more_of_what_is_withheld_than_its_name(rest: Any) -> None:
    status, body = rest("evidence", option="magnesium alloy wheels for my old car")
    assert status == 404
    withheld = {option.slug for option in refresh.current().withheld}
    assert withheld & {one["slug"] for one in body["suggestions"]}
    assert all(set(one) == REF for one in body["suggestions"])


def test_a_withheld_option_gives_only_its_name(rest: Any) -> None:
    for option in refresh.current().withheld:
        _, body = rest("evidence", option=option.slug)
        assert list(body) == ["option", "withheld", "next", *TAIL]
        assert set(body["option"]) == REF
        assert body["withheld"] == {
            "reason": WITHHELD_REASON,
            "options": [{"slug": option.slug, "name": option.name}],
        }
        assert body["next"] == WITHHELD_NEXT
        assert option.name not in WITHHELD_NEXT
        assert body["sources"] == []
        assert rest("evidence", option=option.slug, detail="full")[1] == body


@pytest.mark.parametrize(
    ("words", "first", "others"),
    [
        ("black cohosh vs HRT", "black-cohosh", ["hormone-replacement-therapy"]),
        ("HRT vs black cohosh", "hormone-replacement-therapy", ["black-cohosh"]),
        ("ashwagandha and rhodiola", "ashwagandha", ["rhodiola"]),
    ],
)
def test_of_two_options_named_none_is_lost_where_one_is_withheld(
    words: str, first: str, others: list[str], rest: Any
) -> None:
    _, body = rest("evidence", option=words)
    assert body["option"]["slug"] == first
    assert [item["slug"] for item in body["also_matched"]] == others


def test_beside_what_is_withheld_stands_nothing_that_nobody_named(rest: Any) -> None:
    assert list(rest("evidence", option="cranberry extract UTI prevention")[1]) == [
        "option",
        "withheld",
        "next",
        *TAIL,
    ]


def test_no_answer_on_any_topic_says_anything_of_a_supplement(rest: Any) -> None:
    supplements = Option.objects.filter(kind=OptionKind.SUPPLEMENT_OR_HERB)
    withheld = set(supplements.values_list("name", flat=True))
    assert withheld
    kinds = {slug: option.kind for slug, option in refresh.current().options.items()}
    parts = ("options", "not_enough_research", "not_shown_to_help", "may_worsen")
    for slug in rated():
        _, body = rest("options", symptom=slug, detail="full")
        assert {item["name"] for item in body["withheld"]["options"]} == withheld
        assert all(set(item) == {"slug", "name"} for item in body["withheld"]["options"])
        told = {item["slug"] for part in parts for item in body[part]}
        told |= {form["slug"] for item in body["options"] for form in item.get("variants", ())}
        assert all(kinds[option] != OptionKind.SUPPLEMENT_OR_HERB for option in told)
