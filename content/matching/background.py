"""What a query asks about where it names several records, and what it only tells beside it: “I have type 2 diabetes, why am I so tired”.

In: the words of a query, sentence by sentence, and the names of a family. Out: the records that are only told of: what she has,
takes or lives with, while another is asked about. A cause that is asked about (“I have dry eyes, is it my thyroid”) is no reason to
put what she has behind it.
"""

from collections.abc import Collection

from content.lexicon import listed
from content.matching.features import Names
from content.name_keys import compared

_TELLS = listed("have had got on with taking take given diagnosed living live")
_SMALL = listed("i im ive been just already also low high mild bad long term quite severe still both using now")
_JOINED = listed("and or plus with")
_ASKS = listed("why what whats is are can could do does did should how explain tell know when would will")
_WISHES_TO = listed("can could should why do does")
_CAUSE = listed("it this that be cause caused causing due sign symptom because from")
_TELLS_ALONE = listed(
    "have ive had got with diagnosed living live sufferer suffer survivor history here ruled control controlled sorted treated been"
)
_POINTS_BACK = listed("they them it which these those this treatment treatments")
_FAR = 3  # words between a name and what tells of it, or asks whether it is the cause


def told_of(parts: Collection[list[str]], names: Names, treatments: bool) -> set[str]:
    """The records that a query tells of, where it asks about another; `treatments` is whether they are treatments."""
    told: list[str] = []
    asked: list[str] = []
    asking = False
    for row in map(compared, parts):
        end, joined = 0, False
        for start, phrase, slug in names.placed(row):
            if end and not treatments and row[end:start] == ["for"]:  # “hysterectomy for fibroids” is about fibroids
                asking = True
                told, asked = [*told, *asked], []
            before = row[max(start - _FAR, end) : start]
            asking = asking or not _ASKS.isdisjoint(row[end:start])
            follows = joined and bool(before) and set(before) <= _JOINED
            tells = follows or (_tells(before) and not _asks_of(row[end:start]))
            if not tells and told and not asked and not _CAUSE.isdisjoint(before):
                return set()
            (told if tells else asked).append(slug)
            end, joined = start + phrase.count(" ") + 1, tells
        asking = asking or not _ASKS.isdisjoint(row[end:])
    return set(told) - set(asked) if asking and asked else set()


def apart_from(slugs: Collection[str], parts: Collection[list[str]], names: Names) -> list[list[str]]:
    """The sentences of a query that say something else than one which only tells of records: “I have fibroids. My knees are killing me.”

    None where they point back to it (“I get migraines. They have got worse”), name one of them, or where it asks about them itself.
    """
    clauses = [clause for part in parts for clause in _parted(part)]
    tell = [bool(names.inside(compared(clause)).keys() & slugs) for clause in clauses]
    rest = [clause for clause, tells in zip(clauses, tell, strict=True) if not tells]
    if sum(tell) != 1 or any(not _POINTS_BACK.isdisjoint(clause) for clause in rest):
        return []
    telling = set(clauses[tell.index(True)])
    return rest if _ASKS.isdisjoint(telling) and not _TELLS_ALONE.isdisjoint(telling) else []


def _parted(part: list[str]) -> list[list[str]]:
    """A sentence, parted before “but”."""
    at = part.index("but") if "but" in part else len(part)
    return [piece for piece in (part[:at], part[at + 1 :]) if piece]


def _tells(before: list[str]) -> bool:
    """Whether the words before a name tell of it, small words between."""
    for word in reversed(before):
        if word in _TELLS:
            return True
        if word not in _SMALL:
            return False
    return False


def _asks_of(between: list[str]) -> bool:
    """Whether what is said between the name before and this one asks of it (“can I have HRT”), and of no other with it."""
    return not _WISHES_TO.isdisjoint(between) and "with" not in between and "if" not in between
