"""`urgent` leads every answer and refusal to words of a warning sign, in a parameter or in the
message.
"""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from api.calls import CALLS
from content.catalogue import refresh
from content.language.warning_signs import SIGNS, urgent_text
from content.vocabulary import (
    OptionKind,
)
from tests.examples import GOOD, NAMELESS, REFUSALS, SIGN_WORDS, TAIL, WITH_INPUT, asked, name_of
from tests.makers import delete_content

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
@pytest.mark.parametrize("call", WITH_INPUT, ids=lambda call: call.name)
def test_urgent_leads_an_answer(call: Any, sign: Any, rest: Any) -> None:
    status, body = rest(call.name, **{name_of(call): f"{GOOD[call.name]}, {SIGN_WORDS[sign.slug]}"})
    assert status == 200
    assert next(iter(body)) == "urgent"
    assert body["urgent"] == sign.urgent


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
@pytest.mark.parametrize("call", WITH_INPUT, ids=lambda call: call.name)
def test_a_warning_sign_that_names_nothing_is_a_200_with_what_to_do_now(
    call: Any, sign: Any, rest: Any, client: Client
) -> None:
    status, body = rest(call.name, **{name_of(call): (SIGN_WORDS | NAMELESS)[sign.slug]})
    assert status == 200
    assert next(iter(body)) == "urgent"
    assert body["urgent"] == sign.urgent
    if call.name == "evidence":  # no tablets, procedures or products beside a warning sign
        assert {item["kind"] for item in body["suggestions"]} <= {"talking-therapy", "lifestyle"}
    else:
        assert len(body["suggestions"]) <= 3
    named = {"doctor-prep": "topics", "evidence": "option"}.get(call.name, "topic")
    assert not body[named]
    assert body["source_page"].endswith("/get-help-now")
    assert client.get("/get-help-now").status_code == 200
    assert list(body)[-7:] == TAIL
    assert "note" not in body


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
@pytest.mark.parametrize("refusal", REFUSALS)
def test_urgent_leads_every_refusal(refusal: str, sign: Any, client: Client, settings: Any) -> None:
    method, path, headers, status, code = REFUSALS[refusal]
    if code == "rate_limited":
        settings.RATE_LIMIT = "0/m"
    words = urlencode({"": SIGN_WORDS[sign.slug]})[1:]
    response = client.generic(method, path.format(words=words), **headers)
    body = json.loads(response.content)
    assert (response.status_code, body["status"], body["code"]) == (status, status, code)
    assert next(iter(body)) == "urgent"
    assert body["urgent"] == sign.urgent
    assert response["Content-Type"] == "application/problem+json"


def test_several_signs_make_one_text_most_urgent_first(rest: Any) -> None:
    _, body = rest(
        "explain",
        topic=(
            f"{SIGN_WORDS['bleeding-after-menopause']}. {SIGN_WORDS['chest-pain']}. "
            f"{SIGN_WORDS['self-harm']}."
        ),
    )
    signs = {sign.slug: sign for sign in SIGNS}
    places = [
        body["urgent"].index(signs[slug].urgent[:40])
        for slug in ("self-harm", "chest-pain", "bleeding-after-menopause")
    ]
    assert places == sorted(places)
    assert urgent_text([]) is None


def test_without_content_a_call_is_unavailable_and_still_screened(
    client: Client,
) -> None:
    delete_content()
    refresh.forget()
    response = client.get("/v1/explain", {"topic": SIGN_WORDS["self-harm"]})
    body = json.loads(response.content)
    assert (response.status_code, body["code"], response["Retry-After"]) == (
        503,
        "unavailable",
        "60",
    )
    assert next(iter(body)) == "urgent"


@pytest.mark.parametrize(
    "sent", ['{"age":61,"symptom":"bleeding"}', '{"topic":"bleeding","postmenopausal":true}']
)
def test_a_sign_told_in_two_fields_is_found(sent: str, client: Client) -> None:
    body = json.loads(client.post("/v1/explain", sent, content_type="application/json").content)
    assert body.get("urgent") == next(
        sign.urgent for sign in SIGNS if sign.slug == "bleeding-after-menopause"
    )
    assert "urgent" in client.get("/v1/explain", {"age": "63", "topic": "bleeding"}).json()


@pytest.mark.parametrize(
    "sent",
    [
        '{"chest_pain":false,"suicidal_thoughts":false}',
        '{"chest_pain":"no"}',
        '{"chest_pain":null}',
    ],
)
def test_a_field_that_says_no_denies_what_it_is_named_for(sent: str, client: Client) -> None:
    assert "urgent" not in json.loads(
        client.post("/v1/explain", sent, content_type="application/json").content
    )
    assert (
        "urgent"
        not in client.get("/v1/explain", {"topic": "hot flushes", "chest_pain": "no"}).json()
    )


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_a_sign_in_the_message_leads_and_the_rest_is_the_same_answer(
    call: Any, sign: Any, rest: Any
) -> None:
    status, body = rest(
        call.name, **asked(call), message=f"I have brain fog and use HRT. {SIGN_WORDS[sign.slug]}."
    )
    assert status == 200
    assert next(iter(body)) == "urgent"
    assert body["urgent"] == sign.urgent
    _, plain = rest(call.name, **asked(call))
    subject = [key for key in ("topic", "topics", "option", "also_matched") if key in plain]
    assert [body[key] for key in subject] == [plain[key] for key in subject]


@pytest.mark.parametrize("call", WITH_INPUT, ids=lambda call: call.name)
def test_a_message_is_never_matched(call: Any, rest: Any) -> None:
    status, body = rest(call.name, message=GOOD[call.name])
    assert (status, body["code"], body["parameter"]) == (400, "missing_parameter", name_of(call))
    status, body = rest(call.name, **{name_of(call): "xylophone zeppelin"}, message=GOOD[call.name])
    assert (status, body["suggestions"]) == (404, [])
    assert rest(call.name, **asked(call), message="a dose of HRT for brain fog") == rest(
        call.name, **asked(call)
    )


@pytest.mark.parametrize("message", ["", " ", "...", "\u200b", "\x00", "hello\x7f\x13"])
def test_a_message_without_a_word_is_ignored(message: str, rest: Any) -> None:
    for call in CALLS:
        assert rest(call.name, **asked(call), message=message) == rest(call.name, **asked(call))


def test_a_message_sent_twice_is_told_so(client: Client) -> None:
    body = client.get("/v1/topics?message=a&message=b").json()
    assert (body["status"], body["code"], body["parameter"]) == (
        400,
        "repeated_parameter",
        "message",
    )


@pytest.mark.parametrize("kind", OptionKind)
def test_the_name_of_a_choice_is_no_part_of_what_is_said(kind: str, rest: Any) -> None:
    for words in ("bleeding", "heavy periods", "irregular periods", "low mood", "palpitations"):
        chosen = {"kind": kind, "finding": "may-worsen", "detail": "full", "limit": "5"}
        assert "urgent" not in rest("options", symptom=words, **chosen)[1], words
