"""One reading of a text, made at the edge and shared by the screen, the match and the list.

A text is bounded (its head and its tail), what it affirms as a form is taken out, and the rest is
normalised and its spelling mended. The model reads it at most once. What is heard in other
languages is heard in the affirmed text: the plain form maps their letters to Latin ones.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from content.language.model import Scores, model
from content.language.normalise import normalise
from content.language.other_languages import Heard, heard
from content.language.spelling import spelling
from content.language.structured_input import affirmed

LONGEST = 4000  # characters that are read of a request: of what is longer, the head and the tail

MOST_TEXTS = 8  # texts that are read by themselves: of more, the rest are read as one


@dataclass(slots=True)
class Reading:
    """A text as it was typed, what of it is affirmed, and the plain form that is read."""

    typed: str
    affirmed: str
    plain: str
    _scores: Scores | None = field(default=None, repr=False)
    _heard: Heard | None = field(default=None, repr=False)

    @property
    def scores(self) -> Scores:
        """What the model makes of it, read once."""
        if self._scores is None:
            (self._scores,) = model().read([self.plain])
        return self._scores

    @property
    def heard(self) -> Heard:
        """What is heard of it in another language than English, once."""
        if self._heard is None:
            self._heard = heard(self.affirmed)
        return self._heard

    def take(self, scores: Scores) -> None:
        """Keep scores that were made beside those of other texts."""
        self._scores = scores


def reading(text: str, most: int = LONGEST) -> Reading:
    """The reading of one text. Total: never raises for any `str`."""
    kept = affirmed(ends(text, most))
    return Reading(text, kept, spelling().mended(normalise(kept)))


def readings(texts: Iterable[str], most: int = LONGEST) -> list[Reading]:
    """The readings of all texts of a request, which share what may be read; blank ones left out."""
    given = [text for text in dict.fromkeys(texts) if text.strip()]
    if len(given) > MOST_TEXTS:
        given = [*given[: MOST_TEXTS - 1], "\n".join(given[MOST_TEXTS - 1 :])]
    out = [reading(text, share) for text, share in zip(given, shares(given, most), strict=True)]
    return [one for one in out if one.plain]


def shares(texts: Sequence[str], most: int) -> list[int]:
    """How many characters of each text are read: short ones whole, long ones an equal share."""
    left, out = most, [0] * len(texts)
    for waiting, at in enumerate(sorted(range(len(texts)), key=lambda one: len(texts[one]))):
        out[at] = min(len(texts[at]), max(left // (len(texts) - waiting), 0))
        left -= out[at]
    return out


def ends(text: str, most: int) -> str:
    """A text of at most so many characters: the head and the tail of a longer one."""
    if len(text) <= most:
        return text
    tail = most // 2
    return f"{text[: most - tail]}\n{text[len(text) - tail :] if tail else ''}"
