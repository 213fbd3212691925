"""What each call takes."""

from typing import Any

from rest_framework import serializers

from api.serializers.fields import BUDGET, MAX_LENGTH, MOST_LISTED, text
from content.answers.resolve import MAX_SYMPTOMS
from content.vocabulary import Finding, OptionKind


class Query(serializers.Serializer[Any]):
    """The inputs of a call. The first is the one it is about; `message` and `detail` every call
    takes.
    """

    message = text(
        "The person's own whole message, in any language. Screened for warning signs; never"
        " matched, never stored.",
        "I'm 54 and I wake up soaked every night. My chest felt tight last night too.",
        max_length=MAX_LENGTH,
        required=False,
    )
    detail = serializers.ChoiceField(
        choices=("brief", "full"),
        required=False,
        help_text=f"brief (default): at most {BUDGET} bytes. full: everything.",
        style={"example": "brief"},
    )


class TopicQuery(Query):
    topic = text(
        "A symptom, linked condition or guide: a slug, a name, a medical term, everyday words or a"
        " whole sentence.",
        "hot flushes",
        max_length=MAX_LENGTH,
    )


class SymptomQuery(Query):
    symptom = text(
        "The symptom (a linked condition is accepted too), by name, in everyday words or in a whole"
        " sentence.",
        "I can't sleep",
        max_length=MAX_LENGTH,
    )
    kind = serializers.ChoiceField(
        choices=OptionKind.values,
        required=False,
        help_text="Only options of this kind.",
        style={"example": "talking-therapy"},
    )
    finding = serializers.ChoiceField(
        choices=Finding.values,
        required=False,
        help_text="Only options with this finding.",
        style={"example": "helps"},
    )
    limit = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_LISTED,
        help_text="At most so many options in each list.",
        style={"example": 5},
    )


class OptionQuery(Query):
    option = text(
        "One option, by name, other name, class, brand or everyday words.",
        "vaginal oestrogen",
        max_length=MAX_LENGTH,
    )
    topic = text(
        "A symptom or condition whose grade comes first.",
        "vaginal dryness",
        max_length=MAX_LENGTH,
        required=False,
    )


class SymptomsQuery(Query):
    symptoms = text(
        f"The symptoms or conditions to prepare for, at most {MAX_SYMPTOMS}, separated by commas,"
        " in plain words.",
        "hot flushes, can't sleep, achy joints",
        max_length=MAX_LENGTH,
    )


class EmptyQuery(Query):
    """`topics` needs no input."""


# The parameter each call is about.
SUBJECT: dict[type[Query], str] = {
    TopicQuery: "topic",
    SymptomQuery: "symptom",
    OptionQuery: "option",
    SymptomsQuery: "symptoms",
}
