"""The search box: words in, the topics and options they name out. The same matchers as the API,
asked one after the other.

Nothing is stored, nothing is logged, and the words are not part of what comes back.
"""

from dataclasses import dataclass

from content.answers import compose, resolve, shapes
from content.answers.parts import least_reviewed
from content.catalogue.snapshot import Catalogue
from content.language.reading import Reading
from content.review.standing import Standing
from content.vocabulary import Beyond, ReviewStatus

# Characters that are matched, as in the API; all of what was sent has been screened before
LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Results:
    """What some words were found to mean, best first, and the closest records when they mean
    nothing covered.
    """

    explanations: tuple[shapes.Explanation, ...]
    sheets: tuple[shapes.EvidenceSheet | shapes.WithheldSheet, ...]
    suggestions: tuple[shapes.Ref, ...]
    about: Beyond  # what the words are about, where they name no topic
    shortened: bool

    @property
    def found(self) -> bool:
        return bool(self.explanations or self.sheets)

    @property
    def standing(self) -> tuple[str, str | None]:
        """The review status of the least reviewed record found, and its reviewer when one reviewer
        stands behind all of them.
        """
        shown = (*self.explanations, *self.sheets)
        return least_reviewed(
            Standing(ReviewStatus(answer.review_status), answer.reviewed_by) for answer in shown
        )


def search(catalogue: Catalogue, words: str) -> Results:
    """Look up words among topics and options. Total: any text gives a result."""
    readable = "".join(character if character.isprintable() else " " for character in words)
    asked = Reading(readable[:LONGEST])
    suggestions: list[shapes.Ref] = []
    about = Beyond.UNKNOWN
    try:
        topics = resolve.find_topic(catalogue, asked).slugs
    except resolve.NotCovered as missed:
        topics = ()
        suggestions += missed.suggestions
        about = missed.about
    try:
        options = resolve.find_option(catalogue, asked).slugs
    except resolve.NotCovered as missed:
        options = ()
        suggestions += missed.suggestions
    return Results(
        explanations=tuple(compose.explanation(catalogue, slug) for slug in topics),
        sheets=tuple(compose.evidence_sheet(catalogue, slug) for slug in options),
        suggestions=() if topics or options else tuple(dict.fromkeys(suggestions)),
        about=about,
        shortened=len(readable.strip()) > LONGEST,
    )
