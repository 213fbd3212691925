"""What saving changes, and that it changes nothing where nothing was changed."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from content.models import Option, Topic
from content.review import standing
from content.wording.text_blocks import tidy
from tests.editorial import address_of, form_of
from tests.makers import document_of, make_reviewer, make_sign_off

pytestmark = pytest.mark.django_db


def as_a_browser(sent: dict[str, Any]) -> dict[str, Any]:
    """With the line breaks that a browser sends."""
    return {
        name: re.sub(r"\r\n?|\n", "\r\n", value) if isinstance(value, str) else value
        for name, value in sent.items()
    }


def rows() -> list[int]:
    models = [relation for model in (Topic, Option) for relation in _kept(model)]
    return [LogEntry.objects.count(), *(model.history.count() for model in models)]


def _kept(model: Any) -> list[Any]:
    children = [relation.related_model for relation in model._meta.related_objects]
    return [one for one in (model, *children) if hasattr(one, "history")]


@pytest.mark.parametrize(
    "slug", ["hot-flushes", "osteoporosis", "hormone-replacement-therapy", "sage"]
)
def test_a_record_saved_unread_stays_signed_and_leaves_no_history(
    editor: Client, slug: str
) -> None:
    make_sign_off(slug, make_reviewer())
    address, before, digest = address_of(slug), rows(), standing.digest(document_of(slug))
    shown = editor.post(address, as_a_browser(form_of(editor, address)), follow=True)
    assert "You changed nothing" in " ".join(map(str, shown.context["messages"]))
    assert rows() == before
    assert standing.digest(document_of(slug)) == digest


def test_an_alias_alone_ends_no_sign_off(editor: Client) -> None:
    address, digest = address_of("hot-flushes"), standing.digest(document_of("hot-flushes"))
    sent = form_of(editor, address)
    sent["aliases"] += "\nall of a glow"
    assert editor.post(address, as_a_browser(sent)).status_code == 302
    assert "all of a glow" in Topic.objects.get(slug="hot-flushes").aliases.splitlines()
    assert standing.digest(document_of("hot-flushes")) == digest


def test_what_was_stored_with_other_line_breaks_stays_as_it_was_signed(editor: Client) -> None:
    topic = Topic.objects.get(slug="hot-flushes")
    topic.what_can_help = topic.what_can_help.replace("\n", "\r\n") + "\r\nAnd  more."
    topic.save()
    digest, address = standing.digest(document_of("hot-flushes")), address_of("hot-flushes")
    sent = form_of(editor, address) | {"aliases": "all of a glow"}
    assert editor.post(address, as_a_browser(sent)).status_code == 302
    assert standing.digest(document_of("hot-flushes")) == digest


def test_words_are_kept_in_one_form(editor: Client) -> None:
    address = address_of("hot-flushes")
    sent = form_of(editor, address) | {"summary": "  One  line. \r\n\r\n- an\u00a0item\t\rend "}
    assert editor.post(address, sent).status_code == 302
    assert Topic.objects.get(slug="hot-flushes").summary == "One line.\n\n- an item\nend"


@pytest.mark.parametrize("text", ["", "a", "a\nb\n\n- c"])
def test_a_tidy_text_stays_as_it_is(text: str) -> None:
    assert tidy(text) == text


def test_every_stored_text_is_tidy() -> None:
    untidy = [
        (row, field.name)
        for model in (Topic, Option)
        for part in _kept(model)
        for row in part.objects.all()
        for field in part._meta.concrete_fields
        if isinstance(value := getattr(row, field.name), str) and tidy(value) != value
    ]
    assert untidy == []
