"""CPU of one MCP `tools/call` beside a plain official-SDK server giving the same payload, in
interleaved rounds.

    python -m benchmarks.mcp_cost ENVIRONMENTS

Starts both: the service under its production server with one worker and everything on (screen,
quota, usage, its own fresh database with all content), and the SDK's own server in
`ENVIRONMENTS/py2`, which is made if it is missing. Prints the median CPU milliseconds per call of
each server's process tree and the ratio, for both eras, and fails above 0.8.
"""

import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.serving import free_port, serving

ROUNDS, CALLS = 7, 400
ERAS = ("2026-07-28", "2025-06-18")
BOUND = 0.8  # of the SDK server's cost
TICKS = os.sysconf("SC_CLK_TCK")
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def cpu(pid: int) -> float:
    """CPU seconds of a process and all below it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    used = (int(fields[11]) + int(fields[12])) / TICKS
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return used + sum(cpu(int(child)) for child in children)


def call(connection: http.client.HTTPConnection, era: str) -> bytes:
    """One call of `explain`."""
    params: dict[str, object] = {"name": "explain", "arguments": {"topic": "hot-flushes"}}
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if era == "2026-07-28":
        params["_meta"] = META
        headers |= {"MCP-Protocol-Version": era, "Mcp-Method": "tools/call", "Mcp-Name": "explain"}
    else:
        headers["MCP-Protocol-Version"] = era
    connection.request(
        "POST",
        "/mcp",
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}),
        headers,
    )
    response = connection.getresponse()
    body = response.read()
    assert response.status == 200, (response.status, body[:200])
    return body


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


def sdk_python(environments: Path) -> Path:
    """An interpreter with the official SDK."""
    python = environment(environments, "py2", "mcp==2.3.0")
    if python is None:
        raise SystemExit("the official SDK cannot be installed here")
    return python


def main(environments: str) -> int:
    """Measure and print; 1 when a call costs more than the bound."""
    worst = 0.0
    python = sdk_python(Path(environments).resolve())
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", workers=1, RATE_LIMIT="100000000/m") as served,
    ):
        assert served.process is not None
        payload = json.loads(
            call(http.client.HTTPConnection("127.0.0.1", served.port), "2025-06-18")
        )["result"]["structuredContent"]
        file, port = Path(folder) / "payload.json", free_port()
        file.write_text(json.dumps(payload, ensure_ascii=False), encoding="utf-8")
        peer = subprocess.Popen(
            [python, "benchmarks/sdk_peer.py", str(port), str(file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        servers = {"ours": (served.process.pid, served.port), "sdk": (peer.pid, port)}
        try:
            wait_for(port)
            for era in ERAS:
                spent: dict[str, list[float]] = {name: [] for name in servers}
                for turn in range(ROUNDS):
                    for name in sorted(servers, reverse=bool(turn % 2)):
                        spent[name].append(cost(*servers[name], era))
                mine, theirs = median(spent["ours"]), median(spent["sdk"])
                worst = max(worst, mine / theirs)
                print(
                    f"{era}: ours {mine:.3f} ms, SDK {theirs:.3f} ms, ratio {mine / theirs:.2f} "
                    f" (medians of {ROUNDS} rounds of {CALLS} calls)"
                )
        finally:
            peer.terminate()
            peer.wait()
    return int(worst > BOUND)


def cost(pid: int, port: int, era: str) -> float:
    """CPU milliseconds per call of a process tree, over one round on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    call(connection, era)
    before = cpu(pid)
    for _ in range(CALLS):
        call(connection, era)
    return (cpu(pid) - before) / CALLS * 1000


def wait_for(port: int) -> None:
    """Wait until something listens."""
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"nothing listens on {port}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
