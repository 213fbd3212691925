"""The files for nginx and Caddy: what they log, bound, compress and refuse."""

import contextlib
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from django.test import Client
from granian.http import HTTP1Settings

from api.envelope import PROBLEM_TYPE
from api.errors import Kinds
from api.serializers import Problem
from content.vocabulary import DISCLAIMER
from tests.serving import free_port
from tests.system.proxies import DEPLOY, Answering, nginx_folder, redirected


def test_the_proxies_log_nothing_that_tells_an_answer() -> None:
    """Answers differ in length: a size in a log would tell topic and sign to the second."""
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
    """A POST on a connection that the server is ending is lost: no proxy may send it again."""
    for name, setting in (
        ("nginx.conf", r"keepalive_timeout (\d+)s;"),
        ("Caddyfile", r"\bkeepalive (\d+)s\b"),
    ):
        (seconds,) = re.findall(setting, (DEPLOY / name).read_text(encoding="utf-8"))
        assert int(seconds) * 1000 < HTTP1Settings().header_read_timeout


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
    """With its folder for bodies taken away, one that it would write there ends in a fault (500);
    one that is passed on meets nobody here (503).
    """
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
        """The status of a refusal by nginx itself, which is a problem document of the service's own
        form.
        """
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
        """The statuses of requests one after another on one connection, which costs next to nothing
        for each.
        """
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
def test_what_caddy_refuses_is_a_problem_document_and_holds_nobody_up(
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
                (
                    f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
                ).encode()
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


def test_both_proxies_compress_answers_but_nothing_of_the_admin() -> None:
    nginx = re.sub(r"#.*", "", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    types = re.search(r"gzip_types ([^;]+);", nginx)
    assert types is not None
    assert {"application/json", PROBLEM_TYPE, "text/markdown"} <= set(types[1].split())
    assert "gzip off;" in nginx.partition("location /admin/ {")[2].partition("}")[0]
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "@public not path /admin/*" in caddy
    assert "encode @public gzip" in caddy
    assert "listen 443 ssl http2;" in nginx
