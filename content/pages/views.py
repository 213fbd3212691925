"""Pages for people: the very answers that the API serialises, as readable HTML. No script, no
cookie, nothing kept.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from content.answers import compose, resolve, shapes
from content.answers.resolve import Resolved
from content.catalogue.snapshot import Catalogue, TopicEntry
from content.language.reading import Reading
from content.language.warning_signs import SIGNS
from content.pages import evidence_grid, phone_numbers
from content.pages.body_areas import body_areas
from content.pages.care_cards import sorted_cautions
from content.pages.charts import Chart, guide_chart, options_chart, topics_chart
from content.pages.groups import symptom_groups
from content.pages.http_caching import urgent_of
from content.pages.pictures import grading_panels, group_picture
from content.pages.rendering import from_content, private, public, refused
from content.pages.search import search as look_up
from content.pages.sign_sources import sign_sources
from content.review.release import Released, Withheld
from content.review.standing import Standing
from content.vocabulary import (
    FINDING_MEANINGS,
    GRADE_MEANINGS,
    GRADE_NOTE,
    WITHHELD_REASON,
    OptionKind,
    ReviewStatus,
    TopicKind,
)

FORM = require_http_methods(["GET", "HEAD", "POST"])
# Forms carry no token against forgery. A token needs a cookie, and there is nothing to forge: no
# account, no session and
# no state stand behind a form, so a form posted from elsewhere can do no more than its sender could
# do by itself.
stateless_form = csrf_exempt

ASKED = 5  # questions on the front page, each of another group of symptoms
LONGEST_LIST = 4000  # characters of what a form takes: every box ticked, and a few sentences


def _standing(answer: shapes.Answer, *standings: Standing) -> dict[str, Any]:
    """What the foot of a page says of its text: who vouches for it, since when and until when, and
    what it rests on.
    """
    days = [standing.reviewed_on for standing in standings if standing.reviewed_on]
    return {
        "review_status": answer.review_status,
        "reviewed_by": answer.reviewed_by,
        "last_changed": _day(answer.content_updated),
        "last_reviewed": (
            min(days) if days and answer.review_status == ReviewStatus.REVIEWED else None
        ),
        "next_review": (
            _day(answer.review_due) if answer.review_status == ReviewStatus.REVIEWED else None
        ),
        "rests_on": len(answer.sources),
    }


def _day(iso: str | None) -> date | None:
    return date.fromisoformat(iso) if iso else None


def _standings(catalogue: Catalogue) -> Iterator[Standing]:
    """The standing of each record that may be spoken of."""
    yield from (entry.standing for entry in catalogue.topics.values())
    yield from (option.standing for option in catalogue.released)


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
            **_standing(coverage, *_standings(catalogue)),
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
            **_standing(coverage, *_standings(catalogue)),
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
            **_standing(options, entry.standing, *(pair.released.standing for pair in entry.pairs)),
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
            **_standing(sheet, *([found.standing] if isinstance(found, Released) else [])),
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
            **_standing(compose.coverage(catalogue), *_standings(catalogue)),
        }

    return public(request, "evidence", context, catalogue)


@stateless_form
@FORM
@from_content
def search(request: HttpRequest, catalogue: Catalogue) -> HttpResponseBase:
    """Plain words in, the pages they mean out. The words come in the body of a POST and go nowhere:
    not into an address, not back into the page, not into any store.
    """
    form = {
        "title": "Search",
        "description": "Look for a symptom, condition or treatment in your own words.",
        **_standing(compose.coverage(catalogue), *_standings(catalogue)),
    }
    if request.method != "POST":
        return public(request, "search", lambda: form, catalogue)
    if getattr(request, "oversized", False):
        return _too_large(request)
    words = " ".join(request.POST.getlist("topic"))
    if not words.strip():
        return private(
            request,
            "search",
            {**form, "problem": "Type a few words first, then press Search."},
            status=400,
        )
    urgent = urgent_of(request) is not None
    results = look_up(catalogue, words)
    if urgent and not results.found:
        return _help_first(request)
    title = "Search results" if results.found else "Nothing found for those words"
    explained = [(item, item.flag) for item in results.explanations]
    context = {
        **form,
        "title": title,
        "results": results,
        "explained": explained,
        "groups": () if results.found else symptom_groups(catalogue),
    }
    if results.found:
        # Of what is shown, which may be more reviewed than the rest
        context["review_status"], context["reviewed_by"] = results.standing
        context["last_changed"] = context["rests_on"] = None  # each page found says so of itself
    return private(request, "results", context)


@stateless_form
@FORM
@from_content
def prepare(request: HttpRequest, catalogue: Catalogue) -> HttpResponseBase:
    """Choose symptoms, get one sheet to print and take along. What is chosen comes in the body of a
    POST and is kept nowhere.
    """

    def form() -> dict[str, Any]:
        return {
            "title": "Prepare for your appointment",
            "description": (
                "Choose what you want to talk about and get one sheet to print: questions, what to"
                " bring, and space for notes."
            ),
            "groups": symptom_groups(catalogue),
            "conditions": catalogue.of_kind(TopicKind.CONDITION),
            "guides": catalogue.of_kind(TopicKind.GUIDE),
            "most": resolve.MAX_SYMPTOMS,
            "ticked": frozenset(),
        }

    if request.method != "POST":
        return public(request, "prepare", form, catalogue)
    if getattr(request, "oversized", False):
        return _too_large(request)
    words = "\n".join(request.POST.getlist("symptoms"))
    urgent = urgent_of(request) is not None
    problem = ""
    if len(words) > LONGEST_LIST:
        return _too_large(request)
    try:
        if words.strip():
            sheet = compose.prep_sheet(catalogue, resolve.find_list(catalogue, Reading(words)))
        else:
            problem = "Choose at least one, then press Make my sheet."
    except resolve.TooManySymptoms:
        problem = (
            f"Choose at most {resolve.MAX_SYMPTOMS} for one sheet. You can make a second sheet for"
            " the rest."
        )
    except resolve.NotCovered:
        if urgent:
            return _help_first(request)
        problem = "We could not tell which symptoms you mean. Try ticking the boxes."
    if problem:
        ticked = _ticked(request, catalogue)
        typed = len([item for item in request.POST.getlist("symptoms") if item.strip()]) > len(
            ticked
        )
        return private(
            request,
            "prepare",
            {**form(), "problem": problem, "ticked": ticked, "typed": typed},
            status=400,
        )
    return private(
        request,
        "sheet",
        {"title": "Your appointment sheet", "sheet": sheet, "flag": sheet.flag, **_standing(sheet)},
    )


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
            "some_reviewed": any(standing.is_reviewed for standing in _standings(catalogue)),
            "panels": grading_panels() if subject == "grading" else (),
            "grades": [(grade.value, meaning) for grade, meaning in GRADE_MEANINGS.items()],
            "findings": [(finding.value, meaning) for finding, meaning in FINDING_MEANINGS.items()],
            "grade_note": GRADE_NOTE,
            "withheld_reason": WITHHELD_REASON,
            "register": catalogue.register,
            "day": catalogue.day,
            **_standing(coverage, *_standings(catalogue)),
        }

    return public(request, subject, context, catalogue)


def _ticked(request: HttpRequest, catalogue: Catalogue) -> frozenset[str]:
    """The topics whose own name or slug a form sent, by slug: what may stay ticked when it is shown
    again. Never what was typed otherwise.
    """
    sent = set(request.POST.getlist("symptoms"))
    return frozenset(
        slug for slug, entry in catalogue.topics.items() if sent & {slug, entry.topic.name}
    )


def _help_first(request: HttpRequest) -> HttpResponseBase:
    """The answer to words that hold a warning sign and name nothing covered: help, and no word of
    what was not found.
    """
    return private(request, "help_first", {"title": "Get help first"})


def _too_large(request: HttpRequest) -> HttpResponseBase:
    return refused(
        request,
        413,
        "That was too long",
        "Please go back, where what you chose should still be, and send fewer words: a sentence or"
        " two is enough.",
    )
