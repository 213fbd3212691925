"""Texts scored by the exported model, once a run: what calibration and evaluation both look at."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from content.language import model as language_model
from content.language import other_languages, reading
from content.language.matching import Matcher
from content.language.names import Named
from content.language.reading import Reading
from training.texts import records

SUPPLEMENT = "supplement-or-herb"


def use(folder: Path) -> None:
    """Read with the model of this folder from now on."""
    language_model.FOLDER = folder
    language_model.model.cache_clear()
    language_model.thresholds.cache_clear()
    language_model.model = lru_cache(maxsize=1)(lambda: language_model.Model(folder))
    reading.model = language_model.model
    other_languages.FILE = folder / other_languages.FILE.name
    other_languages.table.cache_clear()


@lru_cache(maxsize=100_000)
def scored(text: str) -> Reading:
    """The reading of a text; each text is read once."""
    return Reading(text)


@lru_cache(maxsize=4)
def matcher(family: str) -> Matcher:
    """A matcher over the seed's records as they are served with no reviewer: herbs by name."""
    return Matcher(family, named(family))


def named(family: str) -> Iterable[Named]:
    """The records of a family as names know them."""
    for record in records():
        if record.family == family:
            name, *aliases = record.names
            yield Named(record.slug, name, tuple(aliases), record.kind == SUPPLEMENT)
