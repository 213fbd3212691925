"""What an assistant, a leaflet or a page told her to look out for (“call 999 if you get chest pain”), which is not hers, left out.

In and out: a text, before it is read. It is left out only where what she says next does not take it up: an answer that denies or thanks, or a
new question. Advice on what she told (“you mentioned chest pain”, “if the pain comes back”) stays, and so does all of a text that ends with it.
"""

import re

_ADVISER = r"assistant|ai(?: assistant)?|(?:chat ?)?bot|(?:chat ?)?gpt|claude|gemini|copilot|model|system|agent|a"
_SPEAKER = rf"(?:{_ADVISER}|user|me|human|you|patient|pt|client|caller|customer|q|u)"
_PIECES = re.compile(rf"(?<=[.!?…])[\"”’']?\s+|\n+|\s+(?=(?-i:[A-Z]))(?={_SPEAKER}\s?:)", re.IGNORECASE)
# One of these is in all advice: looked for first, since most texts hold none.
_HINTS = (
    *("if you", "when you", "whenever", "should", "in case", "if anyone", "if some", "if people", "user", "if there", "emergency", "999", "911"),
    *("112", "988", "ambulance", "doctor", "gp", "need", "must", "sign", "symptom", "effect", "risk", "help", "care", "advice", "attention", "can "),
)
LONGEST = 400  # letters of a piece that may be advice
_SPOKEN_BY = re.compile(rf"[\"“]?(?P<who>{_SPEAKER})\s?:\s*", re.IGNORECASE)
_ADVISES = re.compile(_ADVISER, re.IGNORECASE)
_TO_HELP = r"\b(?:call|ring|dial|phone|text|see|seek|contact|get|go (?:in|to)|speak to|talk to|tell|reach out|visit|consult|need)\b"
_IF = r"\b(?:if|when|whenever|should|in case|in an emergency)\b"
_WHO_IN_GENERAL = r"(?:you|anyone|someone|somebody|people|(?:the|a) user|users|there)\b"
# “Call 999 if you get chest pain”, “any bleeding after menopause should be checked”, “warning signs are …”, “HRT can cause …”.
_ADVICE = re.compile(
    rf"{_TO_HELP}.*{_IF} {_WHO_IN_GENERAL}|{_IF} {_WHO_IN_GENERAL}.*{_TO_HELP}|\bin an emergency\b.*{_TO_HELP}"
    rf"|{_TO_HELP}.*\b(?:help|care|advice|attention|999|911|112|988|000|doctor|gp|ambulance)\b.*\b(?:for|such as|like)\b"
    r"|\bshould (?:always )?be (?:checked|seen|looked|investigated|reported|assessed)"
    r"|\b(?:needs?|must) (?:always )?(?:be )?(?:check|look|assess|investigat)\w+"
    r"|\b(?:signs?|symptoms?|effects?|risks?) (?:are|include)\b|\bcan (?:rarely |sometimes |slightly |also )?(?:cause|raise|increase|include)\b",
    re.IGNORECASE,
)
# What is said of her, and what she says herself.
_OF_HER = re.compile(
    r"\b(?:i|i['’]?m|i['’]?ve|my|me|mine|she|her|mum|mom|wife|sister)\b(?! (?:am|['’]m) (?:sorry|here|an? ))"
    r"|(?<!if )(?<!when )(?<!should )(?<!case )\byou(?:['’]?(?:ve|re)| have| are| had| mention\w*| said| say| told| describ\w+| report\w*| wrote)\b"
    r"|\b(?:sounds?|sorry)\b|\b(?:the|this|that|these|those|your) (?:\w+ )?(?:pain|bleed|spot|thought|weak|numb|droop|tight|speech|chest|symptoms)"
    r"|\b(?:again|still|comes? back|returns?|since)\b|\b(?:at|aged?) [4-9]\d\b",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?:(?:ok|okay|thanks|thank you|thx|ta|cheers|fine|got it|great|good|good to know|sure|right|understood|noted|will do"
    r"|i see|hi|so|and|but|well|anyway)\b[\s,.!–—-]*)*",
    re.IGNORECASE,
)
# What she says next, where it does not take the advice up: a denial, or the beginning of a question of her own,
_DENIES = re.compile(
    r"(?:(?:no|nope|nah)\b[\s,.!–—-]*)*(?:nothing like that|none of (?:that|those|these|them)|not (?:me|at all)\b"
    r"|i (?:don['’]?t|do not|haven['’]?t|have not)(?:[.,!]| (?:have|get|got|feel|had) (?:that|those|these|any|like that)\b)|i['’]m not[.,!]"
    r"|i['’]m (?:only|just) (?:asking|after|wondering|here)|i (?:just|only) (?:want to (?:know|ask)|get|have)\b)",
    re.IGNORECASE,
)
_ASKS_ON = re.compile(
    r"$|no\b(?! one|body| point| thank)|i (?:want|wanted|would like|['’]d like|just want|only want|just wanted) to (?:know|ask)\b|my question"
    r"|(?:new |next )?question\s?:|(?:what|which|how|can|could|is|are|do|does|should|will|would|when|where|why|who|any|tips|best|please)\b",
    re.IGNORECASE,
)
# which must be about something that is asked here: “what would they say” and “why bother” answer the advice.
_SUBJECT = re.compile(
    r"\b(?:patch|gels?\b|hrt|hormon|cream|pessar|coil|oestrog|estrog|progest|testost|supplement|vitamin|magnes|soy|phyto|sage|herb|cohosh"
    r"|food|eat|diet|wine|alcohol|coffee|caffeine|exercis|yoga|swim|gym|cbt|acupunct|hot fl|flush|flash|sweat|sleep|insomn|skin|hair|eyes?\b|mouth"
    r"|joint|bones?\b|knee|weight|bloat|bladder|libido|sex\b|dry|itch|fog|memory|concentrat|tired|fatigue|energy|period|cramp|headache|migraine|menopaus"
    r"|perimeno|breast tender|side effects?)",
    re.IGNORECASE,
)
# What points back to it, or asks how bad it must be.
_TAKES_UP = re.compile(
    r"\b(?:yes|yeah|yep|mine|already|again|back|still|too late|scared|afraid|frightened|worried|ashamed|alone|nobody|can['’]?t|cannot|help me)\b"
    r"|\b(?:i|she) (?:do|did|does|have|has|had|get|got|feel|felt|am)\b|\bi['’](?:ve|m (?:having|getting|feeling))\b"
    r"|(?<!\bon )(?<!\bwith )(?<!\buse )(?<!\btake )\bit\b|\bthat['’]?s\b"
    r"|\b(?:that|this|they|those) (?:is|was|were|are|has|have|had|been|started|came|keeps?|happen(?:s|ed)?|feels?|hurts?|does|did|how|me|a)\b"
    r"|\b(?:call(?:ing|ed)?|ring(?:ing)?|rang|999|911|112|ambulance|hospital|er|wait|urgent|emergency|serious|counts?|mean|matter|normal)\b"
    r"|\b(?:now|tonight|today|once|twice|a (?:bit|little)|slight\w*|mild\w*|small)\b",
    re.IGNORECASE,
)


def without_advice(text: str) -> str:
    """The text without the advice in it that she does not take up."""
    lowered = text.lower()
    if not any(hint in lowered for hint in _HINTS):
        return text
    starts = [0, *(piece.end() for piece in _PIECES.finditer(text))]
    pieces = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    said = [_SPOKEN_BY.sub("", piece, count=1) for piece in pieces]
    advice = [_is_advice(words) for words in said]
    if not any(advice):
        return text
    advisers = _said_by_advisers(pieces)
    kept: list[str] = []
    answer: str | None = None  # what she says next
    taken_up = asks = False  # whether anything that she says further on points back, and whether she asks about something else
    for piece, words, advised, is_advice in reversed(list(zip(pieces, said, advisers, advice, strict=True))):
        moves_on = answer is not None and bool(_DENIES.match(answer) or (asks and _ASKS_ON.match(answer)))
        if is_advice and moves_on and not taken_up:
            continue
        kept.append(piece)
        if not advised and not is_advice and words.strip():
            answer = _THANKS.sub("", words.strip(), count=1)
            taken_up, asks = taken_up or bool(_TAKES_UP.search(answer)), asks or bool(_SUBJECT.search(answer))
    return "".join(reversed(kept))


def _said_by_advisers(pieces: list[str]) -> list[bool]:
    """Of each piece, whether an assistant says it: whoever was named last."""
    out: list[bool] = []
    for piece in pieces:
        spoken = _SPOKEN_BY.match(piece)
        out.append(_ADVISES.fullmatch(spoken["who"]) is not None if spoken else bool(out) and out[-1])
    return out


def _is_advice(said: str) -> bool:
    return len(said) <= LONGEST and "?" not in said and bool(_ADVICE.search(said)) and not _OF_HER.search(said)
