"""Markdown pages: help, what is withheld, sign-offs and warning signs, as on the pages they stand
beside.
"""

import pytest
from django.test import Client

from content.catalogue import refresh
from content.language.warning_signs import SIGNS
from content.models import Option, Topic
from content.pages import phone_numbers, sitemap
from content.vocabulary import DISCLAIMER, CautionKind, OptionKind
from tests.content.pages.alternates import alternate, get, page
from tests.makers import make_caution, make_evidence, make_option, make_reviewer, make_sign_off
from tests.reading import plain, read_markdown
from tests.site_pages import post

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rendered_once")]


def test_help_is_whole_in_markdown_and_on_the_page(client: Client) -> None:
    for _, text, _ in (alternate(client, "/get-help-now"), page(client, "/get-help-now")):
        for sign in SIGNS:
            assert sign.name in text
            assert plain(sign.what_counts) in text
            assert all(plain(line) in text for line in sign.urgent.splitlines())


def test_help_opens_with_the_numbers_in_markdown_too(client: Client) -> None:
    shown, _, _ = alternate(client, "/get-help-now")
    first, second, third, *_ = (section for section in shown.sections if section.heading)
    assert (first.heading, second.heading) == ("Get help now", "Emergency numbers")
    assert first.blocks[0].startswith(
        "If you or someone with you may be in danger, call your local emergency number."
    )
    for section, lines in (
        (second, phone_numbers.emergency_lines()),
        (third, phone_numbers.helplines()),
    ):
        assert len(section.blocks) == len(lines)
        for line, block in zip(lines, section.blocks, strict=True):
            assert all(word in block for word in (line.where, line.name, *line.numbers))
    assert {f"tel:{number.replace(' ', '')}" for number in phone_numbers.NUMBERS} <= set(
        shown.links
    )


def test_every_alternate_says_what_it_is_not_and_who_has_reviewed_it(client: Client) -> None:
    """As the foot of every page does."""
    for path in sitemap.FIXED:
        text = get(client, "/index.md" if path == "/" else f"{path}.md")
        assert plain(DISCLAIMER) in read_markdown(text).text, path
        assert "Not clinically reviewed" in text, path


def test_help_is_there_before_any_content_is(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing() -> None:
        raise refresh.NothingLoaded

    whole = get(client, "/get-help-now.md")
    monkeypatch.setattr(refresh, "current", nothing)
    assert get(client, "/get-help-now.md") == whole
    for path in ("/topics.md", "/symptoms/hot-flushes.md", "/about.md", "/sitemap.xml"):
        response = client.get(path)
        assert (response.status_code, response["Cache-Control"], response["Retry-After"]) == (
            503,
            "no-store",
            "60",
        ), path
        assert (response["Content-Type"], response.json()["code"]) == (
            "application/problem+json",
            "unavailable",
        ), path
        signed = client.get(path, {"for": "I want to kill myself"})
        assert (signed.status_code, next(iter(signed.json()))) == (503, "urgent"), path
    for path in ("/nothing.md", "/docs.md", "/v1/topics.md", "/symptoms/a/b.md"):
        assert client.get(path).status_code == 404, path
    assert get(client, "/llms.txt").startswith("# ")


def whole_site(client: Client) -> str:
    """Every page, every alternate and the text for agents, as one text."""
    paths = list(sitemap.paths(refresh.current()))
    addresses = [
        *paths,
        *("/index.md" if path == "/" else f"{path}.md" for path in paths),
        "/llms.txt",
        "/sitemap.xml",
    ]
    return plain(" ".join(get(client, address) for address in addresses))


def test_nothing_of_what_is_withheld_is_anywhere_on_the_site(client: Client) -> None:
    herb = make_option(
        "test-herb",
        OptionKind.SUPPLEMENT_OR_HERB,
        name="Test herb",
        aliases="testus herbalis",
        summary="Claimed in summary.",
    )
    make_caution(herb, "Claimed in key caution.", CautionKind.KEY)
    make_caution(herb, "Claimed in caution.")
    make_caution(herb, "Claimed in check first.", CautionKind.CHECK_FIRST)
    make_evidence(
        herb,
        Topic.objects.get(slug="hot-flushes"),
        statement="Claimed in statement.",
        basis="Claimed in basis.",
    )
    Option.objects.filter(slug="test-herb").update(
        cost="Claimed in cost.", access="Claimed in access."
    )
    claims = [
        f"Claimed in {place}."
        for place in (
            "summary",
            "key caution",
            "caution",
            "check first",
            "statement",
            "basis",
            "cost",
            "access",
        )
    ]
    found = post(client, "/search", {"topic": "test herb"}).content.decode()
    assert "Test herb" in found
    site = whole_site(client) + plain(found)
    assert "Test herb" in site
    assert [claim for claim in (*claims, "testus") if claim in site] == []
    make_sign_off("test-herb", make_reviewer())
    refresh.forget()
    assert [
        claim for claim in claims if claim not in alternate(client, "/options/test-herb")[1]
    ] == []


def test_a_withheld_option_is_named_and_nothing_else(client: Client) -> None:
    for option in refresh.current().withheld:
        shown, _, _ = alternate(client, f"/options/{option.slug}")
        assert [section.heading for section in shown.sections if section.heading] == [
            option.name,
            "Withheld",
            "Review",
        ]


def test_a_sign_off_is_named_on_the_alternate_while_it_is_in_force(client: Client) -> None:
    reviewer = make_reviewer()
    make_sign_off("clonidine", reviewer)
    assert (
        "Reviewed, by Dr Test Reviewer, Consultant gynaecologist"
        in alternate(client, "/options/clonidine")[1]
    )
    reviewer.ended_on = reviewer.appointed_on
    reviewer.save()
    text = alternate(client, "/options/clonidine")[1]
    assert "Review lapsed" in text
    assert "Dr Test Reviewer" not in text


def test_an_alternate_asked_for_with_a_warning_sign_is_led_by_what_to_do_now(
    client: Client,
) -> None:
    response = client.get("/symptoms/hot-flushes.md?note=I+want+to+kill+myself")
    sign = next(sign for sign in SIGNS if sign.slug == "self-harm")
    first, second, *_ = read_markdown(response.content.decode()).blocks
    assert (first, second) == ("What to do now", plain(sign.urgent.splitlines()[0]))
    assert response["Cache-Control"] == "no-store"
    assert "ETag" not in response
    assert "What to do now" not in get(client, "/symptoms/hot-flushes.md")
