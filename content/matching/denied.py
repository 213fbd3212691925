"""Names that a query rules out: “not hot flushes, I mean night sweats”, “fatigue without low mood”, “anything but yoga”, “palpitations? no”.

In: the words of a query, sentence by sentence, and the names of a family. Out: the records that are named nowhere but where
they are ruled out. A name is ruled out when small words alone stand between it and a word that rules out; what is complained
of because it is lacking (“no libido”) is not. Nobody is answered with what she says she does not mean.
"""

from collections.abc import Collection

from content.lexicon import listed
from content.matching.features import Names
from content.matching.general import adds_nothing
from content.name_keys import compared

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
_DONE = listed("leak itch sweat snore flush")
# “not at night, only during the day”: of a part, and not ruled out.
_IN_PART, _TIME = listed("only except unless"), listed("at during in when while on after before if by")
_FAR = 4  # words between a name and what rules it out
# What one may lack: “no sleep” and “without energy” are complaints.
LACKED = listed("""
    sleep sleeping energy libido sex drive desire interest in arousal orgasm orgasms memory concentration focus motivation patience appetite
    confidence period periods saliva tears moisture lubrication joy pleasure get up and go stamina strength balance
""")
# Of treatments, what she will not have is ruled out too, and so is the opposite: “non-hormonal”, “oestrogen blockers”, “hormone free”.
_NO_TREATMENT = listed("non anti avoid avoiding")
_SMALL_OF_TREATMENT = _SMALL | listed("want wanting take taking use using on to for need like contain containing involve involving include")
_OPPOSITE = listed("blocker blocking inhibitor antagonist suppressant suppressing suppression free alternative")
_ALL = listed("anything everything something all any every")  # before “but”, which sets off only what stands behind it otherwise
_COST = listed("is are get getting")  # before a name: “is HRT free on the NHS”, not “hormone-free tablets”
_COSTS = listed("on in for at if with from when after over now or to")
# A denying word that opens a question about the name itself: “Isn't anxiety common?”, “Don't antidepressants …?”
_OPENS = listed("isnt arent wasnt werent doesnt dont didnt")
_LEADS_IN = listed("but so and well surely ok also then because hi hello sorry")
_GOES_ON = listed("it its but just only im i though or and")  # behind the name where it is ruled out: “isn't a migraine, just …”
# “who should avoid HRT”, “should I avoid HRT”, “why not HRT”, “what if I don't take HRT”: about HRT.
_HELPS_ASK = listed("is are am was do does did can could should would will must shall")
_WHOM = listed("i you we they she he it one people woman women anyone someone anybody")
_BETWEEN = _HELPS_ASK | _WHOM | listed("need to have ever really just")
_OUGHT = listed("should must ought need has can could is not")
# “Can I go through menopause without HRT?” asks about HRT after all; “what helps without HRT” seeks something else.
_SEEKS = listed("""
    anything something everything nothing alternative other else instead option choice treatment treat treated treating therapy remedy medicine
    medication drug product supplement which substitute replacement rather apart aside non except natural manage managing cope coping
""")
_OF_IT = listed("if happen happens risk harm danger dangerous safe")


def ruled_out(parts: Collection[list[str]], names: Names, treatments: bool) -> set[str]:
    """The records that a query names only to rule them out; `treatments` is whether they are treatments."""
    out: set[str] = set()
    meant: set[str] = set()
    rows = [compared(part) for part in parts]
    for place, row in enumerate(rows):
        after = rows[place + 1] if place + 1 < len(rows) else []
        answered_no = after[:1] != [] and after[0] in _ANSWERED and (len(after) == 1 or _is_asked(row, after, names))
        end, joined = 0, False
        for start, phrase, slug in names.placed(row):
            joined = joined and set(row[end:start]) <= _JOINED and start > end
            end = start + phrase.count(" ") + 1
            lacked = LACKED.issuperset(phrase.split())
            denied = not lacked and (joined or answered_no or _ruled_out(row, start, end, treatments))
            (out if denied else meant).add(slug)
            joined = denied
    return out - meant


def asks_all_the_same(parts: Collection[list[str]], names: Names) -> bool:
    """Whether a query asks about what it rules out (“Can I go through menopause without HRT?”), and seeks nothing else instead."""
    rows = [compared(part) for part in parts]
    if any(not _SEEKS.isdisjoint(row) or ("what" in row and _OF_IT.isdisjoint(row)) for row in rows):
        return False
    return any(_asks(row) and names.inside(row) for row in rows) and all(row[0] not in _ANSWERED for row in rows[1:] if row)


def _asks(row: list[str]) -> bool:
    """Whether a sentence asks whether, why or who."""
    opens = [at for at, word in enumerate(row) if word in _HELPS_ASK and (row[at + 1 : at + 2] and (not at or row[at + 1] in _WHOM))]
    return not {"why", "who"}.isdisjoint(row) or any(not at or row[at - 1] not in _WHOM for at in opens) or row[:1] in (["what"], ["how"])


def denies_only(words: Collection[str]) -> bool:
    """Whether what stands beside the names in a query only denies or asks (“I don't have …”)."""
    return adds_nothing(word for word in words if word not in _NO and word not in _NOT_HAVING)


def _is_asked(row: list[str], after: list[str], names: Names) -> bool:
    """Whether a no with more behind it answers a sentence that names nothing or is a name itself: not where it denies another (“No headaches.”)."""
    whole = names.whole.get(" ".join(row))
    return not names.inside(after[1:]) and names.inside(row).keys() <= {whole}


def _ruled_out(row: list[str], start: int, end: int, treatments: bool) -> bool:
    """Whether a name, from `start` to `end` of a row of words, stands behind a word that rules it out."""
    if row[end:] == ["no"] or (treatments and row[end : end + 1] and row[end] in _OPPOSITE and not _costs_nothing(row, start, end)):
        return True
    if treatments and "yet" in row[end : end + 2]:  # “I'm not on HRT yet, does it help?”
        return False
    if start == 1 and row[0] in _NEVER_MIND:
        return True
    if not treatments and _of_a_time(row, end):
        return False
    small = _SMALL_OF_TREATMENT if treatments else _SMALL
    having = end == start + 1 and row[start] in _DONE  # “I don't leak”
    for at in range(start - 1, max(start - 1 - _FAR, -1), -1):
        word = row[at]
        if word == "but":
            return treatments and not _ALL.isdisjoint(row[max(at - 2, 0) : at])
        if word == "instead" or (at and (row[at - 1], word) in _PAIRS):
            return True
        if word in _NO or (treatments and word in _NO_TREATMENT) or ((having or treatments) and word in _NOT_HAVING):
            unsure = word in _NO and not _UNSURE.isdisjoint(row[max(at - 3, 0) : at])
            return not unsure and not _opens_a_question(row, at, start, end) and not _asked_of(row, at)
        having = having or word in _HAVING
        if word not in small and word not in _HAVING:
            return False
    return False


def _of_a_time(row: list[str], end: int) -> bool:
    """Whether behind a name, which ends at `end`, it is said when alone it holds."""
    return any(word in _IN_PART and row[at + 1] in _TIME for at, word in enumerate(row[:-1]) if at >= end)


def _costs_nothing(row: list[str], start: int, end: int) -> bool:
    """Whether “free” behind a name is said of its price."""
    return row[end] == "free" and start > 0 and row[start - 1] in _COST and (end + 1 == len(row) or row[end + 1] in _COSTS)


def _opens_a_question(row: list[str], at: int, start: int, end: int) -> bool:
    """Whether a denying word, at `at`, opens a question about the name behind it."""
    if row[at] not in _OPENS or not _LEADS_IN.issuperset(row[:at]):
        return False
    if row[at] == "dont" and start > at + 1:  # “Don't want HRT”
        return False
    return end < len(row) and row[end] not in _GOES_ON


def _asked_of(row: list[str], at: int) -> bool:
    """Whether what stands before a denying word, at `at`, asks who, when or why, or whether one should."""
    first = at
    while first and at - first < _FAR and row[first - 1] in _BETWEEN:
        first -= 1
    before, then = row[:first], row[first : at + 1]
    if before[-1:] == ["why"] or (before[-1:] == ["when"] and then[0] not in _WHOM) or (before[-1:] == ["who"] and then[0] in _OUGHT):
        return True
    if before[-1:] == ["if"]:
        return len(before) > 1 and before[-2] in {"what", "happen", "happens"}
    return len(then) > 2 and then[0] in _HELPS_ASK and then[1] in _WHOM
