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
    r"(?:men|males|boys|girls|children|kids|toddlers|babies|infants|newborns|teenagers|teens|adolescents"
    r"|dogs|cats|puppies|kittens|horses|rabbits|hamsters)\b"
)
_AGED = r"(?:young\s+|younger\s+|older\s+|elderly\s+|adult\s+|small\s+|teenage\s+|adolescent\s+)?"
_IN_OTHERS = re.compile(
    rf"\bin\s+{_AGED}{_OTHERS}|\A\W*(?:male|men['’]?s|p(?:a)?ediatric|infant|newborn|toddler|childhood|canine|feline)\s+(?!pattern)"
)
_FOR_OTHERS = re.compile(rf"\bfor\s+{_AGED}{_OTHERS}")  # of treatments: “no energy for kids” is hers
_HIS = re.compile(
    r"\A\W*(?:my|our)\s+(?:husband|hubby|boyfriend|son|dad|father|brother|grandson|nephew|baby|toddler|dog|cat|puppy|horse)\s+"
    r"(?:has|gets|got|had|suffers|keeps\s+getting)\b(?P<rest>.*)",
    re.DOTALL,
)
_CHILD = re.compile(r"\b(?:\d|1[0-7])[\s-]?(?:yo|yrs?|years?)(?:[\s-]?old)?\s+(?:daughter|son|girl|boy|child|niece|nephew|grand(?:daughter|son))\b")
_HERS = re.compile(r"\b(?:wom[ae]n|girlfriend|wife|mum|mom|mother|(?:peri|post|pre)?[\s-]?menopaus\w*|perimeno|meno|the\s+change)\b")
_I = re.compile(r"\b(?:i|i['’]?(?:m|ve|d|ll)|me|my|mine|myself|she|her)\b")


def whose(words: str, named: Callable[[str], bool], treatments: bool) -> Beyond | None:
    """Whose body words are about where it is not hers; `named`: whether words name a record; `treatments`: whether one is asked for."""
    said = words.casefold()
    if len(said.split()) > SHORT or _HERS.search(said):
        return None
    if _PREGNANT.search(said):
        return Beyond.PREGNANCY
    his = _HIS.match(said)
    if his:
        return Beyond.SOMEBODY_ELSE if not _I.search(his["rest"]) and named(his["rest"]) else None
    others = _CHILD.search(said) or (not _I.search(said) and (_IN_OTHERS.search(said) or (treatments and _FOR_OTHERS.search(said))))
    return Beyond.SOMEBODY_ELSE if others else None
