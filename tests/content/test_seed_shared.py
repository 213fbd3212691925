"""What records of the seed share: lines, families and sources, each written once."""

import re
from collections import Counter
from itertools import pairwise

from content import seeding
from content.documents import (
    as_plain,
    cited_keys,
    prose,
)
from content.preparation import BRING_TO_EVERY_APPOINTMENT
from content.wording.text_blocks import blocks
from tests.seed_files import DOCUMENTS, GRADED, SHARED, TOPICS, weighty


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


def test_a_shared_doctor_line_follows_if_and_stands_in_several_topics() -> None:
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


def test_what_a_topic_and_an_option_both_go_by_is_meant() -> None:
    """An operation, and what it brings about.

    Whatever else both went by would lead to one of them alone.
    """
    assert seeding.borne_by_both() == {("surgical-menopause", "womb-procedures", "hysterectomy")}
