"""The counters of django-ratelimit: shared by the workers of a host immediately, and by all hosts
through the database.

`CounterCache` is a Django cache backend. Calls are counted in `api.rate_limit.shared_store`, which
no answer waits for. A thread in each process writes the counts to `api_addresswindow`, one atomic
statement per key, and reads what the other hosts have counted. With one host the quota is exact.
Every additional host may let through the calls that it has counted but not yet written: up to a
tenth of the quota, or, with `RATE_LIMIT_EXACT`, those that come in during a write. While the
database does not answer, each host counts by itself. With `CONTENT_WATCH=0` (commands and tests)
there is no thread, and counts are written at once.
"""

import logging
import threading
import time
from contextlib import nullcontext
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db import DatabaseError, close_old_connections, connection, transaction

from api.operations import metrics
from api.rate_limit.quota import rules
from api.rate_limit.shared_store import Count, SharedCounts, key_of

log = logging.getLogger(__name__)

AWAY = 1.0  # seconds to wait before a database that did not answer is asked again

_COUNT = (
    "INSERT INTO api_addresswindow (key, hits, expires) VALUES (%s, %s, %s) ON CONFLICT (key) DO"
    " UPDATE SET hits = CASE WHEN api_addresswindow.expires <= %s THEN excluded.hits ELSE"
    " api_addresswindow.hits + excluded.hits END, expires = CASE WHEN api_addresswindow.expires <="
    " %s THEN excluded.expires ELSE api_addresswindow.expires END RETURNING hits"
)


@lru_cache(maxsize=1)
def counts() -> SharedCounts:
    """The table of this process, opened when it is first needed."""
    return SharedCounts(settings.QUOTA_FILE)


class Writer:
    """Writes counts to the database, outside the threads that answer calls."""

    def __init__(self) -> None:
        self._waiting: set[bytes] = set()
        self._wake = threading.Event()
        self._start = threading.Lock()
        self._thread: threading.Thread | None = None

    def wants(self, key: bytes) -> None:
        """Have the count of a key written soon, or at once with `CONTENT_WATCH=0`."""
        if not settings.CONTENT_WATCH:
            write(key)
            return
        self._waiting.add(key)
        self._wake.set()
        if self._thread is None or not self._thread.is_alive():
            with self._start:
                if self._thread is None or not self._thread.is_alive():
                    self._thread = threading.Thread(target=self._run, name="quota", daemon=True)
                    self._thread.start()

    def _run(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            keys, self._waiting = self._waiting, set()
            while keys and write(keys.pop()):
                pass
            if keys:
                time.sleep(AWAY)
                self._waiting |= keys
                self._wake.set()
            close_old_connections()  # back to the pool, for the next thread that needs one


writer = Writer()


def write(key: bytes) -> bool:
    """Write the count of a key to the database, and take over the total there. Returns whether the
    database answered.
    """
    now, table = int(time.time()), counts()
    with table.locked():
        count = table.find(key)
        if count is None or not count.pending:
            return True
        pending = count.pending
        table.put(Count(count.row, key, count.hits, 0, count.expires))
    known = None
    try:
        # Inside an open transaction, a savepoint keeps a failed count from breaking it. Outside, a
        # single statement needs no transaction.
        with (
            transaction.atomic() if connection.in_atomic_block else nullcontext(),
            connection.cursor() as cursor,
        ):
            cursor.execute(_COUNT, (key.hex(), pending, count.expires, now, now))
            known = int(cursor.fetchone()[0])
    except DatabaseError as error:
        metrics.UNSHARED_LIMITS.inc()
        log.warning("the quota is counted on this host alone: %s", type(error).__name__)
        connection.close_if_unusable_or_obsolete()
    with table.locked():
        count = table.find(key)
        if count is not None:
            left = count.pending + (pending if known is None else 0)
            hits = count.hits if known is None else known + count.pending
            table.put(Count(count.row, key, hits, left, count.expires))
    return known is not None


class CounterCache(BaseCache):
    """The backend named `counters` in the settings."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def add(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Start a counter. False if this host is already counting this key in its window."""
        held, table = key_of(key), counts()
        with table.locked():
            if table.find(held) is not None:
                return False
            count = table.begin(held, int(value), int(time.time()) + int(timeout or 0))
        self._written(count)
        return True

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Count one more call and return how many there are."""
        held, table = key_of(key), counts()
        with table.locked():
            count = table.find(held)
            # A new hour began after `add()`, so nothing is counted yet. Raising an error here would
            # make django-ratelimit treat the quota as spent.
            if count is None:
                return delta
            if count.hits > rules().highest:
                return count.hits + 1
            count.hits += delta
            count.pending += delta
            table.put(count)
        return self._written(count)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """The number of calls that this host knows about."""
        table = counts()
        with table.locked():
            count = table.find(key_of(key))
        return default if count is None else count.hits

    def clear(self) -> None:
        """Delete all counts of this host. A new hour has a new salt, so none of the old keys can
        occur again.
        """
        counts().clear()

    def _written(self, count: Count) -> int:
        """The total for a key. If more than `batch` hits wait to be written, they are written."""
        if count.pending <= rules().batch:
            return count.hits
        writer.wants(count.key)
        if settings.CONTENT_WATCH:
            return count.hits
        table = counts()
        with table.locked():
            now = table.find(count.key)
        return count.hits if now is None else now.hits
