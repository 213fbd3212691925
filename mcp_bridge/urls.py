"""One endpoint."""

from django.urls import path

from mcp_bridge.views import mcp

urlpatterns = [path("mcp", mcp, name="mcp")]
