"""Room on the disk is taken before it is used, also where the system has no call for it (macOS)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from api.operations.disk import reserve
from tests.serving import ROOT


@pytest.mark.parametrize("has_call", [True, False], ids=["with the call", "as on macOS"])
def test_room_is_taken_and_nothing_that_is_there_is_lost(
    has_call: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_call:
        monkeypatch.delattr(os, "posix_fallocate", raising=False)
    path = tmp_path / "file"
    path.write_bytes(b"held")
    with path.open("r+b") as file:
        reserve(file.fileno(), 3_000_000)
    found = path.read_bytes()
    assert (len(found), found[:4], set(found[4:])) == (3_000_000, b"held", {0})
    assert path.stat().st_blocks * 512 >= 3_000_000, "a hole is no room"


def test_everything_starts_where_the_system_lacks_what_linux_has(tmp_path: Path) -> None:
    """The settings, a usage journal, the counts of the quota and the metrics of a worker."""
    program = (
        "import os; del os.posix_fallocate\n"
        "import menoinfo.settings, django; django.setup()\n"
        "from api.operations import usage\n"
        "from api.rate_limit import store\n"
        "usage.count('topics', 'all', 'curl')\n"
        "store.counts()\n"
    )
    environment = {
        **os.environ,
        "DATA_DIR": str(tmp_path),
        "SERVING": "1",
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "metrics"),
    }
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=True)
    sizes = {path.suffix: path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()}
    assert sizes[".sheet"] == usage_size()
    assert sizes[".counts"] == 1 << 21
    assert sizes[".db"] >= 1 << 16


def usage_size() -> int:
    from api.operations import usage

    return usage.SIZE
