"""The threat list, the Makefile and the audit hold what they say."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.serving import ROOT


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


def test_the_makefile_cleans_what_it_makes_and_names_every_task() -> None:
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
