"""Counting calls: one tally per day, tool, topic and calling software, and nothing else about any
call.

Each process counts in a journal: a small file mapped into memory, one line for each tally with the
number of its calls, so that a call costs no write and nothing is lost when the process is killed
(what is mapped belongs to the kernel, not the process). A journal is flushed into the tallies
within a second or so; one whose process is gone is adopted by whichever process next gets its lock.
Each is flushed exactly once: its name is stored in the same transaction as its counts. A journal
holds no time of day, no order of calls and no address, and is deleted when it is flushed.
"""

import contextlib
import fcntl
import logging
import mmap
import os
import secrets
import threading
import time
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction

from api.models import FlushedJournal
from api.operations import metrics, software
from api.operations.disk import reserve

log = logging.getLogger(__name__)

UNMATCHED = "unmatched"
SIZE = 1 << 16  # bytes of a journal; when its lines are full another is begun
LINE = 160  # bytes of a line: the number of calls, then the tally's key
# Bytes of that number, the lowest first: on a line's edge, so that it is written whole or not at
# all
_NUMBER = 8

SUFFIX, BEGUN = ".sheet", ".begun"
LEFT = 60.0  # seconds after which a journal that was begun and never used is taken away
_LOCK = 0x6D656E75  # PostgreSQL advisory lock: one process flushes at a time

_COUNT = (
    "INSERT INTO api_usagetally (day, tool, topic, software, calls) VALUES (%s, %s, %s, %s, %s) ON"
    " CONFLICT (day, tool, topic, software) DO UPDATE SET calls = api_usagetally.calls +"
    " excluded.calls"
)

Key = tuple[str, str, str, str]  # day, tool, topic, software


class Journal:
    """The file in which this process counts its calls, held under a lock for as long as the process
    lives.
    """

    def __init__(self) -> None:
        self._file = -1
        self._map: mmap.mmap | None = None
        self._pid = 0
        self._lines: dict[Key, int] = {}  # where each line stands
        self._lock = threading.Lock()

    def add(self, key: Key) -> None:
        """Count one call. Raises `OSError` when the disk has no room for a journal."""
        with self._lock:
            if self._pid != os.getpid():
                self._open()
            place = self._lines.get(key)
            if place is None:
                place = self._begin(key)
            numbers = self._map
            assert numbers is not None
            numbers[place : place + _NUMBER] = (_number_at(numbers, place) + 1).to_bytes(
                _NUMBER, "little"
            )

    def rotate(self) -> None:
        """Close the journal if anything is on it, so that it can be flushed; the next call opens
        another.
        """
        with self._lock:
            if self._pid == os.getpid() and self._lines:
                self._close()

    def _begin(self, key: Key) -> int:
        """Begin a line; on a full journal, the first line of another."""
        if (len(self._lines) + 1) * LINE > SIZE:
            self._close()
            self._open()
        assert self._map is not None
        place = len(self._lines) * LINE
        text = "\t".join(key).encode()
        self._map[place + _NUMBER : place + _NUMBER + len(text)] = text
        self._lines[key] = place
        return place

    def _open(self) -> None:
        settings.USAGE_DIR.mkdir(parents=True, exist_ok=True)
        path = settings.USAGE_DIR / f"{secrets.token_hex(12)}{BEGUN}"
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            reserve(file, SIZE)
            numbers = mmap.mmap(file, SIZE)
            path.rename(path.with_suffix(SUFFIX))  # seen by whoever flushes only once it is locked
        except OSError:
            path.unlink(missing_ok=True)
            os.close(file)
            raise
        # A parent's, when this process was forked: its lock is the parent's to hold
        if self._map is not None:
            self._map.close()
            os.close(self._file)
        self._file, self._map, self._pid = file, numbers, os.getpid()
        self._lines.clear()

    def _close(self) -> None:
        assert self._map is not None
        for (_, tool, _, _), place in self._lines.items():
            metrics.CALLS.labels(tool).inc(_number_at(self._map, place))
        self._map.close()
        os.close(self._file)
        self._lines.clear()
        self._pid, self._map = 0, None


def _number_at(journal: mmap.mmap | bytes, place: int) -> int:
    """The number of calls on the line that begins at `place`."""
    return int.from_bytes(journal[place : place + _NUMBER], "little")


_journal = Journal()
_said_at = float("-inf")  # when the log last said that calls are not counted


def count(tool: str, topic: str, caller: str) -> None:
    """Count one answered call. Never raises: what cannot be counted is said in a metric, and the
    answer still goes out.
    """
    try:
        _journal.add((datetime.now(UTC).date().isoformat(), tool, topic, caller))
    except OSError as error:
        metrics.UNCOUNTED.inc()
        _say_uncounted(type(error).__name__)


def _say_uncounted(why: str) -> None:
    """Say so in the log, once a second at most: the metric has the number."""
    global _said_at
    if time.monotonic() - _said_at >= 1:
        _said_at = time.monotonic()
        log.warning("calls are not counted: %s", why)


def forget() -> None:
    """Leave the journal that is open to whoever flushes next, as a process does that ends."""
    _journal.rotate()


def flush() -> int:
    """Add every journal that no living process is writing to the tallies. Returns how many were
    flushed; raises `DatabaseError`.
    """
    FlushedJournal.objects.exists()  # raises while the database is away: no new journal is begun
    _journal.rotate()
    flushed = 0
    for path in settings.USAGE_DIR.glob(f"*{BEGUN}"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > LEFT:
                path.unlink()
    for path in (
        sorted(settings.USAGE_DIR.glob(f"*{SUFFIX}")) if settings.USAGE_DIR.is_dir() else ()
    ):
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("usage journal %s cannot be opened: %s", path.name, type(error).__name__)
            continue
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if path.exists():
                _flush_file(path)
                flushed += 1
        except BlockingIOError:
            continue  # its process is alive and will flush it
        except (ValueError, ValidationError) as error:
            # It stays, for whoever looks into it
            log.warning("usage journal %s cannot be read: %s", path.name, type(error).__name__)
        finally:
            os.close(file)
    return flushed


def _flush_file(path: Path) -> None:
    calls = _read(path)
    with transaction.atomic():
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            if FlushedJournal.objects.filter(name=path.name).exists():
                calls.clear()
            else:
                FlushedJournal.objects.create(name=path.name)
            for (day, tool, topic, caller), number in sorted(calls.items()):
                cursor.execute(_COUNT, (date.fromisoformat(day), tool, topic, caller, number))
    path.unlink(missing_ok=True)
    FlushedJournal.objects.filter(name=path.name).delete()


def _read(path: Path) -> Counter[Key]:
    """The calls on a journal."""
    calls: Counter[Key] = Counter()
    content = path.read_bytes()
    for start in range(0, len(content), LINE):
        number = _number_at(content, start)
        parts = (
            content[start + _NUMBER : start + LINE]
            .rstrip(b"\0")
            .decode(errors="replace")
            .split("\t")
        )
        if number and len(parts) == 4:
            # A journal may be of an older version
            calls[parts[0], parts[1], parts[2], software.known_or_other(parts[3])] += number
    return calls


def flush_quietly() -> None:
    """Flush, and leave what cannot be flushed now for later. Never raises."""
    try:
        flush()
    except (DatabaseError, OSError) as error:
        log.warning("usage stays in its journals for now: %s", type(error).__name__)
