"""One reading of a text, made at the edge and shared by the screen, the match and the list.

A text is bounded (its head and its tail), what it affirms as a form is taken out, and the rest is
normalised and its spelling corrected. Each step is taken once, and only when it is asked for. Other
languages are heard in the affirmed text: the plain form maps their letters to Latin ones.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from content.language.model import Scores, model
from content.language.normalise import normalise
from content.language.other_languages import Heard, heard
from content.language.spelling import spelling
from content.language.structured_input import affirmed

LONGEST = 4000  # characters that are read of a request: of what is longer, the head and the tail
MOST_TEXTS = 8  # texts that are read by themselves: of more, the rest are read as one


class Reading:
    """A text as it was typed, what of it is affirmed, its plain form, and the model's scores."""

    def __init__(self, typed: str, most: int = LONGEST) -> None:
        self.typed = ends(typed, most)

    @cached_property
    def affirmed(self) -> str:
        """What the text says, without what it denies as a form."""
        return affirmed(self.typed)

    @cached_property
    def plain(self) -> str:
        """The form that is read: plain letters, lower case, spelling corrected."""
        return spelling().corrected(normalise(self.affirmed))

    @cached_property
    def scores(self) -> Scores:
        """What the model makes of it."""
        (scores,) = model().read([self.plain])
        return scores

    @cached_property
    def heard(self) -> Heard:
        """What is heard of it in another language than English."""
        return heard(self.affirmed)


def readings(texts: Iterable[str], most: int = LONGEST) -> list[Reading]:
    """The readings of all texts of a request, which share what may be read; blank ones left out.

    Where there are many, those of most words are read by themselves: a woman's own words among
    twenty names are lost in them.
    """
    given = [text for text in dict.fromkeys(texts) if text.strip()]
    if len(given) > MOST_TEXTS:
        given.sort(key=lambda text: -len(text.split()))
        given = [*given[: MOST_TEXTS - 1], "\n".join(given[MOST_TEXTS - 1 :])]
    return [Reading(text, share) for text, share in zip(given, shares(given, most), strict=True)]


def score(read: Iterable[Reading]) -> None:
    """Have the model read several texts at once, so that they share what may be read of them."""
    waiting = [one for one in read if one.plain and "scores" not in vars(one)]
    for one, scores in zip(waiting, model().read([one.plain for one in waiting]), strict=True):
        vars(one)["scores"] = scores


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
