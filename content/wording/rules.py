"""What no clinical text may say: the contract's "Nothing that must not be said", in one place.

`breaches(text)` is pure and total: text in, a tuple of `Breach` out, empty when the text may be
published. It is called when a record is saved, when seed files are loaded, and again before a
record may enter the catalogue.

Digits are refused unless they are one of the few things that may stand: an age or a time span (they
say when to seek care), a year, an emergency number, or a name that holds a digit (type 2 diabetes,
NG23). Everything else is refused by what it is: a dose, a timing, a rate, a brand, a link, a
promise, a claim about a supplement or herb.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from content.language.spelling import spelling
from content.wording.claims import (
    ASKING,
    CLAIM,
    SENTENCE,
    WORD,
    named,
    orders,
    plain_case,
    promises,
    substance_claims,
    substances,
)
from content.wording.claims import Breach as Breach
from content.wording.text_blocks import blocks

BRANDS_FILE = Path(__file__).parent / "brands.txt"


_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen)"
)
_COMPOUND_WORD = rf"{_NUMBER_WORD}(?:[- ]{_NUMBER_WORD})?"
# Bounded, or a long row of figures and commas would hold every rule up; `_ANY_DIGITS` refuses it
# anyway
_DIGITS = r"\d{1,12}(?:[.,]\d{1,6}){0,4}"
_NUMBER = rf"(?:{_DIGITS}|{_COMPOUND_WORD})"
_SPAN_UNIT = r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?)"
_UNIT = (
    r"(?:mg|mcg|µg|μg|ug|micrograms?|milligrams?|grams?|g|kg|ml|millilit(?:re|er)s?|lit(?:re|er)s?|iu|i\.u\.|units?"
    r"|mmol|nmol|pg|ng)"
)
_FORM = (
    r"(?:tablets?|capsules?|pills?|pumps?|puffs?|sprays?|patch(?:es)?|pessar(?:y|ies)|sachets?|drops?|doses?|dosages?"
    r"|teaspoons?|tablespoons?|spoonfuls?|applicators?(?:ful)?|measures?|squirts?|injections?|cups?|glasses?)"
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
_RATE = (
    "Leave out figures for how many or how much: say it in plain words, such as “many” or “a small"
    " rise”."
)
_BRAND = "Leave out brand names: use the medicine’s own name."
_LINK = "Leave out addresses: name the organisation and add it as a source."
_CALL = (
    "Say whom to call or where to go: “Call your local emergency number …” or “Go to an emergency"
    " department …”."
)
_WHOLE = "Write a whole sentence: what to look for, and what to do about it."
_WITHHELD = (
    "Leave out supplements and herbs by name: they are withheld until a reviewed caution is in"
    " force."
)

# Each rule: its name, letters of which a text that breaks it holds some (None: it is always read),
# the pattern, and what to write instead.
# The letters are quick to look for and spare most texts most rules; a test makes texts from each
# pattern and finds the letters in all.
_Row = tuple[str, str | None, str, str]
# Read only where a number stands in the text at all, in figures or in words: every one of them
# needs one (`_COUNTED`), and all
# but the first need it at the beginning of a word (“hormone” is none).
_NUMBER_PATTERNS: tuple[_Row, ...] = (
    ("dose", None, rf"{_NUMBER}[\s-]*{_UNIT}\b(?!\s*force)", _DOSE),
    (
        "dose",
        (
            "tablet capsule pill pump puff spray patch pessar sachet drop dose dosage spoon"
            " applicator measure squirt injection cup glass"
        ),
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
            r" every)?[\s-]*(?:days?|nights?|weeks?|months?|mornings?|evenings?|hours?|daily|nightly|weekly|monthly)\b"
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
        rf"(?![ -]*(?:{_SPAN_UNIT}|minutes?)\b)",
        _RATE,
    ),
    ("rate", "/", rf"\b{_NUMBER}\s*/\s*{_NUMBER}\b", _RATE),
    (
        "rate",
        "twice thrice half times",
        (
            rf"\b(?:twice|thrice|half|{_NUMBER} times)"
            r" (?:as|the|more|less|higher|lower|greater|likelier|that of)\b"
        ),
        _RATE,
    ),
    (
        "rate",
        "women people patients cases users participants trials studies",
        (
            rf"\b{_NUMBER} (?:women|people|patients|cases|users|participants|trials|studies)\b(?!"
            r" (?:in your|you know|close))"
        ),
        _RATE,
    ),
    (
        "rate",
        None,
        rf"\b{_NUMBER}(?: \w+)? (?:of|out of) (?:every )?{_NUMBER}\b(?![ -]*{_SPAN_UNIT})",
        _RATE,
    ),
    (
        "rate",
        None,
        (
            rf"\b(?!one\b){_NUMBER} (?:of|out of) (?:the |these |those"
            rf" )?(?:{_NUMBER}|{_PERSONS}|them|those)\b(?![ -]*{_SPAN_UNIT})"
        ),
        _RATE,
    ),
    (
        "rate",
        None,
        (
            rf"\b{_NUMBER} to {_NUMBER} (?:odds|chance|against|on)\b|\bodds (?:of|are)"
            rf" {_NUMBER}\b|\bfifty[- ]fifty\b"
        ),
        _RATE,
    ),
    (
        "rate",
        "ty",
        (
            rf"\b(?:by|about|around|nearly|almost|roughly) {_TENS}(?:[- ]{_NUMBER_WORD})?\b(?!["
            rf" -]*{_SPAN_UNIT})"
        ),
        _RATE,
    ),
    (
        "rate",
        "fall fell drop cut rise rose reduced improved",
        (
            r"\b(?:falls?|fell|fallen|drops?|dropped|cuts?|rises?|rose|reduced|improved)"
            rf" (?:by|from|to) {_NUMBER}\b(?![ -]*{_SPAN_UNIT})"
        ),
        _RATE,
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
            rf"\b(?:average|mean|median)(?: \w+){{0,4}} {_NUMBER}\b|\b{_NUMBER} {_SPAN_UNIT} on"
            r" average\b"
        ),
        _RATE,
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
        (
            "tablet capsule pill pump puff spray patch pessar sachet drop dose dosage spoon"
            " applicator measure squirt injection cup glass"
        ),
        rf"\b(?:an?|the|each) {_FORM} (?:an?|each|every|per|at|in the) {_ROUND}\b",
        _TIMING,
    ),
    (
        "dose-timing",
        None,
        r"\b(?:b\.?d|t\.?d\.?s|q\.?d\.?s|q\.?d|o\.?d|p\.?r\.?n|[btq]\.i\.d|[tq]id)\.?(?=\s|$|[,;])(?<![A-Z]{2})",
        _TIMING,
    ),
    ("rate", "% ٪ ‰ cent", r"%|٪|‰|\bper[ -]?cent(?:age)?s?\b|\bpercentiles?\b", _RATE),
    (
        "rate",
        "half third quarter fifth sixth eighth ninth tenth majority minority",
        r"\b(?:half|(?:an?|one)[- ](?:(?:good|full|whole|further|mere|small|large|big)"
        r" )?(?:half|third|quarter|fifth|sixth|eighth|ninth|tenth)|two[- ]thirds|thirds|three[-"
        r" ]quarters|quarters"
        r"|(?:a |the )?majority|minority) (?:of|the)\b",
        _RATE,
    ),
    (
        "rate",
        "thirds quarters fifths sixths sevenths eighths ninths tenths",
        (
            r"\b(?:two|three|four|five|six|seven|eight|nine)[-"
            r" ](?:thirds|quarters|fifths|sixths|sevenths|eighths|ninths|tenths)\b"
        ),
        _RATE,
    ),
    (
        "rate",
        "half third quarter fifth sixth eighth ninth tenth",
        r"(?<!hour and )(?<!year and"
        r" )\b(?:by|nearly|about|around|over|almost|roughly|under|than|an?|one)[- ](?:an?[-"
        r" ]|one[- ])?"
        r"(?:half|thirds?|quarters?|fifths?|sixths?|eighths?|ninths?|tenths?)\b"
        r"(?! (?:an hour|hour|a day|a"
        r" year|time|reason|person|opinion|type|kind|year|month|week|day|night|party|option|choice|cause|trimester)\b)",
        _RATE,
    ),
    (
        "rate",
        "hundred thousand million dozen ten",
        (
            r"\b(?:a few|few|some|several|many|most|only) (?:\w+ )?(?:in|out of|of|from|per)"
            r" (?:every |each |an? |one )?(?:hundreds?|thousands?|millions?|dozens?|ten|tens)\b"
        ),
        _RATE,
    ),
    (
        "rate",
        "half",
        (
            rf"\bhalf (?:these |those )?{_PERSONS}\b|\bhalf"
            r" (?:improve|feel|find|get|had|have|notice|report|stop)[a-z]{0,3}\b"
        ),
        _RATE,
    ),
    ("rate", "every", rf"\bevery (?:second|other|third|fourth|fifth|tenth) {_PERSONS}\b", _RATE),
    (
        "rate",
        "fold",
        rf"\b(?:{_NUMBER}|several|many)[- ]?fold\b|\b(?:two|three|four|five|six|ten)fold\b",
        _RATE,
    ),
    (
        "rate",
        "doubl trebl tripl quadrupl halv treble",
        (
            r"\b(?:doubl|trebl|tripl|quadrupl|halv)(?:es|ed|ing)\b|\b(?:double|treble|triple|halve)"
            r" (?:the|your|her|their|that|what)\b"
        ),
        _RATE,
    ),
    (
        "rate",
        "hundred thousand million dozen tens",
        (
            r"\b(?:hundreds|thousands|millions|dozens|tens)"
            r" of\b|\b(?:million|thousand|hundred|dozen) (?:women|people|patients|cases)\b"
        ),
        _RATE,
    ),
    (
        "rate",
        "ratio rate prevalence incidence",
        (
            r"\b(?:odds|risk|hazard) ratio\b|\bsuccess rates?\b|\bresponse rates?\b|\bprevalence"
            r" (?:is|of)\b|\bincidence\b"
        ),
        _RATE,
    ),
    (
        "link",
        "http ftp www .com .org .net .co .uk .gov .nhs .io .eu .info .health .shop .store .app",
        r"\b(?:https?|ftp)://\S+|\bwww\.\S+|\b[\w-]+\.(?:com|org|net|co|uk|gov|nhs|io|eu|info|health|shop|store|app)\b(?:/\S*)?",
        _LINK,
    ),
)
_FIGURE = re.compile(r"\d")
_COUNTING = """one two three four five six seven eight nine ten eleven twelve teen twenty thirty forty fifty sixty seventy eighty ninety
hundred thousand million dozen half quarter once twice thrice"""
_COUNTED = tuple(_COUNTING.split())
_COUNTED_WORD = re.compile(rf"\b(?:{'|'.join((*_COUNTED, 'thir', 'fif'))})")


@dataclass(frozen=True, slots=True)
class _Rule:
    name: str
    needs: tuple[str, ...] | None
    pattern: re.Pattern[str]
    advice: str

    def broken_in(self, read: str, lowered: str) -> Iterator[Breach]:
        if self.needs is None or any(letters in lowered for letters in self.needs):
            for match in self.pattern.finditer(read):
                yield Breach(self.name, match.group().strip(), match.start(), self.advice)


_NUMBER_RULES, _RULES = (
    tuple(
        _Rule(
            name,
            tuple(needs.split()) if needs else None,
            re.compile(pattern, re.IGNORECASE),
            advice,
        )
        for name, needs, pattern, advice in rows
    )
    for rows in (_NUMBER_PATTERNS, _PATTERNS)
)

# Digits that may stand. Each alternative is one of: an emergency or helpline number, a year, an
# age, a span of time,
# or a name that holds a digit. A digit outside every one of these is a figure, and figures are
# refused.
_SPAN = rf"{_DIGITS}(?:(?: to | or |-|–| and ){_DIGITS})?[ -]{_SPAN_UNIT}"
# Those of `content.pages.phone_numbers`, which a test holds them to
_CALLED = "999|112|911|000|111|988|116 123|13 11 14|1737"
_ALLOWED_DIGITS = re.compile(
    rf"\b(?:{_CALLED})\b"
    r"|\b(?:19|20)\d\d\b"
    rf"|\b{_SPAN}\b"
    r"|\b(?:age[ds]?|ages of|before|under|over|until|till|after|past|younger than|older"
    r" than|below|above|turn(?:ed|ing)?|between)"
    r"(?: the)?(?: age)?(?: of)? \d\d\b(?:(?: and | to | or |-|–)\d\d\b)?(?!"
    r" *(?:women|people|patients|times|\w*g\b))"
    r"|\b(?:at|from) [3-9]\d\b(?:(?: to | or |-|–)[3-9]\d\b)?(?!"
    r" *(?:women|people|patients|times|\w*g\b))|\b[3-7]\d to [3-7]\d\b"
    r"|\b\d\d or (?:over|older|under|above)\b|\b\d\d and (?:over|older|under)\b"
    r"|\b\d\d-year-old\b"
    r"|\b(?:NG|CG|QS|TA)\d{1,4}\b|\b[Tt]ype["
    r" -][12]\b|\bB1?[26]\b|\bGLP-?1\b|\bNK-?[13]\b|\bCYP\w+\b|\bCO2\b|\b[Tt]3\b|\b[Tt]4\b|\bHbA1c\b|\bBRCA[12]?\b|\bHPV\b"
    r"|\bCA-?125\b|\bphase [123]\b|\bLevel [1-3]\b",
    re.IGNORECASE,
)
_ANY_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")

# A nutrient may be named as something a blood test looks for, never as something to take.
_TESTED = re.compile(
    r"\b(?:test|tests|tested|level|levels|low|lack|lacking|check|checks|checked|deficien\w+|short"
    r" of|shortage)\b",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    r"\b(?:supplement\w*|tablets?|capsules?|take|takes|taking|top[- ]up|dose\w*)\b", re.IGNORECASE
)
_NUTRIENTS = frozenset({"vitamin d", "b6", "b12", "b complex", "folic acid", "vitamin e"})

_REMEDY = re.compile(
    r"\b(?:(?:food |dietary |herbal"
    r" )?supplements?|supplementation|herbs?|herbal|botanicals?|homo?eopath\w*|(?:multi-?)?vitamins?"
    r"|(?:multi-?)?minerals?(?! (?:density|content|loss|oils?)\b)|natural remed(?:y|ies)|health(?:["
    r" -]foods?)?[ -](?:shop|store)s?)\b",
    re.IGNORECASE,
)
# May be looked for by a test
_NUTRIENT = re.compile(r"(?:multi-?)?(?:vitamin|mineral)", re.IGNORECASE)
# Which part of a doctor flag says whom to call at once: the two ways in which the records say it.
_WHOM_TO_CALL = re.compile(
    r"(?<!not )\b(?:call|ring|phone|dial)\b[^.?!]*?\b(?:emergency"
    r" (?:number|services?)|999|112|911|000)\b|(?<!not )\bgo (?:straight |now )?to"
    r" (?:an?|the|your)(?: \w+)? emergency department\b",
    re.IGNORECASE,
)
FEWEST_WORDS = 5  # of a part of a doctor flag
_PLAIN = str.maketrans({"’": "'", "‘": "'", "⁄": "/", "‐": "-", "‑": "-"})
_SPACES = re.compile(r"[^\S\n]+")


def folded(text: str) -> str:
    """The text as the rules read it: one code point per letter (NFKC), plain quotes and hyphens,
    one space, no invisible characters.
    """
    if not text.isascii():
        text = unicodedata.normalize(
            "NFKC",
            text.replace("½", "half").replace("¼", "quarter of a").replace("¾", "three quarters"),
        )
        text = "".join(
            character for character in text if unicodedata.category(character) != "Cf"
        ).translate(_PLAIN)
    return _SPACES.sub(" ", text)


@lru_cache(maxsize=1)
def brand_names() -> frozenset[str]:
    """Brand names, lower case, from `brands.txt` (one a line, `#` opens a comment): understood as
    input, never printed.
    """
    lines = (
        line.split("#")[0].strip().lower()
        for line in BRANDS_FILE.read_text(encoding="utf-8").splitlines()
    )
    return frozenset(line for line in lines if line)


def breaches(
    text: str, *, withheld: Iterable[str] = (), herbal: bool = False
) -> tuple[Breach, ...]:
    """Every breach in `text`, in reading order.

    `herbal`: the text is of a supplement's or herb's own record, which may say that it is one.

    `withheld`: the names and other names of all supplements and herbs that may not be named in this
    text; one that ends with a star may be named, though beside no claim. A released supplement's
    own record passes those of the others.
    """
    return _read(
        text, _lowered(withheld if isinstance(withheld, frozenset) else frozenset(withheld)), herbal
    )


@lru_cache(maxsize=256)
def _lowered(names: frozenset[str]) -> frozenset[str]:
    """The names in lower case: one object for equal sets, since thousands of remembered texts hold
    on to it.
    """
    return frozenset(name.lower() for name in names)


@lru_cache(maxsize=256)
def _parted(withheld: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The names that no text may use, and those that it may, though beside no claim: the starred,
    and substances.
    """
    plain = frozenset(name for name in withheld if not name.endswith("*"))
    return plain, substances(plain) | frozenset(name.rstrip("*") for name in withheld - plain)


@lru_cache(maxsize=8192)
def _read(text: str, withheld: frozenset[str], herbal: bool) -> tuple[Breach, ...]:
    """The breaches of one text, remembered: after a change of content all but a few texts are the
    same as before.
    """
    read = folded(text)
    lowered, figures = plain_case(read), _FIGURE.search(read)
    found: list[Breach] = []
    # “one”, a new line, “in ten”; a blank line is two spaces, which no rule reaches across
    on_one_line = read.replace("\n", " ")
    for rule in (*_number_rules(lowered, bool(figures)), *_RULES):
        found += rule.broken_in(on_one_line, lowered)
    if figures:
        found += _figures(read)
    found += (Breach("brand", m.group(), m.start(), _BRAND) for m in named(brand_names(), read))
    found += promises(read)
    found += orders(read)
    plain, spoken = _parted(withheld)
    found += substance_claims(read, spoken)
    found += _remedies(read, plain, herbal)
    return tuple(sorted(found, key=lambda breach: (breach.start, breach.rule)))


def _number_rules(lowered: str, figures: bool) -> tuple[_Rule, ...]:
    """Those of the rules about numbers that a text can break at all."""
    if figures:
        return _NUMBER_RULES
    if not any(word in lowered for word in _COUNTED):
        return ()
    return _NUMBER_RULES if _COUNTED_WORD.search(lowered) else _NUMBER_RULES[:1]


def _figures(read: str) -> Iterator[Breach]:
    spared = [match.span() for match in _ALLOWED_DIGITS.finditer(read)]
    for match in _ANY_DIGITS.finditer(read):
        if not any(start <= match.start() and match.end() <= end for start, end in spared):
            yield Breach("figure", match.group(), match.start(), _RATE)


def _is_whole(text: str) -> bool:
    """Whether a text ends as a sentence does, or with a list that a line ending with a colon leads."""
    parts = list(blocks(text))
    led = len(parts) > 1 and parts[-1].is_list and parts[-2].lines[0].endswith(":")
    return led or text.endswith((".", "!", "?"))


def doctor_breaches(emergency: str, soon: str, routine: str) -> Iterator[tuple[str, Breach]]:
    """What the three parts of a doctor flag lack to be of use, each with the part's name. What is
    blank is refused as that.
    """
    for name, text in (("emergency", emergency), ("soon", soon), ("routine", routine)):
        text = text.strip()
        if text and (len(WORD.findall(text)) < FEWEST_WORDS or not _is_whole(text)):
            yield name, Breach("doctor", text, 0, _WHOLE)
        elif text and name == "emergency" and not _WHOM_TO_CALL.search(folded(text)):
            yield name, Breach("doctor", text, 0, _CALL)


def _remedies(read: str, withheld: frozenset[str], herbal: bool) -> Iterator[Breach]:
    found = list(named(withheld, read))
    yield from _misspelt(read, withheld)
    if not found and not _REMEDY.search(read):
        return
    sentences = [match.span() for match in SENTENCE.finditer(read)]
    # In the whole text, since a name may hold a stop; judged by the sentences that it stands in
    for match in found:
        words = " ".join(
            read[start:end]
            for start, end in sentences
            if start < match.end() and match.start() < end
        )
        tested = (
            match.group().lower() in _NUTRIENTS
            and _TESTED.search(words)
            and not _TAKEN.search(words)
        )
        if not tested:
            yield Breach("withheld", match.group(), match.start(), _WITHHELD)
    for start, end in () if herbal else sentences:
        for match in _REMEDY.finditer(read, start, end):
            tested = (
                _NUTRIENT.match(match.group())
                and _TESTED.search(read, start, end)
                and not _TAKEN.search(read, start, end)
            )
            if not tested and not ASKING.search(read, start, end):
                yield Breach("supplement-claim", match.group(), match.start(), CLAIM)


SHORTEST_MENDED = 6  # letters of a word of a name that is known with one letter wrong
# Words of everyday English that the known ones lack and a letter parts from a name (measured on
# 360,000 words of texts at hand).
_ORDINARY = frozenset(
    (
        "creating",
        "creation",
        "creations",
        "creative",
        "females",
        "golfer",
        "mooring",
        "realize",
        "realized",
        "reddish",
        "relish",
        "thorns",
    )
)


def _misspelt(read: str, withheld: frozenset[str]) -> Iterator[Breach]:
    """Names of `withheld` with one letter wrong in a word: one that is no known word, so that none
    is taken for another.
    """
    words = {word for word in WORD.findall(plain_case(read)) if not spelling().common(word)}
    unknown = {
        word for word in words - _ORDINARY if len(word) >= SHORTEST_MENDED - 1 and word.isalpha()
    }
    if not unknown:
        return
    for match in WORD.finditer(read):
        word = plain_case(match.group())
        if word not in unknown:
            continue
        for meant in {_remains(withheld).get(part, "") for part in (word, *one_less(word))} - {
            "",
            word,
        }:
            if meant[0] == word[0] and abs(len(meant) - len(word)) <= 1:
                mended = f"{read[: match.start()]}{meant}{read[match.end() :]}"
                end = match.start() + len(meant)
                if any(
                    found.start() < end and match.start() < found.end()
                    for found in named(withheld, mended)
                ):
                    yield Breach("withheld", match.group(), match.start(), _WITHHELD)
                    break


def one_less(word: str) -> set[str]:
    """What remains of a word when one letter is left out: each way once."""
    return {word[:place] + word[place + 1 :] for place in range(len(word))}


@lru_cache(maxsize=64)
def _remains(names: frozenset[str]) -> Mapping[str, str]:
    """What remains of the longer words of names with one letter left out, or none, each with its
    word.
    """
    words = sorted(
        {
            word
            for name in names
            for word in WORD.findall(plain_case(name))
            if len(word) >= SHORTEST_MENDED
        }
    )
    return {part: word for word in words for part in (word, *one_less(word))}
