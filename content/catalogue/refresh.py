"""Which catalogue is served now: always the newest content, never a withdrawn record, no query per
call.

A thread in each process reads the version number twice a second and swaps the whole catalogue when
it has moved. What can fail is answered in the safe direction: - the database is out of reach: the
catalogue in memory goes on answering, and once the version has been unknown for `UNSURE_AFTER`
seconds every supplement is withheld, since its sign-off can no longer be known to be in force; -
the database is out of reach when the process starts: the content kept last on this machine answers,
every supplement withheld; - the new content cannot be built, or holds no topic that may be said:
the old catalogue stays, without its supplements and without the records that are gone; - a new day
begins: review dates are read again from memory, with no database needed.

A caller never waits for the database: what is withheld when it falls silent, or when the day turns,
is withheld from memory, by the caller itself if the thread is still waiting; and where there is
nothing to answer from yet, that is what it is told.
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

from content.catalogue.disk_fallback import keep, kept, set_aside
from content.catalogue.snapshot import Catalogue, Records, build, read_records, read_version
from content.language.screening import precompute
from content.models import Option, Topic
from content.review import standing

log = logging.getLogger(__name__)

CHECK_EVERY = 0.5  # seconds between two looks at the version number
UNSURE_AFTER = 5.0  # seconds without an answer from the database before supplements are withheld
# Seconds without any answer from the database before the admin is told so at once
SILENT_AFTER = 4.0


class NothingLoaded(Exception):
    """No content has ever been loaded: there is nothing to answer from."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What is answered from: the records read last, and the catalogue made of them; not `certain`
    is without any sign-off.
    """

    records: Records
    catalogue: Catalogue
    certain: bool


def _while_running(names: Iterable[str]) -> Iterator[str]:
    """The names until the process ends, which waits for whoever reads one: a thread stopped in the
    midst of compiled code would break it.
    """
    for name in names:
        if not threading.main_thread().is_alive():
            return
        yield name


class Freshness:
    """Holds the catalogue of one process and keeps it new."""

    def __init__(self) -> None:
        self._picture: Picture | None = None
        self._sure_at = 0.0
        self._heard_at = time.monotonic()
        # The version that held nothing that may be said: not read again twice a second
        self._refused: int | None = None
        # Held while the database is asked: taken only by those with nothing else to do
        self._checking = threading.RLock()
        # Held while the picture is changed, and never while anything is waited for
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
        """Whether the database has not been heard for so long that whoever asks it
        will only wait.
        """
        return bool(settings.CONTENT_WATCH) and time.monotonic() - self._heard_at > SILENT_AFTER

    def check(self) -> None:
        """Look at the version number once, and load the content if it has moved. Never raises."""
        with self._checking:
            try:
                version = read_version()
                # Now: to load the content may take longer than to be unsure of it
                self._heard_at = time.monotonic()
                if self._picture is not None and version == self._refused:
                    raise RuntimeError("no topic is left that may be said")
                if self._picture is None or version != self._picture.records.version:
                    self._load()
                self._sure_at = time.monotonic()
            except Exception as error:  # whatever fails, what is in memory goes on answering
                log.warning("content version not confirmed: %s", type(error).__name__)
                if self._picture is None and settings.CONTENT_WATCH:
                    self._start_from_disk()

    def forget(self) -> None:
        """Drop everything held, as in a process just started (for tests and after commands that
        load content).
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
            keep(records)
            # Nobody waits for it but the process's end
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
        records = kept()
        if records is None:
            return
        try:
            made = self._made(records)
        # What nobody foresaw is wrong with it would end every worker as it starts
        except Exception as error:
            set_aside(error)
            return
        with self._lock:
            self._picture = made

    def _withdraw(self) -> None:
        """Keep the old content, less everything that may have been withdrawn since."""
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
        """Whether the picture is of another day, or holds sign-offs that are no longer known, or
        lacks those that are again.
        """
        return picture.catalogue.day != standing.today() or picture.certain != self._confirmed()

    def _made(self, records: Records) -> Picture:
        certain = self._confirmed()
        return Picture(
            records, build(records if certain else records.unsigned(), standing.today()), certain
        )

    def _renewed(self) -> Picture | None:
        """The picture, made again from the same records if it is outdated. Reads no database."""
        with self._lock:
            if self._picture is not None and self._outdated(self._picture):
                self._picture = self._made(self._picture.records)
            return self._picture

    def watch(self) -> None:
        """Have a thread of this process look at the version twice a second from now on, where there
        is none yet.
        """
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
    """Within the block, in this thread alone, answer from `catalogue`: for an editor's preview of
    what is not saved.
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
