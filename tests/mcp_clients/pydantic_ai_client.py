"""Load the tools with pydantic-ai and call one: `pydantic_ai_client.py URL`."""

import asyncio
import sys


async def main(url: str) -> None:
    try:
        from pydantic_ai.mcp import MCPServerStreamableHTTP as Server
    except ImportError:
        from pydantic_ai.mcp import MCPToolset as Server
    server = Server(url)
    async with server:
        tools = await server.list_tools()
        assert {tool.name for tool in tools} == {
            "explain",
            "options",
            "evidence",
            "doctor_prep",
            "topics",
        }
        result = await server.direct_call_tool("explain", {"topic": "hot flushes"})
        assert "hot-flushes" in str(result)
    print("pydantic-ai: tools loaded, one called")


asyncio.run(main(sys.argv[1]))
