"""Loading the seed: once, never over what editors changed, and back out as the same files."""

from io import StringIO
from pathlib import Path

import pytest
import yaml
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from content import seeding
from content.documents import (
    as_plain,
    read_options,
    read_topics,
)
from content.models import Caution, DoctorLine, Evidence, Option, Topic
from content.vocabulary import CautionKind
from tests.seed_files import DOCUMENTS, record


@pytest.mark.django_db
def test_the_database_holds_what_the_files_say() -> None:
    stored = {document.slug: as_plain(document) for document in [*read_topics(), *read_options()]}
    assert stored == {document.slug: as_plain(document) for document in DOCUMENTS}


@pytest.mark.django_db
def test_export_writes_the_same_files(tmp_path: Path) -> None:
    seeding.export(tmp_path)
    for path in seeding.SEED.rglob("*.yaml"):
        assert (tmp_path / path.relative_to(seeding.SEED)).read_text(
            encoding="utf-8"
        ) == path.read_text(encoding="utf-8")


@pytest.mark.django_db
def test_an_option_stored_without_key_cautions_gets_those_of_its_file() -> None:
    members = Option.objects.filter(family__slug="hrt")
    slugs = {"clonidine", *members.values_list("slug", flat=True)}
    editors = Option.objects.get(slug="yoga").caution_items.filter(kind=CautionKind.KEY)[0]
    Caution.objects.filter(pk=editors.pk).update(text="An editor wrote this.")
    members.update(family=None)
    Caution.objects.filter(option__slug__in=slugs, kind=CautionKind.KEY).delete()
    loaded = seeding.insert_missing()
    assert (loaded.inserted, loaded.left_out, set(loaded.completed)) == ((), (), slugs)
    for option in read_options(slug__in=slugs):
        assert as_plain(option) == as_plain(record(option.slug))
    editors.refresh_from_db()
    assert editors.text == "An editor wrote this."


def told(*arguments: str) -> tuple[str, str]:
    """What `seed_content` says on both ways."""
    out, error = StringIO(), StringIO()
    call_command("seed_content", *arguments, stdout=out, stderr=error)
    return out.getvalue(), error.getvalue()


@pytest.mark.django_db
def test_a_start_survives_what_editors_named_meanwhile() -> None:
    """A version brings an option by whose name an editor has taught another one; and a topic that
    points to nothing else is there all the same.
    """
    Option.objects.get(slug="clonidine").delete()
    Option.objects.get(slug="tibolone").delete()
    other = Option.objects.get(slug="gabapentin")
    other.aliases += "\nclonidine"
    other.full_clean()
    other.save()
    said = "clonidine: aliases: “clonidine” is already a name of gabapentin"
    with pytest.raises(CommandError, match=f"would be left out: {said}"):
        told("--check")
    assert not Option.objects.filter(slug="tibolone").exists(), "--check changes nothing"
    out, err = told()
    assert out.startswith("1 records loaded\n")
    assert err == f"left out: {said}\n"
    assert Option.objects.filter(slug="tibolone").exists()
    assert not Option.objects.filter(slug="clonidine").exists()


@pytest.mark.django_db
def test_a_new_record_is_not_kept_out_by_what_stands_in_a_file_alone() -> None:
    """An editor took a word out of a record and gave it to a supplement as a name: the record's
    file still holds it.
    """
    topic, herb = Topic.objects.get(slug="hot-flushes"), Option.objects.get(slug="black-cohosh")
    topic.what_it_is = topic.what_it_is.replace("crowded places", "full places")
    topic.save()
    herb.aliases += "\ncrowded places"
    herb.full_clean()
    herb.save()
    Option.objects.get(slug="clonidine").delete()
    out, err = told()
    assert out.startswith("1 records loaded\n")
    assert err == ""


@pytest.mark.django_db
def test_a_new_supplement_takes_no_stored_record_off_the_service(tmp_path: Path) -> None:
    """A word that editors' texts use would take each of them out of every answer."""
    Topic.objects.filter(slug="hot-flushes").update(
        summary="Heat that comes in waves, like moonroot in June."
    )
    (tmp_path / "options").mkdir()
    for slug in ("moonroot", "starroot"):
        text = seeding.as_file({"slug": slug, "kind": "supplement-or-herb", "name": slug.title()})
        (tmp_path / "options" / f"{slug}.yaml").write_text(text, encoding="utf-8")
    loaded = seeding.insert_missing(tmp_path)
    assert loaded == seeding.Loaded(
        ("starroot",), ("moonroot: aliases: what it is called is a word of hot-flushes",)
    )


@pytest.mark.django_db
def test_what_points_to_a_record_that_is_left_out_is_left_out_too(tmp_path: Path) -> None:
    plain = yaml.safe_load(
        (seeding.SEED / "symptoms" / "brain-fog.yaml").read_text(encoding="utf-8")
    ) | {"aliases": [], "related": ["hot-flushes"]}
    (tmp_path / "symptoms").mkdir()
    for slug, change in (
        ("fog-one", {"summary": "It cures 80% of women."}),
        ("fog-two", {"related": ["fog-one"]}),
        ("fog-three", {}),
    ):
        text = seeding.as_file(plain | {"slug": slug, "name": slug.replace("-", " ")} | change)
        (tmp_path / "symptoms" / f"{slug}.yaml").write_text(text, encoding="utf-8")
    loaded = seeding.insert_missing(tmp_path)
    assert loaded.inserted == ("fog-three",)
    assert "fog-two: unknown topic fog-one" in loaded.left_out


@pytest.mark.django_db
def test_loading_twice_changes_nothing_and_keeps_what_editors_changed() -> None:
    Topic.objects.filter(slug="brain-fog").update(summary="An editor wrote this.")
    caution = Caution.objects.filter(family__slug="hrt", kind=CautionKind.KEY)[0]
    Caution.objects.filter(pk=caution.pk).update(text="An editor wrote this.")
    DoctorLine.objects.filter(key="thirst").update(text="an editor wrote this")
    count = Caution.objects.count()
    assert seeding.insert_missing() == seeding.Loaded((), ())
    assert DoctorLine.objects.get(key="thirst").text == "an editor wrote this"
    caution.refresh_from_db()
    assert caution.text == "An editor wrote this."
    assert Caution.objects.count() == count
    assert Topic.objects.get(slug="brain-fog").summary == "An editor wrote this."


@pytest.mark.django_db
def test_the_command_says_what_was_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> seeding.Loaded:
        raise seeding.SeedError(["x: y"])

    monkeypatch.setattr(seeding, "insert_missing", refuse)
    assert told() == ("", "Nothing was loaded.\nx: y\n"), "there is content to serve"
    with pytest.raises(CommandError, match="Nothing was loaded"):
        told("--check")
    Evidence.objects.all().delete()
    Topic.objects.all().delete()
    with pytest.raises(CommandError, match="Nothing was loaded"):
        told()


@pytest.mark.django_db
def test_a_start_says_which_records_differ_from_their_files() -> None:
    assert told() == ("content is in place\n", "")
    Topic.objects.filter(slug="hot-flushes").update(summary="As an older version had it.")
    edited = Option.objects.get(slug="clonidine")
    edited.cost = "Low here."
    edited._history_user = User.objects.create_user("edith")
    edited.save()
    said = told()[0]
    assert (
        "2 records differ from their files of this version: 1 were edited here, 1 have newer files."
        in said
    )
    assert "manage.py import_content" in said
    listed = told("--check")[0]
    assert "changed since its file: clonidine" in listed
    assert "changed since its file, which is newer: hot-flushes" in listed
