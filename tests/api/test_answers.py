"""Answers that survive their reader: every record by every call, at the size that agents' hosts
leave.
"""

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest

from api.calls import BY_NAME, CALLS, Call, body_of
from api.envelope import answered
from api.serializers import BUDGET, HEAD
from content.answers.parts import BRIEF, FULL, Wanted
from content.answers.resolve import Resolved
from content.catalogue import refresh
from content.catalogue.snapshot import Catalogue
from content.language.warning_signs import SIGNS, urgent_text
from content.review.release import Released
from content.vocabulary import RATINGS, Finding, OptionKind, TopicKind
from mcp_bridge import tools
from tests.examples import TAIL

pytestmark = pytest.mark.django_db

MCP_BUDGET = 22_000  # bytes of a tool result
TOOLS_BUDGET = 16_000  # bytes of tools/list
LONGEST = max((urgent_text([sign]) or "" for sign in SIGNS), key=len)
URGENT = {"no sign": None, "a sign": LONGEST}
HOSTS: dict[str, Callable[[str], str]] = {
    "first 8,000": lambda text: text[:8000],
    "first 10,000": lambda text: text[:10_000],
    "middle cut out": lambda text: text if len(text) <= 10_000 else text[:5000] + text[-5000:],
}


def subjects(catalogue: Catalogue, call: Call) -> Iterator[Resolved]:
    """Every record that a call can be asked about."""
    topics = list(catalogue.topics.values())
    if call.name == "topics":
        yield Resolved(("all",))
    elif call.name == "evidence":
        yield from (Resolved((slug,)) for slug in catalogue.options)
    else:
        rated = call.name == "options"
        yield from (
            Resolved((entry.topic.slug,))
            for entry in topics
            if not rated or entry.topic.kind != TopicKind.GUIDE
        )


def longest_flags(catalogue: Catalogue, many: int) -> tuple[str, ...]:
    """The topics with the longest doctor flags."""
    return tuple(
        sorted(catalogue.topics, key=lambda slug: -len(catalogue.topics[slug].topic.flag.text))[
            :many
        ]
    )


def end_of_flag(text: str) -> int:
    """The place in a body behind its doctor flag."""
    flag = json.dumps(json.loads(text)["when_to_see_a_doctor"], ensure_ascii=False)
    return text.index(flag) + len(flag)


def body(call: Call, found: Resolved, wanted: Wanted = BRIEF, urgent: str | None = None) -> str:
    return body_of(call, refresh.current(), found, wanted, urgent).decode()


@pytest.mark.parametrize("sign", URGENT)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_every_body_is_short_and_what_protects_leads(call: Call, sign: str) -> None:
    urgent = URGENT[sign]
    for found in subjects(refresh.current(), call):
        text = body(call, found, urgent=urgent)
        assert len(text.encode()) <= BUDGET, found
        told = json.loads(text)
        assert next(iter(told)) == "urgent" or urgent is None
        if "when_to_see_a_doctor" in told:
            assert end_of_flag(text) <= HEAD, found


@pytest.mark.parametrize("many", [2, 3, 4, 6, 12])
def test_a_list_of_symptoms_is_short_and_its_whole_flag_leads(many: int) -> None:
    catalogue = refresh.current()
    text = body(BY_NAME["doctor-prep"], Resolved(longest_flags(catalogue, many)))
    assert len(text.encode()) <= BUDGET
    if many <= 4:
        assert end_of_flag(text) <= HEAD
    flag = json.loads(text)["when_to_see_a_doctor"]
    for slug in longest_flags(catalogue, many):
        own = catalogue.topics[slug].topic.flag
        for line in (*own.emergency.splitlines(), *own.soon.splitlines()):
            assert line.strip() in flag, (slug, line)


def test_a_line_that_several_topics_share_is_said_once() -> None:
    catalogue = refresh.current()
    for pair in combinations(longest_flags(catalogue, 8), 2):
        lines = json.loads(body(BY_NAME["doctor-prep"], Resolved(pair)))[
            "when_to_see_a_doctor"
        ].splitlines()
        said = [line for line in lines if line.strip()]
        assert len(said) == len(set(said)), pair


@pytest.mark.parametrize("host", HOSTS)
def test_what_protects_survives_a_host_that_cuts(host: str) -> None:
    catalogue, cut = refresh.current(), HOSTS[host]
    for call in CALLS:
        for found in subjects(catalogue, call):
            for wanted in (BRIEF, FULL):
                text = body(call, found, wanted, LONGEST)
                left = cut(text)
                assert (
                    json.dumps({"urgent": LONGEST}, ensure_ascii=False, separators=(",", ":"))[:-1]
                    in left
                )
                told = json.loads(text)
                if "when_to_see_a_doctor" in told:
                    assert json.dumps(told["when_to_see_a_doctor"], ensure_ascii=False) in left
                if wanted is FULL:
                    continue
                for family in told.get("shared_cautions", ()):
                    assert all(caution in left for caution in family["cautions"])
                if call.name == "evidence" and "cautions" in told:
                    assert all(caution in left for caution in told["cautions"])
                    assert all(item["topic"]["slug"] in left for item in told["may_worsen"])


def test_the_list_of_tools_and_every_result_fit() -> None:
    catalogue = refresh.current()
    assert len(tools.listed()) <= TOOLS_BUDGET
    for call in CALLS:
        for found in subjects(catalogue, call):
            made = answered(body_of(call, catalogue, found, BRIEF, None), None)
            result = tools.answered(made)
            assert len(result) <= MCP_BUDGET, found
            told = json.loads(b"{" + result + b"}")
            assert json.loads(told["content"][0]["text"]) == told["structuredContent"]


def test_every_option_that_helps_is_named_and_none_that_does_not() -> None:
    catalogue = refresh.current()
    for found in subjects(catalogue, BY_NAME["options"]):
        told = json.loads(body(BY_NAME["options"], found))
        named: dict[str, set[str]] = {
            name: {item["slug"] for item in told[name]}
            for name in ("options", "not_enough_research", "not_shown_to_help", "may_worsen")
        }
        named["options"] |= {
            form["slug"] for item in told["options"] for form in item.get("variants", ())
        }
        for pair in catalogue.topics[found.slugs[0]].pairs:
            home = {
                Finding.HELPS: "options",
                Finding.UNCLEAR: "not_enough_research",
                Finding.NO_BENEFIT: "not_shown_to_help",
                Finding.MAY_WORSEN: "may_worsen",
            }[Finding(pair.grade.finding)]
            homes = [name for name, slugs in named.items() if pair.released.slug in slugs]
            assert homes == [home], (found.slugs, pair.released.slug)


def test_a_row_has_all_its_key_cautions_or_the_note_says_to_ask() -> None:
    catalogue = refresh.current()
    for found in subjects(catalogue, BY_NAME["options"]):
        told = json.loads(body(BY_NAME["options"], found))
        for item in told["options"]:
            option = catalogue.options[item["slug"]]
            assert isinstance(option, Released)
            if "cautions" in item:
                assert tuple(item["cautions"]) == option.option.key_cautions
            elif "family" not in item:
                assert "ask evidence" in told["note"], found
        risky = [item for item in told["options"] if item["kind"] == OptionKind.HORMONE_THERAPY]
        assert all("cautions" in item or "family" in item for item in risky), found


def test_ratings_are_explained_once_and_no_grade_stands_alone() -> None:
    for found in subjects(refresh.current(), BY_NAME["options"]):
        told = json.loads(body(BY_NAME["options"], found))
        labels = [key["rating"] for key in told["ratings"]]
        assert len(labels) == len(set(labels))
        assert (
            {item["rating"] for item in told["options"]}
            <= set(labels)
            <= {one.label for one in RATINGS.values()}
        )
        for name in ("not_enough_research", "not_shown_to_help", "may_worsen"):
            assert not any("grade" in item for item in told[name])


def test_evidence_says_who_should_check_first_and_harm_before_benefit() -> None:
    catalogue = refresh.current()
    for released in catalogue.released:
        keys = list(json.loads(body(BY_NAME["evidence"], Resolved((released.slug,)))))
        order = ["option", "who_should_check_first", "cautions", "may_worsen", "grades", "summary"]
        assert [key for key in keys if key in order] == order
        told = json.loads(body(BY_NAME["evidence"], Resolved((released.slug,))))
        key = (
            *(released.option.shared.key_cautions if released.option.shared else ()),
            *released.option.key_cautions,
        )
        assert tuple(told["cautions"][: len(key)]) == key


def test_everything_asked_for_is_everything_there_is() -> None:
    told = json.loads(body(BY_NAME["options"], Resolved(("hot-flushes",)), FULL))
    for item in told["options"]:
        assert {"statement", "summary", "cost", "access", "cautions"} <= set(item)
    sheet = json.loads(body(BY_NAME["evidence"], Resolved(("hormone-replacement-therapy",)), FULL))
    assert all(
        {"statement", "basis"} <= set(grade) for grade in (*sheet["grades"], *sheet["may_worsen"])
    )


def test_a_topic_named_beside_an_option_puts_that_pair_first(rest: Any) -> None:
    _, told = rest("evidence", option="HRT", topic="joint pain")
    assert told["grades"][0]["topic"]["slug"] == "joint-pain"


@pytest.mark.parametrize(
    ("query", "check"),
    [
        (
            {"kind": "talking-therapy"},
            lambda told: {item["kind"] for item in told["options"]} == {"talking-therapy"},
        ),
        ({"finding": "no-benefit"}, lambda told: told["not_shown_to_help"] and not told["options"]),
        (
            {"limit": "2"},
            lambda told: len(told["options"]) == 2 and len(told["not_shown_to_help"]) == 2,
        ),
    ],
    ids=["kind", "finding", "limit"],
)
def test_a_list_of_options_can_be_narrowed(rest: Any, query: dict[str, str], check: Any) -> None:
    status, told = rest("options", symptom="hot flushes", **query)
    assert status == 200
    assert check(told)


@pytest.mark.parametrize(
    ("call", "query", "said"),
    [
        ("evidence", {"option": "venlafaxine"}, "one medicine or brand"),
        ("evidence", {"option": "Zoloft"}, "one medicine or brand"),
        ("evidence", {"option": "which dose of estradiol"}, "No dose is ever given here"),
        ("explain", {"topic": "FSH 45"}, "Test results are not read here"),
        ("explain", {"topic": "hot flushes, anxiety and painful sex"}, "more than one subject"),
        (
            "options",
            {"symptom": "non-hormonal treatment for hot flushes"},
            "Options with hormones are left out",
        ),
        ("options", {"symptom": "HRT after breast cancer"}, "ask the cancer team"),
    ],
    ids=["generic", "brand", "dose", "result", "several", "non-hormonal", "after cancer"],
)
def test_a_note_says_how_words_were_understood(
    rest: Any, call: str, query: dict[str, str], said: str
) -> None:
    status, told = rest(call, **query)
    assert status == 200
    assert said in told["note"]
    assert next(iter(told)) == "note"


@pytest.mark.parametrize("words", ["hot flushes", "CBT", "vaginal oestrogen", "antidepressants"])
def test_words_that_are_understood_as_they_stand_have_no_note(rest: Any, words: str) -> None:
    call, parameter = ("explain", "topic") if words == "hot flushes" else ("evidence", "option")
    status, told = rest(call, **{parameter: words})
    assert status == 200
    assert "note" not in told


def test_no_topic_of_several_is_dropped(rest: Any) -> None:
    _, told = rest("explain", topic="hot flushes, anxiety and painful sex")
    assert told["topic"]["slug"] == "hot-flushes"
    assert {ref["slug"] for ref in told["also_matched"]} == {"anxiety", "painful-sex"}


def test_help_without_hormones_lists_none_and_still_says_what_harms(rest: Any) -> None:
    _, told = rest("options", symptom="non-hormonal treatment for hot flushes")
    helping = [*told["options"], *told["not_enough_research"]]
    hormones = {
        slug
        for slug, one in refresh.current().options.items()
        if one.kind == OptionKind.HORMONE_THERAPY
    }
    assert not hormones & {item["slug"] for item in helping}
    _, told = rest("options", symptom="what can I take after breast cancer")
    assert "hormone-replacement-therapy" in {item["slug"] for item in told["may_worsen"]}


def test_a_withheld_option_says_whom_to_ask_and_nothing_else(rest: Any) -> None:
    _, told = rest("evidence", option="black cohosh")
    assert set(told) - set(TAIL) == {"option", "withheld", "next"}
    assert "pharmacist" in told["next"]


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("menopause", "menopause"),
        ("what is perimenopause", "menopause"),
        ("do I need a blood test", "finding-out"),
        ("coming off HRT", "hrt-in-practice"),
        ("HRT shortage", "hrt-in-practice"),
        ("contraception at 51", "contraception"),
        ("menopause at work", "daily-life"),
        ("alternatives to HRT", "without-hormones"),
    ],
)
def test_words_about_the_subject_as_a_whole_lead_to_a_guide(
    rest: Any, words: str, slug: str
) -> None:
    status, told = rest("explain", topic=words)
    assert (status, told["topic"]["slug"], told["topic"]["kind"]) == (200, slug, "guide")


def test_a_guide_has_no_list_of_options_and_says_where_to_go(rest: Any) -> None:
    status, told = rest("options", symptom="menopause")
    assert (status, told["code"]) == (404, "unknown_topic")
    assert "explain with topic=menopause" in told["note"]


@pytest.mark.parametrize("words", ["aspirin", "verruca", "paper clips", "duavee"])
def test_a_refusal_suggests_nothing_where_nothing_is_near(rest: Any, words: str) -> None:
    status, told = rest("evidence", option=words)
    assert (status, told["suggestions"]) == (404, [])


def test_a_message_is_screened_and_never_matched(rest: Any) -> None:
    _, told = rest(
        "explain", topic="brain fog", message="I have crushing chest pain and hot flushes"
    )
    assert next(iter(told)) == "urgent"
    assert told["topic"]["slug"] == "brain-fog"
    assert told["also_matched"] == []


def test_a_message_of_two_hundred_words_is_answered(rest: Any) -> None:
    words = "I am fifty one and for some months now I keep waking up soaked with sweat. " * 12
    status, told = rest("explain", topic=words.strip())
    assert (status, told["topic"]["slug"]) == (200, "night-sweats")
