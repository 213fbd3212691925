"""The parts of replies: records by name, options with their grades and cautions."""

from typing import Any

from rest_framework import serializers

from api.serializers.fields import Lean, choice, text, texts
from content.vocabulary import Finding, Grade, OptionKind, ReviewStatus, TopicKind


class NameRef(Lean):
    """A record by slug and name."""

    slug = text("Its fixed short name.", "hot-flushes")
    name = text("Its name.", "Hot flushes")


class TopicRef(NameRef):
    """A symptom, linked condition or guide."""

    kind = choice(TopicKind.values, "A symptom, a linked condition or a guide.", "symptom")


class OptionRef(Lean):
    """An option."""

    slug = text("Its fixed short name.", "vaginal-oestrogen")
    name = text("Its name.", "Vaginal oestrogen (low dose, local)")
    kind = choice(OptionKind.values, "What kind of option it is.", "hormone-therapy")


class AnyRef(NameRef):
    """A topic or option that may have been meant."""

    kind = choice([*TopicKind.values, *OptionKind.values], "What it is.", "symptom")


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


def own_review_status() -> serializers.ChoiceField:
    return choice(
        ReviewStatus.values,
        "Its own, where it is not that of the whole answer.",
        "reviewed",
        required=False,
    )


def own_reviewer() -> serializers.CharField:
    return text(
        "The reviewer, where it has a status of its own.", "Dr A. Example, GP", required=False
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
    review_status = own_review_status()
    reviewed_by = own_reviewer()


class PlainOptionItem(Lean):
    """One option that is not listed as help. The list it stands in says how it is rated."""

    slug = text("The option's fixed short name.", "yoga")
    name = text("The option's name.", "Yoga")
    statement = text(
        "What research says about it for this topic.",
        "Studies did not show fewer flushes. …",
        required=False,
    )
    review_status = own_review_status()
    reviewed_by = own_reviewer()


class UnclearOptionItem(PlainOptionItem):
    """One option of which research cannot say yet whether it helps."""

    rating = text(
        "Its rating, where studies disagree.",
        "studies disagree on whether it helps",
        required=False,
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
