"""What an agent and a reader would get if a record stood as it is given: the same catalogue,
serializers and pages, for one pair of eyes.

How a body or a page is made is not content's to know: `menoinfo` hands both makers over at start
(`install`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from content.catalogue.snapshot import Catalogue, build, read_records
from content.documents import Document
from content.editorial.dashboard import with_document
from content.review import standing

# (catalogue, record kind, slug) → address and JSON of each answer about it
Bodies = Callable[[Catalogue, str, str], list[tuple[str, str]]]
Page = Callable[[Catalogue, str, str], bytes]


@dataclass(frozen=True, slots=True)
class Preview:
    """Each answer about the record (the call that gives it, its JSON laid out), and its page."""

    answers: list[tuple[str, str]]
    page: bytes


@dataclass(slots=True)
class _Makers:
    bodies: Bodies = lambda catalogue, kind, slug: []
    page: Page = lambda catalogue, kind, slug: b""


_makers = _Makers()


def install(bodies: Bodies, page: Page) -> None:
    """Say how bodies and pages are made."""
    _makers.bodies, _makers.page = bodies, page


def preview(document: Document, signed_by: str = "") -> Preview:
    """The answers and the page as they would be with `document` in its record's place, on the day
    it is.

    `signed_by`: a reviewer whose signature it is shown under, as it would be once signed.
    """
    records = with_document(read_records(), document)
    kind = standing.record_kind(document)
    if signed_by:
        entry = standing.Entry(
            standing.digest(document), datetime.now(UTC), signed_by, date.min, None, date.max
        )
        key = (kind, document.slug)
        records = replace(
            records, ledger={**records.ledger, key: (*records.ledger.get(key, ()), entry)}
        )
    catalogue = build(records, standing.today())
    return Preview(
        _makers.bodies(catalogue, kind, document.slug), _makers.page(catalogue, kind, document.slug)
    )
