"""What a page costs, what it asks for, how it prints, and pictures of every kind of page to look
at.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request

from tests.serving import ROOT, Served
from tests.system.browser.conftest import PAGES, Visit
from tests.system.browser.pictures import take

pytestmark = pytest.mark.browser

PICTURES = ROOT / "var" / "screenshots"
WEIGHT = 60_000
SHIFT = """() => new Promise(resolve => {
  let total = 0;
  new PerformanceObserver(list => list.getEntries().forEach(entry => total += entry.value))
    .observe({type: 'layout-shift', buffered: true});
  setTimeout(() => resolve(total), 300);
})"""

# The words of a chart that reach beyond the bubble or the band that they stand in.
BEYOND = """() => [...document.querySelectorAll('.chart text')].filter(text => {
  const shape = text.parentElement.querySelector('rect').getBBox(), words = text.getBBox();
  return words.x < shape.x || words.x + words.width > shape.x + shape.width;
}).map(text => text.textContent)"""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_only_its_own_host_sets_no_cookie_and_is_light(
    name: str, fresh: Visit, served: Served
) -> None:
    asked: list[Request] = []
    with fresh() as page:
        page.on("request", lambda request: asked.append(request))
        PAGES[name](page, served.url)
        page.wait_for_load_state("networkidle")
        assert {
            request.url.removeprefix(f"{served.url}/").split("/")[0]
            for request in asked
            if not request.is_navigation_request()
        } == {"static"}
        assert all(request.url.startswith(f"{served.url}/") for request in asked)
        assert page.context.cookies() == []
        assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]
        html = [request for request in asked if request.is_navigation_request()][-1].sizes()[
            "responseBodySize"
        ]
        files = {
            request.url.removeprefix(f"{served.url}/static/")
            for request in asked
            if not request.is_navigation_request()
        }
        assert files == {
            "content/pages.css",
            "content/icon.svg",
            *(["content/copy.js"] if name == "agents" else []),
        }
        assert (
            1_000
            < html + sum((ROOT / "content" / "static" / file).stat().st_size for file in files)
            < WEIGHT
        )


@pytest.mark.parametrize("name", PAGES)
def test_nothing_shifts_while_a_page_loads(name: str, visit: Visit) -> None:
    for width in (390, 1280):
        with visit(name, width=width) as page:
            assert page.evaluate(SHIFT) == 0, width


def test_the_browser_reports_no_violation_of_the_content_policy(
    fresh: Visit, served: Served
) -> None:
    said: list[str] = []
    with fresh() as page:
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        for name, opening in PAGES.items():
            opening(page, served.url)
            unwanted = [text for text in said if "status of 40" not in text]
            assert unwanted == [], name


def test_no_words_stay_in_the_address_or_leak_to_a_source(visit: Visit) -> None:
    with visit("results") as page:
        assert page.url.endswith("/search")
        assert "sleep" not in page.evaluate("document.referrer + location.href + history.length")


def test_the_doctor_text_is_the_most_visible_block_after_urgent(visit: Visit) -> None:
    for width in (390, 1280):
        with visit("symptom", width=width) as page:
            box = page.locator(".doctor").first.bounding_box()
            assert box is not None
            assert box["y"] < 900
            colours = page.evaluate(
                "['.doctor', 'main', 'body'].map(name => "
                "getComputedStyle(document.querySelector(name)).backgroundColor)"
            )
            assert colours[0] not in colours[1:]
        with visit("urgent", width=width) as page:
            urgent, heading = (
                page.locator(".urgent").bounding_box(),
                page.locator("h1").bounding_box(),
            )
            assert urgent is not None
            assert heading is not None
            assert urgent["y"] < heading["y"]
            assert urgent["y"] < 260


@pytest.mark.parametrize("name", ["symptom", "sheet"])
def test_paper_holds_everything_but_the_way_round(name: str, visit: Visit) -> None:
    with visit(name) as page:
        page.emulate_media(media="print")
        for hidden in (".top nav", ".help", ".foot nav"):
            assert not page.locator(hidden).first.is_visible()
        assert page.locator(".doctor").first.is_visible()
        folded = page.locator(
            "details:not(.names) li"
        )  # the cautions of each option; of what is withheld there is only a list of names
        assert all(folded.nth(place).is_visible() for place in range(folded.count()))
        assert page.locator("footer").get_by_text("not medical advice").is_visible()


@pytest.mark.parametrize(("name", "most"), [("symptom", 20), ("option", 9), ("sheet", 5)])
def test_a_page_on_paper_is_one_that_a_woman_would_take_along(
    name: str, most: int, visit: Visit
) -> None:
    with visit(name) as page:
        assert 1 < len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) <= most


def test_a_topic_on_paper_has_what_to_do_and_to_ask_before_the_options(visit: Visit) -> None:
    with visit("symptom", width=794) as page:
        page.emulate_media(media="print")
        places = [
            page.locator(f"#{part}").bounding_box()["y"]
            for part in ("doctor", "help", "prepare", "options", "sources")
        ]  # type: ignore[index]
        assert places == sorted(places)


def shoot(page: Page, name: str) -> None:
    take(page, PICTURES / f"{name}.png", whole=True)


@pytest.mark.parametrize("name", PAGES)
def test_pictures_to_look_at(name: str, visit: Visit) -> None:
    for width, device in ((390, "phone"), (1280, "desktop")):
        with visit(name, width=width, color_scheme="light") as page:
            shoot(page, f"{name}-{device}-light")
            page.emulate_media(color_scheme="dark")
            shoot(page, f"{name}-{device}-dark")
    if name in ("symptom", "topics", "urgent"):
        with visit(name, forced_colors="active") as page:
            shoot(page, f"{name}-desktop-forced-colours")
    with visit(name) as page:
        paper = PICTURES / f"{name}-paper.pdf"
        page.pdf(path=paper, format="A4", print_background=False)
        assert Path(paper).read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("name", "most"), [("symptom", 8), ("option", 10), ("evidence", 6), ("home", 6)]
)
def test_a_page_is_no_longer_than_a_reader_scrolls(name: str, most: int, visit: Visit) -> None:
    with visit(name, width=390, height=844) as page:
        assert page.evaluate("document.documentElement.scrollHeight") <= most * 844


@pytest.mark.parametrize("name", ["symptom", "guide", "option"])
def test_the_words_of_a_chart_stay_within_their_shapes(name: str, visit: Visit) -> None:
    with visit(name) as page:
        assert page.locator(".chart text").count() > 10
        assert page.evaluate(BEYOND) == []


def test_an_example_is_copied_by_its_button_and_stays_without_script(visit: Visit) -> None:
    with visit("agents", permissions=["clipboard-read", "clipboard-write"]) as page:
        page.get_by_role("button", name="Copy. Example: a call from a shell").click()
        assert page.evaluate("navigator.clipboard.readText()").startswith("curl '")
    with visit("agents", java_script_enabled=False) as page:
        assert page.locator(".copy").count() == 0
        assert page.get_by_label("Example: a call from a shell").is_visible()
