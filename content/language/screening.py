"""The screen: which warning signs the texts of a request hold. Missing one is worse than a false
alarm.

The model scores each text for each sign, and a score at or above the sign's threshold counts. A
short list of phrases counts whatever the model says, and so does a sign found in a language other
than English. If anything fails, every sign counts as found.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from content.language.model import thresholds
from content.language.reading import Reading, readings, score
from content.language.red_flag_phrases import red_flags
from content.language.warning_signs import SIGNS, WarningSign

log = logging.getLogger(__name__)
OF_A_STAGE = "bleeding-after-menopause"  # a sign only after menopause, which another text may say
TOGETHER = 600  # characters up to which several texts are also read as one


@dataclass(frozen=True, slots=True)
class Screened:
    """The signs that the texts of a request hold, most urgent first, and how each was read."""

    signs: tuple[WarningSign, ...]
    readings: tuple[Reading, ...] = ()
    language: str | None = None  # of the first text found not to be in English


_precomputed: dict[str, frozenset[str]] = {}


def precompute(names: Iterable[str]) -> None:
    """Screen the service's own names in advance, so that calls by name need no model.

    Nothing that a caller sends is remembered.
    """
    global _precomputed
    known = _precomputed
    _precomputed = {
        name: known[name] if name in known else frozenset(signs_in(Reading(name))) for name in names
    }


def screen(*texts: str) -> tuple[WarningSign, ...]:
    """The signs that any of the texts holds, most urgent first. Never raises."""
    return read_and_screen(texts).signs


def read_and_screen(texts: Iterable[str]) -> Screened:
    """The same, with the readings, so that no text is read twice. Never raises."""
    try:
        return _screened([text for text in texts if text.strip()])
    except Exception:  # no failure may hide a sign
        log.exception("the screen failed; every sign counts as found")
        return Screened(SIGNS)


def _screened(texts: list[str]) -> Screened:
    found = {slug for text in texts for slug in _precomputed.get(text, ())}
    read = readings(text for text in texts if not _is_quiet(text))
    score(read)
    found |= {slug for one in read for slug in signs_in(one)}
    whole = "\n".join(texts)
    if read and len(texts) > 1 and len(whole) <= TOGETHER and OF_A_STAGE not in found:
        found |= signs_in(Reading(whole)) & {OF_A_STAGE}
    detected = (one.other_language for one in read)
    language = next((one.language for one in detected if one.certain or one.signs), None)
    signs = tuple(sign for sign in SIGNS if sign.slug in found)
    return Screened(signs, tuple(read), language)


def _is_quiet(text: str) -> bool:
    """Whether a text is one of the service's own names, or several separated by commas."""
    return text in _precomputed or all(
        part.strip() in _precomputed and not _precomputed[part.strip()] for part in text.split(",")
    )


def signs_in(one: Reading) -> set[str]:
    """The slugs of the signs that one text holds."""
    if not one.plain:
        return set()
    bounds = thresholds()["signs"]
    named = {slug for slug, share in one.scores.signs.items() if share >= bounds[slug]}
    return named | red_flags(one.plain) | one.other_language.signs
