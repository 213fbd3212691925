"""Counting calls: one tally per day, tool, topic and calling software, and nothing else about any call.

A call is written down at once as a short line in a journal file of its process (one `write`, so that nothing is lost
when the process is killed), and folded into the tallies within a second or so. A journal whose process is gone is adopted
by whichever process next gets its lock. Each journal is folded exactly once: its name is stored in the same transaction as
its counts. Design and measurements: the lines hold no time of day and no address, and a folded journal is deleted.
"""

import fcntl
import logging
import os
import re
import secrets
import threading
import time
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection, transaction

from api import metrics
from api.models import FoldedJournal, UsageTally

log = logging.getLogger(__name__)

UNMATCHED = "unmatched"
OTHER = "other"
SOFTWARE_A_DAY = 200  # distinct names of calling software kept for one day; the rest is counted as `other`
FULL = 1 << 20  # bytes after which a journal is folded without waiting for its turn

_PRODUCT = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,39}")
_LOCK = 0x6D656E75  # PostgreSQL advisory lock: one process folds at a time

_COUNT = (
    "INSERT INTO api_usagetally (day, tool, topic, software, calls) VALUES (%s, %s, %s, %s, %s) "
    "ON CONFLICT (day, tool, topic, software) DO UPDATE SET calls = api_usagetally.calls + excluded.calls"
)

Key = tuple[str, str, str, str]  # day, tool, topic, software


def software_name(claimed: str | None) -> str:
    """The product name in a user agent or client name, cut to a safe short form; `other` for anything that is not one."""
    found = _PRODUCT.match(claimed or "")
    return found.group().lower() if found else OTHER


class Journal:
    """The file that this process writes its calls into, held under a lock for as long as the process lives."""

    def __init__(self) -> None:
        self._file = -1
        self._path: Path | None = None
        self._pid = 0
        self._size = 0
        self._lock = threading.Lock()

    def write(self, key: Key) -> None:
        """Write one call down. Raises `OSError` when the disk takes nothing."""
        line = ("\t".join(key) + "\n").encode()
        with self._lock:
            if self._pid != os.getpid():
                self._open()
            if os.write(self._file, line) != len(line):
                os.ftruncate(self._file, self._size)  # half a line would spoil the next one
                raise OSError("short write")
            self._size += len(line)

    def turn(self) -> None:
        """Close the file if anything is in it, so that it can be folded; the next call opens another."""
        with self._lock:
            if self._pid == os.getpid() and self._size:
                os.close(self._file)
                self._pid, self._size, self._path = 0, 0, None

    def _open(self) -> None:
        settings.USAGE_DIR.mkdir(parents=True, exist_ok=True)
        path = settings.USAGE_DIR / f"{secrets.token_hex(12)}.journal"
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._file, fcntl.LOCK_EX)
        self._path, self._pid, self._size = path, os.getpid(), 0


_journal = Journal()
_said_at = float("-inf")  # when the log last said that calls are not counted


def count(tool: str, topic: str, software: str) -> None:
    """Count one answered call. Never raises: what cannot be counted is said in a metric, and the answer still goes out."""
    try:
        _journal.write((datetime.now(UTC).date().isoformat(), tool, topic, software))
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
    """Leave the journal that is open to whoever folds next, as a process does that ends."""
    _journal.turn()


def fold() -> int:
    """Fold every journal that no living process is writing into the tallies. Returns how many were folded; raises `DatabaseError`."""
    _journal.turn()
    folded = 0
    for path in sorted(settings.USAGE_DIR.glob("*.journal")) if settings.USAGE_DIR.is_dir() else ():
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if path.exists():
                _fold_file(path)
                folded += 1
        except BlockingIOError:
            continue  # its process is alive and will fold it
        finally:
            os.close(file)
    return folded


def _fold_file(path: Path) -> None:
    calls = Counter(_lines(path))
    with transaction.atomic():
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            if FoldedJournal.objects.filter(name=path.name).exists():
                calls.clear()
            else:
                FoldedJournal.objects.create(name=path.name)
            for (day, tool, topic, software), number in sorted(_capped(calls).items()):
                cursor.execute(_COUNT, (date.fromisoformat(day), tool, topic, software, number))
    path.unlink(missing_ok=True)
    FoldedJournal.objects.filter(name=path.name).delete()


def _lines(path: Path) -> list[Key]:
    """The calls in a journal; a line that is not whole is passed over."""
    keys: list[Key] = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        parts = line.split("\t")
        if len(parts) == 4:
            keys.append((parts[0], parts[1], parts[2], parts[3]))
    return keys


def _capped(calls: Counter[Key]) -> Counter[Key]:
    """The same calls, names of software beyond the day's cap counted as `other`."""
    out: Counter[Key] = Counter()
    for day in {key[0] for key in calls}:
        known = set(UsageTally.objects.filter(day=day).values_list("software", flat=True).distinct())
        for key, number in sorted(calls.items()):
            if key[0] != day:
                continue
            software = key[3]
            if software not in known:
                if len(known) >= SOFTWARE_A_DAY:
                    software = OTHER
                known.add(software)
            out[(*key[:3], software)] += number
    return out


def fold_quietly() -> None:
    """Fold, and leave what cannot be folded now for later. Never raises."""
    try:
        fold()
    except (DatabaseError, OSError) as error:
        log.warning("usage is kept in its journals for now: %s", type(error).__name__)
