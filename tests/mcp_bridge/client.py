"""A client of `/mcp`, in the handshake and the stateless revisions of the protocol."""

import json
from typing import Any

from django.test import Client

META = "io.modelcontextprotocol/"
STATELESS = "2026-07-28"
ASKED = {
    "explain": {"topic": "hot flushes"},
    "options": {"symptom": "osteoporosis"},
    "evidence": {"option": "vaginal oestrogen"},
    "doctor_prep": {"symptoms": "hot flushes, xyzzy, brain fog"},
    "topics": {},
}


class McpClient:
    """The MCP mcp, in one era."""

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


def pairs(body: bytes) -> list[tuple[str, Any]]:
    """A JSON object with the order of its keys."""
    found: list[tuple[str, Any]] = json.loads(body, object_pairs_hook=list)
    return found
