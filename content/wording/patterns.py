"""The rules that are patterns: doses, timings, rates and links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from content.wording.claims import Violation

_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen)"
)
_COMPOUND_WORD = rf"{_NUMBER_WORD}(?:[- ]{_NUMBER_WORD})?"
# Bounded, or a long row of figures and commas would hold every rule up; `figures` refuses it
DIGITS = r"\d{1,12}(?:[.,]\d{1,6}){0,4}"
_NUMBER = rf"(?:{DIGITS}|{_COMPOUND_WORD})"
SPAN_UNIT = r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?)"
_UNIT = (
    r"(?:mg|mcg|µg|μg|ug|micrograms?|milligrams?|grams?|g|kg|ml|millilit(?:re|er)s?|lit(?:re|er)s?|iu|i\.u\.|units?"
    r"|mmol|nmol|pg|ng)"
)
_FORM = (
    r"(?:tablets?|capsules?|pills?|pumps?|puffs?|sprays?|patch(?:es)?|pessar(?:y|ies)|sachets?|drops?|doses?|dosages?"
    r"|teaspoons?|tablespoons?|spoonfuls?|applicators?(?:ful)?|measures?|squirts?|injections?|cups?|glasses?)"
)
_FORM_LETTERS = (
    "tablet capsule pill pump puff spray patch pessar sachet drop dose dosage spoon"
    " applicator measure squirt injection cup glass"
)
_PER = r"(?:a|an|per|each|every|in a)"
_ROUND = r"(?:day|night|morning|evening|week|month)"
_PERSONS = r"(?:women|woman|people|persons?|users?|patients?|participants?)"
_TENS = r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_COUNT = rf"(?:once|twice|thrice|{_NUMBER}(?: or {_NUMBER})?(?: to {_NUMBER})? times?)"

_DOSE = "Leave out doses and strengths: say what it is, and that the prescriber sets the dose."
_TIMING = (
    "Leave out how often or when to take something: say that the prescriber or the leaflet gives"
    " this."
)
RATE = (
    "Leave out figures for how many or how much: say it in plain words, such as “many” or “a small"
    " rise”."
)
_LINK = "Leave out addresses: name the organisation and add it as a source."

# Each rule: its name, letters of which a text that breaks it holds some (None: it is always read),
# the pattern, and what to write instead. The letters are quick to look for and spare most texts
# most rules; a test makes texts from each pattern and finds the letters in all.
_Row = tuple[str, str | None, str, str]
# Read only where a number stands in the text at all, in figures or in words: every one of them
# needs one (`_COUNTED`), and all but the first need it at the beginning of a word (“hormone” is
# none).
_NUMBER_PATTERNS: tuple[_Row, ...] = (
    ("dose", None, rf"{_NUMBER}[\s-]*{_UNIT}\b(?!\s*force)", _DOSE),
    (
        "dose",
        _FORM_LETTERS,
        r"\b(?:half(?: a| an)?|quarter(?: of)? an?|a"
        rf" half|{_NUMBER})(?:[\s-]+(?:of|an?|whole|small|pea[- ]sized|level|full))*"
        rf"[\s-]+{_FORM}\b",
        _DOSE,
    ),
    (
        "dose-timing",
        "once twice thrice time",
        (
            rf"\b{_COUNT}[\s-]+(?:{_PER}|in"
            r" every)?[\s-]*(?:days?|nights?|weeks?|months?|mornings?|evenings?|hours?"
            r"|daily|nightly|weekly|monthly)\b"
        ),
        _TIMING,
    ),
    (
        "dose-timing",
        "once twice thrice time",
        rf"\b{_COUNT}[\s-]*(?:-a-|/)\s*(?:day|night|week|month)\b",
        _TIMING,
    ),
    (
        "rate",
        None,
        rf"\b{_NUMBER}(?:[ -]\w+){{0,3}}?[ -](?:in|out of|of every|from every|per|for every)["
        rf" -](?:every |each )?(?:{_NUMBER})\b"
        rf"(?![ -]*(?:{SPAN_UNIT}|minutes?)\b)",
        RATE,
    ),
    ("rate", "/", rf"\b{_NUMBER}\s*/\s*{_NUMBER}\b", RATE),
    (
        "rate",
        "twice thrice half times",
        (
            rf"\b(?:twice|thrice|half|{_NUMBER} times)"
            r" (?:as|the|more|less|higher|lower|greater|likelier|that of)\b"
        ),
        RATE,
    ),
    (
        "rate",
        "women people patients cases users participants trials studies",
        (
            rf"\b{_NUMBER} (?:women|people|patients|cases|users|participants|trials|studies)\b(?!"
            r" (?:in your|you know|close))"
        ),
        RATE,
    ),
    (
        "rate",
        None,
        rf"\b{_NUMBER}(?: \w+)? (?:of|out of) (?:every )?{_NUMBER}\b(?![ -]*{SPAN_UNIT})",
        RATE,
    ),
    (
        "rate",
        None,
        (
            rf"\b(?!one\b){_NUMBER} (?:of|out of) (?:the |these |those"
            rf" )?(?:{_NUMBER}|{_PERSONS}|them|those)\b(?![ -]*{SPAN_UNIT})"
        ),
        RATE,
    ),
    (
        "rate",
        None,
        (
            rf"\b{_NUMBER} to {_NUMBER} (?:odds|chance|against|on)\b|\bodds (?:of|are)"
            rf" {_NUMBER}\b|\bfifty[- ]fifty\b"
        ),
        RATE,
    ),
    (
        "rate",
        "ty",
        (
            rf"\b(?:by|about|around|nearly|almost|roughly) {_TENS}(?:[- ]{_NUMBER_WORD})?\b(?!["
            rf" -]*{SPAN_UNIT})"
        ),
        RATE,
    ),
    (
        "rate",
        "fall fell drop cut rise rose reduced improved",
        (
            r"\b(?:falls?|fell|fallen|drops?|dropped|cuts?|rises?|rose|reduced|improved)"
            rf" (?:by|from|to) {_NUMBER}\b(?![ -]*{SPAN_UNIT})"
        ),
        RATE,
    ),
    (
        "dose",
        "start",
        r"\bstart(?:s|ed|ing)? (?:at|on|from|with) \d+\b(?! or (?:later|over|older))",
        _DOSE,
    ),
    (
        "dose-timing",
        "day night morning evening week month daily nightly",
        (
            rf"\b{_NUMBER} (?:an?|each|every|per) {_ROUND}\b|\b{_NUMBER}"
            r" (?:daily|nightly)(?=[.,;:!?]|$| (?:and|or|with|at|in|for)\b)"
        ),
        _TIMING,
    ),
    (
        "dose-timing",
        "night bed morning evening",
        (
            rf"(?<!\bat )(?<!\bor )(?<!\buntil )\b{_NUMBER}(?: or {_NUMBER})? (?:at"
            r" (?:night|bedtime)|before bed(?:time)?|in the (?:morning|evening))\b"
        ),
        _TIMING,
    ),
    (
        "rate",
        "average mean median",
        (
            rf"\b(?:average|mean|median)(?: \w+){{0,4}} {_NUMBER}\b|\b{_NUMBER} {SPAN_UNIT} on"
            r" average\b"
        ),
        RATE,
    ),
)
_PATTERNS: tuple[_Row, ...] = (
    (
        "dose",
        "double triple halve",
        r"\b(?:double|triple|halve) (?:the|your|this|that) (?:dose|tablets?|amount)\b",
        _DOSE,
    ),
    (
        "dose-timing",
        "every",
        (
            rf"\bevery (?:other |second |third )?(?:{_NUMBER} )?(?:to {_NUMBER} )?(?:hours|few"
            r" hours|four hours|six hours)\b"
        ),
        _TIMING,
    ),
    (
        "dose-timing",
        "bed night morning evening day food meal stomach daily nightly weekly",
        r"\b(?:take|takes|taken|taking|swallow|swallowed|apply|applied|insert|inserted|use|used|inject|injected)\b[^.;:!?]{0,40}?"
        r"\b(?:at bedtime|before bed(?:time)?|at night(?:-?time)?|in the morning|in the"
        r" evening|each morning|every morning|every (?:other |second |third )?(?:day|night|evening)"
        r"|with food|with meals|after meals|before meals|on an empty"
        r" stomach|daily|nightly|weekly)\b",
        _TIMING,
    ),
    (
        "dose-timing",
        _FORM_LETTERS,
        rf"\b(?:an?|the|each) {_FORM} (?:an?|each|every|per|at|in the) {_ROUND}\b",
        _TIMING,
    ),
    (
        "dose-timing",
        None,
        r"\b(?:b\.?d|t\.?d\.?s|q\.?d\.?s|q\.?d|o\.?d|p\.?r\.?n|[btq]\.i\.d|[tq]id)\.?(?=\s|$|[,;])(?<![A-Z]{2})",
        _TIMING,
    ),
    ("rate", "% ٪ ‰ cent", r"%|٪|‰|\bper[ -]?cent(?:age)?s?\b|\bpercentiles?\b", RATE),
    (
        "rate",
        "half third quarter fifth sixth eighth ninth tenth majority minority",
        r"\b(?:half|(?:an?|one)[- ](?:(?:good|full|whole|further|mere|small|large|big)"
        r" )?(?:half|third|quarter|fifth|sixth|eighth|ninth|tenth)|two[- ]thirds|thirds|three[-"
        r" ]quarters|quarters"
        r"|(?:a |the )?majority|minority) (?:of|the)\b",
        RATE,
    ),
    (
        "rate",
        "thirds quarters fifths sixths sevenths eighths ninths tenths",
        (
            r"\b(?:two|three|four|five|six|seven|eight|nine)[-"
            r" ](?:thirds|quarters|fifths|sixths|sevenths|eighths|ninths|tenths)\b"
        ),
        RATE,
    ),
    (
        "rate",
        "half third quarter fifth sixth eighth ninth tenth",
        r"(?<!hour and )(?<!year and"
        r" )\b(?:by|nearly|about|around|over|almost|roughly|under|than|an?|one)[- ](?:an?[-"
        r" ]|one[- ])?"
        r"(?:half|thirds?|quarters?|fifths?|sixths?|eighths?|ninths?|tenths?)\b"
        r"(?! (?:an hour|hour|a day|a"
        r" year|time|reason|person|opinion|type|kind|year|month|week|day|night|party|option|choice"
        r"|cause|trimester)\b)",
        RATE,
    ),
    (
        "rate",
        "hundred thousand million dozen ten",
        (
            r"\b(?:a few|few|some|several|many|most|only) (?:\w+ )?(?:in|out of|of|from|per)"
            r" (?:every |each |an? |one )?(?:hundreds?|thousands?|millions?|dozens?|ten|tens)\b"
        ),
        RATE,
    ),
    (
        "rate",
        "half",
        (
            rf"\bhalf (?:these |those )?{_PERSONS}\b|\bhalf"
            r" (?:improve|feel|find|get|had|have|notice|report|stop)[a-z]{0,3}\b"
        ),
        RATE,
    ),
    ("rate", "every", rf"\bevery (?:second|other|third|fourth|fifth|tenth) {_PERSONS}\b", RATE),
    (
        "rate",
        "fold",
        rf"\b(?:{_NUMBER}|several|many)[- ]?fold\b|\b(?:two|three|four|five|six|ten)fold\b",
        RATE,
    ),
    (
        "rate",
        "doubl trebl tripl quadrupl halv treble",
        (
            r"\b(?:doubl|trebl|tripl|quadrupl|halv)(?:es|ed|ing)\b|\b(?:double|treble|triple|halve)"
            r" (?:the|your|her|their|that|what)\b"
        ),
        RATE,
    ),
    (
        "rate",
        "hundred thousand million dozen tens",
        (
            r"\b(?:hundreds|thousands|millions|dozens|tens)"
            r" of\b|\b(?:million|thousand|hundred|dozen) (?:women|people|patients|cases)\b"
        ),
        RATE,
    ),
    (
        "rate",
        "ratio rate prevalence incidence",
        (
            r"\b(?:odds|risk|hazard) ratio\b|\bsuccess rates?\b|\bresponse rates?\b|\bprevalence"
            r" (?:is|of)\b|\bincidence\b"
        ),
        RATE,
    ),
    (
        "link",
        "http ftp www .com .org .net .co .uk .gov .nhs .io .eu .info .health .shop .store .app",
        r"\b(?:https?|ftp)://\S+|\bwww\.\S+|\b[\w-]+\.(?:com|org|net|co|uk|gov|nhs|io|eu|info|health|shop|store|app)\b(?:/\S*)?",
        _LINK,
    ),
)
FIGURE = re.compile(r"\d")
_COUNTING = """one two three four five six seven eight nine ten eleven twelve teen twenty thirty
forty fifty sixty seventy eighty ninety hundred thousand million dozen half quarter once twice
thrice"""
_COUNTED = tuple(_COUNTING.split())
_COUNTED_WORD = re.compile(rf"\b(?:{'|'.join((*_COUNTED, 'thir', 'fif'))})")


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern that no text may hold."""

    name: str
    needs: tuple[str, ...] | None
    pattern: re.Pattern[str]
    advice: str

    def broken_in(self, read: str, lowered: str) -> Iterator[Violation]:
        """Every violation of this rule in a text; `lowered`: the same text in plain case."""
        if self.needs is None or any(letters in lowered for letters in self.needs):
            for match in self.pattern.finditer(read):
                yield Violation(self.name, match.group().strip(), match.start(), self.advice)


NUMBER_RULES, RULES = (
    tuple(
        Rule(
            name,
            tuple(needs.split()) if needs else None,
            re.compile(pattern, re.IGNORECASE),
            advice,
        )
        for name, needs, pattern, advice in rows
    )
    for rows in (_NUMBER_PATTERNS, _PATTERNS)
)


def number_rules(lowered: str, has_figure: bool) -> tuple[Rule, ...]:
    """Those of the rules about numbers that a text can break at all."""
    if has_figure:
        return NUMBER_RULES
    if not any(word in lowered for word in _COUNTED):
        return ()
    return NUMBER_RULES if _COUNTED_WORD.search(lowered) else NUMBER_RULES[:1]
