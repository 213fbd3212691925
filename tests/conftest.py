"""What every test shares: the real seed content in the test database, and a client for REST."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.core.cache import caches
from django.test import Client

from api.operations import usage
from content import seeding
from content.catalogue import refresh
from content.catalogue.response_cache import ResponseCache
from content.catalogue.snapshot import Catalogue, Records, build, read_records
from content.editorial.roles import LEAD_EDITORS
from tests.makers import make_member, signed_in
from tests.read_once import read_once

# `make test` tries the same texts on every machine; `HYPOTHESIS_PROFILE=wide` tries many more, new
# ones each time.
hypothesis.settings.register_profile("same", derandomize=True, database=None, deadline=None)
hypothesis.settings.register_profile("wide", max_examples=5000, deadline=None)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Records:
    """The whole seed content, loaded once for the session, as the database then holds it."""
    with django_db_blocker.unblock():
        seeding.insert_missing()
        return read_records()


_seed_of_a_day: dict[date, Catalogue] = {}


@pytest.fixture
def rendered_once() -> None:
    """The pages and answers of the seed are made once for all tests that only read them."""


@pytest.fixture
def _seed_read_once(
    request: pytest.FixtureRequest, django_db_setup: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seed's catalogue is not read and built anew in each test: any change moves the version,
    as the tests of the triggers hold.
    """

    def built(records: Records, day: date) -> Catalogue:
        if records is not django_db_setup:
            return build(records, day)
        if day not in _seed_of_a_day:
            _seed_of_a_day[day] = build(records, day)
        if "rendered_once" in request.fixturenames:
            return _seed_of_a_day[day]
        # With nothing that a test before it stored
        return replace(_seed_of_a_day[day], bodies=ResponseCache(), pages={})

    read_once(django_db_setup, monkeypatch)
    monkeypatch.setattr(refresh, "build", built)


@pytest.fixture(autouse=True)
def _fresh(request: pytest.FixtureRequest, settings: Any, tmp_path: Path) -> Iterator[None]:
    """Each test starts as a process just started, with no quota spent and room enough to call."""
    if request.node.get_closest_marker("django_db") or {
        "db",
        "transactional_db",
        "live_server",
    } & set(request.fixturenames):
        request.getfixturevalue("_seed_read_once")
    settings.CONTENT_WATCH = False
    settings.RATE_LIMIT = "1000000/m"
    settings.RATE_LIMIT_EXACT = True
    settings.USAGE_DIR = tmp_path / "usage"
    refresh.forget()
    caches["counters"].clear()
    yield
    usage.forget()


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


class Rest:
    """The REST API, as a caller uses it."""

    def __init__(self) -> None:
        self.client = Client(raise_request_exception=False)

    def __call__(self, call: str, **query: str) -> tuple[int, dict[str, Any]]:
        response = self.client.get(f"/v1/{call}", query)
        return response.status_code, json.loads(response.content)


@pytest.fixture
def rest(db: None) -> Rest:
    return Rest()


@pytest.fixture
def plain_static(settings: Any) -> None:
    """Pages of the admin without the files that `collectstatic` makes."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture
def editor(db: None, plain_static: None) -> Client:
    """An editor who may publish, in the admin."""
    return signed_in(make_member(LEAD_EDITORS), second_factor=False)
