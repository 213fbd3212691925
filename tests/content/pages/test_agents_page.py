"""The page for agents: its rules, calls, errors and examples are those of the API."""

import json
import re
import urllib.request
from email.message import Message
from io import BytesIO
from typing import Any
from urllib.error import HTTPError

import pytest
from django.conf import settings as configured
from django.test import Client

from api import relay_rules
from api.calls import CALLS
from api.errors import Kinds
from content.language.warning_signs import BY_SLUG, SIGNS
from menoinfo.pages import TEST_PHRASES
from tests.examples import SIGN_WORDS
from tests.page_reading import read, said_by

pytestmark = pytest.mark.django_db


def example_of(client: Client, what: str) -> str:
    """The words of one example of the page."""
    page = read(client.get("/agents").content)
    (block,) = [
        element for element in page.all("pre") if element.get("aria-label") == f"Example: {what}"
    ]
    return "".join(block.itertext())


def test_the_agents_page_holds_the_rules_and_calls_of_the_api(client: Client) -> None:
    page = read(client.get("/agents").content)
    said = said_by(page.main)
    for rule in relay_rules.RELAY_RULES:
        assert re.sub(r"[\s`]+", "", rule) in said
    for call in CALLS:
        (example,) = [link for link in page.links if link.startswith(call.path)]
        assert client.get(example).status_code == 200
    example = json.loads(example_of(client, "an answer"))
    whole = json.loads(
        client.get("/v1/explain", {"topic": f"hot flushes and {SIGN_WORDS['self-harm']}"}).content
    )
    assert list(example) == list(whole)
    assert example["urgent"][:60] == whole["urgent"][:60]


@pytest.mark.parametrize(
    ("words", "limit", "name", "begins"),
    [
        ("I wake up soaked", "60/m", "when_to_see_a_doctor", "when_to_see_a_doctor"),
        ("hot flushes and I want to die", "60/m", "source_page", "urgent"),
        ("I want to die", "60/m", "source_page", "urgent"),  # a sign and no topic
        ("car insurance", "60/m", "detail", "detail"),
        ("hot flushes", "0/m", "detail", "detail"),
        (f"I want to die {'x' * 2000}", "60/m", "detail", "urgent"),
    ],
)
def test_the_example_in_python_runs_and_relays_whatever_is_answered(
    words: str,
    limit: str,
    name: str,
    begins: str,
    client: Client,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings.RATE_LIMIT = limit
    answered: list[Any] = []

    def opened(address: str) -> BytesIO:
        response = client.get(address.removeprefix(configured.PUBLIC_URL))
        answered.append(json.loads(response.content))
        if response.status_code >= 400:
            raise HTTPError(
                address,
                response.status_code,
                response.reason_phrase,
                Message(),
                BytesIO(response.content),
            )
        return BytesIO(response.content)

    text = example_of(client, "a call from Python")
    assert '"I wake up soaked"' in text
    monkeypatch.setattr(urllib.request, "urlopen", opened)
    exec(text.replace("I wake up soaked", words), {})
    (answer,) = answered
    said = capsys.readouterr().out
    assert said.startswith(answer[begins])
    assert answer[name] in said
    assert all(
        item["name"] in said
        for item in (*answer.get("options", ()), *answer.get("suggestions", ()))
    )


def test_the_phrases_to_test_urgent_with_give_their_sign(client: Client) -> None:
    assert {sign for _, sign in TEST_PHRASES} == {None, *(sign.slug for sign in SIGNS)}
    for words, sign in TEST_PHRASES:
        urgent = client.get("/v1/explain", {"topic": words}).json().get("urgent")
        assert urgent == (BY_SLUG[sign].urgent if sign else None), words


def test_the_agents_page_lists_every_error(client: Client) -> None:
    links = read(client.get("/agents").content).links
    assert {f"/docs/errors#{kind.value.code}" for kind in Kinds} == {
        link for link in links if link.startswith("/docs/errors")
    }


def test_the_example_over_mcp_runs(client: Client) -> None:
    text = example_of(client, "a tool call over MCP")
    headers = {
        f"HTTP_{name.upper().replace('-', '_')}": value
        for name, value in re.findall(r"-H '([^:]+): ([^']+)'", text)
        if name != "Content-Type"
    }
    response = client.post(
        "/mcp",
        re.search(r"-d '(.*)'", text, re.DOTALL).group(1),
        content_type="application/json",
        **headers,
    )  # type: ignore[union-attr]
    assert (
        json.loads(response.content)["result"]["structuredContent"]["topic"]["slug"] == "brain-fog"
    )
