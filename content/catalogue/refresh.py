"""Keeps the catalogue fresh: the newest content, never a withdrawn record, no query per call.

A thread in each process reads the version number twice a second and replaces the whole catalogue
when it has changed. Whatever fails, the service stays on the safe side:

- The database is out of reach: the catalogue in memory goes on answering. Once the version has been
  unknown for `UNSURE_AFTER` seconds, every supplement is withheld, since nobody can know whether
  its sign-off is still in force.
- The database is out of reach when the process starts: the disk fallback answers, with every
  supplement withheld.
- The new content cannot be built, or no topic in it may be shown: the old catalogue stays, without
  its supplements and without the records that have been removed.
- A new day begins: the review dates are checked again, from memory.

A call never waits for the database. Supplements are withheld, and a new day is begun, from memory:
if the thread is still waiting for the database, the call does it. While there is nothing to answer
from yet, `current()` raises `NothingLoaded`.
"""

import logging
import os
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from itertools import chain

from django.conf import settings
from django.db import close_old_connections, connection

from content.catalogue.disk_fallback import load, set_aside, store
from content.catalogue.snapshot import Catalogue, Records, build, read_records, read_version
from content.language.screening import precompute
from content.models import Option, Topic
from content.review import standing

log = logging.getLogger(__name__)

CHECK_EVERY = 0.5  # seconds between two checks of the version number
UNSURE_AFTER = 5.0  # seconds without an answer from the database before supplements are withheld
# Seconds without any answer from the database before the admin refuses requests immediately
SILENT_AFTER = 4.0


class NothingLoaded(Exception):
    """No content has ever been loaded: there is nothing to answer from."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What calls are answered from: the records last read, and the catalogue built from them. If
    `certain` is false, the catalogue was built without any sign-off.
    """

    records: Records
    catalogue: Catalogue
    certain: bool


def _while_running(names: Iterable[str]) -> Iterator[str]:
    """The names, as long as the process is running. When it ends, it waits for the name that is
    being screened: stopping a thread inside compiled code would crash it.
    """
    for name in names:
        if not threading.main_thread().is_alive():
            return
        yield name


class Freshness:
    """Holds the catalogue of one process and keeps it up to date."""

    def __init__(self) -> None:
        self._picture: Picture | None = None
        self._sure_at = 0.0
        self._heard_at = time.monotonic()
        # A version in which no topic may be shown: it is not loaded again at every check
        self._refused: int | None = None
        # Held while the database is queried; with `CONTENT_WATCH`, only the thread takes it
        self._checking = threading.RLock()
        # Held while the picture is replaced, and never during a wait
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._pid = 0

    def current(self) -> Catalogue:
        """The catalogue to answer from. Raises `NothingLoaded` when there has never been one."""
        shown = _shown.get()
        if shown is not None:
            return shown
        if settings.CONTENT_WATCH:
            self.watch()
        else:
            self.check()
        picture = self._picture
        if picture is None:
            raise NothingLoaded
        if self._outdated(picture):
            picture = self._renewed() or picture
        return picture.catalogue

    def age(self) -> float:
        """Seconds since the database last confirmed the version served."""
        return time.monotonic() - self._sure_at

    def silent(self) -> bool:
        """Whether the database has been silent for so long that a query would only wait."""
        return bool(settings.CONTENT_WATCH) and time.monotonic() - self._heard_at > SILENT_AFTER

    def check(self) -> None:
        """Look at the version number once, and load the content if it has moved. Never raises."""
        with self._checking:
            try:
                version = read_version()
                # Set before loading, which may take longer than `UNSURE_AFTER`
                self._heard_at = time.monotonic()
                if self._picture is not None and version == self._refused:
                    raise RuntimeError("no topic is left that may be said")
                if self._picture is None or version != self._picture.records.version:
                    self._load()
                self._sure_at = time.monotonic()
            except Exception as error:  # whatever fails, the catalogue in memory goes on answering
                log.warning("content version not confirmed: %s", type(error).__name__)
                if self._picture is None and settings.CONTENT_WATCH:
                    self._start_from_disk()

    def forget(self) -> None:
        """Forget everything, as if the process had just started (for tests, and after commands
        that load content).
        """
        with self._checking, self._lock:
            self._picture = self._refused = None
            self._sure_at = 0.0

    def _load(self) -> None:
        try:
            records = read_records()
            if not records.topics:
                if self._picture is None:
                    return
                raise RuntimeError("all topics are gone")
            catalogue = build(records, standing.today())
            if not catalogue.topics:
                self._refused = records.version
                raise RuntimeError("no topic is left that may be said")
        except Exception:
            self._withdraw()
            raise
        with self._lock:
            self._picture = Picture(records, catalogue, certain=True)
            self._sure_at = time.monotonic()
        names = chain(catalogue.topic_matcher.names.sent, catalogue.option_matcher.names.sent)
        if settings.CONTENT_WATCH:
            store(records)
            # Nothing waits for this thread, except the process when it ends
            threading.Thread(
                target=precompute, args=(_while_running(names),), name="precompute"
            ).start()
        else:
            precompute(names)
        log.info(
            "content version %s loaded: %s topics, %s options",
            records.version,
            len(catalogue.topics),
            len(catalogue.options),
        )

    def _start_from_disk(self) -> None:
        records = load()
        if records is None:
            return
        try:
            made = self._made(records)
        # An unforeseen fault in the file must not stop every worker at its start
        except Exception as error:
            set_aside(error)
            return
        with self._lock:
            self._picture = made

    def _withdraw(self) -> None:
        """Keep the old content, without sign-offs and without records that no longer exist."""
        if self._picture is None:
            return
        records = self._picture.records
        topics, options = (
            set(model._default_manager.values_list("slug", flat=True)) for model in (Topic, Option)
        )
        left = replace(
            records.unsigned(),
            topics=tuple(topic for topic in records.topics if topic.slug in topics),
            options=tuple(option for option in records.options if option.slug in options),
        )
        with self._lock:
            self._picture = self._made(left)

    def _confirmed(self) -> bool:
        return time.monotonic() - self._sure_at < UNSURE_AFTER

    def _outdated(self, picture: Picture) -> bool:
        """Whether the picture is of another day, or has sign-offs that can no longer be confirmed,
        or lacks sign-offs that can be confirmed again.
        """
        return picture.catalogue.day != standing.today() or picture.certain != self._confirmed()

    def _made(self, records: Records) -> Picture:
        certain = self._confirmed()
        return Picture(
            records, build(records if certain else records.unsigned(), standing.today()), certain
        )

    def _renewed(self) -> Picture | None:
        """The picture, rebuilt from the same records if it is outdated. No query is made."""
        with self._lock:
            if self._picture is not None and self._outdated(self._picture):
                self._picture = self._made(self._picture.records)
            return self._picture

    def watch(self) -> None:
        """Start the thread that checks the version twice a second, unless this process has one."""
        if self._pid == os.getpid() and self._thread is not None and self._thread.is_alive():
            return
        with self._lock:
            if self._pid != os.getpid() or self._thread is None or not self._thread.is_alive():
                self._pid = os.getpid()
                self._thread = threading.Thread(
                    target=self._watch, name="content-freshness", daemon=True
                )
                self._thread.start()

    def _watch(self) -> None:
        while True:
            close_old_connections()
            self.check()
            self._renewed()
            if self.age() > UNSURE_AFTER:
                connection.close()
            time.sleep(CHECK_EVERY)


_shown: ContextVar[Catalogue | None] = ContextVar("shown", default=None)


@contextmanager
def showing(catalogue: Catalogue) -> Iterator[None]:
    """Within the block, and only in this thread, answer from `catalogue`: for an editor's preview
    of unsaved text.
    """
    token = _shown.set(catalogue)
    try:
        yield
    finally:
        _shown.reset(token)


_freshness = Freshness()
current = _freshness.current
watch = _freshness.watch
check = _freshness.check
forget = _freshness.forget
age = _freshness.age
silent = _freshness.silent
