"""The response envelope: only this module makes bodies, and each begins with what the screen found.

`answered()` and `refused()` take `urgent` as a required argument, so that no body can be made
without saying whether a warning sign was found. The DRF serializer makes the body of each answer
once; `urgent` is then inserted as its first member. A test checks that the result equals what the
serializer would make of both together.
"""

import json
from functools import lru_cache
from typing import Any

from django.conf import settings
from rest_framework import serializers

from api.errors import Kinds, Problem
from api.operations import metrics
from api.serializers import Problem as ProblemSerializer
from content.answers.shapes import Ref
from content.vocabulary import DISCLAIMER

JSON_TYPE = "application/json"
PROBLEM_TYPE = "application/problem+json"


def dumped(value: Any) -> bytes:
    """JSON as every transport sends it: UTF-8, no escapes for letters, no spare spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def rendered(serializer: type[serializers.Serializer[Any]], answer: Any) -> bytes:
    """The body of an answer as its serializer makes it, without `urgent`."""
    return dumped(_made(serializer).to_representation(answer))


@lru_cache
def _made(serializer: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """One shared instance of each serializer: creating one copies all its fields, which costs more
    than serialising an answer.
    """
    return serializer()


def answered(body: bytes, urgent: str | None) -> bytes:
    """The body of an answer, led by `urgent` when the request holds a warning sign."""
    if urgent is None:
        return body
    return b'{"urgent":' + dumped(urgent) + b"," + body[1:]


def refused(problem: Problem, urgent: str | None) -> bytes:
    """The body of a refusal, led by `urgent` when the request holds a warning sign."""
    metrics.REFUSALS.labels(problem.code).inc()
    return answered(_problem_body(settings.PUBLIC_URL, problem), urgent)


def _problem_body(url: str, problem: Problem) -> bytes:
    """The body of a problem without `urgent`; it never contains the caller's words."""
    said = (problem.kind, problem.detail, problem.parameter, problem.suggestions, problem.note)
    return _problem_made(url, *said)


# Cached: there are few different refusals, and a caller over the quota gets the same one repeatedly
@lru_cache(maxsize=256)
def _problem_made(
    url: str,
    kind: Kinds,
    detail: str,
    parameter: str | None,
    suggestions: tuple[Ref, ...] | None,
    note: str | None,
) -> bytes:
    parts: dict[str, Any] = {
        "type": f"{url}/docs/errors#{kind.value.code}",
        "title": kind.value.title,
        "status": kind.value.status,
        "note": note,
        "detail": detail,
        "code": kind.value.code,
        "parameter": parameter,
        "suggestions": suggestions,
        "disclaimer": DISCLAIMER,
    }
    return rendered(ProblemSerializer, parts)
