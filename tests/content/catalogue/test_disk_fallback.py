"""The file for a start without the database: what any reader may see, and nothing else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from content.catalogue import refresh
from content.catalogue.disk_fallback import load, store
from content.catalogue.snapshot import build, read_records
from content.models import Caution, DoctorLine, Family, Option, Topic
from content.review import standing
from content.vocabulary import CautionKind, OptionKind
from tests.makers import (
    make_caution,
    make_evidence,
    make_option,
    make_reviewer,
    make_sign_off,
    make_source,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("signed", [False, True])
def test_no_draft_of_a_supplement_is_in_the_file(
    signed: bool, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    herb = make_option(
        "test-herb",
        OptionKind.SUPPLEMENT_OR_HERB,
        summary="Draft summary.",
        cost="Draft cost.",
        access="Draft access.",
    )
    make_caution(herb, "Draft caution.")
    make_caution(herb, "Draft key caution.", CautionKind.KEY)
    herb.family = Family.objects.create(slug="draft-family", name="Draft family")
    herb.save()
    Caution.objects.create(family=herb.family, kind=CautionKind.KEY, text="Draft shared caution.")
    grade = make_evidence(
        herb,
        Topic.objects.get(slug="hot-flushes"),
        statement="Draft statement.",
        basis="Draft basis.",
    )
    grade.sources.add(make_source("DRAFT1"))
    if signed:
        make_sign_off("test-herb", make_reviewer())
    store(read_records())
    file = (tmp_path / "content.json").read_text(encoding="utf-8")
    assert "Test herb" in file
    assert "draft" not in file.lower()
    assert "DRAFT1" not in file


def test_only_a_record_that_breaks_a_rule_is_missing_from_the_file(
    settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    Topic.objects.filter(slug="brain-fog").update(summary="Take two tablets twice a day.")
    Option.objects.filter(slug="tibolone").update(summary="It helps 80% of women.")
    records = read_records()
    store(records)
    file = (tmp_path / "content.json").read_text(encoding="utf-8")
    assert "tablets twice" not in file
    assert "80%" not in file
    read = load()
    assert read is not None
    before, after = (build(held, standing.today()) for held in (records.unsigned(), read))
    assert dict(before.topics) == dict(after.topics)
    assert dict(before.options) == dict(after.options)
    assert before.topic_matcher is after.topic_matcher
    assert before.option_matcher is after.option_matcher


def test_what_records_share_is_kept_with_them(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    records = read_records()
    store(records)
    read = load()
    assert read is not None
    before, after = (
        {option.slug: option.shared for option in held.options if not option.is_supplement}
        for held in (records, read)
    )
    assert before == after
    assert after["combined-hrt"] is not None
    lines, again = ({one.slug: one.shared_lines for one in held.topics} for held in (records, read))
    assert lines == again
    assert any(lines.values())


def test_what_shares_words_that_break_a_rule_is_not_in_the_file(
    settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    caution = Caution.objects.filter(family__slug="hrt")[0]
    Caution.objects.filter(pk=caution.pk).update(text="It helps 80% of women.")
    line = DoctorLine.objects.get(key="stroke-signs")
    DoctorLine.objects.filter(pk=line.pk).update(text="you take two tablets twice a day")
    store(read_records())
    file = (tmp_path / "content.json").read_text(encoding="utf-8")
    assert "80%" not in file
    assert "tablets twice" not in file
    read = load()
    assert read is not None
    assert not [option.slug for option in read.options if option.family == "hrt"]
    left = {topic.slug for topic in read.topics}
    assert left.isdisjoint(line.topics.values_list("slug", flat=True))
    assert left


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: "[" * 100_000,
        lambda text: "[]",
        lambda text: json.dumps({**json.loads(text), "topics": [7]}),
        lambda text: json.dumps(
            {**json.loads(text), "options": [{**json.loads(text)["options"][0], "grades": "x"}]}
        ),
        lambda text: json.dumps(
            {
                **json.loads(text),
                "topics": [{**json.loads(text)["topics"][0], "summary": 7, "aliases": 7}],
            }
        ),
        lambda text: "\udcff" + text,
    ],
    ids=[
        "empty",
        "cut",
        "deep",
        "a list",
        "a number",
        "a string of grades",
        "a summary of another type",
        "no UTF-8",
    ],
)
def test_a_damaged_file_is_set_aside_and_ends_no_start(
    damage: Callable[[str], str],
    settings: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.DATA_DIR, settings.CONTENT_WATCH = tmp_path, True
    store(read_records())
    file = tmp_path / "content.json"
    file.write_text(
        damage(file.read_text(encoding="utf-8")), encoding="utf-8", errors="surrogateescape"
    )

    def away() -> int:
        raise ConnectionError

    monkeypatch.setattr(refresh, "read_version", away)
    monkeypatch.setattr(refresh.Freshness, "watch", lambda self: None)
    starting = refresh.Freshness()
    starting.check()
    with pytest.raises(refresh.NothingLoaded):
        starting.current()
    assert "set aside" in caplog.text
    assert [path.name for path in tmp_path.iterdir()] == ["content.damaged"]


def test_nobody_waits_for_the_database_where_nothing_is_loaded_yet(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked() -> int:
        raise AssertionError("a caller asked the database")

    settings.CONTENT_WATCH = True
    monkeypatch.setattr(refresh, "read_version", asked)
    monkeypatch.setattr(refresh.Freshness, "watch", lambda self: None)
    with pytest.raises(refresh.NothingLoaded):
        refresh.Freshness().current()
