"""A cache of answers made from one catalogue, limited in bytes; entries that nobody asks for any
more go first.

It has two halves. New entries, and old ones that are asked for again, go into the young half. When
that is full, it becomes the old half, and the previous old half is dropped. So a hit costs one or
two dictionary lookups, nothing is sorted, and a key that has become popular always finds room.
"""

import threading
from collections.abc import Hashable

# Bytes. All answers about a single record together take less than half of it; a test checks this.
ROOM = 8 * 1024 * 1024
BESIDES = 500  # bytes per entry besides the body, for its key and the dictionary


class ResponseCache:
    """Bodies by key, at most `room` bytes in all. Any number of threads may use it."""

    __slots__ = ("_half", "_lock", "_old", "_taken", "_young")

    def __init__(self, room: int = ROOM) -> None:
        self._half = room // 2
        self._young: dict[Hashable, bytes] = {}
        self._old: dict[Hashable, bytes] = {}
        self._taken = 0  # bytes of the young half
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> bytes | None:
        """The body stored under `key`, or None."""
        body = self._young.get(key)
        if body is None:
            body = self._old.get(key)
            if body is not None:
                self.put(key, body)
        return body

    def put(self, key: Hashable, body: bytes) -> None:
        """Store `body` under `key`, unless it is larger than half of the cache."""
        size = len(body) + BESIDES
        if size > self._half:
            return
        with self._lock:
            if key in self._young:  # another thread was first
                return
            if self._taken + size > self._half:
                self._old, self._young, self._taken = self._young, {}, 0
            self._young[key] = body
            self._taken += size
