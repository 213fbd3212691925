"""What tests read once is what the database holds, also after a change or a rollback."""

import pytest
from django.db import transaction

from content import documents
from content.catalogue import snapshot
from content.models import Topic

pytestmark = pytest.mark.django_db

SLUG = "brain-fog"


def summaries() -> set[str]:
    """The summary of one topic by every way of reading it."""
    read = (*documents.read_topics(), *documents.read_topics(slug=SLUG))
    return {one.summary for one in (*read, *snapshot.read_records().topics) if one.slug == SLUG}


def change(summary: str) -> None:
    Topic.objects.filter(slug=SLUG).update(summary=summary)


def test_a_change_is_read() -> None:
    before = summaries()
    change("Other words.")
    assert before != summaries() == {"Other words."}


def test_what_a_rollback_took_back_is_read_no_more() -> None:
    before = summaries()
    with transaction.atomic():
        change("Taken back.")
        assert summaries() == {"Taken back."}
        transaction.set_rollback(True)
    assert summaries() == before
    change("Other words.")  # under the number that the words taken back had
    assert summaries() == {"Other words."}


def test_words_taken_back_unread_and_replaced_are_not_read() -> None:
    with transaction.atomic():
        change("Taken back.")
        assert summaries() == {"Taken back."}
        transaction.set_rollback(True)
    change("Other words.")
    assert summaries() == {"Other words."}
