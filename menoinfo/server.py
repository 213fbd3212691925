"""Serve, and go on serving: `python -m menoinfo.server`. `HOST`, `PORT` and `WORKERS` come from the environment.

granian starts a worker again when one dies, but takes two deaths of one worker within seconds for a fault of its own and
ends. Here it is then started again at once, for as long as nobody asks for an end (SIGTERM, SIGINT).
"""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
AGAIN_AFTER = 0.2  # seconds between an end that nobody asked for and the next start
LONGEST_WAIT = 5.0  # seconds, when start after start fails
LIVED = 10.0  # seconds of life after which a start counts as a good one


def command() -> list[str]:
    """granian with what was measured best for this load: WSGI, one thread a worker, no access log (it would hold words)."""
    program = Path(sys.executable).parent / "granian"
    options = {
        "--interface": "wsgi",
        "--host": os.environ.get("HOST", "127.0.0.1"),
        "--port": os.environ.get("PORT", "8000"),
        "--workers": os.environ.get("WORKERS", "2"),
        "--blocking-threads": "1",
        "--respawn-interval": "0.5",
        "--workers-kill-timeout": "5",  # a worker that goes on answering while it is asked to end would be waited for without end
        "--log-level": "warning",
    }
    flags = ("--respawn-failed-workers", "--no-ws", "--no-access-log")
    return [str(program), *(part for pair in options.items() for part in pair), *flags, "menoinfo.wsgi:application"]


def emptied(folder: Path) -> Path:
    """The folder in which workers share what they count, without what was counted before this start."""
    for left in folder.glob("*.db"):
        left.unlink(missing_ok=True)
    return folder


def main() -> int:
    """Serve until told to stop; the exit status is granian's last."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a process that breaks leaves no image of its memory: it would hold words
    asked: list[int] = []
    child: subprocess.Popen[bytes] | None = None

    def pass_on(number: int, frame: FrameType | None) -> None:
        asked.append(number)
        if child is not None:
            child.send_signal(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, pass_on)
    environment = {
        **os.environ,
        "SERVING": "1",
        "PROMETHEUS_MULTIPROC_DIR": str(emptied(Path(os.environ.get("DATA_DIR") or ROOT / "var") / "metrics")),
    }
    wait = AGAIN_AFTER
    while True:
        began = time.monotonic()
        child = subprocess.Popen(command(), env=environment)
        if asked:
            child.send_signal(asked[-1])
        status = child.wait()
        if asked:
            return max(status, 0)
        wait = AGAIN_AFTER if time.monotonic() - began > LIVED else min(wait * 2, LONGEST_WAIT)
        print(f"the server ended by itself (status {status}); starting it again", file=sys.stderr, flush=True)
        time.sleep(wait)


if __name__ == "__main__":
    sys.exit(main())
