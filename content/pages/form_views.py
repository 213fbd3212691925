"""The two forms, search and appointment sheet. What is sent comes in the body of a POST and is
stored nowhere.
"""

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from content.answers import compose, resolve
from content.catalogue.snapshot import Catalogue
from content.language.reading import Reading
from content.pages.groups import symptom_groups
from content.pages.http_caching import urgent_of
from content.pages.page_foot import standing_of
from content.pages.rendering import from_content, private, public, refused
from content.pages.search import search as look_up
from content.vocabulary import TopicKind

FORM = require_http_methods(["GET", "HEAD", "POST"])
# Forms carry no token against forgery. A token needs a cookie, and there is nothing to forge: no
# account, no session and no state stand behind a form, so a form posted from elsewhere can do no
# more than its sender could do by itself.
stateless_form = csrf_exempt
LONGEST_LIST = 4000  # characters of what a form takes: every box ticked, and a few sentences


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
        **standing_of(compose.coverage(catalogue), *catalogue.standings),
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
    POST and is stored nowhere.
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
        {
            "title": "Your appointment sheet",
            "sheet": sheet,
            "flag": sheet.flag,
            **standing_of(sheet),
        },
    )


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
