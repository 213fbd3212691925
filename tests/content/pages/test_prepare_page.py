"""The appointment sheet: made of ticks and own words, and refused in words."""

import pytest
from django.test import Client

from content.answers import compose
from content.answers.resolve import Resolved
from content.catalogue import refresh
from tests.page_reading import read, squeezed, words_of
from tests.site_pages import assert_holds, post, urlencoded

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rendered_once")]


def test_a_sheet_holds_the_whole_answer_and_room_to_write(client: Client) -> None:
    chosen = ["Hot flushes", "Dry mouth and dry eyes", "Tingling and electric-shock feelings"]
    page = read(post(client, "/prepare", {"symptoms": chosen}).content)
    catalogue = refresh.current()
    sheet = compose.prep_sheet(
        catalogue, Resolved(("hot-flushes", "mouth-and-eye-dryness", "tingling"))
    )
    assert_holds(page, sheet, "/prepare")
    assert "lines" in {element.get("class") for element in page.all("div")}


def test_every_box_makes_its_own_sheet(client: Client) -> None:
    form = read(client.get("/prepare").content)
    boxes = [box.get("value", "") for box in form.all("input") if box.get("type") == "checkbox"]
    catalogue = refresh.current()
    assert sorted(boxes) == sorted(entry.topic.name for entry in catalogue.topics.values())
    for name in boxes:
        page = read(post(client, "/prepare", {"symptoms": name}).content)
        assert squeezed(words_of(page.main)).startswith(f"Your appointment sheet About: {name}")


def test_a_sheet_takes_own_words_and_says_what_it_did_not_know(client: Client) -> None:
    page = read(
        post(
            client,
            "/prepare",
            {"symptoms": ["Anxiety", "boiling hot all of a sudden, xylophone zeppelin"]},
        ).content
    )
    assert "About: Anxiety , Hot flushes" in words_of(page.main)
    assert "number 3" in words_of(page.main)


def test_too_many_none_or_unknown_choices_are_explained(client: Client) -> None:
    names = [entry.topic.name for entry in refresh.current().topics.values()]
    for chosen, words in (
        (names[:13], "Choose at most 12"),
        ([], "Choose at least one"),
        (["xylophone zeppelin"], "We could not tell"),
    ):
        response = post(client, "/prepare", {"symptoms": chosen})
        assert response.status_code == 400
        said = words_of(read(response.content).main)
        assert words in said
        assert ("please type it again" in said) is (chosen == ["xylophone zeppelin"])
    assert post(client, "/prepare", {"symptoms": names[:12]}).status_code == 200


def test_a_refused_form_keeps_its_ticks_and_nothing_that_was_typed(client: Client) -> None:
    def ticked(chosen: list[str]) -> tuple[list[str], bytes]:
        response = post(client, "/prepare", {"symptoms": chosen})
        assert response.status_code == 400
        boxes = read(response.content).all("input")
        return [box.get("value", "") for box in boxes if "checked" in box.attrib], response.content

    names = [entry.topic.name for entry in refresh.current().topics.values()]
    chosen, html = ticked([*names[:13], "zebrafinch all night"])
    assert sorted(chosen) == sorted(names[:13])
    assert b"ebrafinch" not in html
    by_slug, _ = ticked([*list(refresh.current().topics)[:13], "zebrafinch"])
    assert by_slug == chosen
    assert ticked(["zebrafinch"])[0] == ticked([])[0] == []
    assert not [
        box for box in read(client.get("/prepare").content).all("input") if "checked" in box.attrib
    ]


def test_a_list_longer_than_any_sheet_is_refused(client: Client) -> None:
    assert urlencoded(client, "/prepare", "symptoms=" + "x%0a" * 3000).status_code == 413
