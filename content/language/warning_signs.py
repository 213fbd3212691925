"""The four warning signs and what their `urgent` texts say, read once from the files in `signs/`.

Sources of the clinical rules and of every number are named in each file.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml

from content.language.languages import languages

FOLDER = Path(__file__).parent / "signs"


@dataclass(frozen=True, slots=True)
class WarningSign:
    """One warning sign: its slug and name, what counts as one, and what to do now.

    `lead`: the first thing to do, in one sentence taken from the clauses of `urgent`.
    """

    slug: str
    name: str
    what_counts: str
    lead: str
    urgent: str
    order: int  # its place when there are several signs: the most urgent comes first
    sources: tuple[str, ...]  # keys of the publications that its texts are based on


def _read() -> tuple[WarningSign, ...]:
    files = (yaml.safe_load(path.read_text("utf-8")) for path in FOLDER.glob("*.yaml"))
    signs = (
        WarningSign(
            file["slug"],
            file["name"],
            file["what_counts"].strip(),
            file["lead"].strip(),
            file["urgent"].strip(),
            file["order"],
            tuple(file["sources"]),
        )
        for file in files
    )
    return tuple(sorted(signs, key=lambda sign: sign.order))


SIGNS: tuple[WarningSign, ...] = _read()
BY_SLUG = {sign.slug: sign for sign in SIGNS}
_SEVERAL = "More than one warning sign may be present. Start with the first."


def urgent_text(signs: Iterable[WarningSign], language: str | None = None) -> str | None:
    """One text on what to do now for all of `signs`, most urgent first; None when there is none.

    If `language` is given, one sentence for each sign in that language comes first.
    """
    found = sorted(set(signs), key=lambda sign: sign.order)
    if not found:
        return None
    texts = [sign.urgent for sign in found]
    own = languages().get(language) if language else None
    lead = [" ".join(own.lead[sign.slug] for sign in found)] if own else []
    return "\n\n".join((*lead, *([_SEVERAL] if len(texts) > 1 else []), *texts))


def signs_in(urgent: str) -> tuple[WarningSign, ...]:
    """The signs that an `urgent` text made by `urgent_text()` is about, most urgent first."""
    return tuple(sign for sign in SIGNS if sign.urgent in urgent)
