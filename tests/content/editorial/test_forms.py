"""Forms of the admin: what may not stand cannot be chosen, errors lead to their field, rules are
asked while typing.
"""

import html
import json

import pytest
from django.test import Client

from content.models import Evidence, Option
from content.vocabulary import ALLOWED_FINDINGS
from tests.editorial import address_of, form_of

pytestmark = pytest.mark.django_db


def test_only_pairs_of_grade_and_finding_that_may_stand_can_be_chosen(editor: Client) -> None:
    address = address_of("yoga")
    page = editor.get(address)
    formset = next(
        one for one in page.context["inline_admin_formsets"] if one.formset.model is Evidence
    ).formset
    offered = [value for value, _ in formset.forms[0].fields["rating"].choices if value]
    assert offered == [
        f"{grade}/{finding}" for grade, some in ALLOWED_FINDINGS.items() for finding in some
    ]
    sent = form_of(editor, address)
    refused = editor.post(address, sent | {"evidence-0-rating": "strong/may-worsen"})
    assert refused.status_code == 200
    assert "Constraint" not in refused.content.decode()
    assert editor.post(address, sent | {"evidence-0-rating": "weak/unclear"}).status_code == 302
    pair = Evidence.objects.get(pk=sent["evidence-0-id"])
    assert (pair.grade, pair.finding) == ("weak", "unclear")


def test_an_error_leads_to_its_field(editor: Client) -> None:
    address = address_of("yoga")
    sent = form_of(editor, address) | {
        "summary": "It helps 80% of women.",
        "evidence-0-statement": "",
    }
    page = html.unescape(editor.post(address, sent).content.decode())
    assert '<a href="#id_summary">Summary</a>: Leave out figures' in page
    assert (
        '<a href="#id_evidence-0-statement">Grade 1, statement</a>: This field is required.' in page
    )


def test_every_row_of_a_table_says_what_its_fields_are(editor: Client) -> None:
    page = html.unescape(editor.get(address_of("brain-fog")).content.decode())
    for said in (
        "Line for the appointment 1: Text",
        "Line for the appointment 1: Kind",
        "Line for the appointment 1: Delete",
        "Related topic 1: Related topic",
    ):
        assert f'aria-label="{said}"' in page


def test_a_page_has_sections_that_hold_every_field_once(editor: Client) -> None:
    page = editor.get(address_of("brain-fog"))
    titles = [title for _, title in page.context["sections"]]
    assert titles[:3] == ["Words", "When to see a doctor", "Sources"]
    names = [name for part in page.context["adminform"].fieldsets for name in part[1]["fields"]]
    assert len(names) == len(set(names))
    assert set(page.context["adminform"].form.fields) <= set(names)
    for place, _ in page.context["sections"]:
        assert f'id="{place}"' in page.content.decode()


def test_a_new_record_takes_its_slug_from_its_name(editor: Client) -> None:
    page = editor.get("/admin/content/option/add/")
    assert page.context["adminform"].prepopulated_fields
    assert not editor.get(address_of("yoga")).context["adminform"].prepopulated_fields


@pytest.mark.parametrize(
    ("slug", "text", "said"),
    [
        ("yoga", "It helps 80% of women.", "Leave out figures"),
        ("yoga", "Magnesium helps.", "Say nothing about supplements"),
        ("magnesium", "Magnesium helps some people.", ""),
        ("yoga", "A calm practice.", ""),
        ("", "It cures everyone.", "Promise nothing"),
    ],
    ids=["figure", "another's substance", "its own substance", "fine", "a new record"],
)
def test_the_rules_are_asked_while_a_text_is_typed(
    editor: Client, slug: str, text: str, said: str
) -> None:
    key = Option.objects.get(slug=slug).pk if slug else ""
    answer = editor.post(
        "/admin/content/option/check/", {"text": text, "object_id": key, "kind": "lifestyle"}
    )
    found = " ".join(json.loads(answer.content)["violations"])
    assert said in found if said else found == ""


def test_the_rules_are_asked_by_those_who_may_write_alone(editor: Client, client: Client) -> None:
    assert client.post("/admin/content/option/check/", {"text": "x"}).status_code == 302
    assert editor.get("/admin/content/option/check/").status_code == 403


def test_what_is_shared_is_edited_as_safely_as_a_record(editor: Client) -> None:
    from content.models import DoctorLine

    line = DoctorLine.objects.all()[0]
    address = f"/admin/content/doctorline/{line.pk}/change/"
    shown = editor.post(address, form_of(editor, address), follow=True)
    assert "You changed nothing" in shown.content.decode()
    mine = form_of(editor, address)
    DoctorLine.objects.filter(pk=line.pk).update(text="a colleague wrote this")
    clash = editor.post(address, mine | {"text": "mine"})
    assert "a colleague wrote this" in html.unescape(clash.content.decode())
    assert clash.status_code == 200
