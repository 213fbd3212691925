"""Files into the database: shown before they are written, refused whole when one breaks a rule, and never a sign-off among them."""

import io
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError, call_command

from content import review, seeding
from content.documents import as_plain
from content.models import SignOff, Topic
from content.vocabulary import ReviewStatus
from tests.makers import document_of, make_reviewer, make_sign_off

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("import_content", *arguments, stdout=out)
    return out.getvalue()


def exported(folder: Path) -> Path:
    seeding.export(folder)
    return folder


def edit(path: Path, **values: object) -> None:
    plain = yaml.safe_load(path.read_text(encoding="utf-8"))
    path.write_text(seeding.as_file({**plain, **values}), encoding="utf-8")


def status_of(slug: str) -> ReviewStatus:
    return review.standing(document_of(slug), review.read_ledger(), review.today()).status


def test_what_was_exported_changes_nothing_when_it_comes_back(tmp_path: Path) -> None:
    folder = exported(tmp_path)
    count = Topic.history.count()
    assert "Nothing would change." in run(str(folder), "--preview")
    assert "Nothing to change." in run(str(folder))
    assert Topic.history.count() == count


def test_a_preview_shows_the_words_and_changes_nothing_and_the_import_writes_them(tmp_path: Path) -> None:
    folder = exported(tmp_path)
    edit(folder / "symptoms" / "brain-fog.yaml", summary="A summary out of a file.")
    before = as_plain(document_of("brain-fog"))
    shown = run(str(folder), "--preview")
    assert "brain-fog: changed" in shown
    assert "  summary: [-" in shown
    assert "{+file.+}" in shown
    assert as_plain(document_of("brain-fog")) == before
    run(str(folder))
    assert document_of("brain-fog").summary == "A summary out of a file."
    assert "Nothing to change." in run(str(folder))


def test_one_file_that_breaks_a_rule_refuses_them_all(tmp_path: Path) -> None:
    folder = exported(tmp_path)
    edit(folder / "symptoms" / "brain-fog.yaml", summary="A good summary.")
    edit(folder / "symptoms" / "bloating.yaml", summary="It helps 80% of women.")
    for arguments in ((str(folder), "--preview"), (str(folder),)):
        with pytest.raises(CommandError, match=r"(?s)Nothing was changed.*bloating"):
            run(*arguments)
    assert document_of("brain-fog").summary != "A good summary."


@pytest.mark.parametrize("text", ["", "slug: [", "just words", "slug: brain-fog\nkind: symptom\nsign_off: yes\n"])
def test_a_half_written_file_leaves_the_old_content(tmp_path: Path, text: str) -> None:
    folder = exported(tmp_path)
    (folder / "symptoms" / "brain-fog.yaml").write_text(text, encoding="utf-8")
    before = as_plain(document_of("brain-fog"))
    with pytest.raises(CommandError):
        run(str(folder))
    assert as_plain(document_of("brain-fog")) == before


@pytest.mark.parametrize(("slug", "kind"), [("black-cohosh", "lifestyle"), ("yoga", "supplement-or-herb")])
def test_no_file_takes_a_record_past_the_gate(tmp_path: Path, slug: str, kind: str) -> None:
    folder = exported(tmp_path)
    edit(folder / "options" / f"{slug}.yaml", kind=kind, name="Womanroot", aliases=[], summary="It helps.", cost="Low.", access="Shops.")
    with pytest.raises(CommandError, match=f"{slug}: stored as"):
        run(str(folder))


def test_no_file_makes_a_symptom_a_condition(tmp_path: Path) -> None:
    """Its address would be gone, and links lead to it."""
    folder = exported(tmp_path)
    edit(folder / "symptoms" / "hot-flushes.yaml", kind="condition")
    with pytest.raises(CommandError, match="hot-flushes: stored as symptom, the file says condition"):
        run(str(folder))


def test_no_file_uses_a_name_that_a_supplement_had(tmp_path: Path) -> None:
    folder = exported(tmp_path)
    edit(folder / "options" / "black-cohosh.yaml", name="Womanroot", aliases=[])
    run(str(folder))
    assert document_of("black-cohosh").name == "Womanroot"
    edit(folder / "options" / "yoga.yaml", aliases=["cimicifuga"])
    with pytest.raises(CommandError, match=r"yoga: aliases: .*cimicifuga"):
        run(str(folder))


def test_a_sign_off_does_not_travel_and_does_not_survive_other_words(tmp_path: Path) -> None:
    make_sign_off("brain-fog", make_reviewer())
    assert status_of("brain-fog") == ReviewStatus.REVIEWED
    folder = exported(tmp_path)
    assert "Dr Test Reviewer" not in "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.yaml"))
    edit(folder / "symptoms" / "brain-fog.yaml", summary="Other words.")
    run(str(folder))
    assert SignOff.objects.count() == 1
    assert status_of("brain-fog") == ReviewStatus.LAPSED


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="not a folder"):
        run(str(tmp_path / "nowhere"))
