"""The protocol, message by message: versions, headers, batches and errors."""

from typing import Any

import pytest

from api import relay_rules
from mcp_bridge import server_info
from tests.mcp_bridge.client import META, STATELESS, McpClient

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        *((version, version) for version in server_info.HANDSHAKE),
        ("2024-11-05", "2024-11-05"),
        ("2099-01-01", server_info.HANDSHAKE[0]),
        (STATELESS, server_info.HANDSHAKE[0]),
    ],
)
def test_initialize_echoes_a_known_version_and_else_offers_the_newest(
    legacy: McpClient, asked: str, told: str
) -> None:
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


def test_discover_names_its_version_and_how_long_it_is_fresh(stateless: McpClient) -> None:
    result = stateless.send("server/discover").json()["result"]
    assert result["supportedVersions"] == [STATELESS]
    assert (result["resultType"], result["cacheScope"], result["ttlMs"]) == (
        "complete",
        "public",
        3_600_000,
    )
    assert result["_meta"][f"{META}serverInfo"]["name"].endswith("/menopause-information")


def test_ping_notification_and_posted_response(legacy: McpClient, stateless: McpClient) -> None:
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


def test_unknown_methods_and_tools_by_era(legacy: McpClient, stateless: McpClient) -> None:
    for mcp, method_status, tool_status in ((legacy, 200, 200), (stateless, 404, 400)):
        answer = mcp.send("resources/list")
        assert (answer.status_code, answer.json()["error"]["code"]) == (method_status, -32601)
        answer = mcp.call("no_such_tool")
        assert (answer.status_code, answer.json()["error"]["code"]) == (tool_status, -32602)


def test_what_is_wrong_is_said_in_the_data_of_an_error_too(
    legacy: McpClient, stateless: McpClient
) -> None:
    """Many clients show one of the two only."""
    for answer in (
        *(
            mcp.send(method)
            for mcp in (legacy, stateless)
            for method in ("resources/list", "initialize")
        ),
        *(mcp.call("no_such_tool") for mcp in (legacy, stateless)),
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


def test_urgent_leads_a_protocol_error(mcp: McpClient) -> None:
    answer = mcp.call("no_such_tool", {"words": "I want to kill myself"})
    error = answer.json()["error"]
    assert error["message"].startswith(error["data"]["urgent"])
    assert next(iter(error["data"])) == "urgent"


@pytest.mark.parametrize(
    ("headers", "meta", "code"),
    [
        ({"HTTP_MCP_PROTOCOL_VERSION": "2025-06-18"}, {}, -32020),
        ({"HTTP_MCP_METHOD": "tools/list"}, {}, -32020), ({"HTTP_MCP_NAME": "topics"}, {}, -32020),
        ({"HTTP_MCP_NAME": ""}, {}, -32020), ({}, {f"{META}clientCapabilities": None}, -32602),
        (
            {"HTTP_MCP_PROTOCOL_VERSION": "2027-01-01"},
            {f"{META}protocolVersion": "2027-01-01"},
            -32022,
        ),
    ],
)  # fmt: skip
def test_headers_must_say_what_the_body_says(
    stateless: McpClient, headers: dict[str, str], meta: dict[str, Any], code: int
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
def test_a_header_may_have_blanks_or_be_encoded(stateless: McpClient, name: str) -> None:
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
def test_a_version_is_said_back_only_when_it_is_one(
    legacy: McpClient, asked: str, told: str
) -> None:
    answer = legacy.send("tools/list", HTTP_MCP_PROTOCOL_VERSION=asked)
    assert (answer.status_code, answer.json()["error"]["code"], answer.json()["id"]) == (
        400,
        -32022,
        7,
    )
    assert answer.json()["error"]["data"]["requested"] == told
    assert answer.json()["error"]["data"]["supported"] == [STATELESS]


def test_what_the_stateless_revision_asks_of_every_request(stateless: McpClient) -> None:
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


def test_params_of_a_wrong_shape_are_told_so(mcp: McpClient) -> None:
    status = 400 if mcp.era == STATELESS else 200
    for params in ({"name": "explain", "arguments": "hot flushes"}, {"name": 5}, {}):
        answer = mcp.send("tools/call", params, HTTP_MCP_NAME="explain")
        assert (answer.status_code, answer.json()["error"]["code"], answer.json()["id"]) == (
            status,
            -32602,
            7,
        )
    answer = mcp.send("tools/list", {"cursor": "2"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, -32602)


def test_a_batch_answers_each_message_by_itself(legacy: McpClient) -> None:
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


def test_batches_belong_to_one_revision_and_each_call_is_counted(
    legacy: McpClient, settings: Any
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
        (b"{", 400, -32700), (b"\xff\xfe", 400, -32700), (b"[" * 30000, 400, -32700),
        (b'{"jsonrpc":"2.0","id":' + b"9" * 6000 + b',"method":"ping"}', 400, -32700),
        (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', 400, -32700), (b"5", 400, -32600),
        (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', 400, -32600),
    ],
)  # fmt: skip
def test_what_is_not_a_message_is_told_so(
    legacy: McpClient, body: bytes, status: int, code: int
) -> None:
    answer = legacy.post(body)
    assert (answer.status_code, answer.json()["error"]["code"], answer.json()["id"]) == (
        status,
        code,
        None,
    )
