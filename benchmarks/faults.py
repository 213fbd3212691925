"""What is kept, lost and let through when things go wrong, measured on real servers: `make faults`.

Each part starts the service on a database of its own (SQLite, then a PostgreSQL server of its own where one is installed), does
the harm, and prints what it counted. `python -m benchmarks.faults kills quota` runs only the parts named.
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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import harm
from benchmarks.callers import CALL, calling, tally
from tests.cluster import binaries, cluster
from tests.serving import Served, free_port

MARKER, ADDRESS = "zebrafinchmarker", "198.51.100.77"


def kills(served: Served, times: int = 20) -> str:
    """`kill -9` of a random worker under load, again and again; then an orderly stop: answered calls against counted calls."""
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
    return f"{times} kills, {answered} answered, {counted} counted, {lost} lost; {broken} calls broken off by a kill (at most one each is counted unanswered)"


def quota(served: Served, limit: int = 200, callers: int = 8, each: int = 60) -> str:
    """Many callers from one address at once: how many are let through, counting exactly and with the lease."""
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
            f"{'exact' if exact == '1' else 'leased'}: {passed} of {sum(statuses.values()) + 1} passed at a quota of {limit}"
        )
    return "; ".join(out)


def bytes_of(folder: Path) -> Iterator[bytes]:
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            if path.is_file():
                yield path.read_bytes()


def salt(served: Served, places: list[Path]) -> str:
    """The salt's bytes before and within five seconds after its time is over, with nobody calling."""
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
    return f"found {before} times while it was valid, {after} times five seconds after, idle; address rows left: {rows}"


MARKED = {
    **dict.fromkeys(("Cookie", "Accept-Language", "X-Request-Id", "If-None-Match", "Mcp-Session-Id"), MARKER),
    "X-Forwarded-For": ADDRESS, "Forwarded": f"for={ADDRESS}", "User-Agent": f"agent/1 {MARKER}", "Referer": f"https://x.example/{MARKER}",
}  # fmt: skip
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
FIELDS = {
    "explain": "topic",
    "options": "symptom",
    "evidence": "option",
    "doctor-prep": "symptoms",
    "topics": "x",
}


@dataclass(frozen=True, slots=True)
class Marked:
    """One request that holds the marker: the status that it must meet, and what an answer page must say, so that no request misses its outcome."""

    status: int
    method: str
    path: str
    body: bytes | None = None
    kind: str = ""
    says: bytes = b""

    @property
    def charged(self) -> bool:
        """Whether it meets a 429 once the quota is spent; a tool call is refused in a message of its own instead, with a 200."""
        return self.path.startswith(("/v1/", "/search", "/prepare"))


def marked_calls() -> Iterator[Marked]:
    """The five calls: words that name nothing, words in a crowd, a warning sign, an unknown name, too many letters, a wrong method."""
    for call, field in FIELDS.items():
        for status, query in (
            (404, f"{field}={MARKER}"), (404, f"{field}=hot+flushes+{MARKER}"), (200, f"{field}={MARKER}+I+want+to+die"), (400, f"{MARKER}=1"), (400, f"{field}={MARKER * 40}"),
        ):  # fmt: skip
            yield Marked(200 if call == "topics" else status, "GET", f"/v1/{call}?{query}")
        yield Marked(405, "POST", f"/v1/{call}?{field}={MARKER}", MARKER.encode(), "text/plain")


def marked_messages() -> Iterator[Marked]:
    """Messages for MCP, of both eras, with the marker in every place, and what is no message."""
    modern = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": MARKER},
    }
    rpc = [
        (200, {"jsonrpc": "2.0", "id": MARKER, "method": "tools/call", "params": {"name": "explain", "arguments": {"topic": f"hot flushes {MARKER}"}}}),
        (200, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": MARKER, "arguments": {MARKER: MARKER}}}),
        (200, {"jsonrpc": "2.0", "id": 1, "method": MARKER}),
        (200, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "clientInfo": {"name": MARKER, "version": MARKER}, "capabilities": {}}}),
        (400, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "explain", "arguments": {"topic": MARKER}, "_meta": modern}}),
    ]  # fmt: skip
    for status, message in rpc:
        yield Marked(status, "POST", "/mcp", json.dumps(message).encode(), JSON)
    yield Marked(400, "POST", "/mcp", MARKER.encode(), JSON)
    yield Marked(413, "POST", "/mcp", (MARKER * 6000).encode(), JSON)
    yield Marked(415, "POST", "/mcp", MARKER.encode(), f"text/{MARKER}")


def marked_pages() -> Iterator[Marked]:
    """The forms of the pages: a search that finds, one that does not, and a sheet."""
    yield Marked(
        200,
        "POST",
        "/search",
        f"topic=I+keep+waking+up+at+three+in+the+morning+and+I+cannot+get+back+to+sleep+{MARKER}".encode(),
        FORM,
        b"Search results",
    )
    yield Marked(
        200, "POST", "/search", f"topic={MARKER}".encode(), FORM, b"Nothing found for those words"
    )
    yield Marked(400, "POST", "/prepare", f"symptoms={MARKER}".encode(), FORM)


def marked() -> list[Marked]:
    """Every request of one round."""
    return [
        *marked_calls(),
        Marked(404, "GET", f"/{MARKER}?{MARKER}"),
        Marked(404, "GET", f"/symptoms/{MARKER}"),
        Marked(405, "PUT", f"/mcp?{MARKER}", MARKER.encode(), "text/plain"),
        *marked_messages(),
        *marked_pages(),
    ]


def ask(port: int, one: Marked) -> tuple[int, bytes]:
    """Send one request with the marker in every header: its status and body; status 0 where the connection broke."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    given = (
        MARKED
        | ({"Content-Type": one.kind} if one.kind else {})
        | ({"Accept": "application/json, text/event-stream"} if one.path == "/mcp" else {})
    )
    try:
        connection.request(one.method, one.path, one.body, given)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def met(one: Marked, status: int, body: bytes, again: bool) -> bool:
    """Whether a request met its outcome: in the second round the quota may be spent, and a body too large may break the connection."""
    if again and one.charged and status == 429:
        return True
    return (status == one.status and one.says in body) or (status == 0 and one.status == 413)


def markers(served: Served, places: list[Path]) -> str:
    """A marker word and a marker address through every door, field, header and outcome; then every file is searched."""
    served.environment |= {"RATE_LIMIT": "40/h", "RATE_LIMIT_EXACT": "1", "TRUSTED_PROXIES": "1"}
    served.start()
    statuses: Counter[int] = Counter()
    asked = marked()
    try:
        for again in (False, True):  # the second round meets the spent quota
            for one in asked:
                status, body = ask(served.port, one)
                assert met(one, status, body, again), (
                    f"{one.method} {one.path} {one.kind} gave {status}, not {one.status}"
                )
                statuses[status] += 1
        assert statuses[429], "the quota was never spent"
        time.sleep(2.5)
        found = sum(
            data.count(MARKER.encode()) + data.count(ADDRESS.encode())
            for place in places
            for data in bytes_of(place)
        )
    finally:
        served.stop()
    del statuses[0]
    fives = sum(count for status, count in statuses.items() if status >= 500)
    return f"{2 * len(asked)} requests with markers, outcomes {dict(sorted(statuses.items()))}, {fives} 5xx; markers found: {found}"


def outage(served: Served, harm: Callable[[], None], mend: Callable[[], None]) -> str:
    """The five calls and `/mcp` while the database is away, and after: statuses, and how long until everything is shared again."""
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
        mend()
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
    return f"answers during it {sorted(during)}, readiness {status}; ready {took:.1f} s after; {answered} calls answered, {broken} failed, others {dict(statuses - Counter({200: answered}))}, counted {tally(served)}"


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
    """Three servers behind nginx on one database, restarted one after the other under load: failed calls, one quota, one tally, one content."""
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
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}} http {{ access_log off; "
        f"upstream service {{ {upstream} keepalive 16; }} server {{ listen 127.0.0.1:{front}; location / {{ proxy_pass http://service; proxy_http_version 1.1; "
        f'proxy_set_header Connection ""; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; '
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
        code = "from content.models import Topic; Topic.objects.filter(slug='brain-fog').update(summary='Changed once.')"
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
        server.manage("shell", "-c", "from api.operations import usage; usage.fold()")
    return f"{statuses[200]} calls through three restarts, {failed} failed; counted {tally(servers[0])}; a change was on every host {took:.2f} s after it was committed"


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


def main(names: list[str]) -> None:
    wanted = set(names) or {
        "kills",
        "quota",
        "salt",
        "markers",
        "outage",
        "disk",
        "migration",
        "seed",
        "slow",
        "rolling",
    }
    with (
        tempfile.TemporaryDirectory(prefix="menoinfo-faults-") as root,
        contextlib.ExitStack() as stack,
    ):
        databases: list[tuple[str, Callable[[str], str], list[Path]]] = [
            ("SQLite", lambda name: "", [])
        ]
        server = stack.enter_context(cluster()) if binaries() else None
        if server is not None:
            databases.append(("PostgreSQL", server.database, [server.folder]))
        for label, address, places in databases:

            def fresh(
                name: str,
                workers: int = 2,
                label: str = label,
                address: Callable[[str], str] = address,
            ) -> Served:
                served = Served(
                    Path(root) / f"{label}-{name}",
                    address(name),
                    workers=workers,
                    RATE_LIMIT="1000000/h",
                )
                served.prepare()
                return served

            def say(name: str, text: str, label: str = label) -> None:
                print(f"{label:11} {name:8} {text}", flush=True)

            if "kills" in wanted:
                say("kills", kills(fresh("kills")))
            if "quota" in wanted:
                say("quota", quota(fresh("quota", 3)))
            if "salt" in wanted:
                one = fresh("salt")
                say("salt", salt(one, [one.folder, *places]))
            if "markers" in wanted:
                one = fresh("markers")
                say("markers", markers(one, [one.folder, *places]))
            if "outage" in wanted:
                one = fresh("outage")
                if label == "SQLite":
                    say(
                        "outage",
                        "locked: " + outage(one, *locking(one.folder / "menoinfo.sqlite3")),
                    )
                elif server is not None:
                    say(
                        "outage",
                        "killed and restarted: "
                        + outage(one, lambda: server.stop("immediate"), server.start),
                    )
            if "migration" in wanted:
                say(
                    "migration",
                    harm.failed_migration(fresh("migration"), Path(root) / f"{label}-copy"),
                )
            if "seed" in wanted:
                say("seed", harm.half_written_seed(Path(root) / f"{label}-seed", address))
            if "disk" in wanted and label == "SQLite":
                say("disk", harm.full_disk(Path(root) / "disk"))
            if "slow" in wanted and label == "SQLite" and shutil.which("nginx"):
                say("slow", harm.slow_clients(Path(root) / "slow"))
        if server is not None and "rolling" in wanted and shutil.which("nginx"):
            address = server.database("rolling")
            print(f"PostgreSQL  rolling  {rolling(Path(root), address)}", flush=True)
            print(
                f"PostgreSQL  quota    three servers: {one_quota(Path(root), address)}", flush=True
            )


if __name__ == "__main__":
    main(sys.argv[1:])
