"""Counts that all workers of one host share: a table in a file that each of them maps into memory.

Counting needs no query and no long wait: the lock is held for some microseconds, and a thread that
cannot get it within a few milliseconds counts without it. Where there is no file (commands, tests,
a full disk), each process has a table of its own.
"""

import fcntl
import hashlib
import mmap
import os
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from api.operations.disk import reserve

ROWS = 1 << 16
NEAR = 16  # rows that are searched for a key, beginning with its own
# Key, hits, hits not yet written to the database, end of the window in seconds since 1970
_ROW = struct.Struct("<16sIIQ")
_TRIES, _PAUSE = 50, 0.0002  # attempts to get the lock, and seconds between them


@dataclass(slots=True)
class Count:
    """The contents of a row, and its number."""

    row: int
    key: bytes
    hits: int
    pending: int
    expires: int


def key_of(name: str) -> bytes:
    """The key that a name is counted under."""
    return hashlib.blake2b(name.encode(), digest_size=16).digest()


class SharedCounts:
    """The table. A row whose window is over is free. If all rows near a key are in use, the one
    whose window ends first is overwritten.
    """

    def __init__(self, path: Path | None) -> None:
        self._thread = threading.Lock()
        self._file = -1
        self._map = self._opened(path)

    def _opened(self, path: Path | None) -> mmap.mmap:
        size = ROWS * _ROW.size
        if path is not None:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
                reserve(self._file, size)
                return mmap.mmap(self._file, size)
            except OSError:
                self._file = -1
        return mmap.mmap(-1, size)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Within the block nobody else counts, except a process that could not get the lock."""
        with self._thread:
            held = self._file >= 0 and self._lock()
            try:
                yield
            finally:
                if held:
                    fcntl.flock(self._file, fcntl.LOCK_UN)

    def _lock(self) -> bool:
        for _ in range(_TRIES):
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            except BlockingIOError:
                time.sleep(_PAUSE)
        # A process was stopped while counting. A count may be lost, but no answer is delayed.
        return False

    def find(self, key: bytes) -> Count | None:
        """The count of a key, or None if there is none or its window is over."""
        now = int(time.time())
        for row in self._near(key):
            held, hits, pending, expires = _ROW.unpack_from(self._map, row * _ROW.size)
            if held == key and expires > now:
                return Count(row, key, hits, pending, expires)
        return None

    def begin(self, key: bytes, hits: int, expires: int) -> Count:
        """A new count, of which nothing has been written to the database yet."""
        ends = {row: _ROW.unpack_from(self._map, row * _ROW.size)[3] for row in self._near(key)}
        count = Count(min(ends, key=ends.__getitem__), key, hits, hits, expires)
        self.put(count)
        return count

    def put(self, count: Count) -> None:
        """Write a count to its row."""
        _ROW.pack_into(
            self._map, count.row * _ROW.size, count.key, count.hits, count.pending, count.expires
        )

    def clear(self) -> None:
        """Forget every count."""
        with self.locked():
            self._map[:] = bytes(len(self._map))

    @staticmethod
    def _near(key: bytes) -> Iterator[int]:
        first = int.from_bytes(key[:4], "little")
        return ((first + step) % ROWS for step in range(NEAR))
