"""What stands beside a symptom in a list made of fields, and what a field says: “severity: severe”, “present: false”, “since: 2023”.

In: a label, or what a field holds, as a program or a person wrote it. Out: what kind of label it is, and whether the answer is no.
The labels are one closed list, asked of JSON, YAML, tables and plain text alike.
"""

import re
from typing import Any

from content.lexicon import listed
from content.matching.denied import LACKED
from content.screening.negation import NOES

NOT_HERS = "–"  # what takes the place of an item that is not hers: no item itself

# Labels of the symptom itself, the likeliest first.
ITEM = (
    "symptom", "symptoms", "complaint", "problem", "concern", "issue", "condition", "name", "label", "title", "item", "display", "question", "text",
    "description",
)  # fmt: skip
RECORD = frozenset(one for one in ITEM if one not in ("symptoms", "text", "description"))  # those that stand before one item each
# Labels of an answer: whether she has it, or how much of it on a scale that begins with none.
ANSWERS = listed("""
    present reported answer response value severity intensity frequency rating score level grade degree experienced selected checked ticked
    has active bother impact status current
""") | {"has it", "have it", "how bad", "how often", "yes no", "y n", "yes/no", "y/n"}
# Labels of what else is said of it, or of who sends it.
BESIDE = listed("""
    onset since start started began begin end ended date time when first last duration trigger triggers relief note notes comment comments
    remark remarks age gender id uuid code type category group stage unit units count times height bmi dob ethnicity occupation language
    locale timestamp created updated version location where site pattern course priority order rank tried medication medications medicine
    medicines meds allergy allergies treatment treatments
""") | {
    "family history",
    "family hx",
    "fhx",
    "how long",
    "start date",
    "end date",
    "started at",
    "date of birth",
    "first noticed",
    "relieved by",
    "body part",
    "current medication",
    "current medications",
    "what helps",
    "helped by",
    "better with",
    "worse with",
    "made worse by",
}
# In running text some of these may open an item of hers (“last: my knees”), and some hold a list of their own.
_NOT_IN_TEXT = listed("active current first last when where site pattern course order type stage tried has end count group")
LONG = frozenset(
    {"trigger", "triggers", "relief", "relieved by", "current medication", "current medications", "family history", "family hx", "fhx"}
) | listed("medication medications medicine medicines meds allergy allergies treatment treatments")
# What of an answer may hold what she has instead: “Present: hot flushes, anxiety”.
_MAY_HOLD = listed("present reported answer response experienced selected checked ticked has active current")
NOTES = listed("note notes comment comments remark remarks description text")  # where all else is silent, she may have told it here
# Containers, whose name is that of no symptom.
CONTAINERS = listed(
    "symptom symptoms item items list data patient user record records entry entries result results input complaint complaints problems"
)
PERSONS = listed("patient user client person")
SEX = listed("f m female male woman man other")

_NO = NOES | {
    "absent",
    "not at all",
    "n/a",
    "na",
    "resolved",
    "denied",
    "excluded",
    "negative",
    "unchecked",
    "off",
    "nope",
    "gone",
    "not present",
    "0%",
}
_NOUGHT = re.compile(r"0+(?:\.0+)?\s?(?:/|out of|of)?\s?(?:\d{1,3})?")
_FINE = listed("ok okay fine good normal great")
_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NUMBERED = re.compile(r"\s*\d+$")
_BESIDE_LACKED = listed("my the a of any")

# Words that say how much, how often and since when, by themselves no symptom: “high impact”, “gradual onset”, “mild to moderate”.
_HOW = listed("""
    high medium moderate mild severe minor major slight frequent infrequent occasional occasionally intermittent constant continuous
    persistent rare rarely chronic acute stable gradual sudden cyclical ongoing recurrent recent severity intensity frequency duration
    impact onset score rating grade level since daily weekly monthly hourly nightly always often sometimes usually seldom very extremely
    moderately mildly severely quite some most every each all per the a an to of at in for from about and or times time x once twice day
    days night nights week weeks month months year years hour hours minute minutes min mins hr hrs wk wks mo yr yrs last this past started
    began new unchanged increasing decreasing worsening improving variable manageable tolerable unbearable trigger triggers low january
    february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec spring
    summer autumn winter am pm morning mornings evening evenings
""")
# Heads over a part of a list: “PHYSICAL”, “Other symptoms”.
_OVER_A_PART = listed("physical psychological somatic urogenital general other misc miscellaneous")
_AND_OF = listed("symptoms symptom problems issues complaints changes health side and signs")
# Of mood, and of going to the toilet (“very low”, “frequency at night”), but beside words of measure (“low severity”, “frequency daily”).
_OF_HERS_ALONE = frozenset({"low", "frequency"})
_MEASURED = listed("severity intensity impact score rating grade level to high medium moderate daily weekly monthly hourly often rarely rare")
_IN_CELLS = _HOW | listed("bad badly worse worst terrible awful fine ok okay yes y true night nights none no n never")
_WORD = re.compile(r"[a-z]+")


def label(text: str) -> str:
    """A label in its plain form: “familyHistory”, “family_history” and “Family history:” are one."""
    spaced = _CAPITALS.sub(" ", text).replace("_", " ").replace("-", " ").strip(" \t\"'*#:.?()[]").casefold()
    return _NUMBERED.sub("", " ".join(spaced.split()))


def is_label(text: str) -> bool:
    """Whether a label, in its plain form, is of an item or of what stands beside one."""
    return text in ITEM or text in ANSWERS or text in BESIDE or text == "sex"


def is_beside(text: str, held: Any, in_text: bool = False) -> bool:
    """Whether a label is of what only stands beside an item; `held`: what it holds, since “sex: painful” is hers and “sex: female” is not."""
    if text == "sex":
        return isinstance(held, str) and held.strip().casefold() in SEX
    return (text in ANSWERS or text in BESIDE) and not (in_text and text in _NOT_IN_TEXT)


def is_no(held: Any) -> bool:
    """Whether what a field holds says no, or nought of a scale."""
    if isinstance(held, str):
        said = held.strip(" \t.!\"'()").casefold()
        return said in _NO or bool(_NOUGHT.fullmatch(said))
    return held is False or (isinstance(held, int | float) and held == 0)


def is_fine(held: Any) -> bool:
    """Whether what a field holds says that all is well there."""
    return isinstance(held, str) and held.strip(" \t.!").casefold() in _FINE


def is_lacked(name: str) -> bool:
    """Whether to have none of something is what one complains of: “libido: no” is hers, and so is “energy 0/10”."""
    words = [word for word in _WORD.findall(name.casefold()) if word not in _BESIDE_LACKED]
    return bool(words) and LACKED.issuperset(words)


def answered_no(name: str) -> str:
    """What is left of something answered with no or nought: nothing, or that it is lacking."""
    return f"no {name.strip()}" if is_lacked(name) else NOT_HERS


def says_how(text: str) -> bool:
    """Whether a text only says how much, how often or since when."""
    words = _WORD.findall(text.casefold())
    doubtful = not _OF_HERS_ALONE.isdisjoint(words) and not all(word in _MEASURED or word in _OF_HERS_ALONE for word in words)
    return not doubtful and not _OF_HERS_ALONE.issuperset(words) and _HOW.issuperset(words)


def is_heading(text: str) -> bool:
    """Whether a text is the head of a part of a list, and no symptom."""
    words = _WORD.findall(text.casefold())
    return not _OVER_A_PART.isdisjoint(words) and all(word in _OVER_A_PART or word in _AND_OF for word in words)


def is_value(cell: str) -> bool:
    """Whether a cell of a table without a head holds no symptom: a word of how much, “low” too, a number, a time, or nothing."""
    return _IN_CELLS.issuperset(_WORD.findall(cell.casefold()))


def holds_items(name: str, held: Any) -> bool:
    """Whether what stands under a label such as “present” is no answer but what she has."""
    return name in _MAY_HOLD and (isinstance(held, dict | list) or (isinstance(held, str) and not is_value(held) and not is_no(held)))
