"""Records that are found by name alone: a supplement or herb that is withheld may not be named to whoever asks for what it is used for.

In: the names of a family, the records among them that need theirs, and the words of a query as they are `compared`. Out: those of them
whose name is not in the words: no name or alias, nothing else that it is called, no word of one that is nobody else's (“cohosh”), and
none that is a slip away.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path

from content.lexicon import listed
from content.matching.features import Names
from content.name_keys import key_in, plural_free
from content.spelling import spelling
from content.yaml_files import read_yaml

# Words of names that are no name by themselves.
_ORDINARY = listed("""
    supplement product tablet capsule pill gummy gummie powder drop cream tea juice oil extract root tree flower salt culture complex protein
    cure hormone golden arctic american mexican chinese red black green wild live sweet vital slow active purified herbal female medical
    pepper monk saint st fish cod bio piper evening vitamin vit pro natural and a b d e fe
""")
_COMMON = 1000  # nor are so many of the commonest words
_WORDS = 3  # that a name may be broken into: “evening prim rose”
_LEAST = 5  # letters from which a name may be a slip away
_NOBODY: frozenset[str] = frozenset()
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
                for name in (phrase.replace(" ", ""), phrase.replace("vitamin", "vit").replace(" ", ""), *own):
                    self._names.setdefault(name, set()).add(slug)
        for slug in self._slugs:  # “calcium” of calcium-supplements
            for word in slug.split("-"):
                if len(word) > 2 and plural_free(word) not in _ORDINARY:
                    self._names.setdefault(plural_free(word), set()).add(slug)
        for slug, called in _also_called().items():
            for name in called if slug in self._slugs else ():
                self._names.setdefault(name, set()).add(slug)
        self._near: dict[str, set[str]] = {}  # what is left of a name without one of its letters, and a word of one cut short
        for name, named in self._names.items():
            short = [name[:end] for end in range(_LEAST, len(name))] if name in owners else []
            for left in (*_less_a_letter(name), *short):
                self._near.setdefault(left, set()).update(named)
        for name, named in self._names.items():
            self._near.setdefault(name, set()).update(named)
        self._longest = max(map(len, self._names), default=0) + 1

    def unnamed(self, row: list[str]) -> frozenset[str]:
        """The records whose names are not in a row of words."""
        if not self._slugs:
            return self._slugs
        found: set[str] = set()
        unknown = [self._places.get(word, _KNOWN) >= _KNOWN for word in row]
        for start, end in _runs(len(row)):
            run = "".join(row[start:end])
            found |= self._names.get(run, _NOBODY)
            # A slip makes a word that nobody knows, or was mended into another: “sayge tablets”, which became “stage tablet”.
            if _LEAST <= len(run) <= self._longest and (end - start == 2 or any(unknown[start:end])):
                found |= self._near.get(run, _NOBODY)
                for left in _less_a_letter(run):
                    found |= self._near.get(left, _NOBODY)
        return self._slugs - found

    def _is_a_name(self, word: str) -> bool:
        return word not in _ORDINARY and self._places.get(word, _COMMON) >= _COMMON


@lru_cache(maxsize=1)
def _also_called() -> dict[str, list[str]]:
    """What the records are called besides, without spaces."""
    kept: dict[str, list[str]] = read_yaml(Path(__file__).parent / "also_called.yaml")
    return {slug: [key_in(name).replace(" ", "") for name in names] for slug, names in kept.items()}


def _runs(words: int) -> Iterator[tuple[int, int]]:
    """Where every word of a row of so many begins and ends, and every few in a run."""
    for start in range(words):
        for end in range(start + 1, min(start + _WORDS, words) + 1):
            yield start, end


def _less_a_letter(word: str) -> Iterator[str]:
    """What is left of a word without one of its letters: of two words a slip apart, the same."""
    return (word[:at] + word[at + 1 :] for at in range(len(word))) if len(word) >= _LEAST else iter(())
