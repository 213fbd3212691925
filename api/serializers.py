"""The contract, field by field: five queries, five replies, and the problem document. Every body's shape comes from here.

Field order is the order of keys in every body: `urgent` first where present, then the call's own content, then
`when_to_see_a_doctor`, `withheld`, `source_page`, `sources`, `review_status`, `reviewed_by`, `disclaimer`.
`style["example"]` holds the example that the OpenAPI description and the tool schemas show.
"""

from typing import Any

from rest_framework import serializers

from content.answers import MAX_SYMPTOMS
from content.vocabulary import Finding, Grade, OptionKind, ReviewStatus, TopicKind

MAX_LENGTH = 500  # characters of one parameter's value
# Text that can be read: no control characters but tab and line ends, and something besides spaces, stops and marks that nobody sees.
# Code points are written out, so that every program that reads the description takes the pattern alike.
CONTROLS = r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd"
_SPACES = r"\u0009\u000a\u000d\u0020\u0080-\u00a0\u00ad\u1680\u180e\u2000-\u206f\u3000\ufeff"
_STOPS = (
    r"\u0021-\u0023\u0025-\u002a\u002c-\u002f\u003a\u003b\u003f\u0040\u005b-\u005d\u005f\u007b\u007d"
    r"\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bf\u2e00-\u2e7f\u3001-\u3003"
)
WORDLESS = rf"[{_SPACES}{_STOPS}]"
READABLE = rf"^[^{CONTROLS}]*[^{CONTROLS}{_SPACES}{_STOPS}][^{CONTROLS}]*$"
BASE = "https://menopause.example"


def text(help_text: str, example: Any, **kwargs: Any) -> serializers.CharField:
    """A described string field with an example."""
    return serializers.CharField(help_text=help_text, style={"example": example}, **kwargs)


def link(help_text: str, example: str) -> serializers.URLField:
    """A described absolute link with an example."""
    return serializers.URLField(help_text=help_text, style={"example": example})


def choice(values: Any, help_text: str, example: str) -> serializers.ChoiceField:
    """A described string from a closed list, with an example."""
    return serializers.ChoiceField(choices=values, help_text=help_text, style={"example": example})


def texts(help_text: str, example: list[str], **kwargs: Any) -> serializers.ListField:
    """A described list of strings, with an example."""
    return serializers.ListField(child=serializers.CharField(), help_text=help_text, style={"example": example}, **kwargs)


def review_status() -> serializers.ChoiceField:
    return choice(
        ReviewStatus.values,
        "Whether a named clinical reviewer stands behind this exact wording. Of a body made of several records, the least reviewed counts.",
        ReviewStatus.NOT_REVIEWED.value,
    )


def reviewed_by() -> serializers.CharField:
    return text("The named clinical reviewer, or null when nobody stands behind the wording.", None, allow_null=True)


class Query(serializers.Serializer[Any]):
    """The one input of a call."""


class TopicQuery(Query):
    topic = text(
        "A symptom or linked condition: a slug, a name, a medical term, everyday words or a whole sentence.", "hot flushes", max_length=MAX_LENGTH
    )


class SymptomQuery(Query):
    symptom = text(
        "The symptom (a linked condition is accepted too), by name, in everyday words or in a whole sentence.", "I can't sleep", max_length=MAX_LENGTH
    )


class OptionQuery(Query):
    option = text("One option, by name, other name, class or everyday words.", "vaginal oestrogen", max_length=MAX_LENGTH)


class SymptomsQuery(Query):
    symptoms = text(
        f"The symptoms or conditions to prepare for, at most {MAX_SYMPTOMS}, separated by commas, in plain words.",
        "hot flushes, can't sleep, achy joints",
        max_length=MAX_LENGTH,
    )


class EmptyQuery(Query):
    """`topics` takes no input."""


class TopicRef(serializers.Serializer[Any]):
    """A symptom or linked condition, with its page."""

    slug = text("The topic's fixed short name.", "hot-flushes")
    name = text("The topic's name.", "Hot flushes")
    kind = choice(TopicKind.values, "A symptom or a linked condition.", "symptom")
    source_page = link("The topic's page.", f"{BASE}/symptoms/hot-flushes")


class OptionRef(serializers.Serializer[Any]):
    """An option, with its page."""

    slug = text("The option's fixed short name.", "vaginal-oestrogen")
    name = text("The option's name.", "Vaginal oestrogen (low dose, local)")
    kind = choice(OptionKind.values, "What kind of option it is.", "hormone-therapy")
    source_page = link("The option's page.", f"{BASE}/options/vaginal-oestrogen")


class AnyRef(serializers.Serializer[Any]):
    """A topic or option that may have been meant."""

    slug = text("Its fixed short name.", "hot-flushes")
    name = text("Its name.", "Hot flushes")
    kind = choice([*TopicKind.values, *OptionKind.values], "What it is.", "symptom")
    source_page = link("Its page.", f"{BASE}/symptoms/hot-flushes")


class SourceRef(serializers.Serializer[Any]):
    """A publication the answer rests on."""

    organisation = text("Who published it.", "NICE")
    title = text("Its title.", "Menopause: identification and management (NG23)")
    year = serializers.IntegerField(help_text="Year published or last updated; null for a living page.", allow_null=True, style={"example": 2024})
    url = link("Its public address.", "https://www.nice.org.uk/guidance/ng23")


class WithheldRef(serializers.Serializer[Any]):
    """A supplement or herb that is named and nothing else. No claim may be made about it."""

    slug = text("Its fixed short name.", "black-cohosh")
    name = text("Its name.", "Black cohosh")
    reason = text("Why nothing else is said.", "Withheld until a named clinical reviewer has signed its caution.")


class Reply(serializers.Serializer[Any]):
    """What every answer opens with: `urgent`, present only when a warning sign was found in the request."""

    urgent = text(
        "Present only when the request holds a warning sign. What to do now. Say it first, before anything else.",
        "Chest pain can be a heart attack or a clot on the lung. Call your local emergency number now …",
        required=False,
    )


def suggestions() -> serializers.BaseSerializer[Any]:
    return AnyRef(many=True, required=False, help_text="Present when a warning sign was found but no topic or option: the closest ones, if any.")


WHEN = (
    "When to see a doctor about this: what needs emergency help now, what needs a doctor within days, "
    "what is worth an ordinary appointment. Relay it in full."
)
WHEN_EXAMPLE = "Call your local emergency number (such as 999, 112, 911 or 000) now if you have chest pain with a flush. …"


class WhatCanHelp(serializers.Serializer[Any]):
    """Self-care in words, and links to the options graded for the topic."""

    text = text("Self-care and the kinds of treatment there are. No doses.", "Light layers and a fan can bring comfort in the moment. …")
    options = OptionRef(
        many=True, help_text="The options graded for this topic, strongest evidence first. Ask `options` for their grades and cautions."
    )


class ExplainReply(Reply):
    """Information on one symptom or linked condition."""

    topic = TopicRef(allow_null=True, help_text="The topic, or null when only a warning sign was found.")
    also_matched = TopicRef(many=True, required=False, help_text="Another topic the words may mean.")
    suggestions = suggestions()
    summary = text("The topic in two or three sentences.", "Hot flushes are sudden waves of heat …", required=False)
    what_it_is = text("What it is and how it feels.", "A hot flush is a sudden wave of heat …", required=False)
    why_it_happens = text("Why it happens, and what else can cause it.", "Oestrogen falls and swings …", required=False)
    what_can_help = WhatCanHelp(required=False, help_text="Self-care, and links to the options.")
    related_topics = TopicRef(many=True, required=False, help_text="Topics that often go with it.")
    when_to_see_a_doctor = text(WHEN, WHEN_EXAMPLE, required=False)


class OptionItem(serializers.Serializer[Any]):
    """One option in a topic's list."""

    slug = text("The option's fixed short name.", "cognitive-behavioural-therapy")
    name = text("The option's name.", "Cognitive behavioural therapy (CBT)")
    kind = choice(OptionKind.values, "What kind of option it is.", "talking-therapy")
    grade = choice(Grade.values, "How much good research there is that it helps this topic. Not a prediction for one person.", "strong")
    grade_meaning = text("The grade as a sentence about this topic.", "Strong: there is a lot of good research that this helps with hot flushes.")
    finding = choice(Finding.values, "What that research points to.", "helps")
    statement = text("What research says about it for this topic.", "Research shows that it can make flushes less of a bother. …")
    summary = text("What the option is.", "A talking therapy that helps you change how you respond to symptoms.")
    cost = text("What it costs, in general words.", "Free to high, depending on where you live.", allow_blank=True)
    access = text("How people get it.", "Through a GP, by self-referral or online.", allow_blank=True)
    cautions = texts(
        "Who should check first, interactions and warnings.", ["If you have thoughts of suicide, get urgent help; do not wait for a course."]
    )
    review_status = review_status()
    reviewed_by = reviewed_by()
    source_page = link("The option's page.", f"{BASE}/options/cognitive-behavioural-therapy")


class OptionsReply(Reply):
    """Options that may help with one topic, strongest evidence first."""

    topic = TopicRef(allow_null=True, help_text="The topic, or null when only a warning sign was found.")
    also_matched = TopicRef(many=True, required=False, help_text="Another topic the words may mean.")
    suggestions = suggestions()
    note = text("What this list leaves open, or an empty string.", "", required=False, allow_blank=True)
    options = OptionItem(many=True, required=False, help_text="Options that may help, strongest evidence first.")
    not_shown_to_help = OptionItem(many=True, required=False, help_text="Options that have been studied for this and were not shown to help.")
    may_worsen = OptionItem(
        many=True, required=False, help_text="Options that research says may make this worse, or may harm. Not options that help."
    )
    when_to_see_a_doctor = text(WHEN, WHEN_EXAMPLE, required=False)
    withheld = WithheldRef(many=True, required=False, help_text="Supplements and herbs that are named and nothing else.")


class GradeItem(serializers.Serializer[Any]):
    """What research says of the option for one topic."""

    topic = TopicRef(help_text="The topic this grade is about.")
    grade = choice(Grade.values, "How much good research there is that it helps this topic.", "strong")
    grade_meaning = text("The grade as a sentence about this topic.", "Strong: there is a lot of good research that this helps with vaginal dryness.")
    finding = choice(Finding.values, "What that research points to.", "helps")
    statement = text("What research says, and for whom.", "Research shows that it eases dryness and soreness. …")
    basis = text("Which guidance or reviews this rests on.", "NICE menopause guidance recommends offering it.")


class EvidenceReply(Reply):
    """Evidence and cautions for one option. For a withheld option, only `option` and `withheld`."""

    option = OptionRef(allow_null=True, help_text="The option, or null when only a warning sign was found.")
    also_matched = OptionRef(many=True, required=False, help_text="Another option the words may mean.")
    suggestions = suggestions()
    summary = text("What the option is.", "A low-dose form of oestrogen used in the vagina.", required=False)
    grades = GradeItem(many=True, required=False, help_text="One grade for each topic it was graded for, strongest first.")
    cautions = texts("Warnings and interactions.", ["Any bleeding after menopause must be checked before and during use."], required=False)
    who_should_check_first = texts(
        "Who should talk to a professional before starting, and why.", ["Anyone who has or has had breast cancer: …"], required=False
    )
    cost = text("What it costs, in general words.", "Low to moderate.", required=False, allow_blank=True)
    access = text("How people get it.", "On prescription; from a pharmacist in some countries.", required=False, allow_blank=True)
    withheld = WithheldRef(many=True, required=False, help_text="What is withheld: the option itself, or another that the words named.")


class DoctorFlagItem(serializers.Serializer[Any]):
    """One topic's doctor flag."""

    topic = TopicRef(help_text="The topic.")
    text = text(WHEN, WHEN_EXAMPLE)


class DoctorPrepReply(Reply):
    """Questions to ask, and things to bring to an appointment."""

    topics = TopicRef(many=True, help_text="The topics recognised in the list.")
    suggestions = suggestions()
    questions = texts("Questions to ask.", ["Could anything else be causing this?"], required=False)
    things_to_bring = texts("Things to bring.", ["A list of every medicine you take."], required=False)
    notes_to_keep = texts("What to write down beforehand.", ["When each flush came."], required=False)
    not_recognised = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        help_text="Places in the list sent, counted from 1, that name nothing covered.",
        style={"example": [3]},
    )
    when_to_see_a_doctor = DoctorFlagItem(many=True, required=False, help_text="The doctor flag of every topic. Relay each in full.")


class GradeKey(serializers.Serializer[Any]):
    grade = choice(Grade.values, "The grade.", "strong")
    meaning = text("What it means.", "Several good studies agree …")


class FindingKey(serializers.Serializer[Any]):
    finding = choice(Finding.values, "The finding.", "helps")
    meaning = text("What it means.", "The research so far points to it helping.")


class Counts(serializers.Serializer[Any]):
    symptoms = serializers.IntegerField(help_text="How many symptoms are covered.", style={"example": 28})
    conditions = serializers.IntegerField(help_text="How many linked conditions are covered.", style={"example": 15})
    options = serializers.IntegerField(help_text="How many options are graded.", style={"example": 62})
    withheld = serializers.IntegerField(help_text="How many supplements and herbs are withheld.", style={"example": 33})


class WarningSignRef(serializers.Serializer[Any]):
    slug = text("The sign's fixed short name.", "chest-pain")
    name = text("The sign's name.", "Chest pain")
    what_counts = text("What counts as this sign.", "Pain, pressure, tightness or heaviness in the chest …")


class TopicsReply(Reply):
    """Everything the service covers."""

    symptoms = TopicRef(many=True, help_text="The symptoms.")
    conditions = TopicRef(many=True, help_text="The linked conditions.")
    options = OptionRef(many=True, help_text="The options that may be spoken of.")
    grades = GradeKey(many=True, help_text="What each grade means.")
    findings = FindingKey(many=True, help_text="What each finding means.")
    counts = Counts(help_text="How much is covered.")
    warning_signs = WarningSignRef(many=True, help_text="The warning signs every request is screened for.")
    withheld = WithheldRef(many=True, help_text="Supplements and herbs that are named and nothing else.")


class ReplyTail(serializers.Serializer[Any]):
    """What every answer closes with."""

    source_page = link("The page to link, so that the reader sees the full context.", f"{BASE}/symptoms/hot-flushes")
    sources = SourceRef(many=True, help_text="The publications the answer rests on.")
    review_status = review_status()
    reviewed_by = reviewed_by()
    disclaimer = text(
        "What this information is and is not. Part of every answer.", "This is general information about perimenopause and menopause. …"
    )


def closed(reply: type[Reply]) -> type[Reply]:
    """The reply with the tail that every answer shares, in the contract's order of keys."""
    tail = dict(ReplyTail().get_fields())
    return type(reply.__name__, (reply,), {**tail, "__doc__": reply.__doc__, "__module__": reply.__module__})


class Problem(serializers.Serializer[Any]):
    """An error, as RFC 9457 describes it. `urgent` comes first when the request holds a warning sign. Never repeats the caller's words."""

    urgent = text("Present only when the request holds a warning sign. Say it first.", "Call your local emergency number now …", required=False)
    type = link("A page on this kind of error.", f"{BASE}/docs/errors#unknown_topic")
    title = text("The kind of error in a few words.", "Not a topic we cover")
    status = serializers.IntegerField(help_text="The HTTP status.", style={"example": 404})
    detail = text(
        "What was wrong and what would be right, with an example of what to send where one is near.",
        "These words do not name a symptom or condition that the service covers. "
        "Try one of the suggestions, such as topic=hot-flushes, or call topics for the whole list.",
    )
    code = text("The kind of error as a fixed code.", "unknown_topic")
    parameter = text("The parameter the error is about.", "topic", required=False)
    suggestions = AnyRef(
        many=True,
        required=False,
        help_text="The closest topics or options; what is often asked about where nothing is near; or the one named, where it is of the other kind.",
    )
    disclaimer = text("What this information is and is not.", "This is general information about perimenopause and menopause. …")
