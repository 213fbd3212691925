"""The salt of the counts: it lives one hour, is shared by processes, and leaves nothing behind."""

import ipaddress
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from api.models import AddressWindow, HourlySalt
from api.operations import housekeeping
from api.rate_limit import salt
from tests.api.test_rate_limit import passes

pytestmark = pytest.mark.django_db


def test_no_address_is_kept(client: Client) -> None:
    address = "192.0.2.123"
    client.get("/v1/topics", REMOTE_ADDR=address)
    rows = [*AddressWindow.objects.values_list("key", flat=True)]
    assert len(rows) == 1
    assert address not in rows[0]
    assert ipaddress.ip_address(address).packed.hex() not in rows[0]


def test_a_new_hour_has_a_new_salt_and_keeps_nothing_of_the_old(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMIT = "3/d"
    salt.rotate()
    first = salt.current()
    assert passes(client, 5, REMOTE_ADDR="192.0.2.1") == 3
    now = salt.time.time() + salt.HOUR
    monkeypatch.setattr(salt.time, "time", lambda: now)
    assert salt.current() != first
    assert [bytes(row.salt) for row in HourlySalt.objects.all()] == [salt.current()]
    assert AddressWindow.objects.count() == 0


def test_an_hour_turned_by_another_thread_leaves_nothing_of_the_old(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMIT = "3/d"
    assert passes(client, 5, REMOTE_ADDR="192.0.2.1") == 3
    store = caches["counters"]
    store.add("of the old hour", 1, 60)
    last = salt.current()
    now = salt.time.time() + salt.HOUR
    monkeypatch.setattr(salt.time, "time", lambda: now)
    monkeypatch.setattr(
        salt, "_shared", lambda hour: (hour, b"the next one")
    )  # a thread has a connection of its own: the test's is not seen there
    thread = threading.Thread(target=salt.rotate)
    thread.start()
    thread.join()
    assert salt.current() == b"the next one" != last
    assert store.get("of the old hour") is None
    assert store.incr("of the old hour") == 1, (
        "a call that met the turn is not taken for one over the quota"
    )


def test_an_hour_entered_again_keeps_its_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(hour: int) -> tuple[int, bytes]:
        raise DatabaseError

    monkeypatch.setattr(salt, "_shared", away)
    salt.rotate()
    caches["counters"].add("of this hour", 1, 60)
    salt.rotate()  # housekeeping tries once a second for as long as the database is away
    assert caches["counters"].get("of this hour") == 1


def test_a_process_that_met_a_locked_file_soon_takes_the_shared_salt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Under two salts an address would have two quotas for the rest of the hour."""

    def locked(hour: int) -> tuple[int, bytes]:
        raise DatabaseError

    now = salt.time.time() + salt.HOUR
    monkeypatch.setattr(salt.time, "time", lambda: now)
    monkeypatch.setattr(
        salt, "purge", lambda: False
    )  # it empties the journal, which no transaction may
    with monkeypatch.context() as held:
        held.setattr(salt, "_shared", locked)
        done = housekeeping.rotated(0)
        own = salt.current()
        caches["counters"].add("under the salt that goes", 1, 60)
    done = housekeeping.rotated(done)
    assert [bytes(row.salt) for row in HourlySalt.objects.all()] == [salt.current()] != [own]
    assert caches["counters"].get("under the salt that goes") is None
    with monkeypatch.context() as held:
        held.setattr(salt, "_shared", locked)
        assert housekeeping.rotated(done) == done
        assert salt.rotate(), "the shared salt stays, once it is known"


def test_nobody_goes_back_to_an_hour_that_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    hour = int(salt.time.time()) // salt.HOUR
    HourlySalt.objects.all().delete()
    HourlySalt.objects.create(hour=hour + 1, salt=b"newer")
    salt.rotate()
    assert HourlySalt.objects.count() == 1
    assert salt.current() == b"newer"
    HourlySalt.objects.all().delete()
    salt.rotate()


@pytest.mark.parametrize("ahead", [2, 29_000_000])
def test_a_salt_of_a_time_to_come_is_destroyed(monkeypatch: pytest.MonkeyPatch, ahead: int) -> None:
    """As a clock that was wrong once leaves one, or another `SALT_SECONDS`: it would live for
    years, and be asked for with every call.
    """
    hour = int(salt.time.time()) // salt.HOUR
    HourlySalt.objects.all().delete()
    HourlySalt.objects.create(hour=hour + ahead, salt=b"of no hour")
    AddressWindow.objects.create(key="under it", hits=1, expires=2_000_000_000)
    monkeypatch.setattr(salt, "_current", (0, b"", False))
    monkeypatch.setattr(
        salt, "purge", lambda: False
    )  # it empties the journal, which no transaction may
    assert salt.left_over()
    assert housekeeping.rotated(hour) == hour, "it is found within the hour that is done with"
    assert [row.hour for row in HourlySalt.objects.all()] == [hour]
    assert not AddressWindow.objects.exists()
    assert not salt.left_over()


@pytest.mark.parametrize("ahead", [0, 1])
def test_the_salt_is_asked_for_once_also_while_another_clock_is_ahead(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any, ahead: int
) -> None:
    HourlySalt.objects.all().delete()
    HourlySalt.objects.create(hour=int(salt.time.time()) // salt.HOUR + ahead, salt=b"shared")
    monkeypatch.setattr(salt, "_current", (0, b"", False))
    assert salt.current() == b"shared"
    with django_assert_num_queries(0):
        assert salt.current() == b"shared"


def test_ended_sessions_of_the_admin_are_deleted_as_the_hour_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        salt, "purge", lambda: False
    )  # it empties the journal, which no transaction may
    for name, days in (("over", -1), ("open", 1)):
        Session.objects.create(
            session_key=name, session_data="", expire_date=timezone.now() + timedelta(days=days)
        )
    housekeeping.rotated(0)
    assert [session.session_key for session in Session.objects.all()] == ["open"]
