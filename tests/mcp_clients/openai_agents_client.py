"""Load the tools with openai-agents, strict schemas included, and call one:
`openai_agents_client.py URL`.
"""

import asyncio
import json
import sys

from agents.mcp import MCPServerStreamableHttp, MCPUtil


async def main(url: str) -> None:
    async with MCPServerStreamableHttp(params={"url": url}, name="menopause") as server:
        tools = await server.list_tools()
        assert len(tools) == 5
        for tool in tools:
            MCPUtil.to_function_tool(tool, server, convert_schemas_to_strict=True)
        result = await server.call_tool("explain", {"topic": "hot flushes"})
        assert json.loads(result.content[0].text)["topic"]["slug"] == "hot-flushes"
    print("openai-agents: tools loaded strictly, one called")


asyncio.run(main(sys.argv[1]))
