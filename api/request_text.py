"""Decodes the query of a request, in the same way for the screen and for the calls, so that no text
is answered that was not screened.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote_plus

from django.http import HttpRequest

from content.catalogue import refresh

MANY = 1000  # fields of a query, as many as Django takes


def query_of(request: HttpRequest) -> str:
    """The query as sent. WSGI servers decode its bytes as Latin-1, although they are UTF-8."""
    query = str(request.META.get("QUERY_STRING") or "")
    return (
        query
        if query.isascii()
        else query.encode("latin-1", errors="replace").decode("utf-8", errors="replace")
    )


def fields_of(query: str) -> dict[str, list[str]] | None:
    """Every value sent under each name; None if there are more than `MANY` fields."""
    if query.count("&") >= MANY:
        return None
    fields: dict[str, list[str]] = {}
    for part in query.split("&"):
        name, _, value = part.partition("=")
        if part:
            fields.setdefault(decoded(name), []).append(decoded(value))
    return fields


def decoded(part: str) -> str:
    """One side of a field of a query or of a form."""
    return unquote_plus(part, errors="replace")


_FILTERS = {"detail", "kind", "finding", "limit"}  # parameters that hold no words
_LONGEST_FILTER = 40


def by_slug(arguments: Mapping[str, Iterable[Any]]) -> bool:
    """Whether a call uses only slugs: it then contains nobody's words, and its answer is cheap."""
    try:
        catalogue = refresh.current()
    except refresh.NothingLoaded:
        return False
    for name, values in arguments.items():
        for value in values:
            if name in _FILTERS and len(str(value)) <= _LONGEST_FILTER:
                continue
            if not isinstance(value, str) or not all(
                slug.strip() in catalogue.topics or slug.strip() in catalogue.options
                for slug in value.split(",")
            ):
                return False
    return True
