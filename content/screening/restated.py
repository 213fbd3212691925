"""What a sentence says in the end, where it says first the contrary: “I'm not suicidal but I am”, “I can't say I'm not suicidal”, and of a
sign that it lasts: “the chest pain has not gone away”. Read as they stand, their denying words would be taken for a denial of the sign.

In: the words of a sentence, and which of them stand for a sign. Out: the same without the words that deny, or None where there are
none of these. The cost is linear: each pattern is tried on a row of a bounded number of words.
"""

import re
from collections.abc import Sequence

from content.lexicon import listed

BEFORE, BEHIND = 8, 7  # words before a denying word in which the sign must stand that lasts, and words behind it that say so

_NOT = listed("not hasnt havent hadnt isnt arent wasnt werent wont doesnt dont didnt never cant cannot")
# “Has not gone away”, “isn't getting any better”, “won't go”, “not easing off”.
_LASTS = re.compile(
    r"(?:(?:really|yet|even|quite|been|got|gotten|get|getting|any|all|completely|fully|at all|to) ){0,3}"
    r"(?:(?:go|gone|going) (?:away|yet|down|off)|gone|budged?|shift(?:ed|ing)?|eas(?:e|ed|ing)(?: off| up)?|let(?:ting)? up|better|improv(?:e|ed|ing)"
    r"|stop(?:ped|ping)?|settl(?:e|ed|ing)(?: down)?|subsid(?:e|ed|ing)|pass(?:ed|ing)?(?: off)?|wear(?:ing)? off|worn off|clear(?:ed|ing)?(?: up)?"
    r"|resolv(?:e|ed|ing)|come back to normal|gone back to normal)\b"
)
# What was stopped, or would be, is something else: “not stopped me”, “hasn't improved my mood”.
_OF_ANOTHER = re.compile(r" (?:me|us|you|him|her|my|the|taking|having|using|smoking|drinking|working|and i|because|by)\b")
PRONOUN, IS = "(?:i|she|he|we|they|it|there)", "(?:am|is|are|was|were|do|does|did|have|has|had)"
_NEGATOR = "(?:not|no|never|isnt|wasnt|arent|dont|doesnt|didnt|havent|hasnt)"
_WHAT = r"((?:[\w,]+ ){1,8}?)"
_BUT_SO = re.compile(rf"\b{_NEGATOR} {_WHAT}(?:but|except|though|only|, ?though) {PRONOUN} {IS}(?: really| now)?$")
_BUT_NOT_TRUE = re.compile(
    rf"(?:\b(?:i|she|he) (?:said|told|say|tell)\b(?: \w+){{0,6}}? )?\b{_NEGATOR} {_WHAT}(?:, |but )+"
    "(?:that|it|this|thats|its)(?: (?:is|was|isnt|wasnt))? ?(?:a lie|not true|untrue|true|a fib|not so)$"
)
_TWICE = re.compile(
    r"\b(?:i )?(?:cant|cannot|can not|couldnt|wouldnt|wont|dont) (?:honestly |really |actually |truthfully )?"
    rf"(?:say|claim|swear|promise|pretend|tell you) (?:that )?({PRONOUN} (?:\w+ )??)(?:not|no|never|dont have|havent)\b"
)


def restated(words: Sequence[str], signs: Sequence[bool]) -> list[str] | None:
    """A sentence as it is meant; None where it means what it says. `signs`: which words stand for a sign."""
    if _NOT.isdisjoint(words) and "no" not in words:
        return None
    for at, word in enumerate(words):
        if word in _NOT and any(signs[max(at - BEFORE, 0) : at]):
            behind = " ".join(words[at + 1 : at + 1 + BEHIND])
            lasts = _LASTS.match(behind)
            if lasts and not _OF_ANOTHER.match(behind[lasts.end() :]):
                return [*words[:at], *words[at + 1 + len(lasts.group().split()) :]]
    if not any(signs):
        return None
    said = " ".join(words)
    meant = _TWICE.sub(r"\1", _BUT_NOT_TRUE.sub(r"\1", _BUT_SO.sub(r"\1", said)))
    return meant.split() if meant != said else None
