"""The page of an option: its evidence with every grade, or a name and nothing else."""

import re

import pytest
from django.test import Client

from content.answers import compose, shapes
from content.catalogue import refresh
from content.vocabulary import (
    Finding,
)
from tests.page_reading import read, said_by, words_of
from tests.site_pages import assert_holds, graded, under_ratings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rendered_once")]


def test_an_options_page_holds_its_evidence_and_every_grade(client: Client) -> None:
    catalogue = refresh.current()
    for option in catalogue.released:
        path = f"/options/{option.slug}"
        page = read(client.get(path).content)
        sheet = compose.evidence_sheet(catalogue, option.slug)
        assert isinstance(sheet, shapes.EvidenceSheet)
        assert_holds(page, sheet, path)
        items = (*sheet.may_worsen, *sheet.grades)
        assert under_ratings(page) == [
            (item.topic.name, graded(item.grade, item.finding)) for item in items
        ]
        assert {item.finding for item in sheet.may_worsen} <= {Finding.MAY_WORSEN}


def test_a_withheld_page_says_the_same_of_all_and_nothing_of_any(client: Client) -> None:
    catalogue = refresh.current()
    pages = set()
    for option in catalogue.withheld:
        html = client.get(f"/options/{option.slug}").content.decode()
        page = read(html.encode())
        assert words_of(page.one("h1")) == option.name
        assert "Withheld until a named clinical reviewer has signed its caution." in words_of(
            page.main
        )
        pages.add(said_by(page.one("body")).replace(re.sub(r"\s+", "", option.name), "…"))
    assert len(pages) == 1
