"""Files into the database: shown before they are written, refused whole when one breaks a rule, and
never a sign-off among them.
"""

import io
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command

from content import seeding
from content.documents import (
    OptionDocument,
    TopicDocument,
    as_plain,
    read_doctor_lines,
    read_families,
)
from content.models import DoctorLine, Family, Option, SignOff, Topic
from content.review import standing
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
    return standing.standing(document_of(slug), standing.read_ledger(), standing.today()).status


def test_what_was_exported_changes_nothing_when_it_comes_back(tmp_path: Path) -> None:
    folder = exported(tmp_path)
    count = Topic.history.count()
    assert "Nothing would change." in run(str(folder), "--preview")
    assert "Nothing to change." in run(str(folder))
    assert Topic.history.count() == count


def test_a_preview_shows_the_words_and_the_import_writes_them(
    tmp_path: Path,
) -> None:
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


def test_what_records_share_and_members_come_back_from_files(tmp_path: Path) -> None:
    slugs = ("combined-hrt", "transdermal-oestrogen", "hormone-replacement-therapy")
    folder = exported(tmp_path)
    families, lines = read_families(), read_doctor_lines()
    before = {slug: document_of(slug) for slug in (*slugs, "fatigue", "menopause")}
    options = [one for one in before.values() if isinstance(one, OptionDocument)]
    topics = [one for one in before.values() if isinstance(one, TopicDocument)]
    assert all(option.shared and option.members for option in options)
    assert all(topic.shared_lines for topic in topics)
    Option.objects.filter(family__slug="hrt").delete()
    Family.objects.all().delete()
    DoctorLine.objects.all().delete()
    assert (read_families(), read_doctor_lines()) == ([], [])
    run(str(folder))
    assert (read_families(), read_doctor_lines()) == (families, lines)
    assert {slug: document_of(slug) for slug in before} == before
    assert "Nothing to change." in run(str(folder))


@pytest.mark.parametrize(
    ("name", "key", "change", "slug"),
    [
        ("families", "hrt", {"key_cautions": ["Ask a specialist first."]}, "combined-hrt"),
        ("families", "hrt", {"cautions": ["Tell the surgical team."]}, "transdermal-oestrogen"),
        ("doctor_lines", "chest-pain", {"text": "your chest hurts"}, "menopause"),
        ("doctor_lines", "under-45", {"urgency": "soon"}, "menopause"),
    ],
)
def test_a_file_of_what_is_shared_changes_every_record_that_shares_it(
    tmp_path: Path, name: str, key: str, change: dict[str, Any], slug: str
) -> None:
    make_sign_off(slug, make_reviewer())
    folder = exported(tmp_path / "files")
    path = folder / f"{name}.yaml"
    plain = yaml.safe_load(path.read_text(encoding="utf-8"))
    edit(path, **{key: plain[key] | change})
    assert key in run(str(folder), "--preview")
    assert status_of(slug) == ReviewStatus.REVIEWED
    run(str(folder))
    assert status_of(slug) == ReviewStatus.LAPSED
    again = exported(tmp_path / "again") / f"{name}.yaml"
    assert yaml.safe_load(again.read_text(encoding="utf-8")) == plain | {key: plain[key] | change}
    assert "Nothing to change." in run(str(folder))


def test_one_file_that_breaks_a_rule_refuses_them_all(tmp_path: Path) -> None:
    folder = exported(tmp_path)
    edit(folder / "symptoms" / "brain-fog.yaml", summary="A good summary.")
    edit(folder / "symptoms" / "bloating.yaml", summary="It helps 80% of women.")
    for arguments in ((str(folder), "--preview"), (str(folder),)):
        with pytest.raises(CommandError, match=r"(?s)Nothing was changed.*bloating"):
            run(*arguments)
    assert document_of("brain-fog").summary != "A good summary."


@pytest.mark.parametrize(
    "text", ["", "slug: [", "just words", "slug: brain-fog\nkind: symptom\nsign_off: yes\n"]
)
def test_a_half_written_file_leaves_the_old_content(tmp_path: Path, text: str) -> None:
    folder = exported(tmp_path)
    (folder / "symptoms" / "brain-fog.yaml").write_text(text, encoding="utf-8")
    before = as_plain(document_of("brain-fog"))
    with pytest.raises(CommandError):
        run(str(folder))
    assert as_plain(document_of("brain-fog")) == before


@pytest.mark.parametrize(
    ("slug", "kind"), [("black-cohosh", "lifestyle"), ("yoga", "supplement-or-herb")]
)
def test_no_file_takes_a_record_past_the_gate(tmp_path: Path, slug: str, kind: str) -> None:
    folder = exported(tmp_path)
    edit(
        folder / "options" / f"{slug}.yaml",
        kind=kind,
        name="Womanroot",
        aliases=[],
        summary="It helps.",
        cost="Low.",
        access="Shops.",
    )
    with pytest.raises(CommandError, match=f"{slug}: stored as"):
        run(str(folder))


def test_no_file_makes_a_symptom_a_condition(tmp_path: Path) -> None:
    """Its address would be gone, and links lead to it."""
    folder = exported(tmp_path)
    edit(folder / "symptoms" / "hot-flushes.yaml", kind="condition")
    with pytest.raises(
        CommandError, match="hot-flushes: stored as symptom, the file says condition"
    ):
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
    assert "Dr Test Reviewer" not in "".join(
        path.read_text(encoding="utf-8") for path in folder.rglob("*.yaml")
    )
    edit(folder / "symptoms" / "brain-fog.yaml", summary="Other words.")
    run(str(folder))
    assert SignOff.objects.count() == 1
    assert status_of("brain-fog") == ReviewStatus.LAPSED


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="not a folder"):
        run(str(tmp_path / "nowhere"))
