"""The random salt of each hour. All processes share it; when the hour ends it is destroyed, with
every count made under it.

No answer waits for the salt. If a call comes in a new hour before housekeeping has fetched the new
salt, its process uses a salt of its own until then. The same happens while the database cannot be
reached; housekeeping tries again every second, since under two salts an address has two quotas.

The first process that enters an hour creates its salt, and no process returns to an earlier hour.
The clock of another host may be ahead by less than an hour. A salt that is later than the next hour
(because a clock was wrong, or `SALT_SECONDS` was changed) is destroyed like an old one. Destroyed
means that the bytes are gone: SQLite overwrites deleted rows (`secure_delete`) and its journal is
emptied; on PostgreSQL both tables are unlogged and are truncated.
"""

import logging
import secrets
import threading
import time

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection, transaction

log = logging.getLogger(__name__)

HOUR = settings.SALT_SECONDS  # seconds; an hour, except in tests that cannot wait that long
_LOCK = 0x6D656E6F  # PostgreSQL advisory lock: one process at a time turns the hour

# PostgreSQL logs statements that fail, with their values. So on PostgreSQL the server generates the
# salt itself.
_OWN = "decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')"
_MAKE = (
    "INSERT INTO api_hourlysalt (hour, salt) SELECT %s, {salt} WHERE NOT EXISTS (SELECT 1 FROM"
    " api_hourlysalt WHERE hour BETWEEN %s AND %s) ON CONFLICT (hour) DO NOTHING"
)

_OF_NO_HOUR = "SELECT count(*) FROM api_hourlysalt WHERE hour NOT BETWEEN %s AND %s"

Entered = tuple[int, bytes, bool]

# The hour, its salt, and whether all processes share it. They are always replaced together, since
# one thread may start a new hour while another uses the salt.
_current: Entered = (
    0,
    b"",
    False,
)
_swapping = threading.Lock()


def current() -> bytes:
    """The salt of this hour. Makes no query, unless no thread would do it (`CONTENT_WATCH=0`)."""
    hour = int(time.time()) // HOUR
    if _current[0] - hour not in (0, 1):  # 1: the salt of a clock that is ahead of this one
        if settings.CONTENT_WATCH:
            _swap((hour, secrets.token_bytes(32), False))
        else:
            rotate()
    return _current[1]


def rotate() -> bool:
    """Enter the current hour: fetch or create its salt, and destroy older ones. Returns whether the
    salt is shared with the other processes. Never raises.
    """
    hour = int(time.time()) // HOUR
    entered: Entered
    try:
        entered = (
            *max(_shared(hour), (hour, b""), key=lambda found: (found[0], len(found[1]))),
            True,
        )
    except DatabaseError as error:
        log.warning("the salt of this hour is this process's own: %s", type(error).__name__)
        entered = (hour, secrets.token_bytes(32), False)
    _swap(entered)
    return _current[2]


def _swap(entered: Entered) -> None:
    """Use another salt from now on, and delete what was counted under the previous one."""
    global _current
    with _swapping:
        if not entered[2] and _current[0] == entered[0]:
            # Another thread already has a salt for this hour. The counts under it must not be lost:
            # they are the only ones while the database is out of reach.
            return
        last, _current = _current, entered
        if last[1] not in (b"", entered[1]):
            caches["counters"].clear()


def left_over() -> bool:
    """Whether the database holds a salt of another hour than this or the next. Raises
    `DatabaseError`.
    """
    hour = int(time.time()) // HOUR
    with connection.cursor() as cursor:
        cursor.execute(_OF_NO_HOUR, (hour, hour + 1))
        return bool(cursor.fetchone()[0])


def purge() -> bool:
    """Destroy what is left of other hours. Returns whether anything was left. Raises
    `DatabaseError`.
    """
    hour = int(time.time()) // HOUR
    old = left_over()
    if old:
        with transaction.atomic(), connection.cursor() as cursor:
            _destroy(cursor, hour)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return old


def _shared(hour: int) -> tuple[int, bytes]:
    with transaction.atomic(), connection.cursor() as cursor:
        _destroy(cursor, hour)
        if connection.vendor == "postgresql":
            cursor.execute(_MAKE.format(salt=_OWN), (hour, hour, hour + 1))
        else:
            cursor.execute(_MAKE.format(salt="%s"), (hour, secrets.token_bytes(32), hour, hour + 1))
        cursor.execute("SELECT hour, salt FROM api_hourlysalt ORDER BY hour DESC LIMIT 1")
        newest, salt = cursor.fetchone()
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return int(newest), bytes(salt)


def _destroy(cursor: object, hour: int) -> None:
    execute = cursor.execute  # type: ignore[attr-defined]
    if connection.vendor == "postgresql":
        execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
    execute("SELECT min(hour), max(hour) FROM api_hourlysalt")
    oldest, newest = cursor.fetchone()  # type: ignore[attr-defined]
    if newest is None or hour <= oldest <= newest <= hour + 1:
        return
    if connection.vendor == "postgresql":
        execute("TRUNCATE api_hourlysalt, api_addresswindow")
    else:
        execute("DELETE FROM api_addresswindow")
        execute("DELETE FROM api_hourlysalt")
