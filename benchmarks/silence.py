"""A database that hangs or refuses: how long the slowest answer of each kind takes meanwhile.

`python -m benchmarks.silence` starts the service on a PostgreSQL server of its own, with a gate
between the two. It needs PostgreSQL's programs and nothing else, and takes some four minutes.
"""

import contextlib
import http.client
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tests.cluster import binaries, cluster
from tests.gate import Gate
from tests.serving import Served

PATHS = (
    "/livez",
    "/readyz",
    "/v1/explain?topic=hot+flushes",
    "/v1/topics",
    "/symptoms/hot-flushes",
    "/get-help-now",
)
LONGEST = 60.0  # seconds after which a request counts as lost
CALLERS = 3  # more than there are workers: whoever meets a worker that waits, waits too


def asked(port: int, path: str) -> tuple[int, float]:
    """One GET on a connection of its own: its status and milliseconds; status 0 where nothing
    came.
    """
    began = time.monotonic()
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST)
        address = (  # each is counted by itself, and written often
            f"192.0.2.{random.randrange(1, 255)}"
        )
        connection.request("GET", path, headers={"X-Forwarded-For": address})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status, 1000 * (time.monotonic() - began)
    except (OSError, http.client.HTTPException):
        return 0, 1000 * (time.monotonic() - began)


def slowest(port: int, seconds: float) -> str:
    """The slowest answer to each path, several callers asking at once for so long."""
    worst = dict.fromkeys(PATHS, (0, 0.0))
    lock, until = threading.Lock(), time.monotonic() + seconds

    def work() -> None:
        while time.monotonic() < until:
            for path in PATHS:
                status, took = asked(port, path)
                with lock:
                    worst[path] = max(worst[path], (status, took), key=lambda found: found[1])
            time.sleep(0.01)

    callers = [threading.Thread(target=work) for _ in range(CALLERS)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(seconds + 2 * LONGEST)
    told = ", ".join(
        f"{path.split('?')[0]} {took:.0f} ({status})" for path, (status, took) in worst.items()
    )
    return f"worst {max(took for _, took in worst.values()):.0f} ms; {told}"


def until_ready(served: Served) -> float:
    """Seconds until every worker says `ready`: ten answers in a row."""
    began = ready_since = time.monotonic()
    in_a_row = 0
    while in_a_row < 10 and time.monotonic() - began < LONGEST:
        with contextlib.suppress(OSError):
            if b'"ready"' in served.get("/readyz")[1]:
                in_a_row += 1
                continue
        in_a_row, ready_since = 0, time.monotonic()
        time.sleep(0.1)
    return ready_since - began


def started(served: Served) -> float:
    """Start the server, whatever it can answer from, and wait for `/livez`: seconds."""
    began = time.monotonic()
    with contextlib.suppress(RuntimeError):
        served.start(timeout=0.1)
    while asked(served.port, "/livez")[0] != 200 and time.monotonic() - began < LONGEST:
        time.sleep(0.05)
    return time.monotonic() - began


@contextlib.contextmanager
def behind_a_gate(folder: Path, real: str, gate: Gate) -> Iterator[Served]:
    """A service whose database is reached through the gate alone."""
    served = Served(folder, real, RATE_LIMIT="600/m", RATE_LIMIT_EXACT="1", TRUSTED_PROXIES="1")
    served.prepare()
    served.environment["DATABASE_URL"] = real.replace(f":{gate.behind}/", f":{gate.port}/")
    try:
        yield served
    finally:
        served.stop(signal.SIGKILL)


def main(seconds: float = 12.0) -> None:
    if binaries() is None:
        sys.exit("PostgreSQL's programs are not installed.")
    with tempfile.TemporaryDirectory(prefix="menoinfo-silence-") as root, cluster() as server:
        gate = Gate(server.port)
        with behind_a_gate(Path(root) / "data", server.database("silence"), gate) as served:
            served.start()
            print(f"database well          {slowest(served.port, 3)}", flush=True)
            for mode in ("hanging", "refusing"):
                gate.become(mode)
                print(f"{mode:22} {slowest(served.port, seconds)}", flush=True)
                gate.become("open")
                print(
                    f"{'':22} ready {until_ready(served):.1f} s after it was well again", flush=True
                )
                served.stop(signal.SIGKILL)
                for kept in ("with content kept", "with nothing kept"):
                    if kept == "with nothing kept":
                        (served.folder / "content.json").unlink(missing_ok=True)
                    gate.become(mode)
                    print(
                        f"started {mode}, {kept}: up {started(served):.1f} s;"
                        f" {slowest(served.port, 5)}",
                        flush=True,
                    )
                    gate.become("open")
                    print(
                        f"{'':22} ready {until_ready(served):.1f} s after it was well again",
                        flush=True,
                    )
                    if kept == "with content kept":
                        served.stop(signal.SIGKILL)


if __name__ == "__main__":
    main()
