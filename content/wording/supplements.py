"""The names of supplements and herbs: which of them a record may use.

They are those that a supplement's record bears, those that it ever bore, and the well-known ones of
`supplements.txt`. A name once given stays reserved: what was withheld under it may not come back as
something else.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from content.language.normalise import plain_letters
from content.wording.claims import Violation
from content.wording.rules import violations

REMEDIES_FILE = Path(__file__).parent / "supplements.txt"

_OWN = (
    "A supplement or herb is called by its name and nothing more: at most five words, no figure, no"
    " punctuation, nothing that it might do."
)
_NAME = (
    "No option of another kind may be known by the name of a supplement or herb: those are withheld"
    " until a reviewed caution is in force."
)
_KIND = "A supplement or herb stays one: it is withheld until a reviewed caution is in force."

_LONGEST_NAME = 5  # words
# Letters, and what may stand within or between words of a name
_NAME_ALONE = re.compile(r"[^\W\d_]*(?:[ '’-]+[^\W\d_]*)*")
_FIGURE_IN_NAME = re.compile(r"\bomega-\d\b|\b[a-z]\d{1,2}\b")  # “Omega-3”, “B12”
_SAYING = re.compile(
    r"\b(?:for|to|against|that|which|is|are|it|you|your|no|not|help\w*|stop\w*|cure\w*|treat\w*|reliev\w+|relief|eas(?:e|es|ing)|work\w*|prevent\w*"
    r"|boost\w*|balanc\w+|best|better|good|great|strong\w*|proven|safe\w*|effective\w*|natural\w*|recommend\w*|take|takes|taking|use|uses|using"
    r"|hot|flush\w*|flash\w*|menopaus\w*|hormon\w*|sleep|mood|anxiety|bones?|once|twice|daily|dose\w*|tablets?|capsules?)\b"
)

# A substance that is also a medicine on prescription, given in another way: the supplement's name
# stands within the medicine's.
_ALSO_A_MEDICINE = frozenset({"vaginal dehydroepiandrosterone"})


@lru_cache(maxsize=1)
def _listed() -> tuple[frozenset[str], frozenset[str]]:
    """The well-known names: those that are nothing but a supplement or herb, and all of them."""
    lines = [
        line.split("#")[0].strip().lower()
        for line in REMEDIES_FILE.read_text(encoding="utf-8").splitlines()
    ]
    return frozenset(line for line in lines if line and not line.endswith("*")), frozenset(
        line.rstrip("*") for line in lines if line
    )


@lru_cache(maxsize=1)
def _starred() -> frozenset[str]:
    """The well-known names of what is also a food, a drink, a spice or a scent, each
    with its star.
    """
    alone, every = _listed()
    return frozenset(f"{name}*" for name in every - alone)


@dataclass(frozen=True)
class SupplementNames:
    """Every supplement and herb by slug, with all names that it has or ever had, lower case."""

    names: Mapping[str, frozenset[str]]

    @cached_property
    def to_others(self) -> frozenset[str]:
        """What no other record's text may name; a starred one it may, though beside no claim."""
        return _listed()[0].union(*self.names.values()) | _starred()

    def to_supplement(self, slug: str, own: Iterable[str]) -> frozenset[str]:
        """What the text of a supplement that goes by `own` names may not name: the others, and what
        is well known and not itself.
        """
        mine = {*own, *self.names.get(slug, ())}
        known = {
            name
            for name in _listed()[0] | _starred()
            if not any((bare := name.rstrip("*")) in one and _within(bare, one) for one in mine)
        }
        return frozenset(
            known.union(*(names for other, names in self.names.items() if other != slug))
            - frozenset(own)
        )

    def called(self, slug: str, name: str, own: Iterable[str]) -> Iterator[tuple[str, Violation]]:
        """What is wrong with what a supplement or herb is called, by field: its name and slug are
        printed while all else of it is withheld.

        It may be no more than a name, or a claim, a dose or a brand could be published as one
        without any sign-off.
        """
        others = self.to_supplement(slug, own)
        for field, words in (("name", name), ("slug", slug)):
            bare = _FIGURE_IN_NAME.sub(" ", _any_known().sub(" ", plain_letters(words).lower()))
            if (
                len(re.split(r"[\s-]+", words)) > _LONGEST_NAME
                or not _NAME_ALONE.fullmatch(bare)
                or _SAYING.search(bare)
            ):
                yield field, Violation("name", words, 0, _OWN)
            yield from (
                (field, violation)
                for violation in violations(bare, withheld=others)
                if violation.rule not in ("supplement-claim", "withheld")
            )
            yield from (
                (field, violation)
                for violation in violations(words, withheld=others)
                if violation.rule in ("brand", "withheld")
            )

    def to_sources(self, spoken: Iterable[tuple[str, Iterable[str]]]) -> frozenset[str]:
        """What the title of a source may not name while only the supplements `spoken` of, by slug
        and names, may be spoken of.
        """
        return self.to_others.intersection(*(self.to_supplement(slug, own) for slug, own in spoken))

    def borne(
        self, slug: str, name: str, aliases: Iterable[str]
    ) -> Iterator[tuple[str, Violation]]:
        """What an option of another kind may not be, each with its field: known by one of these
        names, or once a supplement itself.
        """
        if slug in self.names:
            yield "kind", Violation("kind", slug, 0, _KIND)
        reserved = self.to_others | _listed()[1]
        others = "\n".join(alias for alias in aliases if alias.lower() not in _ALSO_A_MEDICINE)
        for field, words in (("name", name), ("aliases", others)):
            yield from (
                (field, Violation("withheld", found, 0, _NAME)) for found in naming(words, reserved)
            )


@lru_cache(maxsize=1)
def _any_known() -> re.Pattern[str]:
    """Any well-known name."""
    longest_first = sorted(_listed()[1], key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


def naming(words: str, names: frozenset[str]) -> list[str]:
    """Which of `names` some words use, as they stand there."""
    return [
        violation.found
        for violation in violations(plain_letters(words), withheld=names)
        if violation.rule == "withheld"
    ]


@lru_cache(maxsize=1024)
def _within(name: str, words: str) -> bool:
    return bool(naming(words, frozenset({name})))
