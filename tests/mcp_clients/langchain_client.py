"""Load the tools with langchain-mcp-adapters and call one: `langchain_client.py URL`."""

import asyncio
import json
import sys

from langchain_mcp_adapters.client import MultiServerMCPClient


async def main(url: str) -> None:
    client = MultiServerMCPClient({"menopause": {"transport": "streamable_http", "url": url}})
    tools = {tool.name: tool for tool in await client.get_tools()}
    assert set(tools) == {"explain", "options", "evidence", "doctor_prep", "topics"}
    answer = await tools["explain"].ainvoke({"topic": "hot flushes"})
    text = answer if isinstance(answer, str) else answer[0]["text"]
    assert json.loads(text)["topic"]["slug"] == "hot-flushes"
    print("langchain: tools loaded, one called")


asyncio.run(main(sys.argv[1]))
