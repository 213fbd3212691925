"""What each kind of page costs a reader: length, weight, requests, shifts, axe, Lighthouse.

`python -m benchmarks.pages [--lighthouse] [--pictures FOLDER]` starts the service and Debian's
Chromium and prints the table of `docs/pages.md`. Lighthouse needs npm; it asks for addresses alone,
so that pages made of words have no scores. Pictures are for `docs/screenshots`.
"""

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request, sync_playwright

from tests.serving import STATIC, serving
from tests.system.browser.conftest import CHROMIUM, PAGES, at
from tests.system.browser.test_accessibility import OPEN_ALL, RULES
from tests.system.browser.test_rendering import SHIFT

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
KINDS = {
    **{name: PAGES[name] for name in PAGES if name not in ("blank-search", "prepare-refused")},
    "reference": at("/docs"),
    "plain reference": at("/docs/reference"),
}
LIGHTHOUSE = ("npx", "--yes", "lighthouse@12.8.2")
SCORES = ("performance", "accessibility", "best-practices", "seo")
# Pictures: the kind of page, the screen, the colours, and how much of the page.
PICTURES = (
    ("home", PHONE, "light", 1),
    ("home", DESKTOP, "dark", 1),
    ("symptom", PHONE, "light", 2),
    ("symptom", DESKTOP, "light", 1.5),
    ("urgent", PHONE, "light", 1),
    ("evidence", PHONE, "dark", 2),
    ("option", PHONE, "dark", 1.5),
    ("grading", DESKTOP, "light", 1),
)
LIMIT = 150_000  # bytes of a picture


@contextmanager
def opened(browser: Browser, screen: dict[str, int], **options: Any) -> Iterator[Page]:
    """An empty page in a fresh profile."""
    context = browser.new_context(viewport=screen, **options)  # type: ignore[arg-type]
    try:
        yield context.new_page()
    finally:
        context.close()


def measured(browser: Browser, url: str, name: str) -> tuple[str, str | None]:
    """A row of the table: a page as a phone gets it, what axe finds in light and dark with all
    unfolded. And the page's address, where that alone gives it.
    """
    asked: list[Request] = []
    with opened(browser, PHONE) as page:
        page.on("request", lambda request: asked.append(request))
        KINDS[name](page, url)
        page.wait_for_load_state("networkidle")
        last = max(place for place, one in enumerate(asked) if one.is_navigation_request())
        opening = asked[last]
        sizes = [one.sizes() for one in asked[last:]]
        shift = page.evaluate(SHIFT)
        height = page.evaluate("document.documentElement.scrollHeight")
        page.evaluate(OPEN_ALL)
        faults = 0
        for colours in ("light", "dark"):
            page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
            faults += len(Axe().run(page, options=RULES).response["violations"])
        sent = sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes) / 1000
        row = f"{height / PHONE['height']:.1f} | {sent:.0f} | {len(sizes)} | {shift:.3f} | {faults}"
        answer = opening.response()
        alone = opening.method == "GET" and answer is not None and answer.ok
        return row, page.url if alone else None


def scores(address: str) -> str:
    """The four scores of Lighthouse, as it tries a page on a slow phone."""
    flags = ("--quiet", "--output=json", "--chrome-flags=--headless --no-sandbox")
    categories = f"--only-categories={','.join(SCORES)}"
    done = subprocess.run(
        [*LIGHTHOUSE, address, *flags, categories],
        env={**os.environ, "CHROME_PATH": str(CHROMIUM)},
        capture_output=True,
        check=True,
    )
    told = json.loads(done.stdout)["categories"]
    return " ".join(str(round(100 * (told[name]["score"] or 0))) for name in SCORES)


def take(browser: Browser, url: str, folder: Path) -> None:
    """The pictures of `docs/screenshots`, each within the limit."""
    for name, screen, colours, screens in PICTURES:
        device = "phone" if screen is PHONE else "desktop"
        with opened(browser, screen, color_scheme=colours) as page:
            KINDS[name](page, url)
            page.set_viewport_size({**screen, "height": int(screens * screen["height"])})
            path = folder / f"{name}-{device}-{colours}.jpg"
            for quality in range(85, 20, -10):
                if len(page.screenshot(path=path, type="jpeg", quality=quality)) <= LIMIT:
                    break


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--lighthouse", action="store_true")
    parser.add_argument("--pictures", type=Path)
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), commands=[STATIC], RATE_LIMIT="1000000/m") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            print("| page | phone screens | KB sent | requests | CLS | axe | Lighthouse |")
            print("|---|---|---|---|---|---|---|")
            for name in KINDS:
                row, address = measured(browser, served.url, name)
                told = scores(address) if given.lighthouse and address else "–"
                print(f"| {name} | {row} | {told} |", flush=True)
            if given.pictures:
                take(browser, served.url, given.pictures)
        finally:
            browser.close()


if __name__ == "__main__":
    main()
