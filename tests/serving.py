"""The production server for tests: real processes on a real database, started, killed and looked
into.
"""

import atexit
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


STATIC = ("collectstatic", "--noinput", "--verbosity", "0")  # what the admin's pages need


class Served:
    """A running service with its own data folder and database."""

    def __init__(
        self, folder: Path, database: str = "", workers: int = 2, **environment: str
    ) -> None:
        self.folder, self.port, self.workers = folder, free_port(), workers
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ,
            "DATA_DIR": str(folder),
            "DATABASE_URL": database,
            "PORT": str(self.port),
            "WORKERS": str(workers),
            "CONTENT_WATCH": "1",
            "DJANGO_SETTINGS_MODULE": "menoinfo.settings",
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "server.log"

    def python(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run Python as the service does, with its settings, to its end, whatever its status."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )

    def manage(self, *arguments: str) -> str:
        """Run a management command against the service's database and return what it printed."""
        done = self.python("manage.py", *arguments, CONTENT_WATCH="0")
        done.check_returncode()
        return done.stdout

    def prepare(self) -> None:
        """Make the database and load the content; on SQLite a copy of what this process made first
        will do.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.environment["DATABASE_URL"]:
            self.make()
        else:
            shutil.copy(_prepared(), self.folder)

    def make(self) -> None:
        """Make the database and load the content, as `make run` does."""
        self.manage("migrate", "--verbosity", "0")
        self.manage("seed_content")

    def start(self, timeout: float = 120) -> None:
        """Start the server and wait until it answers, at most `timeout` seconds."""
        command = [sys.executable, "-m", "menoinfo.server"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        for _ in range(int(10 * timeout)):
            with contextlib.suppress(OSError):
                if self.get("/v1/topics")[0] in (200, 429):
                    return
            time.sleep(0.1)
        raise RuntimeError(self.log.read_text())

    def get(self, path: str, **headers: str) -> tuple[int, bytes, Any]:
        """GET a path: status, body, headers."""
        request = urllib.request.Request(self.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.read(), response.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read(), error.headers

    def worker_pids(self) -> list[int]:
        """The processes that answer requests."""
        assert self.process is not None
        return _children(self.process.pid)

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Stop the server and all it started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, how)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait(5)
            self.process = None


@cache
def _prepared() -> Path:
    """A SQLite database with the seed content in it, made once."""
    made = Served(Path(tempfile.mkdtemp(prefix="menoinfo-seeded-")))
    atexit.register(shutil.rmtree, made.folder, ignore_errors=True)
    made.make()
    (file,) = made.folder.glob("*.sqlite3")
    return file


def _children(pid: int) -> list[int]:
    """The living children of a process, helpers of Python's own left out."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [
            int(child)
            for child in children
            if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes()
        ]
    except (FileNotFoundError, ProcessLookupError):
        return []


@contextlib.contextmanager
def serving(
    folder: Path,
    database: str = "",
    workers: int = 2,
    commands: Iterable[Sequence[str]] = (),
    **environment: str,
) -> Iterator[Served]:
    """A service prepared and started, stopped at the end whatever happens. `commands`: management
    commands that are run before it starts.
    """
    served = Served(folder, database, workers, **environment)
    served.prepare()
    for command in commands:
        served.manage(*command)
    try:
        served.start()
        yield served
    finally:
        served.stop()
