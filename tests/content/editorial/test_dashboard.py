"""The first page of the admin: what waits, found by words and by standing."""

from datetime import timedelta

import pytest
from django.test import Client

from content.editorial.dashboard import states
from content.models import (
    Topic,
)
from content.review import standing
from tests.makers import (
    make_reviewer,
    make_sign_off,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]


def test_the_first_page_says_what_waits(editor: Client) -> None:
    make_sign_off("bloating", make_reviewer(), review_due_on=standing.today() + timedelta(days=30))
    page = editor.get("/admin/").content.decode()
    under = {
        heading: page.split(heading)[1].split("</section>")[0]
        for heading in ("Lapses within two months", "Withheld", "Not reviewed")
    }
    empty = page.split("Nothing under:")[1].split("</p>")[0]
    for heading in ("left out of every answer", "asks for a change", "Lacks something"):
        assert heading in empty
    assert "Bloating" in under["Lapses within two months"]
    assert "Black cohosh" in under["Withheld"]
    assert "no caution of the kind" in under["Withheld"]
    assert "Brain fog" in under["Not reviewed"]
    assert "Bloating" not in under["Not reviewed"]


def test_a_record_without_a_source_and_one_that_breaks_a_rule_are_named(editor: Client) -> None:
    Topic.objects.get(slug="brain-fog").sources.clear()
    Topic.objects.filter(slug="bloating").update(summary="It helps 80% of women.")
    found = {state.slug: state for state in states()}
    assert "a source" in found["brain-fog"].lacks
    assert found["bloating"].violations
    page = editor.get("/admin/").content.decode()
    assert "Brain fog" in page.split("Lacks something")[1].split("</section>")[0]
    assert "Bloating" in page.split("left out of every answer")[1].split("</section>")[0]


@pytest.mark.parametrize(("query", "has", "has_not"), [
    ("?lacks=source", "Brain fog", "Bloating and digestive changes"),
    ("?standing=reviewed", "Bloating and digestive changes", "Brain fog"),
    ("?standing=unreviewed", "Brain fog", "Bloating and digestive changes"),
    ("?q=word+finding", None, "Bloating and digestive changes"),
    ("?q=brain+fog", "Brain fog", "Bloating and digestive changes"),
])  # fmt: skip
def test_a_record_is_found_by_words_and_by_standing(
    editor: Client, query: str, has: str | None, has_not: str
) -> None:
    Topic.objects.get(slug="brain-fog").sources.clear()
    make_sign_off("bloating", make_reviewer())
    names = [
        row.name for row in editor.get(f"/admin/content/symptom/{query}").context["cl"].result_list
    ]
    assert has is None or has in names
    assert has_not not in names


def test_who_the_admin_refuses_is_told_so_on_a_page_of_it(editor: Client) -> None:
    page = editor.get("/admin/content/reviewer/add/", HTTP_ACCEPT="text/html")
    assert page.status_code == 403
    assert "Your account may not do this" in page.content.decode()
    assert (
        editor.get("/admin/content/reviewer/add/", HTTP_ACCEPT="application/json")["Content-Type"]
        == "application/problem+json"
    )


def test_the_warning_signs_can_be_read_and_not_changed(editor: Client) -> None:
    page = editor.get("/admin/warning-signs/").content.decode()
    assert "116 123" in page
    assert "<form" not in page.split('id="content"')[1]
