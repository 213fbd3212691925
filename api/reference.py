"""`/docs`: the API reference for people, made from the OpenAPI description, and a page on every
kind of error.

The reference is plain HTML that needs no script. Where scripts run, Swagger UI replaces it in the
same page, loaded from this service's own files, so that every example can be tried against this
service. `/docs/reference` has only the plain HTML.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from api import relay_rules
from api.errors import Kinds
from api.schema import openapi_document
from api.views import document, urgent_of
from content.vocabulary import DISCLAIMER

HTML_TYPE = "text/html; charset=utf-8"

# Swagger UI uses images from `data:` URLs, fetches the description and sends the examples; it
# contacts no other host.
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src"
    " 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)

TITLES = {"docs": "API reference", "reference": "API reference", "errors": "Errors"}

Described = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, or a member of a body: its name, its type and what it means."""

    name: str
    type: SafeString
    required: bool
    description: SafeString
    example: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One status that an operation answers with."""

    status: str
    description: SafeString
    type: SafeString


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked of the service, with an example that runs."""

    id: str
    method: str
    path: str
    summary: str
    description: SafeString
    parameters: tuple[Field, ...]
    outcomes: tuple[Outcome, ...]
    link: str  # the example as a link that can be followed, or nothing
    command: str  # the example as a command


@dataclass(frozen=True, slots=True)
class Shape:
    """A body, or a part of one, member by member."""

    name: str
    description: SafeString
    fields: tuple[Field, ...]


def operations(description: Described, server: str) -> tuple[Operation, ...]:
    """Every operation of an OpenAPI description. The examples are sent to the address `server`."""
    return tuple(
        _operation(method, path, operation, server)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    )


def shapes(description: Described) -> tuple[Shape, ...]:
    """Every named shape of an OpenAPI description."""
    return tuple(
        Shape(
            name,
            prose(shape.get("description", "")),
            tuple(
                _field(field, part, field in shape.get("required", ()), part)
                for field, part in shape.get("properties", {}).items()
            ),
        )
        for name, shape in description["components"]["schemas"].items()
    )


def prose(text: str) -> SafeString:
    """A text of the description as HTML, with `<code>` for text in backticks."""
    return SafeString(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))


def type_of(schema: Described) -> SafeString:
    """The type of a schema in words, with a link to each named shape."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return SafeString(f'<a href="#{name}">{name}</a>')
    for group in ("allOf", "oneOf", "anyOf"):
        if group in schema:
            return SafeString(" or ".join(dict.fromkeys(type_of(part) for part in schema[group])))
    if "enum" in schema:
        return SafeString(
            "one of "
            + ", ".join(f"<code>{escape(json.dumps(value))}</code>" for value in schema["enum"])
        )
    kinds = schema.get("type", "any")
    if kinds == "array":
        return SafeString(f"list of {type_of(schema.get('items', {}))}")
    return escape(" or ".join(kinds) if isinstance(kinds, list) else kinds)


def _operation(method: str, path: str, operation: Described, server: str) -> Operation:
    parameters = operation.get("parameters", ())
    query = urlencode({parameter["name"]: _example(parameter) for parameter in parameters})
    asked = f"{path}?{query}" if query else path
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        description=prose(operation.get("description", "")),
        parameters=tuple(
            _field(part["name"], part["schema"], part.get("required", False), part, _example(part))
            for part in parameters
        ),
        outcomes=tuple(
            _outcome(status, outcome) for status, outcome in operation["responses"].items()
        ),
        link=asked if method == "get" else "",
        command=(
            f"curl '{server}{asked}'"
            if method == "get"
            else _posted(f"{server}{path}", operation["requestBody"]["content"])
        ),
    )


def _posted(address: str, content: Described) -> str:
    (media, body), *_ = content.items()
    return (
        f"curl '{address}' -H 'Content-Type: {media}' -H 'Accept: {media}' -d"
        f" '{json.dumps(_example(body))}'"
    )


def _outcome(status: str, outcome: Described) -> Outcome:
    types = dict.fromkeys(type_of(body["schema"]) for body in outcome.get("content", {}).values())
    return Outcome(status, prose(outcome["description"]), SafeString(" or ".join(types)))


def _example(described: Described) -> Any:
    examples = described.get("examples", {})
    if isinstance(examples, Mapping):
        return next((example["value"] for example in examples.values()), "")
    return next(iter(examples), "")


def _field(
    name: str, schema: Described, required: bool, described: Described, example: Any = None
) -> Field:
    given = _example(schema) if example is None else example
    shown = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return Field(name, type_of(schema), required, prose(described.get("description", "")), shown)


def _page(template: str, request: HttpRequest) -> bytes:
    """A page of the reference, led by `urgent` where due."""
    urgent = urgent_of(request)
    return _made(template) if urgent is None else _rendered(template, urgent)


@lru_cache(maxsize=4)
def _made(template: str) -> bytes:
    """A page without `urgent`, rendered once per process, since nothing in it changes."""
    return _rendered(template, None)


def _rendered(template: str, urgent: str | None) -> bytes:
    description = openapi_document()
    return render_to_string(
        f"api/{template}.html",
        {
            "urgent": urgent,
            "title": TITLES[template],
            "info": description["info"],
            "operations": operations(description, settings.PUBLIC_URL),
            "shapes": shapes(description),
            "kinds": [kind.value for kind in Kinds],
            "what_it_is": relay_rules.WHAT_IT_IS,
            "rules_lead": prose(relay_rules.RULES_LEAD),
            "rules": [prose(rule) for rule in relay_rules.RELAY_RULES],
            "url": settings.PUBLIC_URL,
            "disclaimer": DISCLAIMER,
        },
    ).encode()


@require_safe
def docs(request: HttpRequest) -> HttpResponseBase:
    """`/docs`: the reference, with Swagger UI where scripts run."""
    response = document(request, _page("docs", request), HTML_TYPE)
    response.headers["Content-Security-Policy"] = DOCS_POLICY
    return response


@require_safe
def plain(request: HttpRequest) -> HttpResponseBase:
    """`/docs/reference`: the reference with no script at all."""
    return document(request, _page("reference", request), HTML_TYPE)


@require_safe
def errors(request: HttpRequest) -> HttpResponseBase:
    """`/docs/errors`: every kind of error, each at the address that a problem document names as its
    `type`.
    """
    return document(request, _page("errors", request), HTML_TYPE)
