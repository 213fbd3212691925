"""The hazard log names tests that are there, and the page of results says what was measured."""

import ast
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from content.pages import safety_case
from content.yaml_files import read_yaml
from tests.page_reading import read, words_of

ROOT = Path(__file__).resolve().parents[2]
LOG = read_yaml(safety_case.HAZARDS)
RESULTS = read_yaml(safety_case.RESULTS)
FIELDS = {"id", "hazard", "cause", "effect", "control", "tests", "residual"}


@cache
def collected(path: Path) -> dict[str, ast.FunctionDef]:
    """Every test of a file by its name, as pytest collects them."""
    tree = ast.parse(path.read_text("utf-8")) if path.exists() else ast.Module([], [])
    bodies = [tree.body, *(part.body for part in tree.body if isinstance(part, ast.ClassDef))]
    return {
        part.name: part
        for body in bodies
        for part in body
        if isinstance(part, ast.FunctionDef) and part.name.startswith("test_")
    }


def never_runs(test: ast.FunctionDef) -> bool:
    """Whether a test is skipped or expected to fail whatever happens."""
    marks = [ast.unparse(mark) for mark in test.decorator_list]
    return any(mark.partition("(")[0].endswith((".skip", ".xfail")) for mark in marks)


def test_every_test_that_the_hazard_log_names_is_there_and_runs() -> None:
    named = [(one["id"], test) for one in LOG["hazards"] for test in one["tests"]]
    missing = []
    for hazard, test in named:
        path, _, name = test.partition("::")
        found = collected(ROOT / path).get(name)
        if found is None or never_runs(found):
            missing.append(f"{hazard}: {test}")
    assert missing == [], "renamed or gone; name the tests that prove these controls now"


def test_a_test_that_is_always_skipped_proves_nothing() -> None:
    skipped = ast.parse("@pytest.mark.skip(reason='')\ndef test_one(): ...").body[0]
    runs = ast.parse("@pytest.mark.parametrize('a', [])\ndef test_two(): ...").body[0]
    assert isinstance(skipped, ast.FunctionDef)
    assert isinstance(runs, ast.FunctionDef)
    assert never_runs(skipped)
    assert not never_runs(runs)


def test_a_hazard_is_whole() -> None:
    assert len(LOG["hazards"]) >= 16
    for one in LOG["hazards"]:
        assert set(one) == FIELDS, one["id"]
        assert all(one[name] for name in FIELDS), one["id"]
    assert len({one["id"] for one in LOG["hazards"]}) == len(LOG["hazards"])


@pytest.mark.django_db
def test_the_page_holds_every_hazard_and_every_figure(client: Client) -> None:
    page = read(client.get("/about/safety").content)
    said = words_of(page.main)
    for one in LOG["hazards"]:
        assert one["id"].lower() in page.ids
        assert all(" ".join(one[name].split()) in said for name in ("cause", "effect", "residual"))
        assert all(test in said for test in one["tests"])
    rows = [[words_of(cell) for cell in row] for row in page.all("tr")]
    shown = list(safety_case.tables())
    assert shown
    for title, expected in shown:
        assert title in said
        for one in expected:
            assert [one.name, str(one.right), str(one.of), one.share, one.bounds] in rows
    assert all(one in said for one in RESULTS["missed"])


def test_a_figure_has_wilsons_bounds() -> None:
    assert safety_case.Row("Chest pain: found", 357, 360).share == "99.2%"
    assert safety_case.Row("Chest pain: found", 357, 360).bounds == "97.6–99.7%"
    assert safety_case.Row("Chest pain: found", 6, 6).bounds == "61.0–100.0%"


def test_only_what_concerns_the_screen_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = {
        "Own fresh set: signs": {"chest-pain: found": [86, 87], "topics: right one": [1, 1]}
    }
    (tmp_path / "metrics.json").write_text(json.dumps(measured))
    monkeypatch.setattr(safety_case, "MEASURED", tmp_path / "metrics.json")
    ((title, (row,)),) = safety_case.tables()
    assert (title, row.name) == ("Own fresh set: signs", "Chest pain: found")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mailto:safety@menopause.example", "safety@menopause.example"),
        ("http://127.0.0.1:8000/about", "has named no address"),
    ],
)
def test_whom_to_tell_is_whom_the_operator_named(
    address: str, said: str, client: Client, settings: Any
) -> None:
    settings.SECURITY_CONTACT = address
    assert said in words_of(read(client.get("/about/safety").content).main)
