"""Get help now: every sign and every number to call, there before any content is."""

import re

import pytest
import yaml
from django.test import Client

from content.catalogue import refresh
from content.language.warning_signs import FOLDER, SIGNS
from content.pages import phone_numbers
from tests.examples import SIGN_WORDS
from tests.makers import delete_content
from tests.page_reading import read, said_by, words_of
from tests.site_pages import post

pytestmark = pytest.mark.django_db


def test_every_number_of_the_sign_files_can_be_tapped_and_no_other(client: Client) -> None:
    in_files = set(re.findall(r"\d[\d ]*\d", "\n".join(sign.urgent for sign in SIGNS)))
    assert in_files == phone_numbers.NUMBERS
    page = read(client.get("/get-help-now").content)
    assert {link for link in page.links if link.startswith("tel:")} == {
        f"tel:{number.replace(' ', '')}" for number in in_files
    }
    listed = {
        number
        for line in (*phone_numbers.emergency_lines(), *phone_numbers.helplines())
        for number in line.numbers
    }
    assert listed == in_files
    assert [line.where for line in phone_numbers.emergency_lines()] == [
        "UK and Ireland",
        "EU",
        "US and Canada",
        "Australia",
        "New Zealand",
    ]
    assert [(line.where, line.name) for line in phone_numbers.helplines()] == [
        ("UK and Ireland", "Samaritans"), ("US and Canada", ""), ("Australia", "Lifeline"),
        ("New Zealand", ""),
    ]  # fmt: skip


def test_get_help_now_holds_each_sign_most_urgent_first(client: Client) -> None:
    page = read(client.get("/get-help-now").content)
    said = said_by(page.main)
    places = [said.index(re.sub(r"\s+", "", sign.urgent)) for sign in SIGNS]
    assert places == sorted(places)
    assert all(
        re.sub(r"\s+", "", sign.what_counts) in said and sign.slug in page.ids for sign in SIGNS
    )


def test_get_help_now_names_every_publication_of_the_signs_and_no_other(client: Client) -> None:
    cited = {
        key
        for path in FOLDER.glob("*.yaml")
        for key in yaml.safe_load(path.read_text(encoding="utf-8"))["sources"]
    }
    sources = refresh.current().sources
    page, alternate = (
        read(client.get("/get-help-now").content),
        client.get("/get-help-now.md").content.decode(),
    )
    (named,) = [
        section for section in page.all("section") if section.get("aria-labelledby") == "sources"
    ]
    assert {(link.get("href"), words_of(link)) for link in named.iter() if link.get("href")} == {
        (sources[key].url, sources[key].title) for key in cited
    }
    assert all(f"[{sources[key].title}]({sources[key].url})" in alternate for key in cited)


def test_a_number_that_is_no_helpline_is_left_alone() -> None:
    assert "<a" not in phone_numbers.linked("In 2024, within 10 years, at 45 <b>")
    assert (
        phone_numbers.linked("Ring 116 123 & 999")
        == 'Ring <a href="tel:116123">116 123</a> &amp; <a href="tel:999">999</a>'
    )


def test_help_is_there_before_any_content_is(client: Client) -> None:
    delete_content()
    refresh.forget()
    assert client.get("/get-help-now").status_code == 200
    for path in ("/", "/symptoms/hot-flushes"):
        response = client.get(path)
        assert response.status_code == 503
        assert read(response.content)
    assert (
        read(post(client, "/search", {"topic": SIGN_WORDS["self-harm"]}).content)
        .main[0]
        .get("class")
        == "urgent"
    )
