"""The field's words: the closed lists that models, answers, API and pages share, and what each word means to a reader.

Sources: the contract's vocabulary, and the grading rule of the content guide (`docs/content.md`): a grade says how much
good research there is that one option helps one topic, never how likely it is to help one person.
"""

from enum import StrEnum

from django.db.models import TextChoices


class Beyond(StrEnum):
    """What words are about that name nothing a call can answer with, as far as it is known."""

    UNKNOWN = "unknown"
    MENOPAUSE = "menopause"  # as a whole
    TOPIC = "topic"  # where an option is asked for
    OPTION = "option"  # where a topic is
    PREGNANCY = "pregnancy"  # or the weeks after a birth
    SOMEBODY_ELSE = "somebody-else"  # a man, a child or an animal


class TopicKind(TextChoices):
    SYMPTOM = "symptom", "Symptom"
    CONDITION = "condition", "Linked condition"


class OptionKind(TextChoices):
    HORMONE_THERAPY = "hormone-therapy", "Hormone therapy"
    PRESCRIPTION_MEDICINE = "prescription-medicine", "Prescription medicine"
    TALKING_THERAPY = "talking-therapy", "Talking therapy"
    LIFESTYLE = "lifestyle", "Lifestyle"
    DEVICE_OR_PRODUCT = "device-or-product", "Device or product"
    PROCEDURE = "procedure", "Procedure"
    SUPPLEMENT_OR_HERB = "supplement-or-herb", "Supplement or herb"


class Grade(TextChoices):
    """How much good research there is that an option helps a topic."""

    STRONG = "strong", "Strong"
    MIXED = "mixed", "Mixed"
    WEAK = "weak", "Weak"


class Finding(TextChoices):
    """What that research points to."""

    HELPS = "helps", "Helps"
    UNCLEAR = "unclear", "Unclear"
    NO_BENEFIT = "no-benefit", "No benefit shown"
    MAY_WORSEN = "may-worsen", "May make it worse"


class CautionKind(TextChoices):
    CHECK_FIRST = "check-first", "Who should check first"
    CAUTION = "caution", "Caution, warning or interaction"


class PrepKind(TextChoices):
    QUESTION = "question", "Question to ask"
    BRING = "bring", "Thing to bring"
    NOTE = "note", "Note to keep beforehand"


class ReviewStatus(TextChoices):
    """Whether a named clinical reviewer stands behind the exact wording. Listed least reviewed first."""

    NOT_REVIEWED = "not_clinically_reviewed", "Not clinically reviewed"
    LAPSED = "review_lapsed", "Review lapsed"
    REVIEWED = "reviewed", "Reviewed"


# The only pairs of grade and finding that may stand together (grading rule, rules 1 and 2): a strong grade is for
# agreed help, and research that found no benefit or harm is always filed as weak evidence of help.
ALLOWED_FINDINGS: dict[Grade, tuple[Finding, ...]] = {
    Grade.STRONG: (Finding.HELPS,),
    Grade.MIXED: (Finding.HELPS, Finding.UNCLEAR),
    Grade.WEAK: (Finding.UNCLEAR, Finding.NO_BENEFIT, Finding.MAY_WORSEN),
}

GRADE_ORDER: dict[str, int] = {Grade.STRONG: 0, Grade.MIXED: 1, Grade.WEAK: 2}
FINDING_ORDER: dict[str, int] = {Finding.HELPS: 0, Finding.UNCLEAR: 1, Finding.NO_BENEFIT: 2, Finding.MAY_WORSEN: 3}
REVIEW_ORDER: dict[str, int] = {status: place for place, status in enumerate(ReviewStatus.values)}

GRADE_MEANINGS: dict[Grade, str] = {
    Grade.STRONG: (
        "Several good studies agree that this helps with the symptom named, or in connection with the linked condition named, "
        "and a major guideline recommends it for that."
    ),
    Grade.MIXED: "There is some good research, but the studies are few or short, or their results do not all agree.",
    Grade.WEAK: (
        "There is little good research, or good studies have not shown that it helps. The finding beside the grade says which. "
        "Weak evidence is not the same as evidence that something has no effect."
    ),
}
GRADE_NOTE = (
    "A grade says how much good research there is that one option helps with one symptom, or in connection with one linked condition. "
    "It does not predict whether it will help you, and it says nothing about safety: read the cautions too."
)

FINDING_MEANINGS: dict[Finding, str] = {
    Finding.HELPS: "The research so far points to it helping.",
    Finding.UNCLEAR: "The research so far is too thin or too divided to say whether it helps.",
    Finding.NO_BENEFIT: "It has been studied, and people using it did no better than those in the comparison group.",
    Finding.MAY_WORSEN: "Good research points to it making this worse, or causing harm, for some people.",
}

# Rule 2 of the grading rule: a weak grade always says which kind of weak it is. An option helps with a symptom, but in connection with a
# linked condition: what it eases there is often something beside the condition, or the risk of it, and the statement says which.
_PAIR_MEANINGS: dict[tuple[str, str], str] = {
    (Grade.STRONG, Finding.HELPS): "Strong: there is a lot of good research that this helps {with_} {topic}.",
    (Grade.MIXED, Finding.HELPS): "Mixed: there is some good research that this helps {with_} {topic}, but the studies are few or do not all agree.",
    (Grade.MIXED, Finding.UNCLEAR): "Mixed: there is some good research, but the results do not agree on whether this helps {with_} {topic}.",
    (Grade.WEAK, Finding.UNCLEAR): "Weak: there is not enough good research yet to say whether this helps {with_} {topic}.",
    (Grade.WEAK, Finding.NO_BENEFIT): (
        "Weak: this has been studied, and on average people using it did no better than those in the comparison group. "
        "Research does not support it {for_} {topic}. It may still be worthwhile for other reasons."
    ),
    (
        Grade.WEAK,
        Finding.MAY_WORSEN,
    ): "Weak: research does not support this {for_} {topic}. It points to harm, or to making things worse, for some people.",
}

WITHHELD_REASON = "Withheld until a named clinical reviewer has signed its caution."

DISCLAIMER = (
    "This is general information about perimenopause and menopause. It is not medical advice and it cannot diagnose. "
    "It does not know your medical history, so talk to a doctor, nurse or pharmacist before you start, change or stop anything."
)


def grade_meaning(grade: str, finding: str, topic_kind: str, topic_name: str) -> str:
    """What one grade says about one option and the topic called `topic_name`, as a sentence that stands alone."""
    with_, for_ = ("with", "for") if topic_kind == TopicKind.SYMPTOM else ("in connection with", "in connection with")
    return _PAIR_MEANINGS[grade, finding].format(with_=with_, for_=for_, topic=in_sentence(topic_name))


def in_sentence(name: str) -> str:
    """A record's name as it reads inside a sentence: “Hot flushes” gives “hot flushes”, “CBT for insomnia” stays."""
    return name if len(name) > 1 and name[1].isupper() else name[:1].lower() + name[1:]
