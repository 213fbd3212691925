"""The limit of the framework: a Django view with no middleware that returns bytes from memory."""

import os
from pathlib import Path

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

BODIES = {file.stem: file.read_bytes() for file in Path(os.environ["BODIES"]).glob("*.json")}


def body(request: HttpRequest, name: str) -> HttpResponse:
    return HttpResponse(BODIES[name], content_type="application/json")


urlpatterns = [path("<str:name>", body)]
settings.configure(
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    MIDDLEWARE=[],
    SECRET_KEY="a benchmark",
    DEBUG=False,
    LOGGING_CONFIG=None,
)
application = get_wsgi_application()
