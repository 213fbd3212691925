"""The five calls and the two descriptions of them."""

from django.urls import path

from api.calls import CALLS
from api.views import CallView, llms, openapi

urlpatterns = [
    *(path(call.path.removeprefix("/"), CallView.as_view(call=call), name=call.name) for call in CALLS),
    path("openapi.json", openapi, name="openapi"),
    path("llms.txt", llms, name="llms"),
]
