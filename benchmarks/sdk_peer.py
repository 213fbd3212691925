"""A plain official-SDK MCP server that gives one fixed payload: the peer that `mcp_cost.py`
measures against.
"""

import json
import sys
from pathlib import Path
from typing import Any

from mcp.server import MCPServer

PAYLOAD: dict[str, Any] = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
server = MCPServer("peer")


@server.tool()
def explain(topic: str) -> dict[str, Any]:
    """Explain a topic."""
    return PAYLOAD


if __name__ == "__main__":
    server.run(
        transport="streamable-http",
        host="127.0.0.1",
        port=int(sys.argv[1]),
        stateless_http=True,
        json_response=True,
    )
