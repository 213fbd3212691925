"""One endpoint, and the two documents it is found by."""

from django.urls import path

from mcp_bridge.views import catalogue, mcp, server_card

urlpatterns = [
    path("mcp", mcp, name="mcp"),
    path("mcp/", mcp),  # as clients write it that join addresses
    path("mcp/server-card", server_card, name="server-card"),
    path(".well-known/ai-catalog.json", catalogue, name="ai-catalog"),
]
