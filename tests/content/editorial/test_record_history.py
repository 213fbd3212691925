"""The history of a record: who changed what, and the way back."""

import html
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

from content.documents import as_plain
from content.editorial import record_history
from content.editorial.diff import differences
from content.editorial.roles import LEAD_EDITORS
from content.models import (
    Caution,
    Option,
    Topic,
)
from content.vocabulary import CautionKind
from tests.editorial import address_of, form_of, reviewing
from tests.makers import (
    document_of,
    make_member,
    signed_in,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]


def test_the_past_says_who_changed_what_and_brings_it_back(editor: Client) -> None:
    address = address_of("brain-fog")
    whole = document_of("brain-fog")
    sent = form_of(editor, address)
    assert editor.post(address, sent | {"summary": "Other words."}).status_code == 302
    newest, *older = record_history.moments("topic", "brain-fog")
    assert newest.who == "lead-editors"
    assert [change.place for change in newest.changes] == ["summary"]
    assert [as_plain(moment.document) for moment in older] == [as_plain(whole)], (
        "loading from files is one act, however slow the machine"
    )
    page = editor.get(address.replace("change", "history"))
    assert "Bring this wording back" in page.content.decode()
    other = signed_in(
        make_member(LEAD_EDITORS, "other"), second_factor=False
    )  # another person's act is apart, however soon it comes
    done = other.post(address.replace("change", "restore"), {"at": older[0].at.isoformat()})
    assert done.status_code == 302
    assert as_plain(document_of("brain-fog")) == as_plain(whole)
    restored, *before = record_history.moments("topic", "brain-fog")
    assert [change.place for change in restored.changes] == ["summary"]
    assert restored.who == "other"
    assert [moment.at for moment in before] == [newest.at, *(moment.at for moment in older)], (
        "bringing back is an act of its own"
    )


def test_every_saving_is_listed_and_the_first_wording_comes_back(
    editor: Client,
) -> None:
    first = document_of("brain-fog")
    row, now = Topic.objects.get(slug="brain-fog"), datetime.now(UTC)
    for number in range(record_history.PAGE + 5):
        row.summary = f"Wording {'again ' * number}and no more."
        row._history_date = now + timedelta(minutes=number + 1)
        row.save()
    address = address_of("brain-fog").replace("change", "history")
    texts = [
        editor.get(address, {"page": page}).content.decode() for page in ("1", "2", "3", "0", "x")
    ]
    listed = [re.findall(r"<h2>.*? \(UTC\)", text) for text in texts]
    assert listed[1] == listed[2], "there is no third page: the last is shown"
    assert listed[0] == listed[3] == listed[4]
    newest, oldest = texts[:2]
    assert newest.count('class="module"') == record_history.PAGE
    assert oldest.count('class="module"') == 6, "five more savings, and the loading"
    assert "The record as it was first kept here." not in newest
    assert oldest.count("The record as it was first kept here.") == 1
    assert "Nothing that the record holds changed." not in newest + oldest, (
        "the oldest of a page is compared with the one before it"
    )
    assert (newest.count("Bring this wording back"), oldest.count("Bring this wording back")) == (
        record_history.PAGE - 1,
        6,
    )
    assert 'href="?page=2"' in newest
    at = html.unescape(re.findall(r'name="at" value="([^"]+)"', oldest)[-1])
    assert editor.post(address.replace("history", "restore"), {"at": at}).status_code == 302
    assert as_plain(document_of("brain-fog")) == as_plain(first)


@pytest.mark.parametrize(
    ("slug", "kind"),
    [
        ("hot-flushes", "topic"),
        ("osteoporosis", "topic"),
        ("hormone-replacement-therapy", "option"),
        ("sage", "option"),
    ],
)
def test_every_record_of_the_past_is_the_record_that_stands(slug: str, kind: str) -> None:
    assert as_plain(record_history.moments(kind, slug)[0].document) == as_plain(
        document_of(slug)
    ), slug


def test_a_reviewer_cannot_bring_words_back() -> None:
    client, _ = reviewing()
    assert (
        client.post(
            address_of("brain-fog").replace("change", "restore"),
            {"at": "2026-01-01T00:00:00+00:00"},
        ).status_code
        == 403
    )


@pytest.mark.parametrize(
    "at",
    [
        "9999-12-31T23:59:59-23:59",
        "0001-01-01T00:00:00+23:59",
        "2026-01-01",
        "2099-01-01T00:00:00",
        "1999-01-01T00:00:00Z",
        "x",
        "",
    ],
)
def test_a_moment_that_never_was_brings_nothing_back(editor: Client, at: str) -> None:
    before = as_plain(document_of("brain-fog"))
    shown = editor.post(
        address_of("brain-fog").replace("change", "restore"), {"at": at}, follow=True
    )
    assert shown.status_code == 200
    assert "There is no such moment" in shown.content.decode()
    assert as_plain(document_of("brain-fog")) == before


def test_a_difference_is_read_place_by_place_and_word_by_word() -> None:
    before = {
        "summary": "A calm short text.",
        "questions": ["One?"],
        "when_to_see_a_doctor": {"emergency": "Call now."},
    }
    after = {
        "summary": "A calm long text.",
        "questions": ["One?", "Two?"],
        "when_to_see_a_doctor": {"emergency": "Call now."},
    }
    found = {difference.place: difference.pieces for difference in differences(before, after)}
    assert set(found) == {"summary", "questions"}
    assert [(piece.change, piece.text) for piece in found["summary"]] == [
        ("kept", "A calm "), ("removed", "short"), ("added", "long"), ("kept", " text."),
    ]  # fmt: skip


def test_a_wording_without_a_key_caution_does_not_come_back(editor: Client) -> None:
    option, now = Option.objects.get(slug="yoga"), datetime.now(UTC)
    texts = list(option.caution_items.filter(kind=CautionKind.KEY).values_list("text", flat=True))
    for row in option.caution_items.filter(kind=CautionKind.KEY):
        row._history_date = now + timedelta(minutes=1)
        row.delete()
    for text in texts:
        row = Caution(option=option, kind=CautionKind.KEY, text=text)
        row._history_date = now + timedelta(minutes=3)
        row.save()
    address = address_of("yoga").replace("change", "restore")
    shown = editor.post(address, {"at": (now + timedelta(minutes=2)).isoformat()}, follow=True)
    assert "That wording cannot come back" in shown.content.decode()
    assert "no key caution" in shown.content.decode()
    assert option.caution_items.filter(kind=CautionKind.KEY).count() == len(texts)


def test_whoever_changed_a_record_through_its_page_is_its_author(editor: Client) -> None:
    from content.review import sign_off

    address = address_of("brain-fog")
    assert (
        editor.post(address, form_of(editor, address) | {"summary": "Other words."}).status_code
        == 302
    )
    assert sign_off.authors("topic", "brain-fog")[0] == User.objects.get(username="lead-editors").pk
