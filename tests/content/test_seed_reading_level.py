"""The seed is complete and plain: every record is within the bounds of two readability measures."""

import re
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from content.answers.evidence_sheet import all_cautions, check_first
from content.documents import (
    OptionDocument,
    TopicDocument,
    prose,
)
from content.vocabulary import TopicKind
from tests.reading import unmarked
from tests.seed_files import GRADED, TOPICS


def coleman_liau(text: str) -> float:
    """The Coleman-Liau index: the US school grade a text asks for.

    Source: Coleman and Liau, 1975.
    """
    words = re.findall(r"[A-Za-z0-9'’-]+", text)
    letters = sum(len(re.sub(r"[^A-Za-z]", "", word)) for word in words)
    sentences = max(1, len(re.findall(r"[.!?](?:\s|$)", text)))
    return 0.0588 * 100 * letters / len(words) - 0.296 * 100 * sentences / len(words) - 15.8


def automated_readability(text: str) -> float:
    """The automated readability index: the US school grade a text asks for.

    Source: Smith and Senter, 1967.
    """
    words = re.findall(r"[A-Za-z0-9'’-]+", text)
    letters = sum(len(re.sub(r"[^A-Za-z0-9]", "", word)) for word in words)
    sentences = max(1, len(re.findall(r"[.!?](?:\s|$)", text)))
    return 4.71 * letters / len(words) + 0.5 * len(words) / sentences - 21.43


def text_of(document: Any) -> str:
    """The prose of a record.

    An item of a list ends like a sentence, as a reader stops there; the lead before the first runs
    on into it.
    """
    lines = (
        line for _, text in prose(document) for line in unmarked(text).splitlines() if line.strip()
    )
    return " ".join(line if re.search(r"[.!?:]$", line) else line + "." for line in lines)


# The US school grades that a record must stay under: by the automated readability index, and by the
# Coleman-Liau index.
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
