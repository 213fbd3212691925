"""WCAG 2.2 AA in a real browser: axe-core on every kind of page, the keyboard alone, narrow
screens, large text.
"""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from content.vocabulary import RATINGS
from tests.system.browser.conftest import PAGES, Visit

pytestmark = pytest.mark.browser

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    "resultTypes": ["violations"],
}
OPEN_ALL = "document.querySelectorAll('details').forEach(part => part.open = true)"
# WCAG 1.4.12: a reader may space text out like this and lose nothing.
SPACED = (
    "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em "
    "!important } p { margin-bottom: 2em !important }"
)
LARGE = "html { font-size: 200% }"
OUTSIDE = """() => {
  const width = document.documentElement.clientWidth, found = [];
  for (const element of document.querySelectorAll('main *, header *, footer *')) {
    if (element.closest('pre, .scroll, .unseen, .skip')) continue;
    const box = element.getBoundingClientRect();
    if (box.width && (box.right > width + 1 || box.left < -1))
      found.push(element.tagName + '.' + element.className + ' ' + Math.round(box.right));
  }
  return [document.scrollingElement.scrollWidth, found];
}"""
FOCUSED = """() => {
  const element = document.activeElement, box = element.getBoundingClientRect(),
    style = getComputedStyle(element);
  return {
    what: element.tagName, text: (element.innerText || element.name || '').slice(0, 40),
    place: [...document.querySelectorAll('*')].indexOf(element),
    seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight &&
      box.right > 0 && box.left < innerWidth,
    ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
  };
}"""
STOPS = """() => [...document.querySelectorAll(
    'a[href], button, select, input:not([type=hidden]), summary, [tabindex="0"]')]
  .filter(element => !(element.tagName === 'SUMMARY'
    ? element.parentElement.parentElement : element).closest('details:not([open])')).length"""


def violations(page: Page) -> list[tuple[str, list[Any]]]:
    """What axe-core finds, by rule, with the elements."""
    page.evaluate(OPEN_ALL)
    found = Axe().run(page, options=RULES).response["violations"]
    return [(rule["id"], [node["target"] for node in rule["nodes"]][:5]) for rule in found]


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_light_or_dark_on_a_desktop_or_a_phone(
    name: str, visit: Visit
) -> None:
    with visit(name, color_scheme="light") as page:
        found = {"light, desktop": violations(page)}
        page.emulate_media(color_scheme="dark")
        found["dark, desktop"] = violations(page)
        page.set_viewport_size({"width": 390, "height": 844})
        found["dark, phone"] = violations(page)
        assert found == {"light, desktop": [], "dark, desktop": [], "dark, phone": []}


def test_axe_would_find_something(visit: Visit) -> None:
    with visit("home") as page:
        page.evaluate(
            "document.querySelector('.search label').remove(); "
            "document.querySelector('h1').style.color = '#eee'"
        )
        assert {rule for rule, _ in violations(page)} >= {"label", "color-contrast"}


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_lost_on_a_narrow_screen_or_at_twice_the_size(name: str, visit: Visit) -> None:
    with visit(name, width=320, height=450, device_scale_factor=2) as page:
        page.evaluate(OPEN_ALL)
        for width, style in ((320, ""), (320, SPACED), (640, ""), (640, LARGE), (1280, LARGE)):
            page.set_viewport_size({"width": width, "height": 450})
            page.evaluate(
                "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); "
                "document.adoptedStyleSheets = [sheet] }",
                style,
            )
            assert page.evaluate(OUTSIDE) == [width, []], (width, style)


@pytest.mark.parametrize("name", PAGES)
def test_the_keyboard_alone_reaches_everything_in_order_and_in_sight(
    name: str, visit: Visit
) -> None:
    with visit(name) as page:
        stops = page.evaluate(STOPS)
        places: list[int] = []
        for _ in range(stops):
            page.keyboard.press("Tab")
            focused = page.evaluate(FOCUSED)
            assert focused["seen"], focused
            assert focused["ring"], focused
            places.append(focused["place"])
        assert len(set(places)) == stops
        assert places == sorted(places)


def test_the_first_tab_stop_leads_past_the_header(visit: Visit) -> None:
    with visit("symptom") as page:
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED)["text"] == "Skip to the content"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('main') !== null")


def test_a_search_and_a_sheet_need_only_a_keyboard_and_no_script(visit: Visit) -> None:
    with visit("home", java_script_enabled=False) as page:
        page.get_by_label("What is troubling you").focus()
        page.keyboard.type("brain fog")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        assert page.get_by_role("heading", level=2).first.inner_text() == "Brain fog"
        assert page.url.endswith("/search")
    with visit("prepare", java_script_enabled=False) as page:
        page.get_by_label("Anxiety", exact=True).focus()
        page.keyboard.press("Space")
        page.get_by_role("button", name="Make my sheet").focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        assert page.get_by_role("heading", level=1).inner_text() == "Your appointment sheet"
    with visit("symptom", java_script_enabled=False) as page:
        page.locator("summary").first.focus()
        page.keyboard.press("Enter")
        assert page.locator("details").first.get_attribute("open") is not None


def test_a_screen_reader_finds_its_way(visit: Visit) -> None:
    for name in PAGES:
        with visit(name) as page:
            for landmark in ("banner", "main", "contentinfo"):
                assert page.get_by_role(landmark).count() == 1, (name, landmark)  # type: ignore[arg-type]
            assert page.get_by_role("navigation", name="Main").count() == 1, name


def test_grades_are_shown_without_colour_too(visit: Visit) -> None:
    with visit("symptom", forced_colors="active") as page:
        marks = page.locator(".tier h3 .mark")
        labels = {f"{one.label[:1].upper()}{one.label[1:]}" for one in RATINGS.values()}
        assert marks.count()
        for place in range(marks.count()):
            mark = marks.nth(place)
            assert mark.inner_text().strip() in labels
            shapes = mark.locator("svg")
            assert shapes.count() == 2  # one for the grade and one for the finding
            for shape in (shapes.first, shapes.last):
                assert shape.bounding_box()["width"] >= 10  # type: ignore[index]
