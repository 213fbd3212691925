"""Connects the pages for people with the API: forms and sign-ins share the callers' quota, the page
for agents shows the API's own rules, and a browser whose request is refused or fails gets a page
that says so.

`content` may not import `api`, so the code that connects them is here.
"""

import json
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from api import envelope, relay_rules
from api.calls import BY_NAME, CALLS
from api.errors import Kinds, Problem
from api.rate_limit import limiter
from api.screening_middleware import FORM_TYPE, FORMS, OutsideAdmin
from api.serializers import BUDGET, HEAD
from api.views import accepts, refusal
from api.views import forbidden as forbidden_problem
from api.views import not_found as not_found_problem
from api.views import server_error as server_error_problem
from content.answers import compose
from content.answers.resolve import Resolved
from content.catalogue.snapshot import Catalogue
from content.language.warning_signs import BY_SLUG, SIGNS
from content.pages.rendering import from_content, public, refused
from menoinfo.headers import PAGE_POLICY

View = Callable[..., HttpResponseBase]

EXAMPLE_TOPIC = "hot-flushes"
# Only the page for agents has a script of its own, which adds a copy button to each example.
AGENTS_POLICY = f"{PAGE_POLICY}; script-src 'self'"
# Phrases for testing a client: one for each sign, and two that only sound like a sign.
TEST_PHRASES: tuple[tuple[str, str | None], ...] = (
    ("I want to kill myself", "self-harm"),
    ("my face is drooping on one side and my speech is slurred", "stroke-signs"),
    ("I have crushing chest pain", "chest-pain"),
    ("I am bleeding after menopause", "bleeding-after-menopause"),
    ("I am dying of heat at night", None),
    ("I swim breaststroke twice a week", None),
)
SHOWN = 110  # characters of each text that the example shows


def charged(pattern: URLPattern) -> URLPattern:
    """The form with each post charged to the sender's quota, the same one as for REST and MCP."""
    view: View = pattern.callback

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST":
            # Only the encoding that the screen reads
            if request.content_type not in ("", FORM_TYPE):
                return refused(
                    request, 415, "We could not read that", "Please use the form on the page."
                )
            try:
                limiter.charge(request)
            except Problem as problem:
                return _wait(request, problem)
        return view(request, *args, **kwargs)

    return path(str(pattern.pattern), wrapped, name=pattern.name)


def sign_in(request: HttpRequest) -> HttpResponseBase:
    """The admin's own sign-in, with each attempt charged to the sender's quota: checking a password
    takes far longer than answering a call.
    """
    try:
        if request.method == "POST":
            limiter.charge(request)
    except Problem as problem:
        return _wait(request, problem)
    return admin.site.login(request)


def _wait(request: HttpRequest, problem: Problem) -> HttpResponseBase:
    detail = (
        f"Many requests came from your network just now. Please wait {problem.wait} seconds, then"
        " go back and try again."
    )
    return refused(request, problem.status, "Please wait a moment", detail, problem.headers)


@require_safe
@from_content
def agents(request: HttpRequest, catalogue: Catalogue) -> HttpResponseBase:
    """The page for people who build agents: the five relay rules, examples, REST and MCP."""
    response = public(
        request,
        "agents",
        lambda: {
            "title": "For people who build agents",
            "description": (
                "The five rules for relaying answers, examples that run, client configurations,"
                " errors and sizes."
            ),
            "relay": relay_rules,
            "calls": CALLS,
            "url": settings.PUBLIC_URL,
            "answer": _example(catalogue),
            "budget": BUDGET,
            "head": HEAD,
            "sizes": _sizes(),
            "kinds": [kind.value for kind in Kinds],
            "phrases": [(words, BY_SLUG[slug] if slug else None) for words, slug in TEST_PHRASES],
        },
        catalogue,
    )
    response.headers["Content-Security-Policy"] = AGENTS_POLICY
    return response


def _example(catalogue: Catalogue) -> str:
    """A real answer, led by a real `urgent`, with long texts and lists shortened."""
    call = BY_NAME["explain"]
    body = envelope.answered(
        envelope.rendered(call.reply, next(compose.explain(catalogue, Resolved((EXAMPLE_TOPIC,))))),
        SIGNS[0].urgent,
    )
    return json.dumps(_cut(json.loads(body)), ensure_ascii=False, indent=2)


@lru_cache(maxsize=1)
def _sizes() -> dict[str, dict[str, list[int]]]:
    """For each call, the median, ninetieth percentile and largest size of its answers, in bytes and
    tokens (`benchmarks.answer_sizes`).
    """
    measured: dict[str, dict[str, list[int]]] = json.loads(
        (settings.BASE_DIR / "api" / "answer_sizes.json").read_text(encoding="utf-8")
    )
    return measured


def _cut(part: Any) -> Any:
    if isinstance(part, str):
        return part if len(part) <= SHOWN else f"{part[:SHOWN].rsplit(' ', 1)[0]} …"
    if isinstance(part, list):
        return [_cut(item) for item in part[:1]]
    if isinstance(part, dict):
        return {name: _cut(item) for name, item in part.items()}
    return part


def _wants_page(request: HttpRequest) -> bool:
    """Whether a refusal should be a page: for a browser, except under the API's own paths."""
    return accepts(
        request.headers.get("Accept", ""), "text/html"
    ) and not request.path_info.startswith(("/v1/", "/mcp"))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """The 403: a page for somebody in the admin, the problem document for everybody else."""
    in_admin = settings.ADMIN_PATH and request.path_info.startswith(settings.ADMIN_PREFIX)
    if not (
        in_admin
        and _wants_page(request)
        and getattr(getattr(request, "user", None), "is_staff", False)
    ):
        return forbidden_problem(request, exception)
    return render(
        request,
        "editorial/forbidden.html",
        {**admin.site.each_context(request), "title": "Not allowed"},
        status=403,
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """The 404: a page for a browser, the problem document for other clients and under the API's own
    paths.
    """
    if not _wants_page(request):
        return not_found_problem(request, exception)
    detail = (
        "There is no page at this address. It may have been moved or mistyped. Search for what you"
        " need, or see everything we cover."
    )
    return refused(request, 404, "Page not found", detail)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """The 500, still led by `urgent`: a page for a browser; the problem document for other clients,
    under the API's own paths, and if the page fails too.
    """
    if not _wants_page(request):
        return server_error_problem(request)
    detail = (
        "The fault is ours, and it has been recorded without your words. Please go back and try"
        " again in a moment."
    )
    try:
        return refused(request, 500, "Something went wrong here", detail)
    except Exception:
        return server_error_problem(request)


class RefuseWhenSpent(OutsideAdmin):
    """Refuses every request whose quota is spent: with a page for a browser, with the problem
    document for other clients.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        charged = getattr(request, "charged", None)
        if charged is None or charged.problem is None:
            return self.get_response(request)
        to_page = request.path_info in FORMS or _wants_page(request)
        return _wait(request, charged.problem) if to_page else refusal(request, charged.problem)


class RefuseMethods(OutsideAdmin):
    """Replaces Django's own 405 by a page for a browser and by a problem document for other
    clients. It runs inside the middleware that adds headers, so that this refusal has them too.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or self.in_admin(request):
            return response
        allow = {"Allow": response["Allow"]}
        if not _wants_page(request):
            return refusal(request, Problem(Kinds.METHOD_NOT_ALLOWED, headers=allow))
        detail = (
            "This page can be read, but nothing can be sent to it. Open it again from its address,"
            " or search for what you need."
        )
        return refused(request, 405, "That cannot be done here", detail, allow)
