"""Of a failed sign-in, only the account name, the number of failures and their time are stored.

The sign-in page is open to anybody. By itself, django-axes would also store the browser's name, the
address of the page with its query, and every field of the form; only the account name is needed to
lock the account.
"""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db.models.signals import pre_save
from django.http import HttpRequest

CALLERS_WORDS = ("user_agent", "http_accept", "path_info", "get_data", "post_data")


def blank(instance: Any, **sent: Any) -> None:
    """Blank the fields that hold a caller's words, before the row is saved."""
    for name in CALLERS_WORDS:
        if hasattr(instance, name):
            setattr(instance, name, "")


for _model in (AccessAttempt, AccessFailureLog, AccessLog):
    pre_save.connect(blank, sender=_model, dispatch_uid=f"blank {_model.__name__}")


class Attempts(AxesDatabaseHandler):  # type: ignore[misc]
    """django-axes' own record of failures, but with one row per account name."""

    def user_login_failed(
        self,
        sender: Any,
        credentials: dict[str, Any],
        request: HttpRequest | None = None,
        **more: Any,
    ) -> None:
        if request is not None:
            request.axes_user_agent = ""  # type: ignore[attr-defined]  # it looks its row up by this name too, which is saved as none
        super().user_login_failed(sender, credentials, request, **more)
