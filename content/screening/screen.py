"""The screen itself: text in, the warning signs it holds out.

Each window of a text is weighed for each sign by a linear table trained on women's own phrasings, over its words, letters
and sounds and what they stand for, near one another and over the whole text; what is clearly denied counts as denied. A
sign is found when any window reaches the sign's bound. The bounds are set low: a missed sign is worse than a false flag.
Plain namings of a sign are found whatever the table says (`plain.py`).
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from pathlib import Path

import numpy as np

from content.encoder import Floats, encoder
from content.linear import Linear
from content.plain_words import clauses
from content.screening.features import Sentence, features, read, stage_of, stage_words, windows, words_in
from content.screening.plain import plainly_named
from content.screening.signs import BY_SLUG, WarningSign
from content.spelling import spelling

TABLE = Path(__file__).parent / "weights.npz"
MEANING = 0.5  # how much what the encoder makes of a window counts beside the table
BRIEF = 2  # words of a text so short that it holds a sign only when one of them stands for it
RUN_TOGETHER = 10  # letters from which one word may be several
ABSENT = -9.0  # the score of a sign that a window says nothing of
CORE: dict[str, frozenset[str]] = {
    "self-harm": frozenset({"die", "injure", "burden", "no_point", "means", "farewell"}),
    "stroke-signs": frozenset({"droop", "weak", "speech", "vision", "confused", "worst_headache", "stroke_named", "one_side", "balance"}),
    "chest-pain": frozenset({"chest", "pain", "breathless", "heart_attack", "clot_signs", "spreading", "clammy"}),
    "bleeding-after-menopause": frozenset({"blood", "seen_on", "period", "returned"}),
}
BOUNDS = {"self-harm": -3.0, "stroke-signs": -1.8, "chest-pain": -1.4, "bleeding-after-menopause": -2.4}


@lru_cache(maxsize=1)
def table() -> Linear:
    """The trained table of the screen."""
    return Linear.load(TABLE, spelling().places)


def scores(text: str) -> dict[str, float]:
    """How strongly a text speaks of each sign: the best window's score; 0 is as likely as not in the training set."""
    return _scores(read(clauses(text)))


def _scores(sentences: list[Sentence]) -> dict[str, float]:
    labels = table().labels
    if not sentences:
        return dict.fromkeys(labels, ABSENT)
    stage = stage_of(sentences)
    spans = windows(sentences)
    reading = encoder().read([stage_words(stage), *(sentence.words for sentence in sentences)])
    meant = encoder().scores("signs", reading, [[0, *range(span.start + 1, span.stop + 1)] for span in spans])
    weighed = np.max([_weighed(sentences[span], stage, row) for span, row in zip(spans, meant, strict=True)], axis=0)
    return dict(zip(labels, map(float, weighed), strict=True))


def _weighed(window: list[Sentence], stage: set[str], meant: Floats) -> Floats:
    """The score of one window for each sign; a sign of which all that it holds is denied is not in it."""
    found: Floats = table().scores(words_in(window), features(window, stage)) + MEANING * meant
    denied = frozenset().union(*(sentence.denied for sentence in window))
    words = [word for sentence in window for word in sentence.words]
    brief = len(words) <= BRIEF and max(map(len, words), default=0) < RUN_TOGETHER
    if not denied and not brief:
        return found
    concepts = frozenset().union(*(sentence.all for sentence in window))
    if brief:
        lone = len(words) == 1  # one word is as good as none: it must be likelier than not
        gone = [not CORE[sign] & concepts or (lone and score < 0) for sign, score in zip(table().labels, found, strict=True)]
        found = np.where(gone, np.minimum(found, np.float32(ABSENT)), found)
    if denied:
        gone = [bool(CORE[sign] & denied) and not CORE[sign] & concepts for sign in table().labels]
        found = np.where(gone, np.float32(ABSENT), found)
    return found


FORESEEN = 5_000  # texts
_foreseen: dict[str, tuple[WarningSign, ...]] = {}


def foresee(texts: Iterable[str]) -> None:
    """Screen the first `FORESEEN` of these texts now and remember what was found, in place of those foreseen before.

    For the service's own words, such as the names of its records, which agents send again and again. What a caller sends
    is never remembered.
    """
    global _foreseen
    known = _foreseen
    _foreseen = {text: known[text] if text in known else _screened(text) for text in islice(texts, FORESEEN)}


def screen(text: str) -> tuple[WarningSign, ...]:
    """The warning signs in `text`, most urgent first."""
    if not text or text.isspace():
        return ()
    known = _foreseen.get(text)
    return _screened(text) if known is None else known


def _screened(text: str) -> tuple[WarningSign, ...]:
    sentences = read(clauses(text))
    found = {slug for slug, score in _scores(sentences).items() if score > BOUNDS[slug]}
    found |= plainly_named(sentences)
    return tuple(sign for slug, sign in BY_SLUG.items() if slug in found)
