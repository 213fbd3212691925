"""The five calls, declared once. REST, OpenAPI, MCP tools and `/llms.txt` are made from this list.

Every call, over REST or MCP, goes through `perform()`: it reads the arguments, finds what the words
mean, makes the largest answer that fits (or takes it from the response cache), counts the call, and
returns the body led by `urgent`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rest_framework import serializers

from api import envelope
from api import serializers as shapes
from api.errors import Kinds, Problem, not_covered, unavailable
from api.operations import usage
from content.answers import compose, resolve
from content.answers import shapes as shapes_of
from content.answers.evidence_sheet import evidence
from content.answers.option_list import options
from content.answers.parts import Compose, Wanted
from content.answers.resolve import NotCovered, Resolved, TooManySymptoms
from content.catalogue import refresh
from content.catalogue.snapshot import Catalogue
from content.language.reading import Reading

# Control characters, the replacement character, and lone surrogates
_UNREADABLE = re.compile(rf"[{shapes.CONTROLS}\ud800-\udfff]")
_WORDLESS = re.compile(f"{shapes.WORDLESS}*")


Field = serializers.Field[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One of the five calls: what it is named, what it takes, what it gives."""

    name: str
    title: str
    purpose: str
    when: str
    query: type[shapes.Query]
    reply: type[shapes.Reply]
    find: Callable[[Catalogue, Reading], Resolved]
    compose: Compose

    @property
    def path(self) -> str:
        return f"/v1/{self.name}"

    @property
    def tool(self) -> str:
        """The call's name as an MCP tool."""
        return self.name.replace("-", "_")

    @property
    def subject(self) -> str | None:
        """The parameter that the call is about, or None for a call that needs none."""
        return shapes.SUBJECT.get(self.query)

    @property
    def parameter(self) -> Field | None:
        """The field of `subject`."""
        return self.fields[self.subject] if self.subject else None

    @property
    def extras(self) -> list[str]:
        """The names of its other parameters."""
        return [name for name in self.fields if name != self.subject]

    @property
    def fields(self) -> dict[str, Field]:
        """Every parameter by name: what the call is about first, what every call takes last."""
        fields: dict[str, Field] = {str(name): field for name, field in self.query().fields.items()}
        shared = [str(name) for name in shapes.Query().fields]
        return {
            name: fields[name]
            for name in (*(name for name in fields if name not in shared), *shared)
        }


@dataclass(frozen=True, slots=True)
class Caller:
    """What is known about a request: the `urgent` text for it, if any, the calling software, and
    the readings of its words that the screen made.
    """

    urgent: str | None
    software: str
    readings: Mapping[str, Reading] = field(default_factory=dict)

    def reading(self, words: str) -> Reading:
        """The reading of some words: the one that the screen made, if there is one."""
        return self.readings.get(words) or Reading(words)


CALLS: tuple[Call, ...] = (
    Call(
        "explain",
        "Explain a symptom or condition",
        "Information on one symptom, linked condition or guide of perimenopause and menopause.",
        "Use it when someone asks what a symptom is, why it happens or what to do, or about"
        " menopause as a whole.",
        shapes.TopicQuery,
        shapes.closed(shapes.ExplainReply),
        resolve.find_topic,
        compose.explain,
    ),
    Call(
        "options",
        "Options that help a symptom",
        "Options that help one symptom, strongest evidence first, each with its grade, cost, access"
        " and cautions.",
        "Use it when someone asks what helps, what treatments there are, or what the evidence is"
        " for a symptom.",
        shapes.SymptomQuery,
        shapes.closed(shapes.OptionsReply),
        resolve.find_topic_with_options,
        options,
    ),
    Call(
        "evidence",
        "Evidence and cautions for one option",
        "Evidence and cautions for one option, such as a hormone therapy, a vaginal oestrogen or"
        " CBT for insomnia. No doses.",
        "Use it when someone asks whether one treatment helps, whom it suits, or what to watch"
        " for.",
        shapes.OptionQuery,
        shapes.closed(shapes.EvidenceReply),
        resolve.find_option,
        evidence,
    ),
    Call(
        "doctor-prep",
        "Prepare for an appointment",
        "Questions to ask and things to bring to an appointment, for a list of symptoms.",
        "Use it when someone is going to see a doctor or nurse, or wonders how to raise a symptom.",
        shapes.SymptomsQuery,
        shapes.closed(shapes.DoctorPrepReply),
        resolve.find_list,
        compose.doctor_prep,
    ),
    Call(
        "topics",
        "Everything covered",
        "Everything the service covers: symptoms, linked conditions, guides, options, ratings,"
        " warning signs, and what is withheld.",
        "Use it first, to see what can be asked, or when another call says that words name nothing"
        " covered.",
        shapes.EmptyQuery,
        shapes.closed(shapes.TopicsReply),
        resolve.find_nothing,
        compose.topics,
    ),
)
BY_NAME: dict[str, Call] = {call.name: call for call in CALLS}
FIELDS: dict[str, dict[str, Field]] = {call.name: call.fields for call in CALLS}
# The calls that take words
WORDED = frozenset(call.name for call in CALLS if call.subject is not None)


def perform(call: Call, arguments: Mapping[str, list[Any]], caller: Caller) -> bytes:
    """Make a call and return its body. Raises `Problem`.

    `arguments`: for each name sent, every value sent under it; names that the call does not take
    are ignored.
    """
    given = {
        name: _given(name, field, arguments.get(name)) for name, field in FIELDS[call.name].items()
    }
    try:
        catalogue = refresh.current()
    except refresh.NothingLoaded:
        raise unavailable() from None
    try:
        found = call.find(catalogue, caller.reading(given[call.subject] if call.subject else ""))
    except TooManySymptoms:
        raise Problem(Kinds.TOO_MANY_SYMPTOMS, parameter="symptoms") from None
    except NotCovered as missed:
        # The same with and without a sign, so that no row shows that somebody had one
        usage.count(call.name, usage.UNMATCHED, caller.software)
        if caller.urgent is None:
            raise not_covered(missed, str(call.subject)) from None
        return envelope.answered(
            envelope.rendered(call.reply, compose.undecided(missed)), caller.urgent
        )
    body = body_of(call, catalogue, found, _wanted(catalogue, call, given, caller), caller.urgent)
    usage.count(
        call.name,
        found.slugs[0] if len(found.slugs) == 1 or call.name != "doctor-prep" else "several",
        caller.software,
    )
    return body


def body_of(
    call: Call, catalogue: Catalogue, found: Resolved, wanted: Wanted, urgent: str | None
) -> bytes:
    """The largest size of the answer that fits, led by `urgent`. It is cached without `urgent`."""
    lead = envelope.answered(b"{}", urgent)
    key = (call.name, found, wanted, len(lead))
    body = catalogue.bodies.get(key)
    if body is None:
        for answer in call.compose(catalogue, found, wanted):
            body = envelope.rendered(call.reply, answer)
            if wanted.full or _has_room(body, answer, lead):
                break
        assert body is not None
        catalogue.bodies.put(key, body)
    return envelope.answered(body, urgent)


def _has_room(body: bytes, answer: shapes_of.Answer, lead: bytes) -> bool:
    """Whether a body is short enough to be sent, and its doctor flag ends within the first `HEAD`
    characters.

    The second limit does not apply to an answer about one topic, nor to a flag without its routine
    part, which cannot be shortened any more.
    """
    if len(lead) + len(body) > shapes.BUDGET:
        return False
    flag = getattr(answer, "flag", None)
    if flag is None or not flag.routine or _is_of_one_topic(answer):
        return True
    said = envelope.dumped(flag.text)
    end = body.index(said) + len(said)
    return len((lead + body[:end]).decode()) <= shapes.HEAD


def _is_of_one_topic(answer: shapes_of.Answer) -> bool:
    """Whether an answer is about one topic: a single flag always ends early enough."""
    return not isinstance(answer, shapes_of.PrepSheet) or len(answer.topics) == 1


def _wanted(catalogue: Catalogue, call: Call, given: Mapping[str, Any], caller: Caller) -> Wanted:
    """Which part of the answer is asked for. A `topic` that is not covered is ignored."""
    topic = None
    if call.name == "evidence" and given["topic"]:
        try:
            topic = resolve.find_topic(catalogue, caller.reading(given["topic"])).slugs[0]
        except NotCovered:
            topic = None
    return Wanted(
        full=given["detail"] == "full",
        topic=topic,
        kind=given.get("kind"),
        finding=given.get("finding"),
        limit=given.get("limit"),
    )


def _given(name: str, field: Field, values: list[Any] | None) -> Any:
    """The value of one parameter, or None if it is optional and missing. Raises `Problem`."""
    expects = str(field.help_text).rstrip(".")[:1].lower() + str(field.help_text).rstrip(".")[1:]
    if not values:
        if field.required:
            raise Problem(Kinds.MISSING_PARAMETER, parameter=name, expects=expects)
        return None
    if len(values) > 1:
        raise Problem(Kinds.REPEATED_PARAMETER, parameter=name)
    value = values[0]
    if isinstance(field, serializers.CharField):
        return _words(name, value, field.required, expects)
    try:
        return field.run_validation(value)
    except serializers.ValidationError:
        raise Problem(Kinds.INVALID_VALUE, parameter=name, expects=_choices(field)) from None


def _choices(field: Field) -> str:
    if isinstance(field, serializers.ChoiceField):
        return ", ".join(map(str, field.choices))
    return f"a whole number from 1 to {shapes.MOST_LISTED}"


def _words(name: str, value: Any, required: bool, expects: str) -> str | None:
    if not isinstance(value, str):
        raise Problem(Kinds.INVALID_TYPE, parameter=name, expects=expects)
    if len(value) > shapes.MAX_LENGTH:
        raise Problem(Kinds.PARAMETER_TOO_LONG, parameter=name)
    # `message` may hold unreadable characters, since it is only screened, not matched
    if _UNREADABLE.search(value) and name not in shapes.Query().fields:
        raise Problem(Kinds.UNREADABLE_TEXT, parameter=name)
    if not _WORDLESS.fullmatch(value):
        return value
    if required:
        raise Problem(Kinds.BLANK_PARAMETER, parameter=name, expects=expects)
    return None
