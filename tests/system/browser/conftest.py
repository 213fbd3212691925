"""A real service and Debian's Chromium, started once for the browser tests, and the pages they
visit.

Set `CHROMIUM` to use another browser binary. Without one these tests are skipped, and say so.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.serving import STATIC, Served, serving

CHROMIUM = (
    os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
)

Opening = Callable[[Page, str], None]
Visit = Callable[..., AbstractContextManager[Page]]


def at(path: str) -> Opening:
    """Open an address."""

    def opening(page: Page, url: str) -> None:
        page.goto(url + path)

    return opening


def searched(words: str) -> Opening:
    """Type words into the search box and press Enter."""

    def opening(page: Page, url: str) -> None:
        page.goto(f"{url}/search")
        page.fill("#search-words", words)
        with page.expect_navigation():
            page.press("#search-words", "Enter")

    return opening


def prepared(*names: str) -> Opening:
    """Tick symptoms and make the appointment sheet."""

    def opening(page: Page, url: str) -> None:
        page.goto(f"{url}/prepare")
        for name in names:
            page.get_by_label(name, exact=True).check()
        with page.expect_navigation():
            page.get_by_role("button", name="Make my sheet").click()

    return opening


# Every kind of page there is, the longest record of each where records differ.
PAGES: dict[str, Opening] = {
    "home": at("/"),
    "topics": at("/topics"),
    "symptom": at("/symptoms/hot-flushes"),
    "condition": at("/conditions/breast-cancer"),
    "guide": at("/guides/menopause"),
    "option": at("/options/hormone-replacement-therapy"),
    "withheld": at("/options/sage"),
    "evidence": at("/evidence"),
    "search": at("/search"),
    "results": searched("I can't sleep and my joints ache"),
    "urgent": searched("hot flushes and crushing chest pain"),
    "nothing-found": searched("car insurance"),
    "blank-search": searched(" "),
    "prepare": at("/prepare"),
    "prepare-refused": prepared(),
    "sheet": prepared("Hot flushes", "Low mood"),
    "get-help-now": at("/get-help-now"),
    "about": at("/about"),
    "grading": at("/about/grading"),
    "review": at("/about/review"),
    "privacy": at("/about/privacy"),
    "safety": at("/about/safety"),
    "agents": at("/agents"),
    "not-found": at("/nowhere"),
}


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("pages")
    with serving(folder, commands=[STATIC], RATE_LIMIT="1000000/m") as running:
        yield running


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.skip(
            "Chromium is not installed (Debian: apt-get install chromium; or set CHROMIUM to "
            "a browser)"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture
def fresh(chromium: Browser) -> Visit:
    """An empty page in a fresh profile; options are Playwright's, such as `color_scheme`."""

    @contextmanager
    def opening(width: int = 1280, height: int = 900, **options: Any) -> Iterator[Page]:
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        try:
            yield context.new_page()
        finally:
            context.close()

    return opening


@pytest.fixture
def visit(fresh: Visit, served: Served) -> Visit:
    """Open one of `PAGES` in a fresh browser profile, with the same options."""

    @contextmanager
    def visiting(name: str, **options: Any) -> Iterator[Page]:
        with fresh(**options) as page:
            PAGES[name](page, served.url)
            yield page

    return visiting
