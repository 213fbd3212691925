"""CPU of one MCP `tools/call` beside a plain official-SDK server giving the same payload, in interleaved rounds.

    python -m benchmarks.mcp_cost OUR_URL OUR_PID SDK_PYTHON

`OUR_URL` is a running service with a generous quota, `OUR_PID` its main process, `SDK_PYTHON` an interpreter with `mcp`
2.3.0. Prints the median CPU milliseconds per call of each server's process tree and the ratio, for both eras.
"""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

ROUNDS, CALLS = 7, 400
TICKS = os.sysconf("SC_CLK_TCK")
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


def cpu(pid: int) -> float:
    """CPU seconds of a process and all below it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    used = (int(fields[11]) + int(fields[12])) / TICKS
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return used + sum(cpu(int(child)) for child in children)


def call(connection: http.client.HTTPConnection, path: str, era: str) -> bytes:
    """One call of `explain`."""
    params: dict[str, object] = {"name": "explain", "arguments": {"topic": "hot-flushes"}}
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if era == "2026-07-28":
        params["_meta"] = META
        headers |= {"MCP-Protocol-Version": era, "Mcp-Method": "tools/call", "Mcp-Name": "explain"}
    else:
        headers["MCP-Protocol-Version"] = era
    connection.request("POST", path, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}), headers)
    response = connection.getresponse()
    body = response.read()
    assert response.status == 200, (response.status, body[:200])
    return body


def main(url: str, pid: int, sdk_python: str) -> None:
    """Measure and print."""
    ours = urlsplit(url)
    connection = http.client.HTTPConnection(str(ours.hostname), ours.port)
    payload = json.loads(call(connection, "/mcp", "2025-06-18"))["result"]["structuredContent"]
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(payload, file, ensure_ascii=False)
        file.flush()
        port = int(ours.port or 8000) + 1
        peer = subprocess.Popen([sdk_python, "benchmarks/sdk_peer.py", str(port), file.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(4)
            for era in ("2026-07-28", "2025-06-18"):
                spent: dict[str, list[float]] = {"ours": [], "sdk": []}
                for turn in range(ROUNDS):
                    for name in ("ours", "sdk") if turn % 2 else ("sdk", "ours"):
                        process, where = (pid, ours.port) if name == "ours" else (peer.pid, port)
                        connection = http.client.HTTPConnection("127.0.0.1", where)
                        call(connection, "/mcp", era)
                        before = cpu(process)
                        for _ in range(CALLS):
                            call(connection, "/mcp", era)
                        spent[name].append((cpu(process) - before) / CALLS * 1000)
                mine, theirs = median(spent["ours"]), median(spent["sdk"])
                print(f"{era}: ours {mine:.3f} ms, SDK {theirs:.3f} ms, ratio {mine / theirs:.2f}  (medians of {ROUNDS} rounds of {CALLS} calls)")
        finally:
            peer.terminate()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
