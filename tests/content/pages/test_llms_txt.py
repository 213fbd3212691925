"""The text for agents: it leads to every Markdown page of what may be spoken of."""

import re

import pytest
from django.test import Client

from content.catalogue import refresh
from tests.content.pages.alternates import NOT_IN_SITEMAP, URL, alternate_of, every_path
from tests.reading import path_of

pytestmark = pytest.mark.django_db


def test_the_text_for_agents_names_the_pages_that_have_no_alternate(client: Client) -> None:
    (said,) = re.findall(r"^Every page .+$", client.get("/llms.txt").content.decode(), re.MULTILINE)
    for path in NOT_IN_SITEMAP:
        assert client.get(path).status_code == 200
        assert client.get(f"{path}.md").status_code == 404
        assert f"`/{path.split('/')[1]}`" in said, path


@pytest.mark.usefixtures("rendered_once")
def test_the_text_for_agents_leads_to_the_alternate_of_every_released_record(
    client: Client,
) -> None:
    text = client.get("/llms.txt").content.decode()
    links = re.findall(r"^- \[[^\]]+\]\(([^)]+)\)(?:: .+)?$", text, re.MULTILINE)
    catalogue = refresh.current()
    withheld = {f"/options/{option.slug}" for option in catalogue.withheld}
    wanted = {f"{URL}{alternate_of(path)}" for path in every_path() if path not in withheld}
    assert wanted <= set(links)
    assert not {link for link in links if path_of(link).removesuffix(".md") in withheld}
    assert len(links) == len(set(links))
    for link in links:
        assert link.startswith(URL)
        if not link.endswith("/mcp"):
            assert client.get(link.removeprefix(URL)).status_code == 200, link


def test_the_text_for_agents_is_led_by_what_to_do_for_a_sign(
    client: Client,
) -> None:
    response = client.get("/llms.txt", {"q": "I want to kill myself"})
    lead, _, rest = response.content.decode().partition("\n---\n\n")
    assert lead.startswith("**What to do now**")
    assert "Samaritans" in lead
    assert (rest, response["Cache-Control"]) == (
        client.get("/llms.txt").content.decode(),
        "no-store",
    )


def test_the_text_for_agents_keeps_the_order_of_the_format(client: Client) -> None:
    lines = [line for line in client.get("/llms.txt").content.decode().splitlines() if line]
    assert lines[0].startswith("# ")
    assert lines[1].startswith("> ")
    headings = [line for line in lines if line.startswith("#")][1:]
    assert all(heading.startswith("## ") for heading in headings)
    assert headings[-1] == "## Optional"
