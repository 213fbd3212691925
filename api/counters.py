"""Counters that django-ratelimit can count in: exact across processes, cheap for callers far from their quota.

`CounterCache` is a Django cache backend over `api_addresswindow`. Each change is one atomic statement, on SQLite and
PostgreSQL alike. A process keeps a lease of a few calls for each key before it writes them together: of a quota of `limit`
with `W` processes, at most `limit + (W - 1) × lease` calls are let through, which `api.quota` keeps under a tenth over on one
host (it knows the processes of its own host alone: with several hosts, each may add as much). A key known to be over its
quota is refused from memory. While the database cannot be reached, each process counts by itself.

Django makes a backend for each thread. What is held belongs to the process all the same, so that the thread which turns the
hour empties it for the thread which answers; it is emptied by putting a new store in its place, never under somebody's hands.
"""

import hashlib
import logging
import time
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db import DatabaseError, connection, transaction

from api import metrics
from api.patience import impatient
from api.quota import rules

log = logging.getLogger(__name__)

KEPT = 50_000  # keys a process remembers at once
AWAY = 1.0  # seconds in which a database that did not answer is not asked again

_COUNT = (
    "INSERT INTO api_addresswindow (key, hits, expires) VALUES (%s, %s, %s) ON CONFLICT (key) DO UPDATE SET "
    "hits = CASE WHEN api_addresswindow.expires <= %s THEN excluded.hits ELSE api_addresswindow.hits + excluded.hits END, "
    "expires = CASE WHEN api_addresswindow.expires <= %s THEN excluded.expires ELSE api_addresswindow.expires END RETURNING hits"
)


@dataclass(slots=True)
class Held:
    """What a process holds of one key: calls written and known of, calls not written yet, and when its window ends."""

    total: int
    pending: int
    expires: int
    counted: bool = False  # the call that opened the counter here is in `total`, though others had opened it before


class CounterCache(BaseCache):
    """The backend named `counters` in the settings."""

    _store: ClassVar[dict[str, Held]] = {}

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._away_until = 0.0

    def add(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Open a counter: true when nobody has counted this key in its window yet, as far as this process knows."""
        now = int(time.time())
        store = self._store
        held = store.get(key)
        if held is not None and held.expires > now:
            return False
        if len(store) >= KEPT:
            _make_room(store, now)
        store[key] = held = Held(0, int(value), now + int(timeout or 0))
        known = self._settled(key, held)
        held.counted = known != int(value)
        return not held.counted

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Count one more call and return how many there are."""
        held = self._store.get(key)
        if held is None:  # the hour was turned since `add`: nothing is counted yet, and django-ratelimit would take an error for a spent quota
            return delta
        if held.counted:  # `add` said that others were first, and django-ratelimit asks again: this is still that one call
            held.counted = False
            return held.total + held.pending
        if held.total > rules().limit:
            return held.total + 1
        held.pending += delta
        return self._settled(key, held)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """How many calls this process knows of."""
        held = self._store.get(key)
        return default if held is None else held.total + held.pending

    def clear(self) -> None:
        """Forget everything this process holds, in every thread (a new hour has a new salt, so that no key of the last one can come again)."""
        CounterCache._store = {}
        self._away_until = 0.0

    def _settled(self, key: str, held: Held) -> int:
        if held.pending and held.pending > rules().lease:
            self._write(key, held)
        return held.total + held.pending

    def _write(self, key: str, held: Held) -> None:
        now = int(time.time())
        if time.monotonic() < self._away_until:
            return
        pending, held.pending = held.pending, 0  # taken first: another thread may count while this one writes
        try:
            # Inside somebody's transaction a count that fails must not spoil it; outside, one statement is its own.
            with impatient(), transaction.atomic() if connection.in_atomic_block else nullcontext(), connection.cursor() as cursor:
                cursor.execute(_COUNT, (hashlib.blake2b(key.encode(), digest_size=32).hexdigest(), pending, held.expires, now, now))
                held.total = int(cursor.fetchone()[0])
        except DatabaseError as error:
            held.pending += pending
            self._away_until = time.monotonic() + AWAY
            metrics.UNSHARED_LIMITS.inc()
            log.warning("a quota is counted in this process alone: %s", type(error).__name__)


def _make_room(store: dict[str, Held], now: int) -> None:
    """Drop what is over, and the oldest until a tenth is free: a walk through all of them is long, and a flood of addresses would take one each."""
    for key, held in store.copy().items():
        if held.expires <= now:
            store.pop(key, None)
    for key in list(store)[: max(0, len(store) - KEPT * 9 // 10)]:
        store.pop(key, None)
