"""A tool answers what REST answers: the same bodies, the same refusals, the same quota."""

import json
from typing import Any

import jsonschema
import pytest
from django.test import Client

from api.calls import CALLS
from api.models import UsageTally
from api.operations import usage
from api.rate_limit import limiter
from api.serializers import BUDGET
from content.catalogue import refresh
from content.language.screening import screen
from content.language.warning_signs import BY_SLUG
from content.vocabulary import TopicKind
from mcp_bridge import tools
from tests.mcp_bridge.client import ASKED, META, STATELESS, McpClient, pairs

pytestmark = pytest.mark.django_db

# As programs make them, and one that reads like words.
MARKS = [
    "call_Ra6YOpH3az1358dEaJvWgxt5",
    "call_fyflfm3pCpLQCV6fWcghTX8A",
    "call_UFtAgdHoZDFmNsm5BE8fMyBE",
    "call_1eAFxxuS0JODjVAYlwOQ4PqO",
]
RINGING = "call_upM1ZPd4N3dCD53UPvxaemzY"


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.tool)
@pytest.mark.parametrize("words", ["plain", "urgent"])
def test_a_tool_answers_what_rest_answers_key_by_key(
    call: Any, words: str, mcp: McpClient, client: Client
) -> None:
    arguments = dict(ASKED[call.tool])
    if words == "urgent":
        arguments = {name: f"{value}. I want to kill myself." for name, value in arguments.items()}
    rest = client.get(call.path, arguments)
    answer = mcp.call(call.tool, arguments)
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

    assert screen(RINGING)
    assert not any(
        urgent({"id": mark}) or urgent({"params": {"_meta": {"progressToken": mark}}})
        for mark in (*MARKS, RINGING)
    )
    assert urgent({"params": {"name": RINGING}})
    assert urgent({"id": "I want to kill myself"})
    assert not urgent(
        {"id": "aA" + "1" * 60_000}
    )  # a pattern that looks back would be busy with it for hours
    assert urgent({"params": {"_meta": {"note": "I want to kill myself"}}})


def test_every_topic_and_option_answers_by_the_schema(legacy: McpClient) -> None:
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
        ({"topic": "xylophone zeppelin"}, "unknown_topic"), ({}, "missing_parameter"),
        ({"topic": " "}, "blank_parameter"), ({"topic": "x" * 2001}, "parameter_too_long"),
        ({"topic": 5}, "invalid_type"), ({"topic": None}, "invalid_type"),
        ({"topic": ["a"]}, "invalid_type"),
        ({"topic": "\x00"}, "unreadable_text"),
        ({"topic": "hot flushes", "message": "x" * 2001}, "parameter_too_long"),
        ({"topic": "hot flushes", "message": ["a"]}, "invalid_type"),
        ({"topic": "hot flushes", "detail": "all"}, "invalid_value"),
        ({"topic": "hot flushes", "detail": True}, "invalid_value"),
    ],
)  # fmt: skip
def test_a_failure_is_a_result_with_the_same_problem_as_rest(
    arguments: dict[str, Any], code: str, mcp: McpClient
) -> None:
    answer = mcp.call("explain", arguments)
    result = answer.json()["result"]
    assert answer.status_code == 200
    assert result["isError"] is True
    assert "structuredContent" not in result
    problem = json.loads(result["content"][0]["text"])
    assert problem["code"] == code
    assert "zeppelin" not in str(result)
    if all(isinstance(value, str) for value in arguments.values()):
        assert problem == mcp.client.get("/v1/explain", arguments).json()


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
    arguments: dict[str, Any], legacy: McpClient
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
    empty: str | None, legacy: McpClient, client: Client
) -> None:
    extras = dict.fromkeys(("message", "detail", "kind", "finding", "limit"), empty)
    result = legacy.call("options", {"symptom": "hot flushes", **extras}).json()["result"]
    assert (
        result["structuredContent"] == client.get("/v1/options", {"symptom": "hot flushes"}).json()
    )


def test_a_list_is_narrowed_as_over_rest(legacy: McpClient, client: Client) -> None:
    wanted = {"symptom": "hot flushes", "kind": "lifestyle", "limit": 2, "detail": "full"}
    result = legacy.call("options", wanted).json()["result"]
    assert result["structuredContent"] == client.get("/v1/options", wanted).json()
    assert len(result["structuredContent"]["options"]) <= 2


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.tool)
def test_arguments_that_hosts_add_are_ignored(call: Any, mcp: McpClient, client: Client) -> None:
    """n8n sends the mark of each call, the session's and the words of the chat along; others send
    their own.
    """
    rest = client.get(call.path, ASKED[call.tool]).json()
    for mark in MARKS:
        added = {
            "toolCallId": mark,
            "sessionId": mark,
            "action": "sendMessage",
            "surprise": {"x": [1, None]},
        }
        result = mcp.call(call.tool, ASKED[call.tool] | added).json()["result"]
        assert result["structuredContent"] == rest
    said = mcp.call(call.tool, ASKED[call.tool] | {"chatInput": "I want to kill myself"}).json()[
        "result"
    ]
    assert next(iter(said["structuredContent"])) == "urgent"
    assert mcp.call(call.tool, ASKED[call.tool] | {"toolCallId": "I want to die"}).json()["result"][
        "structuredContent"
    ]["urgent"]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.tool)
def test_a_message_is_screened_and_never_matched(call: Any, mcp: McpClient, client: Client) -> None:
    message = "I have osteoporosis and take HRT. I have crushing chest pain."
    result = mcp.call(call.tool, ASKED[call.tool] | {"message": message}).json()["result"]
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
            mcp.call(call.tool, {"message": message}).json()["result"]["content"][0]["text"]
        )
        assert (next(iter(alone)), alone["code"]) == ("urgent", "missing_parameter")


def test_a_fault_while_a_call_is_charged_is_a_result_too(
    mcp: McpClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(request: Any) -> Any:
        raise RuntimeError("a fault")

    monkeypatch.setattr(limiter, "charge", broken)
    answer = mcp.call("explain", {"topic": "hot flushes and I want to die"})
    result = answer.json()["result"]
    assert (answer.status_code, result["isError"]) == (200, True)
    problem = json.loads(result["content"][0]["text"])
    assert (next(iter(problem)), problem["code"]) == ("urgent", "internal_error")


def test_a_tool_call_is_counted_by_client_name_or_user_agent(
    settings: Any,
) -> None:
    settings.KNOWN_SOFTWARE = ["tests"]
    McpClient(STATELESS).call("doctor_prep", {"symptoms": "hot flushes"}, HTTP_USER_AGENT="curl/8")
    McpClient("2025-06-18").call(
        "doctor_prep", {"symptoms": "hot flushes"}, HTTP_USER_AGENT="curl/8"
    )
    usage.flush()
    counted = {
        (tally.tool, tally.topic, tally.software): tally.calls for tally in UsageTally.objects.all()
    }
    assert counted == {
        ("doctor-prep", "hot-flushes", "tests"): 1,
        ("doctor-prep", "hot-flushes", "curl"): 1,
    }


def test_a_spent_quota_is_a_result_and_is_shared_with_rest(
    mcp: McpClient, client: Client, settings: Any
) -> None:
    settings.RATE_LIMIT = "3/d"
    assert client.get("/v1/topics", REMOTE_ADDR="192.0.2.5").status_code == 200
    answers = [mcp.call("topics", REMOTE_ADDR="192.0.2.5") for _ in range(4)]
    assert [answer.json()["result"]["isError"] for answer in answers] == [False, False, True, True]
    assert {answer.status_code for answer in answers} == {200}
    assert "Retry-After" in answers[-1]
    limited = mcp.call("explain", {"topic": "I want to die"}, REMOTE_ADDR="192.0.2.5").json()[
        "result"
    ]
    assert next(iter(json.loads(limited["content"][0]["text"]))) == "urgent"
    assert client.get("/v1/topics", REMOTE_ADDR="192.0.2.5").status_code == 429


def test_messages_that_are_no_call_have_a_quota_of_their_own(mcp: McpClient, settings: Any) -> None:
    settings.RATE_LIMIT = "1/d"
    told = {"REMOTE_ADDR": "192.0.2.6"}
    assert [mcp.send("tools/list", **told).status_code for _ in range(5)] == [200] * 4 + [429]
    over = mcp.call("explain", {"topic": "I want to die"}, **told)
    assert over.status_code == 429
    assert next(iter(over.json())) == "urgent"
    assert "Retry-After" in over


@pytest.mark.parametrize(
    "name", ["claude-ai", "ChatGPT", "openai-mcp", "Visual Studio Code", "mcp-inspector"]
)
def test_the_name_of_a_program_is_no_part_of_what_is_said(name: str, stateless: McpClient) -> None:
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


def test_the_largest_reply_stays_what_hosts_take(legacy: McpClient) -> None:
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
