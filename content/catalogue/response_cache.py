"""What was made from a catalogue and may be asked for again: kept up to so many bytes, what nobody
asks for any more dropped first.

Two halves: what is new, or asked for again, is in the young one; when that is full it becomes the
old one, and what is still in the old one then is gone. So a hit is one look into a dictionary,
nothing is sorted, and a key that has become popular always finds room.
"""

import threading
from collections.abc import Hashable

# Bytes; the answers about one record at a time take less than half of it, as a test holds
ROOM = 8 * 1024 * 1024
BESIDES = 500  # bytes that an entry takes besides its body: its key and its place


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
        """The body kept under `key`, or None."""
        body = self._young.get(key)
        if body is None:
            body = self._old.get(key)
            if body is not None:
                self.put(key, body)
        return body

    def put(self, key: Hashable, body: bytes) -> None:
        """Keep `body` under `key`, unless it is too large to be kept beside others."""
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
