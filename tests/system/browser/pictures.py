"""Pictures for people to look at.

They assert nothing, so a browser too busy to take one at that moment is asked again, and then left
alone.
"""

import time
from pathlib import Path

from playwright.sync_api import Error, Page

TRIES = 3


def take(page: Page, path: Path, *, whole: bool = False) -> None:
    """A picture of what is seen, or of the whole page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for _ in range(TRIES):
        try:
            page.screenshot(path=path, full_page=whole)
            return
        except Error as error:
            print(f"no picture of {path.name}: {error.message.splitlines()[0]}")
            time.sleep(0.5)
