"""The whole map on one page."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("api.urls")),
    path("", include("mcp_bridge.urls")),
    path("", include("content.urls")),
    *([path(settings.ADMIN_PREFIX.removeprefix("/"), admin.site.urls)] if settings.ADMIN_PATH else []),
]

handler400 = "api.views.bad_request"
handler403 = "api.views.forbidden"
handler404 = "api.views.not_found"
handler500 = "api.views.server_error"
