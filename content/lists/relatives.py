"""What a list tells of others: “husband has type 2 diabetes”, “daughter has endometriosis”.

In: a list, its records read. Out: the same list without it, each thing in its place: it is a remark. What runs in her family (“mum had osteoporosis”)
is for her to raise, and stays. A list that is a relative's (“Mum (54) – night sweats, joint pain”) is read as hers, and one that tells of nothing
else is left as it is.
"""

import re
from functools import lru_cache

from content.lexicon import listed
from content.lists.fields import NOT_HERS
from content.matching.features import Names
from content.matching.general import not_covered
from content.name_keys import compared, flat, mended

# Of these she may have inherited it.
_FOREBEARS = listed("""
    mum mom mam mummy mother dad daddy father sister brother aunt auntie uncle gran granny grandma nan nana grandmother grandad grandfather
""")
_WHO = "|".join(sorted(_FOREBEARS | listed("daughter son husband hubby partner wife boyfriend cousin niece nephew")))
_SEGMENT = re.compile(r"([\n,;]|[.!?](?=\s|\Z))")
_OF_RELATIVE = re.compile(
    rf"\s*(?:[-*•]\s+)?(?:(?:and|but|also)\s+)?(?:(?:my|her|his|our)\s+)?(?P<who>{_WHO})s?(?:\s*\([^()]{{0,20}}\))?\s*(?:(?:also|both|just|always)\s+)?"
    r"(?:(?P<has>has|had|have|got|gets|with|went through|suffers? (?:with|from)|died (?:of|from)|was diagnosed with)\s|(?:[-–—:=]|[-–—]>)\s)"
    r"\s*(?P<told>\S.*)",
    re.IGNORECASE,
)
_MEN = listed("dad daddy father brother uncle grandad grandfather son husband hubby boyfriend nephew")
_HERSELF = re.compile(rf"\b(?:i|i['’]?(?:m|ve|d)|me|mine|myself|my(?!\s+(?:{_WHO})))\b", re.IGNORECASE)
_SHE = re.compile(r"\b(?:she|her|hers|she['’]s|he|his)\b", re.IGNORECASE)
_SMALL = listed(
    "a an the bad badly early late type 1 2 had got been diagnosed with severe also really terrible very her his some lots of both and young"
)


def without_relatives(words: str, names: Names) -> str:
    """The list without what it tells of those from whom she has inherited nothing."""
    pieces = _SEGMENT.split(words)
    said = pieces[::2]
    found = [_OF_RELATIVE.match(text) for text in said]
    told = [(match if match and _is_illness(match["told"], names) else None) for match in found]
    if not any(told):
        return words
    if told[0] and not _is_past(told[0]) and _is_of(said[1:], told[1:]):
        told[0] = None
    out: list[str] = []
    covered = False  # whether a head (“Daughter – …”) still reaches here
    for place, (text, match) in enumerate(zip(said, told, strict=True)):
        covered = covered and pieces[2 * place - 1] in ",;"
        if match and match["who"].lower() in _FOREBEARS:
            covered = False
        elif match:
            covered, text = not match["has"], NOT_HERS
        elif covered and text.strip():
            text = NOT_HERS
        out += [text, *pieces[2 * place + 1 : 2 * place + 2]]
    return "".join(out) if any(text.strip(" \t\r-*•–") for text in out[::2]) else words


def _is_past(told: re.Match[str]) -> bool:
    """Whether what is told of a relative cannot be what the list is of: what she had (“sister had breast cancer”), or what a man has."""
    return told["who"].lower() in _MEN or (told["has"] or "").lower().startswith(("had", "died", "was", "went"))


def _is_of(others: list[str], told: list[re.Match[str] | None]) -> bool:
    """Whether a list that begins with a relative is that person's: what follows speaks of nobody else, or of her again."""
    behind = " ".join(text for text, match in zip(others, told, strict=True) if not match)
    return bool(_SHE.search(behind)) or not (any(told) or _HERSELF.search(behind))


def _is_illness(told: str, names: Names) -> bool:
    """Whether what is told of somebody begins with the name of an illness or a symptom."""
    row = compared(flat(mended(told)))
    begins = (place for known in (names, _others()) for place, _, _ in known.placed(row))
    return any(all(word in _SMALL for word in row[:place]) for place in begins)


@lru_cache(maxsize=1)
def _others() -> Names:
    """The names of illnesses that are not covered."""
    return Names(not_covered("topics"))
