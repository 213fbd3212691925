"""Pages for people: the very answers that the API serialises, as readable HTML. No script, no
cookie, nothing stored.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from content.answers import compose, shapes
from content.answers.resolve import Resolved
from content.catalogue.snapshot import Catalogue, TopicEntry
from content.language.warning_signs import SIGNS
from content.pages import evidence_grid, phone_numbers
from content.pages.body_areas import body_areas
from content.pages.care_cards import sorted_cautions
from content.pages.charts import Chart, guide_chart, options_chart, topics_chart
from content.pages.groups import symptom_groups
from content.pages.page_foot import standing_of
from content.pages.pictures import grading_panels, group_picture
from content.pages.rendering import from_content, public
from content.pages.sign_sources import sign_sources
from content.review.release import Released, Withheld
from content.vocabulary import (
    FINDING_MEANINGS,
    GRADE_MEANINGS,
    GRADE_NOTE,
    WITHHELD_REASON,
    OptionKind,
    TopicKind,
)

ASKED = 5  # questions on the front page, each of another group of symptoms


Graded = TypeVar("Graded", shapes.OptionItem, shapes.GradeItem)


def _by_rating(items: Iterable[Graded]) -> list[list[Graded]]:
    """The same items in the same order, those of one rating together."""
    return [list(group) for _, group in groupby(items, key=lambda item: item.rating)]


@require_safe
@from_content
def home(request: HttpRequest, catalogue: Catalogue) -> HttpResponseBase:
    """Where a reader begins: the search box, the way to help, the symptoms by group."""
    return public(
        request,
        "home",
        lambda: {
            "title": "Clear, honest information about menopause",
            "description": (
                "What each symptom is, why it happens, what may help, how good the research is, and"
                " when to see a doctor."
            ),
            "groups": (groups := symptom_groups(catalogue)),
            "areas": body_areas(groups),
            "asked": [topic for group in groups if (topic := group.entries[0].topic).questions][
                :ASKED
            ],
            "coverage": (coverage := compose.coverage(catalogue)),
            **standing_of(coverage, *catalogue.standings),
        },
        catalogue,
    )


@require_safe
@from_content
def topics(request: HttpRequest, catalogue: Catalogue) -> HttpResponseBase:
    """Everything covered, and what is withheld."""

    def context() -> dict[str, Any]:
        coverage = compose.coverage(catalogue)
        kinds = [
            (kind.label, [option for option in coverage.options if option.kind == kind])
            for kind in OptionKind
        ]
        return {
            "title": "Everything covered",
            "description": (
                "Every symptom, linked condition and option that this service covers, and what is"
                " withheld."
            ),
            "coverage": coverage,
            "groups": symptom_groups(catalogue),
            "kinds": [(label, options) for label, options in kinds if options],
            "picture": group_picture(catalogue),
            "withheld_reason": WITHHELD_REASON,
            **standing_of(coverage, *catalogue.standings),
        }

    return public(request, "topics", context, catalogue)


@require_safe
@from_content
def topic(request: HttpRequest, catalogue: Catalogue, slug: str, kind: str) -> HttpResponseBase:
    """One symptom or linked condition, with its options."""
    entry = catalogue.topics.get(slug)
    if entry is None or entry.topic.kind != kind:
        raise Http404

    def context() -> dict[str, Any]:
        explanation, options = (
            compose.explanation(catalogue, slug),
            compose.option_list(catalogue, slug),
        )
        return {
            "title": explanation.topic.name,
            "description": explanation.summary,
            "kind": TopicKind(kind).label,
            "explanation": explanation,
            "options": options,
            "helping": _by_rating(options.options),
            "unclear": _by_rating(options.not_enough_research),
            "not_helping": _by_rating(options.not_shown_to_help),
            "worsening": _by_rating(options.may_worsen),
            "chart": _topic_chart(catalogue, entry, options),
            "flag": explanation.flag,
            "prep": compose.prep_sheet(catalogue, Resolved((slug,))),
            "grade_note": GRADE_NOTE,
            "changed": catalogue.topic_changes.get(slug),
            "topic_changed_since": entry.standing.changed,
            # Of the topic and all that is shown with it
            **standing_of(
                options, entry.standing, *(pair.released.standing for pair in entry.pairs)
            ),
        }

    return public(request, "topic", context, catalogue)


def _topic_chart(
    catalogue: Catalogue, entry: TopicEntry, options: shapes.OptionList
) -> Chart | None:
    """The evidence chart of a topic; of a guide, which has no options of its own, that of the
    topics it leads to.
    """
    if entry.topic.kind == TopicKind.GUIDE:
        return guide_chart(catalogue, entry)
    lists = (
        options.options,
        options.not_enough_research,
        options.not_shown_to_help,
        options.may_worsen,
    )
    return options_chart(group for some in lists for group in _by_rating(some))


@require_safe
@from_content
def option(request: HttpRequest, catalogue: Catalogue, slug: str) -> HttpResponseBase:
    """One option: its evidence and cautions, or, when it is withheld, its name and that alone."""
    found = catalogue.options.get(slug)
    if found is None:
        raise Http404

    def context() -> dict[str, Any]:
        sheet = compose.evidence_sheet(catalogue, slug)
        graded = (
            []
            if isinstance(sheet, shapes.WithheldSheet)
            else _by_rating((*sheet.may_worsen, *sheet.grades))
        )
        return {
            "title": sheet.option.name,
            "description": (
                sheet.summary
                if isinstance(sheet, shapes.EvidenceSheet)
                else f"{sheet.option.name}: {WITHHELD_REASON}"
            ),
            "kind": OptionKind(sheet.option.kind).label,
            "sheet": sheet,
            "cautions": sorted_cautions(found.option) if isinstance(found, Released) else None,
            "graded": graded,
            "chart": topics_chart(graded),
            "grade_note": GRADE_NOTE,
            "changed": catalogue.option_changes.get(slug) if isinstance(found, Released) else None,
            "changed_since": isinstance(found, Released) and found.standing.changed,
            **standing_of(sheet, *([found.standing] if isinstance(found, Released) else [])),
        }

    return public(
        request, "withheld" if isinstance(found, Withheld) else "option", context, catalogue
    )


@require_safe
@from_content
def evidence(request: HttpRequest, catalogue: Catalogue) -> HttpResponseBase:
    """Every option and its rating for every topic, as a grid; what the address chooses of it."""

    def context() -> dict[str, Any]:
        chosen = evidence_grid.choice(catalogue, request.GET.dict())
        return {
            "title": "The evidence",
            "description": (
                "Every option and what it is rated for, with what the research points to."
            ),
            "areas": evidence_grid.areas(catalogue),
            "kinds": OptionKind.choices,
            "keys": evidence_grid.KEYS,
            "chosen": chosen,
            "grids": evidence_grid.grids(catalogue, chosen),
            "grade_note": GRADE_NOTE,
            **standing_of(compose.coverage(catalogue), *catalogue.standings),
        }

    return public(request, "evidence", context, catalogue)


@require_safe
def help_now(request: HttpRequest) -> HttpResponseBase:
    """What to do now about each of the four warning signs. Needs no content: it is there whatever
    else fails.
    """
    return public(
        request,
        "help_now",
        lambda: {
            "title": "Get help now",
            "description": (
                "Emergency numbers and helplines, and what to do about chest pain, stroke signs,"
                " thoughts of self-harm or bleeding."
            ),
            "signs": SIGNS,
            "emergency": phone_numbers.emergency_lines(),
            "helplines": phone_numbers.helplines(),
            "sources": (sources := sign_sources()),
            "rests_on": len(sources),
        },
    )


@require_safe
@from_content
def about(request: HttpRequest, catalogue: Catalogue, subject: str = "about") -> HttpResponseBase:
    """What the service is; how it grades; who reviews it; what it keeps."""
    titles = {
        "about": (
            "About this service",
            (
                "What this service is, what it is not, how it grades evidence, who reviews it and"
                " what it keeps."
            ),
        ),
        "grading": (
            "How we grade evidence",
            (
                "What strong, mixed and weak mean here, what a grade does not say, and how the"
                " order is made."
            ),
        ),
        "review": (
            "Who reviews this service",
            "Who has reviewed what is said here, and how review works.",
        ),
        "privacy": (
            "Privacy",
            "No account, no cookie, no script. What is kept, for how long, and what is never kept.",
        ),
    }

    def context() -> dict[str, Any]:
        coverage = compose.coverage(catalogue)
        title, description = titles[subject]
        return {
            "title": title,
            "description": description,
            "coverage": coverage,
            "some_reviewed": any(standing.is_reviewed for standing in catalogue.standings),
            "panels": grading_panels() if subject == "grading" else (),
            "grades": [(grade.value, meaning) for grade, meaning in GRADE_MEANINGS.items()],
            "findings": [(finding.value, meaning) for finding, meaning in FINDING_MEANINGS.items()],
            "grade_note": GRADE_NOTE,
            "withheld_reason": WITHHELD_REASON,
            "register": catalogue.register,
            "day": catalogue.day,
            **standing_of(coverage, *catalogue.standings),
        }

    return public(request, subject, context, catalogue)
