"""How long an answer waits for the database: hardly at all. What cannot be written now is counted in this process instead.

Whoever borrows the connection gives it back: a broken one is closed, one of a pool returned to it, which Django would else
do at the end of each request (`menoinfo.handler` leaves that out).
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

BRIEF = 100  # milliseconds that a locked SQLite file is waited for while somebody waits for an answer


@contextmanager
def impatient() -> Iterator[None]:
    """Within the block, give up on a locked SQLite file after `BRIEF`; a PostgreSQL server has its own limits in the settings."""
    try:
        if connection.vendor != "sqlite":
            yield
            return
        connection.ensure_connection()
        usual = int(1000 * connection.settings_dict["OPTIONS"].get("timeout", 5))
        _set(BRIEF)
        try:
            yield
        finally:
            _set(usual)
    finally:
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()


def _set(milliseconds: int) -> None:
    if connection.connection is not None:
        connection.connection.execute(f"PRAGMA busy_timeout={milliseconds:d}")
