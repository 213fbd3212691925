"""From words to the records they mean: by a name where there is one, else by the model's scores.

In: words of any kind. Out: the records meant, best first; or none, with the closest ones as
suggestions. “Nothing covered” is a label of the model too (`none`), so nothing is guessed. New
aliases work as soon as the content is loaded. Withheld records are found by name only.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from content.language.model import Scores, thresholds
from content.language.names import Named, Names, not_covered, words_of
from content.language.other_names import named
from content.language.reading import Reading

NONE = "none"
SUGGESTIONS = 3
FEW = 5  # most words of a query that is compared with misspelt names as a whole
# Suggested only to people who name them: nobody else should be faced with these.
GRAVE = frozenset(
    {
        "dementia",
        "breast-cancer",
        "cardiovascular-disease",
        "depression",
        "premature-ovarian-insufficiency",
        "surgical-menopause",
    }
)


@dataclass(frozen=True, slots=True)
class Found:
    """The records that words mean, the best first; where there are none, the closest ones.

    `by_name`: whether the words contain a name of the first record.
    """

    slugs: tuple[str, ...]
    suggestions: tuple[str, ...] = ()
    by_name: bool = False
    other_language: bool = False  # whether the words are in a language other than English


class Matcher:
    """Finds records of one kind: `topics` or `options`."""

    def __init__(self, family: str, records: Iterable[Named]) -> None:
        self.family = family
        self.names = Names(records, not_covered()[family])

    def find(self, words: str | Reading) -> Found:
        """The records that words mean. Never raises, whatever the words."""
        read = Reading(words) if isinstance(words, str) else words
        row = words_of(read.plain)
        slug = self._by_lookup(row)
        if slug is not None:
            return Found((slug,), (), by_name=True)
        if not row or self.names.is_uncovered(" ".join(row)):
            return Found(())
        topics, options = named(read.typed, read.other_language)
        slugs = topics if self.family == "topics" else options
        known = tuple(slug for slug in slugs if slug in self.names.records)
        if known or read.other_language.foreign:
            return Found(known, by_name=bool(known), other_language=True)
        return self._weighed(read, row)

    def named(self, read: Reading) -> bool:
        """Whether the words as a whole are a name, so that no model is needed."""
        return self._by_lookup(words_of(read.plain)) is not None

    def remark(self, words: str | Reading) -> bool:
        """Whether an item of a list is only a remark, not a complaint."""
        read = Reading(words) if isinstance(words, str) else words
        return read.scores.topics.get("remark", 0.0) >= thresholds()["lists"]["remark"]

    def best(self, read: Reading) -> tuple[str | None, float]:
        """The record with the highest score, and that score, without thresholds: for calibration.
        None where a withheld record that is not named scores higher.
        """
        row = words_of(read.plain)
        slug = self._by_lookup(row)
        if slug is not None or not row:
            return slug, 1.0 if slug else 0.0
        ranked, hidden, _ = self._ranked(read, row)
        slug, score = ranked[0] if ranked else (None, 0.0)
        return (slug, score) if score >= hidden else (None, 0.0)

    def _by_lookup(self, row: list[str]) -> str | None:
        """The record whose name the whole words are; short ones may contain a typing slip."""
        key = " ".join(row)
        return self.names.exact(key) or (self.names.near(key) if len(row) <= FEW else None)

    def _ranked(
        self, read: Reading, row: list[str]
    ) -> tuple[list[tuple[str, float]], float, dict[str, int]]:
        """Three things: the records with their scores, best first; the best score among the
        withheld records that are not named; and the records named in the words."""
        scores = self._scores(read.scores)
        named = self.names.inside(row)
        unnamed = self.names.unnamed(row, named)
        floors = self._floors(named, row, scores)
        ranked = [
            (slug, floors.get(slug, scores.get(slug, 0.0)))
            for slug in self.names.records
            if slug not in unnamed
        ]
        hidden = max((scores.get(slug, 0.0) for slug in unnamed), default=0.0)
        order = list(named)
        ranked.sort(
            key=lambda item: (
                -item[1],
                order.index(item[0]) if item[0] in named else len(order),
                item[0],
            )
        )
        return ranked, hidden, named

    def _weighed(self, read: Reading, row: list[str]) -> Found:
        """The records found by the model's scores and by the names that occur in the words."""
        bounds = thresholds()[self.family]
        ranked, hidden, named = self._ranked(read, row)
        elsewhere = not named and self.names.covered_share(row) <= 1 - bounds["named_share"]
        refused = not ranked or ranked[0][1] < bounds["covered"] or hidden > ranked[0][1]
        if refused or elsewhere:
            near = [
                slug
                for slug, score in ranked
                if slug in named or (score >= bounds["near"] and slug not in GRAVE)
            ]
            return Found((), tuple(near[:SUGGESTIONS]))
        (first, _), *others = ranked
        also = [slug for slug, score in others if slug in named or score >= bounds["also"]]
        return Found((first, *also), (), by_name=first in named)

    def _scores(self, scores: Scores) -> dict[str, float]:
        return scores.topics if self.family == "topics" else scores.options

    def _floors(
        self, named: dict[str, int], row: list[str], scores: dict[str, float]
    ) -> dict[str, float]:
        """The scores that records get for being named, where the names make up enough of the words.

        A record that the model does not know gets its score for its name in any case.
        """
        bounds = thresholds()[self.family]
        none = scores.get(NONE, 0.0) + scores.get("remark", 0.0)
        enough = sum(named.values()) / len(row) >= bounds["named_share"] and none < bounds["none"]
        unknown = {slug: bounds["unknown_named"] for slug in named if slug not in scores}
        return unknown | ({slug: bounds["named"] for slug in named if slug in scores and enough})
