"""`/mcp` on the wire, row by row of the protocol, in both eras; and the same answers as REST."""

import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import mcp_types
import pytest
from django.test import Client
from mcp_types.methods import validate_server_result

from api import relay_rules
from api.calls import CALLS
from api.models import UsageTally
from api.operations import usage
from api.rate_limit import limiter
from api.serializers import BUDGET
from content.catalogue import refresh
from content.language.screening import screen
from content.language.warning_signs import BY_SLUG
from content.vocabulary import TopicKind
from mcp_bridge import server_info, tools

pytestmark = pytest.mark.django_db

SNAPSHOT = Path(__file__).parents[1] / "snapshots" / "tools_list.json"
META = "io.modelcontextprotocol/"
# As programs make them; some happen to read like words.
MARKS = [
    "call_Ra6YOpH3az1358dEaJvWgxt5",
    "call_fyflfm3pCpLQCV6fWcghTX8A",
    "call_UFtAgdHoZDFmNsm5BE8fMyBE",
    "call_1eAFxxuS0JODjVAYlwOQ4PqO",
]
STATELESS = "2026-07-28"
ASKED = {
    "explain": {"topic": "hot flushes"},
    "options": {"symptom": "osteoporosis"},
    "evidence": {"option": "vaginal oestrogen"},
    "doctor_prep": {"symptoms": "hot flushes, xyzzy, brain fog"},
    "topics": {},
}


class Door:
    """The MCP door, in one era."""

    def __init__(self, era: str) -> None:
        self.era = era
        self.client = Client(raise_request_exception=False)
        self.path = "/mcp"

    def post(self, body: Any, **headers: str) -> Any:
        raw = body if isinstance(body, bytes | str) else json.dumps(body)
        return self.client.post(
            self.path, raw, content_type=headers.pop("CONTENT_TYPE", "application/json"), **headers
        )  # type: ignore[arg-type]

    def send(self, method: str, params: dict[str, Any] | None = None, **headers: str) -> Any:
        params = dict(params or {})
        given = {}
        if self.era == STATELESS:
            params["_meta"] = {
                f"{META}protocolVersion": STATELESS,
                f"{META}clientCapabilities": {},
                f"{META}clientInfo": {"name": "tests", "version": "1"},
            }
            given = {"HTTP_MCP_PROTOCOL_VERSION": STATELESS, "HTTP_MCP_METHOD": method}
            if method == "tools/call":
                given["HTTP_MCP_NAME"] = str(params.get("name"))
        return self.post(
            {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}, **(given | headers)
        )

    def call(self, name: str, arguments: Any = None, **headers: str) -> Any:
        return self.send("tools/call", {"name": name, "arguments": arguments or {}}, **headers)


@pytest.fixture(params=["2025-06-18", STATELESS])
def door(request: pytest.FixtureRequest) -> Door:
    return Door(request.param)


@pytest.fixture
def legacy() -> Door:
    return Door("2025-06-18")


@pytest.fixture
def stateless() -> Door:
    return Door(STATELESS)


def pairs(body: bytes) -> list[tuple[str, Any]]:
    """A JSON object with the order of its keys."""
    found: list[tuple[str, Any]] = json.loads(body, object_pairs_hook=list)
    return found


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.tool)
@pytest.mark.parametrize("words", ["plain", "urgent"])
def test_a_tool_answers_what_rest_answers_key_by_key(
    call: Any, words: str, door: Door, client: Client
) -> None:
    arguments = dict(ASKED[call.tool])
    if words == "urgent":
        arguments = {name: f"{value}. I want to kill myself." for name, value in arguments.items()}
    rest = client.get(call.path, arguments)
    answer = door.call(call.tool, arguments)
    result = answer.json()["result"]
    assert answer.status_code == 200
    assert result["isError"] is False
    assert pairs(result["content"][0]["text"]) == pairs(rest.content)
    assert (
        json.dumps(result["structuredContent"], ensure_ascii=False, separators=(",", ":"))
        == rest.content.decode()
    )
    jsonschema.Draft202012Validator(tools.definition(call)["outputSchema"]).validate(
        result["structuredContent"]
    )
    if words == "urgent" and arguments:
        assert next(iter(result["structuredContent"])) == "urgent"


def test_the_marks_of_a_program_are_no_words_but_words_in_their_place_are(client: Client) -> None:
    def urgent(place: dict[str, Any]) -> bool:
        body = {"jsonrpc": "2.0", "id": 1, "method": "resources/list", "params": {}} | place
        return "urgent" in json.dumps(
            client.post("/mcp", json.dumps(body), content_type="application/json").json()
        )

    ringing = [mark for mark in MARKS if screen(mark)]
    assert ringing
    assert not any(
        urgent({"id": mark}) or urgent({"params": {"_meta": {"progressToken": mark}}})
        for mark in MARKS
    )
    assert all(urgent({"params": {"name": mark}}) for mark in ringing)
    assert urgent({"id": "I want to kill myself"})
    assert not urgent(
        {"id": "aA" + "1" * 60_000}
    )  # a pattern that looks back would be busy with it for hours
    assert urgent({"params": {"_meta": {"note": "I want to kill myself"}}})


def test_every_topic_and_option_answers_by_the_schema(legacy: Door) -> None:
    catalogue = refresh.current()
    rated = [
        slug for slug, entry in catalogue.topics.items() if entry.topic.kind != TopicKind.GUIDE
    ]
    for tool, name, slugs in (
        ("explain", "topic", catalogue.topics),
        ("options", "symptom", rated),
        ("evidence", "option", catalogue.options),
    ):
        (call,) = [call for call in CALLS if call.tool == tool]
        validator = jsonschema.Draft202012Validator(tools.definition(call)["outputSchema"])
        for slug in slugs:
            for detail in ("brief", "full"):
                answer = legacy.call(tool, {name: slug, "detail": detail})
                validator.validate(answer.json()["result"]["structuredContent"])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"topic": "xylophone zeppelin"}, "unknown_topic"), ({}, "missing_parameter"), ({"topic": " "}, "blank_parameter"), ({"topic": "x" * 2001}, "parameter_too_long"),
        ({"topic": 5}, "invalid_type"), ({"topic": None}, "invalid_type"), ({"topic": ["a"]}, "invalid_type"),
        ({"topic": "\x00"}, "unreadable_text"), ({"topic": "hot flushes", "message": "x" * 2001}, "parameter_too_long"),
        ({"topic": "hot flushes", "message": ["a"]}, "invalid_type"), ({"topic": "hot flushes", "detail": "all"}, "invalid_value"),
        ({"topic": "hot flushes", "detail": True}, "invalid_value"),
    ],
)  # fmt: skip
def test_a_failure_is_a_result_with_the_same_problem_as_rest(
    arguments: dict[str, Any], code: str, door: Door
) -> None:
    answer = door.call("explain", arguments)
    result = answer.json()["result"]
    assert answer.status_code == 200
    assert result["isError"] is True
    assert "structuredContent" not in result
    problem = json.loads(result["content"][0]["text"])
    assert problem["code"] == code
    assert "zeppelin" not in str(result)
    if all(isinstance(value, str) for value in arguments.values()):
        assert problem == door.client.get("/v1/explain", arguments).json()


@pytest.mark.parametrize(
    "arguments",
    [
        *({"limit": value} for value in (0, -1, 101, 2.5, True, "five", [5], {})),
        *({"kind": value} for value in ("potion", 5, ["lifestyle"], {})),
        {"finding": "cures"}, {"finding": False}, {"detail": "all"},
    ],
    ids=str,
)  # fmt: skip
def test_a_value_that_is_not_one_of_those_taken_is_told_so(
    arguments: dict[str, Any], legacy: Door
) -> None:
    result = legacy.call("options", {"symptom": "hot flushes", **arguments}).json()["result"]
    problem = json.loads(result["content"][0]["text"])
    assert (result["isError"], problem["code"], problem["parameter"]) == (
        True,
        "invalid_value",
        *arguments,
    )


@pytest.mark.parametrize("empty", [None, "", " "])
def test_what_may_be_left_out_may_be_sent_empty(
    empty: str | None, legacy: Door, client: Client
) -> None:
    extras = dict.fromkeys(("message", "detail", "kind", "finding", "limit"), empty)
    result = legacy.call("options", {"symptom": "hot flushes", **extras}).json()["result"]
    assert (
        result["structuredContent"] == client.get("/v1/options", {"symptom": "hot flushes"}).json()
    )


def test_a_list_is_narrowed_as_over_rest(legacy: Door, client: Client) -> None:
    wanted = {"symptom": "hot flushes", "kind": "lifestyle", "limit": 2, "detail": "full"}
    result = legacy.call("options", wanted).json()["result"]
    assert result["structuredContent"] == client.get("/v1/options", wanted).json()
    assert len(result["structuredContent"]["options"]) <= 2


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.tool)
def test_arguments_that_hosts_add_are_ignored(call: Any, door: Door, client: Client) -> None:
    """n8n sends the mark of each call, the session's and the words of the chat along; others send their own."""
    rest = client.get(call.path, ASKED[call.tool]).json()
    for mark in MARKS:
        added = {
            "toolCallId": mark,
            "sessionId": mark,
            "action": "sendMessage",
            "surprise": {"x": [1, None]},
        }
        result = door.call(call.tool, ASKED[call.tool] | added).json()["result"]
        assert result["structuredContent"] == rest
    said = door.call(call.tool, ASKED[call.tool] | {"chatInput": "I want to kill myself"}).json()[
        "result"
    ]
    assert next(iter(said["structuredContent"])) == "urgent"
    assert door.call(call.tool, ASKED[call.tool] | {"toolCallId": "I want to die"}).json()[
        "result"
    ]["structuredContent"]["urgent"]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.tool)
def test_a_message_is_screened_and_never_matched(call: Any, door: Door, client: Client) -> None:
    message = "I have osteoporosis and take HRT. I have crushing chest pain."
    result = door.call(call.tool, ASKED[call.tool] | {"message": message}).json()["result"]
    told = result["structuredContent"]
    assert next(iter(told)) == "urgent"
    assert told["urgent"] == BY_SLUG["chest-pain"].urgent
    assert json.loads(result["content"][0]["text"]) == told
    plain = client.get(call.path, ASKED[call.tool]).json()
    subject = [
        key
        for key in ("topic", "topics", "option", "also_matched", "not_recognised")
        if key in plain
    ]
    assert [told[key] for key in subject] == [plain[key] for key in subject]
    if call.subject:
        alone = json.loads(
            door.call(call.tool, {"message": message}).json()["result"]["content"][0]["text"]
        )
        assert (next(iter(alone)), alone["code"]) == ("urgent", "missing_parameter")


def test_the_address_with_a_stroke_at_its_end_answers_alike(door: Door) -> None:

    def answers(path: str) -> list[tuple[int, bytes, dict[str, str]]]:
        door.path = path
        sent = [
            door.call("explain", {"topic": words})
            for words in ("hot flushes", "I want to die", "xylophone")
        ]
        sent += [door.send("tools/list"), door.post("x"), door.post({}, CONTENT_TYPE="text/plain")]
        sent += [getattr(door.client, method)(path) for method in ("get", "delete", "put")]
        return [(one.status_code, one.content, {**one.headers, "RateLimit": ""}) for one in sent]

    assert answers("/mcp/") == answers("/mcp")


@pytest.mark.parametrize("words", ["hot flushes", "I have crushing chest pain"])
def test_a_mark_of_byte_order_before_a_message_is_no_part_of_it(words: str, legacy: Door) -> None:
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "explain", "arguments": {"topic": words}},
    }
    raw = json.dumps(body).encode()
    marked, plain = legacy.post(b"\xef\xbb\xbf" + raw), legacy.post(raw)
    assert (marked.status_code, marked.content) == (200, plain.content)
    assert ("urgent" in marked.json()["result"]["structuredContent"]) is (words != "hot flushes")


def test_a_browser_may_send_what_hosts_add_and_need_not_ask_twice(
    legacy: Door, settings: Any
) -> None:
    settings.ALLOWED_ORIGINS = ["https://tools.example"]
    for path in ("/mcp", "/mcp/"):
        asked = legacy.client.options(path, HTTP_ORIGIN="https://tools.example")
        headers = asked["Access-Control-Allow-Headers"].split(", ")
        assert {
            "*",
            "Authorization",
            "Content-Type",
            "MCP-Protocol-Version",
            "Mcp-Method",
            "Mcp-Name",
        } <= set(headers)
        assert (asked["Access-Control-Allow-Methods"], asked["Access-Control-Max-Age"]) == (
            "POST",
            "600",
        )
        assert asked["Access-Control-Allow-Origin"] == "https://tools.example"


def test_a_fault_while_a_call_is_charged_is_a_result_too(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(request: Any) -> Any:
        raise RuntimeError("a fault")

    monkeypatch.setattr(limiter, "charge", broken)
    answer = door.call("explain", {"topic": "hot flushes and I want to die"})
    result = answer.json()["result"]
    assert (answer.status_code, result["isError"]) == (200, True)
    problem = json.loads(result["content"][0]["text"])
    assert (next(iter(problem)), problem["code"]) == ("urgent", "internal_error")


@pytest.mark.parametrize(
    "headers",
    [
        {"HTTP_ORIGIN": "https://elsewhere.example"}, {"HTTP_ACCEPT": "text/html"}, {"CONTENT_TYPE": "text/plain"},
        {"HTTP_MCP_PROTOCOL_VERSION": "2099-01-01"}, {"HTTP_MCP_PROTOCOL_VERSION": STATELESS},
    ],
    ids=str,
)  # fmt: skip
def test_every_refusal_of_a_message_is_led_by_what_to_do(
    legacy: Door, headers: dict[str, str]
) -> None:
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "x",
        "params": {"words": "I have crushing chest pain"},
    }
    error = legacy.post(message, **headers).json()["error"]
    assert error["message"].startswith(BY_SLUG["chest-pain"].urgent)
    assert next(iter(error["data"])) == "urgent"


def test_a_tool_call_is_counted_under_the_name_its_client_gives_or_its_user_agent(
    settings: Any,
) -> None:
    settings.KNOWN_SOFTWARE = ["tests"]
    Door(STATELESS).call("doctor_prep", {"symptoms": "hot flushes"}, HTTP_USER_AGENT="curl/8")
    Door("2025-06-18").call("doctor_prep", {"symptoms": "hot flushes"}, HTTP_USER_AGENT="curl/8")
    usage.fold()
    counted = {
        (tally.tool, tally.topic, tally.software): tally.calls for tally in UsageTally.objects.all()
    }
    assert counted == {
        ("doctor-prep", "hot-flushes", "tests"): 1,
        ("doctor-prep", "hot-flushes", "curl"): 1,
    }


def test_a_spent_quota_is_a_result_and_is_shared_with_rest(
    door: Door, client: Client, settings: Any
) -> None:
    settings.RATE_LIMIT = "3/d"
    assert client.get("/v1/topics", REMOTE_ADDR="192.0.2.5").status_code == 200
    answers = [door.call("topics", REMOTE_ADDR="192.0.2.5") for _ in range(4)]
    assert [answer.json()["result"]["isError"] for answer in answers] == [False, False, True, True]
    assert {answer.status_code for answer in answers} == {200}
    assert "Retry-After" in answers[-1]
    limited = door.call("explain", {"topic": "I want to die"}, REMOTE_ADDR="192.0.2.5").json()[
        "result"
    ]
    assert next(iter(json.loads(limited["content"][0]["text"]))) == "urgent"
    assert client.get("/v1/topics", REMOTE_ADDR="192.0.2.5").status_code == 429


def test_initialize_echoes_a_known_version_and_offers_the_newest_for_others(legacy: Door) -> None:
    for asked, told in [
        *((version, version) for version in server_info.HANDSHAKE),
        ("2024-11-05", "2024-11-05"),
        ("2099-01-01", server_info.HANDSHAKE[0]),
        (STATELESS, server_info.HANDSHAKE[0]),
    ]:
        result = legacy.send(
            "initialize",
            {
                "protocolVersion": asked,
                "capabilities": {},
                "clientInfo": {"name": "x", "version": "1"},
            },
        ).json()["result"]
        assert result["protocolVersion"] == told
        assert result["capabilities"] == {"tools": {"listChanged": False}}
        assert all(rule in result["instructions"] for rule in relay_rules.RELAY_RULES)
        assert len(result["instructions"].encode()) < 2048


def test_discover_names_its_version_and_how_long_it_is_fresh(stateless: Door) -> None:
    result = stateless.send("server/discover").json()["result"]
    assert result["supportedVersions"] == [STATELESS]
    assert (result["resultType"], result["cacheScope"], result["ttlMs"]) == (
        "complete",
        "public",
        3_600_000,
    )
    assert result["_meta"][f"{META}serverInfo"]["name"].endswith("/menopause-information")


def test_ping_notification_and_posted_response(legacy: Door, stateless: Door) -> None:
    assert legacy.send("ping").json()["result"] == {}
    assert stateless.send("ping").status_code == 404
    notified = legacy.post({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (notified.status_code, notified.content) == (202, b"")
    assert legacy.post({"jsonrpc": "2.0", "id": 1, "result": {}}).status_code == 202
    assert (
        stateless.post(
            {"jsonrpc": "2.0", "id": 1, "result": {}}, HTTP_MCP_PROTOCOL_VERSION=STATELESS
        ).status_code
        == 400
    )


def test_unknown_methods_and_tools_by_era(legacy: Door, stateless: Door) -> None:
    for door, method_status, tool_status in ((legacy, 200, 200), (stateless, 404, 400)):
        answer = door.send("resources/list")
        assert (answer.status_code, answer.json()["error"]["code"]) == (method_status, -32601)
        answer = door.call("no_such_tool")
        assert (answer.status_code, answer.json()["error"]["code"]) == (tool_status, -32602)


def test_what_is_wrong_is_said_in_the_data_of_an_error_too(legacy: Door, stateless: Door) -> None:
    """Many clients show one of the two only."""
    for answer in (
        *(
            door.send(method)
            for door in (legacy, stateless)
            for method in ("resources/list", "initialize")
        ),
        *(door.call("no_such_tool") for door in (legacy, stateless)),
        legacy.send("tools/list", HTTP_MCP_PROTOCOL_VERSION="2099-01-01"),
        legacy.send("tools/list", HTTP_MCP_PROTOCOL_VERSION=STATELESS),
        legacy.post(b"{"),
        legacy.post(b"{}", CONTENT_TYPE="text/plain"),
        legacy.post(b"{}", HTTP_ORIGIN="https://evil.example"),
    ):
        error = answer.json()["error"]
        assert error["data"]["detail"] == error["message"]
        assert error["data"]["title"] in (
            "Not a request we can answer",
            "Nothing here",
            "Not a format we read",
            "Not allowed from here",
        )


def test_urgent_leads_a_protocol_error(door: Door) -> None:
    answer = door.call("no_such_tool", {"words": "I want to kill myself"})
    error = answer.json()["error"]
    assert error["message"].startswith(error["data"]["urgent"])
    assert next(iter(error["data"])) == "urgent"


@pytest.mark.parametrize(
    ("headers", "meta", "code"),
    [
        ({"HTTP_MCP_PROTOCOL_VERSION": "2025-06-18"}, {}, -32020), ({"HTTP_MCP_METHOD": "tools/list"}, {}, -32020), ({"HTTP_MCP_NAME": "topics"}, {}, -32020),
        ({"HTTP_MCP_NAME": ""}, {}, -32020), ({}, {f"{META}clientCapabilities": None}, -32602),
        ({"HTTP_MCP_PROTOCOL_VERSION": "2027-01-01"}, {f"{META}protocolVersion": "2027-01-01"}, -32022),
    ],
)  # fmt: skip
def test_headers_must_say_what_the_body_says(
    stateless: Door, headers: dict[str, str], meta: dict[str, Any], code: int
) -> None:
    given = {f"{META}protocolVersion": STATELESS, f"{META}clientCapabilities": {}} | meta
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "explain", "arguments": {"topic": "hot flushes"}, "_meta": given},
    }
    sent = {
        "HTTP_MCP_PROTOCOL_VERSION": STATELESS,
        "HTTP_MCP_METHOD": "tools/call",
        "HTTP_MCP_NAME": "explain",
    } | headers
    answer = stateless.post(body, **sent)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
    if code == -32022:
        assert answer.json()["error"]["data"]["supported"] == [STATELESS]


@pytest.mark.parametrize("name", ["  explain\t", "=?base64?ZXhwbGFpbg==?="])
def test_a_header_may_have_blanks_or_be_encoded(stateless: Door, name: str) -> None:
    assert (
        stateless.call("explain", {"topic": "hot flushes"}, HTTP_MCP_NAME=name).json()["result"][
            "isError"
        ]
        is False
    )


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("2099-01-01", "2099-01-01"),
        ("v999.0.0", "v999.0.0"),
        ("DRAFT-2026-v1", "DRAFT-2026-v1"),
        ("my chest hurts", "unreadable"),
        ("", "unreadable"),
    ],
)
def test_a_version_is_said_back_only_when_it_is_one(legacy: Door, asked: str, told: str) -> None:
    answer = legacy.send("tools/list", HTTP_MCP_PROTOCOL_VERSION=asked)
    assert (answer.status_code, answer.json()["error"]["code"], answer.json()["id"]) == (
        400,
        -32022,
        7,
    )
    assert answer.json()["error"]["data"]["requested"] == told
    assert answer.json()["error"]["data"]["supported"] == [STATELESS]


def test_what_the_stateless_revision_asks_of_every_request(stateless: Door) -> None:
    full = {f"{META}protocolVersion": STATELESS, f"{META}clientCapabilities": {}}
    headers = {"HTTP_MCP_PROTOCOL_VERSION": STATELESS, "HTTP_MCP_METHOD": "tools/list"}
    body: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert stateless.post({**body, "params": {"_meta": full}}, **headers).status_code == 200
    for missing, without_meta in [
        (f"{META}protocolVersion", False),
        (f"{META}clientCapabilities", False),
        ("", True),
    ]:
        meta = {name: value for name, value in full.items() if name != missing}
        answer = stateless.post(
            body if without_meta else {**body, "params": {"_meta": meta}}, **headers
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32602)
    for header in headers:
        answer = stateless.post(
            {**body, "params": {"_meta": full}},
            **{name: value for name, value in headers.items() if name != header},
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32020)
    notified = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {}}
    assert stateless.post(notified, HTTP_MCP_PROTOCOL_VERSION=STATELESS).status_code == 202
    assert stateless.post(notified, HTTP_MCP_PROTOCOL_VERSION="2099-01-01").status_code == 400
    assert stateless.post([body], HTTP_MCP_PROTOCOL_VERSION=STATELESS).status_code == 400
    assert stateless.send("initialize", {"protocolVersion": "2025-06-18"}).status_code == 404


def test_params_of_a_wrong_shape_are_told_so(door: Door) -> None:
    status = 400 if door.era == STATELESS else 200
    for params in ({"name": "explain", "arguments": "hot flushes"}, {"name": 5}, {}):
        answer = door.send("tools/call", params, HTTP_MCP_NAME="explain")
        assert (answer.status_code, answer.json()["error"]["code"], answer.json()["id"]) == (
            status,
            -32602,
            7,
        )
    answer = door.send("tools/list", {"cursor": "2"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, -32602)


def test_a_batch_answers_each_message_by_itself(legacy: Door) -> None:
    hello = {
        "protocolVersion": "2025-03-26",
        "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"},
    }
    sent = [
        {"jsonrpc": "2.0", "id": "a", "method": "ping"},
        5,
        {"jsonrpc": "2.0", "id": "b", "method": "initialize", "params": hello},
    ]
    answers = legacy.post(sent, HTTP_MCP_PROTOCOL_VERSION="2025-03-26").json()
    assert [(one["id"], one.get("error", {}).get("code")) for one in answers] == [
        ("a", None),
        (None, -32600),
        ("b", -32600),
    ]
    silent = legacy.post([{"jsonrpc": "2.0", "method": "notifications/initialized"}])
    assert (silent.status_code, silent.content) == (202, b"")


def test_a_body_sent_in_chunks_is_read_screened_and_limited_like_any_other(legacy: Door) -> None:
    def chunked(body: bytes) -> Any:
        return legacy.client.generic(
            "POST",
            "/mcp",
            CONTENT_TYPE="application/json",
            **{"wsgi.input": io.BytesIO(body), "wsgi.input_terminated": True},
        )

    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "explain", "arguments": {"topic": "I want to kill myself"}},
    }
    assert (
        next(iter(chunked(json.dumps(asked).encode()).json()["result"]["structuredContent"]))
        == "urgent"
    )
    large = chunked(b'{"topic":"I want to kill myself","x":"' + b"x" * 70_000 + b'"}')
    assert large.status_code == 413
    assert large.json()["error"]["data"]["code"] == "body_too_large"
    assert next(iter(large.json()["error"]["data"])) == "urgent"


@pytest.mark.parametrize(
    "name", ["claude-ai", "ChatGPT", "openai-mcp", "Visual Studio Code", "mcp-inspector"]
)
def test_the_name_of_a_program_is_no_part_of_what_is_said(name: str, stateless: Door) -> None:
    for topic in (
        "headaches",
        "brain fog",
        "osteoporosis",
        "mouth-and-eye-dryness",
        "palpitations",
        "dizziness",
    ):
        said = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "explain", "arguments": {"topic": topic}},
        }
        said["params"]["_meta"] = {  # type: ignore[index]
            f"{META}protocolVersion": STATELESS,
            f"{META}clientCapabilities": {},
            f"{META}clientInfo": {"name": name, "title": name, "version": "0.1.0"},
            "progressToken": "a7f3c2",
        }
        headers = {
            "HTTP_MCP_PROTOCOL_VERSION": STATELESS,
            "HTTP_MCP_METHOD": "tools/call",
            "HTTP_MCP_NAME": "explain",
        }
        answer = stateless.post(said, **headers).json()["result"]["structuredContent"]
        assert answer == stateless.client.get("/v1/explain", {"topic": topic}).json(), topic


def test_a_page_may_call_only_from_an_allowed_origin(legacy: Door, settings: Any) -> None:
    settings.ALLOWED_ORIGINS = ["https://tools.example"]
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    for origin, allowed in [
        ("https://tools.example", True), ("http://localhost:6274", True), ("http://[::1]:6274", True),
        ("https://tools.example.evil.example", False), ("null", False), ("http://[", False), ("file://localhost", False),
    ]:  # fmt: skip
        asked = legacy.client.options("/mcp", HTTP_ORIGIN=origin)
        sent = legacy.post(ping, HTTP_ORIGIN=origin)
        assert (asked.status_code, sent.status_code) == ((204, 200) if allowed else (403, 403)), (
            origin
        )
        assert sent.get("Access-Control-Allow-Origin") == (origin if allowed else None)


def test_batches_belong_to_one_revision_and_each_call_is_counted(
    legacy: Door, settings: Any
) -> None:
    one = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "topics", "arguments": {}}}
    settings.RATE_LIMIT = "2/d"
    answers = legacy.post(
        [{**one, "id": n} for n in range(3)] + [{"jsonrpc": "2.0", "method": "notifications/x"}],
        REMOTE_ADDR="192.0.2.8",
    ).json()
    assert [answer["result"]["isError"] for answer in answers] == [False, False, True]
    assert legacy.post([]).status_code == 400
    assert legacy.post([{**one, "id": n} for n in range(11)]).status_code == 400
    assert legacy.post([one], HTTP_MCP_PROTOCOL_VERSION="2025-06-18").status_code == 400


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, -32700), (b"\xff\xfe", 400, -32700), (b"[" * 30000, 400, -32700), (b'{"jsonrpc":"2.0","id":' + b"9" * 6000 + b',"method":"ping"}', 400, -32700),
        (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', 400, -32700), (b"5", 400, -32600), (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600), (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', 400, -32600), (b'{"jsonrpc":"2.0","id":1,"method":5}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', 400, -32600),
    ],
)  # fmt: skip
def test_what_is_not_a_message_is_told_so(
    legacy: Door, body: bytes, status: int, code: int
) -> None:
    answer = legacy.post(body)
    assert (answer.status_code, answer.json()["error"]["code"], answer.json()["id"]) == (
        status,
        code,
        None,
    )


def test_the_outer_refusals(legacy: Door) -> None:
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    for method in ("get", "delete", "put"):
        answer = getattr(legacy.client, method)("/mcp")
        assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert legacy.post(ping, HTTP_ORIGIN="https://evil.example").status_code == 403
    assert legacy.post(ping, HTTP_ORIGIN="http://127.0.0.1:8000").status_code == 200
    assert legacy.post(ping, HTTP_HOST="evil.example").status_code == 400
    assert legacy.post(ping, HTTP_ACCEPT="text/html").status_code == 406
    assert legacy.post(ping, HTTP_ACCEPT="application/json, text/event-stream").status_code == 200
    assert legacy.post(ping, CONTENT_TYPE="text/plain").status_code == 415
    large = legacy.post(b'{"topic":"I want to kill myself","x":"' + b"x" * 70_000 + b'"}')
    assert large.status_code == 413
    assert large.json()["error"]["message"].startswith("You deserve help")


def test_no_session_is_ever_named_and_nothing_is_stored(door: Door) -> None:
    answer = door.call("topics", HTTP_MCP_SESSION_ID="abc")
    assert "Mcp-Session-Id" not in answer
    assert answer["Cache-Control"] == "no-store"
    assert not answer.cookies


def test_tools_are_described_for_a_model(legacy: Door) -> None:
    listed = legacy.send("tools/list").json()["result"]["tools"]
    assert [tool["name"] for tool in listed] == [call.tool for call in CALLS]
    for tool in listed:
        assert len(tool["description"]) < 600
        assert "`urgent` comes first when the words hold a warning sign" in tool["description"]
        assert tool["title"]
        assert tool["annotations"] == {
            "readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False,
        }  # fmt: skip
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            assert schema["properties"], "some hosts refuse a schema without"
            assert "$ref" not in json.dumps(schema)
            assert "anyOf" not in schema
            assert set(schema["required"]) <= set(schema["properties"])
            _readable(schema)
        taken = tool["inputSchema"]["properties"]
        assert {"message", "detail"} <= set(taken)
        assert all(field["description"] for field in taken.values())
        given = tool["outputSchema"]["properties"]
        for name in {"urgent", "note", "when_to_see_a_doctor", "withheld", "source_page"} & set(
            given
        ):
            assert given[name]["description"], name


def _readable(schema: dict[str, Any]) -> None:
    """Every part has one type, and is open: hosts add arguments of their own, and fields may be added to a body."""
    assert not isinstance(schema.get("type"), list), schema
    assert "type" in schema or "anyOf" in schema, schema
    assert "additionalProperties" not in schema
    for field in schema.get("properties", {}).values():
        _readable(field)
    for part in (*([schema["items"]] if "items" in schema else []), *schema.get("anyOf", ())):
        _readable(part)


def test_every_reply_is_one_the_official_types_accept() -> None:
    """Every revision's own types, from the official package, which the service itself does not use."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("tools/list", {}),
        *(
            ("tools/call", {"name": name, "arguments": arguments})
            for name, arguments in ASKED.items()
        ),
        ("tools/call", {"name": "explain", "arguments": {"topic": "xylophone zeppelin"}}),
        ("tools/call", {"name": "explain", "arguments": {}}),
    ]
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"},
    }
    for version in (*server_info.HANDSHAKE, STATELESS):
        opening = (
            [("server/discover", {})]
            if version == STATELESS
            else [("initialize", hello), ("ping", {})]
        )
        for method, params in opening + asked:
            answer = Door(version).send(method, params, HTTP_MCP_PROTOCOL_VERSION=version).json()
            assert isinstance(
                mcp_types.jsonrpc_message_adapter.validate_python(answer), mcp_types.JSONRPCResponse
            )
            validate_server_result(method, version, answer["result"])
        refused = Door(version).send("no/such/method", HTTP_MCP_PROTOCOL_VERSION=version).json()
        assert isinstance(
            mcp_types.jsonrpc_message_adapter.validate_python(refused), mcp_types.JSONRPCError
        )


def test_a_changed_description_shows_in_review(legacy: Door) -> None:
    """To write the snapshot anew, delete it and run this twice; the difference is then there to be read."""
    text = (
        json.dumps(legacy.send("tools/list").json()["result"], indent=1, ensure_ascii=False) + "\n"
    )
    if not SNAPSHOT.exists():
        SNAPSHOT.parent.mkdir(exist_ok=True)
        SNAPSHOT.write_text(text, encoding="utf-8")
        pytest.fail("there was no snapshot; one has been written, to be read and committed")
    assert SNAPSHOT.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("path", ["/mcp/server-card", "/.well-known/ai-catalog.json"])
def test_a_page_elsewhere_may_ask_for_a_card_again(path: str, client: Client) -> None:
    asked = client.options(
        path,
        HTTP_ORIGIN="https://elsewhere.example",
        HTTP_ACCESS_CONTROL_REQUEST_HEADERS="if-none-match",
    )
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Origin"] == "*"
    assert "If-None-Match" in asked["Access-Control-Allow-Headers"]


def test_the_largest_reply_stays_what_hosts_take(legacy: Door) -> None:
    """Hosts that cut cut at about ten thousand; the text is what they show a model."""
    sizes = {
        slug: len(
            legacy.call("options", {"symptom": slug})
            .json()["result"]["content"][0]["text"]
            .encode()
        )
        for slug in refresh.current().topics
    }
    assert max(sizes.values()) <= BUDGET == 10_000, max(sizes, key=lambda slug: sizes[slug])


def test_the_discovery_documents_say_what_the_server_says(client: Client, stateless: Door) -> None:
    card = client.get("/mcp/server-card")
    assert card["Content-Type"] == "application/mcp-server-card+json"
    info = stateless.send("server/discover").json()["result"]["_meta"][f"{META}serverInfo"]
    assert {name: card.json()[name] for name in info} == info
    assert len(card.json()["description"]) <= 100
    assert card.json()["remotes"][0]["url"].endswith("/mcp")
    entry = client.get("/.well-known/ai-catalog.json").json()["entries"][0]
    assert client.get(entry["url"].removeprefix("http://127.0.0.1:8000")).json() == card.json()
    template = json.loads(
        (Path(__file__).parents[2] / "docs" / "server.json").read_text(encoding="utf-8")
    )
    assert template == server_info.registry_entry("https://menopause.example")


@pytest.mark.parametrize("seed", range(8))
def test_random_bytes_json_and_headers_never_make_a_5xx_or_an_echo(legacy: Door, seed: int) -> None:
    import random

    chance = random.Random(seed)
    pieces = [
        "jsonrpc",
        "2.0",
        "id",
        1,
        "method",
        "tools/call",
        "params",
        "name",
        "explain",
        "arguments",
        {"topic": "zebrafinch"},
        None,
        [],
        {},
        True,
        1e9,
        "zebrafinch",
        "_meta",
    ]
    for _ in range(60):
        made: Any = {
            str(chance.choice(pieces)): chance.choice(pieces) for _ in range(chance.randint(0, 6))
        }
        if chance.random() < 0.5:
            made = {
                "jsonrpc": "2.0",
                "id": chance.choice([1, "a"]),
                "method": chance.choice(["tools/call", "tools/list", "initialize", "x"]),
                "params": made,
            }
        raw = (
            json.dumps(made).encode()
            if chance.random() < 0.7
            else chance.randbytes(chance.randint(0, 300))
        )
        headers = {
            name: str(chance.choice(pieces))
            for name in (
                "HTTP_MCP_PROTOCOL_VERSION",
                "HTTP_MCP_METHOD",
                "HTTP_MCP_NAME",
                "HTTP_ACCEPT",
            )
            if chance.random() < 0.3
        }
        answer = legacy.post(raw, **headers)
        assert answer.status_code < 500
        assert b"zebrafinch" not in answer.content
