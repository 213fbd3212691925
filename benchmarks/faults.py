"""What is stored, lost and let through when things go wrong, measured on real servers: `make
faults`.

Each part starts the service on a database of its own (SQLite, then a PostgreSQL server of its own
where one is installed), does the harm, and prints what it counted. `python -m benchmarks.faults
kills quota` runs only the parts named.
"""

import contextlib
import http.client
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks import harm
from benchmarks.callers import CALL, calling, tally
from benchmarks.markers import bytes_of, markers
from tests.cluster import Cluster, binaries, cluster
from tests.serving import Served, free_port


def kills(served: Served, times: int = 20) -> str:
    """`kill -9` of a random worker under load, again and again; then an orderly stop: answered
    calls against counted calls.
    """
    chance = random.Random(1)
    served.start()
    with calling(served.port) as callers:
        for _ in range(times):
            time.sleep(chance.uniform(0.3, 1.2))
            while len(pids := served.worker_pids()) < served.workers:
                time.sleep(0.05)  # the last one killed comes back first
            os.kill(chance.choice(pids), signal.SIGKILL)
        time.sleep(1)
    served.stop()
    answered, broken = (
        sum(caller.statuses[200] for caller in callers),
        sum(caller.failed for caller in callers),
    )
    counted = tally(served)
    lost = max(0, answered - counted)
    return (
        f"{times} kills, {answered} answered, {counted} counted, {lost} lost; {broken} calls broken"
        " off by a kill (at most one each is counted unanswered)"
    )


def quota(served: Served, limit: int = 200, callers: int = 8, each: int = 60) -> str:
    """Many callers from one address at once: how many are let through, counting exactly and with
    the batch.
    """
    out = []
    for exact in ("1", "0"):
        served.environment |= {"RATE_LIMIT": f"{limit}/h", "RATE_LIMIT_EXACT": exact}
        served.manage(
            "shell",
            "-c",
            "from api.models import AddressWindow; AddressWindow.objects.all().delete()",
        )
        served.start()
        for _ in range(served.workers * 4):
            served.get("/livez")  # every worker is up; none of these is charged
        statuses: Counter[int] = Counter()
        lock = threading.Lock()

        def work(statuses: Counter[int] = statuses, lock: threading.Lock = lock) -> None:
            for _ in range(each):
                status = served.get("/v1/topics")[0]
                with lock:
                    statuses[status] += 1

        threads = [threading.Thread(target=work) for _ in range(callers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        served.stop()
        # starting asks once until it is answered, which is charged too
        passed = statuses[200] + 1
        out.append(
            f"{'exact' if exact == '1' else 'leased'}: {passed} of {sum(statuses.values()) + 1}"
            f" passed at a quota of {limit}"
        )
    return "; ".join(out)


def salt(served: Served, places: list[Path]) -> str:
    """The salt's bytes before and within five seconds after its time is over, with nobody
    calling.
    """
    seconds = 20
    served.environment |= {"SALT_SECONDS": str(seconds), "RATE_LIMIT": f"1000000/{seconds}s"}
    time.sleep(seconds - time.time() % seconds)
    served.start()
    for _ in range(20):
        served.get(CALL)
    code = "from api.models import HourlySalt; print(bytes(HourlySalt.objects.get().salt).hex())"
    secret = bytes.fromhex(served.manage("shell", "-c", code).strip().splitlines()[-1])
    before = sum(data.count(secret) for place in places for data in bytes_of(place))
    time.sleep(seconds - time.time() % seconds + 5)
    after = sum(
        data.count(secret) + data.count(secret.hex().encode())
        for place in places
        for data in bytes_of(place)
    )
    rows = (
        served.manage(
            "shell",
            "-c",
            "from api.models import AddressWindow; print(AddressWindow.objects.count())",
        )
        .strip()
        .splitlines()[-1]
    )
    served.stop()
    return (
        f"found {before} times while it was valid, {after} times five seconds after, idle; address"
        f" rows left: {rows}"
    )


def outage(served: Served, harm: Callable[[], None], repair: Callable[[], None]) -> str:
    """The five calls and `/mcp` while the database is away, and after: statuses, and how long until
    everything is shared again.
    """
    served.environment |= {"RATE_LIMIT": "1000000/h"}
    served.start()
    with calling(served.port, 2, pause=0.002) as callers:
        time.sleep(1)
        harm()
        time.sleep(4)
        during = {
            served.get(path)[0]
            for path in (
                CALL,
                "/v1/options?symptom=brain+fog",
                "/v1/evidence?option=exercise",
                "/v1/doctor-prep?symptoms=anxiety",
                "/v1/topics",
            )
        }
        message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode()
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
        connection.request(
            "POST",
            "/mcp",
            message,
            {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"},
        )
        during.add(connection.getresponse().status)
        status = json.loads(served.get("/readyz")[1])["status"]
        time.sleep(3)
        status = f"{status}, then {json.loads(served.get('/readyz')[1])['status']}"
        repair()
        back = time.monotonic()
        while (
            json.loads(served.get("/readyz")[1])["status"] != "ready"
            and time.monotonic() - back < 60
        ):
            time.sleep(0.1)
        took = time.monotonic() - back
        time.sleep(2)
    statuses = sum((caller.statuses for caller in callers), Counter[int]())
    broken = sum(caller.failed for caller in callers)
    answered = statuses[200]
    served.stop()
    return (
        f"answers during it {sorted(during)}, readiness {status}; ready {took:.1f} s after;"
        f" {answered} calls answered, {broken} failed, others"
        f" {dict(statuses - Counter({200: answered}))}, counted {tally(served)}"
    )


def locking(database: Path) -> tuple[Callable[[], None], Callable[[], None]]:
    """Lock a SQLite file against every reader and writer, and unlock it."""
    import sqlite3

    held: list[sqlite3.Connection] = []

    def lock() -> None:
        connection = sqlite3.connect(
            database, isolation_level=None, check_same_thread=False, timeout=20
        )
        connection.execute("BEGIN EXCLUSIVE")
        held.append(connection)

    def unlock() -> None:
        held.pop().close()

    return lock, unlock


def rolling(folder: Path, database: str) -> str:
    """Three servers behind nginx on one database, restarted one after the other under load: failed
    calls, one quota, one tally, one content.
    """
    servers = [
        Served(
            folder / f"host{number}",
            database,
            workers=1,
            RATE_LIMIT="1000000/h",
            PUBLIC_URL="http://127.0.0.1:8000",
            SECRET_KEY="one key for all hosts",
            TRUSTED_PROXIES="1",
        )
        for number in range(3)
    ]
    for server in servers:
        server.folder.mkdir(parents=True, exist_ok=True)
    servers[0].prepare()
    for server in servers:
        server.start()
    front = free_port()
    config = folder / "nginx.conf"
    upstream = "".join(
        f"server 127.0.0.1:{server.port} max_fails=1 fail_timeout=1s; " for server in servers
    )
    config.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}} http {{"
        " access_log off; "
        f"upstream service {{ {upstream} keepalive 16; }} server {{ listen 127.0.0.1:{front};"
        " location / { proxy_pass http://service; proxy_http_version 1.1; "
        f'proxy_set_header Connection ""; proxy_set_header Host $host; proxy_set_header'
        f" X-Forwarded-For $remote_addr; "
        f"proxy_next_upstream error timeout http_502 http_503; proxy_connect_timeout 2s; }} }} }}",
        encoding="utf-8",
    )
    nginx = subprocess.Popen(
        ["nginx", "-c", str(config), "-p", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(1)
    try:
        with calling(front, 4, pause=0.002) as callers:
            time.sleep(1)
            for server in servers:
                server.stop(signal.SIGTERM)
                server.start()
                time.sleep(1)
        code = (
            "from content.models import Topic;"
            " Topic.objects.filter(slug='brain-fog').update(summary='Changed once.')"
        )
        servers[0].manage("shell", "-c", code)
        changed = time.monotonic()
        while (
            not all(
                b"Changed once." in server.get("/v1/explain?topic=brain-fog")[1]
                for server in servers
            )
            and time.monotonic() - changed < 10
        ):
            time.sleep(0.02)
        took = time.monotonic() - changed
    finally:
        nginx.terminate()
        for server in servers:
            server.stop()
    statuses = sum((caller.statuses for caller in callers), Counter[int]())
    failed = sum(caller.failed for caller in callers) + sum(
        count for status, count in statuses.items() if status != 200
    )
    for server in servers[1:]:
        server.manage("shell", "-c", "from api.operations import usage; usage.flush()")
    return (
        f"{statuses[200]} calls through three restarts, {failed} failed; counted"
        f" {tally(servers[0])}; a change was on every host {took:.2f} s after it was committed"
    )


def one_quota(folder: Path, database: str, limit: int = 90) -> str:
    """Three servers on one database and one address: what they let through together."""
    servers = [
        Served(
            folder / f"q{number}",
            database,
            workers=1,
            RATE_LIMIT=f"{limit}/h",
            RATE_LIMIT_EXACT="1",
            PUBLIC_URL="http://127.0.0.1:8000",
            SECRET_KEY="one key for all hosts",
        )
        for number in range(3)
    ]
    for server in servers:
        server.folder.mkdir(parents=True, exist_ok=True)
        server.start()
    passed = len(servers) + sum(
        server.get("/v1/topics")[0] == 200 for _ in range(60) for server in servers
    )
    for server in servers:
        server.stop()
    return f"{passed} of {60 * 3 + 3} passed at a quota of {limit}"


@dataclass(frozen=True, slots=True)
class Place:
    """One kind of database on which every part makes one of its own."""

    label: str
    root: Path
    address: Callable[[str], str]  # of a new database
    server: Cluster | None = None  # PostgreSQL

    def fresh(self, name: str, workers: int = 2) -> Served:
        """The service on a database of its own, ready to start."""
        folder = self.root / f"{self.label}-{name}"
        served = Served(folder, self.address(name), workers=workers, RATE_LIMIT="1000000/h")
        served.prepare()
        return served

    def searched(self, served: Served) -> list[Path]:
        """Every folder in which the service or its database may have written."""
        return [served.folder, *([self.server.folder] if self.server else [])]


def salt_in(place: Place) -> str:
    served = place.fresh("salt")
    return salt(served, place.searched(served))


def markers_in(place: Place) -> str:
    served = place.fresh("markers")
    return markers(served, place.searched(served))


def outage_of(place: Place) -> str:
    """SQLite's file is locked; PostgreSQL's server is killed."""
    served, server = place.fresh("outage"), place.server
    if server is None:
        return "locked: " + outage(served, *locking(served.folder / "menoinfo.sqlite3"))
    return "killed and restarted: " + outage(served, lambda: server.stop("immediate"), server.start)


def many_hosts(place: Place) -> str | None:
    if place.server is None or not shutil.which("nginx"):
        return None
    address = place.address("rolling")
    return f"{rolling(place.root, address)}; one quota: {one_quota(place.root, address)}"


# What each part does with one kind of database; None where it cannot be done there.
PARTS: dict[str, Callable[[Place], str | None]] = {
    "kills": lambda place: kills(place.fresh("kills")),
    "quota": lambda place: quota(place.fresh("quota", 3)),
    "salt": salt_in,
    "markers": markers_in,
    "outage": outage_of,
    "migration": lambda place: harm.failed_migration(
        place.fresh("migration"), place.root / f"{place.label}-copy"
    ),
    "seed": lambda place: harm.half_written_seed(place.root / f"{place.label}-seed", place.address),
    "disk": lambda place: None if place.server else harm.full_disk(place.root / "disk"),
    "slow": lambda place: (
        None
        if place.server or not shutil.which("nginx")
        else harm.slow_clients(place.root / "slow")
    ),
    "rolling": many_hosts,
}


def main(names: list[str]) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="menoinfo-faults-") as root,
        contextlib.ExitStack() as stack,
    ):
        places = [Place("SQLite", Path(root), lambda name: "")]
        if binaries():
            server = stack.enter_context(cluster())
            places.append(Place("PostgreSQL", Path(root), server.database, server))
        for place in places:
            for name, part in PARTS.items():
                if (name in names or not names) and (said := part(place)) is not None:
                    print(f"{place.label:11} {name:9} {said}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
