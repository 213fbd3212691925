"""A read transaction in which all queries see the database as it was at one moment. Nobody has to
wait for a reader.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Within the block, every query sees the same state. If a transaction is already open, that
    transaction is used, so that a preview reads what it has written.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            # By default, each query would see the newest state
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        with _deferred(), transaction.atomic():
            yield


@contextmanager
def _deferred() -> Iterator[None]:
    """Begin SQLite transactions without the write lock that, by the settings, all other ones take
    at their start.
    """
    connection.ensure_connection()  # this reads the mode from the settings
    usual = connection.transaction_mode  # type: ignore[attr-defined]
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]
