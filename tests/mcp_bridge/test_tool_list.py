"""What a model and a host are told of the tools and of the server."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import mcp_types
import pytest
from django.test import Client
from mcp_types.methods import validate_server_result

from api.calls import CALLS
from mcp_bridge import server_info
from tests.mcp_bridge.client import ASKED, META, STATELESS, McpClient

pytestmark = pytest.mark.django_db

SNAPSHOT = Path(__file__).parents[1] / "snapshots" / "tools_list.json"


def test_tools_are_described_for_a_model(legacy: McpClient) -> None:
    listed = legacy.send("tools/list").json()["result"]["tools"]
    assert [tool["name"] for tool in listed] == [call.tool for call in CALLS]
    for tool in listed:
        assert len(tool["description"]) < 600
        assert "`urgent` comes first when the words hold a warning sign" in tool["description"]
        assert tool["title"]
        assert tool["annotations"] == {
            "readOnlyHint": True, "destructiveHint": False, "idempotentHint": True,
            "openWorldHint": False,
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
    """Every part has one type, and is open: hosts add arguments of their own, and fields may be
    added to a body.
    """
    assert not isinstance(schema.get("type"), list), schema
    assert "type" in schema or "anyOf" in schema, schema
    assert "additionalProperties" not in schema
    for field in schema.get("properties", {}).values():
        _readable(field)
    for part in (*([schema["items"]] if "items" in schema else []), *schema.get("anyOf", ())):
        _readable(part)


def test_every_reply_is_one_the_official_types_accept() -> None:
    """Every revision's types, from the official package, which the service does not use."""
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
            answer = (
                McpClient(version).send(method, params, HTTP_MCP_PROTOCOL_VERSION=version).json()
            )
            assert isinstance(
                mcp_types.jsonrpc_message_adapter.validate_python(answer), mcp_types.JSONRPCResponse
            )
            validate_server_result(method, version, answer["result"])
        refused = (
            McpClient(version).send("no/such/method", HTTP_MCP_PROTOCOL_VERSION=version).json()
        )
        assert isinstance(
            mcp_types.jsonrpc_message_adapter.validate_python(refused), mcp_types.JSONRPCError
        )


def test_a_changed_description_shows_in_review(legacy: McpClient) -> None:
    """To write the snapshot anew, delete it and run this twice; the difference is then there to be
    read.
    """
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


def test_the_discovery_documents_say_what_the_server_says(
    client: Client, stateless: McpClient
) -> None:
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
