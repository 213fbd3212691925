"""Records that are found by name alone: a supplement or herb that is withheld may not be named to whoever asks for what it is used for.

In: the names of a family, the records among them that need theirs, and the words of a query as they are `compared`. Out: those of them
whose name is not in the words: no name or alias, no word of one that is nobody else's (“cohosh”), and none that is a slip away.
"""

from collections.abc import Collection, Iterator

from content.lexicon import listed
from content.matching.features import Names
from content.spelling import spelling

# Words of names that are no name by themselves.
_ORDINARY = listed("""
    supplement product tablet capsule pill gummy gummie powder drop cream tea juice oil extract root tree flower salt culture complex protein cure hormone
    golden arctic indian korean american mexican chinese red black green wild live sweet vital slow active purified marine bovine herbal female medical
    pepper monk saint st john fish cod waterfall bio piper vitamin vit pro natural and a b d e fe
""")
_COMMON = 1000  # nor are so many of the commonest words
_WORDS = 3  # that a name may be broken into: “evening prim rose”
_LEAST, _LONG = 5, 8  # letters from which a name may be one slip away, or two
_KNOWN = 4000  # so many of the commonest words are no slip: “female” is not “femal”


class ByName:
    """Which of the records that need their name have it in a query."""

    def __init__(self, names: Names, slugs: Collection[str]) -> None:
        self._slugs = frozenset(slugs)
        self._places = spelling().places
        owners: dict[str, set[str]] = {}
        for phrase, slug in names.whole.items():
            for word in phrase.split():
                owners.setdefault(word, set()).add(slug)
        self._names: dict[str, set[str]] = {}  # each name without its spaces, with the records it is said of
        for phrase, slug in names.whole.items():
            if slug in self._slugs:
                own = [word for word in phrase.split() if len(owners[word]) == 1 and self._is_a_name(word)]
                core = "".join(word for word in phrase.split() if word not in _ORDINARY)
                for name in (phrase.replace(" ", ""), phrase.replace("vitamin", "vit").replace(" ", ""), *own, *([core] if len(core) > 3 else ())):
                    self._names.setdefault(name, set()).add(slug)

    def unnamed(self, row: list[str]) -> frozenset[str]:
        """The records whose names are not in a row of words."""
        if not self._slugs:
            return self._slugs
        found: set[str] = set()
        for run in _runs(row):
            found |= self._names.get(run, set())
        if found != self._slugs:
            for run in {run for run in _runs(row) if len(run) >= _LEAST and self._places.get(run, _KNOWN) >= _KNOWN}:
                for name, slugs in self._names.items():
                    if not slugs <= found and _a_slip_away(run, name):
                        found |= slugs
        return self._slugs - found

    def _is_a_name(self, word: str) -> bool:
        return word not in _ORDINARY and self._places.get(word, _COMMON) >= _COMMON


def _runs(row: list[str]) -> Iterator[str]:
    """Every word of a row, and every few in a run, without spaces."""
    for start in range(len(row)):
        for end in range(start + 1, min(start + _WORDS, len(row)) + 1):
            yield "".join(row[start:end])


def _a_slip_away(run: str, name: str) -> bool:
    """Whether a run of letters is a name, but for a letter missing, added, changed or swapped; two of a long name."""
    if len(name) < _LEAST or run[0] != name[0] or abs(len(run) - len(name)) > 2:
        return False
    return _distance(run, name) <= (2 if len(name) >= _LONG else 1)


def _distance(one: str, other: str) -> int:
    """How many letters are missing, added, changed or swapped between two words."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        row = [place]
        for at, meant in enumerate(other, 1):
            cost = min(last[at] + 1, row[at - 1] + 1, last[at - 1] + (letter != meant))
            if place > 1 and at > 1 and letter == other[at - 2] and one[place - 2] == meant:
                cost = min(cost, before[at - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
