"""Servers under load: starting them, rounds of `wrk`, and what they cost."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmarks.mcp_cost import cpu
from tests.serving import Served

ROOT = Path(__file__).resolve().parent.parent
ROUNDS, SECONDS, CONNECTIONS = 3, 2, 8
SENTENCE = "I keep waking up at three in the morning and I cannot get back to sleep, what can I do"
CASES = {
    "explain": "/v1/explain?topic=hot-flushes",
    "explain, a sentence": "/v1/explain?topic=" + urllib.parse.quote_plus(SENTENCE),
    "options": "/v1/options?symptom=hot-flushes",
    "evidence": "/v1/evidence?option=vaginal-oestrogen",
    "doctor-prep": "/v1/doctor-prep?symptoms=hot+flushes,brain+fog",
    "topics": "/v1/topics",
    "404": "/v1/explain?topic=car+insurance",
    "urgent": "/v1/explain?topic=I+want+to+die",
}
_LATENCY = re.compile(r"\s(50|99)%\s+([\d.]+)(us|ms|s)")
_UNIT = {"us": 0.001, "ms": 1.0, "s": 1000.0}


@dataclass
class Figures:
    """What the rounds of one case gave."""

    rate: list[float] = field(default_factory=list)  # calls a second
    cpu: list[float] = field(default_factory=list)  # milliseconds of CPU a call
    p50: list[float] = field(default_factory=list)  # milliseconds
    p99: list[float] = field(default_factory=list)

    def row(self) -> tuple[float, float, float, float]:
        return tuple(
            median(values) if values else 0.0
            for values in (self.rate, self.cpu, self.p50, self.p99)
        )  # type: ignore[return-value]


@dataclass
class Target:
    """A server under load: its process, and where it answers each case."""

    pid: int
    port: int
    paths: dict[str, str]
    script: str = ""


def load(
    target: Target,
    case: str,
    figures: Figures,
    connections: int = CONNECTIONS,
    seconds: int = SECONDS,
    script: str = "",
) -> None:
    """One round of wrk against one address."""
    command = [
        "wrk",
        "-t1",
        f"-c{connections}",
        f"-d{seconds}s",
        "--latency",
        *(["-s", script] if script else []),
    ]
    before = cpu(target.pid)
    done = subprocess.run(
        [*command, f"http://127.0.0.1:{target.port}{target.paths[case]}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    spent = cpu(target.pid) - before
    calls = int(re.search(r"(\d+) requests in", done).group(1))  # type: ignore[union-attr]
    wrong = re.search(r"Non-2xx or 3xx responses: (\d+)", done)
    if wrong and case not in ("404", "429"):
        raise RuntimeError(f"{case}: {wrong.group()}")
    figures.rate.append(float(re.search(r"Requests/sec:\s+([\d.]+)", done).group(1)))  # type: ignore[union-attr]
    figures.cpu.append(1000 * spent / max(calls, 1))
    for name, value, unit in _LATENCY.findall(done):
        (figures.p50 if name == "50" else figures.p99).append(float(value) * _UNIT[unit])


def wait(port: int, path: str = "/") -> None:
    import http.client

    for _ in range(300):
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
            connection.request("GET", path)
            connection.getresponse().read()
            return
        time.sleep(0.1)
    raise RuntimeError(f"nothing answers on {port}")


@contextlib.contextmanager
def running(
    command: list[str], port: int, path: str = "/", **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """A peer, started and stopped."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait(port, path)
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(10)


def granian(port: int, application: str, workers: int = 1) -> list[str]:
    options = [
        "--interface",
        "wsgi",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--workers",
        str(workers),
        "--blocking-threads",
        "1",
    ]
    return [
        str(Path(sys.executable).parent / "granian"),
        *options,
        "--no-ws",
        "--log-level",
        "error",
        "--no-access-log",
        application,
    ]


@contextlib.contextmanager
def ours(
    folder: Path, workers: int = 1, database: str = "", **environment: str
) -> Iterator[Served]:
    """The service as it is run, everything on."""
    served = Served(
        folder,
        database,
        workers,
        **{"RATE_LIMIT": "1000000000/h", "CONTENT_WATCH": "1", **environment},
    )
    if not (folder / "ready").exists():
        served.prepare()
        (folder / "ready").touch()
    served.start()
    try:
        yield served
    finally:
        served.stop()


def settled(pid: int) -> None:
    """Wait until a server that has just begun has nothing left to do of its own (it screens its
    records' names after the first answer).
    """
    used = -1.0
    for _ in range(240):
        before, used = used, cpu(pid)
        if used - before < 0.05:
            return
        time.sleep(0.5)


def target_of(served: Served) -> Target:
    assert served.process is not None
    settled(served.process.pid)
    return Target(served.process.pid, served.port, dict(CASES))


def interleaved(
    targets: dict[str, Target], case: str, rounds: int, **how: int
) -> dict[str, Figures]:
    """Rounds of one case over several targets, in turns and back."""
    found = {name: Figures() for name in targets}
    for turn in range(rounds):
        for name in sorted(targets, reverse=bool(turn % 2)):
            load(targets[name], case, found[name], **how)
    return found


def memory(pid: int) -> list[tuple[float, float]]:
    """Megabytes of each process at the bottom of a tree, the workers: resident, and its share of
    them (pages that others have too count in part).

    The share is 0 where the system does not tell: a worker keeps its memory to itself, and only
    root may then read of it.
    """
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    below = [
        sizes
        for child in children
        if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes()
        for sizes in memory(int(child))
    ]
    if below:
        return below
    share = 0
    with contextlib.suppress(OSError):
        share = sum(
            int(line.split()[1])
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            if line.startswith("Pss:")
        )
    return [
        (
            int(Path(f"/proc/{pid}/statm").read_text().split()[1])
            * os.sysconf("SC_PAGE_SIZE")
            / 1e6,
            share * 1024 / 1e6,
        )
    ]
