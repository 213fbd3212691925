"""Which catalogue is served now: always the newest content, never a withdrawn record, no query per call.

A thread in each process reads the version number twice a second and swaps the whole catalogue when it has moved. What
can fail is answered in the safe direction:
- the database is out of reach: the catalogue in memory goes on answering, and once the version has been unknown for
  `UNSURE_AFTER` seconds every supplement is withheld, since its sign-off can no longer be known to be in force;
- the database is out of reach when the process starts: the content kept last on this machine answers, every supplement withheld;
- the new content cannot be built: the old catalogue stays, without its supplements and without the records that are gone;
- a new day begins: review dates are read again from memory, with no database needed.
"""

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from itertools import chain

from django.conf import settings
from django.db import close_old_connections, connection

from content import review
from content.catalogue import Catalogue, Records, build, read_records, read_version
from content.kept import keep, kept
from content.models import Option, Topic
from content.screening import foresee

log = logging.getLogger(__name__)

CHECK_EVERY = 0.5  # seconds between two looks at the version number
UNSURE_AFTER = 5.0  # seconds without an answer from the database before supplements are withheld


class NothingLoaded(Exception):
    """No content has ever been loaded: there is nothing to answer from."""


class Freshness:
    """Holds the catalogue of one process and keeps it new."""

    def __init__(self) -> None:
        self._records: Records | None = None
        self._catalogue: Catalogue | None = None
        self._sure_at = 0.0
        self._certain = True
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._pid = 0

    def current(self) -> Catalogue:
        """The catalogue to answer from. Raises `NothingLoaded` when there has never been one."""
        shown = _shown.get()
        if shown is not None:
            return shown
        if not settings.CONTENT_WATCH:
            self.check()
        elif self._pid != os.getpid() or self._thread is None or not self._thread.is_alive():
            self._start()
        catalogue = self._catalogue
        if catalogue is None:
            self.check()
            catalogue = self._catalogue
            if catalogue is None:
                raise NothingLoaded
        if catalogue.day != review.today() or self._certain != (time.monotonic() - self._sure_at < UNSURE_AFTER):
            with self._lock:
                self._rebuild()
                catalogue = self._catalogue or catalogue
        return catalogue

    def age(self) -> float:
        """Seconds since the database last confirmed the version served."""
        return time.monotonic() - self._sure_at

    def check(self) -> None:
        """Look at the version number once, and load the content if it has moved. Never raises."""
        with self._lock:
            try:
                version = read_version()
                if self._records is None or version != self._records.version:
                    self._load()
                self._sure_at = time.monotonic()
            except Exception as error:  # whatever fails, what is in memory goes on answering
                log.warning("content version not confirmed: %s", type(error).__name__)
                if self._records is None and settings.CONTENT_WATCH:
                    self._start_from_kept()

    def forget(self) -> None:
        """Drop everything held, as in a process just started (for tests and after commands that load content)."""
        with self._lock:
            self._records = self._catalogue = None
            self._sure_at = 0.0

    def _load(self) -> None:
        try:
            records = read_records()
            if not records.topics:
                if self._records is None:
                    return
                raise RuntimeError("all topics are gone")
            catalogue = build(records, review.today())
        except Exception:
            self._withdraw()
            raise
        self._records, self._certain = records, True
        self._sure_at = time.monotonic()
        self._catalogue = catalogue
        names = chain(catalogue.topic_matcher.spellings, catalogue.option_matcher.spellings)
        if settings.CONTENT_WATCH:
            keep(records)
            threading.Thread(target=foresee, args=(names,), name="foresee", daemon=True).start()  # nobody waits for it
        else:
            foresee(names)
        log.info("content version %s loaded: %s topics, %s options", records.version, len(catalogue.topics), len(catalogue.options))

    def _start_from_kept(self) -> None:
        records = kept()
        if records is not None:
            self._records = records
            self._rebuild()

    def _withdraw(self) -> None:
        """Keep the old content, less everything that may have been withdrawn since."""
        if self._records is None:
            return
        topics, options = (set(model._default_manager.values_list("slug", flat=True)) for model in (Topic, Option))
        self._records = replace(
            self._records.unsigned(),
            topics=tuple(topic for topic in self._records.topics if topic.slug in topics),
            options=tuple(option for option in self._records.options if option.slug in options),
        )
        self._rebuild()

    def _rebuild(self) -> None:
        if self._records is None:
            return
        certain = time.monotonic() - self._sure_at < UNSURE_AFTER
        self._catalogue = build(self._records if certain else self._records.unsigned(), review.today())
        self._certain = certain

    def _start(self) -> None:
        with self._lock:
            if self._pid == os.getpid() and self._thread is not None and self._thread.is_alive():
                return
            self._pid = os.getpid()
            self.check()
            self._thread = threading.Thread(target=self._watch, name="content-freshness", daemon=True)
            self._thread.start()

    def _watch(self) -> None:
        while True:
            time.sleep(CHECK_EVERY)
            close_old_connections()
            self.check()
            if self.age() > UNSURE_AFTER:
                connection.close()


_shown: ContextVar[Catalogue | None] = ContextVar("shown", default=None)


@contextmanager
def showing(catalogue: Catalogue) -> Iterator[None]:
    """Within the block, in this thread alone, answer from `catalogue`: for an editor's preview of what is not saved."""
    token = _shown.set(catalogue)
    try:
        yield
    finally:
        _shown.reset(token)


_freshness = Freshness()
current = _freshness.current
check = _freshness.check
forget = _freshness.forget
age = _freshness.age
