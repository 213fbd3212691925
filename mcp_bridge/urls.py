"""The MCP endpoint, and the two documents for its discovery."""

from django.urls import path

from mcp_bridge.views import catalogue, mcp, server_card

urlpatterns = [
    path("mcp", mcp, name="mcp"),
    path("mcp/", mcp),  # some clients add the slash when they join addresses
    path("mcp/server-card", server_card, name="server-card"),
    path(".well-known/ai-catalog.json", catalogue, name="ai-catalog"),
]
