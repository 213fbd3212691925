"""What is refused: in words that say what would work, and never repeat what was sent."""

import json
from typing import Any

import pytest
from django.test import Client

from api.calls import BY_NAME
from content.catalogue import refresh
from tests.examples import GOOD, REF, REFUSALS, WITH_INPUT, asked, name_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_refusal_never_repeats_the_callers_words(
    refusal: str, client: Client, settings: Any
) -> None:
    method, path, headers, status, code = REFUSALS[refusal]
    if code == "rate_limited":
        settings.RATE_LIMIT = "0/m"
    response = client.generic(method, path.format(words="zebrafinchmarker"), **headers)
    body = json.loads(response.content)
    assert response.status_code == status
    assert "urgent" not in body
    assert b"zebrafinch" not in response.content
    assert "zebrafinch" not in str(response.headers)
    assert {"type", "title", "status", "detail", "code", "disclaimer"} <= set(body)


@pytest.mark.parametrize("call", WITH_INPUT, ids=lambda call: call.name)
def test_words_that_are_near_nothing_are_a_404_that_suggests_nothing(call: Any, rest: Any) -> None:
    status, body = rest(call.name, **{name_of(call): "xylophone zeppelin"})
    assert status == 404
    assert body["code"] == ("unknown_option" if call.name == "evidence" else "unknown_topic")
    assert body["suggestions"] == []
    assert body["detail"].endswith("Call topics for the whole list.")


@pytest.mark.parametrize("name", ["explain", "options"])
def test_a_refusal_says_how_to_ask_for_what_is_near(name: str, rest: Any) -> None:
    call, words = BY_NAME[name], "sweat patches on shirts"
    status, body = rest(call.name, **{name_of(call): words})
    assert status == 404
    assert body["suggestions"]
    assert all(set(item) == REF for item in body["suggestions"])
    assert f"such as {name_of(call)}={body['suggestions'][0]['slug']}," in body["detail"]
    assert rest(call.name, **{name_of(call): body["suggestions"][0]["slug"]})[0] == 200


@pytest.mark.parametrize("call", WITH_INPUT, ids=lambda call: call.name)
def test_words_about_menopause_as_a_whole_lead_to_its_guide(call: Any, rest: Any) -> None:
    status, body = rest(call.name, **{name_of(call): "menopause treatment"})
    if call.name in ("explain", "doctor-prep"):
        assert status == 200
        (topic,) = [body["topic"]] if call.name == "explain" else body["topics"]
        assert (topic["slug"], topic["kind"]) == ("menopause", "guide")
        return
    assert status == 404
    assert [item["slug"] for item in body["suggestions"]] == ["menopause"]
    assert "as a whole" in body["detail"]
    assert "Call explain with topic=menopause." in body["detail"]
    assert body.get("note") == (body["detail"] if call.name == "options" else None)
    assert rest("explain", topic="menopause")[0] == 200


@pytest.mark.parametrize("call", WITH_INPUT, ids=lambda call: call.name)
def test_what_is_of_the_other_kind_is_suggested_with_the_call_to_make(
    call: Any, rest: Any, client: Client
) -> None:
    words, slug, ask = (
        ("brain fog", "brain-fog", "symptom")
        if call.name == "evidence"
        else ("HRT", "hormone-replacement-therapy", "option")
    )
    status, body = rest(call.name, **{name_of(call): words})
    assert status == 404
    assert [item["slug"] for item in body["suggestions"]] == [slug]
    other = "options" if call.name == "evidence" else "evidence"
    assert f"{other} with {ask}={slug}" in body["detail"]
    assert client.get(f"/v1/{other}", {ask: slug}).status_code == 200


def test_a_refusal_never_says_what_a_withheld_option_is_used_for(rest: Any) -> None:
    for option in refresh.current().withheld:
        for words in (
            option.name,
            f"{option.name} for a xylophone",
            f"tell me about {option.name} please",
        ):
            status, body = rest("explain", topic=words)
            assert status == 404, words
            assert {item["slug"] for item in body["suggestions"]} <= {option.slug}, words
        assert (
            f"Call evidence with option={option.slug}."
            in rest("explain", topic=option.name)[1]["detail"]
        )


@pytest.mark.parametrize("sent", [" ", ",,,", ".", '"', "\u200b", "\n\t", "?!"])
def test_a_value_without_a_word_is_blank(sent: str, client: Client) -> None:
    for call in WITH_INPUT:
        body = client.get(call.path, {name_of(call): sent}).json()
        assert (body["status"], body["code"], body["parameter"]) == (
            400,
            "blank_parameter",
            name_of(call),
        )


LONGEST = 2000  # characters of a parameter


@pytest.mark.parametrize("call", WITH_INPUT, ids=lambda call: call.name)
def test_a_parameter_of_two_thousand_characters_is_read_and_no_longer_one(
    call: Any, rest: Any
) -> None:
    good = GOOD[call.name]
    for parameter in (name_of(call), "message"):
        query = asked(call) | {parameter: good + " " * (LONGEST - len(good) - 1) + "."}
        status, body = rest(call.name, **query)
        assert (len(query[parameter]), status) == (LONGEST, 200), parameter
        query[parameter] += "."
        status, body = rest(call.name, **query)
        assert (status, body["code"], body["parameter"]) == (400, "parameter_too_long", parameter)
        assert str(LONGEST) in body["detail"]


@pytest.mark.parametrize(
    ("parameter", "value", "told"),
    [
        *(
            ("limit", value, "a whole number from 1 to 100")
            for value in ("0", "-1", "101", "2.5", "five", "9" * 1500)
        ),
        ("kind", "potion", "hormone-therapy"), ("kind", "Talking therapy", "talking-therapy"),
        ("finding", "cures", "no-benefit"), ("detail", "everything", "brief, full"),
    ],
)  # fmt: skip
def test_a_value_that_is_not_one_of_those_taken_is_told_which_are(
    parameter: str, value: str, told: str, rest: Any
) -> None:
    status, body = rest("options", symptom="hot flushes", **{parameter: value})
    assert (status, body["code"], body["parameter"]) == (400, "invalid_value", parameter)
    assert told in body["detail"]


@pytest.mark.parametrize("parameter", ["limit", "kind", "finding", "detail"])
def test_an_empty_choice_is_none_of_those_taken(parameter: str, rest: Any) -> None:
    status, body = rest("options", symptom="hot flushes", **{parameter: ""})
    assert (status, body["code"]) == (400, "invalid_value")
