"""Source pages for people: the very answers that the API serialises, as readable HTML."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from content import answers, freshness
from content.screening import SIGNS
from content.vocabulary import DISCLAIMER


def _page(request: HttpRequest, template: str, **context: object) -> HttpResponse:
    response = render(request, f"content/{template}.html", {"disclaimer": DISCLAIMER, "signs": SIGNS, **context})
    response["Cache-Control"] = "public, max-age=60"
    return response


def index(request: HttpRequest) -> HttpResponse:
    """Everything covered."""
    return _page(request, "index", coverage=answers.topics(freshness.current()))


def topic(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """One symptom or linked condition, with its options."""
    catalogue = freshness.current()
    entry = catalogue.topics.get(slug)
    if entry is None or entry.topic.kind != kind:
        raise Http404
    return _page(
        request,
        "topic",
        explanation=answers.explain(catalogue, (slug,)),
        options=answers.options(catalogue, (slug,)),
        flag=entry.topic.when_to_see_a_doctor,
        prep=answers.doctor_prep(catalogue, ((slug,), ())),
    )


def option(request: HttpRequest, slug: str) -> HttpResponse:
    """One option: its evidence and cautions, or its name alone."""
    catalogue = freshness.current()
    if slug not in catalogue.options:
        raise Http404
    return _page(request, "option", sheet=answers.evidence(catalogue, (slug,)))


def help_now(request: HttpRequest) -> HttpResponse:
    """What to do now about each of the four warning signs."""
    return _page(request, "help_now")


def prepare(request: HttpRequest) -> HttpResponse:
    """Prepare for an appointment."""
    return _page(request, "prepare", coverage=answers.topics(freshness.current()))


def agents(request: HttpRequest) -> HttpResponse:
    """For people who build agents."""
    return _page(request, "agents")


def about(request: HttpRequest) -> HttpResponse:
    """About the service."""
    return _page(request, "about", coverage=answers.topics(freshness.current()))
