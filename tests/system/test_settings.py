"""Settings: every one is documented, and a wrong one stops the start with a sentence that says what
to write.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.serving import ROOT

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
def test_a_wrong_setting_stops_the_start_and_says_what_to_write(
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
    code = (
        f"import django; django.setup(); from django.conf import settings; import json; "
        f"print(json.dumps(settings.{name}, default=str))"
    )
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


def test_lists_and_levels_are_taken_as_people_write_them(tmp_path: Path) -> None:
    assert setting("ALLOWED_HOSTS", tmp_path, ALLOWED_HOSTS="a.example, b.example,") == [
        "a.example",
        "b.example",
    ]
    assert setting(
        "ALLOWED_ORIGINS", tmp_path, ALLOWED_ORIGINS=" https://a.example ,https://b.example"
    ) == ["https://a.example", "https://b.example"]
    assert setting("LOGGING", tmp_path, LOG_LEVEL="debug")["root"]["level"] == "DEBUG"
