"""The proxy files as tests read and start them."""

import http.client
import shutil
import subprocess
from contextlib import closing
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from tests.serving import ROOT

DEPLOY = ROOT / "deploy"


def nginx_folder(folder: Path, *more: str) -> list[str]:
    """The proxy file as it is shipped, with a certificate and ports of its own, and the command
    that reads it.
    """
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
