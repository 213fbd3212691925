"""What an operator relies on: backup and restore, a start without the database, settings that are told and checked, proxy files that load."""

import configparser
import contextlib
import http.client
import json
import logging
import os
import re
import secrets
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from granian.http import HTTP1Settings

from api.envelope import PROBLEM_TYPE
from api.errors import Kinds
from api.serializers import Problem
from content.management.commands import backup
from content.vocabulary import DISCLAIMER
from menoinfo import settings as settings_file
from menoinfo.environment import secret_key
from menoinfo.logs import OnceAMinute
from tests.cluster import binaries, cluster
from tests.serving import ROOT, Served, free_port, serving

SECRET = b"a salt that no backup may keep.."
DEPLOY = ROOT / "deploy"


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
        f"from django.db import connection; connection.cursor().execute({statement!r}, [0, {SECRET!r}])",
    )


def restored(folder: Path, database: str, elsewhere: str) -> tuple[list[Any], list[Any], bytes]:
    """What is served before a backup and after it is restored elsewhere, and the bytes of the backup."""
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
def test_a_backup_is_its_owners_alone_while_it_is_written_and_a_broken_one_is_taken_away(
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


@pytest.mark.server
def test_a_worker_that_starts_while_the_database_is_away_answers_with_what_was_kept(
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


SETTINGS = re.compile(
    r"""(?:os\.environ(?:\.get\(|\[|\.pop\(|\.setdefault\()|\b(?:flag|rate|count|listed)\()"([A-Z_]+)\""""
)
NOT_TOLD = {
    "DJANGO_SETTINGS_MODULE",
    "OPENBLAS_NUM_THREADS",
    "PROMETHEUS_MULTIPROC_DIR",
    "SERVING",
}  # set by the service itself


def test_every_setting_is_told_and_every_setting_told_is_read() -> None:
    sources = [
        *ROOT.glob("menoinfo/*.py"),
        *ROOT.glob("api/**/*.py"),
        *ROOT.glob("content/*.py"),
        *ROOT.glob("mcp_bridge/*.py"),
    ]
    read = {
        name for path in sources for name in SETTINGS.findall(path.read_text(encoding="utf-8"))
    } - NOT_TOLD
    table = (
        (ROOT / "docs" / "operations.md")
        .read_text(encoding="utf-8")
        .split("## Settings")[1]
        .split("\n## ")[0]
    )
    told = {
        name
        for row in table.splitlines()
        if row.startswith("| `")
        for name in re.findall(r"`([A-Z_]{3,})`", row.split("|")[1])
    }
    assert read == told


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("RATE_LIMIT", "sixty", "write calls and a time"),
        ("RATE_LIMIT", "0/m", "write calls and a time"),
        ("RATE_LIMIT", "60/0m", "write calls and a time"),
        ("RATE_LIMIT", "60/d", "write a shorter window"),
        (
            "RATE_LIMIT",
            "100/2h",
            "longer than the 3600 seconds after which every count is destroyed",
        ),
        ("SALT_SECONDS", "30", "longer than the 30 seconds after which every count is destroyed"),
        ("WORKERS", "two", "write a whole number"),
        ("PUBLIC_URL", "menopause.example", "write the address that readers use"),
        ("PUBLIC_URL", "https://menopause.example", "SECRET_KEY is not set"),
        ("SALT_SECONDS", "7200", "between 5 and 3600"),
        ("RATE_LIMIT_EXACT", "maybe", "write 1 or 0"),
        ("SECURITY_CONTACT", "security", "write an address"),
        ("LOG_LEVEL", "loud", "write DEBUG, INFO, WARNING, ERROR or CRITICAL"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_a_sentence_that_says_what_to_write(
    name: str, value: str, says: str, tmp_path: Path
) -> None:
    environment = {key: held for key, held in os.environ.items() if key != "SECRET_KEY"} | {
        "DATA_DIR": str(tmp_path),
        name: value,
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert says in done.stderr


def test_a_window_as_long_as_the_salt_lives_is_taken(tmp_path: Path) -> None:
    environment = {**os.environ, "DATA_DIR": str(tmp_path), "RATE_LIMIT": "600/h"}
    subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=True,
    )


def setting(name: str, folder: Path, **environment: str) -> Any:
    """What the settings make of an environment."""
    code = f"import django; django.setup(); from django.conf import settings; import json; print(json.dumps(settings.{name}, default=str))"
    held = {
        **os.environ,
        "DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "menoinfo.settings",
        **environment,
    }
    return json.loads(
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=held,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    )


def test_what_the_address_of_the_database_asks_for_is_asked_of_it(tmp_path: Path) -> None:
    """TLS above all: dropped, everything would cross the network unverified or in clear."""
    asked = "postgresql://u:p@db/n?sslmode=verify-full&sslrootcert=/etc/ca.pem&connect_timeout=9&options=-c%20work_mem%3D8MB"
    database = setting("DATABASES", tmp_path, DATABASE_URL=asked, SERVING="1")["default"]
    assert database["OPTIONS"] == {
        "sslmode": "verify-full",
        "sslrootcert": "/etc/ca.pem",
        "connect_timeout": 9,
        "options": "-c lock_timeout=1000 -c statement_timeout=2000 -c work_mem=8MB",
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 2,
        "tcp_user_timeout": 3000,
        "pool": {
            "min_size": 0,
            "max_size": 4,
            "timeout": 2.0,
            "reconnect_timeout": 1.0,
            "connection_class": "<class 'menoinfo.postgresql.BoundedConnection'>",
        },
    }
    lite = setting("DATABASES", tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/x.sqlite3?timeout=3")[
        "default"
    ]["OPTIONS"]
    assert (lite["timeout"], lite["transaction_mode"]) == (3, "IMMEDIATE")


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


def test_lists_and_levels_are_taken_as_people_write_them(tmp_path: Path) -> None:
    assert setting("ALLOWED_HOSTS", tmp_path, ALLOWED_HOSTS="a.example, b.example,") == [
        "a.example",
        "b.example",
    ]
    assert setting(
        "ALLOWED_ORIGINS", tmp_path, ALLOWED_ORIGINS=" https://a.example ,https://b.example"
    ) == ["https://a.example", "https://b.example"]
    assert setting("LOGGING", tmp_path, LOG_LEVEL="debug")["root"]["level"] == "DEBUG"


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


def test_every_line_of_the_threat_list_names_a_test_that_is_there() -> None:
    rows = [
        row
        for row in (ROOT / "docs" / "security.md").read_text(encoding="utf-8").splitlines()
        if row.startswith("| ")
    ][1:]
    rows = [row for row in rows if not row.startswith("|---")]
    assert len(rows) > 15
    for row in rows:
        threat, _, tests = (cell.strip() for cell in row.strip("|").split("|"))
        named = re.findall(r"`((?:tests/)?[a-z_/]+(?:\.py)?|make [a-z]+)`", tests)
        assert named, threat
        for name in named:
            if name.startswith("make "):
                assert re.search(
                    rf"^{name[5:]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M
                ), threat
            else:
                assert (ROOT / name).exists() or (ROOT / "tests" / name).exists(), threat


def test_the_proxies_log_nothing_that_tells_an_answer() -> None:
    """Answers differ in length, so a size in a log would tell topic and warning sign to the second."""
    config = re.sub(r"#.*", "", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    formats = dict(re.findall(r"log_format\s+(\w+)\s+([^;]+);", config))
    logged = {name for text in formats.values() for name in re.findall(r"\$\{?(\w+)", text)}
    assert logged == {"time_iso8601", "request_method", "status"}
    logs = re.findall(r"access_log\s+([^;]+);", config)
    assert logs, "left out, nginx logs each request line in a format of its own"
    assert all(log == "off" or (log.split()[1:2] and log.split()[1] in formats) for log in logs)
    site = re.sub(r"#.*", "", (DEPLOY / "Caddyfile").read_text(encoding="utf-8")).split(
        "menopause.example {"
    )[1]
    assert not re.search(r"^\s*log\b", site, re.MULTILINE), (
        "Caddy's access log holds addresses, queries and sizes"
    )
    parameters = (DEPLOY / "proxy_params_menoinfo.conf").read_text(encoding="utf-8")
    assert "log" not in re.sub(r"#.*", "", parameters)


def test_the_proxies_end_an_idle_connection_before_the_server_does() -> None:
    """A POST on a connection that the server is just ending is lost: a proxy may not send it again."""
    for name, setting in (
        ("nginx.conf", r"keepalive_timeout (\d+)s;"),
        ("Caddyfile", r"\bkeepalive (\d+)s\b"),
    ):
        (seconds,) = re.findall(setting, (DEPLOY / name).read_text(encoding="utf-8"))
        assert int(seconds) * 1000 < HTTP1Settings().header_read_timeout


def nginx_folder(folder: Path, *more: str) -> list[str]:
    """The proxy file as it is shipped, with a certificate and ports of its own, and the command that reads it."""
    key = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=menopause.example",
        "-days",
        "1",
    ]
    subprocess.run(
        [*key, "-keyout", str(folder / "key"), "-out", str(folder / "pem")],
        check=True,
        capture_output=True,
    )
    config = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    config = config.replace("/etc/ssl/menopause.example.pem", str(folder / "pem")).replace(
        "/etc/ssl/menopause.example.key", str(folder / "key")
    )
    config = f"pid {folder}/pid;\n" + config.replace(
        "/var/log/nginx/access.log", str(folder / "access.log")
    )
    for before, after in zip(more[::2], more[1::2], strict=True):
        assert before in config
        config = config.replace(before, after)
    (folder / "nginx.conf").write_text(config, encoding="utf-8")
    for included in ("proxy_params_menoinfo.conf", "problems_menoinfo.conf"):
        shutil.copy(DEPLOY / included, folder)
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def redirected(port: int, path: str) -> tuple[str | None, str | None]:
    """Where a proxy sends a plain http request on to, and how long that may be kept."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request("GET", path, headers={"Host": "menopause.example"})
        with connection.getresponse() as response:
            assert response.status == 308, "a POST stays one"
            return response.headers["Location"], response.headers["Cache-Control"]


@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
def test_nginx_takes_the_proxy_file(tmp_path: Path) -> None:
    done = subprocess.run(
        [*nginx_folder(tmp_path), "-t"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.server
@pytest.mark.django_db
@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
def test_nginx_writes_no_body_to_disk_and_bounds_requests(tmp_path: Path) -> None:
    """With its folder for bodies taken away, one that it would write there ends in a fault (500); one that is passed on meets nobody here (503)."""
    plain, secure, nobody = free_port(), free_port(), free_port()
    user = "user root;\n" if os.getuid() == 0 else ""
    changes = (
        "listen 80;",
        f"listen {plain};",
        "listen 443 ssl http2;",
        f"listen {secure} ssl http2;",
        "127.0.0.1:8000",
        f"127.0.0.1:{nobody}",
    )
    command = nginx_folder(
        tmp_path,
        *changes,
        "http {",
        f"http {{ client_body_temp_path {tmp_path}/bodies;",
        "events {}",
        f"{user}events {{}}",
    )
    methods: list[str | None] = []  # those that each refusal names
    running = subprocess.Popen([*command, "-g", "daemon off;"], stderr=subprocess.DEVNULL)
    trusting = ssl.create_default_context(cafile=str(tmp_path / "pem"))
    trusting.check_hostname = False

    def problem_of(response: http.client.HTTPResponse) -> int:
        """The status of a refusal by nginx itself, which is a problem document of the service's own form."""
        body = json.loads(response.read())
        kind = next(kind.value for kind in Kinds if kind.value.code == body["code"])
        assert kind.status == body["status"] == response.status
        assert response.headers["Content-Type"] == PROBLEM_TYPE
        assert body["type"].endswith(f"/docs/errors#{kind.code}")
        assert body["disclaimer"] == DISCLAIMER
        assert "call 112, 999, 911 or 000" in body["detail"], "its words were read by nobody"
        assert set(body) <= set(Problem().fields)
        methods.append(response.headers["Allow"])
        return response.status

    def sent(raw: bytes, port: int = secure) -> int:
        """What comes of bytes that no library would send."""
        plainly = socket.create_connection(("127.0.0.1", port), timeout=10)
        with closing(
            trusting.wrap_socket(plainly, server_hostname="menopause.example")
            if port == secure
            else plainly
        ) as channel:
            channel.sendall(raw)
            with closing(http.client.HTTPResponse(channel)) as response:
                response.begin()
                return problem_of(response)

    def posted(path: str, size: int) -> int:
        with closing(
            http.client.HTTPSConnection("127.0.0.1", secure, context=trusting, timeout=10)
        ) as connection:
            connection.request("POST", path, b"x" * size)
            with connection.getresponse() as response:
                return problem_of(response)

    def at_once(times: int) -> Iterator[int]:
        """The statuses of requests one after another on one connection, which costs next to nothing for each."""
        with closing(
            http.client.HTTPSConnection("127.0.0.1", secure, context=trusting, timeout=10)
        ) as connection:
            for _ in range(times):
                connection.request("GET", "/mcp")
                with connection.getresponse() as response:
                    yield problem_of(response)

    try:
        for _ in range(100):
            if (tmp_path / "pid").exists() and (tmp_path / "bodies").exists():
                break
            time.sleep(0.05)
        shutil.rmtree(tmp_path / "bodies")
        assert [posted("/mcp", size) for size in (1_000, 40_000, 66_000, 900_000)] == [503] * 4
        assert posted("/admin/login/", 1_500_000) == 503
        assert posted("/mcp", 1_100_000) == 413
        end = b" HTTP/1.1\r\nHost: menopause.example\r\nConnection: close\r\n\r\n"
        for asked in (
            b"GET /v1/%00",
            b"GET /../../x",
            b"GET /v1/explain?topic=" + b"a" * 9000,
            b'GET /v1/explain?topic="sage"',
            b"GET /<b>",
            b"get /",
        ):
            assert sent(asked + end) == 400, asked
        for asked in (
            b"TRACE /mcp?x",
            b"TRACE /v1/explain?topic=sage",
            b"TRACE /search",
            b"TRACE /topics",
        ):
            methods.clear()
            assert sent(asked + end) == 405
            assert methods == [Client().trace(asked.split()[1].decode()).headers["Allow"]], asked
        assert [
            sent(asked, port)
            for asked in (b"NONSENSE\r\n\r\n", b"GET /%00" + end)
            for port in (plain, secure)
        ] == [400] * 4
        assert (
            sent(
                b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: odd\r\nConnection: close\r\n\r\n"
            )
            == 400
        )
        assert sent(b"GET /metrics" + end) == 404
        assert redirected(plain, "/v1/explain?topic=sage") == (
            "https://menopause.example/v1/explain?topic=sage",
            "no-store",
        )
        tries = [posted("/admin/login/", 10) for _ in range(8)]
        assert (tries[0], tries[-1]) == (503, 429), "a password takes long to check"
        assert 429 in at_once(800)
    finally:
        running.terminate()
        running.wait(10)


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
def test_caddy_takes_the_proxy_file(tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.server
@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
def test_what_caddy_refuses_is_a_problem_document_and_keeps_nobody_else_waiting(
    tmp_path: Path,
) -> None:
    front, behind, plain = free_port(), free_port(), free_port()
    config = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    for before, after in (
        ("menopause.example {", f"http://127.0.0.1:{front} {{"),
        ("http://menopause.example {", f"http://menopause.example:{plain} {{"),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
        ("\n{\n", "\n{\nadmin off\n"),
    ):
        assert before in config
        config = config.replace(before, after, 1)
    (tmp_path / "Caddyfile").write_text(config, encoding="utf-8")
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    running = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    service = ThreadingHTTPServer(("127.0.0.1", behind), Answering)
    threading.Thread(target=service.serve_forever, daemon=True).start()

    def asked(method: str, path: str, body: bytes = b"") -> tuple[int, str]:
        with closing(socket.create_connection(("127.0.0.1", front), timeout=10)) as channel:
            channel.sendall(
                f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode()
                + body
            )
            with closing(http.client.HTTPResponse(channel)) as response:
                response.begin()
                said = response.read()
        if response.status == 200:
            return 200, ""
        problem = json.loads(said)
        kind = next(kind.value for kind in Kinds if kind.value.code == problem["code"])
        assert (
            (kind.status, PROBLEM_TYPE)
            == (problem["status"], response.headers["Content-Type"])
            == (response.status, PROBLEM_TYPE)
        )
        assert problem["disclaimer"] == DISCLAIMER
        assert "call 112, 999, 911 or 000" in problem["detail"], "its words were read by nobody"
        return response.status, kind.code

    try:
        for _ in range(100):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", front), timeout=1).close()
                break
            time.sleep(0.05)
        assert asked("POST", "/mcp", b"x" * 3_000_000) == (413, "body_too_large")
        began = time.monotonic()
        assert asked("GET", "/v1/topics")[0] == 200
        assert time.monotonic() - began < 1, (
            "one body too large took the service away from everybody"
        )
        assert asked("GET", '/v1/explain?topic="sage"') == (400, "bad_request")
        assert asked("GET", "/metrics") == (404, "not_found")
        assert redirected(plain, "/v1/explain?topic=sage") == (
            "https://menopause.example/v1/explain?topic=sage",
            "no-store",
        )
        service.shutdown()
        service.server_close()
        assert asked("GET", "/v1/topics") == (503, "unavailable")
    finally:
        running.terminate()
        running.wait(10)


class Answering(BaseHTTPRequestHandler):
    """Answers whatever is asked, as a service behind a proxy."""

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *args: Any) -> None:
        pass


def starting_steps() -> list[str]:
    """What the unit runs before each start, as arguments of `manage.py`."""
    unit = (DEPLOY / "menoinfo.service").read_text(encoding="utf-8")
    return re.findall(r"^ExecStartPre=\S+/python manage\.py (.+)$", unit, re.MULTILINE)


@pytest.mark.server
def test_what_the_unit_runs_before_a_start_is_enough_for_pages_the_admin_and_the_reference(
    tmp_path: Path,
) -> None:
    served = Served(tmp_path / "data", workers=1)
    served.folder.mkdir()
    (served.folder / "static").mkdir()
    (served.folder / "static" / "of-an-older-version.css").write_text("gone")
    for step in starting_steps():
        served.manage(*step.split())
    try:
        served.start()
        for path in (
            "content/pages.css",
            "admin/css/base.css",
            "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js",
        ):
            assert served.get(f"/static/{path}")[0] == 200, path
        assert served.get("/static/of-an-older-version.css")[0] == 404
    finally:
        served.stop()


def test_a_command_by_hand_works_on_the_services_own_database(tmp_path: Path) -> None:
    (tmp_path / "settings.env").write_text(
        f"SECRET_KEY='{secrets.token_urlsafe(32)}'\nPUBLIC_URL='https://menopause.example'\n"
    )
    environment = {
        "PATH": os.environ["PATH"],
        "SETTINGS": str(tmp_path / "settings.env"),
        "DATA_DIR": str(tmp_path / "data"),
        "PYTHON": sys.executable,
    }
    subprocess.run(
        [ROOT / "deploy" / "manage", "migrate", "--verbosity", "0"],
        env=environment,
        cwd=tmp_path,
        check=True,
    )
    with sqlite3.connect(tmp_path / "data" / "menoinfo.sqlite3") as database:
        assert database.execute("select count(*) from auth_group").fetchone() == (4,)


def test_the_upgrade_that_the_guide_describes_runs_what_the_unit_runs() -> None:
    upgrade = (
        (ROOT / "docs" / "operations.md")
        .read_text(encoding="utf-8")
        .split("## An upgrade")[1]
        .split("\n## ")[0]
    )
    told = [upgrade.index(f"`manage.py {step.split()[0]}") for step in starting_steps()]
    assert told == sorted(told)
    assert 0 < upgrade.index("pip install") < told[0]


def test_the_unit_is_started_again_however_often_a_start_fails_and_waits_for_the_network() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.read_string((DEPLOY / "menoinfo.service").read_text(encoding="utf-8"))
    assert (unit["Service"]["Restart"], unit["Unit"].get("StartLimitIntervalSec")) == (
        "always",
        "0",
    )
    assert unit["Unit"]["After"] == unit["Unit"].get("Wants")  # what nobody wants is not waited for


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = re.sub(
        r"/srv/menoinfo/.venv/bin/python",
        sys.executable,
        (DEPLOY / "menoinfo.service").read_text(encoding="utf-8"),
    )
    (tmp_path / "menoinfo.service").write_text(unit, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "menoinfo.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "menoinfo.service" not in done.stderr, done.stderr
    assert done.returncode == 0, done.stderr


def test_the_makefile_cleans_every_environment_it_makes_and_names_every_task() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    clean = makefile.split("\nclean:")[1].split("\n\n")[0]
    made = set(re.findall(r"-m venv \$\(VENV\)(-\w+)", makefile))
    assert made == {"-schemathesis", "-client", "-audit"}
    assert {name for name in made if f"$(VENV){name} " not in clean} == set()
    named = {
        name
        for line in re.findall(r"^\.PHONY:(.*)$", makefile, re.MULTILINE)
        for name in line.split()
    }
    assert set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE)) <= named


@pytest.mark.parametrize(
    ("said", "status", "optional", "passes"),
    [
        ("No known vulnerabilities found", 0, "", True),
        ("Found 2 known vulnerabilities in 1 package", 1, "1", False),
        ("ConnectionError: no route to the database", 1, "", False),
        ("ConnectionError: no route to the database", 1, "1", True),
        ("", 0, "", False),
    ],
)
def test_an_audit_that_asked_nobody_is_no_audit(
    said: str, status: int, optional: str, passes: bool, tmp_path: Path
) -> None:
    recipe = (
        (ROOT / "Makefile")
        .read_text(encoding="utf-8")
        .split("@mkdir -p var; $(AUDIT)")[1]
        .split("\n\n")[0]
    )
    auditor = tmp_path / "auditor"
    auditor.write_text(f"#!/bin/sh\necho '{said}'\nexit {status}\n")
    auditor.chmod(0o755)
    (tmp_path / "Makefile").write_text(f"a:\n\t@mkdir -p var; $(AUDIT){recipe}\n")
    command = ["make", "-C", str(tmp_path), f"AUDIT={auditor}", f"AUDIT_OPTIONAL={optional}"]
    assert (subprocess.run(command, capture_output=True, check=False).returncode == 0) == passes


@pytest.mark.server
def test_several_processes_may_migrate_at_once_and_the_database_is_its_owners_alone(
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


@pytest.mark.server
def test_a_backup_holds_no_session_of_the_admin(tmp_path: Path) -> None:
    served = Served(tmp_path)
    served.prepare()
    code = "from django.contrib.sessions.backends.db import SessionStore; s = SessionStore(); s['a'] = 1; s.save(); print(s.session_key)"
    key = served.manage("shell", "-c", code).strip().splitlines()[-1]
    served.manage("backup", str(tmp_path / "backup"))
    kept = (tmp_path / "backup").read_bytes()
    assert len(key) == 32
    assert key.encode() not in kept
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600


def test_both_proxies_compress_answers_for_those_who_ask_but_nothing_of_the_admin() -> None:
    nginx = re.sub(r"#.*", "", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    types = re.search(r"gzip_types ([^;]+);", nginx)
    assert types is not None
    assert {"application/json", PROBLEM_TYPE, "text/markdown"} <= set(types[1].split())
    assert "gzip off;" in nginx.partition("location /admin/ {")[2].partition("}")[0]
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "@public not path /admin/*" in caddy
    assert "encode @public gzip" in caddy
    assert "listen 443 ssl http2;" in nginx
