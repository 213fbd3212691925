"""What a cited publication may say: its organisation and title pass the wording rules, its address
leads to no shop.

A title is quoted and cannot be reworded, so what is fair in the title of a guideline may stand: an
age group, such as “over 16s”, or the word “cure”.
"""

import re
from collections.abc import Iterator

from content.language.normalise import plain_letters
from content.wording.claims import Violation
from content.wording.rules import violations

_AGE_GROUP = re.compile(r"\b(over|under)[ -]\d{1,2}s\b", re.IGNORECASE)
_SHOP = re.compile(
    r"\b(?:shop|shops|shopping|store|stores|buy|basket|cart|checkout|amazon|ebay|etsy|iherb|affiliates?)\b"
)
_NO_SHOP = "Cite the publication itself: no shop, no product and no brand in its address."


def source_violations(
    organisation: str, title: str, url: str, withheld: frozenset[str]
) -> Iterator[tuple[str, Violation]]:
    """Every rule that a source breaks, each with its field. `withheld`: the names of supplements
    and herbs that it may not use.
    """
    for field, text in (
        ("organisation", organisation),
        ("title", _AGE_GROUP.sub(r"\1 that age", title)),
    ):
        # “Is there a cure for …?” is theirs
        yield from (
            (field, violation)
            for violation in violations(text, withheld=withheld)
            if violation.rule != "promise"
        )
    words = re.sub(r"[^a-z0-9']+", " ", plain_letters(url).lower())
    for shop in _SHOP.finditer(words):
        yield "url", Violation("link", shop.group(), shop.start(), _NO_SHOP)
    for violation in violations(words, withheld=withheld):
        if violation.rule in ("brand", "withheld"):
            yield "url", Violation(violation.rule, violation.found, violation.start, _NO_SHOP)
