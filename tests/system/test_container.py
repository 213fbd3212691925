"""The container files, read: what is copied is there, what runs is what the unit runs, and nothing
has more rights than it needs.

No engine builds them here; `hadolint deploy/Dockerfile` is clean.
"""

import os
import re
import shutil
import subprocess

import pytest
import yaml

from tests.serving import ROOT
from tests.system.test_systemd_unit import starting_steps
from tests.test_architecture import ALLOWED

DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))


def test_the_image_holds_every_part_of_the_product_and_no_other() -> None:
    copied = {
        one
        for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
        for one in line.split()[:-1]
    }
    assert all((ROOT / one).exists() for one in copied), copied
    assert set(ALLOWED) | {"manage.py", "requirements.txt"} <= copied
    let_in = {
        line.strip().removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    assert copied == let_in


def test_the_last_stage_runs_without_root_and_reports_its_health() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    user = re.search(r"^USER (\d+)", last, re.MULTILINE)
    assert user is not None
    assert int(user[1]) > 0
    assert "/readyz" in last.partition("HEALTHCHECK")[2]
    assert "pip" not in last, "packages are made in the stage before"
    assert "apt-get" not in DOCKERFILE, "no compiler is ever there"


def test_the_container_starts_as_the_unit_does() -> None:
    script = ROOT / "deploy" / "container-start"
    assert os.access(script, os.X_OK)
    steps = re.findall(
        r"^python manage\.py ([^|\n]+?)\s*(?:\|\||$)",
        script.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert steps == starting_steps()
    assert "exec python -m menoinfo.server" in script.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["service", "proxy"])
def test_what_faces_the_world_can_write_nowhere_but_in_its_volumes(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    mounted = [volume.split(":")[0] for volume in service["volumes"] if volume.startswith("./")]
    assert all((ROOT / "deploy" / path).exists() for path in mounted if "/tls/" not in path)


@pytest.mark.skipif(not shutil.which("hadolint"), reason="hadolint is not installed")
def test_hadolint_finds_nothing() -> None:
    done = subprocess.run(
        ["hadolint", "deploy/Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
