"""Sentences that make information a diagnosis or a dose. Plain patterns: plain wordings alone."""

import re

_NUMBER = (
    r"(?:\d+(?:[.,]\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve"
    r"|half(?: an?)?|a quarter(?: of an?)?)"
)
_UNIT = r"(?:mg|mcg|µg|μg|ug|micrograms?|milligrams?|grams?|g|ml|millilitres?|iu|units?)"
_FORM = (
    r"(?:tablets?|capsules?|pills?|patch(?:es)?|pumps?|sprays?|pessar(?:y|ies)|sachets?|drops"
    r"|doses?|puffs?|applicator(?:s|fuls?)?|teaspoons?|scoops?)"
)
_TAKING = (
    rf"\b(?:take|takes|taking|use|using|apply|insert|start|dose|{_FORM}|gel|cream|hrt|oestrogen"
    r"|estrogen|progesterone|testosterone)\b"
)
_ROUND = r"(?:day|night|morning|evening|week|month)"
_OFTEN = (
    rf"\b(?:once|twice|thrice|{_NUMBER} times)[ -](?:an?[ -]|per |each |every )?"
    rf"(?:{_ROUND}|daily|nightly|weekly)\b"
    rf"|\bevery (?:other )?{_ROUND}\b|\bevery {_NUMBER} (?:hours|days)\b|\bat bedtime\b"
)
_CHANGE = (
    r"\b(?:double|halve|increase|raise|lower|reduce|up|cut)(?: down| up)?"
    r" (?:your|the|that) (?:[\w-]+ ){0,2}?(?:dose|dosage|strength)\b"
)
_DOSE = re.compile(rf"\b{_NUMBER}[ -]?{_UNIT}\b|\b{_NUMBER}[ -]{_FORM}\b", re.IGNORECASE)
_OFTEN_TAKEN = re.compile(rf"(?=.*?(?:{_TAKING}))(?=.*?(?:{_OFTEN}))", re.IGNORECASE | re.DOTALL)
_CHANGED = re.compile(_CHANGE, re.IGNORECASE)
_ASKING = re.compile(
    r"\b(?:ask|before|whether|if|never|not|don't|without|may|might|can)\b", re.IGNORECASE
)

_ILLNESS = (
    r"(?:(?:peri|post)?-?menopaus(?:e|al)|heart attack|angina|stroke|tia|clot|dvt|embolism|sepsis"
    r"|depression|anxiety|migraines?|diabetes|osteoporosis|fibroids|endometriosis|an(?:a)?emia"
    r"|arthritis|dementia|hypothyroidism|thrush|atrophy|uti|cystitis"
    r"|[a-z-]*(?:cancer|disease|disorder|syndrome|infection|deficiency|insufficiency))"
)
_KIND = (
    r"an?|the|some|your|my|her|early|late|mild|severe|classic|typical|normal|simple|clear|case|form"
    r"|kind|type|sign|start|onset|beginning|of|hormonal|clinical|surgical|premature|vaginal|urinary"
    r"|breast|ovarian|womb|heart|thyroid|blood|lung|bone|iron|vitamin|sleep|mood"
)
_SURELY = (
    r"(?:(?:almost |most |very )?(?:clearly|definitely|probably|likely|certainly|obviously|just"
    r"|only|simply|now|already|typically|classic|do|really) )*"
)
_CONDITIONAL = ("if", "whether", "when", "once", "unless", "because", "until", "or", "mean")
_RESTATED = ("say", "said", "mention", "mentioned", "told me")
_OPEN = "".join(f"(?<!{words} )" for words in (*_CONDITIONAL, *_RESTATED))
_SAYS = r"(?:sounds? like|looks? like|points? to|suggests?|indicates?|confirms?|means you have)"


def _diagnoses(names: frozenset[str]) -> re.Pattern[str]:
    """What says that she has an illness, or one of the topics named; or that she has it not."""
    illness = "|".join([_ILLNESS, *map(re.escape, sorted(names, key=len, reverse=True))])
    thing = rf"(?!had )(?:(?:{_KIND}) ){{0,4}}(?:{illness})\b"
    this = r"(?:this|that|what you (?:describe|have|are describing)|your [\w-]+(?: [\w-]+)?)"
    is_ = r"(?:'s| is| are|'re)"
    return re.compile(
        rf"{_OPEN}\byou(?: |'ve |'re |'ll ){_SURELY}(?:have |have got |got |suffer from )"
        rf"{_SURELY}{thing}"
        rf"|{_OPEN}\byou(?:'re| are) {_SURELY}(?:in |going through |experiencing |entering "
        rf"|having |suffering from )?{_SURELY}{thing}"
        rf"|\b{this}{is_} {_SURELY}(?:caused by |due to |because of |a sign of |the result of )?"
        rf"{_SURELY}{thing}"
        rf"|\b(?:it|this|that|they|which|(?:these|those|your) ?[\w-]*)(?: all)? {_SURELY}{_SAYS}"
        rf" {thing}"
        rf"|\bit{is_} (?:almost )?(?:clearly|definitely|probably|certainly|just|only) {thing}"
        rf"|\b(?:it|this|that){is_} not {_SURELY}{thing}|\b(?:it|this|that) isn't {_SURELY}{thing}"
        rf"|\byou (?:do not|don't) {_SURELY}have {thing}"
        r"|\b(?:my|the) diagnosis is\b|\bI(?:'d| would)? diagnose\b",
        re.IGNORECASE,
    )


_DISMISSED = re.compile(
    r"\b(?:nothing|no need|no reason|not anything|don't need) to (?:worry|be (?:worried|concerned)"
    r"|see (?:a|your) (?:doctor|gp)|get (?:it|this) checked)\b|\bnothing serious\b"
    r"|\bno need for (?:a|any) (?:doctor|check|appointment)\b",
    re.IGNORECASE,
)


def added(sentence: str, names: frozenset[str]) -> str:
    """What a sentence adds, in words; empty where it adds nothing that these patterns know.

    `names`: the topics that the responses are about. A question diagnoses nothing.
    """
    read = sentence.replace("’", "'")
    if _DOSE.search(read) or _OFTEN_TAKEN.search(read):
        return "A dose"
    changed = _CHANGED.search(read)
    if changed and not _ASKING.search(read[: changed.start()]):
        return "A dose"
    if read.rstrip("\"'”)*_ ").endswith("?"):
        return ""
    if _DISMISSED.search(read):
        return "A reassurance"
    return "A diagnosis" if _diagnoses(names).search(read) else ""
