"""All URLs of the service."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from content.editorial import preview as admin_preview
from content.pages.urls import form_patterns
from menoinfo import pages, preview

if settings.ADMIN_PATH:
    admin_preview.install(preview.bodies, preview.page)

_admin = settings.ADMIN_PREFIX.removeprefix("/")
urlpatterns = [
    path("", include("api.urls")),
    path("", include("mcp_bridge.urls")),
    path("", include("content.pages.urls")),
    path("agents", pages.agents, name="agents"),
    *(pages.charged(form) for form in form_patterns),
    path("", include("content.pages.site_urls")),
    *(
        [path(f"{_admin}login/", pages.sign_in), path(_admin, admin.site.urls)]
        if settings.ADMIN_PATH
        else []
    ),
]

handler400 = "api.views.bad_request"
handler403 = "menoinfo.pages.forbidden"
handler404 = "menoinfo.pages.not_found"
handler500 = "menoinfo.pages.server_error"
