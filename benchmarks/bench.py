"""The service beside what one would pick instead, on this machine, in one run: `make bench`.

Interleaved rounds of `wrk` over loopback, everything on (screen, match, quota, usage, headers). Printed: medians of calls a
second, milliseconds of CPU a call, p50 and p99, and ratios to a bare Django view that returns the same bytes from memory
under the same server. Nothing here asserts a time; quote ratios. `--quick` takes one short round of each.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmarks.mcp_cost import cpu, sdk_python
from tests.serving import Served, free_port

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
    """Wait until a server that has just begun has nothing left to do of its own (it screens its records' names after the first answer)."""
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


def environment(folder: Path, name: str, *packages: str) -> Path | None:
    """A virtual environment with a peer's packages; None where they cannot be had."""
    python = folder / name / "bin" / "python"
    try:
        if not python.exists():
            subprocess.run(
                [sys.executable, "-m", "venv", str(folder / name)], check=True, capture_output=True
            )
            subprocess.run(
                [
                    str(python),
                    "-m",
                    "pip",
                    "install",
                    "--quiet",
                    "--disable-pip-version-check",
                    *packages,
                ],
                check=True,
                capture_output=True,
            )
    except subprocess.CalledProcessError:
        return None
    return python


def memory(pid: int) -> list[tuple[float, float]]:
    """Megabytes of each process at the bottom of a tree, the workers: resident, and its share of them (pages that others have too count in part).

    The share is 0 where the system does not tell: a worker keeps its memory to itself, and only root may then read of it.
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


COPIES = """
from content.models import *
from content.vocabulary import OptionKind
from django.db import transaction
def letters(n):
    return "".join(chr(97 + int(digit)) for digit in str(n))  # a name may hold no figure
def copy(row, **values):
    new = type(row)(**{field.name: getattr(row, field.name) for field in row._meta.concrete_fields if field.name != "id"} | values)
    return new
with transaction.atomic():
    topics = list(Topic.objects.all()); options = list(Option.objects.exclude(kind=OptionKind.SUPPLEMENT_OR_HERB))  # one with another's name is kept off the service
    for n in range(1, TIMES):
        made = {t.pk: copy(t, slug=f"{t.slug}-copy-{letters(n)}", name=f"{t.name} (copy {letters(n)})", aliases="") for t in topics}
        Topic.objects.bulk_create(made.values())
        PrepItem.objects.bulk_create(copy(i, topic=made[i.topic_id]) for i in PrepItem.objects.filter(topic__in=topics))
        RelatedTopic.objects.bulk_create(copy(i, topic=made[i.topic_id], to=made[i.to_id]) for i in RelatedTopic.objects.filter(topic__in=topics))
        other = {o.pk: copy(o, slug=f"{o.slug}-copy-{letters(n)}", name=f"{o.name} (copy {letters(n)})", aliases="") for o in options}
        Option.objects.bulk_create(other.values())
        Caution.objects.bulk_create(copy(c, option=other[c.option_id]) for c in Caution.objects.filter(option__in=options))
        Evidence.objects.bulk_create(copy(e, option=other[e.option_id], topic=made[e.topic_id]) for e in Evidence.objects.filter(option__in=options))
"""


def file_of(case: str) -> str:
    """The name under which the body of a case is kept for the peers."""
    return re.sub("[^a-z0-9]", "", case)


def bodies_of(served: Served, folder: Path) -> Path:
    """What the service answers to each case, one file each."""
    bodies = folder / "bodies"
    bodies.mkdir()
    for case, path in CASES.items():
        (bodies / f"{file_of(case)}.json").write_bytes(served.get(path)[1])
    return bodies


def beside_bare(case: str, mine: Target, bare: Target, rounds: int, how: dict[str, int]) -> None:
    """One case of ours beside the bare view, as a row."""
    found = interleaved({"ours": mine, "bare": bare}, case, rounds, **how)
    (rate, cost, p50, p99), (bare_rate, bare_cost, _, bare_p99) = (
        found["ours"].row(),
        found["bare"].row(),
    )
    print(
        f"| {case} | {rate:.0f}, **{rate / bare_rate:.2f}** | {cost:.3f} ms, **{cost / bare_cost:.2f}** | {p50:.2f} | {p99:.2f}, {p99 / bare_p99:.2f} |",
        flush=True,
    )


def calls(folder: Path, mine: Target, bare: Target, rounds: int, how: dict[str, int]) -> None:
    """Every case, and a call over its quota."""
    print(
        "| call | calls/s, ratio to bare | CPU a call, ratio to bare | p50 ms | p99 ms, ratio to bare |\n|---|---|---|---|---|"
    )
    for case in CASES:
        beside_bare(case, mine, bare, rounds, how)
    with ours(folder / "one", RATE_LIMIT="1/h") as spent:
        limited = target_of(spent)
        limited.paths["429"], bare.paths["429"] = CASES["explain"], bare.paths["404"]
        beside_bare("429", limited, bare, rounds, how)


def set_up(
    label: str, workers: int, postgres: bool, folder: Path, rounds: int, how: dict[str, int]
) -> None:
    """One way to run the service, as a row; none where it needs PostgreSQL and there is none."""
    with contextlib.ExitStack() as own:
        place, database = "one", ""
        if postgres:
            from tests.cluster import binaries, cluster

            if binaries() is None:
                return
            database, place = own.enter_context(cluster()).database("bench"), f"pg{workers}"
        began = time.monotonic()
        (folder / place).mkdir(exist_ok=True)
        another = own.enter_context(ours(folder / place, workers, database))
        ready = time.monotonic() - began
        if database:  # the first start made the database; the second is the one to time
            another.stop()
            began = time.monotonic()
            another.start()
            ready = time.monotonic() - began
        figures, target = Figures(), target_of(another)
        for _ in range(rounds):
            load(target, "explain", figures, connections=CONNECTIONS * workers, **how)
        assert another.process is not None
        rate, cost, _, _ = figures.row()
        resident, share = max(memory(another.process.pid))
        print(
            f"| {label} | {rate:.0f} | {cost:.3f} ms | {resident:.0f}, {share:.0f} | {ready:.1f} |",
            flush=True,
        )


def main() -> None:
    quick = "--quick" in sys.argv
    rounds, how = (1, {"seconds": 1}) if quick else (ROUNDS, {"seconds": SECONDS})
    if not shutil.which("wrk"):
        raise SystemExit("This needs wrk (a Debian package of that name).")
    environments = Path("var/bench").resolve()
    environments.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="menoinfo-bench-") as name,
        contextlib.ExitStack() as stack,
    ):
        folder = Path(name)
        os.chmod(folder, 0o755)
        served = stack.enter_context(ours(folder / "one"))
        bodies, port = bodies_of(served, folder), free_port()
        bare_process = stack.enter_context(
            running(
                granian(port, "benchmarks.peers.bare_django:application"),
                port,
                "/explain",
                BODIES=str(bodies),
            )
        )
        bare = Target(bare_process.pid, port, {case: f"/{file_of(case)}" for case in CASES})
        mine = target_of(served)

        calls(folder, mine, bare, rounds, how)

        print(
            "\n| peer, explain by slug | its calls/s as a share of ours | its CPU a call beside ours |\n|---|---|---|"
        )
        peers(folder, bodies, environments, mine, rounds, how)

        print(
            "\n| ours, explain | calls/s | CPU a call | worker memory MB, its share of it | ready after s |\n|---|---|---|---|---|"
        )
        for postgres in (False, True):
            for workers in (1, 2):
                label = f"{workers} worker{'s' * (workers > 1)}, {'PostgreSQL' if postgres else 'SQLite'}"
                set_up(label, workers, postgres, folder, rounds, how)

        print("\n| growth | CPU a call, ratio to the first |\n|---|---|")
        growth(folder, mine, bare, rounds, how)


def peers(
    folder: Path, bodies: Path, environments: Path, mine: Target, rounds: int, how: dict[str, int]
) -> None:
    """nginx, the usual DRF view, FastAPI, datasette and the official MCP server, each in turns with ours."""
    for peer in (
        nginx_peer(folder, bodies),
        usual_peer(folder),
        fastapi_peer(environments, bodies),
        datasette_peer(folder, environments),
    ):
        with peer as started:
            if started is None:
                continue  # it cannot be had here
            label, target = started
            found = interleaved({"ours": mine, "peer": target}, "explain", rounds, **how)
            (rate, cost, _, _), (peer_rate, peer_cost, _, _) = (
                found["ours"].row(),
                found["peer"].row(),
            )
            print(
                f"| {label} | {peer_rate / rate:.2f} (ours is {rate / peer_rate:.1f} times) | {peer_cost / cost:.2f} |",
                flush=True,
            )
    sdk_rows(folder, bodies, environments, mine, rounds, how)


Started = (
    tuple[str, Target] | None
)  # what a peer's row is called, and where it answers; None where it cannot be had


@contextlib.contextmanager
def nginx_peer(folder: Path, bodies: Path) -> Iterator[Started]:
    if not shutil.which("nginx"):
        yield None
        return
    port, config = free_port(), folder / "nginx.conf"
    config.write_text(
        f"daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log /dev/null; events {{}} http {{ access_log off; default_type application/json; "
        f"server {{ listen 127.0.0.1:{port}; root {bodies}; }} }}",
        encoding="utf-8",
    )
    with running(["nginx", "-c", str(config), "-p", str(folder)], port) as process:
        yield "nginx, the bytes as a file", Target(process.pid, port, {"explain": "/explain.json"})


@contextlib.contextmanager
def usual_peer(folder: Path) -> Iterator[Started]:
    port = free_port()
    with running(
        granian(port, "benchmarks.peers.usual_drf:application"),
        port,
        DATA_DIR=str(folder / "one"),
        CONTENT_WATCH="0",
    ) as process:
        yield (
            "the usual DRF view, serialised for each request",
            Target(process.pid, port, {"explain": "/explain/hot-flushes"}),
        )


@contextlib.contextmanager
def fastapi_peer(environments: Path, bodies: Path) -> Iterator[Started]:
    python = environment(
        environments, "fastapi", "fastapi==0.139.0", "uvicorn[standard]==0.54.0"
    ) or environment(environments, "fastapi-any", "fastapi", "uvicorn[standard]")
    if python is None:
        yield None
        return
    port = free_port()
    options = [
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-access-log",
        "--log-level",
        "error",
    ]
    command = [str(python), "-m", "uvicorn", "benchmarks.peers.fastapi_peer:app", *options]
    with running(command, port, "/explain?topic=x", BODIES=str(bodies)) as process:
        yield (
            "FastAPI, an object from memory",
            Target(process.pid, port, {"explain": "/explain?topic=hot-flushes"}),
        )


@contextlib.contextmanager
def datasette_peer(folder: Path, environments: Path) -> Iterator[Started]:
    python = environment(environments, "datasette", "datasette", "setuptools<81")
    if python is None:
        yield None
        return
    import sqlite3

    port, copy = free_port(), folder / "rows.sqlite3"
    with (
        sqlite3.connect(folder / "one" / "menoinfo.sqlite3") as source,
        sqlite3.connect(copy) as made,
    ):
        source.backup(made)
    with running(
        [str(python), "-m", "datasette", "serve", str(copy), "-p", str(port), "-h", "127.0.0.1"],
        port,
        "/-/versions.json",
    ) as process:
        yield (
            "datasette, the row as JSON",
            Target(
                process.pid,
                port,
                {"explain": "/rows/content_topic.json?slug=hot-flushes&_shape=array"},
            ),
        )


def sdk_rows(
    folder: Path, bodies: Path, environments: Path, mine: Target, rounds: int, how: dict[str, int]
) -> None:
    """A tool call of ours beside the official SDK's own server with the same payload, in both eras."""
    python = sdk_python(environments)
    port = free_port()
    payload = json.loads((bodies / "explain.json").read_text(encoding="utf-8"))
    (folder / "payload.json").write_text(json.dumps(payload, ensure_ascii=False), encoding="utf-8")
    process_peer = subprocess.Popen(
        [str(python), "benchmarks/sdk_peer.py", str(port), str(folder / "payload.json")],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait(port)
        for era in ("2026-07-28", "2025-06-18"):
            script = folder / f"{era}.lua"
            script.write_text(mcp_script(era), encoding="utf-8")
            pair = {
                "ours": Target(mine.pid, mine.port, {"explain": "/mcp"}),
                "sdk": Target(process_peer.pid, port, {"explain": "/mcp"}),
            }
            found = {label: Figures() for label in pair}
            for turn in range(rounds):
                for label in sorted(pair, reverse=bool(turn % 2)):
                    load(pair[label], "explain", found[label], script=str(script), **how)
            (rate, cost, _, _), (peer_rate, peer_cost, _, _) = (
                found["ours"].row(),
                found["sdk"].row(),
            )
            print(
                f"| MCP tools/call {era}: the official SDK's own server | {peer_rate / rate:.2f} | {peer_cost / cost:.2f} (ours costs {cost / peer_cost:.2f} of it) |",
                flush=True,
            )
    finally:
        process_peer.terminate()
        process_peer.wait(10)


def mcp_script(era: str) -> str:
    """A wrk script that makes one tools/call."""
    params: dict[str, object] = {"name": "explain", "arguments": {"topic": "hot-flushes"}}
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": era,
    }
    if era == "2026-07-28":
        params["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": era,
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "explain"}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    lines = [f'wrk.headers["{name}"] = "{value}"' for name, value in headers.items()]
    return "\n".join(['wrk.method = "POST"', f"wrk.body = [[{body}]]", *lines]) + "\n"


def growth(folder: Path, mine: Target, bare: Target, rounds: int, how: dict[str, int]) -> None:
    """What a call costs with more content, longer queries and more connections."""
    first = 0.0
    for times in (1, 10, 100):
        place = folder / f"times{times}"
        with ours(place) as served:
            if times > 1:
                served.manage("shell", "-c", COPIES.replace("TIMES", str(times)))
                served.stop()
                served.start(patience=300)
            targets, figures = target_of(served), Figures()
            for _ in range(rounds):
                load(targets, "explain", figures, **how)
            cost = figures.row()[1]
            first = first or cost
            assert served.process is not None
            print(
                f"| content × {times} | {cost:.3f} ms, {cost / first:.2f} (worker {max(memory(served.process.pid))[0]:.0f} MB) |",
                flush=True,
            )
    first = 0.0
    for length in (10, 50, 100, 250, 500):
        words = (SENTENCE + ", and my knees ache on the stairs as well; " + SENTENCE * 5)[:length]
        mine.paths["length"] = "/v1/explain?topic=" + urllib.parse.quote_plus(words)
        figures = Figures()
        for _ in range(rounds):
            load(mine, "length", figures, **how)
        cost = figures.row()[1]
        first = first or cost
        print(f"| query of {length} characters | {cost:.3f} ms, {cost / first:.2f} |", flush=True)
    for connections in (1, 16, 64, 256):
        found = interleaved(
            {"ours": mine, "bare": bare}, "explain", rounds, connections=connections, **how
        )
        (rate, _, _, p99), (bare_rate, _, _, bare_p99) = found["ours"].row(), found["bare"].row()
        print(
            f"| {connections} connections | calls/s {rate / bare_rate:.2f} of bare, p99 {p99 / bare_p99:.2f} of bare |",
            flush=True,
        )


if __name__ == "__main__":
    main()
