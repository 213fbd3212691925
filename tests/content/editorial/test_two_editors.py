"""Two editors, one record: each keeps what they changed, and what both changed is shown in both
wordings.
"""

import html
import threading
from contextlib import closing
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from content.editorial.roles import LEAD_EDITORS
from content.models import Caution, Option, PrepItem, Topic
from tests.editorial import address_of, form_of
from tests.makers import make_member, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(plain_static: None) -> Client:
    return signed_in(make_member(LEAD_EDITORS, "other"), second_factor=False)


def told(response: Any) -> str:
    """What the page says was done."""
    return " ".join(str(message) for message in response.context["messages"])


def test_what_two_editors_change_in_different_fields_is_kept(editor: Client, other: Client) -> None:
    address = address_of("brain-fog")
    mine, theirs = form_of(editor, address), form_of(other, address)
    assert other.post(address, theirs | {"why_it_happens": "Their words."}).status_code == 302
    said = told(editor.post(address, mine | {"summary": "My words."}, follow=True))
    assert "Theirs is kept beside yours: why it happens." in said
    stored = Topic.objects.get(slug="brain-fog")
    assert (stored.why_it_happens, stored.summary) == ("Their words.", "My words.")


def test_of_a_field_that_both_changed_both_wordings_are_shown(
    editor: Client, other: Client
) -> None:
    address = address_of("brain-fog")
    mine, theirs = form_of(editor, address), form_of(other, address)
    other.post(address, theirs | {"summary": "Their words.", "what_it_is": "Theirs too."})
    shown = editor.post(address, mine | {"summary": "My words."})
    assert shown.status_code == 200
    page = html.unescape(shown.content.decode())
    assert "Somebody else saved this meanwhile: “Their words.”" in page
    assert ">\nMy words.</textarea>" in page
    assert "Theirs too." in page
    assert Topic.objects.get(slug="brain-fog").summary == "Their words."
    again = form_of(editor, address) | {
        "shown_state": shown.context["shown_state"],
        "summary": "Both.",
    }
    assert editor.post(address, again).status_code == 302
    stored = Topic.objects.get(slug="brain-fog")
    assert (stored.summary, stored.what_it_is) == ("Both.", "Theirs too.")


def test_the_same_change_made_twice_is_no_clash(editor: Client, other: Client) -> None:
    address = address_of("brain-fog")
    mine, theirs = form_of(editor, address), form_of(other, address)
    other.post(address, theirs | {"summary": "The same."})
    assert editor.post(address, mine | {"summary": "The same.\r\n"}).status_code == 302


def test_a_colleagues_line_is_kept_beside_mine(editor: Client) -> None:
    option, address = Option.objects.get(slug="yoga"), address_of("yoga")
    mine = form_of(editor, address)
    theirs = "A colleague made this stronger."
    Caution.objects.filter(pk=mine["caution_items-0-id"]).update(text=theirs)
    assert editor.post(address, mine | {"caution_items-1-text": "Mine."}).status_code == 302
    assert {theirs, "Mine."} <= set(option.caution_items.values_list("text", flat=True))


def test_a_line_that_both_changed_is_shown_in_both_wordings(editor: Client) -> None:
    address = address_of("yoga")
    mine = form_of(editor, address)
    first = Caution.objects.get(pk=mine["caution_items-0-id"])
    theirs = "A colleague made this stronger."
    Caution.objects.filter(pk=first.pk).update(text=theirs)
    page = editor.post(address, mine | {"caution_items-0-text": "Mine."})
    assert page.status_code == 200
    assert f"meanwhile: “{theirs}”" in html.unescape(page.content.decode())
    first.refresh_from_db()
    assert first.text == theirs


def test_a_line_that_a_colleague_added_or_deleted_stays_so(editor: Client) -> None:
    topic, address = Topic.objects.get(slug="brain-fog"), address_of("brain-fog")
    mine = form_of(editor, address)
    gone = topic.prep_items.all()[0]
    gone.delete()
    PrepItem.objects.create(topic=topic, kind="note", text="A new line of a colleague.")
    said = told(editor.post(address, mine | {"summary": "My words."}, follow=True))
    assert "deleted" in said
    assert "a new line" in said
    texts = list(topic.prep_items.values_list("text", flat=True))
    assert "A new line of a colleague." in texts
    assert gone.text not in texts
    assert len(texts) == len(set(texts))
    topic.refresh_from_db()
    assert topic.summary == "My words."


def test_a_deleted_line_that_was_changed_here_is_asked_about(editor: Client) -> None:
    address = address_of("brain-fog")
    mine = form_of(editor, address)
    PrepItem.objects.filter(pk=mine["prep_items-0-id"]).delete()
    page = editor.post(address, mine | {"prep_items-0-text": "My other words."})
    assert page.status_code == 200
    assert "Somebody else deleted this meanwhile." in page.content.decode()
    assert "My other words." in page.content.decode()


def test_a_line_deleted_here_that_a_colleague_changed_is_asked_about(editor: Client) -> None:
    address = address_of("brain-fog")
    mine = form_of(editor, address)
    key = mine["prep_items-0-id"]
    PrepItem.objects.filter(pk=key).update(text="A colleague changed this.")
    page = editor.post(address, mine | {"prep_items-0-DELETE": "on"})
    assert page.status_code == 200
    assert "meanwhile: “A colleague changed this.”" in html.unescape(page.content.decode())
    assert PrepItem.objects.filter(pk=key).exists()


@pytest.mark.parametrize("state", ["", "no JSON", "[]"])
def test_a_page_that_does_not_say_what_it_showed_overwrites_nothing(
    editor: Client, state: str
) -> None:
    address = address_of("brain-fog")
    sent = form_of(editor, address) | {"summary": "My words.", "shown_state": state}
    assert editor.post(address, sent).status_code == 200
    assert Topic.objects.get(slug="brain-fog").summary != "My words."


def test_of_two_who_save_at_the_same_moment_neither_is_lost(editor: Client) -> None:
    """On PostgreSQL: the other is being saved, seen by nobody yet, while this one is sent."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets one transaction write at a time")
    address = address_of("bloating")
    mine = form_of(editor, address) | {"summary": "My words."}
    before = Topic.objects.get(slug="bloating").what_it_is
    # The records were loaded before this test's transaction, so another connection sees them.
    with closing(connection.copy()) as other:
        other.inc_thread_sharing()

        def said(words: str) -> None:
            with other.cursor() as cursor:
                update = "UPDATE content_topic SET what_it_is = %s WHERE slug = 'bloating'"
                cursor.execute(update, [words])

        other.set_autocommit(False)
        said("Their words.")
        saving = threading.Timer(0.5, other.commit)
        saving.start()
        try:
            with transaction.atomic():
                page = editor.post(address, mine)
                stored = Topic.objects.get(slug="bloating")
                transaction.set_rollback(True)  # lets go of the record, so that the other can
        finally:
            saving.join()
            said(before)
            other.commit()
    assert page.status_code == 302
    assert (stored.summary, stored.what_it_is) == ("My words.", "Their words.")
