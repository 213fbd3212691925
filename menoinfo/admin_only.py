"""Django's session, form and sign-in middleware, run under the admin's path and nowhere else.

A public request never passes through anything that could set a cookie. Each class is a plain
subclass of Django's, so Django's own checks of the middleware list still work.
"""

from collections.abc import Callable
from typing import Any

from axes.middleware import AxesMiddleware
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponseNotAllowed
from django.middleware.common import CommonMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django_otp.middleware import OTPMiddleware
from simple_history.middleware import HistoryRequestMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware

from content.catalogue import refresh
from content.pages.rendering import refused

READ = ("GET", "HEAD")


class _UnderAdmin:
    """Passes on every request that is not for the admin."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)  # type: ignore[call-arg]
        self.prefix = settings.ADMIN_PREFIX

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(self.prefix):
            return super().__call__(request)  # type: ignore[misc]
        return self.get_response(request)  # type: ignore[attr-defined]


class Static(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Stylesheets and the admin's own files; every other path passes straight through."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self.folder = f"/{settings.STATIC_URL.strip('/')}/"

    def __call__(self, request: HttpRequest) -> Any:
        if not request.path_info.startswith(self.folder):
            return self.get_response(request)
        if request.method not in READ and request.path_info in self.files:
            # WhiteNoise's own refusal has no body; this one becomes a problem document, led by
            # `urgent` where due
            return HttpResponseNotAllowed(READ)
        # A range beyond the end of the file would be refused with an empty body, which could not
        # begin with `urgent`
        request.META.pop("HTTP_RANGE", None)
        response = super().__call__(request)
        if request.META.get("QUERY_STRING"):
            response["Cache-Control"] = "no-store"  # its address holds somebody's words
        return response


class WhileTheDatabaseAnswers(_UnderAdmin):
    """Refuses admin requests at once while the database does not answer: waiting for it would block
    a worker that readers need.
    """

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.prefix = settings.ADMIN_PREFIX

    def __call__(self, request: HttpRequest) -> Any:
        if not (request.path_info.startswith(self.prefix) and refresh.silent()):
            return self.get_response(request)
        detail = (
            "The database does not answer just now. Readers are served from memory meanwhile."
            " Please try again in a minute."
        )
        return refused(request, 503, "Please try again in a minute", detail, {"Retry-After": "60"})


class Sessions(_UnderAdmin, SessionMiddleware):
    pass


class Common(_UnderAdmin, CommonMiddleware):
    pass


class Csrf(_UnderAdmin, CsrfViewMiddleware):
    def process_view(self, request: HttpRequest, *args: Any) -> Any:
        return (
            super().process_view(request, *args)
            if request.path_info.startswith(self.prefix)
            else None
        )


class Authentication(_UnderAdmin, AuthenticationMiddleware):
    pass


class SecondFactor(_UnderAdmin, OTPMiddleware):  # type: ignore[misc]
    """Sets on the request whether the user has verified a second factor in this session."""


class SignInAttempts(_UnderAdmin, AxesMiddleware):  # type: ignore[misc]
    """Sends the response of django-axes when an account is locked."""


def no_address(request: HttpRequest) -> str:
    """A placeholder, so that django-axes never learns a caller's address. It is not None: databases
    allow several rows with the same name and no address, and axes fails if it finds two.
    """
    return "255.255.255.255"


class Messages(_UnderAdmin, MessageMiddleware):
    pass


class History:
    """Tells the history who is signed in, under the admin's path only."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.recorded = HistoryRequestMiddleware(get_response)
        self.prefix = settings.ADMIN_PREFIX

    def __call__(self, request: HttpRequest) -> Any:
        under_admin = request.path_info.startswith(self.prefix)
        return self.recorded(request) if under_admin else self.get_response(request)
