"""What the server says about itself: its protocol versions, name and instructions, and the
documents for discovery.

Sources: the MCP specification of each version; the server card (SEP-2127) and the AI Catalog 0.9
that lists it; the registry's `server.json` of 2025-12-11. The card contains nothing that
`server/discover` does not.
"""

import ipaddress
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from api import relay_rules
from api.schema import openapi_document

STATELESS = "2026-07-28"
# Newest first: the first is offered to a client that asks for an unknown one
HANDSHAKE = ("2025-11-25", "2025-06-18", "2025-03-26")
HEADERLESS = "2025-03-26"  # assumed if a client names no version; the only version with batches
ANCIENT = "2024-11-05"  # requested by old clients that already use the later transport

FRESH_FOR = 3_600_000  # milliseconds that descriptions may be kept
CARD_TYPE = "application/mcp-server-card+json"
CATALOGUE_TYPE = "application/ai-catalog+json"
_NAME = "menopause-information"
_DESCRIPTION = "Evidence-graded information about perimenopause and menopause. Not medical advice."


def instructions() -> str:
    """What a model is told before it calls: what this is, where to start, and the relay rules."""
    rules = "\n".join(
        f"{place}. {rule}" for place, rule in enumerate(relay_rules.RELAY_RULES, start=1)
    )
    start = (
        "Ask in the person's own words; `topics` lists everything covered. Quote each grade with"
        " its meaning, and name the sources. A result that is an error says what to send instead."
        " No key is needed."
    )
    return f"{relay_rules.WHAT_IT_IS}\n\n{start}\n\n{relay_rules.RULES_LEAD}\n{rules}"


def reversed_domain(public_url: str) -> str:
    """The public host as a namespace, `com.example`; an address without a name is `localhost`."""
    host = urlsplit(public_url).hostname or "localhost"
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return ".".join(reversed(host.split(".")))
    return "localhost"


def _described(public_url: str) -> dict[str, Any]:
    info = openapi_document()["info"]
    return {
        "name": f"{reversed_domain(public_url)}/{_NAME}",
        "title": info["title"],
        "version": info["version"],
        "description": _DESCRIPTION,
        "websiteUrl": public_url,
    }


@lru_cache(maxsize=1)
def server_info() -> dict[str, Any]:
    """The name, title, version, description and website, the same for every protocol version."""
    return _described(settings.PUBLIC_URL)


def card() -> dict[str, Any]:
    """The server card."""
    remote = {
        "type": "streamable-http",
        "url": f"{settings.PUBLIC_URL}/mcp",
        "supportedProtocolVersions": [STATELESS, *HANDSHAKE],
    }
    schema = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"
    return {"$schema": schema, **_described(settings.PUBLIC_URL), "remotes": [remote]}


def catalogue() -> dict[str, Any]:
    """The domain's catalogue, which holds one entry: the card."""
    host = urlsplit(settings.PUBLIC_URL).hostname
    entry = {
        "identifier": f"urn:air:{host}:mcp:{_NAME}",
        "type": CARD_TYPE,
        "url": f"{settings.PUBLIC_URL}/mcp/server-card",
    }
    return {"specVersion": "0.9", "entries": [entry]}


def registry_entry(public_url: str) -> dict[str, Any]:
    """`server.json` for the MCP registry, for the operator of `public_url`."""
    schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
    return {
        "$schema": schema,
        **_described(public_url),
        "remotes": [{"type": "streamable-http", "url": f"{public_url}/mcp"}],
    }
