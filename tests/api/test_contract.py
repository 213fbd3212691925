"""The contract: what each call answers, for every topic and option, and in which order."""

import re
from typing import Any

import pytest
from django.test import Client

from api.calls import CALLS
from content.catalogue import refresh
from content.language.warning_signs import SIGNS
from content.models import Topic
from content.vocabulary import (
    RATINGS,
    WITHHELD_REASON,
    Finding,
    Grade,
    TopicKind,
    in_sentence,
)
from tests.examples import TAIL, asked, rated
from tests.makers import (
    make_caution,
    make_evidence,
    make_option,
    make_reviewer,
    make_sign_off,
    make_topic,
)

pytestmark = pytest.mark.django_db

CONTENT = {
    "explain": (
        "topic also_matched when_to_see_a_doctor summary what_it_is why_it_happens "
        "what_can_help related_topics"
    ),
    "options": (
        "topic also_matched when_to_see_a_doctor ratings shared_cautions options "
        "not_enough_research not_shown_to_help may_worsen withheld"
    ),
    "evidence": (
        "option also_matched who_should_check_first cautions may_worsen grades summary cost access"
    ),
    "doctor-prep": (
        "topics when_to_see_a_doctor first_questions questions things_to_bring "
        "notes_to_keep not_recognised"
    ),
    "topics": "symptoms conditions guides options withheld ratings counts warning_signs",
}


@pytest.mark.parametrize("detail", ["brief", "full"])
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_an_answer_holds_what_the_contract_names_in_its_order(
    call: Any, detail: str, rest: Any
) -> None:
    status, body = rest(call.name, **asked(call), detail=detail)
    assert status == 200
    assert [key for key in body if key != "note"] == [*CONTENT[call.name].split(), *TAIL]
    assert "note" not in body or next(iter(body)) == "note"
    assert "urgent" not in body
    assert all(isinstance(source, str) for source in body["sources"])
    assert body["review_status"] == "not_clinically_reviewed"
    assert body["reviewed_by"] is None
    assert "not medical advice" in body["disclaimer"]


def test_the_status_of_an_answer_is_that_of_its_least_reviewed_record(rest: Any) -> None:
    def said(call: str, **words: str) -> tuple[str, str | None]:
        body = rest(call, **words)[1]
        return body["review_status"], body["reviewed_by"]

    make_sign_off("brain-fog", make_reviewer())
    status, by = said("explain", topic="brain-fog")
    assert status == "reviewed"
    assert by is not None
    assert "Dr Test Reviewer" in by
    assert (
        said("options", symptom="brain-fog")
        == said("doctor-prep", symptoms="brain fog, hot flushes")
        == ("not_clinically_reviewed", None)
    )
    Topic.objects.filter(slug="brain-fog").update(summary="Other words.")
    refresh.forget()
    assert said("explain", topic="brain-fog") == ("review_lapsed", None)


@pytest.mark.parametrize("kind", [TopicKind.SYMPTOM, TopicKind.CONDITION])
def test_a_rating_claims_no_treatment_of_a_linked_condition(kind: TopicKind, rest: Any) -> None:
    """“It does not treat the cancer” stands beside it: what helps there eases something else."""
    catalogue = refresh.current()
    listed_for: dict[tuple[str, str], str] = {}
    for entry in catalogue.of_kind(kind):
        _, listed = rest("options", symptom=entry.topic.slug, detail="full")
        name = in_sentence(entry.topic.name)
        for said in (f"{key['rating']}. {key['meaning']}" for key in listed["ratings"]):
            assert not re.search(rf"\b(?:treats?|cures?|prevents?|{re.escape(name)})\b", said), said
        for item in (
            item for part in ("options", "not_shown_to_help", "may_worsen") for item in listed[part]
        ):
            listed_for[item["slug"], entry.topic.slug] = item.get("rating", "")
            listed_for |= {
                (form["slug"], entry.topic.slug): form["rating"]
                for form in item.get("variants", ())
            }
    assert listed_for
    sheets = {
        option: rest("evidence", option=option)[1]
        for option in {option for option, _ in listed_for}
    }
    graded = {
        (option, grade["topic"]["slug"]): grade["rating"]
        for option, sheet in sheets.items()
        for grade in (*sheet["grades"], *sheet["may_worsen"])
    }
    told = {pair: rating for pair, rating in listed_for.items() if rating}
    assert {pair: graded[pair] for pair in told} == told
    assert set(told.values()) <= {rating.label for rating in RATINGS.values()}


@pytest.mark.parametrize("kind", ["slug", "name"])
def test_every_topic_answers_to_its_slug_and_name_in_every_call(
    kind: str, rest: Any, client: Client
) -> None:
    catalogue = refresh.current()
    assert [len(catalogue.of_kind(one)) for one in ("symptom", "condition", "guide")] == [28, 15, 6]
    for slug, entry in catalogue.topics.items():
        words = slug if kind == "slug" else entry.topic.name
        for call in ("explain", "options"):
            status, body = rest(call, **{"topic" if call == "explain" else "symptom": words})
            if call == "options" and entry.topic.kind == TopicKind.GUIDE:
                assert (status, body["code"], f"explain with topic={slug}" in body["note"]) == (
                    404,
                    "unknown_topic",
                    True,
                )
                continue
            assert (status, body["topic"]["slug"]) == (200, slug)
            assert body["also_matched"] == [], "a record's own name or slug names nothing else"
            assert body["when_to_see_a_doctor"] == entry.topic.flag.text
        status, body = rest("doctor-prep", symptoms=words)
        assert (status, [topic["slug"] for topic in body["topics"]]) == (200, [slug])
        assert body["when_to_see_a_doctor"] == entry.topic.flag.text


@pytest.mark.parametrize("kind", ["slug", "name"])
def test_every_option_answers_to_its_slug_and_name(kind: str, rest: Any) -> None:
    for slug, option in refresh.current().options.items():
        status, body = rest("evidence", option=slug if kind == "slug" else option.name)
        assert (status, body["option"]["slug"]) == (200, slug)


def test_strongest_evidence_comes_first_and_no_benefit_apart(rest: Any) -> None:
    ranks = {(grade, finding): place for place, (grade, finding) in enumerate(RATINGS)}
    catalogue = refresh.current()
    for slug in rated():
        _, body = rest("options", symptom=slug)
        found = {pair.released.slug: pair.grade.finding for pair in catalogue.topics[slug].pairs}
        places = [ranks[item["grade"], item["finding"]] for item in body["options"]]
        assert places == sorted(places)
        forms = [form["slug"] for item in body["options"] for form in item.get("variants", ())]
        assert {found[name] for name in (*(item["slug"] for item in body["options"]), *forms)} <= {
            Finding.HELPS
        }
        assert {item["finding"] for item in body["options"]} <= {"helps"}
        for part, finding in (
            ("not_enough_research", Finding.UNCLEAR),
            ("not_shown_to_help", Finding.NO_BENEFIT),
            ("may_worsen", Finding.MAY_WORSEN),
        ):
            assert {found[item["slug"]] for item in body[part]} <= {finding}
        assert all(item["statement"] for item in body["may_worsen"])
        assert len(body["withheld"]["options"]) == 33


def test_what_is_usually_tried_first_comes_first_within_a_rating(
    rest: Any,
) -> None:
    topic = make_topic()
    for position, (slug, place) in enumerate(
        (("later", 2), ("unplaced", 0), ("first", 1), ("stronger", 3)), start=1
    ):
        option = make_option(slug, name=slug.title(), position=position)
        make_caution(option)
        make_evidence(
            option, topic, Grade.STRONG if slug == "stronger" else Grade.MIXED, place=place
        )
    _, body = rest("options", symptom=topic.slug)
    assert [item["slug"] for item in body["options"]] == ["stronger", "first", "later", "unplaced"]


def test_every_link_in_every_answer_is_absolute_and_leads_to_a_page(
    rest: Any, client: Client, settings: Any
) -> None:
    pages: set[str] = set()

    def gather(value: Any) -> None:
        if isinstance(value, dict):
            if "source_page" in value:
                pages.add(value["source_page"])
            for part in value.values():
                gather(part)
        elif isinstance(value, list):
            for part in value:
                gather(part)

    catalogue = refresh.current()
    gather(rest("topics")[1])
    for slug in catalogue.topics:
        gather(rest("explain", topic=slug)[1])
        gather(rest("doctor-prep", symptoms=slug)[1])
    for slug in rated():
        gather(rest("options", symptom=slug)[1])
    for slug in catalogue.options:
        gather(rest("evidence", option=slug)[1])
    assert len(pages) == 28 + 15 + 6 + 62 + 33 + len(("/topics", "/prepare"))
    for link in pages:
        assert link.startswith(settings.PUBLIC_URL + "/")
        assert client.get(link.removeprefix(settings.PUBLIC_URL)).status_code == 200, link


def test_doctor_prep_names_the_places_of_what_it_did_not_recognise(rest: Any) -> None:
    _, body = rest(
        "doctor-prep", symptoms="hot flushes, xylophone zeppelin, brain fog; hot flashes"
    )
    assert body["not_recognised"] == [2]
    assert [topic["slug"] for topic in body["topics"]] == ["hot-flushes", "brain-fog"]


def test_a_guide_is_answered_by_every_call_but_options(rest: Any) -> None:
    for entry in refresh.current().of_kind(TopicKind.GUIDE):
        slug = entry.topic.slug
        _, told = rest("explain", topic=slug)
        assert (told["topic"]["kind"], told["when_to_see_a_doctor"]) == (
            "guide",
            entry.topic.flag.text,
        )
        assert rest("doctor-prep", symptoms=slug)[0] == 200
        status, refused = rest("options", symptom=slug)
        assert (status, list(refused)[3]) == (404, "note")


def test_what_is_covered_is_counted_by_kind(rest: Any) -> None:
    _, body = rest("topics", detail="full")
    assert body["counts"] == {
        "symptoms": 28,
        "conditions": 15,
        "guides": 6,
        "options": 62,
        "withheld": 33,
    }
    assert {name: len(body[name]) for name in ("symptoms", "conditions", "guides", "options")} == {
        name: body["counts"][name] for name in ("symptoms", "conditions", "guides", "options")
    }
    assert [(key["rating"], key["meaning"]) for key in body["ratings"]] == [
        (one.label, one.meaning) for one in RATINGS.values()
    ]
    assert body["withheld"]["reason"] == WITHHELD_REASON
    assert [sign["slug"] for sign in body["warning_signs"]] == [sign.slug for sign in SIGNS]


def test_a_guide_by_its_name_is_one_item_of_a_list(rest: Any) -> None:
    names = {
        entry.topic.name: entry.topic.slug for entry in refresh.current().of_kind(TopicKind.GUIDE)
    }
    for name, slug in names.items():
        for listed, others in (
            ("{}", []),
            ("Hot flushes, {}, brain fog", ["hot-flushes", "brain-fog"]),
        ):
            _, body = rest("doctor-prep", symptoms=listed.format(name))
            assert body["not_recognised"] == [], name
            assert sorted(topic["slug"] for topic in body["topics"]) == sorted([slug, *others]), (
                name
            )


def test_doctor_prep_asks_the_five_that_matter_most_first_and_none_twice(rest: Any) -> None:
    _, body = rest("doctor-prep", symptoms="hot flushes, brain fog, sleep problems")
    assert len(body["first_questions"]) == 5
    questions = [*body["first_questions"], *body["questions"]]
    assert len(questions) == len(set(questions))
    leading = [
        refresh.current().topics[topic["slug"]].topic.questions[0] for topic in body["topics"]
    ]
    assert body["first_questions"][: len(leading)] == leading
