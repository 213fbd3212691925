"""The contract, field by field: five queries, five replies, and the problem document. Every body's
shape comes from here.

Field order is the order of keys in every body: `urgent` and `note` first where present, then what
was matched and the doctor flag, then the call's own content, then the tail that all share.
`style["example"]` holds the example that the OpenAPI description and the tool schemas show.
"""

from typing import Any

from rest_framework import serializers
from rest_framework.fields import SkipField

from content.answers.resolve import MAX_SYMPTOMS
from content.vocabulary import Finding, Grade, OptionKind, ReviewStatus, TopicKind

BUDGET = 10_000  # bytes of a body, unless everything is asked for: agents' hosts cut what is longer
# Characters within which a body says what to do now, what was matched and the whole doctor flag
HEAD = 4_000
MOST_LISTED = 100  # the largest `limit`
MAX_LENGTH = 2000  # characters of one parameter's value
# Text that can be read: no control characters but tab and line ends, and something besides spaces,
# stops and marks that nobody sees.
# Code points are written out, so that every program that reads the description takes the pattern
# alike.
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


def choice(values: Any, help_text: str, example: str, **kwargs: Any) -> serializers.ChoiceField:
    """A described string from a closed list, with an example."""
    return serializers.ChoiceField(
        choices=values, help_text=help_text, style={"example": example}, **kwargs
    )


def texts(help_text: str, example: list[str], **kwargs: Any) -> serializers.ListField:
    """A described list of strings, with an example."""
    return serializers.ListField(
        child=serializers.CharField(), help_text=help_text, style={"example": example}, **kwargs
    )


def review_status() -> serializers.ChoiceField:
    return choice(
        ReviewStatus.values,
        "Whether a named clinical reviewer stands behind this exact wording. Of a body made of"
        " several records, the least reviewed counts.",
        ReviewStatus.NOT_REVIEWED.value,
    )


def reviewed_by() -> serializers.CharField:
    return text(
        "The named clinical reviewer, or null when nobody stands behind the wording.",
        None,
        allow_null=True,
    )


class Lean(serializers.Serializer[Any]):
    """A part of a body. What says nothing (None, and not a field that must be there)
    is left out.
    """

    def to_representation(self, instance: Any) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for field in self._readable_fields:
            try:
                value = field.get_attribute(instance)
            except SkipField:
                continue
            if value is not None:
                made[str(field.field_name)] = field.to_representation(value)
            elif field.required:
                made[str(field.field_name)] = None
        return made


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


class TopicRef(Lean):
    """A symptom, linked condition or guide."""

    slug = text("Its fixed short name.", "hot-flushes")
    name = text("Its name.", "Hot flushes")
    kind = choice(TopicKind.values, "A symptom, a linked condition or a guide.", "symptom")


class OptionRef(Lean):
    """An option."""

    slug = text("Its fixed short name.", "vaginal-oestrogen")
    name = text("Its name.", "Vaginal oestrogen (low dose, local)")
    kind = choice(OptionKind.values, "What kind of option it is.", "hormone-therapy")


class AnyRef(Lean):
    """A topic or option that may have been meant."""

    slug = text("Its fixed short name.", "hot-flushes")
    name = text("Its name.", "Hot flushes")
    kind = choice([*TopicKind.values, *OptionKind.values], "What it is.", "symptom")


class NameRef(Lean):
    """A record by slug and name."""

    slug = text("Its fixed short name.", "hot-flushes")
    name = text("Its name.", "Hot flushes")


class WithheldRef(Lean):
    """A supplement or herb that is named and nothing else."""

    slug = text("Its fixed short name.", "black-cohosh")
    name = text("Its name, where there is room.", "Black cohosh", required=False)


class WithheldList(Lean):
    """Supplements and herbs that are named and nothing else. No claim may be made about any of
    them.
    """

    reason = text(
        "Why nothing else is said.",
        "Withheld until a named clinical reviewer has signed its caution.",
    )
    options = WithheldRef(many=True, help_text="Their names.")


class Reply(Lean):
    """What every answer opens with."""

    urgent = text(
        "Present only when the words sent hold a warning sign. What to do now. Say it first, before"
        " anything else.",
        "Chest pain can be a heart attack or a clot on the lung. Call your local emergency number"
        " now …",
        required=False,
    )
    note = text(
        "How the words were understood, where that needs saying.",
        "No dose is ever given here. …",
        required=False,
    )


def suggestions() -> serializers.BaseSerializer[Any]:
    return AnyRef(
        many=True,
        required=False,
        help_text="With a warning sign and no topic or option: the closest ones.",
    )


WHEN = (
    "When to see a doctor: emergency now, within days, an ordinary appointment. Relay it in full."
)
WHEN_EXAMPLE = (
    "Call your local emergency number (such as 999, 112, 911 or 000) now if you have chest pain"
    " with a flush. …"
)


def when() -> serializers.CharField:
    return text(WHEN, WHEN_EXAMPLE, required=False)


def also_matched(ref: type[Lean], what: str) -> serializers.BaseSerializer[Any]:
    return ref(many=True, required=False, help_text=f"Every other {what} that the words name.")


class RatedRefs(Lean):
    """Options of one rating."""

    rating = text("The rating.", "strong evidence that it helps")
    options = NameRef(many=True, help_text="The options.")


class WhatCanHelp(Lean):
    """Self-care in words, and the options graded for the topic."""

    text = text(
        "Self-care and the kinds of treatment there are. No doses.",
        "Light layers and a fan can bring comfort in the moment. …",
    )
    options = RatedRefs(
        many=True,
        help_text="The graded options by rating. Ask `options` for cautions, cost and access.",
    )


class ExplainReply(Reply):
    """Information on one symptom, linked condition or guide."""

    topic = TopicRef(
        allow_null=True, help_text="The topic, or null when only a warning sign was found."
    )
    also_matched = also_matched(TopicRef, "topic")
    suggestions = suggestions()
    when_to_see_a_doctor = when()
    summary = text(
        "The topic in two or three sentences.",
        "Hot flushes are sudden waves of heat …",
        required=False,
    )
    what_it_is = text(
        "What it is and how it feels.", "A hot flush is a sudden wave of heat …", required=False
    )
    why_it_happens = text(
        "Why it happens, and what else can cause it.",
        "Oestrogen falls and swings …",
        required=False,
    )
    what_can_help = WhatCanHelp(required=False, help_text="Self-care, and the options by rating.")
    related_topics = TopicRef(many=True, required=False, help_text="Topics that often go with it.")


class RatingKey(Lean):
    rating = text(
        "The rating: what grade and finding say together.", "strong evidence that it helps"
    )
    meaning = text(
        "What it means.",
        "Several good studies agree that it helps, and a major guideline recommends it for this.",
        required=False,
    )


class SharedCautions(Lean):
    """What the options of one family share."""

    family = text("The family's short name, as in `options`.", "hrt")
    name = text("The family's name.", "Hormone replacement therapy (HRT)")
    cautions = texts(
        "Cautions that hold for every option of the family.",
        ["With a womb, oestrogen needs a progestogen too."],
    )


class Variant(Lean):
    slug = text("Its fixed short name.", "transdermal-oestrogen")
    name = text("Its name.", "Oestrogen through the skin")
    rating = text("Its rating for this topic.", "strong evidence that it helps")


def rating() -> serializers.CharField:
    return text(
        "What grade and finding say together. Quote this, never the grade alone.",
        "strong evidence that it helps",
    )


def grade(**kwargs: Any) -> serializers.ChoiceField:
    return choice(
        Grade.values,
        "How much good research there is that it helps this topic. Not a prediction for one"
        " person.",
        "strong",
        **kwargs,
    )


def finding(**kwargs: Any) -> serializers.ChoiceField:
    return choice(Finding.values, "What that research points to.", "helps", **kwargs)


class OptionItem(Lean):
    """One option that helps. A short row leaves out what `evidence` says."""

    slug = text("The option's fixed short name.", "cognitive-behavioural-therapy")
    name = text("The option's name.", "Cognitive behavioural therapy (CBT)")
    kind = choice(OptionKind.values, "What kind of option it is.", "talking-therapy")
    grade = grade()
    finding = finding()
    rating = rating()
    statement = text(
        "What research says about it for this topic.",
        "It can make flushes less of a bother. …",
        required=False,
    )
    summary = text("What the option is.", "A talking therapy …", required=False)
    cost = text("What it costs, in general words.", "Free to high.", required=False)
    access = text("How people get it.", "Through a GP or by self-referral.", required=False)
    cautions = texts(
        "The key cautions; with detail=full, all of its own.",
        ["If you have thoughts of suicide, get urgent help; do not wait for a course."],
        required=False,
    )
    family = text("The family whose `shared_cautions` hold for it too.", "hrt", required=False)
    variants = Variant(many=True, required=False, help_text="Its other forms, in this one row.")
    review_status = choice(
        ReviewStatus.values,
        "Its own, where it is not that of the whole answer.",
        "reviewed",
        required=False,
    )
    reviewed_by = text(
        "The reviewer, where it has a status of its own.", "Dr A. Example, GP", required=False
    )


class PlainOptionItem(Lean):
    """One option that is not listed as help. The list it stands in says how it is rated."""

    slug = text("The option's fixed short name.", "yoga")
    name = text("The option's name.", "Yoga")
    statement = text(
        "What research says about it for this topic.",
        "Studies did not show fewer flushes. …",
        required=False,
    )
    review_status = choice(
        ReviewStatus.values,
        "Its own, where it is not that of the whole answer.",
        "reviewed",
        required=False,
    )
    reviewed_by = text(
        "The reviewer, where it has a status of its own.", "Dr A. Example, GP", required=False
    )


class UnclearOptionItem(PlainOptionItem):
    """One option of which research cannot say yet whether it helps."""

    rating = text(
        "Its rating, where studies disagree.",
        "studies disagree on whether it helps",
        required=False,
    )


class OptionsReply(Reply):
    """Options that help one topic, strongest evidence first; apart from them, those that do not, or
    of which nobody can say.
    """

    topic = TopicRef(
        allow_null=True, help_text="The topic, or null when only a warning sign was found."
    )
    also_matched = also_matched(TopicRef, "topic")
    suggestions = suggestions()
    when_to_see_a_doctor = when()
    ratings = RatingKey(many=True, required=False, help_text="What each rating below means.")
    shared_cautions = SharedCautions(
        many=True, required=False, help_text="Cautions that hold for a whole family of options."
    )
    options = OptionItem(
        many=True, required=False, help_text="Options that help, strongest evidence first."
    )
    not_enough_research = UnclearOptionItem(
        many=True, required=False, help_text="Options about which research cannot say yet."
    )
    not_shown_to_help = PlainOptionItem(
        many=True, required=False, help_text="Options studied and not shown to help."
    )
    may_worsen = PlainOptionItem(
        many=True, required=False, help_text="Options that may make this worse, or harm."
    )
    withheld = WithheldList(
        required=False, help_text="Supplements and herbs that are named and nothing else."
    )


class GradeItem(Lean):
    """What research says of the option for one topic."""

    topic = NameRef(help_text="The topic this grade is about.")
    grade = grade(required=False)
    finding = finding(required=False)
    rating = rating()
    statement = text(
        "What research says, and for whom.", "It eases dryness and soreness. …", required=False
    )
    basis = text(
        "Which guidance or reviews this rests on.",
        "NICE menopause guidance recommends offering it.",
        required=False,
    )


class EvidenceReply(Reply):
    """Evidence and cautions for one option. For a withheld option, only `option`, `withheld` and
    `next`.
    """

    option = OptionRef(
        allow_null=True, help_text="The option, or null when only a warning sign was found."
    )
    also_matched = also_matched(OptionRef, "option")
    suggestions = suggestions()
    who_should_check_first = texts(
        "Who should talk to a professional before starting, and why.",
        ["Anyone who has or has had breast cancer: …"],
        required=False,
    )
    cautions = texts(
        "Warnings and interactions, the key ones first.",
        ["Any bleeding after menopause must be checked before and during use."],
        required=False,
    )
    may_worsen = GradeItem(
        many=True, required=False, help_text="What it may make worse, or where it may harm."
    )
    grades = GradeItem(
        many=True,
        required=False,
        help_text="One grade for each other topic, best evidence of help first.",
    )
    summary = text(
        "What the option is.", "A low-dose form of oestrogen used in the vagina.", required=False
    )
    cost = text("What it costs, in general words.", "Low to moderate.", required=False)
    access = text(
        "How people get it.",
        "On prescription; from a pharmacist in some countries.",
        required=False,
    )
    withheld = WithheldList(
        required=False,
        help_text="What is withheld: the option itself, or another that the words named.",
    )
    next = text("Whom to ask about what is withheld.", "Ask a pharmacist …", required=False)


class DoctorPrepReply(Reply):
    """Questions to ask, and things to bring to an appointment."""

    topics = TopicRef(many=True, help_text="The topics recognised in the list.")
    suggestions = suggestions()
    when_to_see_a_doctor = when()
    first_questions = texts(
        "The questions that matter most.", ["Could anything else be causing this?"], required=False
    )
    questions = texts("More questions to ask.", ["Which option suits me?"], required=False)
    things_to_bring = texts(
        "Things to bring.", ["A list of every medicine you take."], required=False
    )
    notes_to_keep = texts(
        "What to write down beforehand.", ["When each flush came."], required=False
    )
    not_recognised = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        help_text="Places in the list sent, counted from 1, that name nothing covered.",
        style={"example": [3]},
    )


class Counts(Lean):
    symptoms = serializers.IntegerField(
        help_text="How many symptoms are covered.", style={"example": 28}
    )
    conditions = serializers.IntegerField(
        help_text="How many linked conditions are covered.", style={"example": 15}
    )
    guides = serializers.IntegerField(help_text="How many guides there are.", style={"example": 6})
    options = serializers.IntegerField(
        help_text="How many options are graded.", style={"example": 62}
    )
    withheld = serializers.IntegerField(
        help_text="How many supplements and herbs are withheld.", style={"example": 33}
    )


class WarningSignRef(Lean):
    slug = text("The sign's fixed short name.", "chest-pain")
    name = text("The sign's name.", "Chest pain")
    what_counts = text(
        "What counts as this sign (detail=full).",
        "Pain, pressure or tightness in the chest …",
        required=False,
    )


class TopicsReply(Reply):
    """Everything the service covers."""

    symptoms = NameRef(many=True, help_text="The symptoms.")
    conditions = NameRef(many=True, help_text="The linked conditions.")
    guides = NameRef(many=True, help_text="Guides to the subject as a whole.")
    options = NameRef(many=True, help_text="The options that may be spoken of.")
    withheld = WithheldList(help_text="Supplements and herbs that are named and nothing else.")
    ratings = RatingKey(many=True, help_text="What each rating means.")
    counts = Counts(help_text="How much is covered.")
    warning_signs = WarningSignRef(
        many=True, help_text="The warning signs every request is screened for."
    )


class ReplyTail(Lean):
    """What every answer closes with."""

    source_page = link(
        "The page to link, so that the reader sees the full context.",
        f"{BASE}/symptoms/hot-flushes",
    )
    sources = texts(
        "Publications the answer rests on, a line each; all of them with detail=full.",
        [
            "NICE, Menopause: identification and management (2024):"
            " https://www.nice.org.uk/guidance/ng23"
        ],
    )
    review_status = review_status()
    reviewed_by = reviewed_by()
    content_updated = text("The day this wording last changed.", "2026-11-28", allow_null=True)
    review_due = text("The day the sign-off ends; null while there is none.", None, allow_null=True)
    disclaimer = text(
        "What this information is and is not. Part of every answer.",
        "This is general information about perimenopause and menopause. …",
    )


def closed(reply: type[Reply]) -> type[Reply]:
    """The reply with the tail that every answer shares, in the contract's order of keys."""
    tail = dict(ReplyTail().get_fields())
    return type(
        reply.__name__, (reply,), {**tail, "__doc__": reply.__doc__, "__module__": reply.__module__}
    )


class Problem(Lean):
    """An error, as RFC 9457 describes it. `urgent` comes first when the request holds a warning
    sign. Never repeats the caller's words.
    """

    urgent = text(
        "Present only when the request holds a warning sign. Say it first.",
        "Call your local emergency number now …",
        required=False,
    )
    type = link("A page on this kind of error.", f"{BASE}/docs/errors#unknown_topic")
    title = text("The kind of error in a few words.", "Not a topic we cover")
    status = serializers.IntegerField(help_text="The HTTP status.", style={"example": 404})
    note = text(
        "How the words were understood.", "A guide has no list of options. …", required=False
    )
    detail = text(
        "What was wrong and what would be right, with an example of what to send where one is"
        " near.",
        "These words do not name a symptom or condition that the service covers. "
        "Try one of the suggestions, such as topic=hot-flushes, or call topics for the whole list.",
    )
    code = text("The kind of error as a fixed code.", "unknown_topic")
    parameter = text("The parameter the error is about.", "topic", required=False)
    suggestions = AnyRef(
        many=True,
        required=False,
        help_text=(
            "The closest topics or options, or the one named where it is of the other kind; empty"
            " where nothing is near."
        ),
    )
    disclaimer = text(
        "What this information is and is not.",
        "This is general information about perimenopause and menopause. …",
    )
