"""A PostgreSQL server of one's own, in a temporary folder: to be stopped, killed, restarted and
searched.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.serving import free_port


def binaries() -> Path | None:
    """The folder of PostgreSQL's programs, or None where it is not installed."""
    found = (
        sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if Path("/usr/lib/postgresql").is_dir()
        else []
    )
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


class Cluster:
    """One server with default settings, but for its port and folder."""

    def __init__(self, folder: Path) -> None:
        programs = binaries()
        assert programs is not None
        self.programs, self.folder, self.port = programs, folder, free_port()
        self.log = folder / "server.log"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs, as its own user when this one is root (it refuses
        root).
        """
        command = [str(self.programs / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def make(self) -> None:
        """Make the cluster's files."""
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "-D", str(self.data), "-U", "postgres", "--auth=trust")

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        )
        self.run("pg_ctl", "-D", str(self.data), "-l", str(self.log), "-o", options, "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop it: `fast`, or `immediate`, which is a crash."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.run("pg_ctl", "-D", str(self.data), "-m", mode, "-w", "stop")

    def database(self, name: str) -> str:
        """Make a database and return its address."""
        self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """A running cluster, gone at the end whatever happens."""
    folder = Path(tempfile.mkdtemp(prefix="menoinfo-pg-"))
    made = Cluster(folder)
    try:
        made.make()
        made.start()
        yield made
    finally:
        made.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)
