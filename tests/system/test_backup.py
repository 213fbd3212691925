"""Backup and restore: what was served comes back, and nothing that must not be stored."""

import re
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from content.management.commands import backup
from tests.cluster import binaries, cluster
from tests.serving import Served, serving

SECRET = b"a salt that no backup may keep.."


def content_of(served: Served) -> list[Any]:
    """Everything that the five calls say of some records, as it is served."""
    paths = (
        "/v1/explain?topic=hot-flushes",
        "/v1/options?symptom=brain-fog",
        "/v1/evidence?option=vaginal-oestrogen",
        "/v1/topics",
    )
    return [re.sub(rb"127\.0\.0\.1:\d+", b"", served.get(path)[1]) for path in paths]


def salted(served: Served, statement: str) -> None:
    """Put a salt into the store that a backup could carry away."""
    served.manage(
        "shell",
        "-c",
        f"from django.db import connection; connection.cursor().execute({statement!r}, [0, "
        f"{SECRET!r}])",
    )


def restored(folder: Path, database: str, elsewhere: str) -> tuple[list[Any], list[Any], bytes]:
    """What is served before a backup and after it is restored elsewhere, and the bytes of the
    backup.
    """
    file = folder / "backup"
    with serving(folder / "old", database) as served:
        before = content_of(served)
        salted(served, "INSERT INTO api_hourlysalt (hour, salt) VALUES (%s, %s)")
        served.manage("backup", str(file))
        with pytest.raises(subprocess.CalledProcessError):
            served.manage("backup", str(file))
    other = Served(folder / "new", elsewhere)
    other.folder.mkdir()
    other.manage("restore", str(file))
    with pytest.raises(subprocess.CalledProcessError):
        other.manage("restore", str(file))  # never over tables that are there
    try:
        other.start()
        return before, content_of(other), file.read_bytes()
    finally:
        other.stop()


@pytest.mark.server
def test_a_backup_restores_what_was_served_and_keeps_no_salt_on_sqlite(tmp_path: Path) -> None:
    before, after, kept = restored(tmp_path, "", "")
    assert before == after
    assert SECRET not in kept
    with (
        sqlite3.connect(tmp_path / "new" / "menoinfo.sqlite3") as database,
        pytest.raises(sqlite3.DatabaseError, match="may not be changed"),
    ):
        database.execute("DELETE FROM content_historicaltopic")


@pytest.mark.django_db
def test_a_backup_is_its_owners_alone_and_a_broken_one_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []

    def broken(file: Path) -> None:
        modes.append(file.stat().st_mode & 0o777)
        raise CommandError("the disk is full")

    monkeypatch.setattr(backup, "copied_sqlite", broken)
    monkeypatch.setattr(backup, "dumped", broken)
    with pytest.raises(CommandError):
        call_command("backup", str(tmp_path / "backup"))
    assert modes == [0o600]
    assert not (tmp_path / "backup").exists()


@pytest.mark.server
@pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")
def test_a_backup_restores_what_was_served_and_keeps_no_salt_on_postgresql(tmp_path: Path) -> None:
    with cluster() as server:
        before, after, kept = restored(tmp_path, server.database("old"), server.database("new"))
    assert before == after
    assert SECRET not in kept


@pytest.mark.django_db
def test_a_backup_asks_for_the_same_tls_as_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {
        "HOST": "db",
        "PORT": "",
        "USER": "u",
        "PASSWORD": "p",
        "NAME": "n",
        "OPTIONS": {"sslmode": "verify-full", "sslrootcert": "/etc/ca.pem"},
    }
    monkeypatch.setattr(
        backup.connection, "settings_dict", {**backup.connection.settings_dict, **settings}
    )
    given: list[dict[str, str]] = []
    monkeypatch.setattr(backup.subprocess, "run", lambda command, env, **rest: given.append(env))
    backup.ran("pg_dump")
    assert (given[0]["PGSSLMODE"], given[0]["PGSSLROOTCERT"], given[0]["PGDATABASE"]) == (
        "verify-full",
        "/etc/ca.pem",
        "n",
    )
    assert "PGSSLKEY" not in given[0]


@pytest.mark.server
def test_a_backup_holds_no_session_of_the_admin(tmp_path: Path) -> None:
    served = Served(tmp_path)
    served.prepare()
    code = (
        "from django.contrib.sessions.backends.db import SessionStore; s = SessionStore(); "
        "s['a'] = 1; s.save(); print(s.session_key)"
    )
    key = served.manage("shell", "-c", code).strip().splitlines()[-1]
    served.manage("backup", str(tmp_path / "backup"))
    kept = (tmp_path / "backup").read_bytes()
    assert len(key) == 32
    assert key.encode() not in kept
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600
