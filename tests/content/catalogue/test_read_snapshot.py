"""All content is read as it stood at one moment, and reading it keeps nobody from writing."""

from pathlib import Path

import pytest
from django.db import connection

from content.catalogue.read_snapshot import read_snapshot
from tests.cluster import binaries, cluster
from tests.serving import Served

# Somebody saves, over another connection, when the version has been read and the topics have not.
CODE = """
import threading
from content.catalogue import snapshot
from content.models import Topic

read_topics = snapshot.read_topics
def save():
    Topic.objects.filter(slug="brain-fog").update(summary="Newer words.")
def in_between():
    saving = threading.Thread(target=save)
    saving.start()
    saving.join(10)
    print("waited" if saving.is_alive() else "saved")
    return read_topics()
snapshot.read_topics = in_between
for _ in range(2):
    records = snapshot.read_records()
    (topic,) = [topic for topic in records.topics if topic.slug == "brain-fog"]
    words = "newer" if topic.summary == "Newer words." else "older"
    print(words, "current" if records.version == snapshot.read_version() else "past")
    snapshot.read_topics = read_topics
Topic.objects.filter(slug="brain-fog").update(summary="Words after.")
"""


def read_while_somebody_saves(folder: Path, database: str) -> list[str]:
    served = Served(folder, database)
    served.prepare()
    return served.manage("shell", "-v", "0", "-c", CODE).splitlines()


@pytest.mark.server
def test_on_sqlite(tmp_path: Path) -> None:
    assert read_while_somebody_saves(tmp_path / "data", "") == [
        "saved",
        "older past",
        "newer current",
    ]


@pytest.mark.server
@pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")
def test_on_postgresql(tmp_path: Path) -> None:
    with cluster() as server:
        assert read_while_somebody_saves(tmp_path / "data", server.database("one")) == [
            "saved",
            "older past",
            "newer current",
        ]


@pytest.mark.django_db
def test_inside_a_transaction_it_is_that_transaction() -> None:
    assert connection.in_atomic_block
    with read_snapshot(), connection.cursor() as cursor:
        cursor.execute("UPDATE content_topic SET summary = 'A draft.' WHERE slug = 'brain-fog'")
