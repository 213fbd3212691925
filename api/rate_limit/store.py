"""Counters that django-ratelimit can count in: shared by the workers of a host at once, and by all
hosts through the database.

`CounterCache` is a Django cache backend. A call is counted in `api.rate_limit.shared_store`, which
no answer waits for. A thread of each process writes what was counted to `api_addresswindow`, one
atomic statement for each key, and learns what the other hosts have counted. With one host the quota
is exact; each host more may add the calls that are counted but not yet written: a tenth of the
quota, or with `RATE_LIMIT_EXACT` those of the moment that a write takes. While the database does
not answer, each host counts by itself. Where nothing watches the content (`CONTENT_WATCH=0`:
commands and tests), there is no thread, and it is written at once.
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

AWAY = 1.0  # seconds in which a database that did not answer is not asked again

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
    """Writes counts to the database, off the threads that answer."""

    def __init__(self) -> None:
        self._waiting: set[bytes] = set()
        self._wake = threading.Event()
        self._start = threading.Lock()
        self._thread: threading.Thread | None = None

    def wants(self, key: bytes) -> None:
        """Have the count of a key written soon; at once where there is no thread."""
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
            close_old_connections()  # to the pool, for whoever needs it next


writer = Writer()


def write(key: bytes) -> bool:
    """Write what is counted of a key, and take over what the database knows of it. Returns whether
    the database answered.
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
        # Inside somebody's transaction a count that fails must not spoil it; outside, one statement
        # is its own.
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
        """Open a counter: true when nobody on this host has counted this key in its window yet."""
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
            # The hour was turned since `add`: nothing is counted yet, and django-ratelimit would
            # take an error for a spent quota
            if count is None:
                return delta
            if count.hits > rules().highest:
                return count.hits + 1
            count.hits += delta
            count.pending += delta
            table.put(count)
        return self._written(count)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """How many calls this host knows of."""
        table = counts()
        with table.locked():
            count = table.find(key_of(key))
        return default if count is None else count.hits

    def clear(self) -> None:
        """Forget everything that is counted on this host (a new hour has a new salt, so that no key
        of the last one can come again).
        """
        counts().clear()

    def _written(self, count: Count) -> int:
        """What is known of a key once enough of it waits to be written."""
        if count.pending <= rules().lease:
            return count.hits
        writer.wants(count.key)
        if settings.CONTENT_WATCH:
            return count.hits
        table = counts()
        with table.locked():
            now = table.find(count.key)
        return count.hits if now is None else now.hits
