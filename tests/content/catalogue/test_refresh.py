"""Which catalogue is served while the database does not answer: without waiting for it, and without
what may have been withdrawn.
"""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from content.catalogue import refresh
from content.catalogue.refresh import UNSURE_AFTER, Freshness
from content.models import Option
from content.review import standing
from content.review.release import Released

pytestmark = pytest.mark.django_db
LONG = 20.0  # seconds: far more than a catalogue takes to make, on a machine busy with other things


@pytest.fixture
def waiting(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Freshness]:
    """The content of a process whose thread waits for a database that has stopped answering."""
    held = Freshness()
    held.check()
    asked, over = threading.Event(), threading.Event()

    def silent() -> int:
        asked.set()
        over.wait()
        raise ConnectionError

    monkeypatch.setattr(refresh, "read_version", silent)
    settings.CONTENT_WATCH = True
    held._thread, held._pid = threading.Thread(target=held.check), os.getpid()
    held._thread.start()
    assert asked.wait(LONG)
    yield held
    over.set()
    held._thread.join()


def served(held: Freshness) -> Any:
    """What a caller is answered from, or a `TimeoutError` when the caller is kept waiting."""
    pool = ThreadPoolExecutor(1)
    try:
        return pool.submit(held.current).result(timeout=LONG)
    finally:
        pool.shutdown(wait=False)


def test_nobody_waits_for_the_database_to_withhold_what_is_no_longer_known(
    waiting: Freshness,
) -> None:
    assert waiting._picture is not None
    assert waiting._picture.certain
    waiting._sure_at -= UNSURE_AFTER
    assert served(waiting).topics
    assert not waiting._picture.certain


def test_nobody_waits_for_the_database_when_the_day_turns(
    waiting: Freshness, monkeypatch: pytest.MonkeyPatch
) -> None:
    tomorrow = standing.today() + timedelta(days=1)
    monkeypatch.setattr(standing, "today", lambda: tomorrow)
    assert served(waiting).day == tomorrow


def test_content_that_leaves_no_topic_is_not_served(caplog: pytest.LogCaptureFixture) -> None:
    """A supplement's name that stands in every record takes them all off: then what was there
    before goes on answering.
    """
    held = Freshness()
    before = set(held.current().topics)
    Option.objects.filter(slug="sage").update(aliases="doctor")
    assert set(held.current().topics) == before
    assert "not confirmed" in caplog.text
    caplog.clear()
    held.check()
    assert "left out" not in caplog.text  # looked at once, not twice a second
    Option.objects.filter(slug="sage").update(aliases="")
    held.check()
    assert held._picture is not None
    assert held._picture.certain
    assert set(held.current().topics) == before


def test_a_caller_amid_renewing_cannot_bring_back_what_is_withdrawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = Freshness()
    old = held.current()
    gone = next(slug for slug, option in old.options.items() if isinstance(option, Released))
    building, go_on = threading.Event(), threading.Event()
    build, first = refresh.build, threading.Lock()

    def slowly(*args: Any) -> Any:
        if first.acquire(blocking=False):  # the caller's, which is overtaken
            building.set()
            go_on.wait(LONG)
        return build(*args)

    monkeypatch.setattr(refresh, "build", slowly)
    held._sure_at -= UNSURE_AFTER
    caller = threading.Thread(target=held._renewed)
    caller.start()
    assert building.wait(LONG)
    records = refresh.read_records()
    without = replace(
        records,
        version=records.version + 1,
        options=tuple(option for option in records.options if option.slug != gone),
    )
    monkeypatch.setattr(refresh, "read_records", lambda: without)
    monkeypatch.setattr(refresh, "read_version", lambda: without.version)
    threading.Timer(0.2, go_on.set).start()
    held.check()
    caller.join()
    assert held._picture is not None
    assert gone not in held._picture.catalogue.options
