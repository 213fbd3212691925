"""What tests ask the calls: words that each answers, words of each warning sign, and requests that
are refused.
"""

from typing import Any

from api.calls import CALLS
from content.catalogue import refresh
from content.vocabulary import (
    TopicKind,
)

SIGN_WORDS = {
    "self-harm": "I want to kill myself",
    "stroke-signs": "my face is drooping on one side and my speech is slurred",
    "chest-pain": "I have crushing chest pain",
    "bleeding-after-menopause": "I am bleeding after menopause",
}
# “I am bleeding after menopause” names irregular periods, and is answered with them; this does not.
NAMELESS = {"bleeding-after-menopause": "blood in my knickers at 67"}
GOOD = {
    "explain": "hot flushes",
    "options": "hot flushes",
    "evidence": "vaginal oestrogen",
    "doctor-prep": "hot flushes, brain fog",
}
TAIL = [
    "source_page",
    "sources",
    "review_status",
    "reviewed_by",
    "content_updated",
    "review_due",
    "disclaimer",
]
REF = {"slug", "name", "kind"}
WITH_INPUT = [call for call in CALLS if call.parameter is not None]


def name_of(call: Any) -> str:
    return str(call.parameter.field_name)


def asked(call: Any) -> dict[str, str]:
    """A query that the call answers."""
    return {} if call.parameter is None else {name_of(call): GOOD[call.name]}


def rated() -> list[str]:
    """The topics that have a list of options: all but guides."""
    topics = refresh.current().topics.values()
    return [entry.topic.slug for entry in topics if entry.topic.kind != TopicKind.GUIDE]


REFUSALS = {
    "missing": ("GET", "/v1/explain?nothing={words}", {}, 400, "missing_parameter"),
    "blank": ("GET", "/v1/explain?topic=%20&other={words}", {}, 400, "blank_parameter"),
    "repeated": ("GET", "/v1/explain?topic=a&topic={words}", {}, 400, "repeated_parameter"),
    "too long": ("GET", "/v1/explain?topic={words}+" + "x" * 2000, {}, 400, "parameter_too_long"),
    "a message too long": (
        "GET",
        "/v1/explain?topic=hot+flushes&message={words}+" + "x" * 2000,
        {},
        400,
        "parameter_too_long",
    ),
    "not a kind": ("GET", "/v1/options?symptom=hot+flushes&kind={words}", {}, 400, "invalid_value"),
    "not a finding": (
        "GET",
        "/v1/options?symptom=hot+flushes&finding={words}",
        {},
        400,
        "invalid_value",
    ),
    "not a number": (
        "GET",
        "/v1/options?symptom=hot+flushes&limit={words}",
        {},
        400,
        "invalid_value",
    ),
    "not a detail": ("GET", "/v1/topics?detail={words}", {}, 400, "invalid_value"),
    "too many": (
        "GET",
        "/v1/doctor-prep?symptoms=a,b,c,d,e,f,g,h,i,j,k,l,m,{words}",
        {},
        400,
        "too_many_symptoms",
    ),
    "unreadable": ("GET", "/v1/explain?topic=%ff%fe+{words}", {}, 400, "unreadable_text"),
    "control": ("GET", "/v1/explain?topic=%00+{words}", {}, 400, "unreadable_text"),
    "nothing there": ("GET", "/v1/nothing?q={words}", {}, 404, "not_found"),
    "in the path": ("GET", "/v1/explain/{words}/x", {}, 404, "not_found"),
    "in a path of files": ("GET", "/static/{words}", {}, 404, "not_found"),
    "in the name of a file": ("GET", "/static/{words}.css", {}, 404, "not_found"),
    "method": ("POST", "/v1/explain?topic={words}", {}, 405, "method_not_allowed"),
    "method on the description": ("POST", "/openapi.json?q={words}", {}, 405, "method_not_allowed"),
    "format": (
        "GET",
        "/v1/explain?topic={words}",
        {"HTTP_ACCEPT": "text/html"},
        406,
        "not_acceptable",
    ),
    "limited": ("GET", "/v1/explain?topic={words}", {}, 429, "rate_limited"),
    "host": ("GET", "/v1/explain?topic={words}", {"HTTP_HOST": "evil.example"}, 400, "bad_request"),
}
