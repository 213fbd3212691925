"""What one would pick instead, each beside ours: nginx, DRF, FastAPI, datasette, the official MCP
server.
"""

import contextlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from benchmarks.load import ROOT, Figures, Target, granian, interleaved, load, running, wait
from benchmarks.mcp_cost import environment, sdk_python
from tests.serving import free_port


def peers(
    folder: Path, bodies: Path, environments: Path, mine: Target, rounds: int, how: dict[str, int]
) -> None:
    """nginx, the usual DRF view, FastAPI, datasette and the official MCP server, each in turns with
    ours.
    """
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
                f"| {label} | {peer_rate / rate:.2f} (ours is {rate / peer_rate:.1f} times) |"
                f" {peer_cost / cost:.2f} |",
                flush=True,
            )
    sdk_rows(folder, bodies, environments, mine, rounds, how)


# What a peer's row is called, and where it answers; None where it cannot be had
Started = tuple[str, Target] | None


@contextlib.contextmanager
def nginx_peer(folder: Path, bodies: Path) -> Iterator[Started]:
    if not shutil.which("nginx"):
        yield None
        return
    port, config = free_port(), folder / "nginx.conf"
    config.write_text(
        f"daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log /dev/null; events {{}}"
        " http { access_log off; default_type application/json; server { listen"
        f" 127.0.0.1:{port}; root {bodies}; }} }}",
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
    """A tool call of ours beside the official SDK's own server with the same payload, of two
    revisions.
    """
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
        for revision in ("2026-07-28", "2025-06-18"):
            script = folder / f"{revision}.lua"
            script.write_text(mcp_script(revision), encoding="utf-8")
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
                f"| MCP tools/call {revision}: the official SDK's own server |"
                f" {peer_rate / rate:.2f} | {peer_cost / cost:.2f} (ours costs"
                f" {cost / peer_cost:.2f} of it) |",
                flush=True,
            )
    finally:
        process_peer.terminate()
        process_peer.wait(10)


def mcp_script(revision: str) -> str:
    """A wrk script that makes one tools/call."""
    params: dict[str, object] = {"name": "explain", "arguments": {"topic": "hot-flushes"}}
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": revision,
    }
    if revision == "2026-07-28":
        params["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": revision,
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "explain"}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    lines = [f'wrk.headers["{name}"] = "{value}"' for name, value in headers.items()]
    return "\n".join(['wrk.method = "POST"', f"wrk.body = [[{body}]]", *lines]) + "\n"
