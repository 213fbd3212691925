"""The production server on real processes: content changes reach every worker, and what fails fails
in the safe direction.
"""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.serving import ROOT, Served, free_port, serving

pytestmark = pytest.mark.server

EDIT = (
    "from content.models import Topic; Topic.objects.filter(slug='brain-fog').update(summary={!r})"
)


def within(seconds: float, check: Callable[[], bool]) -> bool:
    """Whether something comes true before the time is up."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if check():
            return True
        time.sleep(0.05)
    return check()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), RATE_LIMIT="1000000/m") as running:
        yield running


def answers(served: Served, times: int = 12) -> list[dict[str, Any]]:
    """The same call made often enough to be answered by every worker."""
    return [json.loads(served.get("/v1/explain?topic=brain-fog")[1]) for _ in range(times)]


def test_a_change_reaches_every_worker_without_a_restart(served: Served) -> None:
    answers(served)
    served.manage("shell", "-c", EDIT.format("Changed by hand."))
    assert within(
        5, lambda: {answer["summary"] for answer in answers(served)} == {"Changed by hand."}
    )


def test_words_that_may_not_be_said_take_the_record_out_everywhere(served: Served) -> None:
    served.manage("shell", "-c", EDIT.format("Take two tablets twice a day."))
    assert within(
        5, lambda: {served.get("/v1/explain?topic=brain-fog")[0] for _ in range(12)} == {404}
    )
    served.manage("shell", "-c", EDIT.format("Put right again."))
    assert within(
        5, lambda: {answer.get("summary") for answer in answers(served)} == {"Put right again."}
    )


def answering(served: Served) -> bool:
    """Whether every one of a dozen calls is answered."""
    try:
        return {served.get("/v1/topics")[0] for _ in range(12)} == {200}
    except OSError:
        return False


def test_a_killed_worker_comes_back(served: Served) -> None:
    before = set(served.worker_pids())
    assert len(before) == 2
    os.kill(min(before), signal.SIGKILL)
    assert within(60, lambda: len(set(served.worker_pids()) - before) == 1)
    assert within(60, lambda: served.get("/v1/topics")[0] == 200)


def test_a_worker_that_dies_again_and_again_does_not_end_the_others(served: Served) -> None:
    assert within(60, lambda: len(served.worker_pids()) == 2)
    first, other = sorted(served.worker_pids())
    for _ in range(3):
        os.kill(first, signal.SIGKILL)
        assert within(60, lambda gone=first: len(set(served.worker_pids()) - {other, gone}) == 1)
        (first,) = set(served.worker_pids()) - {other}
    assert other in served.worker_pids()
    assert within(60, lambda: answering(served))


def test_no_worker_outlives_the_server(tmp_path: Path) -> None:
    with serving(tmp_path, RATE_LIMIT="1000000/m") as running:
        assert running.process is not None
        workers = running.worker_pids()
        assert len(workers) == 2
        os.kill(running.process.pid, signal.SIGKILL)
        assert within(60, lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


def refused_start(folder: Path, **environment: str) -> list[str]:
    """What a server says that cannot start, by lines."""
    done = Served(folder).python("-m", "menoinfo.server", **environment)
    assert done.returncode == 2, done.stderr
    return done.stderr.splitlines()


def test_a_port_that_is_taken_is_said_in_one_line_and_harms_nobody(served: Served) -> None:
    counted = {path.name for path in (served.folder / "metrics").iterdir()}
    (said,) = refused_start(served.folder, PORT=str(served.port))
    assert f":{served.port}" in said
    assert "another PORT" in said
    assert {path.name for path in (served.folder / "metrics").iterdir()} >= counted
    assert (served.folder / "quota.counts").exists()


@pytest.mark.parametrize(
    ("setting", "value", "says"),
    [
        ("DATABASE_URL", "mysql://user@host/name", "mysql"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL"),
        ("DATABASE_URL", "postgresql://user@host:port/name", "DATABASE_URL"),
        ("RATE_LIMIT", "sixty", "RATE_LIMIT"),
        ("WORKERS", "two", "WORKERS"),
        ("SHARED_RANGES", "/nowhere", "SHARED_RANGES"),
        ("SHARED_RANGES", "README.md", "line"),
        ("PUBLIC_URL", "menopause.example", "PUBLIC_URL"),
        ("PORT", "http", "PORT"),
        ("PORT", "99999", "from 1 to 65535"),
        ("DATA_DIR", "/dev/null/data", "DATA_DIR"),
    ],
)
def test_a_wrong_setting_is_said_in_one_line(
    setting: str, value: str, says: str, tmp_path: Path
) -> None:
    (said,) = refused_start(tmp_path, **{setting: value})
    assert says in said


def test_a_database_without_tables_is_said_in_one_line(tmp_path: Path) -> None:
    (said,) = refused_start(tmp_path)
    assert "manage.py migrate" in said


def test_a_command_says_in_one_line_why_there_is_no_connection(tmp_path: Path) -> None:
    nobody = f"postgresql://someone@127.0.0.1:{free_port()}/name"
    done = Served(tmp_path).python("manage.py", "migrate", DATABASE_URL=nobody)
    *log, said = done.stderr.splitlines()
    assert done.returncode == 1
    assert "DATABASE_URL" in said
    assert "Connection refused" in json.loads("".join(log))["message"]


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_told_to_stop_while_it_loads_stops_at_once(
    told: signal.Signals, tmp_path: Path
) -> None:
    served = Served(tmp_path, f"postgresql://someone@127.0.0.1:{free_port()}/name")
    with subprocess.Popen(
        [sys.executable, "-m", "menoinfo.server"],
        cwd=ROOT,
        env=served.environment,
        start_new_session=True,
    ) as served.process:
        assert within(60, lambda: len(served.worker_pids()) == served.workers)
        began = time.monotonic()
        os.killpg(served.process.pid, told)  # as Ctrl-C and systemd do
        served.process.wait(30)
    assert time.monotonic() - began < 4, "a worker that does not listen is killed after five"


def test_a_server_that_listens_everywhere_names_an_address_that_works(tmp_path: Path) -> None:
    with serving(tmp_path, HOST="0.0.0.0", WORKERS="1") as running:
        said = next(line for line in running.log.read_text().splitlines() if "starts on" in line)
        address = re.search(r"http://\S+", said)
        assert address is not None
        assert running.url == address[0]
        status, body, _ = running.get("/v1/topics", Host="service.example")
        problem = json.loads(body)
        assert (status, problem["code"]) == (400, "bad_request")
        assert "ALLOWED_HOSTS" in problem["detail"]
        assert "ALLOWED_HOSTS" in running.log.read_text()


def test_a_worker_that_breaks_leaves_no_image_of_its_memory(served: Served) -> None:
    """Two locks: no core file may be written, and no collector of cores is handed one."""
    marker = "zebrafinchmarker"
    assert within(60, lambda: len(served.worker_pids()) == 2)
    served.get(f"/v1/explain?topic={marker}")
    asked = (
        "import ctypes, menoinfo.wsgi; print('dumpable', ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"
    )
    done = served.python("-c", asked)
    done.check_returncode()
    assert "dumpable 0" in done.stdout
    before = {path for folder in (ROOT, served.folder) for path in folder.glob("core*")}
    for worker in served.worker_pids():
        limits = Path(f"/proc/{worker}/limits").read_text()
        assert re.search(r"Max core file size\s+0\s+0\s", limits)
    os.kill(min(served.worker_pids()), signal.SIGABRT)
    assert within(60, lambda: len(served.worker_pids()) == 2 and answering(served))
    assert {path for folder in (ROOT, served.folder) for path in folder.glob("core*")} == before


def test_a_process_that_ends_as_soon_as_it_has_started_ends_well(served: Served) -> None:
    """Its names are still being read then, by compiled code that no thread may be torn out of."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", "import menoinfo.wsgi"],
            cwd=ROOT,
            env=served.environment,
            stderr=subprocess.PIPE,
        )
        for _ in range(5)
    ]
    said = [process.communicate(timeout=600)[1] for process in processes]
    assert [process.returncode for process in processes] == [0] * 5, said


def test_the_calls_go_on_while_the_database_is_locked_and_gone(served: Served) -> None:
    assert answers(served)[0]["topic"]["slug"] == "brain-fog"
    database = served.folder / "menoinfo.sqlite3"
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert {served.get("/v1/topics")[0] for _ in range(6)} == {200}
        assert served.get("/v1/explain?topic=I+want+to+die")[1].startswith(b'{"urgent":')
    hidden = served.folder / "hidden"
    database.rename(hidden)
    try:
        statuses = {
            served.get(path)[0]
            for path in ("/v1/explain?topic=hot+flushes", "/v1/topics", "/v1/evidence?option=sage")
            for _ in range(6)
        }
        assert statuses == {200}
    finally:
        hidden.rename(database)


def test_every_call_is_counted_though_the_server_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path, RATE_LIMIT="1000000/m") as running:
        counted_at_start = _tally(running)
        sent = 0
        for _ in range(120):
            sent += (
                running.get("/v1/explain?topic=hot+flushes", **{"User-Agent": "curl/1"})[0] == 200
            )
        running.stop(signal.SIGKILL)
        running.manage("shell", "-c", "from api.operations import usage; usage.flush()")
        assert _tally(running) - counted_at_start == sent == 120


def _tally(served: Served) -> int:
    printed = served.manage(
        "shell",
        "-c",
        "from api.models import UsageTally; print(sum(tally.calls for tally in "
        "UsageTally.objects.filter(software='curl')))",
    )
    return int(printed.strip().splitlines()[-1])


def test_nothing_sent_is_found_in_what_is_kept(served: Served) -> None:
    marker, address_like = "zebrafinchmarker", "198.51.100.77"
    for path in (
        f"/v1/explain?topic={marker}", f"/v1/explain?{marker}=1", f"/{marker}",
        f"/v1/doctor-prep?symptoms=hot+flushes,{marker}",
        f"/v1/evidence?option={marker}+I+want+to+die",
    ):  # fmt: skip
        served.get(
            path,
            **{
                "X-Forwarded-For": address_like,
                "User-Agent": f"agent/1 {marker}",
                "Referer": f"https://x.example/{marker}",
            },
        )
    time.sleep(2.5)
    kept = b"".join(path.read_bytes() for path in served.folder.rglob("*") if path.is_file())
    assert marker.encode() not in kept
    assert address_like.encode() not in kept
