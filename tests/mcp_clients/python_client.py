"""Drive `/mcp` with an official Python client, whichever version is installed: `python_client.py
URL [auto|legacy|2026-07-28]`.
"""

import asyncio
import json
import sys
from typing import Any

CALLS: dict[str, dict[str, Any]] = {
    "explain": {"topic": "hot flushes"},
    "options": {"symptom": "I can't sleep"},
    "evidence": {"option": "black cohosh"},
    "doctor_prep": {"symptoms": "hot flushes, brain fog"},
    "topics": {},
}


def field(value: Any, *names: str) -> Any:
    """A field by whichever of its spellings this version of the client has."""
    return next(getattr(value, name) for name in names if hasattr(value, name))


async def drive(session: Any) -> int:
    """List the tools, make the five calls, and see that failures come back as results."""
    tools = (await session.list_tools()).tools
    assert {tool.name for tool in tools} == set(CALLS), tools
    for name, arguments in CALLS.items():
        result = await session.call_tool(name, arguments)
        assert not field(result, "isError", "is_error"), name
        text = json.loads(result.content[0].text)
        structured = getattr(
            result, "structuredContent", getattr(result, "structured_content", text)
        )
        assert text == structured
        assert list(text) == list(structured)
        assert text["disclaimer"]
    added = await session.call_tool("explain", {"topic": "hot flushes", "toolCallId": "x"})
    assert not field(added, "isError", "is_error"), "what hosts add is ignored"
    for arguments in (
        {"topic": "xylophone zeppelin"},
        {"topic": ""},
        {},
        {"topic": "hot flushes", "detail": "x"},
    ):
        result = await session.call_tool("explain", arguments)
        assert field(result, "isError", "is_error"), arguments
        assert json.loads(result.content[0].text)["code"], arguments
    for arguments in (
        {"topic": "I have crushing chest pain"},
        {"topic": "hot flushes", "message": "I have crushing chest pain"},
    ):
        result = await session.call_tool("explain", arguments)
        assert next(iter(json.loads(result.content[0].text))) == "urgent"
    return len(CALLS) + 7


async def main(url: str, mode: str) -> int:
    """One whole conversation, in the way this version of the client opens one."""
    try:
        from mcp import Client
    except ImportError:
        from mcp import ClientSession
        from mcp.client.streamable_http import streamablehttp_client

        async with (
            streamablehttp_client(url) as (reads, writes, _),
            ClientSession(reads, writes) as session,
        ):
            opened = await session.initialize()
            print("negotiated", opened.protocolVersion)
            return await drive(session)
    async with Client(url, mode=mode) as session:
        return await drive(session)


if __name__ == "__main__":
    print(
        asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "auto")),
        "checks passed",
    )
