"""The seed files: everything covered is there, and each record says what it must."""

import re
from collections import Counter

import pytest

from content import seeding, shared_files
from content.answers.evidence_sheet import all_cautions, check_first
from content.documents import (
    GradeDocument,
    OptionDocument,
    as_plain,
    named_supplements,
    prose,
)
from content.pages import phone_numbers
from content.vocabulary import TopicKind
from content.wording import figures
from tests.seed_files import DOCUMENTS, GRADED, OPTIONS, SHARED, TOPICS, record


def test_everything_covered_is_there() -> None:
    kinds = Counter(topic.kind for topic in TOPICS)
    assert kinds == {TopicKind.SYMPTOM: 28, TopicKind.CONDITION: 15, TopicKind.GUIDE: 6}
    assert {topic.slug for topic in TOPICS if topic.kind == TopicKind.GUIDE} == {
        "menopause",
        "finding-out",
        "hrt-in-practice",
        "without-hormones",
        "contraception",
        "daily-life",
    }
    assert {option.slug for option in OPTIONS if option.family == "hrt"} == {
        "hormone-replacement-therapy",
        "combined-hrt",
        "oestrogen-only-hrt",
        "transdermal-oestrogen",
    }
    assert len(GRADED) == 62
    assert len(OPTIONS) - len(GRADED) == 33
    assert sum(len(option.grades) for option in OPTIONS) == 353


def test_the_files_pass_every_rule() -> None:
    seeding.check(DOCUMENTS, SHARED, [])
    supplements = named_supplements(OPTIONS)
    recorded = [(option.slug, option.names) for option in OPTIONS if option.is_supplement]
    to_sources = supplements.to_sources(recorded)  # a title may name what may yet be released
    assert list(shared_files.faults(SHARED, to_sources, supplements.to_others)) == []


@pytest.mark.parametrize(
    "option", [option for option in OPTIONS if option.is_supplement], ids=lambda option: option.slug
)
def test_a_supplement_comes_with_a_name_and_nothing_else(option: OptionDocument) -> None:
    assert set(as_plain(option)) == {"slug", "kind", "name", "position", "aliases"}


@pytest.mark.parametrize(
    "slug",
    [
        "vaginal-dryness", "painful-sex", "heavy-periods", "irregular-periods", "bloating",
        "breast-cancer",
        "genitourinary-syndrome-of-menopause", "pelvic-organ-prolapse", "fibroids",
    ],
)  # fmt: skip
def test_bleeding_after_menopause_is_named_where_it_matters(slug: str) -> None:
    (topic,) = [topic for topic in TOPICS if topic.slug == slug]
    soon = topic.flag.soon.lower()
    assert "bleeding" in soon
    assert "after menopause" in soon or "12 months" in soon


def test_every_number_to_call_in_the_records_is_one_of_the_sign_files() -> None:
    """A number that changes in the sign files cannot be left behind in a record, nor in what the
    wording rules let stand.
    """
    spoken = [(document.slug, text) for document in DOCUMENTS for _, text in prose(document)]
    found = [
        (slug, number)
        for slug, text in spoken
        for number in re.findall(r"(?<![\w.])\d[\d ]*\d(?!\w)", text)
    ]
    called = [
        (slug, number)
        for slug, number in found
        if len(number) > 2 and not re.fullmatch(r"(?:19|20)\d\d", number)
    ]
    assert [(slug, number) for slug, number in called if number not in phone_numbers.NUMBERS] == []
    helplines = {number for line in phone_numbers.helplines() for number in line.numbers}
    naming = {slug for slug, number in called if number in helplines}
    assert len(naming) > 5
    assert all((slug, number) in called for slug in naming for number in helplines), (
        "who names one helpline names each country's"
    )
    assert set(figures.CALLED.split("|")) == phone_numbers.NUMBERS


# Names that no record's text holds for, or that belong to another record: each with the records
# that must not go by it.
NOT_A_NAME_OF = {
    "femring": "vaginal-oestrogen",
    "linoladiol": "vaginal-oestrogen",
    "mysimba": "weight-management-medicines",
    "contrave": "weight-management-medicines",
    "phentermine": "weight-management-medicines",
    "pregabalin": "gabapentin",
    "lyrica": "gabapentin",
}


@pytest.mark.parametrize("name", NOT_A_NAME_OF)
def test_no_record_goes_by_the_name_of_what_its_text_does_not_hold_for(name: str) -> None:
    assert name not in record(NOT_A_NAME_OF[name]).names


def test_a_ring_for_the_whole_body_is_in_a_record_asking_for_progestogen() -> None:
    ring = record("oestrogen-only-hrt")
    assert "femring" in ring.names
    assert "vaginal ring made for the whole body" in ring.summary
    assert "If you have a womb, you need a progestogen with it." in ring.summary


# What a second clinical reader missed: a record, and words that its cautions must hold.
SAID = [
    (
        "womb-procedures",
        "a hysterectomy that leaves the neck of the womb, some womb lining can remain",
    ),
    ("oestrogen-only-hrt", "After ablation of the womb lining you still have a womb"),
    ("oestrogen-only-hrt", "If your hysterectomy left the neck of the womb, ask first"),
    (
        "weight-management-medicines",
        "had medullary thyroid cancer or the inherited illness MEN type 2",
    ),
    ("weight-management-medicines", "ask your eye clinic before you start an injection"),
    (
        "weight-management-medicines",
        "If you take levothyroxine, blood thinners, ciclosporin, or medicines for epilepsy or HIV",
    ),
    (
        "weight-management-medicines",
        "Severe loose stools on orlistat can make the contraceptive pill fail",
    ),
    (
        "weight-management-medicines",
        "It does not hold for phentermine, or for naltrexone with bupropion",
    ),
    (
        "vaginal-oestrogen",
        "Some creams contain peanut oil (arachis oil), and you should not use those",
    ),
    ("vaginal-oestrogen", "Some creams can weaken latex condoms, diaphragms and caps"),
    ("vaginal-prasterone", "The pessary can weaken latex condoms, diaphragms and caps"),
    (
        "combined-hormonal-contraception",
        "inherited clotting disorder, or antiphospholipid antibodies",
    ),
    (
        "combined-hormonal-contraception",
        "gallbladder disease, or diabetes that has harmed your eyes",
    ),
    (
        "combined-hormonal-contraception",
        "certain medicines for epilepsy or HIV, or rifampicin, it may not protect you",
    ),
    ("combined-hormonal-contraception", "lamotrigine, ask whoever prescribes it first"),
    ("hormone-replacement-therapy", "HRT can lower lamotrigine"),
    ("combined-hrt", "HRT can lower lamotrigine"),
    ("oestrogen-only-hrt", "HRT can lower lamotrigine"),
    ("transdermal-oestrogen", "HRT can lower lamotrigine"),
    ("compounded-bioidentical-hormones", "HRT can lower lamotrigine"),
    ("gabapentin", "about contraception and whether gabapentin suits you"),
    ("clonidine", "If you become pregnant, do not stop suddenly"),
    ("oxybutynin", "If you are pregnant, could be or are breastfeeding"),
    ("sleeping-tablets", "If you are pregnant, could be or are breastfeeding"),
]


def told_of(option: OptionDocument) -> tuple[str, ...]:
    """Every caution that a reader gets of an option, those of its family among them."""
    return (*check_first(option), *all_cautions(option))


@pytest.mark.parametrize(("slug", "words"), SAID)
def test_a_caution_that_was_missing_is_there(slug: str, words: str) -> None:
    assert any(words in text for text in told_of(record(slug)))


@pytest.mark.parametrize(
    "slug",
    ["hormone-replacement-therapy", "combined-hrt", "oestrogen-only-hrt", "transdermal-oestrogen"],
)
def test_a_first_ever_aura_is_treated_as_a_stroke_in_records_of_hrt(
    slug: str,
) -> None:
    option = record(slug)
    texts = (*told_of(option), *(grade.statement for grade in option.grades))
    about = [text for text in texts if re.search(r"\b(?:new|first)\b[^.]*\baura", text)]
    assert about
    assert all(
        "stroke" in text and re.search(r"your first ever|first-ever", text) for text in about
    )


# Where a statement rests on a publication, its grade cites it.
CITES = [
    ("hormone-replacement-therapy", "osteoporosis", "NOS"),
    ("tibolone", "vaginal-dryness", "C-TIB"),
    ("tibolone", "osteoporosis", "C-TIB"),
    ("tibolone", "osteoporosis", "LIFT"),
    ("tibolone", "breast-cancer", "C-TIB"),
    ("sleeping-tablets", "sleep-problems", "AASM-M"),
    ("cognitive-behavioural-therapy", "low-libido", "FSD"),
    ("mindfulness", "low-libido", "FSD"),
]


@pytest.mark.parametrize(("slug", "topic", "source"), CITES)
def test_a_grade_cites_what_its_statement_rests_on(slug: str, topic: str, source: str) -> None:
    (grade,) = [grade for grade in record(slug).grades if grade.topic == topic]
    assert source in grade.sources


def test_hrt_is_not_ruled_out_as_a_treatment_of_osteoporosis() -> None:
    (grade,) = [
        grade
        for grade in record("hormone-replacement-therapy").grades
        if grade.topic == "osteoporosis"
    ]
    assert "can also be used to treat osteoporosis" in grade.statement


LABELS = {"fezolinetant": "SMPC-FEZ", "vaginal-prasterone": "SMPC-PRA", "ospemifene": "FDA-OSP"}


@pytest.mark.parametrize("slug", LABELS)
def test_what_a_label_says_has_the_label_as_its_source(slug: str) -> None:
    assert LABELS[slug] in record(slug).sources


def test_sleep_habits_alone_are_compared_with_the_comparison_group() -> None:
    (grade,) = [grade for grade in record("sleep-habits").grades if grade.topic == "sleep-problems"]
    assert "did no better than those in the comparison group" in grade.statement


def graded_as(finding: str) -> list[tuple[str, GradeDocument]]:
    """Every grade with this finding, and the option that has it."""
    return [
        (option.slug, grade)
        for option in OPTIONS
        for grade in option.grades
        if grade.finding == finding
    ]


def test_every_statement_under_unclear_asks_whether_it_helps() -> None:
    """“How much it helps” says that it does, and the finding says that nobody knows."""
    graded = graded_as("unclear")
    assert [
        (slug, grade.topic)
        for slug, grade in graded
        if re.search(r"\bhow (?:much|well|far)\b", grade.statement)
    ] == []
    assert [
        (slug, grade.topic)
        for slug, grade in graded
        if grade.grade == "weak" and not re.search(r"\bwhether\b", grade.statement, re.IGNORECASE)
    ] == []


def test_what_was_not_shown_to_help_did_no_better_than_the_comparison() -> None:
    graded = graded_as("no-benefit")
    assert [
        (slug, grade.topic)
        for slug, grade in graded
        if not re.search(
            r"\bon average\b.*\bno better\b", grade.statement, re.DOTALL | re.IGNORECASE
        )
    ] == []
