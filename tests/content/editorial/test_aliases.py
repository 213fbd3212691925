"""Other names, as an editor writes them: none is words of a warning sign, and what they are read as
is said.
"""

import html

import pytest
from django.test import Client

from content.editorial import aliases
from content.models import Option, Topic
from tests.editorial import address_of, form_of

pytestmark = pytest.mark.django_db


def with_alias(editor: Client, slug: str, alias: str) -> tuple[int, str]:
    """Add one alias to a record: the status, and what the page says."""
    address = address_of(slug)
    sent = form_of(editor, address)
    shown = editor.post(address, sent | {"aliases": f"{sent['aliases']}\n{alias}"}, follow=True)
    return len(shown.redirect_chain), html.unescape(shown.content.decode())


@pytest.mark.parametrize("slug", ["hot-flushes", "yoga"])
@pytest.mark.parametrize("alias", ["chest pain", "crushing pain in my chest", "i want to die"])
def test_words_of_a_warning_sign_name_no_record(editor: Client, slug: str, alias: str) -> None:
    saved, page = with_alias(editor, slug, alias)
    assert saved == 0
    assert f"“{alias}” holds words of a warning sign" in page
    model = Topic if slug == "hot-flushes" else Option
    assert alias not in model.objects.get(slug=slug).aliases.splitlines()


def test_a_name_that_stands_already_keeps_no_page_from_being_saved(editor: Client) -> None:
    Topic.objects.filter(slug="hot-flushes").update(aliases="chest pain")
    saved, _ = with_alias(editor, "hot-flushes", "all of a glow")
    assert saved == 1


def test_what_an_alias_is_read_as_is_said(editor: Client) -> None:
    saved, page = with_alias(editor, "hot-flushes", "flushhes of hot")
    assert saved == 1
    assert "“flushhes of hot” is understood as “flushes of hot”." in page
    assert "is understood as" not in with_alias(editor, "hot-flushes", "all of a glow")[1]


def test_only_new_names_are_read() -> None:
    assert aliases.new_names("a\nb", "b\n c \n\n") == ["c"]
