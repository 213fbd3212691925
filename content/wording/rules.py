"""What no clinical text may say: the contract's "Nothing that must not be said", in one place.

`violations(text)` is pure and total: text in, a tuple of `Violation` out, empty when the text may
be published. It is called when a record is saved, when seed files are loaded, and again before a
record may enter the catalogue.

Digits are refused unless they are one of the few things that may stand: an age or a time span (they
say when to seek care), a year, an emergency number, or a name that holds a digit (type 2 diabetes,
NG23). Everything else is refused by what it is: a dose, a timing, a rate, a brand, a link, a
promise, a claim about a supplement or herb.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from content.wording.claims import (
    ASKING,
    CLAIM,
    SENTENCE,
    Violation,
    named,
    orders,
    plain_case,
    promises,
    substance_claims,
    substances,
)
from content.wording.figures import figures
from content.wording.misspelt import WITHHELD, misspelt
from content.wording.patterns import FIGURE, RULES, number_rules

BRANDS_FILE = Path(__file__).parent / "brands.txt"
_BRAND = "Leave out brand names: use the medicine’s own name."

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

_SUPPLEMENT = re.compile(
    r"\b(?:(?:food |dietary |herbal )?supplements?|supplementation|herbs?|herbal|botanicals?"
    r"|homo?eopath\w*|(?:multi-?)?vitamins?|(?:multi-?)?minerals?"
    r"(?! (?:density|content|loss|oils?)\b)|natural remed(?:y|ies)"
    r"|health(?:[ -]foods?)?[ -](?:shop|store)s?)\b",
    re.IGNORECASE,
)
# May be looked for by a test
_NUTRIENT = re.compile(r"(?:multi-?)?(?:vitamin|mineral)", re.IGNORECASE)
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


def violations(
    text: str, *, withheld: Iterable[str] = (), herbal: bool = False
) -> tuple[Violation, ...]:
    """Every violation in `text`, in reading order.

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
def _read(text: str, withheld: frozenset[str], herbal: bool) -> tuple[Violation, ...]:
    """The violations of one text, remembered: after a change of content all but a few texts are the
    same as before.
    """
    read = folded(text)
    lowered, has_figure = plain_case(read), bool(FIGURE.search(read))
    found: list[Violation] = []
    # “one”, a new line, “in ten”; a blank line is two spaces, which no rule reaches across
    on_one_line = read.replace("\n", " ")
    for rule in (*number_rules(lowered, has_figure), *RULES):
        found += rule.broken_in(on_one_line, lowered)
    if has_figure:
        found += figures(read)
    found += (Violation("brand", m.group(), m.start(), _BRAND) for m in named(brand_names(), read))
    found += promises(read)
    found += orders(read)
    plain, spoken = _parted(withheld)
    found += substance_claims(read, spoken)
    found += _supplements(read, plain, herbal)
    return tuple(sorted(found, key=lambda violation: (violation.start, violation.rule)))


def _supplements(read: str, withheld: frozenset[str], herbal: bool) -> Iterator[Violation]:
    """What a text says of supplements and herbs, by a withheld name or in general."""
    found = list(named(withheld, read))
    yield from misspelt(read, withheld)
    if not found and not _SUPPLEMENT.search(read):
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
            yield Violation("withheld", match.group(), match.start(), WITHHELD)
    for start, end in () if herbal else sentences:
        for match in _SUPPLEMENT.finditer(read, start, end):
            tested = (
                _NUTRIENT.match(match.group())
                and _TESTED.search(read, start, end)
                and not _TAKEN.search(read, start, end)
            )
            if not tested and not ASKING.search(read, start, end):
                yield Violation("supplement-claim", match.group(), match.start(), CLAIM)
