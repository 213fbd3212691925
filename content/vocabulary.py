"""The field's words: the closed lists that models, answers, API and pages share, and what each word
means to a reader.

Sources: the contract's vocabulary, and the grading rule of the content guide (`docs/content.md`): a
grade says how much good research there is that one option helps one topic, never how likely it is
to help one person.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import TextChoices


class Beyond(StrEnum):
    """What words are about that name nothing a call can answer with, as far as it is known."""

    UNKNOWN = "unknown"
    MENOPAUSE = "menopause"  # as a whole
    TOPIC = "topic"  # where an option is asked for
    OPTION = "option"  # where a topic is
    GUIDE = "guide"  # where a list of options is asked for


class TopicKind(TextChoices):
    SYMPTOM = "symptom", "Symptom"
    CONDITION = "condition", "Linked condition"
    GUIDE = "guide", "Guide"


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
    KEY = "key", "Key caution: its loss could do serious harm"
    CHECK_FIRST = "check-first", "Who should check first"
    CAUTION = "caution", "Caution, warning or interaction"


class Urgency(TextChoices):
    """How soon a line of a doctor flag wants care, most urgent first."""

    EMERGENCY = "emergency", "Emergency: get help now"
    SAME_DAY = "same-day", "See a doctor the same day"
    SOON = "soon", "See a doctor within days"
    ROUTINE = "routine", "An ordinary appointment"


class PrepKind(TextChoices):
    QUESTION = "question", "Question to ask"
    BRING = "bring", "Thing to bring"
    NOTE = "note", "Note to keep beforehand"


class ReviewStatus(TextChoices):
    """Whether a named clinical reviewer stands behind the exact wording. Listed least reviewed
    first.
    """

    NOT_REVIEWED = "not_clinically_reviewed", "Not clinically reviewed"
    LAPSED = "review_lapsed", "Review lapsed"
    REVIEWED = "reviewed", "Reviewed"


# The only pairs of grade and finding that may stand together (grading rule, rules 1 and 2): a
# strong grade is for
# agreed help, and research that found no benefit or harm is always filed as weak evidence of help.
ALLOWED_FINDINGS: dict[Grade, tuple[Finding, ...]] = {
    Grade.STRONG: (Finding.HELPS,),
    Grade.MIXED: (Finding.HELPS, Finding.UNCLEAR),
    Grade.WEAK: (Finding.UNCLEAR, Finding.NO_BENEFIT, Finding.MAY_WORSEN),
}

GRADE_ORDER: dict[str, int] = {Grade.STRONG: 0, Grade.MIXED: 1, Grade.WEAK: 2}
FINDING_ORDER: dict[str, int] = {
    Finding.HELPS: 0,
    Finding.UNCLEAR: 1,
    Finding.NO_BENEFIT: 2,
    Finding.MAY_WORSEN: 3,
}
REVIEW_ORDER: dict[str, int] = {status: place for place, status in enumerate(ReviewStatus.values)}

GRADE_MEANINGS: dict[Grade, str] = {
    Grade.STRONG: (
        "Several good studies agree that this helps with the symptom named, or in connection with"
        " the linked condition named, and a major guideline recommends it for that."
    ),
    Grade.MIXED: (
        "There is some good research, but the studies are few or short, or their results do not all"
        " agree."
    ),
    Grade.WEAK: (
        "There is little good research, or good studies have not shown that it helps. The finding"
        " beside the grade says which. Weak evidence is not the same as evidence that something has"
        " no effect."
    ),
}
GRADE_NOTE = (
    "A grade says how much good research there is that one option helps with one symptom, or in"
    " connection with one linked condition. It does not predict whether it will help you, and it"
    " says nothing about safety: read the cautions too."
)

FINDING_MEANINGS: dict[Finding, str] = {
    Finding.HELPS: "The research so far points to it helping.",
    Finding.UNCLEAR: "The research so far is too thin or too divided to say whether it helps.",
    Finding.NO_BENEFIT: (
        "It has been studied, and people using it did no better than those in the comparison group."
    ),
    Finding.MAY_WORSEN: (
        "Good research points to it making this worse, or causing harm, for some people."
    ),
}


@dataclass(frozen=True, slots=True)
class Rating:
    """What a grade and a finding say together: the one label to quote, and what it means."""

    label: str
    meaning: str


# Rules 1 and 2 of the grading rule: a weak grade always says which kind of weak it is. Strongest
# evidence of help first; answers list options in this order.
RATINGS: dict[tuple[str, str], Rating] = {
    (Grade.STRONG, Finding.HELPS): Rating(
        "strong evidence that it helps",
        "Several good studies agree that it helps, and a major guideline recommends it for this.",
    ),
    (Grade.MIXED, Finding.HELPS): Rating(
        "some evidence that it helps",
        "Good studies point to help, but are few or short, or it helps one part only.",
    ),
    (Grade.MIXED, Finding.UNCLEAR): Rating(
        "studies disagree on whether it helps",
        "There is some good research, and its results do not agree.",
    ),
    (Grade.WEAK, Finding.UNCLEAR): Rating(
        "not enough research to say",
        "There is too little good research to say. That is not evidence against it.",
    ),
    (Grade.WEAK, Finding.NO_BENEFIT): Rating(
        "studied and no better than the comparison",
        "In good studies, people using it did no better on average than those in the comparison. It"
        " may still be worthwhile for other reasons.",
    ),
    (Grade.WEAK, Finding.MAY_WORSEN): Rating(
        "research points to harm",
        "Research does not support it for this, and points to harm or to making it worse.",
    ),
}

# What a withheld record says besides its name: whom to ask, and no claim.
WITHHELD_NEXT = (
    "Nothing is said about it here, for or against. Ask a pharmacist before taking it with any"
    " medicine, and ask the cancer team first if you have or have had cancer. Tell your doctor"
    " about anything you take."
)
WITHHELD_REASON = "Withheld until a named clinical reviewer has signed its caution."

DISCLAIMER = (
    "This is general information about perimenopause and menopause. It is not medical advice and it"
    " cannot diagnose. It does not know your medical history, so talk to a doctor, nurse or"
    " pharmacist before you start, change or stop anything."
)


def rating(grade: str, finding: str) -> Rating:
    """The rating of one pair of grade and finding. Raises `KeyError` for a pair that
    may not stand.
    """
    return RATINGS[grade, finding]


def in_sentence(name: str) -> str:
    """A record's name as it reads inside a sentence: “Hot flushes” gives “hot flushes”, “CBT for
    insomnia” stays.
    """
    return name if len(name) > 1 and name[1].isupper() else name[:1].lower() + name[1:]
