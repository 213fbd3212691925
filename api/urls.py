"""The five calls, the two descriptions of them, and the reference for people."""

from django.urls import path

from api import reference
from api.calls import CALLS
from api.operations.health import livez, metrics_page, readyz, security_text
from api.views import CallView, llms, openapi

urlpatterns = [
    *(
        path(call.path.removeprefix("/"), CallView.as_view(call=call), name=call.name)
        for call in CALLS
    ),
    path("openapi.json", openapi, name="openapi"),
    path("llms.txt", llms, name="llms"),
    path("livez", livez, name="livez"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics_page, name="metrics"),
    path(".well-known/security.txt", security_text, name="security-text"),
    path("docs", reference.docs, name="docs"),
    path("docs/reference", reference.plain, name="docs-reference"),
    path("docs/errors", reference.errors, name="docs-errors"),
]
