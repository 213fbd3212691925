"""The trained files are those that were measured: checked at the start and by `/readyz`."""

import shutil
from pathlib import Path

import pytest
from django.test import Client

from content.language import model_files
from tests.serving import Served


@pytest.mark.parametrize("harm", ["cut", "changed", "gone"])
def test_a_harmed_file_is_named_and_readiness_says_so(
    harm: str, tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(model_files.FOLDER, tmp_path / "model")
    monkeypatch.setattr(model_files, "FOLDER", folder)
    assert model_files.changed() == []
    copy = folder / "tokenizer.json"
    held = copy.read_bytes()
    if harm == "gone":
        copy.unlink()
    else:
        copy.write_bytes(held[:-1] if harm == "cut" else held[:-1] + bytes([held[-1] ^ 1]))
    assert model_files.changed() == [copy.name]
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")
    assert client.get("/livez").status_code == 200


@pytest.mark.server
def test_a_process_that_reads_plain_signs_wrongly_does_not_start(tmp_path: Path) -> None:
    served = Served(tmp_path)
    served.prepare()
    program = (
        "import content.language.screening as s; s.screen = lambda *texts: (); import menoinfo.wsgi"
    )
    done = served.python("-c", program)
    assert done.returncode != 0
    assert "reads plain sentences wrongly" in done.stderr
