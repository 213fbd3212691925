"""What no text may promise, order or claim: relief for everybody, a medicine stopped, help from
what is withheld.

All of it is pure: text in, violations out. `content.wording.rules` reads every text by it, beside
its own rules.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing a text may not say: the rule broken, the words that break it, and what to write
    instead.
    """

    rule: str
    found: str
    start: int
    advice: str

    def __str__(self) -> str:
        return f"{self.advice} (found: “{self.found}”)"


def said_of(violations: Iterable[Violation]) -> list[str]:
    """What to tell a writer of the violations of one text: each advice once, with all the words
    that it is about. Words within longer ones that are named too are left out.
    """
    found: dict[str, list[Violation]] = {}
    for violation in violations:
        found.setdefault(violation.advice, []).append(violation)
    out = []
    for advice, group in found.items():
        words = dict.fromkeys(
            f"“{one.found}”"
            for one in group
            if not any(one is not other and _within(one, other) for other in group)
        )
        out.append(f"{advice} (found: {', '.join(words)})")
    return out


def _within(one: Violation, other: Violation) -> bool:
    starts, ends = other.start, other.start + len(other.found)
    inside = starts <= one.start and one.start + len(one.found) <= ends
    return inside and len(one.found) < len(other.found)


PROMISE = "Promise nothing: say what research points to, and that it helps some people."
ORDER = (
    "Tell nobody to stop or change a medicine: say to ask the prescriber first, or what to do at"
    " once."
)
CLAIM = (
    "Say nothing about supplements or herbs except to ask or tell a doctor, nurse or pharmacist"
    " about them."
)

SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")
WORD = re.compile(r"[^\W_]+")
# What may stand for a space of a name: “St. John's wort”, “black–cohosh”
_JOINED = r"[\s._/\-‐‑‒–—―−]+"
# Letters that a pattern takes for an i, whatever its case
_OTHER_I = {0x130: "i", 0x131: "i", 0x307: None}

# What promises more than any treatment keeps, where no denial stands right before it and nobody
# asks (“Is there a cure?”).
_PROMISED = re.compile(
    r"\b(?:cur(?:e|es|ed|ing)|proven|guarante(?:e|es|ed|eing)"
    r"|(?:no|zero|without(?: any)?) risks?(?! factors?\b)|risk[- ]free"
    r"|(?:completely|perfectly|entirely|totally|absolutely|wholly|fully) safe"
    r"|side[- ]effects?[- ]free|free (?:of|from) (?:any |all )?side[- ]effects?"
    r"|(?:no|zero|without(?: any)?) side[- ]effects?)\b",
    re.IGNORECASE,
)
_MARVEL = re.compile(
    r"\b(?:work(?:s|ed|ing)?|do(?:es|ing)?|did) wonders\b"
    r"|\bwonder (?:cure|drug|treatment|remedy)\b|\bmiracles?\b|\bmiraculous(?:ly)?\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:\b(?:no|not|never|cannot|nor|neither|without|nobody|nothing|hardly|rather than)|n't)"
    r"(?: (?:an?|any|the|as|be|been|is|are|it|yet|known|clear|clearly|fully|really|so"
    r" far|well|single"
    r"|quick|lasting|proven|mean(?: that)?|there|that))*\s*$",
    re.IGNORECASE,
)
# What says that it is so for everybody, or always. A denial anywhere before it takes it back (“no
# option works for everyone”).
_HELPS = r"(?:works?|helps?|suits?|eases?|relieves?|stops?|ends?|safe|right|good|effective)"
_EVERYBODY = (
    r"(?:everyone|everybody|anyone|anybody|every (?:woman|person|patient)|all"
    r" (?:women|people|patients))"
)
_FOR_ALL = re.compile(
    rf"\b{_HELPS}(?: \w+){{0,2}}? {_EVERYBODY}\b"
    r"|\b(?:always|never fails? to|(?:is|are) (?:sure|certain|bound) to"
    r"|will (?:always|certainly|definitely|surely))"
    r" (?:help|work|ease|relieve|stop|improve|end)[a-z]{0,2}\b"
    r"|\bnever fails\b",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"(?:\b(?:no(?! doubt\b| question\b)|not(?! only\b| just\b)|never(?="
    r" always)|nothing|none|cannot|nor|neither|nobody|hardly|rarely|few)|n't)\b",
    re.IGNORECASE,
)

# An order to stop or change a medicine, at the beginning of a clause. What tells of somebody to
# ask, or of getting help, is none.
_MEDICINE = (
    r"(?:tablets?|pills?|medicines?|medications?|drugs?|prescriptions?|hrt|antidepressants?|statins?"
    r"|insulin|inhalers?|injections?|patch(?:es)?|gels?|treatments?|blood thinners?|steroids?"
    r"|tamoxifen|warfarin|levothyroxine|contracepti\w+|chemotherapy|doses?)"
)
_LEADING = (
    r"(?:just|simply|now|please|so|then|and|you (?:can|could|may|should|must|need to|have to)"
    r"|it is (?:fine|safe|best|better|ok|okay) to|try to|safely)"
)
_ORDER = re.compile(
    rf"(?:^|[,;:–-])\W{{0,5}}(?:{_LEADING} )*(?:stop|quit|skip|drop|ditch|bin|halve|double"
    rf"|cut(?: down| out| back)?(?: on)?|reduce|increase|come off|give up|throw away|replace|swap)"
    rf" (?:taking |using )?(?:(?!and |or |then )[\w'-]+ ){{0,4}}?{_MEDICINE}\b"
    rf"|\byou (?:do not|don't|no longer) need (?:to take )?your (?:[\w-]+ ){{0,3}}?{_MEDICINE}\b",
    re.IGNORECASE,
)
_ADVISED = re.compile(
    r"\b(?:ask|tell|contact|call|doctor|prescriber|pharmacist|nurse|team|clinic|emergency|advice)\b",
    re.IGNORECASE,
)
_UNADVISED = re.compile(
    r"\bwithout (?:ask|tell|see|talk|speak|call|a |any |your |the )", re.IGNORECASE
)

# Words of a product's name that say no more than that it is one: what is left is the substance.
_PRODUCT = frozenset(
    f"{one}{s}"
    for one in ("supplement", "tablet", "capsule", "pill", "product", "powder", "drop", "gummie")
    for s in ("", "s")
)
_SAID_TO_HELP = re.compile(
    r"\b(?:help\w*|eas(?:e|es|ed|ing)|reliev\w+|relief|sooth\w+|calm(?:s|ed|ing)?|improv\w+|reduc\w+"
    r"|lower(?:s|ed|ing)?|treat(?:s|ed|ing|ment)?|cur(?:e|es|ed|ing)|prevent\w*|protect\w*|boost\w*"
    r"|benefit\w*|beneficial|work(?:s|ed|ing)?|effective|worth|recommend\w*|useful|good"
    r" for|support\w*"
    r"|strengthen\w*|balanc\w+|better|best)\b",
    re.IGNORECASE,
)
_SAID_TO_BE_TAKEN = re.compile(
    r"\b(?:tak(?:e|es|en|ing)|took|try|tries|tried|trying|us(?:e|es|ed|ing)|drink\w*|sip|buy)\b",
    re.IGNORECASE,
)
# Of the body and not of what is taken: “low iron”, “your iron”, “iron levels”; and of food:
# “calcium-rich”.
_OF_THE_BODY = re.compile(
    r"\b(?:low|lower|lowered|lack of|lacking|short of|too little|(?:rich|high|low) in|sources? of"
    r"|(?:your|my|her|their)(?: \w+ and)?) $",
    re.IGNORECASE,
)
_OF_A_TEST = re.compile(r"[ -](?:levels?|stores?|rich|deficien\w+|tests?)\b", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\s*(?:it|they|this|that|these|those|many|some|most|women|people)\b", re.IGNORECASE
)
ASKING = re.compile(
    r"\b(?:ask|asks|asking|tell|telling|told|list|mention|mentioning|bring|show|check with"
    r"|talk to|speak to|withheld|interfere|write down|note down|name)\b",
    re.IGNORECASE,
)


def plain_case(read: str) -> str:
    """In lower case, as a pattern that ignores case sees it."""
    return read.lower() if read.isascii() else read.lower().translate(_OTHER_I)


@lru_cache(maxsize=512)
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    ordered = sorted(names, key=lambda name: (-len(name), name))
    alternatives = "|".join(
        _JOINED.join(map(re.escape, re.split(r"[\s-]+", name))) for name in ordered
    )
    return re.compile(
        rf"(?<![\w-])(?:{alternatives})(?![\w-])" if alternatives else r"(?!)", re.IGNORECASE
    )


@lru_cache(maxsize=256)
def _by_opening(names: frozenset[str]) -> Mapping[str, frozenset[str]] | None:
    """The names by the word that each begins with, lower case; None when one begins
    with no word.
    """
    found: dict[str, set[str]] = {}
    for name in names:
        match = WORD.match(name.lower())
        if match is None:
            return None
        found.setdefault(match[0], set()).add(name)
    return {opening: frozenset(some) for opening, some in found.items()}


def named(names: frozenset[str], read: str) -> Iterable[re.Match[str]]:
    """Where some names stand in a text.

    Most texts hold not even the first word of one, which is quick to see; the others are searched
    for those alone.
    """
    openings = _by_opening(names)
    if openings is None:
        return _any_of(names).finditer(read)
    begun = openings.keys() & set(WORD.findall(plain_case(read)))
    return (
        _any_of(frozenset().union(*(openings[word] for word in begun))).finditer(read)
        if begun
        else ()
    )


@lru_cache(maxsize=64)
def substances(names: frozenset[str]) -> frozenset[str]:
    """What products are made of, by their names: “magnesium” of “magnesium supplements”, “soy” of
    “soy and isoflavone supplements”.
    """
    found = set()
    for name in names:
        words = name.split()
        while words and words[-1] in _PRODUCT:
            words.pop()
        if len(words) < len(name.split()):
            found |= {part for part in " ".join(words).split(" and ") if len(part) > 2}
    return frozenset(found) - names


def promises(read: str) -> Iterator[Violation]:
    """What promises more than any treatment keeps."""
    yield from (
        Violation("promise", match.group(), match.start(), PROMISE)
        for match in _MARVEL.finditer(read)
    )
    for sentence in (
        SENTENCE.finditer(read) if _PROMISED.search(read) or _FOR_ALL.search(read) else ()
    ):
        if sentence.group().endswith("?"):
            continue
        for match in _PROMISED.finditer(read, *sentence.span()):
            if not _DENIED.search(read, sentence.start(), match.start()):
                yield Violation("promise", match.group(), match.start(), PROMISE)
        for match in _FOR_ALL.finditer(read, *sentence.span()):
            if not _NOT_SO.search(read, sentence.start(), match.start()):
                yield Violation("promise", match.group(), match.start(), PROMISE)


def orders(read: str) -> Iterator[Violation]:
    """What tells a reader to stop or change a medicine, and nobody to ask."""
    for sentence in SENTENCE.finditer(read):
        words = sentence.group()
        match = _ORDER.search(words)
        if (
            match
            and not words.endswith("?")
            and (not _ADVISED.search(words) or _UNADVISED.search(words))
        ):
            yield Violation(
                "order", match.group().strip(" ,;:–-"), sentence.start() + match.start(), ORDER
            )


def substance_claims(read: str, names: frozenset[str]) -> Iterator[Violation]:
    """Where one of `names` stands beside words of helping, or of taking it; a text may name it
    otherwise.

    To ask or tell somebody who takes it is fine. What its own body holds (“low iron”) is not what
    anybody takes.
    """
    found = list(named(names, read))
    sentences = [match.span() for match in SENTENCE.finditer(read)] if found else []
    for match in found:
        place = next(
            at
            for at, (start, end) in enumerate(sentences)
            if start < match.end() and match.start() < end
        )
        start, end = sentences[place]
        if _OF_THE_BODY.search(read[start : match.start()]) or _OF_A_TEST.match(read, match.end()):
            continue
        words = read[start:end]
        after = sentences[place + 1] if place + 1 < len(sentences) else (end, end)
        goes_on = read[slice(*after)] if _GOES_ON.match(read, after[0]) else ""
        taken = _SAID_TO_BE_TAKEN.search(words) and not ASKING.search(words)
        if taken or _SAID_TO_HELP.search(words) or _SAID_TO_HELP.search(goes_on):
            yield Violation("supplement-claim", match.group(), match.start(), CLAIM)
