"""How changes are recorded: every row's history, and what counts as one act."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any

from django.db import models
from django.utils import timezone
from simple_history.models import HistoricalRecords

_act: ContextVar[tuple[datetime, Any] | None] = ContextVar("act", default=None)


@contextmanager
def one_act(at: datetime | None = None, author: Any = None) -> Iterator[None]:
    """Within the block, every change to any row is dated alike: one act, however long it takes.

    `author`: who wrote what is stored, where that is not the account that stores it.
    """
    token = _act.set(_act.get() or (at or timezone.now(), author))
    try:
        yield
    finally:
        _act.reset(token)


class History(HistoricalRecords):  # type: ignore[misc]
    """A model's history that also sees what is saved through the model's proxies, as the admin does
    it, and knows what was one act.
    """

    def create_historical_record(
        self, instance: Any, history_type: str, using: str | None = None
    ) -> None:
        act = _act.get()
        if act is None:
            super().create_historical_record(instance, history_type, using)
            return
        instance._history_date = act[0]
        try:
            super().create_historical_record(instance, history_type, using)
        finally:
            del instance._history_date

    def get_history_user(self, instance: Any) -> Any:
        act = _act.get()
        return (act and act[1]) or super().get_history_user(instance)

    def finalize(self, sender: Any, **kwargs: Any) -> None:
        super().finalize(sender, **kwargs)
        if sender._meta.proxy and sender._meta.concrete_model is self.cls:
            models.signals.post_save.connect(self.post_save, sender=sender, weak=False)
            models.signals.post_delete.connect(self.post_delete, sender=sender, weak=False)
