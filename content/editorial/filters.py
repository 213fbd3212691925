"""Filters of the lists, from how each record stands today."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from content.editorial.dashboard import State, states
from content.models import Option, RecordKind
from content.review import standing
from content.vocabulary import ReviewStatus


def states_for(request: HttpRequest) -> dict[tuple[str, str], State]:
    """Every record's state, worked out once for a request."""
    found: dict[tuple[str, str], State] | None = getattr(request, "_record_states", None)
    if found is None:
        found = {(state.record_kind, state.slug): state for state in states()}
        request._record_states = found  # type: ignore[attr-defined]
    return found


class StateFilter(admin.SimpleListFilter):
    """Keeps the records whose state passes the chosen test."""

    tests: dict[str, tuple[str, Callable[[State], bool]]] = {}

    def __init__(self, request: HttpRequest, *args: Any) -> None:
        self._states = states_for(request)
        super().__init__(request, *args)

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [(key, label) for key, (label, _) in self.tests.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.tests.get(self.value() or "")
        if chosen is None:
            return queryset
        kind = RecordKind.OPTION if issubclass(queryset.model, Option) else RecordKind.TOPIC
        return queryset.filter(
            slug__in=[
                slug
                for (family, slug), state in self._states.items()
                if family == kind and chosen[1](state)
            ]
        )


class ByStanding(StateFilter):
    title, parameter_name = "review", "standing"
    tests = {
        "unreviewed": (
            "never reviewed",
            lambda state: state.standing.status == ReviewStatus.NOT_REVIEWED,
        ),
        "reviewed": ("reviewed", lambda state: state.standing.is_reviewed),
        "lapsed": (
            "lapsed or changed since",
            lambda state: state.standing.status == ReviewStatus.LAPSED,
        ),
        "asked": ("change asked for", lambda state: state.request is not None),
        "due": ("due within two months", lambda state: state.due_soon(standing.today())),
        "withheld": ("withheld", lambda state: bool(state.withheld)),
    }


class ByLack(StateFilter):
    title, parameter_name = "what is missing", "lacks"
    tests = {
        "something": ("something is missing", lambda state: bool(state.lacks)),
        "source": ("no source", lambda state: "a source" in state.lacks),
        "violation": ("breaks a wording rule", lambda state: bool(state.violations)),
        "whole": ("nothing missing", lambda state: not state.lacks and not state.violations),
    }
