"""Items of a list that only say where: “joint pain in hands, feet and knees” is one symptom.

In: the items of a list. Out: whether an item is made of parts of the body and small words, so that it belongs to the item before it.
"""

import re

from content.lexicon import listed

_BODY = listed("""
    hand hands finger fingers thumb thumbs wrist wrists arm arms elbow elbows shoulder shoulders neck nape back chest breastbone face cheek
    cheeks forehead temple temples crown parting chin jaw lip lips ear ears nose throat tummy belly abdomen stomach waist middle hip hips
    bum bottom buttock buttocks thigh thighs leg legs knee knees calf calves shin shins ankle ankles foot feet toe toes heel heels sole
    soles body trunk torso head scalp side sides groin spine limbs palm palms
""")
_SMALL = listed("""
    the my a an both left right upper lower inner outer top bottom front back in on of at around round over under all down up and or also
    too then sometimes mostly mainly especially esp even night nights day morning mornings evening evenings
""")
_BY_THEMSELVES = listed("head tummy stomach belly waist")  # where one has aches and wind: one of them alone may be an item
_WORD = re.compile(r"[a-z]+")


def is_where(item: str) -> bool:
    """Whether an item is made of parts of the body and small words alone."""
    words = _WORD.findall(item.casefold())
    return not _BODY.isdisjoint(words) and all(word in _BODY or word in _SMALL for word in words)


def names_a_part(item: str) -> bool:
    """Whether an item holds a part of the body, so that more of them may follow."""
    return not _BODY.isdisjoint(_WORD.findall(item.casefold()))


def places(items: list[str]) -> list[bool]:
    """Of each item of a list whether it only says where the one before it is.

    It does behind an item that holds a part of the body (“itchy arms, legs”), and where several stand in a row (“joint pain – hands, feet”).
    """
    where = [is_where(item) for item in items]
    out = [False] * len(items)
    for at in range(1, len(items)):
        in_row = where[at - 1] or where[at + 1 : at + 2] == [True]
        behind = names_a_part(items[at - 1]) and items[at].casefold() not in _BY_THEMSELVES
        out[at] = where[at] and (out[at - 1] or in_row or behind)
    return out
