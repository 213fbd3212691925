"""`/mcp` over HTTP: origins, chunks, byte order marks, random bytes, and what is refused before any
message is read.
"""

import io
import json
from typing import Any

import pytest

from content.language.warning_signs import BY_SLUG
from tests.mcp_bridge.client import STATELESS, McpClient

pytestmark = pytest.mark.django_db


def test_the_address_with_a_stroke_at_its_end_answers_alike(mcp: McpClient) -> None:

    def answers(path: str) -> list[tuple[int, bytes, dict[str, str]]]:
        mcp.path = path
        sent = [
            mcp.call("explain", {"topic": words})
            for words in ("hot flushes", "I want to die", "xylophone")
        ]
        sent += [mcp.send("tools/list"), mcp.post("x"), mcp.post({}, CONTENT_TYPE="text/plain")]
        sent += [getattr(mcp.client, method)(path) for method in ("get", "delete", "put")]
        return [(one.status_code, one.content, {**one.headers, "RateLimit": ""}) for one in sent]

    assert answers("/mcp/") == answers("/mcp")


@pytest.mark.parametrize("words", ["hot flushes", "I have crushing chest pain"])
def test_a_mark_of_byte_order_before_a_message_is_no_part_of_it(
    words: str, legacy: McpClient
) -> None:
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
    legacy: McpClient, settings: Any
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


@pytest.mark.parametrize(
    "headers",
    [
        {"HTTP_ORIGIN": "https://elsewhere.example"}, {"HTTP_ACCEPT": "text/html"},
        {"CONTENT_TYPE": "text/plain"},
        {"HTTP_MCP_PROTOCOL_VERSION": "2099-01-01"}, {"HTTP_MCP_PROTOCOL_VERSION": STATELESS},
    ],
    ids=str,
)  # fmt: skip
def test_every_refusal_of_a_message_is_led_by_what_to_do(
    legacy: McpClient, headers: dict[str, str]
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


def test_a_body_sent_in_chunks_is_read_screened_and_limited_like_any_other(
    legacy: McpClient,
) -> None:
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
    ("origin", "allowed"),
    [
        ("https://tools.example", True),
        ("http://localhost:6274", True),
        ("http://[::1]:6274", True),
        ("https://tools.example.evil.example", False),
        ("null", False),
        ("http://[", False),
        ("file://localhost", False),
    ],
)
def test_a_page_may_call_only_from_an_allowed_origin(
    legacy: McpClient, settings: Any, origin: str, allowed: bool
) -> None:
    settings.ALLOWED_ORIGINS = ["https://tools.example"]
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    asked = legacy.client.options("/mcp", HTTP_ORIGIN=origin)
    sent = legacy.post(ping, HTTP_ORIGIN=origin)
    assert (asked.status_code, sent.status_code) == ((204, 200) if allowed else (403, 403)), origin
    assert sent.get("Access-Control-Allow-Origin") == (origin if allowed else None)


def test_the_outer_refusals(legacy: McpClient) -> None:
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


def test_no_session_is_ever_named_and_nothing_is_stored(mcp: McpClient) -> None:
    answer = mcp.call("topics", HTTP_MCP_SESSION_ID="abc")
    assert "Mcp-Session-Id" not in answer
    assert answer["Cache-Control"] == "no-store"
    assert not answer.cookies


@pytest.mark.parametrize("seed", range(8))
def test_random_bytes_json_and_headers_never_make_a_5xx_or_an_echo(
    legacy: McpClient, seed: int
) -> None:
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
