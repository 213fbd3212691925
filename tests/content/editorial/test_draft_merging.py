"""Two edits of one draft are put together field by field."""

import html
from typing import Any

import pytest
from django.test import Client

from content.editorial import drafts
from content.models import Option, Topic
from tests.editorial import WORDS, acts, address_of, form_of, said, sent, shown
from tests.makers import document_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]

GRADE = {"topic": "fatigue", "grade": "weak", "statement": "Some words."}
MIXED, OTHER = GRADE | {"grade": "mixed"}, GRADE | {"topic": "anxiety"}
MERGES: dict[str, tuple[Any, Any, Any, Any, tuple[str, ...]]] = {
    "mine": ({"a": "1"}, {"a": "1"}, {"a": "2"}, {"a": "2"}, ()),
    "theirs": ({"a": "1"}, {"a": "2"}, {"a": "1"}, {"a": "2"}, ()),
    "alike": ({"a": "1"}, {"a": "2"}, {"a": "2"}, {"a": "2"}, ()),
    "both": ({"a": "1"}, {"a": "2"}, {"a": "3"}, {"a": "3"}, ("a",)),
    "deleted": ({"a": "1", "b": "1"}, {"b": "1"}, {"a": "1"}, {}, ()),
    "deleted and changed": ({"a": "1"}, {}, {"a": "2"}, {"a": "2"}, ("a",)),
    "added": ({}, {"a": "1"}, {"b": "1"}, {"a": "1", "b": "1"}, ()),
    "parts": (
        {"f": {"x": "1", "y": "1"}},
        {"f": {"x": "2", "y": "1"}},
        {"f": {"x": "1", "y": "3"}},
        {"f": {"x": "2", "y": "3"}},
        (),
    ),
    "grades": (
        {"grades": [GRADE]},
        {"grades": [MIXED]},
        {"grades": [GRADE, OTHER]},
        {"grades": [MIXED, OTHER]},
        (),
    ),
    "a grade deleted": (
        {"grades": [GRADE]},
        {},
        {"grades": [MIXED]},
        {"grades": [MIXED]},
        ("grades",),
    ),
}


@pytest.mark.parametrize(("base", "theirs", "mine", "made", "both"), MERGES.values(), ids=MERGES)
def test_two_edits_are_put_together_by_field(
    base: Any, theirs: Any, mine: Any, made: Any, both: Any
) -> None:
    assert drafts.merged(base, theirs, mine) == (made, both)


def test_two_editors_of_one_draft_keep_what_each_wrote(writer: Client, editor: Client) -> None:
    address, count = address_of("yoga"), Option.objects.get(slug="yoga").caution_items.count()
    sent(writer, address, **{"caution_items-1-text": "A line of the draft."})
    mine, theirs = form_of(writer, address, "_save"), form_of(editor, address, "_save")
    editor.post(address, theirs | {"cost": "Their words."})
    told = said(writer.post(address, mine | {"access": "My words."}, follow=True))
    assert "Theirs is kept beside yours: cost." in told
    now = form_of(writer, address, "_save")
    assert (now["cost"], now["access"]) == ("Their words.", "My words.")
    assert int(now["caution_items-TOTAL_FORMS"]) == count
    clash = writer.post(address, mine | {"cost": "My words."})
    page = html.unescape(clash.content.decode())
    assert "Somebody else saved this meanwhile: “Their words.”" in page


def test_rows_of_a_draft_are_found_again_by_the_page_that_showed_them(writer: Client) -> None:
    address = address_of("brain-fog")
    place = int(form_of(writer, address)["prep_items-TOTAL_FORMS"])
    row = {"kind": "note", "text": "A new line.", "id": "", "position": "99"}
    changed = {f"prep_items-{place}-{name}": text for name, text in row.items()}
    changed |= {
        "prep_items-TOTAL_FORMS": str(place + 1),
        "prep_items-0-text": "Another first line?",
    }
    sent(writer, address, **changed)
    [draft] = drafts.open_drafts()
    before = draft.document
    assert "You changed nothing" in said(sent(writer, address))
    draft.refresh_from_db()
    assert draft.document == before
    assert draft.document["notes_to_keep"].count("A new line.") == 1
    page = form_of(writer, address)
    at = next(at for at in range(place + 1) if page[f"prep_items-{at}-text"] == "A new line.")
    sent(writer, address, **{f"prep_items-{at}-DELETE": "on"})
    draft.refresh_from_db()
    assert "A new line." not in draft.document["notes_to_keep"]


def test_what_was_published_meanwhile_is_taken_in_or_shown(writer: Client, editor: Client) -> None:
    address = address_of("brain-fog")
    sent(writer, address, "_submit", summary=WORDS)
    Topic.objects.filter(slug="brain-fog").update(what_it_is="Imported words.")
    assert shown(writer, address, "what_it_is") == "Imported words."
    page = form_of(writer, address, "_submit")
    Topic.objects.filter(slug="brain-fog").update(summary="An imported summary.")
    [draft] = drafts.open_drafts()
    assert "Another text was published meanwhile" in said(acts(editor, draft, "publish"))
    unseen = writer.post(address, page)
    assert unseen.status_code == 200
    assert "Another text was published meanwhile" in unseen.content.decode()
    looked_at = writer.get(address)
    [place] = looked_at.context["meanwhile"]
    assert "An imported summary." in "".join(
        part.text for part in place.pieces if part.change != "removed"
    )
    assert "is submitted" in said(sent(writer, address, "_submit"))
    assert "is published" in said(acts(editor, draft, "publish"))
    now = document_of("brain-fog")
    assert (now.summary, now.what_it_is) == (WORDS, "Imported words.")  # type: ignore[union-attr]
