"""The languages understood besides English: sentences for each, and its names for records.

Read once from `phrases/<code>.yaml`. No native speaker has checked them yet: see
`docs/safety/languages.md`.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

FOLDER = Path(__file__).parent / "phrases"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one does the same, much faster


@dataclass(frozen=True, slots=True)
class Language:
    """One language: sentences that lead an answer, and its names for the records."""

    language: str  # its own name
    english_name: str
    lead: dict[str, str]  # by the slug of a warning sign
    not_understood: str
    names: dict[str, list[str]]  # of topics, by slug
    options: dict[str, list[str]]


@lru_cache(maxsize=1)
def languages() -> dict[str, Language]:
    """Every language by its code."""
    files = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.yaml"))}
    return {code: Language(**yaml.load(file, LOADER)) for code, file in files.items()}  # noqa: S506
