"""One reading of a text, made when it comes in and shared by the screen, the matcher and the lists.

A text is cut to its beginning and end. If it is a form, only what it affirms is kept. The result is
normalised and its spelling corrected. Each step is done once, and only when it is needed. Other
languages are recognised in the affirmed text, since the plain form maps their letters to Latin
ones.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from content.language.model import Scores, model
from content.language.normalise import normalise
from content.language.other_languages import Detected, detect
from content.language.spelling import spelling
from content.language.structured_input import affirmed

LONGEST = 4000  # characters read per request; of longer texts, only the beginning and the end
MOST_TEXTS = 8  # texts read separately; if there are more, the shortest are read as one text


class Reading:
    """A text as typed, what it affirms, its plain form, and the model's scores for it."""

    def __init__(self, typed: str, most: int = LONGEST) -> None:
        self.typed = ends(typed, most)

    @cached_property
    def affirmed(self) -> str:
        """The text without the items that it answers with no, if it is a form."""
        return affirmed(self.typed)

    @cached_property
    def plain(self) -> str:
        """The form that is read: plain letters, lower case, spelling corrected."""
        return spelling().corrected(normalise(self.affirmed))

    @cached_property
    def scores(self) -> Scores:
        """The model's scores for the text."""
        (scores,) = model().read([self.plain])
        return scores

    @cached_property
    def other_language(self) -> Detected:
        """The language of the text, and the signs found in languages other than English."""
        return detect(self.affirmed)


def readings(texts: Iterable[str], most: int = LONGEST) -> list[Reading]:
    """The readings of all texts of a request, blank ones left out; together they read at most
    `most` characters.

    If there are many texts, those with the most words are read separately, so that a person's own
    words are not lost among twenty names.
    """
    given = [text for text in dict.fromkeys(texts) if text.strip()]
    if len(given) > MOST_TEXTS:
        given.sort(key=lambda text: -len(text.split()))
        given = [*given[: MOST_TEXTS - 1], "\n".join(given[MOST_TEXTS - 1 :])]
    return [Reading(text, share) for text, share in zip(given, shares(given, most), strict=True)]


def score(read: Iterable[Reading]) -> None:
    """Score several texts together, so that they share the limit on what the model reads."""
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
    """The text; of one longer than `most` characters, only its beginning and its end."""
    if len(text) <= most:
        return text
    tail = most // 2
    return f"{text[: most - tail]}\n{text[len(text) - tail :] if tail else ''}"
