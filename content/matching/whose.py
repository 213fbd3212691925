"""Whose body a short query is about, where it is plainly not that of a woman in midlife: in pregnancy, in men, in children, in an animal.

In: a query as typed. Out: that it is about pregnancy or about somebody else, or nothing. A topic bears the same name in others (“hot flushes in
men”), but what is said of it here is not for them, and bleeding in pregnancy is for a midwife or doctor. Patterns, and no single words:
“sex with my husband”, “no patience for the children” and “my mother has hot flushes” are about her, or about what we cover.
"""

import re
from collections.abc import Callable

from content.vocabulary import Beyond

SHORT = 10  # words at most: a longer query tells of more than one thing
_PREGNANT = re.compile(
    r"\b(?:in|during|throughout|while|when)\s+(?:early\s+|late\s+|my\s+)?pregnan(?:cy|t)\b|\b(?:first|second|third)\s+trimester\b"
    r"|\A\W*pregnan(?:cy|t)\s+(?!test)|\b(?:post|ante|pre)[\s-]?(?:natal|partum)\b"
)
_OTHERS = (
    r"(?:m[ae]n|males?|boys?|girls?|child(?:ren)?|kids?|toddlers?|bab(?:y|ies)|infants?|newborns?|teenagers?|teens?|adolescents?"
    r"|dogs?|cats?|pupp(?:y|ies)|kittens?|horses?|rabbits?|hamsters?)\b"
)
_SMALL = r"(?:\d|1[0-7])[\s-]?(?:yo|yrs?|years?)(?:[\s-]?olds?)?"  # “9 year old”
_AGED = rf"(?:an?\s+|our\s+|the\s+)?(?:young\s+|younger\s+|old\s+|older\s+|elderly\s+|adult\s+|small\s+|teenage\s+|adolescent\s+|{_SMALL}\s+)?"
_OF_A_CHILD = re.compile(rf"\b(?:in|of|for)\s+(?:an?|my|our)\s+(?:{_SMALL}(?=\s*\Z)|(?:{_SMALL}|teenage)\s+(?:daughter|girl))\b")
_CHILD_HAS = re.compile(rf"\A\W*(?:my|our)\s+{_SMALL}\b(?P<rest>.*)", re.DOTALL)
# “low libido in my husband”; but “no interest in my husband” is hers.
_IN_HIM = re.compile(
    r"(?<!interest )(?<!pleasure )(?<!joy )\bin\s+(?:my|our|his)\s+(?:elderly\s+|old\s+|young\s+|teenage\s+)?"
    r"(?:husband|hubby|boyfriend|son|dad|father|brother|grandson|nephew|baby|toddler|child|kid|dog|cat|puppy|kitten|horse|rabbit|hamster)s?\b"
)
# After a birth: what passes with it, and not what stays (“prolapse after childbirth”), nor what is told of long ago.
_AFTER_BIRTH = re.compile(
    r"\b(?:after|since|following)\s+(?:(?:i\s+gave|giving)\s+birth|childbirth|(?:having|i\s+had)\s+(?:a|my|our|the)\s+(?:\w+\s+)?bab(?:y|ies))\b"
    r"|\bwhile\s+(?:i['’]?m\s+)?(?:breast[\s-]?feeding|nursing)\b"
)
_STAYS = re.compile(r"\b(?:prolaps\w*|bulg\w*|pelvic|leak\w*|incontinen\w*|wee|pee|bladder|ago|past|previous|history)\b")
_IN_OTHERS = re.compile(
    rf"\bin\s+{_AGED}{_OTHERS}|\A\W*(?:male|men['’]?s|p(?:a)?ediatric|infant|newborn|toddler|childhood|canine|feline)\s+(?!pattern)"
)
_FOR_OTHERS = re.compile(rf"\bfor\s+{_AGED}{_OTHERS}")  # of treatments: “no energy for kids” is hers
_HIS = re.compile(
    r"\A\W*(?:my|our)\s+(?:husband|hubby|boyfriend|son|dad|father|brother|grandson|nephew|baby|toddler|dog|cat|puppy|horse)\s+"
    r"(?:has|gets|got|had|suffers|keeps\s+getting)\b(?P<rest>.*)",
    re.DOTALL,
)
_CHILD = re.compile(rf"\b{_SMALL}\s+(?:daughter|son|girl|boy|child|niece|nephew|grand(?:daughter|son))\b")
_HERS = re.compile(r"\b(?:wom[ae]n|girlfriend|wife|mum|mom|mother|(?:peri|post|pre)?[\s-]?menopaus\w*|perimeno|meno|the\s+change)\b")
_I = re.compile(r"\b(?:i|i['’]?(?:m|ve|d|ll)|me|my|mine|myself|she|her)\b")


def whose(words: str, named: Callable[[str], bool], treatments: bool) -> Beyond | None:
    """Whose body words are about where it is not hers; `named`: whether words name a record; `treatments`: whether one is asked for."""
    said = words.casefold()
    if len(said.split()) > SHORT or _HERS.search(said):
        return None
    if _PREGNANT.search(said) or (_AFTER_BIRTH.search(said) and not _STAYS.search(said)):
        return Beyond.PREGNANCY
    his = _HIS.match(said)
    if his:
        return Beyond.SOMEBODY_ELSE if not _I.search(his["rest"]) and named(his["rest"]) else None
    child = _CHILD_HAS.match(said)
    others = _CHILD.search(said) or _OF_A_CHILD.search(said) or _IN_HIM.search(said) or (child and not _I.search(child["rest"]))
    others = others or (not _I.search(said) and (_IN_OTHERS.search(said) or (treatments and _FOR_OTHERS.search(said))))
    return Beyond.SOMEBODY_ELSE if others else None
