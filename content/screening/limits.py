"""Where a denial does not hold as it stands: of a part only (“no chest pain at rest, only on the stairs”), of another time (“until Friday
I'd had no bleeding”), taken back (“I have no thoughts of suicide. I'm lying.”), wished for (“a night with no thoughts of dying”), or of
something else than the sign (“no sign of the chest pain stopping”).

What is limited so is read without its denying words: left in, they would be read as a denial by the other readings too. And a no denies
the sign that a question names only where the question asks after it (“any chest pain? No”), not where it takes it for granted (“should I
ring 999 for this chest pain? No, I'll wait”). The cost is linear: every pattern is tried on a row of a bounded number of words.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from content.lexicon import listed

BEFORE, AFTER = 10, 14  # words that are looked at before the denying word and behind the sign it denies
CLOSE = 5  # words on either side of a sign that are close to it
NEXT = 14  # words of the sentence behind it
TAKEN_BACK = 5  # words of a sentence that does nothing else but take back


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"\b(?:{pattern})\b" for pattern in patterns))


_SOMETIMES = (
    "(?:only|just) (?:on|at|in|when|if|after|while|during|sometimes|once|twice|every|first thing|walking|climbing|mild|last|since|now|a bit|a little"
    "|now and (?:then|again)|occasionally)"
)
# An answer that denies but a part: “Any chest pain? Not really, only on the stairs”.
_NO_BUT = re.compile(
    "(?:no|nope|nah|never|not (?:really|often|always|much|usually|at the moment|all the time|every day|today|now))(?: ,)? "
    rf"(?={_SOMETIMES}\b)"
)
# Behind the sign: how far the denial reaches.
_IN_PART = _any(
    _SOMETIMES,
    "other than|save (?:for|on|in|at|once)|bar|barring|besides|exception|outside (?:the|of|my)|(?:as|so) long as|provided|providing",
    "(?<!even )(?<!not )(?<!ever )(?<!nor )(?:before|prior to)(?! (?:or|and|during|,|you|anyone|anybody|now|then))",
    "(?:came|come|comes|its|started|starts) (?:back|again)(?! (?:to|fine|normal|clear|in a|ok|okay|negative))",
    "well ,? ?(?:some|once|yes|maybe|a bit|a little|sometimes)",
    "(?:is|was|hes|shes|be) (?:wrong|untrue|a lie|lying|not true|not so|not right)|(?:isnt|wasnt) (?:true|so|right|quite true)",
)
# The same, but close to the sign.
_CLOSE = _any(
    "all the time|every (?:time|day|night|week|month)|always|constantly",
    r"(?:if|when|while) (?:i|im|she|shes) (?:am |is )?(?:rest|sit|stop|stay|keep|lie|lying|sitting|resting|with|careful|still)\w*|while my",
)
# Before it: another time, a wish, or words that deny the denial.
_OTHERWISE = _any(
    "until|till|up to|prior to|used to (?:have|be|get)|remember when|a time when|(?<!like )before (?!you|anyone|anybody|bed|a )",
    "(?:not|isnt|wasnt|never|hardly) (?:quite |really |at all )?(?:true|so|right|honest|as if)",
    "untrue|a lie|lie to say|wrong to (?:say|think|write)|only (?:say|said|tell|told|write|wrote)",
    "(?:cant|cannot|couldnt|can not|wouldnt|wont|dont|never) (?:honestly |really |actually )?(?:say|claim|swear|promise|tell you|pretend)",
    r"if (?:i|it|my \w+|she|there) (?:wasnt|werent|didnt|hadnt|had no)",
)
_WISHED = _any(
    "how (?:can|do|could) i|id (?:love|like|give)|i (?:want|need) (?:a|one|to go|to get|to have)|all i want|if only|dream(?:ing)? of",
    "long for|i long|hope for|pray for|look(?:ing)? forward to|wish",
)
# What she would like a time without is what she has: “I'd love a night with no thoughts of dying”.
_A_TIME_WITHOUT = _any(r"(?:night|day|hour|minute|week|morning|moment|month|year|life)s? (?:with no|without|free of)")
# The sentence behind it takes the denial back.
_A_LIE = _any(
    "a lie|lied|lying|liar|fib|fibbed|fibbing|untrue|kidding|pretended|pretending|the truth is|truth be told|in private|made that up",
    "(?:not|isnt|isnt quite|wasnt|werent) (?:quite |entirely |strictly )?(?:true|right|honest|the truth|so)|(?<!thats )what i (?:tell|told|say)",
)
_TAKES_BACK = re.compile(
    "^(?:"
    + "|".join(
        (
            r"(?:not )?(?:until|till)\b|except\b|now i\b|that changed\b",
            r"(?:well|actually|ok|okay|oh|sorry|wait|correction|scratch|hang on|hold on|mind you)\b.*"
            r"\b(?:some|once|yes|do|have|had|am|there|that|again|was|were|is)\b",
            "sometimes i (?:do|am|have)|its (?:back|not true|a lie)|tell that|i wish|ask me|not true|who am i|at least thats",
            "(?:i|she|he) (?:do|does|did|have|has|had|am|is|was|should have)(?:$| ,| all| them| now| really| though)",
            "(?:today|tonight|yesterday|now|then|this morning|last night) (?:i|she|he|it|there)"
            " (?:do|does|did|have|has|had|am|is|was)(?:$| ,| though)",
            "there (?:is|are|was|were|has|have)(?:$| ,| been(?:$| some))|(?:i|she|he) (?:do|does) have",
            "it (?:started|came|comes|has come|starts) (?:again|back)",
            r"on \w+day (?:plenty|yes|there)|this \w+ (?:is|its) different",
        )
    )
    + ")|"
    + _A_LIE.pattern
)
_TOLD = _any("said|told|say|tell|wrote|ticked|answered")  # “I said I had no chest pain. That was a lie”
_NOT_TAKEN_BACK = _any("(?:not|im not|no) (?:lying|kidding|a lie|joking)|is (?:that|this|it) (?:right|true|so|normal)")
# What is denied of the sign, and not the sign: “haven't had the bleeding checked”, “no sign of the slurred speech improving”.
_OF_IT = re.compile(
    "(?:not|havent|hasnt|hadnt|never|no|dont|didnt|nobody|without) (?:yet )?(?:"
    "(?:told|mentioned|mention|said|signs? of|improvement in|explanation (?:of|for)"
    r"|change in|relief from|end to|let up in|cause for|reason for|idea about|help (?:with|for)|answer to)"
    r"(?: \w+){0,3}? (?:the|this|these|my|that|his|her)\b"
    r"|(?:had|have|having|got|get) (?:the|this|these|my|that|his|her)\b(?= (?:\w+ ){1,4}?"
    "(?:checked|looked|seen|investigated|treated|scanned|sorted|explained|examined|tested|talked|referred|written)))"
)
# Parts of the body, and the words in which a question asks after a sign: before it, and behind it.
_PARTS = (
    "face facial arm arms leg legs hand hands foot feet finger fingers lip lips mouth cheek eye eyes chest jaw neck shoulder back head side sided"
)
# How a second question opens behind the sign: a no answers that one.
_ASKS_NEXT = listed("have has had did do does are is was were can could would will should any who what when where how")
_ASKED_OF = listed("you your u ur they she he it there anyone anything i the")
_ASKS = listed(f"""
    {_PARTS}
    any do does did dont have has had havent having is are was were been being be there you your u ur i im ive she he they her his their we
    ever get gets getting got feel feels feeling felt noticed notice noticing seen seeing experience experiences experienced experiencing suffer
    suffering suffered still currently now today tonight yesterday recently lately yet also or and with of a an in on at to about for from new sudden
    current recent past other more some much signs sign symptoms symptom history problems problem trouble issues episodes attacks changes change
    feelings ideas want wanted wanting wish wished plan plans planned planning think thinking thought thoughts considered intend intending
    urge urges tried mum mother wife husband sister patient user caller pt unusual abnormal unexplained severe sharp central actual real it all
    thank goodness god ok so well hi hello question asked me left right one since after postmenopausal vaginal pv pr intermenstrual lost
    loss blurred blurry weak numb tight tightness pressure heavy worst bled pains vision sight speech headache
    would youd id that better off post menopausal menopause last few days weeks months year years because due
    or nor not no yourself myself herself himself harming hurting hurt harm suicidal suicide self dead die dying killing kill ending end life
    blood bleeding bleed spotting breath breathless breathlessness short shortness slurred slurring droop drooping drooped droopy weakness numbness
    pain discomfort injury injuring
""")
_ABOUT_IT = listed("the this that my these those")  # straight behind the verb: it takes the sign for granted
_MAY_ASK = listed("do did have had am was")  # before “I”: “do I want to die? No” asks after it, “is it ok I want to die? No” does not
_WHERE = listed(f"""
    {_PARTS}
    in on at since when after during with before now today currently recently lately or and than over for the past last yet ever this these to of from
    radiating spreading down into up attack injury thoughts thought ideation ideas feelings plans plan intent urges problems problem trouble
    symptoms signs issues
    episodes attacks changes loss disturbance myself yourself herself himself side sided
""")
_RETURNED = frozenset({("come", "back"), ("came", "back"), ("started", "again"), ("happened", "again")})
_WHOSE = listed("my your her his their")
_PERSONS = listed("patient user caller client woman lady pt")
_I_HAVE: tuple[list[str], ...] = ([], ["have"], ["get"], ["feel"], ["am"])
_SINCE = listed("since after")
_OVER = listed(
    "gone stopped stopping ended over better settled eased resolved clear clearly normal even evenly equal symmetrical symmetric able can could"
)  # “chest pain gone? No”
DENIALS = listed("no without denies denied denying nil neither nor never zero not isnt wasnt arent werent")
AUXILIARIES = listed("dont doesnt didnt havent hasnt hadnt havnt wouldnt")
_NEGATORS = DENIALS | AUXILIARIES | {"none", "nobody"}
_LEADS_IN = listed("so and ok okay well then right any")
_OPENS_A_QUESTION = listed("isnt arent doesnt dont wasnt werent shouldnt wont didnt havent hasnt wouldnt couldnt")
_HERS = listed("i im ive my mine me")


def as_meant(words: list[str], marks: Sequence[bool], following: Sequence[str]) -> list[str] | None:
    """A sentence without the words of a denial that does not hold as it stands; None where all of them do.

    `marks`: which words are denied; `following`: the words of the next sentence.
    """
    denied = [at for at, mark in enumerate(marks) if mark]
    if denied:
        first, last = denied[0], denied[-1]
        negator = next((at for at in range(first, max(first - BEFORE, -1), -1) if words[at] in _NEGATORS), first)
        begins = max(negator - BEFORE, 0)
        before, after = " ".join(words[begins : negator + 1]), " ".join(words[negator + 1 : last + 1 + AFTER])
        behind = " ".join(following[:NEXT])
        if (_TAKES_BACK.search(behind) and len(following) <= TAKEN_BACK and _TOLD.search(before)) or (
            _WISHED.search(before) and _A_TIME_WITHOUT.search(before)
        ):
            return list(words[negator + 1 :])
        if (
            _IN_PART.search(after)
            or _CLOSE.search(" ".join(words[negator + 1 : last + 1 + CLOSE]))
            or _OTHERWISE.search(before)
            or _WISHED.search(before)
            or (_TAKES_BACK.search(behind) and not _NOT_TAKEN_BACK.search(behind))
            or (words[0] in _OPENS_A_QUESTION and "?" in words and not _HERS.isdisjoint([*words[:NEXT], *following[:NEXT]]))
            or (
                next((word for word in words if word not in _LEADS_IN), "") in ("no", "not")
                and words[-1] == "?"
                and following
                and following[0] not in _NEGATORS
            )  # “No thoughts of suicide? Every night.”
        ):
            return [word for at, word in enumerate(words) if not (begins <= at <= last and word in _NEGATORS)]
    for at, word in enumerate(words):
        if word in _NEGATORS and (found := _OF_IT.match(" ".join(words[at : at + BEFORE]))):
            return words[:at] + words[at + len(found.group().split()) - 1 :]
    return None


def is_taken_back(following: Sequence[str]) -> bool:
    """Whether a sentence does nothing but call a lie what was said before it (“That was a lie”): it would be read as a denial itself."""
    said = " ".join(following)
    return 0 < len(following) <= TAKEN_BACK and bool(_A_LIE.search(said)) and not _NOT_TAKEN_BACK.search(said)


def answered_in_part(answer: Sequence[str]) -> list[str] | None:
    """An answer whose no is of a part only (“not really, only at night”) as the yes that it is; None of any other."""
    found = _NO_BUT.match(" ".join(answer))
    return ["yes", *answer[len(found.group().split()) :]] if found else None


def over(asked: Sequence[str]) -> bool:
    """Whether a question is whether a sign is over, or what it is of is as it should be (“speech clear: no”): a no to it is bad news itself."""
    return any(word in _OVER and _SINCE.isdisjoint(asked[max(at - 3, 0) : at]) for at, word in enumerate(asked))


def asks_after(asked: Sequence[str], sign: Sequence[bool]) -> bool:
    """Whether a question asks after the sign that it names (`sign`: which words stand for one), so that a no denies it."""
    places = [at for at, one in enumerate(sign) if one]
    if not places:
        return False
    first, last = places[0], places[-1]
    begins = max((at + 1 for at in range(first) if asked[at] in ",:"), default=0)
    before = [word for word in asked[begins:first] if word.isalpha()]
    if any(pair in _RETURNED for pair in pairwise(asked[last:])):
        return True  # “has the bleeding come back? No”
    about = max((at for at, word in enumerate(before) if word in _ABOUT_IT), default=None)
    if about is not None and len(before) - about <= CLOSE and _PERSONS.isdisjoint(before[about:]):
        return False
    if any(word == "i" and (before[at - 1] not in _MAY_ASK if at else before[1:2] not in _I_HAVE) for at, word in enumerate(before)):
        return False
    if over(asked[first:]):
        return False
    rest = [word for word in asked[last + 1 :] if word.isalpha()]
    if rest[:1] and rest[0] in _WHOSE and rest[1:2] == ["life"]:
        rest = rest[2:]  # “thoughts of ending your life”
    if ":" in asked[last + 1 :] or any(one in _ASKS_NEXT and two in _ASKED_OF for one, two in pairwise(rest)):
        return False  # “chest pain since Monday have you seen a doctor? no”
    return _ASKS.issuperset(before) and (not rest or rest[0] in _WHERE)
