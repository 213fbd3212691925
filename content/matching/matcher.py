"""From words to the record they mean: the name itself, or the best of many small signs, or an honest “not covered”.

In: whatever a caller typed. Out: the records named, best first, or none with the closest as suggestions. First the whole
query is compared with every name and alias, spelling mended and plurals folded. Failing that, a linear table trained on
women's own phrasings weighs every word, neighbour, sound and letter run, and which names stand inside the query. Words about
the subject as a whole name no record, nor do names of what is not covered (`general.py`). Below a clear bound the answer is none: a wrong
confident answer is worse than “not covered, did you mean”.

Editors' aliases take effect with the content: they are looked up by name and weighed as names, with no retraining.
"""

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from content.encoder import Floats, encoder
from content.linear import Linear
from content.matching.background import apart_from, told_of
from content.matching.beside_a_sign import only_the_sign
from content.matching.by_name import ByName
from content.matching.denied import asks_all_the_same, denies_only, ruled_out
from content.matching.features import Names, features, row_of
from content.matching.general import (
    NONE,
    adds_a_form,
    adds_a_test,
    adds_nothing,
    asks_for_supplements,
    complaints,
    is_a_result,
    is_of_an_animal,
    is_of_menopause,
    names_none,
    not_covered,
    only_speaks_of_menopause,
    says_early,
    says_usual_age,
    without_form,
    without_subject,
)
from content.matching.strangers import is_like_one, strangers
from content.matching.whose import whose
from content.name_keys import compared, flat, key_in, mended, plural_free
from content.number_words import classed
from content.spelling import spelling
from content.transformer import transformer
from content.vocabulary import Beyond

FOLDER = Path(__file__).parent
BESIDE, ILLNESS = "beside", "illness"  # what a name of the other family, and one of an illness that is not covered, stand for among those of options
SUGGESTIONS = 3
NEAR = {"topics": -8.0, "options": -8.0}  # how far above `NONE` a record must stand to be suggested whose name is not in the words
MEANING = {"topics": 0.5, "options": 0.4}  # how much the encoder counts beside the table
# The longer a query, the more of it is about something else than the name of an option: its words share one score.
LENGTH = {"topics": 0.0, "options": 2.0}  # what the logarithm of the number of words adds, up to `LONG` words
LONG = 14
BOUND = {"topics": -0.3, "options": -3.0}  # how far the best record must stand above `NONE` to count as meant
DOUBT = {"topics": (-5.0, 8.0), "options": (-4.0, 3.0)}  # first reading: where the best record stands when it is read again
CLEAR = {"topics": 3.0, "options": 1.0}  # how far it must stand above the next best to need no second reading
SECOND = {"topics": 0.7, "options": 0.5}  # how much the second reading counts beside the first
BOUND_ALSO, BOUND_ALSO_NAMED = 2.0, 0.0  # the same for the next best, to count as meant too; for one whose name stands in the query
NEAR_ALSO = 6.0  # and how near to the best, where its name does not
ALARMING = frozenset({"dementia", "breast-cancer", "cardiovascular-disease", "depression"})  # matched too only where they are named
GRAVE = ALARMING | {"premature-ovarian-insufficiency", "surgical-menopause"}  # suggested only where they are
# What a record gains when it alone of its family is named, and the other family too: “does HRT help brain fog” is about both.
ONE_OF_EACH = 8.0
# “diarrhoea? no, …”: what follows is meant, where the whole names nothing.
_ANSWERED_NO = re.compile(r"[^?.!\n]{1,60}\?\s*(?:no|nope|nah|never|none)\s*[,.;:!–—-]\s*(?=\w)", re.IGNORECASE)
# How much clearer a record must stand where something not covered is named and no record is; the second in `SHORT` words or fewer.
BESIDE_NONE, BESIDE_NONE_SHORT, SHORT = 3.0, 6.0, 6
# How far above the bound a symptom stands that leads though a condition is told of beside it, and how far above that condition.
CLEAR_OF_BACKGROUND, FAR_OF_BACKGROUND = 4.5, 6.0
# How far above `NONE` a topic stands that leads where the best is ruled out, and how near to it: to one that is named, or to another.
CLEAR_OF_DENIED, NEAR_DENIED_NAME, NEAR_DENIED = 3.0, 7.0, 4.0
NEAR_NAMED = 8.5  # how near to the best an option must stand that leads since it is the only one named and not ruled out
EARLY = "premature-ovarian-insufficiency"  # found without its name only where words say that it is early
# Where one record alone is named and little is said beside it: how many words at most, how near to the best it must stand to lead, and
# how much lower its bound is by a name of one word, and of more.
FEW_BESIDE = 2
NEAR_ONE_NAMED = {"topics": 1.5, "options": 4.0}
LESS_FOR_ONE_NAMED = {"topics": (5.0, 8.0), "options": (0.0, 0.0)}
LESS_WITHOUT_SUBJECT = 2.5  # how much lower the bound is where the words for menopause itself are left out
BESIDE_A_SIGN = 2.0  # how far below the bound an option may stand whose name stands beside a warning sign
FEW_WITH_A_FORM = 3  # words, of which one says what a treatment comes as, that must mean one without it too
SURE = 12.0  # how far above `NONE` an early menopause stands whatever else is said
AT_LARGE = 12  # words at most that speak of menopause at large: a longer query tells of something
SURE_AT_LARGE = 6.0  # how far a record that is not named stands whatever is said of menopause at large
WITHOUT_STRANGERS = 2.0  # how far an option must stand without the words that nobody knows
SURE_OF_STRANGERS = 6.0  # how far a topic stands that is taken though nothing but they lead to it
UNTRAINED = 3.0  # how far a record stands above `NONE` that the table does not know, when its name stands in the query


def _past_answered_no(words: str) -> str:
    """What is left of a query behind the questions answered with no that it begins with: all at once, so that it is read twice at most."""
    while denied := _ANSWERED_NO.match(words):
        words = words[denied.end() :]
    return words


@dataclass(frozen=True, slots=True)
class Named:
    """A record as the matcher knows it."""

    slug: str
    name: str
    aliases: tuple[str, ...]
    is_condition: bool = False  # which one may have while asking about something else


@dataclass(frozen=True, slots=True)
class Found:
    """What the words name: slugs best first (none when nothing fits well), the closest slugs, and what words are about that name none."""

    slugs: tuple[str, ...]
    suggestions: tuple[str, ...]
    about: Beyond = Beyond.UNKNOWN


@dataclass(frozen=True, slots=True)
class Query:
    """Some words, and what can be said of them before they are weighed."""

    typed: str  # the words as somebody wrote them
    parts: list[list[str]]  # the words, sentence by sentence
    words: list[str]  # the same in one row
    row: list[str]  # as they are compared
    named: dict[str, int]  # records whose names stand in them, with the letters of the longest
    others_too: bool  # whether names of what is not covered stand in them
    beside: bool  # whether names of the other family do
    left: list[str]  # the words that belong to no name
    denied: set[str]  # records that are named only to be ruled out
    meant: tuple[str, ...]  # the named ones that are not
    asked: tuple[str, ...]  # those that are asked about though they are ruled out
    of_sign: frozenset[str]  # those that a warning sign in them leads to by itself


@lru_cache(maxsize=4)
def names_of(records: tuple[Named, ...]) -> Names:
    """The names and aliases of a family: made once for its own matcher and for that of the other family, beside which they may stand."""
    return Names(phrases_of(records))


def phrases_of(records: Sequence[Named]) -> dict[str, str]:
    """Every name and alias, in the form that queries are compared in, with the slug it names."""
    phrases: dict[str, str] = {}
    for record in records:
        for phrase in (record.slug.replace("-", " "), record.name, re.sub(r"\s*\(.*?\)", "", record.name), *record.aliases):
            key = key_in(phrase)
            if key:
                phrases.setdefault(key, record.slug)
    return phrases


@lru_cache(maxsize=4)
def table(family: str) -> Linear:
    """The trained table of one family of records."""
    return Linear.load(FOLDER / f"{family}.safetensors", spelling())


class Matcher:
    """Finds which of a fixed family of records some words mean."""

    def __init__(self, family: str, records: Sequence[Named], beside: Sequence[Named] = (), need_name: Collection[str] = ()) -> None:
        """`records`: those of the family; `beside`: those of the other one, whose names may stand in the same query.

        `need_name`: the slugs of those that are found, and suggested, only where their names stand in the words.
        """
        self.family = family
        self.names = names_of(tuple(records))
        self._beside = names_of(tuple(beside))
        # An own name that is one of the others too counts as the own. For options a topic's is none of theirs, and an illness that is not covered is:
        # “weight” in “weight gain” is not that of weight training, and nothing here is for bipolar disorder.
        illnesses = dict.fromkeys(not_covered("topics"), ILLNESS)
        longer = illnesses | dict.fromkeys(self._beside.whole, BESIDE) if family == "options" else {}
        self._all = Names({**longer, **not_covered(family), **self.names.whole})
        self._table = table(family)
        present = {record.slug for record in records}
        # What is looked up where something is ruled out: of topics, single words that say what she has too.
        said = {word: slug for word, slug in complaints().items() if slug in present} if family == "topics" else {}
        self.said = Names({**said, **self.names.whole}) if said else self.names
        self._none = self._table.labels.index(NONE)
        self._absent = np.array([label not in present for label in self._table.labels])
        self._withdrawn = self._absent & np.array([label != NONE for label in self._table.labels])
        self._none_hidden = np.zeros(len(self._table.labels), dtype=bool)
        self._need_name = frozenset(need_name)
        self._by_name = ByName(self.names, need_name)
        self._conditions = frozenset(record.slug for record in records if record.is_condition)
        self._untrained = present - set(self._table.labels)
        self._words_of: dict[str, set[str]] = {}  # the words of each record's names
        for phrase, slug in self.names.whole.items():
            self._words_of.setdefault(slug, set()).update(phrase.split())
        self._plain = {spelt: self._named(slug) for record in records for spelt, slug in self._spelt(record)}

    @property
    def spellings(self) -> Mapping[str, Found]:
        """The records' own names as programs mostly write them, each with the record that it names."""
        return self._plain

    def find(self, words: str, margin: float = 0.0) -> Found:
        """The records that `words` name; `margin` is how much clearer than usual a record must stand out whose name is not in them.

        Step by step, the first that settles it: the name itself; what follows a question answered with no; names and nothing beside
        them; words that name none for sure; and the two readings of everything else.
        """
        known = self._plain.get(words)
        if known is not None:
            return known
        signed = margin > 0 and self.family == "topics"
        query = self._query(words, signed)
        rest = _past_answered_no(words)
        if rest == words:
            return self._past_background(query, self._outright(query) or self._none_for_sure(query, margin) or self._weighed(query, margin))
        behind = self._query(rest, signed)
        found = None if behind.meant else self._outright(query) or self._none_for_sure(query, margin) or self._weighed(query, margin, again=False)
        if found and found.slugs:
            return found
        return self._outright(behind) or self._none_for_sure(behind, margin) or self._weighed(behind, margin, again=found is None)

    def words_of(self, slug: str) -> set[str]:
        """The words of a record's names, as they are compared."""
        return self._words_of.get(slug, set())

    def whose(self, words: str) -> Beyond | None:
        """Whose body a query is about, where it is not that of a woman in midlife; nothing of a name."""
        other = whose(words, lambda part: bool(self.named_in(part)), self.family == "options")
        return None if other is None or key_in(words) in self.names.whole else other

    def _past_background(self, query: Query, found: Found) -> Found:
        """What was found; but where a condition leads that one sentence only tells of, the symptom that is clear in the others first.

        “Type 2 diabetic here. The flushes are driving me mad.” is about the flushes.
        """
        if not found.slugs or found.slugs[0] not in self._conditions or found.slugs[0] not in query.named:
            return found
        parts = apart_from(query.named.keys() & self._conditions, query.parts, self.names)
        if not parts:
            return found
        (slug, score), *others = self._ranked(self._query_of(parts, query.of_sign))[0]
        near = any(other in self._conditions and other in query.named and value > score - FAR_OF_BACKGROUND for other, value in others)
        if slug in self._conditions or near or score < BOUND[self.family] + CLEAR_OF_BACKGROUND:
            return found
        return Found((slug, found.slugs[0]), found.suggestions)

    def _query(self, words: str, signed: bool = False) -> Query:
        """Some words with what can be said of them before they are weighed; `signed`: whether a warning sign is to be told from a topic."""
        parts = mended(words)
        return self._query_of(parts, only_the_sign(flat(parts)) if signed else frozenset(), words)

    def _query_of(self, parts: list[list[str]], of_sign: frozenset[str] = frozenset(), typed: str = "") -> Query:
        """The same of words sentence by sentence, spelling mended."""
        words_in_row = flat(parts)
        row = compared(words_in_row)
        standing = self._all.inside(row)
        named = {
            slug: letters for slug, letters in standing.items() if slug not in (NONE, BESIDE, ILLNESS) and slug not in of_sign
        }  # no name that stands in a longer one of what is not covered
        beside = bool(self._beside.inside(row))
        denied = ruled_out(parts, self.said, self.family == "options")
        meant = tuple(slug for slug in (*named, *self.said.inside(row)) if slug not in denied) if denied else tuple(named)
        return Query(
            typed=typed,
            parts=parts,
            words=words_in_row,
            row=row,
            named=named,
            others_too=NONE in standing or (ILLNESS in standing and not beside),
            beside=beside,
            left=self._beside.beside(self._all.beside(row)),
            denied=denied,
            meant=tuple(dict.fromkeys(meant)),
            asked=tuple(named) if denied and not meant and asks_all_the_same(parts, self.names) else (),
            of_sign=of_sign,
        )

    def _outright(self, query: Query) -> Found | None:
        """What is named where names stand alone: one that is the whole query, a list of them, or some with nothing beside them but asking."""
        exact = self.names.whole.get(" ".join(query.row))
        if exact is not None and exact not in query.of_sign:
            return self._named(exact)
        listed = tuple(dict.fromkeys(self.names.whole[name] for name in self.names.one_after_another(query.words)))
        listed = tuple(slug for slug in listed if slug not in query.of_sign)
        if listed:
            return Found(listed[:2], listed[:2])
        if self._is_new_name(query):
            return Found(tuple(query.named), tuple(query.named))
        if not query.named or query.others_too or not adds_nothing(query.left):
            return None
        meant = list(query.meant or query.asked)
        if len(meant) > 1:  # in the order they are named, but that what is only told of comes last
            told = told_of(query.parts, self.names, self.family == "options")
            meant.sort(key=told.__contains__)
        return Found(tuple(meant)[:2], tuple(query.named)[:2])

    def _is_new_name(self, query: Query) -> bool:
        """Whether an option is named, and no other, by a word that came after training: no table could weigh it, and it is said of nothing else."""
        if self.family != "options" or len(query.named) != 1 or query.denied:
            return False
        return any(word in spelling().since for _, phrase, _ in self.names.placed(query.row) for word in phrase.split())

    def _none_for_sure(self, query: Query, margin: float) -> Found | None:
        """No record, or those that are asked about though ruled out, where words name none for sure; the closest as suggestions."""
        if not ((query.denied and not query.meant and denies_only(query.left)) or self._names_none(query)):
            return None
        of_animal = self.family == "topics" and is_of_an_animal(query.words, query.left)
        about = Beyond.SOMEBODY_ELSE if of_animal else Beyond.MENOPAUSE if self._is_at_large(query) else Beyond.UNKNOWN
        return Found(query.asked[:2], self._closest(query, self._ranked(query)[0], margin), about)

    def _weighed(self, query: Query, margin: float, again: bool = True) -> Found:
        """The records that stand above the bound, where words must be weighed; `again`: a part of them once more, where that may settle it."""
        ranked, withdrawn = self._ranked(query)
        if EARLY not in query.named and not says_early(query.words):  # “periods stopped two years ago”
            sure = math.inf if says_usual_age(query.words) else SURE
            ranked = [(slug, score) for slug, score in ranked if slug != EARLY or score > sure]
        bound, beside = BOUND[self.family], 0.0
        if query.others_too and not query.named:
            beside = BESIDE_NONE if len(query.words) > SHORT else BESIDE_NONE_SHORT
        less = 0.0 if margin or withdrawn > ranked[0][1] else self._led_by_name(query, ranked)
        found = [slug for slug, score in ranked[:1] if score > (bound - less if slug in query.named else max(bound + margin + beside, withdrawn))]
        if again and found and not query.named and ranked[0][1] < SURE_AT_LARGE and not self._stands_by_itself(query, found[0], bound + margin):
            found = []
        if found and not query.named and not self._stands_without_strangers(query, *ranked[0]):
            found = []
        if found:
            found += self._also(ranked, query.named, margin)
            found = self._not_denied(query, found, ranked)
        elif margin and self.family == "options" and ranked[0][0] in query.meant and ranked[0][1] > bound - BESIDE_A_SIGN:
            found = [ranked[0][0]]  # a name counts beside a warning sign, though more is said of that
        if found:
            return Found(tuple(found)[:2], tuple(found))
        if not self._is_at_large(query) or len(query.words) > AT_LARGE:
            return Found((), self._closest(query, ranked, margin))
        closest = self._closest(query, self._ranked(self._query_of(without_subject(query.parts), query.of_sign))[0], margin)
        return Found((), closest, Beyond.UNKNOWN if closest else Beyond.MENOPAUSE)

    def _led_by_name(self, query: Query, ranked: list[tuple[str, float]]) -> float:
        """Puts the one record that is named first where none stands far above it; and how much lower the bound is for it.

        A word or two of asking that nobody thought of (“hot flushes factsheet”) are no reason to refuse what is named, or to answer with another.
        """
        if len(query.named) != 1 or len(query.left) > FEW_BESIDE or query.denied or query.others_too or ranked[0][0] in self._need_name:
            return 0.0
        (only,) = query.named
        place = next((place for place, (slug, _) in enumerate(ranked) if slug == only), None)
        if place is None or ranked[0][1] - ranked[place][1] > NEAR_ONE_NAMED[self.family]:
            return 0.0
        ranked.insert(0, ranked.pop(place))
        long = any(" " in phrase for _, phrase, slug in self.names.placed(query.row) if slug == only)
        return LESS_FOR_ONE_NAMED[self.family][long]

    def _is_at_large(self, query: Query) -> bool:
        """Whether words speak of menopause and name nothing else that is known."""
        return not (query.named or query.others_too or query.beside) and is_of_menopause(query.words)

    def _stands_by_itself(self, query: Query, slug: str, bound: float) -> bool:
        """Whether a record that is not named is still above the bound without the words that lead to one by themselves.

        Of topics, those for menopause itself: what is said of it at large (“does menopause run in families”) is about none more than another.
        Of options, in few words, what a treatment comes as, with something else beside it that is no topic of ours (“mood ring”).
        """
        if self.family == "topics":
            parts = without_subject(query.parts)
            if len(query.words) > AT_LARGE or (slug == EARLY and says_early(query.words)):  # “menopause at 36”
                return True
            bound -= LESS_WITHOUT_SUBJECT
        else:
            parts = without_form(query.parts)
            if len(query.words) > FEW_WITH_A_FORM or query.beside or adds_nothing(flat(parts)):
                return True
        return parts == query.parts or any(one == slug and score > bound for one, score in self._ranked(self._query_of(parts, query.of_sign))[0])

    def _stands_without_strangers(self, query: Query, slug: str, score: float) -> bool:
        """Whether more leads to a record than words that nobody knows, as “nabumetone” does, or one of these may be a slip of a word of its names.

        An option must stand well without them; of a topic it is enough that more is said than asking, or one word alone: there are many new words
        for what one feels.
        """
        unknown = strangers(query.typed)
        if not unknown or slug in self._need_name or any(is_like_one(word, self._words_of[slug]) for word in unknown.values()):
            return True
        only_asks = adds_a_form(word for word in query.left if word not in unknown)
        if self.family == "topics":
            return not only_asks or score > SURE_OF_STRANGERS or " " not in query.typed.strip()
        parts = [[word for word in part if plural_free(word) not in unknown] for part in query.parts]
        known = self._query_of([part for part in parts if part], query.of_sign)
        return not only_asks and any(one == slug and value > WITHOUT_STRANGERS for one, value in self._ranked(known)[0])

    def _not_denied(self, query: Query, found: list[str], ranked: Sequence[tuple[str, float]]) -> list[str]:
        """What was found, nothing that is ruled out before what is meant, and nothing such behind it.

        What is meant is what is named; of topics, else, the best that is clear: “I don't have dementia, I just forget words”.
        """
        if self.family == "options" and not query.meant and any(self._is_a_kind_of(found[0], slug, query) for slug in query.denied):
            return list(query.asked)  # “what can I take instead of HRT”: not combined HRT
        scores = dict(ranked)
        best, meant = found[0], [slug for slug in query.meant if query.denied or adds_a_form(query.left)]
        if best in query.denied:
            if not meant and self.family == "topics":
                least = max(CLEAR_OF_DENIED, scores[best] - (NEAR_DENIED_NAME if best in query.named else NEAR_DENIED))
                meant = [slug for slug, score in ranked if slug not in query.denied and score > least][:1]
            if not meant and self.family == "options":
                return list(query.asked)
            found = [*meant[:1], *(found if meant else found[:1])]
        elif self.family == "options" and len(meant) == 1 and best not in query.named and scores.get(meant[0], -math.inf) > scores[best] - NEAR_NAMED:
            found = found if self._is_a_kind_of(best, meant[0], query) else [*meant, *found]
        if query.denied and self.family == "options":  # “rather than HRT, …”: no other kind of it behind what is meant
            found = [*found[:1], *(slug for slug in found[1:] if slug in query.named)]
        return [*found[:1], *(slug for slug in dict.fromkeys(found[1:]) if slug not in query.denied and slug != found[0])]

    def _is_a_kind_of(self, slug: str, other: str, query: Query) -> bool:
        """Whether a record bears the name by which another is named in a query: “oestrogen without progesterone” is oestrogen-only HRT."""
        own = set(compared(slug.split("-")))
        return any(own.issuperset(phrase.split()) for _, phrase, named in self.said.placed(query.row) if named == other)

    def _closest(self, query: Query, ranked: Sequence[tuple[str, float]], margin: float) -> tuple[str, ...]:
        """What may be suggested: what is named, and what is near; nothing grave that nobody named, nor anything where something else is meant.

        Beside a warning sign (`margin`) it must be nearly clear enough to be the answer.
        """
        least = math.inf if query.others_too else BOUND[self.family] + margin / 2 if margin else NEAR[self.family]
        near = (slug for slug, score in ranked if slug in query.named or (score > least and slug not in GRAVE))
        return tuple(dict.fromkeys((*query.meant, *near)))[:SUGGESTIONS]

    def only_rules_out(self, words: str) -> bool:
        """Whether words name records only to rule them out, and say nothing else (“no hot flushes or headaches”)."""
        parts = mended(words)
        row = compared(flat(parts))
        named = self.names.inside(row)
        return (
            bool(named)
            and " ".join(row) not in self.names.whole
            and named.keys() <= ruled_out(parts, self.names, False)
            and denies_only(self.names.beside(row))
        )

    def first_named(self, words: str, margin: float = 0.0) -> tuple[str | None, bool]:
        """The record that words are about, where its name stands in them, and whether the name of one that needs it does, whatever else they say.

        Nothing is read into words that are of the other family.
        """
        parts = mended(words)
        named, holds_needed = self._named_in(parts), self._by_name.unnamed(compared(flat(parts))) != self._need_name
        if not named and not holds_needed:
            return None, False  # most words name nothing of it, and need not be weighed again
        return next((slug for slug in self.find(words, margin).slugs[:1] if slug in self._need_name or slug in named), None), holds_needed

    def named_in(self, words: str) -> tuple[str, ...]:
        """The records that are named in words and not ruled out, in order."""
        return self._named_in(mended(words))

    def _named_in(self, parts: list[list[str]]) -> tuple[str, ...]:
        denied = ruled_out(parts, self.names, self.family == "options")
        return tuple(slug for slug in self.names.inside(compared(flat(parts))) if slug not in denied)

    def _names_none(self, query: Query) -> bool:
        """Whether words name no record of the family for sure."""
        if query.others_too and not query.named:
            return adds_a_test(query.left)
        if self.family == "options":
            if " ".join(query.row) in self._beside.whole:  # a topic's name alone: what is near it would be as good as graded for it
                return True
            return names_none(query.words) or (not query.named and asks_for_supplements(query.left))
        if is_of_an_animal(query.words, query.left):
            return True
        if names_none(query.words) or is_a_result(query.words) or (not query.named and only_speaks_of_menopause(query.words)):
            return True
        return not query.named and query.beside and adds_nothing(query.left)

    def _also(self, ranked: Sequence[tuple[str, float]], named: Collection[str], margin: float) -> list[str]:
        """The record that is meant too, if any: the best other one whose name stands in the query, else the next where it is clear and near.

        What alarms is not said to whoever did not name it.
        """
        by_name = [slug for slug, score in ranked[1:] if slug in named and score > BOUND_ALSO_NAMED]
        least = max(BOUND_ALSO + margin, ranked[0][1] - NEAR_ALSO)
        return by_name[:1] or [slug for slug, score in ranked[1:2] if score > least and slug not in ALARMING]

    def _named(self, slug: str) -> Found:
        return Found((slug,), (slug,))

    def _spelt(self, record: Named) -> Iterator[tuple[str, str]]:
        """The spellings of a record's own name that need no mending, each with the record that it names."""
        for plain, more in ((record.slug.replace("-", " "), record.slug), (record.name, record.name.lower())):
            slug = self.names.whole.get(key_in(plain))
            if slug is not None:
                yield plain, slug
                yield more, slug

    def _ranked(self, query: Query) -> tuple[list[tuple[str, float]], float]:
        """The best few records, each with how far it stands above `NONE`, and how far the best of those that may not be named does.

        While a record is withdrawn, words about it are about no other (“brain fog” is not dementia); nor are those about one that needs
        its name, where that is not in them (“a herb for sleep”), or about what only says a warning sign over again. Nothing is found
        without its name but here.
        """
        unnamed = self._by_name.unnamed(query.row) | query.of_sign
        hidden = np.array([label in unnamed for label in self._table.labels]) if unnamed else self._none_hidden
        absent, withdrawn = self._absent | hidden, self._withdrawn | hidden
        scores = self._first(query)
        best = _best(scores, absent)
        if query.parts and self._doubtful(_there(scores, absent)[best]):
            scores = scores + SECOND[self.family] * self._second(query)
            best = _best(scores, absent)
        ranked = [(self._table.labels[place], float(scores[place])) for place in best if not absent[place]]
        ranked += [(slug, UNTRAINED) for slug in sorted(self._untrained & query.named.keys())]
        return sorted(ranked, key=lambda item: (-item[1], item[0])), float(np.max(scores, where=withdrawn, initial=-np.inf))

    def _first(self, query: Query) -> Floats:
        """How far each label stands above `NONE` by the first reading."""
        scores: Floats = self._table.scores(*features(query.parts, query.named)) if query.parts else self._table.bias
        if query.parts:
            read = encoder().read([classed(part) for part in query.parts])
            scores = scores + MEANING[self.family] * encoder().scores(self.family, read, [slice(None)])[0]
        length = LENGTH[self.family] * math.log(min(len(query.words), LONG) or 1)
        scores = scores - scores[self._none] + length
        if query.beside and len(query.named) == 1:
            scores = scores + ONE_OF_EACH * np.array([label in query.named for label in self._table.labels], dtype=np.float32)
        return scores

    def _second(self, query: Query) -> Floats:
        """How far each label stands above `NONE` by the second."""
        scores: Floats = transformer().scores(self.family, [row_of(query.parts)])[0]
        above: Floats = scores - scores[self._none]
        return above

    def _doubtful(self, best: Floats) -> bool:
        """Whether the first reading leaves a doubt: the best record stands neither clearly above the next and above none, nor clearly below."""
        low, high = DOUBT[self.family]
        return bool(low < best[0] < high or (best[0] >= high and best[0] - best[1] < CLEAR[self.family]))


def _there(scores: Floats, absent: NDArray[np.bool_]) -> Floats:
    """The scores, less those of labels that are no record now, or not to be named."""
    return np.where(absent, np.float32(-np.inf), scores)


def _best(scores: Floats, absent: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The places of the best few."""
    return np.argsort(-_there(scores, absent), kind="stable")[: SUGGESTIONS + 1]
