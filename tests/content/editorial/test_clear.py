"""What the pages say and ask, so that an editor knows what happens next."""

import html
import re
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from content.editorial import drafts
from content.editorial.roles import EDITORS
from content.models import Draft, Option
from content.vocabulary import CautionKind
from tests.editorial import address_of, form_of
from tests.makers import document_of, make_member, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]


@pytest.fixture
def writer() -> Client:
    """An editor who may not publish."""
    return signed_in(make_member(EDITORS, "writer"), second_factor=False)


def said(response: Any) -> str:
    return " ".join(str(message) for message in response.context["messages"])


def with_key_caution(client: Client, slug: str, button: str) -> Any:
    """Write a summary and one key caution, no other, and press a button."""
    address = address_of(slug)
    row = {"kind": "key", "text": "Ask a pharmacist first if you take any medicine.", "id": ""}
    sent = form_of(client, address, button) | {"summary": "People take it for sleep."}
    sent |= {f"caution_items-0-{name}": value for name, value in row.items()}
    return client.post(address, sent | {"caution_items-TOTAL_FORMS": 1}, follow=True)


def test_a_herb_that_cannot_be_signed_yet_says_what_it_needs(writer: Client) -> None:
    told = said(with_key_caution(writer, "valerian", "_submit"))
    assert "is submitted" in told
    assert "Nobody can sign it yet" in told
    assert "Caution, warning or interaction" in told


def test_a_published_herb_is_not_said_to_be_read(editor: Client) -> None:
    told = said(with_key_caution(editor, "valerian", "_publish"))
    assert "Readers get its name alone" in told
    assert "readers get it now" not in told
    assert "Readers get its name alone" in editor.get(address_of("valerian")).content.decode()


def test_what_is_published_is_a_link_away(editor: Client) -> None:
    address = address_of("brain-fog")
    sent = form_of(editor, address) | {"summary": "Other words."}
    page = editor.post(address, sent, follow=True).content.decode()
    (link,) = re.findall(r'<a href="([^"]+)">See its page', page)
    assert link == "/symptoms/brain-fog"


def test_a_text_submitted_unchanged_is_not_called_unsaved(writer: Client) -> None:
    address = address_of("brain-fog")
    writer.post(address, form_of(writer, address, "_save") | {"summary": "Other words."})
    told = said(writer.post(address, form_of(writer, address, "_submit"), follow=True))
    assert "is submitted" in told
    assert "nothing was saved" not in told


def test_a_grade_needs_a_source(editor: Client) -> None:
    address = address_of("yoga")
    page = editor.post(address, form_of(editor, address) | {"evidence-0-sources": []})
    assert page.status_code == 200
    assert "Name a source for this grade." in page.content.decode()


def test_a_new_row_without_a_position_stands_last(editor: Client) -> None:
    address, text = address_of("yoga"), "Stop and ask if a pose hurts."
    sent = form_of(editor, address)
    at = int(sent["caution_items-TOTAL_FORMS"])
    row = {"kind": "caution", "text": text, "position": "", "id": ""}
    sent |= {f"caution_items-{at}-{name}": value for name, value in row.items()}
    sent["caution_items-TOTAL_FORMS"] = at + 1
    assert editor.post(address, sent).status_code == 302
    document: Any = document_of("yoga")
    assert document.cautions[-1] == text


def test_the_key_cautions_stand_first(editor: Client) -> None:
    page = editor.get(address_of("fezolinetant"))
    rows = page.context["inline_admin_formsets"][0].formset.forms
    kinds = [form.instance.kind for form in rows]
    assert kinds == sorted(kinds, key=list(CautionKind).index)


def test_what_a_draft_changes_is_said_in_words(writer: Client) -> None:
    text: Any = document_of("yoga")
    first = replace(text.grades[0], grade="weak", finding="unclear", sources=("NG23",))
    draft: Any = drafts.save(
        Draft.Kind.OPTION,
        "yoga",
        replace(text, grades=(first, *text.grades[1:])),
        by=User.objects.get(username="writer"),
    )
    page = html.unescape(writer.get(reverse("admin:draft", args=(draft.pk,))).content.decode())
    changed = page.split("What it changes")[1].split("</section>")[0]
    assert f"evidence for {document_of(first.topic).name}: finding" in changed
    assert "<ins>Unclear</ins>" in changed
    assert "<ins>NG23: NICE, Menopause: identification and management (NG23)</ins>" in changed


def test_one_figure_is_named_once(editor: Client) -> None:
    address = address_of("yoga")
    sent = form_of(editor, address) | {"summary": "It helps 8 in 10 women."}
    page = html.unescape(editor.post(address, sent).content.decode())
    assert page.count('<a href="#id_summary">Summary</a>: Leave out figures') == 1
    assert "(found: “8 in 10”, “10 women”)" in page


@pytest.mark.parametrize(
    ("alias", "told"),
    [("chest pain", "holds words of a warning sign"), ("stretchy mornings", "")],
)
def test_a_name_is_read_while_it_is_typed(editor: Client, alias: str, told: str) -> None:
    option = Option.objects.get(slug="yoga")
    sent = {"object_id": option.pk, "field": "aliases", "text": f"{option.aliases}\n{alias}"}
    found = editor.post(reverse("admin:content_option_check"), sent).json()["violations"]
    assert told in " ".join(found) if told else found == []


def test_an_old_wording_brought_back_leads_to_its_draft(writer: Client, editor: Client) -> None:
    address = address_of("brain-fog")
    at = form_at(editor, address)
    editor.post(address, form_of(editor, address) | {"summary": "Other words."})
    assert "as a draft" in writer.get(address.replace("change", "history")).content.decode()
    assert "and publish it" in editor.get(address.replace("change", "history")).content.decode()
    done = writer.post(address.replace("change", "restore"), {"at": at})
    draft = drafts.open_drafts()[0]
    assert done.headers["Location"] == reverse("admin:draft", args=(draft.pk,))


def form_at(client: Client, address: str) -> str:
    """When the newest published wording was saved, as its history page writes it."""
    moments = client.get(address.replace("change", "history")).context["moments"]
    return str(moments[0].at.isoformat())


def test_a_native_speaker_is_told_how_to_correct_a_line(writer: Client) -> None:
    assert reverse("admin:languages") in writer.get("/admin/").content.decode()
    page = html.unescape(writer.get("/admin/languages/", {"language": "de"}).content.decode())
    assert "Send the maintainers the old line and the new one" in page
    assert "Hitzewallungen" in page
    assert writer.get("/admin/languages/", {"language": "nowhere"}).status_code == 200


def test_a_new_record_is_named_first(editor: Client) -> None:
    page = editor.get("/admin/content/option/add/")
    names = [name for part in page.context["adminform"].fieldsets for name in part[1]["fields"]]
    assert names[:2] == ["name", "slug"]


def test_a_new_source_is_not_asked_what_rests_on_it(editor: Client) -> None:
    assert "ends the sign-off of" not in editor.get("/admin/content/source/add/").content.decode()
