"""The trained files are those that were measured: checked at the start and by `/readyz`."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from content import model_files
from tests.serving import ROOT, Served


def test_every_trained_file_is_in_the_manifest_as_it_is() -> None:
    assert model_files.MANIFEST.read_text() == model_files.written(), "after training run `make checksums`"
    assert model_files.wrong() == []


@pytest.mark.parametrize("harm", ["cut", "changed", "gone"])
def test_a_file_that_is_harmed_is_named_and_readiness_says_so(harm: str, tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    file = min(model_files.trained(), key=lambda path: path.stat().st_size)
    copy = tmp_path / file.name
    shutil.copy(file, copy)
    (tmp_path / "models.sha256").write_text(
        next(line for line in model_files.written().splitlines(keepends=True) if line.endswith(f"{file.name}\n")).replace(
            file.relative_to(model_files.FOLDER).as_posix(), file.name
        )
    )
    monkeypatch.setattr(model_files, "FOLDER", tmp_path)
    monkeypatch.setattr(model_files, "MANIFEST", tmp_path / "models.sha256")
    assert model_files.wrong() == []
    if harm == "gone":
        copy.unlink()
    else:
        held = copy.read_bytes()
        copy.write_bytes(held[:-1] if harm == "cut" else held[:-1] + bytes([held[-1] ^ 1]))
    assert model_files.wrong() == [file.name]
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")
    assert client.get("/livez").status_code == 200


@pytest.mark.server
def test_a_process_that_reads_plain_signs_wrongly_does_not_start(tmp_path: Path) -> None:
    served = Served(tmp_path)
    served.prepare()
    program = "import content.screening as s; s.screen = lambda text, *more: []; import menoinfo.wsgi"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=served.environment, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "reads plain sentences wrongly" in done.stderr
