"""`/about/safety`: what could go wrong and what holds it, and how well the screen does.

The hazard log and what is said beside the figures are files in `docs/safety`; the figures are those
that measuring wrote, `{title: {row: [right, of]}}`. Nothing here is clinical wording.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from math import sqrt
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from content.answers import compose
from content.catalogue.snapshot import Catalogue
from content.language.warning_signs import BY_SLUG
from content.pages.rendering import from_content, public
from content.yaml_files import read_yaml

DOCS = Path(settings.BASE_DIR) / "docs"
HAZARDS = DOCS / "safety" / "hazards.yaml"
RESULTS = DOCS / "safety" / "results.yaml"
MODEL = Path(settings.BASE_DIR) / "content" / "language" / "model"
MEASURED = MODEL / "metrics.json"  # what `make model` measured
MANIFEST = MODEL / "manifest.json"
_OF_THE_SCREEN = re.compile(r"(?:found|not flagged)(?:, .*)?$|^all$|^a ")

Figures = dict[str, dict[str, list[int]]]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: how many were right, of how many, and the 95% bounds of that share."""

    name: str
    right: int
    of: int

    @property
    def share(self) -> str:
        """The share as a percentage."""
        return f"{100 * self.right / self.of:.1f}%"

    @property
    def bounds(self) -> str:
        """Wilson's 95% bounds."""
        z, share = 1.96, self.right / self.of
        centre = share + z * z / (2 * self.of)
        spread = z * sqrt(share * (1 - share) / self.of + (z / 2 / self.of) ** 2)
        whole = 1 + z * z / self.of
        low, high = (100 * bound / whole for bound in (centre - spread, centre + spread))
        return f"{low:.1f}–{high:.1f}%"  # no space, so that a narrow table keeps it on one line


def figures() -> Figures:
    """The figures last measured."""
    measured: Figures = json.loads(MEASURED.read_text(encoding="utf-8"))
    return measured


def tables() -> Iterator[tuple[str, list[Row]]]:
    """The tables that say something of the screen, with the rows that do."""
    for title, rows in figures().items():
        told = {name: pair for name, pair in rows.items() if _OF_THE_SCREEN.search(name)}
        shown = [Row(_spoken(name), right, of) for name, (right, of) in told.items() if of]
        if shown:
            yield title, shown


def _spoken(name: str) -> str:
    """A row's name as a reader understands it: signs by name, and what `rows` of the results say of
    others.
    """
    what, colon, found = name.partition(":")
    sign, known = BY_SLUG.get(what), read_yaml(RESULTS)["rows"]
    said = sign.name if sign else known.get(what, what.replace("-", " "))
    return f"{said[:1].upper()}{said[1:]}{colon}{found}"


def version() -> str:
    """A short checksum of the trained files that answer now."""
    return hashlib.sha256(MANIFEST.read_bytes()).hexdigest()[:12]


def measured_on() -> date:
    """The day on which the figures were measured."""
    return date.fromisoformat(json.loads(MANIFEST.read_text(encoding="utf-8"))["measured"])


def contact() -> str:
    """Where the operator wants to be written to; empty where none was named."""
    named = str(settings.SECURITY_CONTACT)
    return "" if named.startswith(settings.PUBLIC_URL) else named.removeprefix("mailto:")


@require_safe
@from_content
def page(request: HttpRequest, catalogue: Catalogue) -> HttpResponseBase:
    """The hazard log, the results of the screen, how to report a problem, and what has changed."""

    def context() -> dict[str, Any]:
        coverage = compose.coverage(catalogue)
        return {
            "title": "Safety",
            "description": "What could go wrong, what stands against it, how well it works.",
            "log": read_yaml(HAZARDS),
            "results": read_yaml(RESULTS),
            "tables": list(tables()),
            "version": version(),
            "measured_on": measured_on(),
            "contact": contact(),
            "review_status": coverage.review_status,
            "reviewed_by": coverage.reviewed_by,
        }

    return public(request, "safety", context, catalogue)
