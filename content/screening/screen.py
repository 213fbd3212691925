"""The screen itself: text in, the warning signs it holds out.

Each window of a text is weighed for each sign by a linear table trained on women's own phrasings, over its words, letters
and sounds and what they stand for, near one another and over the whole text, and by a small convolutional reader; what is
clearly denied counts as denied. A window that reaches a sign's first bound, which is set very low, is read a second time by
a transformer, which knows order and tense (`content/transformer.py`), and both readings together decide (`weighing.py`). All
bounds lean one way: a missed sign is worse than a false flag. Plain namings of a sign are found whatever any reading says (`plain.py`).
"""

import logging
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from content.encoder import Floats, encoder
from content.lexicon import listed
from content.linear import Linear
from content.plain_words import clauses
from content.screening.advised import without_advice
from content.screening.features import STAGE, Sentence, features, read, rows_of, stage_of, stage_words, windows, words_in
from content.screening.forms import written_out
from content.screening.long_over import tells_of_long_ago
from content.screening.parts import Part, parts_of
from content.screening.plain import named_alone, plainly_named
from content.screening.signs import BY_SLUG, SIGNS, WarningSign
from content.screening.weighing import Views, weighing
from content.spelling import spelling
from content.transformer import transformer

log = logging.getLogger(__name__)
TABLE = Path(__file__).parent / "weights.safetensors"
MEANING = 0.5  # how much what the encoder makes of a window counts beside the table
ABSENT = np.float32(-9.0)  # the score of a sign that all that stands for it in a window denies
NOT_AT_ALL = np.float32(-np.inf)  # of one that a window has no word for
CORE: dict[str, frozenset[str]] = {
    "self-harm": frozenset({"die", "injure", "burden", "no_point", "means", "farewell"}),
    "stroke-signs": frozenset({"droop", "weak", "speech", "vision", "confused", "worst_headache", "stroke_named", "one_side", "balance"}),
    "chest-pain": frozenset({"chest", "pain", "breathless", "heart_attack", "clot_signs", "spreading", "clammy"}),
    "bleeding-after-menopause": frozenset({"blood", "seen_on", "period", "returned"}),
}
# That periods ended is no blood: “periods stopped two years ago” says nothing but where she is in life.
_PERIODS, _ENDED = listed("period periods monthlies"), listed("stopped ended finished ceased last final no havent")
_OF_HER_STAGE = (
    _PERIODS
    | _ENDED
    | listed("""
    i im ive my me the a an was were is are in at on since for any had have been ago age aged when year years yr yrs month months
    completely over about around nearly almost more than old
""")
)
# Up to so many words must one stand for the sign (“I'm postmenopausal” says nothing of blood); otherwise it is a single word that must.
WITHOUT = {"bleeding-after-menopause": 4}
MOST_WITHOUT = max(WITHOUT.values())
# First reading: a window that reaches one of these is read again.
DOUBT = {"self-harm": -7.6, "stroke-signs": -6.5, "chest-pain": -7.3, "bleeding-after-menopause": -6.8}
BOUNDS = {
    "self-harm": -1.7,
    "stroke-signs": -1.5,
    "chest-pain": -1.7,
    "bleeding-after-menopause": -1.5,
}  # both readings together, in logarithms of odds
# How much more a text of `FEW` words or fewer must have, falling to nothing at `MANY`: it has no room to hide a sign in.
SHORT, FEW, MANY = 0.6, 6, 12
LONG_AGO = 0.8  # how much more a text must have that dates what it tells of, and calls it over
ALONE = {"self-harm": -3.5, "stroke-signs": -2.5, "chest-pain": -2.5, "bleeding-after-menopause": -3.0}  # the first, where there is no second
OF_A_STAGE = "bleeding-after-menopause"  # the sign that only her stage of life makes one
MOST = 12  # rows of one text that are read again, the most doubtful windows first
# What may be read of all texts of a request beside each text as a whole: items, answers and other parts, and rows of them a second time.
PARTS, ROWS = 120, 48


@dataclass(slots=True)
class Allowance:
    """How much may still be read, so that no caller holds a worker for seconds: what is left over is judged by the first reading alone."""

    rows: int = ROWS
    parts: int = PARTS

    def of(self, parts: Iterable[Part]) -> Iterator[Part]:
        """As many of these parts as may be read."""
        for part in parts:
            if self.parts <= 0:
                return
            self.parts -= 1
            yield part


@lru_cache(maxsize=1)
def table() -> Linear:
    """The trained table of the screen."""
    return Linear.load(TABLE, spelling())


class View(NamedTuple):
    """Some neighbouring sentences as they are weighed: with what the text says of her stage of life, or without, and for which signs."""

    span: slice
    stage: frozenset[str]
    signs: NDArray[np.bool_]  # in the order of the table's labels


def views_of(sentences: list[Sentence], beside: Iterable[str] = ()) -> list[View]:
    """How a text is weighed: every window with her stage of life; a sentence by itself with it only for the sign that needs it.

    “I want to die” is as true at sixty and on hormones, and what stands before so short a row drowns it. `beside`: what of
    her stage stands in the text that these sentences are a part of, which that sign needs too (“I'm 63, hot flushes, spotting”).
    """
    of_text, of_a_stage = frozenset(stage_of(sentences)), _of_a_stage()
    whole = of_text.union(beside)
    out: list[View] = []
    for span in windows(sentences):
        stage = frozenset[str]() if _by_itself(span, sentences) else of_text
        if stage == whole:
            out.append(View(span, stage, np.ones_like(of_a_stage)))
        else:
            out += [View(span, stage, ~of_a_stage), View(span, whole, of_a_stage)]
    return out


@lru_cache(maxsize=1)
def _of_a_stage() -> NDArray[np.bool_]:
    """Which of the table's labels is `OF_A_STAGE`."""
    return np.array([label == OF_A_STAGE for label in table().labels])


def _by_itself(span: slice, sentences: list[Sentence]) -> bool:
    return len(sentences) > 1 and len(sentences[span]) == 1


def first_reading(sentences: list[Sentence], views: list[View]) -> Floats:
    """How strongly each view speaks of each sign at first sight, a row each; 0 is as likely as not in the training set."""
    stages = list(dict.fromkeys(view.stage for view in views))
    reading = encoder().read([*map(stage_words, stages), *(sentence.words for sentence in sentences)])
    parts = [[stages.index(view.stage), *range(view.span.start + len(stages), view.span.stop + len(stages))] for view in views]
    meant = encoder().scores("signs", reading, parts)
    weighed = [_weighed(sentences[view.span], view.stage, row) for view, row in zip(views, meant, strict=True)]
    return np.where([view.signs for view in views], np.array(weighed), np.float32(-np.inf))


def second_reading(sentences: list[Sentence], doubtful: list[tuple[int, View]], allowed: Allowance) -> dict[int, Floats]:
    """What the transformer makes of the views in doubt, by their places: of a long sentence, the strongest of its parts.

    As many rows are read as are `allowed`; a view beyond them, or of which no rows can be made, is left out.
    """
    rows: list[list[str]] = []
    owners: list[int] = []
    for place, view in doubtful:
        parts = rows_of(sentences[view.span], view.stage, transformer().pieces.fits)
        if len(rows) + len(parts) <= allowed.rows:
            rows += parts
            owners += [place] * len(parts)
    allowed.rows -= len(rows)
    found: dict[int, Floats] = {}
    if rows:
        for place, scores in zip(owners, transformer().scores("signs", rows), strict=True):
            found[place] = np.maximum(found[place], scores) if place in found else scores
    return found


@lru_cache(maxsize=1)
def _bounds() -> tuple[Floats, Floats, Floats]:
    """`DOUBT`, `ALONE` and `BOUNDS` in the order of the table's labels."""
    doubt, alone, together = (np.array([bounds[label] for label in table().labels], dtype=np.float32) for bounds in (DOUBT, ALONE, BOUNDS))
    return doubt, alone, together


def read_twice(sentences: list[Sentence], allowed: Allowance | None = None, beside: Iterable[str] = ()) -> tuple[Floats, Views | None]:
    """What the views of a text (at least one sentence) score by the first reading, and by both those in doubt, where there are any.

    `allowed`: how much may be read a second time; `MOST` rows where nothing is said. `beside`: as for `views_of`.
    """
    views = views_of(sentences, beside)
    first = first_reading(sentences, views)
    most = (first - _bounds()[0]).max(axis=1)
    doubtful = [int(place) for place in np.argsort(-most, kind="stable") if most[place] > 0][:MOST]
    second = second_reading(sentences, [(place, views[place]) for place in doubtful], Allowance(MOST) if allowed is None else allowed)
    if not second:
        return first, None
    places = list(second)
    words = np.array([len(sentence.words) for sentence in sentences])
    return first, Views(
        tuple(places),
        first[places],
        np.array([second[place] for place in places]),
        np.array([_by_itself(views[place].span, sentences) for place in places]),
        np.array([words[views[place].span].sum() for place in places]),
        int(words.sum()),
    )


def more_for_shortness(words: int) -> float:
    """How much more a text of so many words must have to hold a sign."""
    return SHORT * min(max((MANY - words) / (MANY - FEW), 0.0), 1.0)


def _found(sentences: list[Sentence], allowed: Allowance | None = None, more: float = 0.0, beside: Iterable[str] = ()) -> set[str]:
    """The slugs of the signs in some sentences: what both readings find, and what is named in so many words.

    `allowed`, `beside`: as for `read_twice`; `more`: how much more than usual they must have.
    """
    if not sentences:
        return set()
    first, views = read_twice(sentences, allowed, beside)
    _, alone, together = _bounds()
    if views is None:
        present = np.any(first > alone, axis=0)
    else:
        once = np.delete(first, views.places, axis=0)
        present = np.any(once > alone, axis=0)
        present |= weighing(table().labels).scores(views) > together + more + more_for_shortness(views.of_text)
    return plainly_named(sentences).union(label for place, label in enumerate(table().labels) if present[place])


def _tells_her_stage(words: list[str]) -> bool:
    """Whether words say only since when she has had no periods."""
    return (
        all(word in _OF_HER_STAGE or word[0] == "#" for word in words)
        and not _ENDED.isdisjoint(words)
        and sum(word in _PERIODS for word in words) == 1
    )


def _weighed(window: list[Sentence], stage: Set[str], meant: Floats) -> Floats:
    """The score of one window for each sign; a sign of which all that it holds is denied is not in it."""
    found: Floats = table().scores(words_in(window), features(window, stage)) + MEANING * meant
    denied = frozenset().union(*(sentence.denied for sentence in window))
    words = [word for sentence in window for word in sentence.words]
    if _tells_her_stage(words):
        found = np.where(_of_a_stage(), NOT_AT_ALL, found)
    few = len(words) if len(words) <= MOST_WITHOUT and all(map(spelling().known, words)) else MOST_WITHOUT + 1
    if not denied and few > MOST_WITHOUT:
        return found
    concepts = frozenset().union(*(sentence.all for sentence in window))
    if any(word.startswith(("flood", "bleed")) for word in words):
        few = MOST_WITHOUT + 1  # one of them does stand for the sign
    signs = table().labels
    lacking = np.array([not CORE[sign] & concepts for sign in signs])
    found = np.where(lacking & [bool(CORE[sign] & denied) for sign in signs], np.minimum(found, ABSENT), found)
    return np.where(lacking & [few <= WITHOUT.get(sign, 1) for sign in signs], NOT_AT_ALL, found)


FORESEEN = 5_000  # texts
OF_NO_SIGN = frozenset().union(*CORE.values(), STAGE)  # what a text must stand for none of, that no list of such texts can hold a sign
_foreseen: dict[str, tuple[WarningSign, ...]] = {}
_of_no_sign: frozenset[str] = frozenset()


def foresee(texts: Iterable[str]) -> None:
    """Screen the first `FORESEEN` of these texts now and remember what was found, in place of those foreseen before.

    For the service's own words, such as the names of its records, which agents send again and again. What a caller sends
    is never remembered. A list of such texts, between commas, is known too when none of them says anything that a sign is made of.
    """
    global _foreseen, _of_no_sign
    seen: dict[str, tuple[WarningSign, ...]] = {}
    quiet: set[str] = set()
    for text in islice(texts, FORESEEN):
        if text in _foreseen:
            seen[text], silent = _foreseen[text], text in _of_no_sign
        else:
            parts = clauses(text)
            sentences = read(parts)
            seen[text], silent = _judged(text, parts, sentences, Allowance()), not any(sentence.all & OF_NO_SIGN for sentence in sentences)
        if silent and not seen[text]:
            quiet.add(text)
    _foreseen, _of_no_sign = seen, frozenset(quiet)


def screen(text: str, allowed: Allowance | None = None) -> tuple[WarningSign, ...]:
    """The warning signs in `text`, most urgent first. Total: a text that cannot be read counts as holding them all.

    `allowed`: what may be read of the parts of all texts of a request, where this is one of several.
    """
    if not text or text.isspace():
        return ()
    known = _foreseen.get(text)
    if known is not None:
        return known
    if "," in text and all(part.strip() in _of_no_sign for part in text.split(",")):
        return ()
    try:
        return _screened(text, Allowance() if allowed is None else allowed)
    except Exception as fault:  # a text that breaks the screen may hold anything: it counts as holding every sign
        log.error("the screen failed: %s", type(fault).__name__)  # no more than that: a message may hold the words
        return SIGNS


def _screened(text: str, allowed: Allowance) -> tuple[WarningSign, ...]:
    text = written_out(without_advice(text))
    parts = clauses(text)
    return _judged(text, parts, read(parts), allowed)


def _judged(text: str, whole: list[list[str]], sentences: list[Sentence], allowed: Allowance) -> tuple[WarningSign, ...]:
    long_ago = tells_of_long_ago(text)
    more = LONG_AGO if long_ago else 0.0
    found = _found(sentences, more=more)
    stage = stage_of(sentences)
    for part in allowed.of(parts_of(text, whole, long_ago)):
        found |= {slug for slug in _found(part.sentences, allowed, part.more + more, stage) if not CORE[slug] & part.denied}
    if named_alone(text, sentences):
        found.add("self-harm")
    return tuple(sign for slug, sign in BY_SLUG.items() if slug in found)
