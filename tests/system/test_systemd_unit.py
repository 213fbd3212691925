"""The systemd unit, and the commands that the guide has an operator run."""

import configparser
import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT, Served
from tests.system.proxies import DEPLOY


def starting_steps() -> list[str]:
    """What the unit runs before each start, as arguments of `manage.py`."""
    unit = (DEPLOY / "menoinfo.service").read_text(encoding="utf-8")
    return re.findall(r"^ExecStartPre=\S+/python manage\.py (.+)$", unit, re.MULTILINE)


@pytest.mark.server
def test_what_the_unit_runs_before_a_start_is_enough_for_every_page(
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


def test_the_unit_waits_for_the_network_and_is_always_started_again() -> None:
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
