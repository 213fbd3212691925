"""What a sign-off covers: every clinical field of a record, its sources, and what it shares with
others.
"""

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model

from content.answers import compose, shapes
from content.catalogue import refresh
from content.documents import NOT_CLINICAL, OptionDocument, SharedLine, read_options
from content.models import (
    Caution,
    DoctorLine,
    Evidence,
    Family,
    Option,
    PrepItem,
    RelatedTopic,
    Source,
    Topic,
)
from content.review import standing as standing_module
from content.review.standing import standing
from content.vocabulary import (
    RATINGS,
    CautionKind,
    Finding,
    Grade,
    PrepKind,
    Urgency,
)
from tests.makers import (
    document_of,
    make_caution,
    make_evidence,
    make_option,
    make_reviewer,
    make_sign_off,
    make_source,
    make_topic,
)


def reviewed(slug: str) -> bool:
    """Whether the sign-off of a record, as both now stand in the database, is in force."""
    return standing(
        document_of(slug), standing_module.read_ledger(), standing_module.today()
    ).is_reviewed


@pytest.mark.django_db
@pytest.mark.parametrize(
    "slug", ["hot-flushes", "vaginal-oestrogen", "painful-sex", "combined-hrt", "menopause"]
)
def test_every_clinical_field_is_part_of_the_digest(slug: str) -> None:
    document = document_of(slug)
    for field in fields(document):
        value = getattr(document, field.name)
        other: Any = {str: "changed", int: 9999, tuple: ("changed",)}.get(type(value))
        if field.name == "when_to_see_a_doctor":
            other = replace(value, soon="changed")
        elif field.name == "grades":
            other = value[1:]
        elif field.name == "shared_lines":
            other = (*value, SharedLine("another", Urgency.SOON, "it gets worse"))
        elif field.name == "shared":
            family = value or read_options(slug="combined-hrt")[0].shared
            other = replace(family, cautions=("changed",))
        changed = replace(document, **{field.name: other})
        assert (standing_module.digest(changed) == standing_module.digest(document)) == (
            field.name in NOT_CLINICAL
        ), field.name


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["label", "meaning"])
def test_what_readers_are_told_of_a_grade_is_part_of_the_digest(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is served under the reviewer's name, and was read by the reviewer."""
    before = standing_module.digest(document_of("clonidine"))
    document = document_of("clonidine")
    assert isinstance(document, OptionDocument)
    told = [f"{grade.rating.label}: {grade.rating.meaning}" for grade in document.grades]
    assert [grade["rating"] for grade in standing_module.signed_fields(document)["grades"]] == told
    pair = (document.grades[0].grade, document.grades[0].finding)
    monkeypatch.setitem(RATINGS, pair, replace(RATINGS[pair], **{what: "Other words."}))
    assert standing_module.digest(document_of("clonidine")) != before


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["grade", "finding"])
def test_another_rating_of_a_pair_ends_its_sign_off(part: str) -> None:
    option = make_option()
    make_evidence(option, make_topic(), Grade.MIXED, Finding.UNCLEAR)
    make_sign_off(option.slug, make_reviewer())
    assert standing(
        document_of(option.slug), standing_module.read_ledger(), standing_module.today()
    ).is_reviewed
    other = {"grade": Grade.WEAK, "finding": Finding.HELPS}[part]
    Evidence.objects.filter(option=option).update(**{part: other})
    assert not standing(
        document_of(option.slug), standing_module.read_ledger(), standing_module.today()
    ).is_reviewed


@pytest.mark.django_db
def test_what_is_signed_of_a_grade_is_what_is_served() -> None:
    catalogue = refresh.current()
    for option in catalogue.released:
        sheet = compose.evidence_sheet(catalogue, option.slug)
        assert isinstance(sheet, shapes.EvidenceSheet)
        served = {(item.topic.slug, item.rating) for item in (*sheet.grades, *sheet.may_worsen)}
        assert served == {(grade.topic, grade.rating.label) for grade in option.option.grades}
        grades = standing_module.signed_fields(option.option)["grades"]
        signed = {(grade["topic"], grade["rating"]) for grade in grades}
        meanings = {one.label: f"{one.label}: {one.meaning}" for one in RATINGS.values()}
        assert signed == {(topic, meanings[label]) for topic, label in served}


ROWS = (Topic, PrepItem, RelatedTopic, Option, Caution, Evidence, Family, DoctorLine)


def rows_of_two_records() -> dict[type[Model], tuple[Model, str]]:
    """One row of every sort that a record is made of, each with the slug of its record; where rows
    stand in an order, it is the first of two.
    """
    family = Family.objects.create(slug="test-family", name="Test family")
    topic, option = make_topic(), make_option(family=family)
    line = DoctorLine.objects.create(key="test-line", urgency=Urgency.SOON, text="it gets worse")
    topic.doctor_lines.add(line)
    others = [make_topic(f"other-topic-{number}") for number in range(2)]
    items = [
        PrepItem.objects.create(topic=topic, kind=PrepKind.QUESTION, text=text, position=place)
        for place, text in enumerate(("One?", "Two?"))
    ]
    links = [
        RelatedTopic.objects.create(topic=topic, to=other, position=place)
        for place, other in enumerate(others)
    ]
    cautions = [make_caution(option, text) for text in ("Ask first.", "Ask again.")]
    return {
        Topic: (topic, topic.slug), PrepItem: (items[0], topic.slug),
        RelatedTopic: (links[0], topic.slug),
        Option: (option, option.slug), Caution: (cautions[0], option.slug),
        Evidence: (make_evidence(option, topic), option.slug),
        Family: (family, option.slug), DoctorLine: (line, topic.slug),
    }  # fmt: skip


def another(row: Model, field: Any) -> Any:
    """A value of the field that is not the one it has."""
    if field.related_model is Family:
        return Family.objects.create(slug="another-family", name="Another family")
    if field.is_relation:
        return make_topic(f"another-for-{field.name}")
    if field.choices:
        return next(value for value, _ in field.choices if value != getattr(row, field.name))
    return 9999 if field.name in ("position", "place") else "Changed."


def test_every_sort_of_row_of_a_record_is_walked() -> None:
    parts = {
        model
        for model in apps.get_app_config("content").get_models()
        for field in model._meta.concrete_fields
        if field.related_model in (Topic, Option, Family, DoctorLine)
    }
    parts = {model for model in parts if not model.__name__.startswith("Historical")}
    found = {model for model in parts if not model._meta.auto_created}
    assert found | {Topic, Option, Family, DoctorLine} == set(ROWS)


@pytest.mark.django_db
@pytest.mark.parametrize("model", ROWS, ids=lambda model: model.__name__)
def test_every_column_of_a_record_reaches_its_document(model: type[Model]) -> None:
    """A column that a document does not hold could change unseen by any reviewer."""
    row, slug = rows_of_two_records()[model]
    owners: dict[type[Model], set[str]] = {
        PrepItem: {"topic"},
        RelatedTopic: {"topic"},
        Caution: {"option", "family"},
        Evidence: {"option"},
    }
    parents = owners.get(model, set())
    before, unseen = document_of(slug), []
    for field in model._meta.concrete_fields:
        if field.name in {"id", "slug", *parents}:
            continue  # what says which row it is, and of which record
        original = getattr(row, field.name)
        setattr(row, field.name, another(row, field))
        row.save()
        if document_of(slug) == before:
            unseen.append(field.name)
        setattr(row, field.name, original)
        row.save()
    assert unseen == []
    assert document_of(slug) == before


@pytest.mark.django_db
@pytest.mark.parametrize("model", [Topic, Option, Evidence], ids=lambda model: model.__name__)
def test_the_sources_of_a_record_reach_its_document(model: type[Model]) -> None:
    row, slug = rows_of_two_records()[model]
    before = document_of(slug)
    row.sources.add(Source.objects.first())  # type: ignore[attr-defined]
    assert document_of(slug) != before


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        {"organisation": "Others"},
        {"title": "Another title"},
        {"year": 1999},
        {"url": "https://example.org/moved"},
    ],
)
@pytest.mark.parametrize("model", [Topic, Option, Evidence], ids=lambda model: model.__name__)
def test_what_a_source_says_is_part_of_what_is_signed(
    model: type[Model], change: dict[str, object]
) -> None:
    row, slug = rows_of_two_records()[model]
    source = make_source()
    row.sources.add(source)  # type: ignore[attr-defined]
    make_sign_off(slug, make_reviewer())
    assert standing(
        document_of(slug), standing_module.read_ledger(), standing_module.today()
    ).is_reviewed
    Source.objects.filter(pk=source.pk).update(**change)
    assert not standing(
        document_of(slug), standing_module.read_ledger(), standing_module.today()
    ).is_reviewed


@pytest.mark.django_db
def test_the_lines_of_every_appointment_list_are_part_of_what_is_signed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_sign_off("brain-fog", make_reviewer())
    ledger = standing_module.read_ledger()
    assert standing(document_of("brain-fog"), ledger, standing_module.today()).is_reviewed
    monkeypatch.setattr(
        standing_module,
        "BRING_TO_EVERY_APPOINTMENT",
        (*standing_module.BRING_TO_EVERY_APPOINTMENT, "One line more."),
    )
    assert not standing(document_of("brain-fog"), ledger, standing_module.today()).is_reviewed


@pytest.mark.django_db
@pytest.mark.parametrize("kind", CautionKind.values)
@pytest.mark.parametrize("act", ["add", "change", "delete"])
def test_a_change_of_a_family_s_caution_ends_every_member_s_sign_off(kind: str, act: str) -> None:
    members = [option.slug for option in read_options(family__slug="hrt")]
    assert len(members) == 4
    reviewer = make_reviewer()
    for slug in (*members, "clonidine"):
        make_sign_off(slug, reviewer)
        assert reviewed(slug)
    caution = Caution.objects.filter(family__slug="hrt", kind=kind)[0]
    if act == "add":
        Caution.objects.create(family=caution.family, kind=kind, text="Ask about this too.")
    elif act == "change":
        Caution.objects.filter(pk=caution.pk).update(text="Other words.")
    else:
        caution.delete()
    assert {slug: reviewed(slug) for slug in members} == dict.fromkeys(members, False)
    assert reviewed("clonidine"), "it is of no family"


@pytest.mark.django_db
@pytest.mark.parametrize("change", [{"text": "you have other words"}, {"urgency": Urgency.SOON}])
def test_a_change_of_a_shared_line_ends_the_sign_off_of_its_topics(
    change: dict[str, str],
) -> None:
    line = DoctorLine.objects.get(key="stroke-signs")
    having = list(line.topics.values_list("slug", flat=True))
    without = Topic.objects.exclude(doctor_lines=line)[0].slug
    assert len(having) > 1
    reviewer = make_reviewer()
    for slug in (*having, without):
        make_sign_off(slug, reviewer)
        assert reviewed(slug)
    DoctorLine.objects.filter(pk=line.pk).update(**change)
    assert {slug: reviewed(slug) for slug in having} == dict.fromkeys(having, False)
    assert reviewed(without)


@pytest.mark.django_db
def test_a_shared_doctor_line_taken_from_a_topic_ends_its_sign_off() -> None:
    topic = Topic.objects.get(slug="hot-flushes")
    make_sign_off(topic.slug, make_reviewer())
    assert reviewed(topic.slug)
    topic.doctor_lines.remove(topic.doctor_lines.first())  # type: ignore[arg-type]
    assert not reviewed(topic.slug)


@pytest.mark.django_db
def test_the_day_of_the_last_change_is_that_of_what_is_shared_too(rest: Any) -> None:
    later = datetime.now(UTC) + timedelta(days=3)

    def updated(call: str, **query: str) -> Any:
        return rest(call, **query)[1]["content_updated"]

    asked: tuple[tuple[str, dict[str, str]], ...] = (
        ("evidence", {"option": "combined-hrt"}),
        ("explain", {"topic": "menopause"}),
        ("evidence", {"option": "clonidine"}),
        ("explain", {"topic": "skin-changes"}),
    )
    before = [updated(call, **query) for call, query in asked]
    assert later.date().isoformat() not in before
    line = DoctorLine.objects.get(key="under-45")
    assert set(line.topics.values_list("slug", flat=True)) & {"menopause", "skin-changes"} == {
        "menopause"
    }
    rows: tuple[Any, ...] = (Caution.objects.filter(family__slug="hrt")[0], line)
    for row in rows:
        row.text += " too"
        row._history_date = later
        row.save()
    day = later.date().isoformat()
    assert [updated(call, **query) for call, query in asked] == [day, day, *before[2:]]
