"""Previews show the answer and the page, and save nothing."""

import json
from typing import Any

import pytest
from django.test import Client

from content.models import (
    Topic,
)
from tests.editorial import address_of, form_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]


def test_a_preview_shows_the_answer_and_the_page_and_saves_nothing(
    editor: Client, rest: Any
) -> None:
    address = address_of("brain-fog")
    status, before = rest("explain", topic="brain-fog", detail="full")  # an editor sees it all
    assert status == 200
    history = Topic.history.filter(slug="brain-fog").count()
    sent = form_of(editor, address) | {"summary": "A summary that nobody has saved."}
    shown = editor.post(address, {**sent, "_preview_answer": "1"})
    assert shown.status_code == 200
    bodies = dict(shown.context["answers"])
    assert json.loads(bodies["explain"])["summary"] == "A summary that nobody has saved."
    assert set(bodies) == {"explain", "options", "doctor-prep"}
    page = editor.post(address, {**sent, "_preview_page": "1"}).content.decode()
    assert "A summary that nobody has saved." in page
    assert "Nothing was saved, and this is not public." in page
    assert rest("explain", topic="brain-fog", detail="full")[1] == before
    assert Topic.history.filter(slug="brain-fog").count() == history
    untouched = dict(
        editor.post(address, {**form_of(editor, address), "_preview_answer": "1"}).context[
            "answers"
        ]
    )
    assert json.loads(untouched["explain"]) == before


def test_a_preview_of_forbidden_words_shows_the_rule_at_its_field(editor: Client) -> None:
    address = address_of("brain-fog")
    page = editor.post(
        address,
        form_of(editor, address) | {"summary": "It helps 80% of women.", "_preview_answer": "1"},
    )
    errors = page.context["adminform"].form.errors
    assert list(errors) == ["summary"]
    assert "found: “80”" in str(errors["summary"])
