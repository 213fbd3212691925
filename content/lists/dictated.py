"""Items of a list that hold several symptoms with nothing between them, as they are dictated: “i've got night sweats i'm dizzy my hair falls out”.

In: an item, and what finds the topics of some words. Out: the topics of its parts, where the parts clearly name several; none where they do
not. A long item is parted before what opens a clause; a few words in a row that each say how she is (“bloated tired dizzy”) are read one by one.
"""

from collections.abc import Callable, Iterator
from itertools import islice

from content.lexicon import listed
from content.lists.remarks import is_left_over
from content.matching.features import Names
from content.name_keys import key_in

MOST = 12  # clauses of an item that are read: it bounds the work
SHORT = 5  # words: an item of no more is not parted, and a row of no more may be read word by word
_OPENING = listed("i im ive id my she shes he hes they theyre we cant cannot dont wont couldnt no not theres then also")
_NOT_AFTER = listed("""
    a an the my any her his their our in of at on for to with from during by about up into over under behind before after above below
    between through around round out off near inside down and or but if when whenever that which where while because since until than as
    like so what why how is are was were be been am do does did has had have can could would should will might not no dont cant wont i im
    ive id she he it they we you get gets getting got its make makes made every each time
""")
_FEELS = listed("""
    tired exhausted drained shattered knackered dizzy giddy faint lightheaded bloated gassy sad tearful weepy teary flat depressed moody
    irritable snappy angry grumpy ratty mad cross anxious nervous worried panicky jittery forgetful foggy achy itchy sweaty hot fat
    sleepless restless shaky wobbly constipated
""")
_PLAIN = str.maketrans("", "", "'’.,!?")

# What says only when: “before my period my breasts are sore” is not about periods.
_WHEN = listed("before after when whenever while during since until if as")

Find = Callable[[str], tuple[str, ...]]


def topics_in(item: str, names: Names, find: Find) -> tuple[str, ...]:
    """The topics of the parts of an item, in order, each once; none where it is one thing."""
    words = item.split()
    if key_in(item) in names.whole or len(words) < 2:
        return ()
    if len(words) > SHORT:
        clauses = dict.fromkeys(_clauses(item))
        return _clearly_different(find(part) for part in islice(clauses, MOST) if _plain(part.split()[0]) not in _WHEN)
    if all(_plain(word) in _FEELS or key_in(word) in names.whole for word in words):
        return _clearly_different(find(word) for word in words)
    return ()


def _plain(word: str) -> str:
    return word.translate(_PLAIN).casefold()


def _clauses(item: str) -> Iterator[str]:
    """The parts of an item, each beginning where a clause opens; what says nothing by itself goes with the part behind it."""
    words = item.split()
    start = 0
    for place in range(1, len(words)):
        if _plain(words[place]) in _OPENING and _plain(words[place - 1]) not in _NOT_AFTER and not is_left_over(" ".join(words[start:place])):
            yield " ".join(words[start:place])
            start = place
    yield " ".join(words[start:])


def _clearly_different(found: Iterator[tuple[str, ...]]) -> tuple[str, ...]:
    """The topics of some parts, where at least two of them name one that is no other's."""
    each = [slugs for slugs in found if slugs]
    firsts = {slugs[0] for slugs in each}
    return tuple(dict.fromkeys(slug for slugs in each for slug in slugs)) if len(firsts) > 1 else ()
