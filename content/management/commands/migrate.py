"""`migrate`, one at a time: several hosts and workers may all ask for it as they start, and the
last finds nothing left to do.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import migrate
from django.db import connection

_LOCK = 0x6D656E76  # PostgreSQL advisory lock


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with _alone():
            super().handle(*args, **options)


@contextmanager
def _alone() -> Iterator[None]:
    """Within the block, nobody else migrates this database."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", (_LOCK,))
        return
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "migrate.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
