"""Serve, and go on serving: `python -m menoinfo.server`. `HOST`, `PORT` and `WORKERS` come from the
environment.

granian starts a worker again when one dies, but ends all of them when one dies twice within
seconds. Here that one is started again, after a longer and longer wait, and the others go on, for
as long as nobody asks for an end (SIGTERM, SIGINT).
"""

import os
import resource
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

ROOT = Path(__file__).resolve().parent.parent
LONGEST_WAIT = 5.0  # seconds, when start after start of a worker fails
LIVED = 10.0  # seconds of life after which a start counts as a good one
ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  # addresses to listen on, which nobody can open


class Workers(Server):  # type: ignore[misc, valid-type]  # one of two classes, by the interpreter's kind
    """granian's server, whose workers are started again however often they die, each by itself."""

    interrupt_children: list[int]  # those that died

    def _serve_loop(self, spawn_target: Any, target_loader: Any) -> None:
        waits: dict[int, float] = {}
        due: dict[int, float] = {}  # which worker is started again when
        while True:
            self.main_loop_interrupt.wait(
                max(0.0, min(due.values()) - time.monotonic()) if due else None
            )
            self.main_loop_interrupt.clear()
            if self.interrupt_signal:
                return
            died, self.interrupt_children = self.interrupt_children, []
            for index in died:
                lived = time.monotonic() - self.wrks[index].birth
                waits[index] = (
                    0.2 if lived > LIVED else min(2 * waits.get(index, 0.1), LONGEST_WAIT)
                )
                due[index] = time.monotonic() + waits[index]
                print(
                    f"worker {index + 1} ended by itself; it is started again in"
                    f" {waits[index]:.1f} s",
                    file=sys.stderr,
                    flush=True,
                )
            if self.reload_signal:
                self._reload(spawn_target, target_loader)
                due.clear()
            for index in [index for index, when in due.items() if when <= time.monotonic()]:
                del due[index]
                self._respawn_workers([index], spawn_target, target_loader)


def served() -> Workers:
    """The server with what was measured best for this load: WSGI, one thread a worker, no access
    log (it would hold words).
    """
    return Workers(
        "menoinfo.wsgi:application",
        address=os.environ.get("HOST", "127.0.0.1"),
        port=int(os.environ.get("PORT") or 8000),
        interface=Interfaces.WSGI,
        workers=max(1, int(os.environ.get("WORKERS") or 2)),
        blocking_threads=1,
        respawn_failed_workers=True,
        respawn_interval=0.5,
        # A worker that goes on answering while it is asked to end would be waited for without end
        workers_kill_timeout=5,
        log_level=LogLevels.warning,
        log_access=False,
        websockets=False,
    )


def taken(host: str, port: int) -> str:
    """Why nobody can listen there; empty where somebody can. Workers share their port, so that a
    second server would join them in silence.
    """
    try:
        (family, _, _, _, address), *_ = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            # What has just ended there may still be waiting out its time
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as error:
        return (
            f"nothing can listen on {host}:{port} ({error.strerror}). Is a server running there?"
            " Set another PORT or HOST."
        )
    return ""


def address(host: str, port: int) -> str:
    """An address of the service that works on this machine."""
    named = "127.0.0.1" if host in ANYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}"


def emptied(folder: Path) -> Path:
    """The folder in which workers share what they count, without what was counted before this
    start.
    """
    for left in folder.glob("*.db"):
        left.unlink(missing_ok=True)
    return folder


def main() -> int:
    """Serve until told to stop; the exit status, 2 when it cannot start as it is set up."""
    # A process that breaks leaves no image of its memory: it would hold words
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.chdir(ROOT)
    # Of a database that hangs, which is no reason not to start
    with suppress(subprocess.TimeoutExpired):
        if subprocess.run(
            [sys.executable, "-m", "menoinfo.preflight"], check=False, timeout=15
        ).returncode:
            return 2
    host, port = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT") or 8000)
    if problem := taken(host, port):
        print(problem, file=sys.stderr)
        return 2
    data = Path(os.environ.get("DATA_DIR") or ROOT / "var")
    counted = data / "quota.counts"
    counted.unlink(missing_ok=True)
    os.environ |= {
        "SERVING": str(os.getpid()),
        "PROMETHEUS_MULTIPROC_DIR": str(emptied(data / "metrics")),
    }
    print(
        f"The service starts on {address(host, port)}  (try"
        f" {address(host, port)}/v1/explain?topic=hot+flushes)",
        file=sys.stderr,
        flush=True,
    )
    try:
        served().serve()
    finally:
        counted.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
