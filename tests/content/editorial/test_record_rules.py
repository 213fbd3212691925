"""What a record must hold before it can be published: cautions, doctor text, years, names."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from content.documents import as_plain
from content.models import (
    Family,
    Option,
    Topic,
)
from content.vocabulary import CautionKind
from tests.editorial import address_of, form_of
from tests.makers import (
    document_of,
    make_source,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]


@pytest.mark.parametrize(
    ("slug", "prefix"), [("brain-fog", "prep_items"), ("clonidine", "caution_items")]
)
def test_lines_of_lists_are_edited_in_boxes_and_stay_one_line(
    editor: Client, slug: str, prefix: str
) -> None:
    address = address_of(slug)
    sent = form_of(editor, address)
    assert re.search(rf'<textarea name="{prefix}-0-text"', editor.get(address).content.decode())
    assert (
        editor.post(
            address, sent | {f"{prefix}-0-text": "  Ask about\r\n this   first. "}
        ).status_code
        == 302
    )
    assert "Ask about this first." in str(as_plain(document_of(slug)))


@pytest.mark.parametrize("year", ["1066", "2101"])
def test_a_year_that_cannot_be_is_refused_in_words(editor: Client, year: str) -> None:
    source = make_source()
    address = reverse("admin:content_source_change", args=(source.pk,))
    page = editor.post(address, form_of(editor, address) | {"year": year})
    assert page.status_code == 200
    assert "Write a year from 1990 to 2100." in page.content.decode()


def test_no_option_is_left_without_a_caution(editor: Client) -> None:
    address = address_of("yoga")
    sent = form_of(editor, address)
    prefix = "caution_items"
    gone = {f"{prefix}-{at}-DELETE": "on" for at in range(int(sent[f"{prefix}-TOTAL_FORMS"]))}
    page = editor.post(address, {**sent, **gone})
    assert page.status_code == 200
    assert "Nothing is public without a key caution." in page.content.decode()
    assert Option.objects.get(slug="yoga").caution_items.exists()


def with_key_cautions(sent: dict[str, Any], number: int) -> dict[str, Any]:
    """A form whose first `number` cautions are key, and no other."""
    total = int(sent["caution_items-TOTAL_FORMS"])
    assert total >= number
    kinds = {at: CautionKind.KEY if at < number else CautionKind.CAUTION for at in range(total)}
    return sent | {f"caution_items-{at}-kind": str(kind) for at, kind in kinds.items()}


@pytest.mark.parametrize(
    ("record", "number", "refused"),
    [
        ("yoga", 0, "Nothing is public without a key caution."),
        ("yoga", 1, ""),
        ("yoga", 3, ""),
        ("yoga", 4, "Mark at most 3 cautions as key"),
        ("combined-hrt", 0, ""),  # its family has some
        ("oestrogen-only-hrt", 4, "Mark at most 3 cautions as key"),
        ("family", 0, "Nothing is public without a key caution."),
        ("family", 3, ""),
        ("family", 4, "Mark at most 3 cautions as key"),
    ],
)
def test_an_option_or_a_family_has_one_to_three_key_cautions(
    editor: Client, record: str, number: int, refused: str
) -> None:
    family = Family.objects.get(slug="hrt")
    about = reverse("admin:content_family_change", args=(family.pk,))
    address = about if record == "family" else address_of(record)
    owner: Any = family if record == "family" else Option.objects.get(slug=record)
    before = list(owner.caution_items.values_list("kind", "text"))
    page = editor.post(address, with_key_cautions(form_of(editor, address), number))
    if refused:
        assert page.status_code == 200
        assert refused in page.content.decode()
        assert list(owner.caution_items.values_list("kind", "text")) == before
    else:
        assert page.status_code == 302
        assert owner.caution_items.filter(kind=CautionKind.KEY).count() == number


def test_an_option_that_leaves_its_family_needs_a_key_caution_of_its_own(editor: Client) -> None:
    address = address_of("hormone-replacement-therapy")
    page = editor.post(address, form_of(editor, address) | {"family": ""})
    assert "Nothing is public without a key caution." in page.content.decode()
    assert Option.objects.get(slug="hormone-replacement-therapy").family is not None


def test_a_supplement_may_be_written_before_it_has_a_key_caution(editor: Client) -> None:
    address = address_of("sage")
    sent = form_of(editor, address) | {"summary": "Garden sage."}
    assert editor.post(address, sent).status_code == 302


@pytest.mark.parametrize(
    ("slug", "refused"), [("menopause", False), ("brain-fog", True), ("osteoporosis", True)]
)
def test_a_topic_without_why_it_happens_is_refused_unless_it_is_a_guide(
    editor: Client, slug: str, refused: bool
) -> None:
    address = address_of(slug)
    page = editor.post(address, form_of(editor, address) | {"why_it_happens": ""})
    assert page.status_code == (200 if refused else 302), slug
    assert bool(Topic.objects.get(slug=slug).why_it_happens) is refused


def test_a_flag_that_leads_to_nothing_is_refused_at_its_field(editor: Client) -> None:
    """A part may end with a lead that a shared line follows, not when the last is taken away."""
    address = address_of("menopause")
    page = editor.post(address, form_of(editor, address) | {"doctor_lines": []})
    assert page.status_code == 200
    assert "doctor_emergency" in page.context["adminform"].form.errors
    assert Topic.objects.get(slug="menopause").doctor_lines.exists()
