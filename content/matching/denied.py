"""Names that a query rules out: “not hot flushes, I mean night sweats”, “fatigue without low mood”, “anything but yoga”, “palpitations? no”.

In: the words of a query, sentence by sentence, and the names of a family. Out: the records that are named nowhere but where
they are ruled out. A name is ruled out when small words alone stand between it and a word that rules out; what is complained
of because it is lacking (“no libido”) is not. Nobody is answered with what she says she does not mean.
"""

from collections.abc import Collection

from content.lexicon import listed
from content.matching.features import Names, compared
from content.matching.general import adds_nothing

# Words as they are compared: without articles, apostrophes and plural endings.
_NO = listed("not no without except nor neither isnt arent wasnt werent aint nope")
_NOT_HAVING = listed("dont doesnt havent hasnt") | {"not"}
_HAVING = listed("have got get")
_PAIRS = frozenset(
    {
        ("other", "than"),
        ("rather", "than"),
        ("apart", "from"),
        ("aside", "from"),
        ("replacement", "for"),
        ("substitute", "for"),
        ("alternative", "to"),
    }
)
_SMALL = listed("i do does am is it its so really actually talking asking about mean any real sort kind say saying said")
_NEVER_MIND = listed("forget ignore scrap")  # at the beginning, with nothing between
_JOINED = listed("or nor")  # “no headaches or palpitations”
_ANSWERED = listed("no nope nah none never")
_UNSURE = listed("sure know certain tell whether if wonder wondering worried check")  # “how can I be sure it isn't my thyroid”
_FAR = 4  # words between a name and what rules it out
# What one may lack: “no sleep” and “without energy” are complaints.
LACKED = listed("""
    sleep sleeping energy libido sex drive desire interest in arousal orgasm orgasms memory concentration focus motivation patience appetite
    confidence period periods saliva tears moisture lubrication joy pleasure get up and go stamina strength balance
""")
# Of treatments, what she will not have is ruled out too, and so is the opposite: “non-hormonal”, “oestrogen blockers”, “hormone free”.
_NO_TREATMENT = listed("non anti but avoid avoiding")
_SMALL_OF_TREATMENT = _SMALL | listed("want wanting take taking use using on to for need like")
_OPPOSITE = listed("blocker blocking inhibitor antagonist suppressant suppressing suppression free alternative")


def ruled_out(parts: Collection[list[str]], names: Names, treatments: bool) -> set[str]:
    """The records that a query names only to rule them out; `treatments` is whether they are treatments."""
    out: set[str] = set()
    meant: set[str] = set()
    rows = [compared(part) for part in parts]
    for place, row in enumerate(rows):
        after = rows[place + 1] if place + 1 < len(rows) else []
        answered_no = len(after) > 0 and after[0] in _ANSWERED and (len(after) == 1 or names.inside(row).keys() <= _alone(row, names))
        end, joined = 0, False
        for start, phrase, slug in names.placed(row):
            joined = joined and set(row[end:start]) <= _JOINED and start > end
            end = start + phrase.count(" ") + 1
            lacked = LACKED.issuperset(phrase.split())
            denied = not lacked and (joined or answered_no or _ruled_out(row, start, end, treatments))
            (out if denied else meant).add(slug)
            joined = denied
    return out - meant


def denies_only(words: Collection[str]) -> bool:
    """Whether what stands beside the names in a query only denies or asks (“I don't have …”)."""
    return adds_nothing(word for word in words if word not in _NO and word not in _NOT_HAVING)


def _alone(row: list[str], names: Names) -> set[str]:
    """The record that a sentence is nothing but the name of."""
    slug = names.whole.get(" ".join(row))
    return {slug} if slug else set()


def _ruled_out(row: list[str], start: int, end: int, treatments: bool) -> bool:
    """Whether a name, from `start` to `end` of a row of words, stands behind a word that rules it out."""
    if row[end:] == ["no"] or (treatments and row[end : end + 1] and row[end] in _OPPOSITE):
        return True
    if start == 1 and row[0] in _NEVER_MIND:
        return True
    small = _SMALL_OF_TREATMENT if treatments else _SMALL
    having = False
    for at in range(start - 1, max(start - 1 - _FAR, -1), -1):
        word = row[at]
        if word in _NO and not _UNSURE.isdisjoint(row[max(at - 3, 0) : at]):
            return False
        if word in _NO or (treatments and word in _NO_TREATMENT) or word == "instead" or (at and (row[at - 1], word) in _PAIRS):
            return True
        if (having or treatments) and word in _NOT_HAVING:
            return True
        having = having or word in _HAVING
        if word not in small and word not in _HAVING:
            return False
    return False
