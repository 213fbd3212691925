"""The API reference says all that the description says, its examples run against this service, and
it asks nothing of anybody else.
"""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as configured
from django.contrib.staticfiles import finders
from django.test import Client

from api import relay_rules
from api.errors import Kinds
from api.reference import operations, prose, shapes, type_of
from api.schema import openapi_document
from tests.reading import Read, plain
from tests.serving import Served, serving

pytestmark = pytest.mark.django_db

URL = configured.PUBLIC_URL
PAGES = ("/docs", "/docs/reference", "/docs/errors")


def read(client: Client, path: str) -> Read:
    response = client.get(path)
    assert response.status_code == 200, path
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert not response.cookies
    return Read(response.content.decode())


def without_ticks(text: str) -> str:
    return plain(text.replace("`", ""))


@pytest.mark.parametrize("path", PAGES[:2])
def test_all_that_the_description_says_is_read_without_a_script(client: Client, path: str) -> None:
    shown = read(client, path)
    text = shown.text
    description = openapi_document()
    for rule in relay_rules.RELAY_RULES:
        assert without_ticks(rule) in text
    for address, methods in description["paths"].items():
        for method, operation in methods.items():
            assert f"{method.upper()} {address}" in text
            assert operation["summary"] in text
            assert without_ticks(operation.get("description", "")) in text
            for parameter in operation.get("parameters", ()):
                assert without_ticks(parameter["description"]) in text
            for outcome in operation["responses"].values():
                assert without_ticks(outcome["description"]) in text
    for name, shape in description["components"]["schemas"].items():
        (section,) = [section for section in shown.sections if section.heading == name]
        for field, part in shape["properties"].items():
            assert f"{field} (" in section.text, (name, field)
            assert without_ticks(part.get("description", "")) in section.text, (name, field)


@pytest.mark.parametrize("path", PAGES)
def test_a_sign_in_the_address_is_answered_before_the_reference(client: Client, path: str) -> None:
    response = client.get(path, {"q": "I want to kill myself"})
    text = Read(response.content.decode()).text
    assert response["Cache-Control"] == "no-store"
    assert (
        text.index("Read this first")
        < text.index("Samaritans")
        < text.index("No key and no account" if path != "/docs/errors" else "problem document")
    )
    assert "Read this first" not in read(client, path).text


@pytest.mark.parametrize("path", PAGES)
def test_every_link_within_a_page_has_a_place_to_go(client: Client, path: str) -> None:
    shown = read(client, path)
    within = {link.removeprefix("#") for link in shown.addresses if link.startswith("#")}
    assert within <= shown.ids
    ids = re.findall(r'\bid="([^"]+)"', client.get(path).content.decode())
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_asked_of_another_host(client: Client, path: str) -> None:
    for address in read(client, path).addresses:
        assert urlsplit(address).scheme in ("", "data") or address.startswith(URL), address


def test_only_the_page_with_buttons_runs_scripts_and_only_its_own(client: Client) -> None:
    policies = {path: client.get(path)["Content-Security-Policy"] for path in PAGES}
    assert "script-src 'self';" in policies["/docs"]
    assert "script-src" not in policies["/docs/reference"] + policies["/docs/errors"]
    for policy in policies.values():
        assert policy.startswith("default-src 'none'; ")
        assert "unsafe" not in policy
        assert "http" not in policy
    for path in PAGES:
        shown = read(client, path)
        run = [given for given, _ in shown.scripts if given.get("type") != "application/ld+json"]
        assert all(given["src"].startswith("/static/") and "defer" in given for given in run)
        assert bool(run) is (path == "/docs")
        assert not re.search(r"<style|\sstyle=|\son\w+=", client.get(path).content.decode())


def test_every_file_the_page_with_buttons_needs_is_our_own(client: Client) -> None:
    needed = [
        address for address in read(client, "/docs").addresses if address.startswith("/static/")
    ]
    assert len(needed) == 4
    for address in needed:
        assert finders.find(address.removeprefix("/static/")), address


def test_every_example_link_runs(client: Client) -> None:
    shown = operations(openapi_document(), URL)
    links = [operation.link for operation in shown if operation.link]
    assert len(links) == 7
    assert set(links) <= read(client, "/docs/reference").addresses
    for link in links:
        assert client.get(link).status_code == 200, link


def test_every_example_command_runs(client: Client) -> None:
    shown = read(client, "/docs/reference")
    for operation in operations(openapi_document(), URL):
        assert plain(operation.command) in shown.text
        program, address, *options = shlex.split(operation.command)
        given = dict(zip(options[::2], options[1::2], strict=True)) if "-d" in options else {}
        path = address.removeprefix(URL)
        assert (program, address) == ("curl", f"{URL}{path}")
        if given:
            response = client.post(
                path, given["-d"], content_type="application/json", HTTP_ACCEPT="application/json"
            )
            assert "tools" in response.json()["result"]
        else:
            response = client.get(path)
        assert response.status_code == 200, operation.command


def test_every_kind_of_error_has_the_place_that_its_type_names(client: Client) -> None:
    shown = read(client, "/docs/errors")
    for kind in Kinds:
        assert kind.value.code in shown.ids
        assert kind.value.title in shown.text
        assert plain(kind.value.meaning) in shown.text
    problem = json.loads(client.get("/v1/explain?topic=xylophone").content)
    page, _, place = problem["type"].removeprefix(URL).partition("#")
    assert place in read(client, page).ids


def test_types_are_said_in_words() -> None:
    assert (
        type_of({"type": "array", "items": {"$ref": "#/components/schemas/Ref"}})
        == 'list of <a href="#Ref">Ref</a>'
    )
    assert (
        type_of({"enum": ["<a>", None]})
        == "one of <code>&quot;&lt;a&gt;&quot;</code>, <code>null</code>"
    )
    assert type_of({"type": ["string", "null"]}) == "string or null"
    assert type_of({"oneOf": [{"$ref": "#/x/A"}, {"type": "null"}]}) == '<a href="#A">A</a> or null'
    assert prose("`a<b` & c") == "<code>a&lt;b</code> &amp; c"
    assert {shape.name for shape in shapes(openapi_document())} == set(
        openapi_document()["components"]["schemas"]
    )


@pytest.mark.parametrize("path", PAGES)
def test_the_reference_is_not_sent_again_when_unchanged(client: Client, path: str) -> None:
    first = client.get(path)
    again = client.get(path, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["Content-Security-Policy"] == first["Content-Security-Policy"]
    assert client.post(path).status_code == 405


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The production server with its files collected."""
    with serving(tmp_path_factory.mktemp("reference"), workers=1) as running:
        running.manage("collectstatic", "--noinput", "--verbosity", "0")
        running.stop()
        running.start()
        yield running


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_examples_run_in_a_browser(served: Served, scheme: Any) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium")
    if chromium is None or not Path(chromium).exists():
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(color_scheme=scheme, viewport={"width": 390, "height": 900})
        page = context.new_page()
        asked: list[str] = []
        complaints: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{served.url}/docs")
        for operation, words in (
            ("calls-evidence", '"slug": "vaginal-oestrogen"'),
            ("calls-doctor_prep", '"questions"'),
            ("descriptions-mcp", '"tools"'),
        ):
            place = page.locator(f"#operations-{operation}")
            place.locator(".opblock-summary-control").click()
            place.locator(".execute").click()
            place.locator(".live-responses-table .highlight-code", has_text=words).first.wait_for(
                timeout=20_000
            )
            assert (
                "200"
                in place.locator(".live-responses-table .response-col_status").last.inner_text()
            )
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert complaints == []
        assert all(address.startswith((f"{served.url}/", "data:")) for address in asked)
        assert context.cookies() == []
        assert page.evaluate("localStorage.length + sessionStorage.length") == 0
        still = browser.new_context(java_script_enabled=False).new_page()
        still.goto(f"{served.url}/docs")
        assert "What comes back, field by field" in still.inner_text("main")
        browser.close()
