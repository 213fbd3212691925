"""The screen: texts in, the warning signs they hold out. A missed sign is worse than a false flag.

Each text is read by the model and compared with a threshold for each sign; a short list of phrases
counts whatever the model says, and so does what is heard in another language than English.
Whatever fails on the way, every sign counts as found.
"""

import logging
from collections.abc import Iterable

from content.language.model import model, thresholds
from content.language.reading import Reading, reading, readings
from content.language.red_flag_phrases import red_flags
from content.language.warning_signs import SIGNS, WarningSign

log = logging.getLogger(__name__)
OF_A_STAGE = "bleeding-after-menopause"  # the sign that only her stage of life makes one
TOGETHER = 600  # characters up to which several texts are read as one too


def screen(texts: Iterable[str]) -> tuple[WarningSign, ...]:
    """The signs that any of the texts of a request holds, most urgent first."""
    try:
        return screen_readings(readings(texts))
    except Exception:  # no failure may hide a sign
        log.exception("the screen failed; every sign counts as found")
        return SIGNS


def screen_readings(read: list[Reading]) -> tuple[WarningSign, ...]:
    """The same for texts that were read at the edge; what the model makes of each is kept there."""
    for one, scores in zip(read, model().read([one.plain for one in read]), strict=True):
        one.take(scores)
    found = {slug for one in read for slug in signs_in(one)}
    whole = "\n".join(one.typed for one in read)
    if len(read) > 1 and len(whole) <= TOGETHER and OF_A_STAGE not in found:
        found |= signs_in(reading(whole)) & {OF_A_STAGE}
    return tuple(sign for sign in SIGNS if sign.slug in found)


def signs_in(one: Reading) -> set[str]:
    """The slugs of the signs that one text holds."""
    if not one.plain:
        return set()
    bounds = thresholds()["signs"]
    named = {slug for slug, score in one.scores.signs.items() if score >= bounds[slug]}
    return named | red_flags(one.plain) | one.heard.signs


def language_of(texts: Iterable[str]) -> str | None:
    """The code of the language of a request's texts; None for English and where it is in doubt."""
    try:
        heard = [one.heard for one in readings(texts)]
    except Exception:  # a sentence in her language is not worth an answer
        log.exception("the language was not made out")
        return None
    return next((one.language for one in heard if one.certain or one.signs), None)
