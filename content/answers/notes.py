"""The fixed sentences of `note`, which say how words were understood, and the patterns that trigger
them.

A note never repeats the caller's words. It says that something is never given here (a dose, the
meaning of a test result), that a wish was followed, or that part of the words was not answered.
"""

import re
from enum import Enum


class Note(Enum):
    """A remark on how words were understood."""

    DOSE = (
        "No dose is ever given here. Whoever prescribes a medicine sets the dose, and its leaflet"
        " states it."
    )
    RESULT = "Test results are not read here. Ask whoever ordered the test what yours means."
    GROUP = (
        "The words name one medicine or brand, and this answer is about the group or kind it"
        " belongs to. A pharmacist or its leaflet can say what is special about it."
    )
    MORE_TOPICS = (
        "The words name more than one subject. This answers the first; ask again for those under"
        " also_matched."
    )
    NO_HORMONES = (
        "Options with hormones are left out of what helps, because the words ask for help without"
        " hormones or speak of breast cancer. After breast cancer, ask the cancer team before"
        " trying any option."
    )
    SHORTENED = (
        "Some entries are short. Before you relay an option that has neither cautions nor family"
        " here, ask evidence for it."
    )
    GRADES_SHORTENED = "Some ratings stand here without their statement: detail=full has them all."
    OTHER_LANGUAGE = (
        "The words are in another language than English, in which only names are understood here."
        " Check that this is the subject that was meant."
    )
    OPTION_TOO = "The words also name an option: ask evidence about it."
    ROUTINE_LEFT_OUT = (
        "Reasons for an ordinary appointment are left out here; explain gives them for each topic."
    )


_DOSE = re.compile(
    r"\b\d+ (?:pumps?|patches|sprays|tablets a|pills a)\b"
    r"|\b(?:dose|doses|dosage|dosages|dosing|mg|mcg|micrograms?|milligrams?|microgrammes?|how many"
    r" (?:pumps|tablets|pills|patches|sprays)"
    r"|how much (?:\w+ ){0,3}(?:should|do|can|to) (?:i |she |you |we"
    r" )?(?:take|use|apply)|titrat\w+|starting dose|maximum dose)\b"
    r"|\d\s?(?:mg|mcg|µg|ml)\b"
)
_TEST = (
    r"(?:fsh|lh|amh|tsh|t3|t4|o?estradiol|o?estrogen|progesterone|testosterone|hba1c|ferritin|h[ae]moglobin|cholesterol|ldl|hdl|"
    r"vitamin d|b12|t[- ]score|z[- ]score|crp|prolactin|cortisol|blood pressure|bmd|dexa)"
)
_RESULT = re.compile(
    rf"\b{_TEST}(?: \w+){{0,4}}? ?(?:is|was|=|:|of|at|came"
    r" back|level|levels|result|results|reading)?(?: \w+){0,3}? ?-?\d"
    rf"|\b{_TEST}(?: \w+){{0,2}} (?:results?|levels? (?:mean|normal|high|low))\b"
    r"|\b(?:my|the|her) (?:blood|test|lab|scan) results?\b|\bwhat (?:do|does) my (?:\w+"
    r" ){0,3}(?:results?|levels?) mean\b"
)
_NO_HORMONES = re.compile(
    r"\bnon[- ]?hormon|\bhormone[- ]free\b|\bwithout (?:any |taking |using )?(?:hormones?|hrt)\b"
    r"|\b(?:can'?t|cannot|can not|couldn'?t|don'?t want|do not want|not want|won'?t|rather not|not"
    r" allowed|unable to|refuse to)"
    r"(?: to)?(?: be)?(?: on| take| have| use| do| go on)? (?:any )?(?:hormones?|hrt)\b"
    r"|\b(?:no|not|instead of|other than|rather than|apart from|besides|except|alternatives?"
    r" to|avoid(?:ing)?) (?:taking |using |any )?"
    r"(?:hormones?|hrt)\b"
)
_BREAST_CANCER = re.compile(
    r"\b(?:after|had|have|having|got|with|since|during|history of|survived|survivor of|treated"
    r" for|diagnosed with|recovering from)"
    r"(?: \w+){0,4} breast cancer\b|\bbreast cancer"
    r" (?:survivor|patient|treatment|diagnosis)|\b(?:er|oestrogen receptor|estrogen receptor)"
    r"[- ]?(?:positive|\+)|\b(?:on|taking|take) (?:tamoxifen|letrozole|anastrozole|exemestane|an?"
    r" aromatase inhibitor)\b"
)


def asked_in_vain(words: str) -> tuple[Note, ...]:
    """Notes for what the words ask and the service never gives: a dose, or a test's meaning."""
    low = words.lower().replace("’", "'")
    return tuple(
        note
        for note, pattern in ((Note.DOSE, _DOSE), (Note.RESULT, _RESULT))
        if pattern.search(low)
    )


def rules_out_hormones(words: str) -> bool:
    """Whether the words ask for help without hormones, or say that the person has or had breast
    cancer.
    """
    low = words.lower().replace("’", "'")
    return bool(_NO_HORMONES.search(low) or _BREAST_CANCER.search(low))


def said(*parts: str | Note | None) -> str | None:
    """Some sentences as one note; None where there is nothing to say."""
    texts = (part.value if isinstance(part, Note) else part for part in parts)
    return " ".join(dict.fromkeys(text for text in texts if text)) or None
