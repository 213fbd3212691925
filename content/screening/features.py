"""What a piece of text is made of, for the screen: its words and letters, and what they stand for, near and far.

Windows: a long text is read in windows of neighbouring sentences, so that a sign buried in it is not diluted; what the
whole text says of her stage of life (periods ended, her age, hysterectomy, HRT) goes with every window.
"""

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass

from content.number_words import classed
from content.screening.lexicon import Concepts, lexicon
from content.screening.limits import answered_in_part, as_meant, is_taken_back, over
from content.screening.negation import (
    after_an_answer,
    answered_no,
    denied,
    denied_by_answer,
    is_answered,
    of_something_else,
    said_by,
    signs_in,
    without_answer,
)
from content.screening.restated import restated
from content.spelling import spelling
from content.word_features import neighbour_features

PART, PART_OVERLAP = 36, 12  # words of a part of a sentence that is too long to be read in one
WINDOW = 28  # words a window takes before it is closed
MANY = 400  # sentences of a text that are also read each by itself; beyond them it is no longer somebody's letter
OVERLAP = 1  # sentences that a window shares with the one before
LONGEST_SENTENCE = 40  # words after which a sentence without stops is cut, the next part taking up the last `PART_OVERLAP` again

DENIED: Concepts = frozenset({"denied"})

# Concepts that say where she is in life: they go with every window of the text.
STAGE = frozenset(
    {"ended", "menopause", "no_womb", "on_hormones", "tamoxifen", "long", "retired", "still_cycling"}
    | {"#50to54", "#55to59", "#60up", "#40s", "#year"}
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its words with numbers classed, what they stand for, and what its denied words would have stood for."""

    words: list[str]
    concepts: list[Concepts]
    denied: Concepts = frozenset()

    @property
    def all(self) -> set[str]:
        found = {word for word in self.words if word[0] == "#"}
        return found.union(*self.concepts)


def read(sentences: list[list[str]]) -> list[Sentence]:
    """Sentences as the features need them: repeats left out, spelling mended, over-long ones cut, what is clearly denied marked."""
    parts = [_Said(words[: said_by(words)], words[said_by(words) :]) for words in _cut(sentences)]
    understood = (_understood(part, answer) for part, answer in zip(parts, [*parts[1:], _Said([], [])], strict=False))
    return [sentence for sentence in understood if sentence is not None]


@dataclass(slots=True)
class _Said:
    """A sentence, and before it who says it, where that is told (“User: …”)."""

    by: list[str]
    words: list[str]


def _cut(sentences: list[list[str]]) -> Iterator[list[str]]:
    """Sentences with their spelling mended, over-long ones in pieces."""
    for words in sentences:
        mended = spelling().corrected(_said_twice(words))
        for start in range(0, max(len(mended) - PART_OVERLAP, 1), LONGEST_SENTENCE - PART_OVERLAP):
            yield mended[start : start + LONGEST_SENTENCE]


def _understood(said: _Said, answer: _Said) -> Sentence | None:
    """One sentence as it is meant, what is denied in it marked; None where nothing is left of it.

    `answer`, the sentence behind it, loses here what only answers this one, before it is read itself.
    """
    lookup = lexicon()
    part = after_an_answer(said.words)
    concepts = lookup.concepts(part)
    if (place := of_something_else(part, concepts)) is not None:
        part, concepts = part[:place] + part[place + 1 :], concepts[:place] + concepts[place + 1 :]
    if (meant := restated(part, signs_in(concepts))) is not None:
        part, concepts = meant, lookup.concepts(meant)
    marks = denied(part, concepts)
    if (meant := as_meant(part, marks, answer.words)) is not None:
        part, concepts, marks = meant, lookup.concepts(meant), [False] * len(meant)
        if is_taken_back(answer.words):
            answer.words = []
    if part[-1:] == ["?"] and any(signs_in(concepts)) and (rest := answered_in_part(answer.words)) is not None:
        answer.words = rest
    if answer.words and part and is_answered(part, concepts, answer.words):
        if answered_no(part, concepts, answer.words, lookup.concepts(answer.words)):
            marks = [mark or by_answer for mark, by_answer in zip(marks, denied_by_answer(concepts), strict=True)]
        elif not over(part):
            answer.words = without_answer(answer.words)  # a no to what is asked of the sign is none to the sign
    return _sentence(said.by + part, lookup.concepts(said.by) + concepts, [False] * len(said.by) + marks)


def _sentence(part: list[str], concepts: list[Concepts], marks: list[bool]) -> Sentence | None:
    """Words with what they stand for and which of them are denied, as a sentence; None of stops alone."""
    words = [f"!{word}" if mark else word for word, mark in zip(part, marks, strict=True)]
    gone = frozenset().union(*(found for found, mark in zip(concepts, marks, strict=True) if mark))
    left = [DENIED if mark else found for found, mark in zip(concepts, marks, strict=True)]
    kept = [at for at, word in enumerate(words) if word[-1].isalnum()]
    return Sentence(classed([words[at] for at in kept]), [left[at] for at in kept], gone) if kept else None


def _said_twice(words: list[str]) -> list[str]:
    """The words, of each that is repeated over and over the first two: repeating says no more, and would hide what else is said."""
    return [word for at, word in enumerate(words) if at < 2 or not word == words[at - 1] == words[at - 2]]


def windows(sentences: list[Sentence]) -> list[slice]:
    """The text in windows of neighbouring sentences, and each sentence by itself; all of a short text is one window."""
    alone = [slice(place, place + 1) for place in range(len(sentences))] if len(sentences) <= MANY else []
    if sum(len(sentence.words) for sentence in sentences) <= WINDOW * 3 // 2:
        return [slice(0, len(sentences)), *(alone if len(alone) > 1 else [])] if sentences else []
    out: list[slice] = []
    start = 0
    while start < len(sentences):
        end, size = start, 0
        while end < len(sentences) and (end == start or size + len(sentences[end].words) <= WINDOW):
            size += len(sentences[end].words)
            end += 1
        out.append(slice(start, end))
        start = end - OVERLAP if end - start > OVERLAP and end < len(sentences) else end
    return out + alone


def stage_words(stage: Set[str]) -> list[str]:
    """What a text says of her stage of life, as words for the encoder."""
    return [f"@{concept}" for concept in sorted(stage)]


def row_of(window: list[Sentence], stage: Set[str]) -> list[str]:
    """The words of one window in order, as the second reading takes them: the stage of life first, a gap before each sentence."""
    out = stage_words(stage)
    for sentence in window:
        out += ["", *sentence.words]
    return out


def rows_of(window: list[Sentence], stage: Set[str], fits: Callable[[list[str]], bool]) -> list[list[str]]:
    """The rows in which one window is read a second time: one where it `fits`, else (a long sentence without a stop) overlapping parts of it.

    A part that does not fit either, as of words that fall into too many pieces, is halved until it does; a single word that never fits is
    left out.
    """
    row = row_of(window, stage)
    if fits(row):
        return [row]
    begun = len(stage) + 1
    words = row[begun:]
    parts = [row[:begun] + words[at : at + PART] for at in range(0, max(len(words) - PART_OVERLAP, 1), PART - PART_OVERLAP)]
    return [fitting for part in parts for fitting in _halved(row[:begun], part[begun:], fits)]


def _halved(opening: list[str], words: list[str], fits: Callable[[list[str]], bool]) -> list[list[str]]:
    """Some words after an opening, in as many rows as they need."""
    if fits([*opening, *words]):
        return [[*opening, *words]]
    half = len(words) // 2
    return [*_halved(opening, words[:half], fits), *_halved(opening, words[half:], fits)] if half else []


def words_in(window: list[Sentence]) -> list[str]:
    """The words of one window, each once."""
    return list({word for sentence in window for word in sentence.words})


def features(window: list[Sentence], stage: Set[str]) -> set[str]:
    """The features of one window beyond its single words, in a text whose stage concepts are `stage`."""
    found: set[str] = set()
    here: set[str] = set()
    for sentence in window:
        found.update(neighbour_features(sentence.words))
        inside = sentence.all
        here |= inside
        found.update(_pairs("s", inside))
        for place, left in enumerate(sentence.concepts):
            if left:
                for right in sentence.concepts[place + 1 : place + 6]:
                    found.update(f"n{one} {other}" for one in left for other in right)
    found.update("x" + concept for concept in here)
    found.update(_pairs("X", here))
    found.update("G" + concept for concept in stage)
    if "blood" in here or "period" in here or "seen_on" in here:
        found.update(f"GB{concept}" for concept in stage)
        found.update(_pairs("GB", stage))
    return found


def stage_of(sentences: list[Sentence]) -> set[str]:
    """What the whole text says of her stage of life."""
    found: set[str] = set()
    for sentence in sentences:
        found |= sentence.all & STAGE
    return found


def _pairs(mark: str, concepts: Set[str]) -> list[str]:
    ordered = sorted(concepts)
    return [f"{mark}{one} {other}" for place, one in enumerate(ordered) for other in ordered[place + 1 :]]
