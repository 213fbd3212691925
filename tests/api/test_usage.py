"""Counting: every call whose words were looked up once, by day, tool, topic and software, and
nothing else.
"""

import fcntl
import os
import threading
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError
from django.test import Client

from api.models import FlushedJournal, UsageTally
from api.operations import software, usage
from tests.serving import ROOT

pytestmark = pytest.mark.django_db


def tallies() -> dict[tuple[str, str, str], int]:
    usage.flush()
    return {
        (tally.tool, tally.topic, tally.software): tally.calls for tally in UsageTally.objects.all()
    }


def test_an_answered_call_is_counted_once_with_its_topic_and_software(client: Client) -> None:
    client.get(
        "/v1/explain",
        {"topic": "hot flushes"},
        HTTP_USER_AGENT="Claude-User/1.0 (for mary@example.org)",
    )
    client.get("/v1/explain", {"topic": "hot flashes"}, HTTP_USER_AGENT="Claude-User/1.0")
    client.get("/v1/evidence", {"option": "sage"}, HTTP_USER_AGENT="curl/8")
    client.get("/v1/topics")
    client.get("/v1/doctor-prep", {"symptoms": "hot flushes, brain fog"})
    assert tallies() == {
        ("explain", "hot-flushes", "claude-user"): 2,
        ("evidence", "sage", "curl"): 1,
        ("topics", "all", "other"): 1,
        ("doctor-prep", "several", "other"): 1,
    }
    assert UsageTally.objects.first().day == datetime.now(UTC).date()  # type: ignore[union-attr]


@pytest.mark.parametrize("message", ["I have osteoporosis", "I want to kill myself"])
def test_a_message_and_what_narrows_an_answer_leave_no_trace(client: Client, message: str) -> None:
    """A row that only a message with a sign leaves would say that somebody had one."""
    client.get(
        "/v1/options",
        {"symptom": "hot flushes", "message": message, "kind": "lifestyle", "detail": "full"},
    )
    client.get("/v1/topics", {"message": message})
    assert tallies() == {("options", "hot-flushes", "other"): 1, ("topics", "all", "other"): 1}


def test_a_call_that_asks_nothing_is_not_counted(client: Client) -> None:
    client.get("/v1/explain")
    client.get("/v1/explain", {"topic": " "})
    assert tallies() == {}


@pytest.mark.parametrize("words", ["xylophone zeppelin", "I want to kill myself"])
@pytest.mark.parametrize(
    ("call", "parameter"),
    [
        ("explain", "topic"),
        ("options", "symptom"),
        ("evidence", "option"),
        ("doctor-prep", "symptoms"),
    ],
)
def test_words_that_name_nothing_count_alike_with_a_sign_and_without(
    client: Client, call: str, parameter: str, words: str
) -> None:
    """A row that only words with a sign leave would say that somebody of this program had one that
    day.
    """
    client.get(f"/v1/{call}", {parameter: words})
    assert tallies() == {(call, "unmatched", "other"): 1}


@pytest.mark.parametrize(
    ("claimed", "kept"),
    [
        ("curl/8.5", "curl"),
        ("python-httpx/0.27", "python-httpx"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "mozilla"),
        (
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)",
            "chatgpt-user",
        ),
        ("Claude-User/1.0 (for mary@example.org)", "claude-user"),
        ("Visual Studio Code", "visual-studio-code"),
        ("Anthropic/ClaudeAI", "claude-ai"),
        ("OpenAI/Python 1.30.1", "openai-sdk"),
        ("claude-ai", "claude-ai"),
        ("openai-mcp", "openai-mcp"),
        ("Go-http-client/1.1", "go-http-client"),
        ("house_agent/2", "house-agent"),
        ("anna-smith-1961", "other"),
        ("anna-smith-1961/1.0", "other"),
        ("want-to-die", "other"),
        ("Anna/1 curl", "other"),
        ("I have hot flushes and my name is Mary", "other"),
        ("jane.doe@example.com", "other"),
        ("agent/1", "other"),
        ("", "other"),
        (None, "other"),
        ("💥", "other"),
        ("' OR 1=1", "other"),
        ("x" * 90, "other"),
        ("a/" * 50_000, "other"),
    ],
)
def test_only_a_known_product_is_kept_of_the_software(
    claimed: str | None, kept: str, settings: Any
) -> None:
    settings.KNOWN_SOFTWARE = ["House agent"]
    assert software.software_name(claimed) == kept


def test_the_list_says_each_thing_once_and_fits_its_column() -> None:
    lines = (
        (ROOT / "api" / "operations" / "known_software.txt")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    spellings = [
        part.strip()
        for line in lines
        if line and line[0] != "#"
        for part in line.replace(":", ",").split(",")
    ]
    assert sorted(spellings) == sorted(set(spellings))
    assert all(0 < len(spelling) <= 40 for spelling in spellings)


def test_names_that_were_kept_before_there_was_a_list_become_other() -> None:
    day = datetime.now(UTC).date()
    for name, calls in (("anna-smith-1961", 2), ("want-to-die", 3), ("curl", 5), ("other", 7)):
        UsageTally.objects.create(
            day=day, tool="explain", topic="brain-fog", software=name, calls=calls
        )
    import_module("api.migrations.0004_known_software").fold_unknown(apps, None)
    assert tallies() == {("explain", "brain-fog", "curl"): 5, ("explain", "brain-fog", "other"): 12}


def test_a_sheet_of_an_older_version_brings_no_name_in(settings: Any) -> None:
    journal(settings.USAGE_DIR / "x.sheet", (3, "2026-11-20\ttopics\tall\tanna-smith-1961"))
    assert tallies() == {("topics", "all", "other"): 3}


def test_a_sheet_is_folded_once_even_when_its_file_outlives_the_fold(settings: Any) -> None:
    usage.count("topics", "all", "curl")
    usage.forget()
    (path,) = settings.USAGE_DIR.glob("*.sheet")
    kept = path.read_bytes()
    FlushedJournal.objects.create(name=path.name)
    usage.flush()
    assert UsageTally.objects.count() == 0
    path.write_bytes(kept)
    usage.flush()
    assert tallies() == {("topics", "all", "curl"): 1}
    assert FlushedJournal.objects.count() == 0


def journal(path: Path, *lines: tuple[int, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        b"".join(
            (number.to_bytes(8, "little") + text.encode()).ljust(usage.LINE, b"\0")
            for number, text in lines
        ).ljust(usage.SIZE, b"\0")
    )


def test_a_line_whose_first_call_was_never_counted_is_passed_over(settings: Any) -> None:
    """A process killed between writing down what it will count and counting it."""
    journal(
        settings.USAGE_DIR / "x.sheet",
        (3, "2026-11-20\ttopics\tall\tcurl"),
        (0, "2026-11-20\texplain\tbrain-fog\tcurl"),
        (1, "2026-11-20\ttop"),
    )
    assert tallies() == {("topics", "all", "curl"): 3}


def test_a_full_sheet_is_followed_by_another() -> None:
    lines = usage.SIZE // usage.LINE
    for number in range(2 * lines + 10):
        usage.count("explain", f"topic-{number}", "curl")
        usage.count("explain", f"topic-{number}", "curl")
    assert sum(tallies().values()) == 2 * (2 * lines + 10)
    assert usage.flush() == 0


def test_calls_of_many_threads_are_all_counted() -> None:
    threads = [
        threading.Thread(
            target=lambda: [usage.count("topics", "all", f"curl{n % 7}") for n in range(500)]
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(tallies().values()) == 4000


def test_what_another_living_process_writes_is_left_to_it(settings: Any) -> None:
    path = settings.USAGE_DIR / "y.sheet"
    journal(path, (1, "2026-11-20\ttopics\tall\tcurl"))
    held, told = os.pipe()
    child = os.fork()
    if child == 0:
        file = os.open(path, os.O_RDONLY)
        fcntl.flock(file, fcntl.LOCK_EX)
        os.write(told, b"x")
        import time

        time.sleep(30)
        os._exit(0)
    os.read(held, 1)
    try:
        assert tallies() == {}
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
    assert tallies() == {("topics", "all", "curl"): 1}


def test_an_answer_goes_out_when_it_cannot_be_counted(
    client: Client, settings: Any, tmp_path: Any
) -> None:
    (tmp_path / "file").write_text("not a folder")
    settings.USAGE_DIR = tmp_path / "file" / "usage"
    before = _uncounted()
    assert client.get("/v1/topics").status_code == 200
    assert _uncounted() == before + 1


def _uncounted() -> float:
    from api.operations import metrics

    return float(metrics.REGISTRY.get_sample_value("menoinfo_uncounted_calls_total") or 0)


def test_a_sheet_that_cannot_be_read_holds_up_no_other(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor does it fill the log: it is tried every second, and a warning is logged once a minute."""
    journal(settings.USAGE_DIR / "a.sheet", (1, "no day\ttopics\tall\tcurl"))
    journal(settings.USAGE_DIR / "b.sheet", (2, "2026-11-20\ttopics\tall\tcurl"))
    assert tallies() == {("topics", "all", "curl"): 2}
    assert (settings.USAGE_DIR / "a.sheet").exists()
    assert {
        record.levelname for record in caplog.records if "cannot be read" in record.message
    } == {"WARNING"}


def test_while_the_database_is_away_one_sheet_goes_on_being_used(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> bool:
        raise DatabaseError

    usage.count("topics", "all", "curl")
    monkeypatch.setattr(FlushedJournal.objects, "exists", away)
    for _ in range(5):
        usage.flush_quietly()
        usage.count("topics", "all", "curl")
    monkeypatch.undo()
    assert len(list(settings.USAGE_DIR.glob("*.sheet"))) == 1
    assert tallies() == {("topics", "all", "curl"): 6}


def test_a_sheet_is_seen_by_nobody_before_it_is_locked(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who flushes at that moment would take it away, with the calls that it is about to
    hold.
    """
    renamed, seen = Path.rename, []

    def looking(path: Path, to: Any) -> Any:
        seen.extend(settings.USAGE_DIR.glob("*.sheet"))
        with path.open() as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return renamed(path, to)

    monkeypatch.setattr(Path, "rename", looking)
    usage.count("topics", "all", "curl")
    assert seen == []
    assert tallies() == {("topics", "all", "curl"): 1}
