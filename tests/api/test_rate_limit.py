"""The quota: one count per address for REST and MCP, shared by processes, that no query is needed
for.
"""

import fcntl
import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from api.operations import housekeeping
from api.rate_limit import limiter, salt, shared_store, store
from api.rate_limit.quota import rules
from api.rate_limit.shared_store import SharedCounts
from content.catalogue import refresh
from tests.serving import ROOT

pytestmark = pytest.mark.django_db


def passes(client: Client, times: int, **headers: str) -> int:
    """How many of so many calls are answered."""
    return sum(client.get("/v1/topics", **headers).status_code == 200 for _ in range(times))  # type: ignore[arg-type]


def test_exactly_the_quota_is_let_through(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "7/d"
    assert passes(client, 20, REMOTE_ADDR="192.0.2.1") == 7
    assert passes(client, 20, REMOTE_ADDR="192.0.2.2") == 7


def test_a_lease_lets_through_at_most_a_tenth_more(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT, settings.RATE_LIMIT_EXACT = "60/d", False  # no window ends while it runs
    assert rules().batch == 6
    assert passes(client, 80, REMOTE_ADDR="192.0.2.1") == 60
    caches[
        "counters"
    ].clear()  # as another host would start: it knows nothing of what was counted before
    assert passes(client, 80, REMOTE_ADDR="192.0.2.1") <= rules().batch


def test_an_address_is_counted_by_its_network() -> None:
    assert (
        limiter.network_of("2001:db8:1:2:3:4:5:6")
        == limiter.network_of("2001:db8:1:2:ffff::1")
        == "2001:db8:1:2::"
    )
    assert limiter.network_of("2001:db8:1:3::1") != limiter.network_of("2001:db8:1:2::1")
    assert limiter.network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert limiter.network_of("no address") == limiter.network_of("") == "unknown"


def test_a_forged_forwarding_header_gains_nothing(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "3/d"
    assert (
        sum(
            passes(client, 1, REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR=f"198.51.100.{n}")
            for n in range(9)
        )
        == 3
    )


def test_a_trusted_proxy_is_counted_from_the_right(settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    forged = RequestFactory().get(
        "/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="203.0.113.9, 192.0.2.5"
    )
    assert limiter.address_of(forged) == "192.0.2.5"
    settings.TRUSTED_PROXIES = 3
    assert limiter.address_of(forged) == "10.0.0.1"


def test_a_header_that_nothing_can_stand_for_may_carry_the_address(settings: Any) -> None:
    settings.TRUSTED_PROXIES, settings.ADDRESS_HEADER = 1, "Clientaddress"
    forged = RequestFactory().get(
        "/",
        REMOTE_ADDR="10.0.0.1",
        HTTP_X_FORWARDED_FOR="203.0.113.9",
        HTTP_CLIENTADDRESS="192.0.2.5",
    )
    assert limiter.address_of(forged) == "192.0.2.5"


def test_a_flood_of_addresses_is_bounded_and_nobody_loses_a_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared_store, "ROWS", 64)
    table = SharedCounts(None)
    keys = [shared_store.key_of(f"caller {number}") for number in range(1000)]
    later = int(time.time()) + 3600
    for number, key in enumerate(keys):
        with table.locked():
            table.begin(key, 1, later + number)
            assert table.find(key) is not None, "the newest stands"
    with table.locked():
        assert 48 <= sum(table.find(key) is not None for key in keys) <= 64


def test_a_count_whose_window_is_over_is_gone() -> None:
    table, key = SharedCounts(None), shared_store.key_of("caller")
    with table.locked():
        table.begin(key, 5, int(time.time()))
        assert table.find(key) is None


def test_processes_of_a_host_share_one_count_that_no_query_is_needed_for(tmp_path: Path) -> None:
    file = tmp_path / "quota.counts"
    program = (
        "import sys, time; from pathlib import Path; from api.rate_limit.shared_store import "
        "SharedCounts, key_of\n"
        "table, key = SharedCounts(Path(sys.argv[1])), key_of('caller')\n"
        "for _ in range(2000):\n"
        "    with table.locked():\n"
        "        count = table.find(key) or table.begin(key, 0, int(time.time()) + 600)\n"
        "        count.hits += 1\n"
        "        table.put(count)\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(file)], cwd=ROOT) for _ in range(3)
    ]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    table = SharedCounts(file)
    with table.locked():
        count = table.find(shared_store.key_of("caller"))
    assert count is not None
    assert count.hits == 6000
    assert file.stat().st_mode & 0o777 == 0o600


def test_nobody_waits_for_a_process_that_holds_the_counts(tmp_path: Path) -> None:
    file = tmp_path / "quota.counts"
    table = SharedCounts(file)
    with file.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        began = time.monotonic()
        with table.locked():
            table.begin(shared_store.key_of("caller"), 1, int(time.time()) + 60)
        assert time.monotonic() - began < 1


def test_no_answer_asks_the_database_for_the_quota(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is counted is written by a thread of its own, the salt's end included."""
    refresh.check()
    written: list[str] = []
    writer = store.Writer()
    monkeypatch.setattr(store, "writer", writer)
    monkeypatch.setattr(
        store, "write", lambda key: written.append(threading.current_thread().name) or True
    )
    monkeypatch.setattr(housekeeping, "start", lambda: None)
    monkeypatch.setattr(refresh._freshness, "watch", lambda: None)
    monkeypatch.setattr(salt, "_current", (0, b"of an hour that is over", False))
    settings.CONTENT_WATCH, settings.RATE_LIMIT = True, "4/d"
    with CaptureQueriesContext(connection) as asked:
        assert passes(client, 6, REMOTE_ADDR="192.0.2.9") == 4
    assert asked.captured_queries == []
    end = time.monotonic() + 30
    while (not written or writer._waiting or writer._wake.is_set()) and time.monotonic() < end:
        time.sleep(0.05)  # until its thread has nothing left: it would go on after this test
    assert set(written) == {"quota"}


@pytest.mark.parametrize(
    ("method", "path", "quota"),
    [
        ("POST", "/nowhere", 3),
        ("PUT", "/symptoms/hot-flushes", 3),
        ("GET", "/I-want-to-sleep", 3),
        ("GET", "/symptoms/hot-flushes?I+want+to+sleep", 3),
        ("GET", "/livez?x=1", 3),
        ("POST", "/v1/explain", 6),
        ("POST", "/search", 6),
    ],
)
def test_words_are_charged_wherever_they_are_sent(
    client: Client, settings: Any, method: str, path: str, quota: int
) -> None:
    settings.RATE_LIMIT = "6/d"
    kind = "application/x-www-form-urlencoded"
    sent = [
        client.generic(
            method, path, b"topic=hot+flushes", content_type=kind, REMOTE_ADDR="192.0.2.61"
        )
        for _ in range(8)
    ]
    statuses = [answer.status_code for answer in sent]
    assert statuses.index(429) == quota
    assert set(statuses[quota:]) == {429}
    assert sent[-1]["Retry-After"]
    assert sent[-1]["Cache-Control"] == "no-store"
    signs = client.generic(
        method, path, b"topic=I+want+to+kill+myself", content_type=kind, REMOTE_ADDR="192.0.2.61"
    )
    assert signs.status_code == 429
    urgent = (
        signs.content.startswith(b'{"urgent":')
        if path != "/search"
        else b'class="urgent' in signs.content
    )
    assert urgent, "what is refused is read for warning signs all the same"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/topics",
        "/symptoms/hot-flushes",
        "/symptoms/hot-flushes.md",
        "/livez",
        "/?utm_source=chatgpt.com&utm_medium=x",
    ],
)
def test_reading_a_page_costs_no_quota(client: Client, settings: Any, path: str) -> None:
    settings.RATE_LIMIT = "1/d"
    assert {client.get(path, REMOTE_ADDR="192.0.2.62").status_code for _ in range(4)} == {200}


def test_a_request_over_the_quota_is_still_screened(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "2/d"
    body = json.dumps({"a": "lorem ipsum " * 4000, "b": "I want to kill myself"})
    for _ in range(3):
        answer = client.post(
            "/mcp", body, content_type="application/json", REMOTE_ADDR="192.0.2.63"
        )
        assert "urgent" in answer.json()["error"]["data"]


def test_a_named_range_shares_a_larger_quota_that_is_tighter_for_words(
    client: Client, settings: Any
) -> None:
    settings.RATE_LIMIT, settings.SHARED_WORDS_LIMIT, settings.SHARED_NAMED_LIMIT = (
        "2/h",
        "4/h",
        "7/h",
    )
    settings.SHARED_RANGES = {
        "198.51.100.0/24": "house",
        "2001:db8:5::/48": "house",
        "203.0.113.0/28": "other",
    }

    def answered(addresses: list[str], **query: str) -> int:
        sent = (
            client.get("/v1/explain", query, REMOTE_ADDR=addresses[turn % len(addresses)])
            for turn in range(10)
        )
        return sum(answer.status_code == 200 for answer in sent)

    house = ["198.51.100.7", "198.51.100.200", "2001:db8:5:1::1"]
    assert answered(house, topic="boiling hot all of a sudden") == 4
    assert answered(house, topic="hot-flushes", detail="full") == 7
    assert answered(["203.0.113.3"], topic="hot-flushes") == 7
    assert answered(["192.0.2.77"], topic="hot-flushes") == 2


def test_tries_to_sign_in_are_charged_to_the_quota_of_calls(client: Client, settings: Any) -> None:
    """Each takes a worker most of a second, whatever the name."""
    settings.RATE_LIMIT = "3/d"
    tries = [
        client.post(
            "/admin/login/", {"username": "nobody", "password": "wrong"}, REMOTE_ADDR="192.0.2.44"
        )
        for _ in range(4)
    ]
    assert [answer.status_code for answer in tries] == [200, 200, 200, 429]
    assert tries[3]["Retry-After"]
    assert "Please wait a moment" in tries[3].content.decode()
    assert passes(client, 1, REMOTE_ADDR="192.0.2.44") == 0
    assert client.get("/admin/login/", REMOTE_ADDR="192.0.2.44").status_code == 200


@pytest.mark.skipif(
    connection.vendor != "sqlite",
    reason="inside the test's transaction PostgreSQL would refuse the rest of it",
)
def test_limits_go_on_in_this_process_when_the_database_cannot_be_reached(
    client: Client, settings: Any
) -> None:
    settings.RATE_LIMIT = "4/d"
    client.get("/v1/topics", REMOTE_ADDR="192.0.2.200")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE api_addresswindow RENAME TO gone")
    try:
        assert passes(client, 10, REMOTE_ADDR="192.0.2.9") == 4
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE gone RENAME TO api_addresswindow")


def test_a_host_that_starts_lets_through_at_most_one_call_more(
    client: Client, settings: Any
) -> None:
    settings.RATE_LIMIT = "9/d"
    total = 0
    for _ in range(6):  # as six hosts would: each knows nothing of what the others counted
        caches["counters"].clear()
        total += passes(client, 2, REMOTE_ADDR="192.0.2.33")
    assert 9 <= total <= 9 + 2
