"""Runs the server: `python -m menoinfo.server`. `HOST`, `PORT` and `WORKERS` come from the
environment.

granian restarts a worker that dies, but stops all workers if one dies twice within seconds. Here
the one that died is restarted after longer and longer waits, while the others go on, until somebody
stops the server (SIGTERM, SIGINT).
"""

import errno
import os
import resource
import signal
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
LONGEST_WAIT = 5.0  # most seconds before another restart of a worker that keeps failing
LIVED = 10.0  # seconds that a worker must run for its start to count as successful
ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  # wildcard addresses, which no client can call


class Workers(Server):  # type: ignore[misc, valid-type]  # one of two classes, by the interpreter's kind
    """granian's server, but each worker that dies is restarted by itself, however often it dies."""

    interrupt_children: list[int]  # those that died

    def _serve_loop(self, spawn_target: Any, target_loader: Any) -> None:
        waits: dict[int, float] = {}
        due: dict[int, float] = {}  # when each worker that died is restarted
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
    """The server with the options that were fastest for this load: WSGI and one thread per worker.
    There is no access log, because it would contain words.
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
        # Without a limit, a worker that goes on answering would delay the shutdown for ever
        workers_kill_timeout=5,
        log_level=LogLevels.warning,
        log_access=False,
        websockets=False,
    )


def taken(host: str, port: int) -> str:
    """Why it is not possible to listen there; empty if it is. Without this check a second server
    would start without an error, since workers share their port.
    """
    try:
        (family, _, _, _, address), *_ = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            # Connections of a server that has just ended may still be in TIME_WAIT
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as error:
        return (
            f"nothing can listen on {host}:{port} ({error.strerror})."
            f"{' Is a server running there?' if error.errno == errno.EADDRINUSE else ''}"
            " Set another PORT or HOST."
        )
    return ""


def address(host: str, port: int) -> str:
    """An address of the service that works on this machine."""
    named = "127.0.0.1" if host in ANYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}"


def stop_when_told() -> None:
    """In a worker that has just been started: a signal to stop ends it, until granian handles
    signals there. It would inherit the handlers of the server, which end nothing in a worker.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the server acts


def emptied(folder: Path) -> Path:
    """The folder of the workers' metrics, after deleting the files of earlier starts."""
    for left in folder.glob("*.db"):
        left.unlink(missing_ok=True)
    return folder


def main() -> int:
    """Serve until told to stop, and return the exit status: 2 if the service cannot start."""
    # A process that crashes leaves no core dump, which would contain words
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.chdir(ROOT)
    # A database that hangs is no reason not to start
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
    os.register_at_fork(after_in_child=stop_when_told)
    try:
        served().serve()
    finally:
        counted.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
