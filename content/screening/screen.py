"""The screen itself: text in, the warning signs it holds out.

Each window of a text is weighed for each sign by a linear table trained on women's own phrasings, over its words, letters
and sounds and what they stand for, near one another and over the whole text; what is clearly denied counts as denied. A
sign is found when any window reaches the sign's bound. The bounds are set low: a missed sign is worse than a false flag.
Plain namings of a sign are found whatever the table says (`plain.py`).
"""

from functools import lru_cache
from pathlib import Path

import numpy as np

from content.linear import Linear
from content.plain_words import clauses
from content.screening.features import features, read, stage_of, windows, words_in
from content.screening.plain import plainly_named
from content.screening.signs import BY_SLUG, WarningSign
from content.spelling import spelling

TABLE = Path(__file__).parent / "weights.npz"
BOUNDS = {"self-harm": -1.2, "stroke-signs": -1.0, "chest-pain": -0.8, "bleeding-after-menopause": -0.8}


@lru_cache(maxsize=1)
def table() -> Linear:
    """The trained table of the screen."""
    return Linear.load(TABLE, spelling().words)


def scores(text: str) -> dict[str, float]:
    """How strongly a text speaks of each sign: the best window's score; 0 is as likely as not in the training set."""
    sentences = read(clauses(text))
    if not sentences:
        return dict.fromkeys(table().labels, -9.0)
    stage = stage_of(sentences)
    best = np.max([table().scores(words_in(window), features(window, stage)) for window in windows(sentences)], axis=0)
    return dict(zip(table().labels, map(float, best), strict=True))


def screen(text: str) -> tuple[WarningSign, ...]:
    """The warning signs in `text`, most urgent first."""
    if not text or text.isspace():
        return ()
    found = {slug for slug, score in scores(text).items() if score > BOUNDS[slug]}
    found |= plainly_named(text)
    return tuple(sign for slug, sign in BY_SLUG.items() if slug in found)
