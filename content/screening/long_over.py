"""What a text tells of as over for long: it says when (“in 2014”, “ten years ago”), that it is over (“all clear”, “none since”), and nothing of now.

In: a text. Out: whether it does. That takes no sign away, since what is over may be something else: the text must only have more to hold one.
"""

import re

_NUMBER = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|many|several|few|couple of)"
_WHEN = re.compile(
    rf"\b(?:{_NUMBER} (?:odd )?(?:years?|yrs?|decades?)(?: (?:ago|back|now|on|since|past))|(?:19[5-9]\d|20[01]\d|202[0-4])|(?:years|decades|long) ago"
    r"|last year|as a (?:teen\w*|girl|child|student)|in my (?:teens|twenties|thirties|forties|youth)"
    r"|when i was (?:\d+|a |young|at|in |seven|eight|nine|twenty|thirty|forty|carry)|in the (?:seventies|eighties|nineties|noughties))\b",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:never (?:again|since|more|came back|come back|returned|happened again|had it again|bled since)"
    r"|(?:none|nothing|nowt|not a (?:drop|twinge|spot|speck)|clear|dry|well|fine|grand|good|healthy) (?:\w+ ){0,2}since"
    r"|(?:clear|clean|dry|well|fine) for (?:\w+ ){0,2}(?:years|decades)"
    r"|no (?:\w+ ){0,2}(?:trouble|bother|problems?|issues?|bleeding|symptoms|pain) since|(?:no|nothing) (?:more|recurrence)"
    r"|(?:fully|completely|all|well|long|now) (?:recovered|cleared|healed|well|better|clear|normal|fine|good|benign)"
    r"|recovered|resolved|cured|discharged|sorted|settled|cleared up|behind me|long over|in the past|(?:all )?gone now"
    r"|(?:biops\w+|scans?|hysteroscop\w+|camera|tests?|ecg|results?) (?:\w+ ){0,2}(?:clear|normal|fine|good|nad|benign|clean|negative)"
    r"|(?:has ?n['’]?t|not) come back|(?:happy|well|fine|content) now|i['’]?m well|got help|stable since)\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:today|tonight|yesterday|this (?:morning|afternoon|evening|week|month|time)|last (?:night|week|few)|now (?:it['’]?s?|i|the|there|again)"
    r"|again (?:now|today|this|last|since)|(?:it['’]?s|is|came|are) back|back again|started again|just (?:like|now)|same (?:again|feeling|as|thing)"
    r"|returned|keeps?|lately|recently|currently|still|until|till|since (?:this|last|yesterday)|these days|every (?:night|day|morning)|different"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b",
    re.IGNORECASE,
)


def is_dated(text: str) -> bool:
    """Whether a text says of something that it was years ago."""
    return bool(_WHEN.search(text))


def tells_of_long_ago(text: str) -> bool:
    """Whether all that a text dates is said to be over."""
    return is_dated(text) and bool(_OVER.search(text)) and not _NOW.search(text)
