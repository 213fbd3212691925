"""Processes that start together, or while the database is away."""

import json
import logging
import os
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from menoinfo import settings as settings_file
from menoinfo.environment import secret_key
from menoinfo.logs import OnceAMinute
from tests.serving import ROOT, Served, serving
from tests.system.test_backup import content_of


@pytest.mark.server
def test_a_worker_started_without_the_database_answers_from_disk(
    tmp_path: Path,
) -> None:
    with serving(tmp_path / "data", workers=1) as served:
        before = content_of(served)
        database = tmp_path / "data" / "menoinfo.sqlite3"
        for name in ("menoinfo.sqlite3", "menoinfo.sqlite3-wal", "menoinfo.sqlite3-shm"):
            if (tmp_path / "data" / name).exists():
                (tmp_path / "data" / name).rename(tmp_path / name)
        database.mkdir()  # a path that no database can be opened at
        (old,) = served.worker_pids()
        os.kill(old, signal.SIGKILL)
        for _ in range(150):
            if served.worker_pids() and served.worker_pids() != [old]:
                break
            time.sleep(0.1)
        for _ in range(100):
            try:
                answer = content_of(served)
                break
            except OSError:
                time.sleep(0.1)
        assert answer == before
        health = json.loads(served.get("/readyz")[1])
        assert health["status"] == "degraded"


def test_what_fails_every_second_is_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("menoinfo.logs.time.monotonic", lambda: now)
    sparing = OnceAMinute()

    def passes(
        message: str, level: int = logging.WARNING, name: str = "content.catalogue.refresh"
    ) -> bool:
        return sparing.filter(
            logging.LogRecord(name, level, "x.py", 1, "not confirmed: %s", (message,), None)
        )

    assert [passes("OperationalError"), passes("OperationalError"), passes("ProgrammingError")] == [
        True,
        False,
        True,
    ]
    assert all(passes("a fault", logging.ERROR) for _ in range(2)), (
        "what is no warning is never left out"
    )
    now += 61
    assert passes("OperationalError")
    assert settings_file.LOGGING["handlers"]["stderr"]["filters"] == ["once_a_minute"]  # type: ignore[index]


def test_processes_that_start_together_read_one_whole_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    token, other = secrets.token_urlsafe, []

    def overtaken(size: int) -> str:
        monkeypatch.setattr(secrets, "token_urlsafe", token)
        other.append(
            secret_key(is_public=False, folder=tmp_path)
        )  # as another process would, while this one is about to write its own
        return token(size)

    monkeypatch.setattr(secrets, "token_urlsafe", overtaken)
    key = secret_key(is_public=False, folder=tmp_path)
    assert [key] == other
    assert len(key) > 80
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


@pytest.mark.server
def test_several_processes_may_migrate_a_database_of_its_owner_at_once(
    tmp_path: Path,
) -> None:
    served = Served(tmp_path)
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    environment = {**served.environment, "CONTENT_WATCH": "0"}
    running = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = [process.communicate(timeout=300)[1] for process in running]
    assert [process.returncode for process in running] == [0] * 3, said
    assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("menoinfo.sqlite3*")} == {0o600}
    assert "nothing" in served.manage("purge_limits")
