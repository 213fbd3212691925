"""The gate: nothing leaves without a key caution, and no supplement or herb without a sign-off."""

from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from content.catalogue import refresh
from content.documents import FamilyDocument, OptionDocument, read_options
from content.models import Caution, Family, Option
from content.review import standing as standing_module
from content.review.release import Released, Withheld, release
from content.review.standing import UNREVIEWED, Standing
from content.vocabulary import CautionKind, OptionKind, ReviewStatus
from tests.makers import (
    make_caution,
    make_evidence,
    make_option,
    make_reviewer,
    make_sign_off,
    make_topic,
)

REVIEWED = Standing(ReviewStatus.REVIEWED, "Dr A, GP")


@pytest.fixture
def herb(db: None) -> OptionDocument:
    option = make_option(
        "test-herb", OptionKind.SUPPLEMENT_OR_HERB, name="Test herb", aliases="testus herbalis"
    )
    make_caution(option, "Check with a pharmacist first.")
    make_caution(option, "Never with blood thinners.", CautionKind.KEY)
    make_evidence(option, make_topic())
    return read_options(slug="test-herb")[0]


def test_a_withheld_option_has_no_field_that_could_leak() -> None:
    assert {field.name for field in fields(Withheld)} == {"slug", "name", "kind"}


def test_a_supplement_needs_its_cautions_and_a_sign_off_in_force(herb: OptionDocument) -> None:
    assert isinstance(release(herb, REVIEWED), Released)
    assert isinstance(release(herb, UNREVIEWED), Withheld)
    assert isinstance(release(herb, Standing(ReviewStatus.LAPSED)), Withheld)
    assert isinstance(release(replace(herb, cautions=()), REVIEWED), Withheld)
    assert isinstance(release(replace(herb, key_cautions=()), REVIEWED), Withheld)


OTHER_KINDS = [kind for kind in OptionKind.values if kind != OptionKind.SUPPLEMENT_OR_HERB]


@pytest.mark.parametrize("kind", OTHER_KINDS)
@pytest.mark.parametrize("standing", [UNREVIEWED, REVIEWED], ids=["unreviewed", "reviewed"])
def test_no_option_is_released_without_a_key_caution(
    herb: OptionDocument, kind: str, standing: Standing
) -> None:
    bare = replace(herb, kind=kind, key_cautions=())
    shared = FamilyDocument("family", "Family", key_cautions=("Ask first.",))
    assert release(bare, standing) is None
    assert release(replace(bare, shared=replace(shared, key_cautions=())), standing) is None
    assert isinstance(release(replace(bare, shared=shared), standing), Released)


@pytest.mark.django_db
def test_an_option_that_loses_its_key_cautions_is_in_no_answer(rest: Any) -> None:
    assert rest("evidence", option="clonidine")[0] == 200
    Caution.objects.filter(option__slug="clonidine", kind=CautionKind.KEY).delete()
    assert "clonidine" not in refresh.current().options
    assert rest("evidence", option="clonidine")[0] == 404
    assert "clonidine" not in str(rest("options", symptom="hot flushes", detail="full")[1]).lower()


@pytest.mark.django_db
def test_a_family_without_key_cautions_withholds_members_with_none() -> None:
    Caution.objects.filter(family__slug="hrt", kind=CautionKind.KEY).delete()
    members = set(Family.objects.get(slug="hrt").members.values_list("slug", flat=True))
    assert members - set(refresh.current().options) == {"hormone-replacement-therapy"}


@pytest.mark.parametrize("kind", OTHER_KINDS)
def test_every_other_kind_passes_with_its_standing(herb: OptionDocument, kind: str) -> None:
    released = release(replace(herb, kind=kind), UNREVIEWED)
    assert isinstance(released, Released)
    assert released.standing == UNREVIEWED


@pytest.mark.django_db
def test_at_launch_every_supplement_is_withheld_by_name() -> None:
    catalogue = refresh.current()
    supplements = {option.slug for option in read_options(kind=OptionKind.SUPPLEMENT_OR_HERB)}
    assert {option.slug for option in catalogue.withheld} == supplements
    assert len(supplements) == 33


def mentions(rest: Any, words: str) -> list[str]:
    """Which calls' bodies hold some words."""
    bodies = {
        call: rest(call, **query)[1]
        for call, query in {
            "options": {"symptom": "test topic"},
            "evidence": {"option": "test herb"},
        }.items()
    }
    return [call for call, body in bodies.items() if words in str(body)]


def test_release_and_lapse_show_at_once(herb: OptionDocument, rest: Any) -> None:
    claim = "Research points to some help."
    assert mentions(rest, claim) == []
    reviewer = make_reviewer()
    make_sign_off("test-herb", reviewer)
    assert mentions(rest, claim) == ["options", "evidence"]
    Option.objects.filter(slug="test-herb").update(summary="Another summary.")
    assert mentions(rest, claim) == []
    Option.objects.filter(slug="test-herb").update(summary=herb.summary)
    assert mentions(rest, claim) == ["options", "evidence"]
    reviewer.ended_on = standing_module.today()
    reviewer.save()
    assert mentions(rest, claim) == []


def test_a_review_due_today_is_no_longer_in_force(herb: OptionDocument, rest: Any) -> None:
    make_sign_off(
        "test-herb", make_reviewer(), review_due_on=standing_module.today() + timedelta(days=1)
    )
    assert mentions(rest, "Research points to some help.") == ["options", "evidence"]
    other = make_option("other-herb", OptionKind.SUPPLEMENT_OR_HERB)
    make_caution(other)
    make_caution(other, "Never with blood thinners.", CautionKind.KEY)
    make_sign_off("other-herb", make_reviewer("Dr Other"), review_due_on=standing_module.today())
    assert rest("evidence", option="other-herb")[1].get("withheld")


def renamed() -> Option:
    """Black cohosh under another name, with no other name left: what an editor may save."""
    option = Option.objects.get(slug="black-cohosh")
    option.name, option.aliases = "Womanroot", ""
    option.full_clean()
    option.save()
    return option


def claiming(**values: Any) -> Option:
    """A new option that would be told without any sign-off."""
    given = {
        "slug": "new-option",
        "kind": OptionKind.LIFESTYLE,
        "name": "New option",
        "summary": "It helps.",
        "cost": "Low.",
        "access": "Sold in shops.",
    }
    return Option(**(given | values))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "kind"),
    [("black-cohosh", OptionKind.LIFESTYLE), ("yoga", OptionKind.SUPPLEMENT_OR_HERB)],
)
def test_no_option_crosses_the_gate_by_its_kind(slug: str, kind: str) -> None:
    option = Option.objects.get(slug=slug)
    option.kind, option.name, option.aliases = kind, "Something else", ""
    option.summary, option.cost, option.access = "It helps.", "Low.", "Sold in shops."
    with pytest.raises(ValidationError, match="make a new record"):
        option.full_clean()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "values",
    [
        {"name": "Black cohosh"},
        {"name": "Bl\u0430ck cohosh"},
        {"name": "Flush ease", "aliases": "cimicifuga"},
        {"name": "Flush ease", "aliases": "black cohosh root"},
        {"name": "Flush ease", "summary": "Black cohosh helps with flushes."},
        {"name": "Maral root", "kind": OptionKind.DEVICE_OR_PRODUCT},
        {"name": "Flush ease", "aliases": "rhaponticum"},
        {"name": "Ginger"},
    ],
)
def test_no_other_option_goes_by_a_name_that_a_remedy_has_or_had(
    values: dict[str, Any],
) -> None:
    renamed()
    with pytest.raises(ValidationError, match=r"supplement|herb"):
        claiming(**values).full_clean()


@pytest.mark.django_db
def test_another_option_may_still_be_added() -> None:
    claiming(
        name="Chilled pillows", kind=OptionKind.DEVICE_OR_PRODUCT, aliases="chilled pillows"
    ).full_clean()


@pytest.mark.django_db
def test_what_was_a_supplement_is_never_told_as_anything_else(rest: Any) -> None:
    renamed()
    written = {
        "kind": OptionKind.LIFESTYLE,
        "summary": "It helps a great deal.",
        "cost": "Low.",
        "access": "Sold in shops.",
    }
    for values in ({"name": "Black cohosh"}, {"name": "Womanroot"}):
        Option.objects.filter(slug="black-cohosh").update(**written, **values)
        assert "black-cohosh" not in refresh.current().options
        assert "great deal" not in str(rest("evidence", option="womanroot")[1])
    claiming(name="Flush ease", aliases="cimicifuga", summary="It helps a great deal.").save()
    assert "new-option" not in refresh.current().options
    assert "great deal" not in str(rest("evidence", option="cimicifuga")[1])


@pytest.mark.django_db
def test_a_supplement_may_use_its_own_former_and_well_known_names() -> None:
    option = renamed()
    option.summary = "Womanroot, once filed as black cohosh."
    option.full_clean()
    claiming(
        kind=OptionKind.SUPPLEMENT_OR_HERB,
        name="Maral root extract",
        summary="Maral root is a herb to ask a pharmacist about.",
    ).full_clean()
    option.summary = "Womanroot is like maral root."
    with pytest.raises(ValidationError, match="maral root"):
        option.full_clean()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("alias", "named"),
    [("iron", r"and \d+ more"), ("doctor", r"and \d{2,} more"), ("stretching", "Yoga")],
)
def test_a_name_that_would_withhold_other_records_is_refused_naming_them(
    alias: str, named: str
) -> None:
    sage = Option.objects.get(slug="sage")
    sage.aliases += f"\n{alias}"
    with pytest.raises(ValidationError, match=f"“{alias}” is a word of other records.*{named}"):
        sage.full_clean()


@pytest.mark.django_db
def test_a_name_that_no_other_record_uses_is_taken() -> None:
    sage = Option.objects.get(slug="sage")
    sage.summary = "Garden sage, also called clary."
    sage.aliases += "\nclary"
    sage.full_clean()


@pytest.mark.django_db
def test_words_put_in_by_sql_never_reach_an_answer(rest: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE content_topic SET summary = 'Take two tablets twice a day.' WHERE slug = "
            "'brain-fog'"
        )
    status, body = rest("explain", topic="brain-fog")
    assert status == 404
    assert "tablets" not in str(body)
    assert rest("explain", topic="hot-flushes")[0] == 200
