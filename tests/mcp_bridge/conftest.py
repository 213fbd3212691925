"""A client of `/mcp` for each revision of the protocol."""

import pytest

from tests.mcp_bridge.client import STATELESS, McpClient


@pytest.fixture(params=["2025-06-18", STATELESS])
def mcp(request: pytest.FixtureRequest) -> McpClient:
    return McpClient(request.param)


@pytest.fixture
def legacy() -> McpClient:
    return McpClient("2025-06-18")


@pytest.fixture
def stateless() -> McpClient:
    return McpClient(STATELESS)
