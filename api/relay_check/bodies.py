"""A recorded response in any form: a body, a result of an MCP tool, or a list of these."""

import json
from typing import Any


def bodies_of(recorded: Any) -> list[dict[str, Any]]:
    """The bodies in what was recorded. Raises `ValueError` where there is none."""
    if isinstance(recorded, list):
        return [body for one in recorded for body in bodies_of(one)]
    if not isinstance(recorded, dict):
        raise ValueError("a response is a JSON object, or a list of them")
    if "jsonrpc" in recorded:
        return bodies_of(recorded.get("result") or (recorded.get("error") or {}).get("data"))
    if isinstance(recorded.get("structuredContent"), dict):
        return [recorded["structuredContent"]]
    if isinstance(recorded.get("content"), list):
        return [json.loads(part["text"]) for part in recorded["content"] if part.get("text")]
    if "disclaimer" not in recorded:
        raise ValueError("this is no response of the service: it has no `disclaimer`")
    return [recorded]
