"""The contract as a matrix: call × way of asking × outcome × warning sign."""

import io
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from api.calls import BY_NAME, CALLS
from api.screening_middleware import READ_ON, static_paths, words_of
from content.catalogue import refresh
from content.language.warning_signs import SIGNS, urgent_text
from content.models import Option, Topic
from content.vocabulary import (
    RATINGS,
    WITHHELD_NEXT,
    WITHHELD_REASON,
    Finding,
    Grade,
    OptionKind,
    TopicKind,
    in_sentence,
)
from menoinfo.admin_only import Static
from tests.makers import (
    make_caution,
    make_evidence,
    make_option,
    make_reviewer,
    make_sign_off,
    make_topic,
)

pytestmark = pytest.mark.django_db

WORDS = {
    "self-harm": "I want to kill myself",
    "stroke-signs": "my face is drooping on one side and my speech is slurred",
    "chest-pain": "I have crushing chest pain",
    "bleeding-after-menopause": "I am bleeding after menopause",
}
# “I am bleeding after menopause” names irregular periods, and is answered with them; this does not.
NAMELESS = {"bleeding-after-menopause": "blood in my knickers at 67"}
GOOD = {
    "explain": "hot flushes",
    "options": "hot flushes",
    "evidence": "vaginal oestrogen",
    "doctor-prep": "hot flushes, brain fog",
}
TAIL = [
    "source_page",
    "sources",
    "review_status",
    "reviewed_by",
    "content_updated",
    "review_due",
    "disclaimer",
]
CONTENT = {
    "explain": """topic also_matched when_to_see_a_doctor summary what_it_is why_it_happens what_can_help
        related_topics""",
    "options": """topic also_matched when_to_see_a_doctor ratings shared_cautions options not_enough_research
        not_shown_to_help may_worsen withheld""",
    "evidence": """option also_matched who_should_check_first cautions may_worsen grades summary cost access""",
    "doctor-prep": """topics when_to_see_a_doctor first_questions questions things_to_bring notes_to_keep
        not_recognised""",
    "topics": "symptoms conditions guides options withheld ratings counts warning_signs",
}
REF = {"slug", "name", "kind"}
WITH_INPUT = [call for call in CALLS if call.parameter is not None]


def name_of(call: Any) -> str:
    return str(call.parameter.field_name)


def asked(call: Any) -> dict[str, str]:
    """A query that the call answers."""
    return {} if call.parameter is None else {name_of(call): GOOD[call.name]}


def rated() -> list[str]:
    """The topics that have a list of options: all but guides."""
    topics = refresh.current().topics.values()
    return [entry.topic.slug for entry in topics if entry.topic.kind != TopicKind.GUIDE]


@pytest.mark.parametrize("detail", ["brief", "full"])
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_an_answer_holds_what_the_contract_names_in_its_order(
    call: Any, detail: str, rest: Any
) -> None:
    status, body = rest(call.name, **asked(call), detail=detail)
    assert status == 200
    assert [key for key in body if key != "note"] == [*CONTENT[call.name].split(), *TAIL]
    assert "note" not in body or next(iter(body)) == "note"
    assert "urgent" not in body
    assert all(isinstance(source, str) for source in body["sources"])
    assert body["review_status"] == "not_clinically_reviewed"
    assert body["reviewed_by"] is None
    assert "not medical advice" in body["disclaimer"]


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
@pytest.mark.parametrize("call", WITH_INPUT, ids=lambda call: call.name)
def test_urgent_leads_an_answer(call: Any, sign: Any, rest: Any) -> None:
    status, body = rest(call.name, **{name_of(call): f"{GOOD[call.name]}, {WORDS[sign.slug]}"})
    assert status == 200
    assert next(iter(body)) == "urgent"
    assert body["urgent"] == sign.urgent


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
@pytest.mark.parametrize("call", WITH_INPUT, ids=lambda call: call.name)
def test_a_warning_sign_that_names_nothing_is_a_200_with_what_to_do_now(
    call: Any, sign: Any, rest: Any, client: Client
) -> None:
    status, body = rest(call.name, **{name_of(call): (WORDS | NAMELESS)[sign.slug]})
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


REFUSALS = {
    "missing": ("GET", "/v1/explain?nothing={words}", {}, 400, "missing_parameter"),
    "blank": ("GET", "/v1/explain?topic=%20&other={words}", {}, 400, "blank_parameter"),
    "repeated": ("GET", "/v1/explain?topic=a&topic={words}", {}, 400, "repeated_parameter"),
    "too long": ("GET", "/v1/explain?topic={words}+" + "x" * 2000, {}, 400, "parameter_too_long"),
    "a message too long": (
        "GET",
        "/v1/explain?topic=hot+flushes&message={words}+" + "x" * 2000,
        {},
        400,
        "parameter_too_long",
    ),
    "not a kind": ("GET", "/v1/options?symptom=hot+flushes&kind={words}", {}, 400, "invalid_value"),
    "not a finding": (
        "GET",
        "/v1/options?symptom=hot+flushes&finding={words}",
        {},
        400,
        "invalid_value",
    ),
    "not a number": (
        "GET",
        "/v1/options?symptom=hot+flushes&limit={words}",
        {},
        400,
        "invalid_value",
    ),
    "not a detail": ("GET", "/v1/topics?detail={words}", {}, 400, "invalid_value"),
    "too many": (
        "GET",
        "/v1/doctor-prep?symptoms=a,b,c,d,e,f,g,h,i,j,k,l,{words}",
        {},
        400,
        "too_many_symptoms",
    ),
    "unreadable": ("GET", "/v1/explain?topic=%ff%fe+{words}", {}, 400, "unreadable_text"),
    "control": ("GET", "/v1/explain?topic=%00+{words}", {}, 400, "unreadable_text"),
    "nothing there": ("GET", "/v1/nothing?q={words}", {}, 404, "not_found"),
    "in the path": ("GET", "/v1/explain/{words}/x", {}, 404, "not_found"),
    "in a path of files": ("GET", "/static/{words}", {}, 404, "not_found"),
    "in the name of a file": ("GET", "/static/{words}.css", {}, 404, "not_found"),
    "method": ("POST", "/v1/explain?topic={words}", {}, 405, "method_not_allowed"),
    "method on the description": ("POST", "/openapi.json?q={words}", {}, 405, "method_not_allowed"),
    "format": (
        "GET",
        "/v1/explain?topic={words}",
        {"HTTP_ACCEPT": "text/html"},
        406,
        "not_acceptable",
    ),
    "limited": ("GET", "/v1/explain?topic={words}", {}, 429, "rate_limited"),
    "host": ("GET", "/v1/explain?topic={words}", {"HTTP_HOST": "evil.example"}, 400, "bad_request"),
}


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
@pytest.mark.parametrize("refusal", REFUSALS)
def test_urgent_leads_every_refusal(refusal: str, sign: Any, client: Client, settings: Any) -> None:
    method, path, headers, status, code = REFUSALS[refusal]
    if code == "rate_limited":
        settings.RATE_LIMIT = "0/m"
    words = urlencode({"": WORDS[sign.slug]})[1:]
    response = client.generic(method, path.format(words=words), **headers)
    body = json.loads(response.content)
    assert (response.status_code, body["status"], body["code"]) == (status, status, code)
    assert next(iter(body)) == "urgent"
    assert body["urgent"] == sign.urgent
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("words", ["HRT and black cohosh", "HRT or soya isoflavones"])
def test_what_is_withheld_is_listed_so_where_the_words_name_it_beside_an_option(
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
    status, body = rest("evidence", option="st john ambulance")
    assert status == 404
    withheld = {option.slug for option in refresh.current().withheld}
    assert withheld & {one["slug"] for one in body["suggestions"]}
    assert all(set(one) == REF for one in body["suggestions"])


def test_a_part_of_a_file_is_asked_for_in_vain(settings: Any) -> None:
    """A part beyond its end would be refused with no body at all, whatever words stand in the address."""
    settings.WHITENOISE_USE_FINDERS = True
    for part in ("bytes=99999999-", "bytes=0-9"):
        response = Static(lambda request: HttpResponse())(
            RequestFactory().get("/static/content/pages.css", HTTP_RANGE=part)
        )
        assert (response.status_code, len(response.getvalue()) > 1000) == (200, True)
        response.close()


@pytest.mark.parametrize(
    "path",
    [
        "/static/crushing.chest.pain",
        "/static/admin/css/crushing.chest.pain",
        "/static/content/crushing-chest-pain.css",
    ],
)
def test_of_the_addresses_of_files_only_those_of_files_that_exist_are_not_read(
    path: str, client: Client
) -> None:
    assert client.get(path).json()["urgent"] == next(
        sign.urgent for sign in SIGNS if sign.slug == "chest-pain"
    )
    assert "/static/content/pages.css" in static_paths()
    assert not [*words_of(RequestFactory().get("/static/content/pages.css"))]
    assert len(static_paths()) > 100


@pytest.mark.parametrize(
    "asked", ["%3Ftopic=", "%3Ftopic%3D", "%3Fx=1%26topic%3D", "&topic=", ";option="]
)
def test_a_query_written_as_part_of_the_path_is_read_as_a_query(asked: str, client: Client) -> None:
    response = client.get(f"/v1/explain{asked}chest%20pain")
    assert (response.status_code, next(iter(response.json()))) == (404, "urgent")
    assert "urgent" not in client.get(f"/v1/explain{asked}hot%20flushes").json()


@pytest.mark.parametrize(
    "path",
    [
        "/v1/evidence/chest%20pain",
        "/v1/evidence/chest-pain/",
        "/v1/doctor-prep/suicidal",
        "/api/v1/Evidence/chest%20pain",
        "/v1/option/chest%20pain",
    ],
)
def test_words_behind_a_name_of_ours_in_a_path_are_read_without_it(
    path: str, client: Client
) -> None:
    response = client.get(path)
    assert (response.status_code, next(iter(response.json()))) == (404, "urgent")


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
def test_words_about_menopause_as_a_whole_lead_to_its_guide_and_alarm_nobody(
    call: Any, rest: Any
) -> None:
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
def test_what_is_of_the_other_kind_is_the_one_suggestion_with_the_call_to_make(
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


def test_a_refusal_never_leads_from_what_is_withheld_to_what_it_is_used_for(rest: Any) -> None:
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


def test_the_status_of_an_answer_is_that_of_its_least_reviewed_record(rest: Any) -> None:
    def said(call: str, **words: str) -> tuple[str, str | None]:
        body = rest(call, **words)[1]
        return body["review_status"], body["reviewed_by"]

    make_sign_off("brain-fog", make_reviewer())
    status, by = said("explain", topic="brain-fog")
    assert status == "reviewed"
    assert by is not None
    assert "Dr Test Reviewer" in by
    assert (
        said("options", symptom="brain-fog")
        == said("doctor-prep", symptoms="brain fog, hot flushes")
        == ("not_clinically_reviewed", None)
    )
    Topic.objects.filter(slug="brain-fog").update(summary="Other words.")
    refresh.forget()
    assert said("explain", topic="brain-fog") == ("review_lapsed", None)


def test_methods_that_are_allowed_are_named(client: Client) -> None:
    assert set(client.put("/v1/explain")["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_a_limited_call_says_when_to_try_again(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "0/m"
    response = client.get("/v1/topics")
    assert response.status_code == 429
    assert 1 <= int(response["Retry-After"]) <= 60
    assert response["RateLimit-Policy"] == '"calls";q=0;w=60'
    assert response["RateLimit"].startswith('"calls";r=0;t=')


def test_a_call_says_what_is_left_of_the_quota(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "5/d"
    left = [
        client.get("/v1/topics", REMOTE_ADDR="192.0.2.77")["RateLimit"].split(";")[1]
        for _ in range(5)
    ]
    assert left == ["r=4", "r=3", "r=2", "r=1", "r=0"]
    assert client.get("/v1/topics", REMOTE_ADDR="192.0.2.77").status_code == 429


def test_several_signs_make_one_text_most_urgent_first(rest: Any) -> None:
    _, body = rest(
        "explain",
        topic=f"{WORDS['bleeding-after-menopause']}. {WORDS['chest-pain']}. {WORDS['self-harm']}.",
    )
    signs = {sign.slug: sign for sign in SIGNS}
    places = [
        body["urgent"].index(signs[slug].urgent[:40])
        for slug in ("self-harm", "chest-pain", "bleeding-after-menopause")
    ]
    assert places == sorted(places)
    assert urgent_text([]) is None


@pytest.mark.parametrize("sent", [" ", ",,,", ".", '"', "\u200b", "\n\t", "?!"])
def test_a_value_without_a_word_is_blank(sent: str, client: Client) -> None:
    for call in WITH_INPUT:
        body = client.get(call.path, {name_of(call): sent}).json()
        assert (body["status"], body["code"], body["parameter"]) == (
            400,
            "blank_parameter",
            name_of(call),
        )


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/mcp"), ("DELETE", "/mcp"), ("POST", "/v1/topics"), ("PUT", "/search")]
    + [
        ("POST", path)
        for path in (
            "/",
            "/openapi.json",
            "/llms.txt",
            "/mcp/server-card",
            "/docs",
            "/topics",
            "/symptoms/hot-flushes.md",
            "/robots.txt",
        )
    ],
)
def test_a_refused_method_has_the_headers_of_any_other_refusal(
    method: str, path: str, client: Client
) -> None:
    safety = {
        "Content-Security-Policy",
        "X-Content-Type-Options",
        "X-Frame-Options",
        "Referrer-Policy",
        "Cross-Origin-Opener-Policy",
        "Cache-Control",
    }
    refused, missing = (
        client.generic(method, path, HTTP_ACCEPT="application/json"),
        client.get("/v1/nothing"),
    )
    assert (refused.status_code, missing.status_code) == (405, 404)
    assert {name: refused[name] for name in safety} == {name: missing[name] for name in safety}
    assert refused["Content-Length"] == str(len(refused.content))
    assert json.loads(refused.content)["code"] == "method_not_allowed"


@pytest.mark.parametrize("kind", [TopicKind.SYMPTOM, TopicKind.CONDITION])
def test_a_rating_claims_no_treatment_of_a_linked_condition(kind: TopicKind, rest: Any) -> None:
    """“It does not treat the cancer” stands beside it: what helps there eases something else."""
    catalogue = refresh.current()
    listed_for: dict[tuple[str, str], str] = {}
    for entry in catalogue.of_kind(kind):
        _, listed = rest("options", symptom=entry.topic.slug, detail="full")
        name = in_sentence(entry.topic.name)
        for said in (f"{key['rating']}. {key['meaning']}" for key in listed["ratings"]):
            assert not re.search(rf"\b(?:treats?|cures?|prevents?|{re.escape(name)})\b", said), said
        for item in (
            item for part in ("options", "not_shown_to_help", "may_worsen") for item in listed[part]
        ):
            listed_for[item["slug"], entry.topic.slug] = item.get("rating", "")
            listed_for |= {
                (form["slug"], entry.topic.slug): form["rating"]
                for form in item.get("variants", ())
            }
    assert listed_for
    sheets = {
        option: rest("evidence", option=option)[1]
        for option in {option for option, _ in listed_for}
    }
    graded = {
        (option, grade["topic"]["slug"]): grade["rating"]
        for option, sheet in sheets.items()
        for grade in (*sheet["grades"], *sheet["may_worsen"])
    }
    told = {pair: rating for pair, rating in listed_for.items() if rating}
    assert {pair: graded[pair] for pair in told} == told
    assert set(told.values()) <= {rating.label for rating in RATINGS.values()}


def test_a_browsers_question_before_a_call_costs_no_call(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "1/d"
    for _ in range(3):
        asked = client.options("/v1/topics", REMOTE_ADDR="192.0.2.78")
        assert asked.status_code == 204
        # What `*` stands for in a browser does not hold `Authorization`, which agents' hosts send of their own.
        assert asked["Access-Control-Allow-Headers"].split(", ") == ["*", "Authorization"]
        assert (asked["Access-Control-Allow-Origin"], asked["Access-Control-Max-Age"]) == (
            "*",
            "600",
        )
    assert client.get("/v1/topics", REMOTE_ADDR="192.0.2.78").status_code == 200


@pytest.mark.parametrize(
    "method", ["GET", "HEAD", "OPTIONS", "POST", "DELETE", "QUERY", "PROPFIND"]
)
def test_a_body_is_read_whatever_the_method(method: str, client: Client) -> None:
    response = client.generic(
        method,
        "/v1/explain",
        b"topic=I+have+crushing+chest+pain",
        content_type="application/x-www-form-urlencoded",
    )
    if method not in ("HEAD", "OPTIONS"):  # these have no body of their own
        assert next(iter(json.loads(response.content))) == "urgent"


LARGE = {"just too large": 65_911, "larger than is screened whole": 300_000}


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("size", LARGE.values(), ids=LARGE)
@pytest.mark.parametrize(
    ("path", "kind"),
    [("/mcp", "application/json"), ("/search", "application/x-www-form-urlencoded")],
)
def test_a_sign_at_either_end_of_a_body_too_large_is_led_with(
    path: str, kind: str, size: int, chunked: bool, client: Client
) -> None:
    said = {sign.slug: sign.urgent for sign in SIGNS}["chest-pain"].partition(".")[0].encode()

    def answered(body: bytes) -> bytes:
        how: dict[str, Any] = (
            {"wsgi.input": io.BytesIO(body), "wsgi.input_terminated": True} if chunked else {}
        )
        response = client.generic("POST", path, b"" if chunked else body, CONTENT_TYPE=kind, **how)
        assert response.status_code == 413
        return response.content

    filling = b"hello " * (size // 6)
    assert said in answered(filling + WORDS["chest-pain"].encode())
    assert said in answered(WORDS["chest-pain"].encode() + b". " + filling)
    assert said not in answered(filling)


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_without_end_is_read_to_a_bound(chunked: bool, client: Client) -> None:
    sent = io.BytesIO(b"x" * 3_000_000)
    length = {"wsgi.input_terminated": True} if chunked else {"CONTENT_LENGTH": "3000000"}
    response = client.generic(
        "POST", "/mcp", CONTENT_TYPE="application/json", **{"wsgi.input": sent, **length}
    )
    assert response.status_code == 413
    assert sent.tell() == READ_ON


NEARLY = {
    "cut off": "{0}",
    "after two marks": "\ufeff\ufeff{0}}}",
    "after a mark": ")]}}'\n{0}}}",
    "before another": "{0}}}\n{0}}}",
    "in an event": "data: {0}}}\n\n",
}


@pytest.mark.parametrize("shape", NEARLY.values(), ids=NEARLY)
def test_what_is_nearly_json_is_read_string_by_string(shape: str, client: Client) -> None:
    def answered(words: str) -> Any:
        message = json.dumps(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": "explain", "arguments": {"topic": words}},
            }
        )
        response = client.post("/mcp", shape.format(message[:-1]), content_type="application/json")
        assert (response.status_code, response.json()["error"]["code"]) == (400, -32700)
        return response.json()["error"]["data"]

    assert all(
        "urgent" in answered(words)
        for words in (
            "chest acke",
            "bleeding again two years after menopause",
            'mum having stroke, "what" do i do',
        )
    )
    assert not any(
        "urgent" in answered(words)
        for words in ("I don't want to live in Leeds", "rather die than wear crocs")
    )


@pytest.mark.parametrize(
    "sent",
    [
        '{"topic":"I want to kill myself","topic":"hot flushes"}',
        '{"x":{"y":"I want to kill myself"},"x":1}',
    ],
)
def test_a_value_that_another_of_the_same_name_replaces_is_read_too(
    sent: str, client: Client
) -> None:
    response = client.post("/v1/explain", sent, content_type="application/json")
    assert next(iter(json.loads(response.content))) == "urgent"


@pytest.mark.parametrize("length", ["abc", "-5", "1_0", "+5", "9" * 5000])
@pytest.mark.parametrize("path", ["/v1/explain", "/mcp", "/search", "/nothing"])
def test_a_length_that_is_no_number_is_refused_and_the_address_still_screened(
    path: str, length: str, client: Client
) -> None:
    response = client.post(
        f"{path}?topic=I+want+to+kill+myself",
        "{}",
        content_type="application/json",
        CONTENT_LENGTH=length,
    )
    body = json.loads(response.content)
    assert (response.status_code, body["code"]) == (400, "bad_request")
    assert next(iter(body)) == "urgent"
    assert "Content-Security-Policy" in response


def test_a_refused_method_of_a_file_is_led_by_what_to_do(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "pages.css").write_text("p {}")
    response = client.post(
        "/static/content/pages.css", "I want to kill myself", content_type="text/plain"
    )
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert next(iter(json.loads(response.content))) == "urgent"


def test_before_any_content_is_loaded_a_call_is_unavailable_and_still_screened(
    client: Client,
) -> None:
    from content.models import Caution, Evidence, PrepItem, RelatedTopic

    for model in (Evidence, RelatedTopic, PrepItem, Caution, Option, Topic):
        model._default_manager.all().delete()
    refresh.forget()
    response = client.get("/v1/explain", {"topic": WORDS["self-harm"]})
    body = json.loads(response.content)
    assert (response.status_code, body["code"], response["Retry-After"]) == (
        503,
        "unavailable",
        "60",
    )
    assert next(iter(body)) == "urgent"


@pytest.mark.parametrize("kind", ["slug", "name"])
def test_every_topic_answers_to_its_slug_and_name_in_every_call(
    kind: str, rest: Any, client: Client
) -> None:
    catalogue = refresh.current()
    assert [len(catalogue.of_kind(one)) for one in ("symptom", "condition", "guide")] == [28, 15, 6]
    for slug, entry in catalogue.topics.items():
        words = slug if kind == "slug" else entry.topic.name
        for call in ("explain", "options"):
            status, body = rest(call, **{"topic" if call == "explain" else "symptom": words})
            if call == "options" and entry.topic.kind == TopicKind.GUIDE:
                assert (status, body["code"], f"explain with topic={slug}" in body["note"]) == (
                    404,
                    "unknown_topic",
                    True,
                )
                continue
            assert (status, body["topic"]["slug"]) == (200, slug)
            assert body["also_matched"] == [], "a record's own name or slug names nothing else"
            assert body["when_to_see_a_doctor"] == entry.topic.flag.text
        status, body = rest("doctor-prep", symptoms=words)
        assert (status, [topic["slug"] for topic in body["topics"]]) == (200, [slug])
        assert body["when_to_see_a_doctor"] == entry.topic.flag.text


@pytest.mark.parametrize("kind", ["slug", "name"])
def test_every_option_answers_to_its_slug_and_name(kind: str, rest: Any) -> None:
    for slug, option in refresh.current().options.items():
        status, body = rest("evidence", option=slug if kind == "slug" else option.name)
        assert (status, body["option"]["slug"]) == (200, slug)


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


def test_strongest_evidence_comes_first_and_no_benefit_apart(rest: Any) -> None:
    ranks = {(grade, finding): place for place, (grade, finding) in enumerate(RATINGS)}
    catalogue = refresh.current()
    for slug in rated():
        _, body = rest("options", symptom=slug)
        found = {pair.released.slug: pair.grade.finding for pair in catalogue.topics[slug].pairs}
        places = [ranks[item["grade"], item["finding"]] for item in body["options"]]
        assert places == sorted(places)
        forms = [form["slug"] for item in body["options"] for form in item.get("variants", ())]
        assert {found[name] for name in (*(item["slug"] for item in body["options"]), *forms)} <= {
            Finding.HELPS
        }
        assert {item["finding"] for item in body["options"]} <= {"helps"}
        for part, finding in (
            ("not_enough_research", Finding.UNCLEAR),
            ("not_shown_to_help", Finding.NO_BENEFIT),
            ("may_worsen", Finding.MAY_WORSEN),
        ):
            assert {found[item["slug"]] for item in body[part]} <= {finding}
        assert all(item["statement"] for item in body["may_worsen"])
        assert len(body["withheld"]["options"]) == 33


def test_what_is_usually_tried_first_comes_first_among_options_of_one_grade_and_finding(
    rest: Any,
) -> None:
    topic = make_topic()
    for position, (slug, place) in enumerate(
        (("later", 2), ("unplaced", 0), ("first", 1), ("stronger", 3)), start=1
    ):
        option = make_option(slug, name=slug.title(), position=position)
        make_caution(option)
        make_evidence(
            option, topic, Grade.STRONG if slug == "stronger" else Grade.MIXED, place=place
        )
    _, body = rest("options", symptom=topic.slug)
    assert [item["slug"] for item in body["options"]] == ["stronger", "first", "later", "unplaced"]


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


def test_every_link_in_every_answer_is_absolute_and_leads_to_a_page(
    rest: Any, client: Client, settings: Any
) -> None:
    pages: set[str] = set()

    def gather(value: Any) -> None:
        if isinstance(value, dict):
            if "source_page" in value:
                pages.add(value["source_page"])
            for part in value.values():
                gather(part)
        elif isinstance(value, list):
            for part in value:
                gather(part)

    catalogue = refresh.current()
    gather(rest("topics")[1])
    for slug in catalogue.topics:
        gather(rest("explain", topic=slug)[1])
        gather(rest("doctor-prep", symptoms=slug)[1])
    for slug in rated():
        gather(rest("options", symptom=slug)[1])
    for slug in catalogue.options:
        gather(rest("evidence", option=slug)[1])
    assert len(pages) == 28 + 15 + 6 + 62 + 33 + len(("/topics", "/prepare"))
    for link in pages:
        assert link.startswith(settings.PUBLIC_URL + "/")
        assert client.get(link.removeprefix(settings.PUBLIC_URL)).status_code == 200, link


def test_doctor_prep_names_the_places_of_what_it_did_not_recognise(rest: Any) -> None:
    _, body = rest(
        "doctor-prep", symptoms="hot flushes, xylophone zeppelin, brain fog; hot flashes"
    )
    assert body["not_recognised"] == [2]
    assert [topic["slug"] for topic in body["topics"]] == ["hot-flushes", "brain-fog"]


def test_answers_to_words_are_not_stored_and_set_no_cookie(client: Client) -> None:
    for path in ("/v1/explain?topic=hot+flushes", "/v1/explain", "/nothing"):
        response = client.get(path)
        assert response["Cache-Control"] == "no-store"
        assert response["Referrer-Policy"] == "no-referrer"
        assert not response.cookies


def test_head_and_options_are_answered(client: Client) -> None:
    assert client.head("/v1/topics").status_code == 200
    assert client.head("/v1/topics").content == b""
    asked = client.options("/v1/topics")
    assert (asked.status_code, asked.headers.get("Content-Type")) == (204, None)


@pytest.mark.parametrize(
    "accept",
    [
        "",
        "*/*",
        "application/json",
        "text/html, application/json;q=0.5",
        "application/*",
        "application/problem+json",
        "text/html;q=0, */*;q=0.1",
        "*/*;q=0, application/json",
        "application/json;q=0.001, */*;q=0",
    ],
)
def test_whoever_takes_json_is_answered(accept: str, client: Client) -> None:
    assert client.get("/v1/topics", HTTP_ACCEPT=accept).status_code == 200


@pytest.mark.parametrize(
    "accept",
    [
        "text/html",
        "application/xml",
        "application/json;q=0",
        "image/*",
        "application/json;q=0, */*",
        "application/xml, application/*;q=0, */*;q=0.5",
        "application/json; Q=0.000, application/*",
    ],
)
def test_whoever_does_not_is_told(accept: str, client: Client) -> None:
    assert client.get("/v1/topics", HTTP_ACCEPT=accept).status_code == 406


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


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_a_sign_in_the_message_leads_and_the_rest_is_the_same_answer(
    call: Any, sign: Any, rest: Any
) -> None:
    status, body = rest(
        call.name, **asked(call), message=f"I have brain fog and use HRT. {WORDS[sign.slug]}."
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


@pytest.mark.parametrize(
    ("parameter", "value", "told"),
    [
        *(("limit", value, "a whole number from 1 to 100") for value in ("0", "-1", "101", "2.5", "five", "9" * 1500)),
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


@pytest.mark.parametrize("kind", OptionKind)
def test_the_name_of_a_choice_is_no_part_of_what_is_said(kind: str, rest: Any) -> None:
    for words in ("bleeding", "heavy periods", "irregular periods", "low mood", "palpitations"):
        chosen = {"kind": kind, "finding": "may-worsen", "detail": "full", "limit": "5"}
        assert "urgent" not in rest("options", symptom=words, **chosen)[1], words


def test_a_guide_is_answered_by_every_call_but_options(rest: Any) -> None:
    for entry in refresh.current().of_kind(TopicKind.GUIDE):
        slug = entry.topic.slug
        _, told = rest("explain", topic=slug)
        assert (told["topic"]["kind"], told["when_to_see_a_doctor"]) == (
            "guide",
            entry.topic.flag.text,
        )
        assert rest("doctor-prep", symptoms=slug)[0] == 200
        status, refused = rest("options", symptom=slug)
        assert (status, list(refused)[3]) == (404, "note")


def test_what_is_covered_is_counted_by_kind(rest: Any) -> None:
    _, body = rest("topics", detail="full")
    assert body["counts"] == {
        "symptoms": 28,
        "conditions": 15,
        "guides": 6,
        "options": 62,
        "withheld": 33,
    }
    assert {name: len(body[name]) for name in ("symptoms", "conditions", "guides", "options")} == {
        name: body["counts"][name] for name in ("symptoms", "conditions", "guides", "options")
    }
    assert [(key["rating"], key["meaning"]) for key in body["ratings"]] == [
        (one.label, one.meaning) for one in RATINGS.values()
    ]
    assert body["withheld"]["reason"] == WITHHELD_REASON
    assert [sign["slug"] for sign in body["warning_signs"]] == [sign.slug for sign in SIGNS]


def test_a_guide_by_its_name_is_one_item_of_a_list_whatever_stands_in_the_name(rest: Any) -> None:
    names = {
        entry.topic.name: entry.topic.slug for entry in refresh.current().of_kind(TopicKind.GUIDE)
    }
    for name, slug in names.items():
        for listed, others in (
            ("{}", []),
            ("Hot flushes, {}, brain fog", ["hot-flushes", "brain-fog"]),
        ):
            _, body = rest("doctor-prep", symptoms=listed.format(name))
            assert body["not_recognised"] == [], name
            assert sorted(topic["slug"] for topic in body["topics"]) == sorted([slug, *others]), (
                name
            )


def test_doctor_prep_asks_the_five_that_matter_most_first_and_none_twice(rest: Any) -> None:
    _, body = rest("doctor-prep", symptoms="hot flushes, brain fog, sleep problems")
    assert len(body["first_questions"]) == 5
    questions = [*body["first_questions"], *body["questions"]]
    assert len(questions) == len(set(questions))
    leading = [
        refresh.current().topics[topic["slug"]].topic.questions[0] for topic in body["topics"]
    ]
    assert body["first_questions"][: len(leading)] == leading
