"""What an operator asks: alive, ready, counted; and whom to tell of a weakness."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from prometheus_client.mmap_dict import MmapedDict

from api.operations import usage
from api.rate_limit.quota import rules
from content.catalogue import refresh
from tests.serving import ROOT

pytestmark = pytest.mark.django_db


def test_alive_and_ready_cost_no_quota_and_set_no_cookie(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "1/m"
    for _ in range(3):
        for path in ("/livez", "/readyz"):
            response = client.get(path)
            assert response.status_code == 200
            assert not response.cookies
            assert response["Cache-Control"] == "no-store"
    assert client.get("/v1/topics").status_code == 200
    assert client.get("/v1/topics").status_code == 429
    assert rules().window == 60


def test_readiness_is_degraded_without_database_unavailable_if_empty(
    client: Client, monkeypatch: Any
) -> None:
    assert client.get("/readyz").json()["status"] == "ready"
    monkeypatch.setattr(refresh, "age", lambda: 60.0)
    degraded = client.get("/readyz")
    assert (degraded.status_code, degraded.json()["status"]) == (200, "degraded")

    def nothing() -> None:
        raise refresh.NothingLoaded

    monkeypatch.setattr(refresh, "current", nothing)
    assert client.get("/readyz").status_code == 503
    assert client.get("/livez").status_code == 200


def test_metrics_are_for_this_machine_or_a_token(client: Client, settings: Any) -> None:
    client.get("/v1/explain", {"topic": "hot flushes"})
    client.get("/v1/explain", {"topic": "I want to die"})
    client.get("/v1/explain")
    usage.forget()  # as each process does once a second
    text = client.get("/metrics").content.decode()
    assert 'menoinfo_calls_total{call="explain"}' in text
    assert 'menoinfo_refusals_total{code="missing_parameter"}' in text
    assert "menoinfo_urgent_total" in text
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.5").status_code == 404
    assert client.get("/metrics", HTTP_X_FORWARDED_FOR="127.0.0.1").status_code == 404
    settings.TRUSTED_PROXIES = 1
    assert client.get("/metrics").status_code == 404, (
        "behind a proxy nobody is known to be on this machine"
    )
    row = next(
        row
        for row in (ROOT / "docs" / "operations.md").read_text(encoding="utf-8").splitlines()
        if row.startswith("| `METRICS_TOKEN`")
    )
    assert "`TRUSTED_PROXIES` above 0" in row
    settings.METRICS_TOKEN = "secret"
    assert client.get("/metrics").status_code == 404
    assert (
        client.get(
            "/metrics", HTTP_AUTHORIZATION="Bearer secret", REMOTE_ADDR="203.0.113.5"
        ).status_code
        == 200
    )
    assert client.get("/metrics", HTTP_AUTHORIZATION="Bearer secrets").status_code == 404


def test_the_gauges_of_a_worker_that_is_gone_go_with_it(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The age of what it served would stand as an alarm for ever. What it counted stays."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    for name in ("gauge_livemax", "gauge_livemin", "counter"):
        for pid in (gone.pid, os.getpid()):
            held = MmapedDict(str(tmp_path / f"{name}_{pid}.db"))  # type: ignore[no-untyped-call]
            held.write_value(json.dumps([f"of_{name}", f"of_{name}", {}, "of a test"]), 7.0, 0.0)  # type: ignore[no-untyped-call]
            held.close()  # type: ignore[no-untyped-call]
    assert b"of_gauge_livemax 7.0" in client.get("/metrics").content
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {
        f"counter_{gone.pid}.db",
        *(f"{name}_{os.getpid()}.db" for name in ("gauge_livemax", "gauge_livemin", "counter")),
    }


def test_how_long_answers_and_the_screen_take_is_counted_by_call(client: Client) -> None:
    def counted(name: str) -> float:
        found = [
            line
            for line in client.get("/metrics").content.decode().splitlines()
            if line.startswith(name)
        ]
        return float(found[0].split()[-1]) if found else 0.0

    before = (
        counted('menoinfo_answer_seconds_count{call="evidence"}'),
        counted("menoinfo_screen_seconds_count"),
    )
    client.get("/v1/evidence", {"option": "exercise"})
    assert counted('menoinfo_answer_seconds_count{call="evidence"}') == before[0] + 1
    assert counted("menoinfo_screen_seconds_count") >= before[1] + 2
    assert 'menoinfo_screen_seconds_bucket{le="0.08"}' in client.get("/metrics").content.decode()


def test_no_label_can_tell_a_caller_a_word_or_a_topic(client: Client) -> None:
    client.get(
        "/v1/explain",
        {"topic": "hot flushes"},
        HTTP_USER_AGENT="zebrafinch/1",
        REMOTE_ADDR="127.0.0.1",
    )
    text = client.get("/metrics").content.decode()
    for said in ("hot", "flush", "zebrafinch", "127.0.0.1"):
        assert said not in text
    labels = {
        part.split("=")[0]
        for line in text.splitlines()
        if "{" in line
        for part in line.split("{")[1].split("}")[0].split(",")
    }
    assert labels <= {"call", "code", "pid", "le"}


def test_whom_to_tell_of_a_weakness(client: Client) -> None:
    lines = dict(
        line.split(": ", 1)
        for line in client.get("/.well-known/security.txt").content.decode().splitlines()
    )
    assert lines["Contact"].startswith(("https://", "http://", "mailto:"))
    assert (
        datetime.now(UTC)
        < datetime.fromisoformat(lines["Expires"])
        < datetime.now(UTC) + timedelta(days=366)
    )
    assert lines["Canonical"].endswith("/.well-known/security.txt")


def test_topics_are_kept_by_caches_and_asked_for_again(client: Client) -> None:
    first = client.get("/v1/topics")
    again = client.get("/v1/topics", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert first["Cache-Control"] == "no-cache"
    worded = client.get("/v1/topics?note=I+want+to+die", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (worded.status_code, worded["Cache-Control"], "ETag" in worded) == (
        200,
        "no-store",
        False,
    )
    assert client.get("/v1/explain", {"topic": "hot flushes"})["Cache-Control"] == "no-store"
