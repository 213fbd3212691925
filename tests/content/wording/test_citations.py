"""Sources: what a title and an address may say, wherever they come from."""

from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from content import seeding
from content.catalogue import refresh
from content.models import Option, Source, Topic
from content.vocabulary import CautionKind
from tests.makers import make_caution, make_reviewer, make_sign_off, make_source

pytestmark = pytest.mark.django_db

BREAKING = [
    ("title", "It helps 80% of women"),
    ("title", "Take two tablets twice a day"),
    ("title", "Evorel: the facts"),
    ("title", "Herbal remedies that work"),
    ("title", "Maral root for hot flushes"),
    ("title", "Forty of 120 people over 16"),
    ("organisation", "Buy it at www.example.com"),
    ("url", "https://shop.example.org/flush-ease"),
    ("url", "https://example.org/evorel"),
    ("url", "https://www.amazon.co.uk/dp/123"),
]


@pytest.mark.parametrize(("field", "words"), BREAKING)
def test_a_source_that_breaks_a_rule_is_refused_at_its_field(field: str, words: str) -> None:
    source = make_source()
    source.full_clean()
    setattr(source, field, words)
    with pytest.raises(ValidationError) as refusal:
        source.full_clean()
    assert set(refusal.value.message_dict) == {field}


@pytest.mark.parametrize(("field", "words"), BREAKING)
def test_a_file_of_sources_that_breaks_a_rule_is_refused(
    field: str, words: str, tmp_path: Path
) -> None:
    source = {
        "organisation": "A society",
        "title": "A statement",
        "year": 2024,
        "url": "https://example.org/statement",
        field: words,
    }
    (tmp_path / "sources.yaml").write_text(seeding.as_file({"NEW": source}), encoding="utf-8")
    for arguments in ((str(tmp_path), "--preview"), (str(tmp_path),)):
        with pytest.raises(CommandError, match=f"NEW: {field}: "):
            call_command("import_content", *arguments)
    assert any(f"NEW: {field}: " in reason for reason in seeding.insert_missing(tmp_path).left_out)
    assert not Source.objects.filter(key="NEW").exists()


def test_a_title_may_ask_for_a_cure() -> None:
    make_source(title="Is there a proven cure for hot flushes?").full_clean()
    make_source("TEST2", title="Towards a cure for osteoporosis").full_clean()


@pytest.mark.parametrize(("field", "words"), BREAKING)
def test_a_source_that_breaks_a_rule_reaches_no_answer(field: str, words: str, rest: Any) -> None:
    source = make_source()
    Topic.objects.get(slug="brain-fog").sources.add(source)
    assert source.url in str(rest("explain", topic="brain-fog"))
    Source.objects.filter(pk=source.pk).update(**{field: words})
    status, body = rest("explain", topic="brain-fog")
    assert status == 200
    assert words not in str(body)
    assert body["sources"]


@pytest.mark.parametrize(
    "title", ["Headaches in over 12s (CG150)", "Osteoarthritis in over 16s", "Care of under-18s"]
)
def test_the_age_group_of_a_guideline_may_stand_in_its_title(title: str) -> None:
    make_source(title=title).full_clean()


def test_every_source_of_the_seed_may_be_cited() -> None:
    assert set(refresh.current().sources) == set(Source.objects.values_list("key", flat=True))


def test_a_title_may_name_a_supplement_while_that_one_is_released(rest: Any) -> None:
    source = make_source(title="Black cohosh for menopausal symptoms")
    source.full_clean()
    herb = Option.objects.get(slug="black-cohosh")
    herb.summary = "What it is."
    herb.save()
    herb.sources.add(source)
    make_caution(herb)
    make_caution(herb, "Never with blood thinners.", CautionKind.KEY)
    Topic.objects.get(slug="brain-fog").sources.add(source)
    assert "Black cohosh for" not in str(rest("explain", topic="brain-fog"))
    make_sign_off("black-cohosh", make_reviewer())
    assert "Black cohosh for" in str(rest("evidence", option="black-cohosh"))
    Option.objects.filter(pk=herb.pk).update(summary="Something else.")
    assert "Black cohosh for" not in str(rest("explain", topic="brain-fog"))
