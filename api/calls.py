"""The five calls, declared once. REST, OpenAPI, MCP tools and `/llms.txt` are read off this list.

`perform()` is the one way to make a call, whichever door it came in by: it reads the argument, finds what the words
mean, makes (or remembers) the answer, counts the call, and returns the body led by `urgent`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from api import envelope, usage
from api import serializers as shapes
from api.errors import Kinds, Problem, not_covered, unavailable
from content import answers, freshness
from content.catalogue import Catalogue

_UNREADABLE = re.compile(rf"[{shapes.CONTROLS}\ud800-\udfff]")  # control characters, what stands for lost bytes, and halves of a pair
_WORDLESS = re.compile(f"{shapes.WORDLESS}*")


@dataclass(frozen=True, slots=True)
class Call:
    """One of the five calls: what it is named, what it takes, what it gives."""

    name: str
    title: str
    purpose: str
    when: str
    query: type[shapes.Query]
    reply: type[shapes.Reply]
    find: Callable[[Catalogue, str, bool], Any]
    compose: Callable[[Catalogue, Any], answers.Answer]
    label: Callable[[Any], str]

    @property
    def path(self) -> str:
        return f"/v1/{self.name}"

    @property
    def tool(self) -> str:
        """The call's name as an MCP tool."""
        return self.name.replace("-", "_")

    @property
    def parameter(self) -> serializers.Field[Any, Any, Any, Any] | None:
        """The one parameter, or None for a call that takes none."""
        return next(iter(self.query().fields.values()), None)


@dataclass(frozen=True, slots=True)
class Caller:
    """What is known of a request besides its words: the warning text due, and the calling software's name."""

    urgent: str | None
    software: str


def _best(key: tuple[str, ...]) -> str:
    return key[0]


def _several(key: tuple[tuple[str, ...], tuple[int, ...]]) -> str:
    return key[0][0] if len(key[0]) == 1 else "several"


CALLS: tuple[Call, ...] = (
    Call(
        "explain",
        "Explain a symptom or condition",
        "Information on one symptom or linked condition of perimenopause and menopause.",
        "Use it when someone asks what a symptom is, why it happens, or what to do about it.",
        shapes.TopicQuery,
        shapes.closed(shapes.ExplainReply),
        answers.find_topic,
        answers.explain,
        _best,
    ),
    Call(
        "options",
        "Options that help a symptom",
        "Options that help one symptom, strongest evidence first, each with its grade, cost, access and cautions.",
        "Use it when someone asks what helps, what treatments there are, or what the evidence is for a symptom.",
        shapes.SymptomQuery,
        shapes.closed(shapes.OptionsReply),
        answers.find_topic,
        answers.options,
        _best,
    ),
    Call(
        "evidence",
        "Evidence and cautions for one option",
        "Evidence and cautions for one option, such as a hormone therapy, a vaginal oestrogen or CBT for insomnia. No doses.",
        "Use it when someone asks whether one treatment helps, whom it suits, or what to watch for.",
        shapes.OptionQuery,
        shapes.closed(shapes.EvidenceReply),
        answers.find_option,
        answers.evidence,
        _best,
    ),
    Call(
        "doctor-prep",
        "Prepare for an appointment",
        "Questions to ask and things to bring to an appointment, for a list of symptoms.",
        "Use it when someone is going to see a doctor or nurse, or wonders how to raise a symptom.",
        shapes.SymptomsQuery,
        shapes.closed(shapes.DoctorPrepReply),
        answers.find_list,
        answers.doctor_prep,
        _several,
    ),
    Call(
        "topics",
        "Everything covered",
        "Everything the service covers: symptoms, linked conditions, options, grades, warning signs, and what is withheld.",
        "Use it first, to see what can be asked, or when another call says that words name nothing covered.",
        shapes.EmptyQuery,
        shapes.closed(shapes.TopicsReply),
        lambda catalogue, words, urgent: ("all",),
        lambda catalogue, key: answers.topics(catalogue),
        _best,
    ),
)
BY_NAME: dict[str, Call] = {call.name: call for call in CALLS}
_PARAMETERS = {call.name: call.parameter for call in CALLS}
_NAMES = {name: str(parameter.field_name) for name, parameter in _PARAMETERS.items() if parameter is not None}
WORDED = frozenset(name for name, parameter in _PARAMETERS.items() if parameter is not None)  # the calls that take words


def perform(call: Call, arguments: Mapping[str, list[Any]], caller: Caller) -> bytes:
    """Make a call and return its body. Raises `Problem`.

    `arguments`: for each name sent, every value sent under it.
    """
    words = _words(call, arguments)
    try:
        catalogue = freshness.current()
    except freshness.NothingLoaded:
        raise unavailable() from None
    try:
        key = call.find(catalogue, words, caller.urgent is not None)
    except answers.TooManySymptoms:
        raise Problem(Kinds.TOO_MANY_SYMPTOMS, parameter="symptoms") from None
    except answers.NotCovered as missed:
        usage.count(call.name, usage.UNMATCHED, caller.software)  # alike with a sign and without: a row may not say that somebody had one
        if caller.urgent is None:
            raise not_covered(missed, _NAMES[call.name]) from None
        return envelope.answered(envelope.rendered(call.reply, answers.undecided(missed)), caller.urgent)
    body = _body(call, catalogue, key)
    usage.count(call.name, call.label(key), caller.software)
    return envelope.answered(body, caller.urgent)


def _body(call: Call, catalogue: Catalogue, key: Any) -> bytes:
    body = catalogue.bodies.get((call.name, key))
    if body is None:
        body = envelope.rendered(call.reply, call.compose(catalogue, key))
        catalogue.bodies.put((call.name, key), body)
    return body


def _words(call: Call, arguments: Mapping[str, list[Any]]) -> str:
    field = _PARAMETERS[call.name]
    if field is None:
        return ""
    name, expects = str(field.field_name), _expects(field)
    values = arguments.get(name)
    if not values:
        raise Problem(Kinds.MISSING_PARAMETER, parameter=name, expects=expects)
    if len(values) > 1:
        raise Problem(Kinds.REPEATED_PARAMETER, parameter=name)
    value = values[0]
    if not isinstance(value, str):
        raise Problem(Kinds.INVALID_TYPE, parameter=name, expects=expects)
    if len(value) > shapes.MAX_LENGTH:
        raise Problem(Kinds.PARAMETER_TOO_LONG, parameter=name)
    if _UNREADABLE.search(value):
        raise Problem(Kinds.UNREADABLE_TEXT, parameter=name)
    if _WORDLESS.fullmatch(value):
        raise Problem(Kinds.BLANK_PARAMETER, parameter=name, expects=expects)
    return value


def _expects(field: serializers.Field[Any, Any, Any, Any]) -> str:
    return str(field.help_text).rstrip(".")[:1].lower() + str(field.help_text).rstrip(".")[1:]
