"""The seed content: complete, sound, readable, and the same after a round through the database."""

import re
from collections import Counter
from io import StringIO
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import pytest
import yaml
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from content import seeding, shared_files
from content.answers.evidence_sheet import all_cautions, check_first
from content.documents import (
    OptionDocument,
    TopicDocument,
    as_plain,
    cited_keys,
    named_supplements,
    prose,
    read_options,
    read_topics,
)
from content.models import Caution, DoctorLine, Evidence, Family, Option, Source, Topic
from content.pages import phone_numbers
from content.preparation import BRING_TO_EVERY_APPOINTMENT
from content.vocabulary import CautionKind, TopicKind
from content.wording import figures
from content.wording.text_blocks import blocks
from tests.reading import unmarked

FILES = seeding.read_files()
SHARED, DOCUMENTS = FILES.shared, FILES.documents
TOPICS = [document for document in DOCUMENTS if isinstance(document, TopicDocument)]
OPTIONS = [document for document in DOCUMENTS if isinstance(document, OptionDocument)]
GRADED = [option for option in OPTIONS if not option.is_supplement]


def coleman_liau(text: str) -> float:
    """The Coleman-Liau index: the US school grade a text asks for. Source: Coleman and Liau, 1975."""
    words = re.findall(r"[A-Za-z0-9'’-]+", text)
    letters = sum(len(re.sub(r"[^A-Za-z]", "", word)) for word in words)
    sentences = max(1, len(re.findall(r"[.!?](?:\s|$)", text)))
    return 0.0588 * 100 * letters / len(words) - 0.296 * 100 * sentences / len(words) - 15.8


def automated_readability(text: str) -> float:
    """The automated readability index: the US school grade a text asks for. Source: Smith and Senter, 1967."""
    words = re.findall(r"[A-Za-z0-9'’-]+", text)
    letters = sum(len(re.sub(r"[^A-Za-z0-9]", "", word)) for word in words)
    sentences = max(1, len(re.findall(r"[.!?](?:\s|$)", text)))
    return 4.71 * letters / len(words) + 0.5 * len(words) / sentences - 21.43


def text_of(document: Any) -> str:
    """The prose of a record. An item of a list ends like a sentence, as a reader stops there; the lead before the first runs on into it."""
    lines = (
        line for _, text in prose(document) for line in unmarked(text).splitlines() if line.strip()
    )
    return " ".join(line if re.search(r"[.!?:]$", line) else line + "." for line in lines)


# The US school grades that a record must stay under: by the automated readability index, and by the Coleman-Liau index.
TOPIC_BOUNDS, OPTION_BOUNDS = (8.5, 9.5), (9.5, 11.0)


def grades_of(document: Any) -> tuple[float, float]:
    text = text_of(document)
    return automated_readability(text), coleman_liau(text)


def reading_levels() -> list[str]:
    """The rows of the reading level table in `docs/content.md`."""
    kinds: dict[str, list[Any]] = {
        f"{kind}s": [topic for topic in TOPICS if topic.kind == kind] for kind in TopicKind
    }
    rows = []
    for name, documents in {**kinds, "options": GRADED}.items():
        ari, coleman = zip(*map(grades_of, documents), strict=True)
        figures = (min(ari), median(ari), max(ari), median(coleman), max(coleman))
        rows.append(
            f"| {len(documents)} {name} | "
            + " | ".join(f"{figure:.1f}" for figure in figures)
            + " |"
        )
    return rows


def test_the_reading_levels_in_the_content_guide_are_those_of_the_files() -> None:
    guide = (Path(__file__).resolve().parents[2] / "docs" / "content.md").read_text(
        encoding="utf-8"
    )
    table = (
        guide.split("<!-- reading level -->")[1]
        .split("<!-- end of reading level -->")[0]
        .strip()
        .splitlines()
    )
    assert table[2:] == reading_levels(), "\n".join(reading_levels())


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


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.slug)
def test_a_topic_is_complete_and_plain(topic: TopicDocument) -> None:
    flag = topic.flag  # as readers get it, shared lines and all
    assert flag.emergency.startswith(
        "Call your local emergency number (such as 999, 112, 911 or 000)"
    )
    assert re.match(r"See a doctor", flag.soon)
    assert re.match(r"Book an ordinary appointment", flag.routine)
    assert 5 <= len(topic.questions) <= 8
    assert 4 <= len(topic.things_to_bring) <= 8
    assert 3 <= len(topic.notes_to_keep) <= 6
    assert len(topic.aliases) >= 12
    assert topic.sources
    assert 400 <= len(text_of(topic).split()) <= 1000
    assert all(
        grade < bound for grade, bound in zip(grades_of(topic), TOPIC_BOUNDS, strict=True)
    ), grades_of(topic)


SMALL = frozenset(
    [
        "a",
        "an",
        "and",
        "any",
        "at",
        "do",
        "for",
        "have",
        "how",
        "i",
        "if",
        "in",
        "is",
        "it",
        "me",
        "my",
        "of",
        "on",
        "or",
        "so",
        "that",
        "the",
        "to",
        "was",
        "what",
        "when",
        "which",
        "with",
        "would",
        "you",
        "your",
    ]
)


def weighty(line: str) -> frozenset[str]:
    """The words of a line that carry it, without the s of a plural."""
    return frozenset(
        re.sub(r"s$", "", word)
        for word in re.findall(r"[a-z0-9']+", line.lower())
        if word not in SMALL
    )


def test_a_sheet_of_several_topics_says_a_thing_once() -> None:
    for topic in TOPICS:
        for line in topic.things_to_bring:
            for general in BRING_TO_EVERY_APPOINTMENT:
                assert len(weighty(line) & weighty(general)) <= 2 / 3 * len(weighty(line)), (
                    f"{topic.slug}: “{line}” is brought to every appointment"
                )
    for lines in ("questions", "things_to_bring", "notes_to_keep"):
        said = sorted({line for topic in TOPICS for line in getattr(topic, lines)})
        alike = [
            (one, other)
            for place, one in enumerate(said)
            for other in said[place + 1 :]
            if len(weighty(one) & weighty(other)) > 0.75 * len(weighty(one) | weighty(other))
        ]
        assert not alike, f"what says the same is said in the same words: {alike}"


@pytest.mark.parametrize("option", GRADED, ids=lambda option: option.slug)
def test_an_option_is_complete_and_plain(option: OptionDocument) -> None:
    own, shared = option.key_cautions, option.shared.key_cautions if option.shared else ()
    assert 1 <= len(own) <= 3 or (shared and not own)
    assert len({*own, *shared}) == len(own) + len(shared)
    assert check_first(option)
    assert len(all_cautions(option)) - len(own) - len(shared) >= 3
    assert option.cost
    assert option.access
    assert option.grades
    assert option.sources
    assert all(grade.sources for grade in option.grades)
    assert len(option.aliases) >= 8
    assert len(option.summary) <= 420
    assert all(
        grade < bound for grade, bound in zip(grades_of(option), OPTION_BOUNDS, strict=True)
    ), grades_of(option)
    statements = [grade.statement for grade in option.grades]
    assert len(set(statements)) == len(statements)


LONGEST_SENTENCE = 26  # words


def test_no_sentence_runs_on() -> None:
    for document in (*TOPICS, *GRADED):
        sentences = [
            part
            for place, text in prose(document)
            for line in unmarked(text).splitlines()
            for part in re.split(r"(?<=[.!?])\s+", line)
        ]
        assert [
            sentence for sentence in sentences if len(sentence.split()) > LONGEST_SENTENCE
        ] == [], document.slug


@pytest.mark.parametrize(
    "option", [option for option in OPTIONS if option.is_supplement], ids=lambda option: option.slug
)
def test_a_supplement_comes_with_a_name_and_nothing_else(option: OptionDocument) -> None:
    assert set(as_plain(option)) == {"slug", "kind", "name", "position", "aliases"}


@pytest.mark.parametrize(
    "slug",
    [
        "vaginal-dryness", "painful-sex", "heavy-periods", "irregular-periods", "bloating", "breast-cancer",
        "genitourinary-syndrome-of-menopause", "pelvic-organ-prolapse", "fibroids",
    ],
)  # fmt: skip
def test_bleeding_after_menopause_is_named_where_it_matters(slug: str) -> None:
    (topic,) = [topic for topic in TOPICS if topic.slug == slug]
    soon = topic.flag.soon.lower()
    assert "bleeding" in soon
    assert "after menopause" in soon or "12 months" in soon


def test_every_number_to_call_in_the_records_is_one_of_the_sign_files() -> None:
    """A number that changes in the sign files cannot be left behind in a record, nor in what the wording rules let stand."""
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


# Names that no record's text holds for, or that belong to another record: each with the records that must not go by it.
NOT_A_NAME_OF = {
    "femring": "vaginal-oestrogen",
    "linoladiol": "vaginal-oestrogen",
    "mysimba": "weight-management-medicines",
    "contrave": "weight-management-medicines",
    "phentermine": "weight-management-medicines",
    "pregabalin": "gabapentin",
    "lyrica": "gabapentin",
}


def record(slug: str) -> Any:
    (document,) = [document for document in DOCUMENTS if document.slug == slug]
    return document


@pytest.mark.parametrize("name", NOT_A_NAME_OF)
def test_no_record_goes_by_the_name_of_what_its_text_does_not_hold_for(name: str) -> None:
    assert name not in record(NOT_A_NAME_OF[name]).names


def test_a_ring_for_the_whole_body_is_known_by_a_record_that_asks_for_a_progestogen() -> None:
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
def test_a_first_ever_aura_is_treated_as_a_stroke_in_every_record_of_hrt_for_the_whole_body(
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


def test_every_statement_under_unclear_asks_whether_it_helps() -> None:
    """“How much it helps” says that it does, and the finding says that nobody knows."""
    graded = [
        (option.slug, grade)
        for option in OPTIONS
        for grade in option.grades
        if grade.finding == "unclear"
    ]
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
    graded = [
        (option.slug, grade)
        for option in OPTIONS
        for grade in option.grades
        if grade.finding == "no-benefit"
    ]
    assert [
        (slug, grade.topic)
        for slug, grade in graded
        if not re.search(
            r"\bon average\b.*\bno better\b", grade.statement, re.DOTALL | re.IGNORECASE
        )
    ] == []


def test_no_two_records_share_a_sentence_of_prose() -> None:
    """No filler: a sentence of a summary, description or statement stands in one record only."""
    seen: dict[str, set[str]] = {}
    for document in DOCUMENTS:
        for place, text in prose(document):
            if place.split("[")[0].split(".")[0] in {
                "summary",
                "what_it_is",
                "why_it_happens",
                "what_can_help",
            } or place.endswith("statement"):
                for sentence in re.split(r"(?<=[.!?])\s+", text):
                    if len(sentence.split()) > 12:
                        seen.setdefault(sentence, set()).add(document.slug)
    assert {sentence: slugs for sentence, slugs in seen.items() if len(slugs) > 1} == {}


def test_every_source_cited_exists_and_is_addressed_by_https() -> None:
    cited = {key for document in DOCUMENTS for key in cited_keys(document)}
    assert cited <= set(SHARED.sources)
    for source in SHARED.sources.values():
        assert source.url.startswith("https://")
        assert source.organisation
        assert source.title


def test_a_shared_doctor_line_goes_on_after_if_and_stands_in_several_topics() -> None:
    used = Counter(key for topic in TOPICS for key in topic.doctor_lines)
    assert set(used) == set(SHARED.lines)
    assert [key for key, times in used.items() if times < 2] == []
    for line in SHARED.lines.values():
        assert re.match(r"[a-z]", line.text), line.key
        assert not line.text.endswith("."), line.key
    for topic in TOPICS:
        leads: dict[str, str] = {}
        parts = list(blocks(topic.flag.text))
        for before, part in pairwise(parts):
            if part.is_list:
                leads |= dict.fromkeys(part.lines, before.lines[-1])
        for line in topic.shared_lines:
            assert leads[line.text].endswith("if:"), f"{topic.slug}: {line.text}"


def test_no_topic_writes_out_a_line_that_is_shared() -> None:
    shared = [weighty(line.text) for line in SHARED.lines.values()]
    for topic in TOPICS:
        for item in re.findall(r"(?m)^- (.+)$", topic.when_to_see_a_doctor.text):
            mine = weighty(item)
            alike = [line for line in shared if len(mine & line) > 0.75 * len(mine | line)]
            assert not alike, f"{topic.slug}: “{item}” is a shared line"


def test_no_member_of_a_family_says_again_what_the_family_says() -> None:
    for option in GRADED:
        if option.shared:
            shared = {text for lists in as_plain(option.shared).values() for text in lists}
            own = {*option.key_cautions, *option.who_should_check_first, *option.cautions}
            assert not shared & own, option.slug


@pytest.mark.django_db
def test_loading_twice_changes_nothing_and_keeps_what_editors_changed() -> None:
    Topic.objects.filter(slug="brain-fog").update(summary="An editor wrote this.")
    assert seeding.insert_missing() == seeding.Loaded((), ())
    assert Topic.objects.get(slug="brain-fog").summary == "An editor wrote this."


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
    """What a version brings must not keep the service from starting, and nothing that breaks a rule is loaded."""
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
def test_an_option_stored_before_there_were_key_cautions_gets_those_of_its_file() -> None:
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
    """A version brings an option by whose name an editor has taught another one; and a topic that points to nothing else is there all the same."""
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
    """An editor took a word out of a record and gave it to a supplement as a name: the record's file still holds it."""
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


def test_what_a_topic_and_an_option_both_go_by_is_meant() -> None:
    """An operation, and what it brings about. Whatever else both went by would lead to one of them alone."""
    assert seeding.borne_by_both() == {("surgical-menopause", "womb-procedures", "hysterectomy")}


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


@pytest.mark.django_db
def test_what_records_share_is_loaded_once_and_keeps_what_editors_changed() -> None:
    caution = Caution.objects.filter(family__slug="hrt", kind=CautionKind.KEY)[0]
    Caution.objects.filter(pk=caution.pk).update(text="An editor wrote this.")
    DoctorLine.objects.filter(key="thirst").update(text="an editor wrote this")
    count = Caution.objects.count()
    assert seeding.insert_missing() == seeding.Loaded((), ())
    assert DoctorLine.objects.get(key="thirst").text == "an editor wrote this"
    caution.refresh_from_db()
    assert caution.text == "An editor wrote this."
    assert Caution.objects.count() == count


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
