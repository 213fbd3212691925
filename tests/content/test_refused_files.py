"""A seed file that breaks a rule is left out and named, and never loaded."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from content import seeding
from content.models import DoctorLine, Family, Option, Source, Topic
from content.vocabulary import TopicKind

FLAG = {
    "emergency": "Call your local emergency number now if you cannot breathe.",
    "soon": "See a doctor within a few days if it gets worse.",
    "routine": "Book an ordinary appointment if it lasts.",
}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"summary": "Take one tablet twice a day."}, "doses"),
        ({"summary": None}, "missing summary"),
        ({"name": "  "}, "missing name"),
        ({"when_to_see_a_doctor": None}, "missing when_to_see_a_doctor"),
        (
            {"when_to_see_a_doctor": {"emergency": "Call now.", "soon": "See a doctor."}},
            "when_to_see_a_doctor: missing routine",
        ),
        ({"kind": "symptoms"}, "kind: 'symptoms' is none of symptom"),
        (
            {
                "when_to_see_a_doctor": FLAG
                | {"emergency": "See a doctor if you cannot breathe at all."}
            },
            "emergency: Say whom to call",
        ),
        (
            {"when_to_see_a_doctor": FLAG | {"routine": "Whenever."}},
            "routine: Write a whole sentence",
        ),
        (
            {"when_to_see_a_doctor": FLAG | {"soon": "See a doctor within a few days if:"}},
            "soon: Write a whole sentence",
        ),
        ({"doctor_lines": ["no-such-line"]}, "unknown doctor line no-such-line"),
        ({"doctor_lines": ["thirst", "thirst"]}, "“thirst” stands there twice"),
        ({"why_it_happens": None}, "missing why_it_happens"),
        ({"summary": "It cures fog."}, "Promise nothing"),
        ({"name": "Brain fog"}, "“brain fog” is already a name of brain-fog"),
        ({"related": ["hot-flushes", "hot-flushes"]}, "“hot-flushes” stands there twice"),
        ({"related": ["new-fog"]}, "points to itself"),
        ({"questions": ["Why?", "Why?"]}, "“Why?” stands there twice"),
        ({"position": "first"}, "position: a whole number is wanted"),
        ({"related": ["no-such-topic"]}, "unknown topic no-such-topic"),
        ({"sources": ["NOPE"]}, "unknown source NOPE"),
        ({"surprise": "x"}, "unknown surprise"),
        ({"questions": "not a list"}, "a list is wanted"),
        ({"slug": "another"}, "the file is named"),
    ],
)
def test_a_file_that_is_not_sound_is_left_out_and_named(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    """What a version brings must not keep the service from starting, and nothing that breaks a rule
    is loaded.
    """
    Option.objects.filter(slug="sage").delete()
    plain = (
        yaml.safe_load((seeding.SEED / "symptoms" / "brain-fog.yaml").read_text(encoding="utf-8"))
        | {"slug": "new-fog", "name": "New fog", "aliases": [], "doctor_lines": []}
        | change
    )
    (tmp_path / "symptoms").mkdir()
    (tmp_path / "symptoms" / "new-fog.yaml").write_text(seeding.as_file(plain), encoding="utf-8")
    (tmp_path / "options").mkdir()
    (tmp_path / "options" / "sage.yaml").write_text(
        (seeding.SEED / "options" / "sage.yaml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    loaded = seeding.insert_missing(tmp_path)
    assert any(said in reason for reason in loaded.left_out), loaded.left_out
    assert loaded.inserted == ("sage",)
    assert not Topic.objects.filter(slug="new-fog").exists()
    assert Option.objects.filter(slug="sage").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("alias", "owner"),
    [
        ("clonidine", "clonidine"),
        ("catapres", "clonidine"),
        ("hysterectomy", "surgical-menopause"),
        ("night sweats", "night-sweats"),
        ("the Night-Sweat", "night-sweats"),
    ],
)
def test_an_alias_stays_with_the_record_that_has_it(tmp_path: Path, alias: str, owner: str) -> None:
    """An import is refused for it; at a start, what is new does without."""
    file = seeding.SEED / "symptoms" / "brain-fog.yaml"
    plain = yaml.safe_load(file.read_text(encoding="utf-8"))
    plain |= {"slug": "new-fog", "name": "New fog", "aliases": [alias, "quite another fog"]}
    (tmp_path / "symptoms").mkdir()
    path = tmp_path / "symptoms" / "new-fog.yaml"
    path.write_text(seeding.as_file(plain), encoding="utf-8")
    said = f"“{alias.lower()}” is already a name of {owner}"
    with pytest.raises(CommandError, match=said):
        call_command("import_content", str(tmp_path))
    assert seeding.insert_missing(tmp_path) == seeding.Loaded(("new-fog",), ())
    assert Topic.objects.get(slug="new-fog").aliases == "quite another fog"


@pytest.mark.django_db
def test_a_guide_may_go_without_why_it_happens(tmp_path: Path) -> None:
    file = seeding.SEED / "guides" / "menopause.yaml"
    plain = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert "why_it_happens" not in plain
    plain |= {"slug": "new-guide", "name": "New guide", "aliases": [], "related": []}
    for kind in TopicKind:
        folder = tmp_path / kind / f"{kind}s"
        folder.mkdir(parents=True)
        text = seeding.as_file(plain | {"kind": str(kind)})
        (folder / "new-guide.yaml").write_text(text, encoding="utf-8")
        if kind != TopicKind.GUIDE:
            left_out = seeding.insert_missing(tmp_path / kind).left_out
            assert left_out == (f"{kind}s/new-guide.yaml: missing why_it_happens",)
    assert seeding.insert_missing(tmp_path / TopicKind.GUIDE).inserted == ("new-guide",)
    for kind in (TopicKind.SYMPTOM, TopicKind.CONDITION):
        with pytest.raises(IntegrityError, match="why_it_happens_written"), transaction.atomic():
            Topic.objects.filter(slug="new-guide").update(kind=kind)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["clonidine", "hormone-replacement-therapy"])
def test_an_option_without_a_key_caution_is_left_out(tmp_path: Path, slug: str) -> None:
    """The general record of HRT has those of its family alone."""
    plain = yaml.safe_load((seeding.SEED / "options" / f"{slug}.yaml").read_text(encoding="utf-8"))
    plain = {name: part for name, part in plain.items() if name not in ("key_cautions", "family")}
    (tmp_path / "options").mkdir()
    path = tmp_path / "options" / f"{slug}.yaml"
    path.write_text(seeding.as_file(plain), encoding="utf-8")
    with pytest.raises(CommandError, match=f"{slug}: no key caution"):
        call_command("import_content", str(tmp_path))
    Option.objects.filter(slug=slug).delete()
    assert seeding.insert_missing(tmp_path) == seeding.Loaded((), (f"{slug}: no key caution",))
    path.write_text(seeding.as_file(plain | {"family": "hrt"}), encoding="utf-8")
    assert seeding.insert_missing(tmp_path).inserted == (slug,), "its family has some"


FAMILY = {"name": "A family", "key_cautions": ["Ask first."]}
LINE = {"urgency": "soon", "text": "it gets worse"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "plain", "said"),
    [
        ("families", {"new": FAMILY | {"key_cautions": []}}, "new: missing key_cautions"),
        ("families", {"new": {"key_cautions": ["Ask first."]}}, "new: missing name"),
        ("families", {"new": FAMILY | {"warnings": ["Beware."]}}, "new: unknown warnings"),
        ("families", {"new": FAMILY | {"cautions": ["Take two tablets."]}}, "new: Leave out doses"),
        ("families", {"new": FAMILY | {"cautions": ["Not with black cohosh."]}}, "black cohosh"),
        ("doctor_lines", {"new": LINE | {"urgency": "later"}}, "new: urgency: 'later' is none of"),
        ("doctor_lines", {"new": LINE | {"text": ""}}, "new: missing text"),
        ("doctor_lines", {"new": LINE | {"text": "it comes to 1 in 5 women"}}, "new: "),
        ("doctor_lines", {"new": "it gets worse"}, "new: fields with their values are wanted"),
    ],
)
def test_what_records_share_is_refused_in_words_where_it_is_not_sound(
    tmp_path: Path, name: str, plain: dict[str, Any], said: str
) -> None:
    (tmp_path / f"{name}.yaml").write_text(seeding.as_file(plain), encoding="utf-8")
    with pytest.raises(CommandError, match=re.escape(said)), transaction.atomic():
        call_command("import_content", str(tmp_path))
    assert any(said in reason for reason in seeding.insert_missing(tmp_path).left_out)
    assert not Family.objects.filter(slug="new").exists()
    assert not DoctorLine.objects.filter(key="new").exists()


SOURCE = {
    "organisation": "A society",
    "title": "A statement",
    "year": 2024,
    "url": "https://example.org/statement",
}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("NEW: [", "sources.yaml"),
        ("just words", "entries with their fields are wanted"),
        (
            seeding.as_file(
                {"NEW": {name: value for name, value in SOURCE.items() if name != "title"}}
            ),
            "NEW: missing title",
        ),
        (seeding.as_file({"NEW": SOURCE | {"author": "Somebody"}}), "NEW: unknown author"),
        (
            seeding.as_file({"NEW": SOURCE | {"url": "http://example.org"}}),
            "source_address_is_https",
        ),
        (seeding.as_file({"NEW": SOURCE | {"year": 1066}}), "source_year_plausible"),
    ],
)
def test_sources_that_are_not_sound_are_refused_in_words(
    tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "sources.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=re.escape(said)), transaction.atomic():
        call_command("import_content", str(tmp_path))
    assert any(said in reason for reason in seeding.insert_missing(tmp_path).left_out)
    assert not Source.objects.filter(key="NEW").exists()


@pytest.mark.django_db
def test_a_constraint_of_the_database_refuses_in_words(tmp_path: Path) -> None:
    plain = yaml.safe_load((seeding.SEED / "options" / "tibolone.yaml").read_text(encoding="utf-8"))
    plain["grades"][0] |= {"grade": "strong", "finding": "no-benefit"}
    (tmp_path / "options").mkdir()
    (tmp_path / "options" / "tibolone.yaml").write_text(seeding.as_file(plain), encoding="utf-8")
    with pytest.raises(
        CommandError, match=r"Nothing was changed[\s\S]*evidence_finding_fits_grade"
    ):
        call_command("import_content", str(tmp_path))
