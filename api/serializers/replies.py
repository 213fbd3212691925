"""What each call gives, and the problem document."""

from typing import Any

from rest_framework import serializers

from api.serializers.fields import BASE, Lean, choice, link, text, texts
from api.serializers.parts import (
    AnyRef,
    Counts,
    GradeItem,
    NameRef,
    OptionItem,
    OptionRef,
    PlainOptionItem,
    RatingKey,
    SharedCautions,
    TopicRef,
    UnclearOptionItem,
    WarningSignRef,
    WhatCanHelp,
    WithheldList,
)
from content.vocabulary import ReviewStatus


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


def when() -> serializers.CharField:
    return text(
        "When to see a doctor: emergency now, within days, an ordinary appointment. Relay it in"
        " full.",
        "Call your local emergency number (such as 999, 112, 911 or 000) now if you have chest pain"
        " with a flush. …",
        required=False,
    )


def also_matched(ref: type[Lean], what: str) -> serializers.BaseSerializer[Any]:
    return ref(many=True, required=False, help_text=f"Every other {what} that the words name.")


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
    review_status = choice(
        ReviewStatus.values,
        "Whether a named clinical reviewer stands behind this exact wording. Of a body made of"
        " several records, the least reviewed counts.",
        ReviewStatus.NOT_REVIEWED.value,
    )
    reviewed_by = text(
        "The named clinical reviewer, or null when nobody stands behind the wording.",
        None,
        allow_null=True,
    )
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
