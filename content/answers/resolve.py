"""From words to slugs: what a call is asked about, and how its words were understood.

In: words, and the catalogue to find them in. Out: a `Resolved`, or `NotCovered` with what is near. Nothing here makes an answer.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from content.answers.notes import Note, asked_in_vain, rules_out_hormones
from content.answers.shapes import Ref
from content.catalogue import Catalogue
from content.lists.body import is_where, places
from content.lists.denials import is_denied
from content.lists.dictated import SHORT, topics_in
from content.lists.fields import is_heading, says_how
from content.lists.items import items_of, without_asides
from content.lists.remarks import is_left_over, is_no_item, is_remark
from content.matching import Matcher
from content.matching.general import only_speaks_of_menopause, only_takes
from content.matching.matcher import Found, names_of
from content.name_keys import compared, flat, key_in, mended
from content.release import Released, Withheld
from content.vocabulary import Beyond, OptionKind, TopicKind

MAX_SYMPTOMS = 12
DICTATED = 2  # items at most of a list that may have been dictated: where something parts more of them, that parts all
MOST_ITEMS = 48  # that a list is read for, remarks among them: it bounds the work


SUGGESTIONS = 3
SHORTEST_SHARED = 4  # letters of a word that makes a record near which has it in its name
GENERAL_GUIDE = "menopause"  # the guide that answers words about the subject as a whole

Family = Literal["topic", "option", "list"]


@dataclass(frozen=True, slots=True)
class Resolved:
    """What words were found to mean: slugs best first, places of a list that name none, and how they were understood."""

    slugs: tuple[str, ...]
    missed: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    no_hormones: bool = False


class NotCovered(Exception):
    """The words name nothing that the call is about. Carries the closest records and what the words are about, never the words.

    Where they name a record of the other family, that is the one suggestion: what is near it would tell what a withheld option is used for.
    """

    def __init__(self, family: Family, suggestions: tuple[Ref, ...], about: Beyond) -> None:
        super().__init__(family)
        self.family = family
        self.suggestions = suggestions
        self.about = about


class TooManySymptoms(Exception):
    """More symptoms were listed than one appointment sheet takes."""


_MEDICINES = frozenset({OptionKind.HORMONE_THERAPY, OptionKind.PRESCRIPTION_MEDICINE, OptionKind.SUPPLEMENT_OR_HERB})
# Words that hold a warning sign name a record only when they name it outright or very clearly: “my face is drooping” is not about hot flushes.
WITH_A_SIGN = 6.5
BARE_PART = 4.0  # how much clearer an item must name a topic that is a part of the body and nothing else (“neck”)
CLEARLY = 2.0  # how much clearer a part of a dictated item must name a topic


def _margin(urgent: bool) -> float:
    return WITH_A_SIGN if urgent else 0.0


def find_topic(catalogue: Catalogue, words: str, urgent: bool) -> Resolved:
    """The topics that `words` name, best first, all of them; `urgent`: whether they hold a warning sign. Raises `NotCovered`."""
    matcher = catalogue.topic_matcher
    known = matcher.spellings.get(words)
    if known is not None:  # as programs send it: nothing to be read
        return Resolved(known.slugs)
    guide, is_whole = _guide_in(catalogue, words)
    if guide and is_whole:
        return Resolved((guide,), notes=asked_in_vain(words))
    found = _find(matcher, words, urgent)
    slugs = dict.fromkeys(found.slugs)
    named = matcher.named_in(words) if slugs else ()
    slugs |= dict.fromkeys(named)
    if guide == GENERAL_GUIDE and (slugs or urgent):
        guide = None  # “menopause” stands beside what most words are about
    if guide and found.about not in (Beyond.PREGNANCY, Beyond.SOMEBODY_ELSE):
        slugs = {**slugs, guide: None} if named else {guide: None, **slugs}
    if not slugs and found.about is Beyond.MENOPAUSE and GENERAL_GUIDE in catalogue.topics and not urgent:
        slugs[GENERAL_GUIDE] = None
    if not slugs:
        raise _not_covered(catalogue, "topic", words, found, urgent)
    more = [Note.MORE_TOPICS] if len(slugs) > 1 else []
    if _names_an_option(catalogue, words):
        more.append(Note.OPTION_TOO)
    return Resolved(tuple(slugs), notes=(*more, *asked_in_vain(words)))


def find_topic_with_options(catalogue: Catalogue, words: str, urgent: bool) -> Resolved:
    """The same, for a list of options: a wish for help without hormones is honoured, and a guide has none. Raises `NotCovered`."""
    found = find_topic(catalogue, words, urgent)
    is_guide = {slug: catalogue.topics[slug].topic.kind == TopicKind.GUIDE for slug in found.slugs}
    slugs = tuple(slug for slug in found.slugs if not is_guide[slug])
    if not slugs:
        raise NotCovered("topic", topic_refs(catalogue, found.slugs[:1]), Beyond.GUIDE)
    more = {Note.MORE_TOPICS} if len(slugs) == 1 else set()
    notes = tuple(note for note in found.notes if note not in more)
    return replace(found, slugs=slugs, notes=notes, no_hormones=rules_out_hormones(words))


def find_option(catalogue: Catalogue, words: str, urgent: bool) -> Resolved:
    """The options that `words` name, best first, all of them; `urgent` as above. Raises `NotCovered`."""
    matcher = catalogue.option_matcher
    found = _find(matcher, words, urgent)
    if not found.slugs:
        raise _not_covered(catalogue, "option", words, found, urgent)
    known = words in matcher.spellings
    named = () if known else matcher.named_in(words)
    slugs = tuple(dict.fromkeys((*found.slugs, *named)))
    first, *others = slugs
    if isinstance(catalogue.options[first], Withheld):  # beside it only what is named: what is near it would tell what it is used for
        slugs = (first, *(slug for slug in others if slug in named or isinstance(catalogue.options[slug], Withheld)))
    notes = (Note.GROUP,) if _names_a_member(catalogue, first, words) else ()
    return Resolved(slugs, notes=(*notes, *asked_in_vain(words)))


def find_nothing(catalogue: Catalogue, words: str, urgent: bool) -> Resolved:
    """For the call that takes no words."""
    return Resolved(("all",))


def _find(matcher: Matcher, words: str, urgent: bool) -> Found:
    """What a query names; none where it is plainly about another body than that of a woman in midlife."""
    other = None if words in matcher.spellings else matcher.whose(words)
    return Found((), (), other) if other else matcher.find(words, _margin(urgent))


def _names_an_option(catalogue: Catalogue, words: str) -> bool:
    """Whether words name an option outright that may be spoken of."""
    named = catalogue.option_matcher.named_in(words)
    return any(isinstance(catalogue.options[slug], Released) for slug in named)


def _guide_in(catalogue: Catalogue, words: str) -> tuple[str | None, bool]:
    """The guide whose longest name stands in some words, if any, and whether the words are that name and nothing else."""
    if not catalogue.guide_names:
        return None, False
    names = names_of(catalogue.guide_names)
    row = compared(flat(mended(words)))
    whole = names.whole.get(" ".join(row))
    if whole:
        return whole, True
    inside = names.inside(row)
    return max(inside, key=lambda slug: inside[slug], default=None), False


def _names_a_member(catalogue: Catalogue, slug: str, words: str) -> bool:
    """Whether words name one medicine or brand of the group that the option `slug` is, and not the group itself."""
    option = catalogue.options[slug]
    if not isinstance(option, Released) or not option.option.members:
        return False
    row = compared(flat(mended(words)))
    members = {key_in(name) for name in option.option.members}
    group = {key_in(name) for name in (option.name, *option.option.aliases)}
    said = {phrase for _, phrase, named in catalogue.option_matcher.names.placed(row) if named == slug}
    return bool(said & members) and not said & group


def _not_covered(catalogue: Catalogue, family: Family, words: str, found: Found, urgent: bool) -> NotCovered:
    """What words are about in which nothing of a family was `found`, and what may be suggested instead: what is near, or nothing."""
    of_options = family == "option"
    matcher, beside = catalogue.topic_matcher, catalogue.option_matcher
    if of_options:
        matcher, beside = beside, matcher
    other, holds_needed = beside.first_named(words, _margin(urgent))
    if other is not None and found.about in (Beyond.UNKNOWN, Beyond.MENOPAUSE):
        refs, about = (topic_refs, Beyond.TOPIC) if of_options else (_option_refs, Beyond.OPTION)
        return NotCovered(family, refs(catalogue, (other,)), about)
    if found.about is Beyond.MENOPAUSE and GENERAL_GUIDE in catalogue.topics:
        return NotCovered(family, topic_refs(catalogue, (GENERAL_GUIDE,)), found.about)
    if not of_options and holds_needed:
        return NotCovered(family, (), found.about)
    refs = _option_refs if of_options else topic_refs
    said = {word for word in compared(flat(mended(words))) if len(word) >= SHORTEST_SHARED}
    near = [slug for slug in found.suggestions if said & matcher.words_of(slug)]
    return NotCovered(family, refs(catalogue, near), found.about)


def find_list(catalogue: Catalogue, words: str, urgent: bool) -> Resolved:
    """The topics that a list names, and the 1-based places of items that name none. Raises `NotCovered`, `TooManySymptoms`.

    Remarks on an item or on the visit (“Notes for Dr Shah”, “comes and goes”) are no items, nor is what she says she has not; in doubt, it is one.
    """
    slugs, missed = _of_list(catalogue, words, urgent)
    return Resolved(slugs, missed=missed, notes=asked_in_vain(words))


def _of_list(catalogue: Catalogue, words: str, urgent: bool) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The topics that a list names, and the places of items that name none."""
    matcher = catalogue.topic_matcher
    words, guides = _with_guides_by_slug(catalogue, words)
    known = [_known_name(catalogue, part.strip()) for part in words.split(",")]
    if len(known) <= MAX_SYMPTOMS and all(known):  # as programs send them: nothing to be read
        return tuple(dict.fromkeys(slug for slug in known if slug)), ()
    items = items_of(words, matcher.names)
    several = len(items) > 1
    slugs: dict[str, None] = {}
    missed: dict[int, str] = {}
    unknown: list[Found] = []
    read: dict[str, Found | None] = {}  # each item once, none where it is no item
    hers = 0  # the items that name something new
    where = places([item.text for item in items])
    for at, (place, item) in enumerate(items):
        if where[at]:
            continue
        if item not in read:
            if len(read) == MOST_ITEMS:
                raise TooManySymptoms
            # A letter alone is nothing known, and what is spelt as a name needs no doubt.
            sure = item in matcher.spellings or item in guides or (len(item) == 1 and item.isalpha())
            doubtful = several and not sure
            if doubtful and (_says_nothing(item, matcher) or _is_of_treatment(catalogue, item)):
                read[item] = None
                continue
            margin = _margin(urgent) + BARE_PART * (doubtful and is_where(item))
            guide, is_whole = (item, True) if item in guides else _guide_in(catalogue, item)
            named = Found((guide,), ()) if guide and is_whole else None
            found = named or _of_item(matcher, item, margin, len(items) <= DICTATED)
            if not found.slugs and where[at + 1 : at + 2] == [True]:  # “sweating from head, chest, back at night”
                spread = takewhile(lambda one: is_where(one.text), items[at + 1 :])
                found = _of_item(matcher, " ".join([item, *(one.text for one in spread)]), margin, False)
            remark = doubtful and is_no_item(item, matcher.said, bool(found.slugs))
            read[item] = None if remark else found
            hers += not remark and bool(found.slugs) and found.slugs[0] not in slugs
        found_in = read[item]
        if found_in is None:
            continue
        slugs |= dict.fromkeys(found_in.slugs)
        if not found_in.slugs:
            missed[place] = item
            unknown.append(found_in)
        if hers + len({*missed.values()}) > MAX_SYMPTOMS:
            raise TooManySymptoms
    if not slugs:
        raise _not_covered(catalogue, "list", words, _together(unknown), urgent)
    return tuple(slugs), tuple(missed)


def _with_guides_by_slug(catalogue: Catalogue, words: str) -> tuple[str, frozenset[str]]:
    """A list in which each guide that stands there by its own name, as a form sends it, has its slug, and those slugs.

    Such a name may hold a comma or an “and”, at which a list is parted.
    """
    slugs = {guide.name: guide.slug for guide in catalogue.guide_names}
    if not any(name in words for name in slugs):
        return words, frozenset()
    names = "|".join(map(re.escape, slugs))
    meant: set[str] = set()

    def slug(found: re.Match[str]) -> str:
        meant.add(slugs[found[0]])
        return slugs[found[0]]

    return re.sub(rf"(?m)(?:(?<=^)|(?<=[,;]\s)|(?<=[,;]))(?:{names})(?=\s*(?:$|[,;]))", slug, words), frozenset(meant)


def _known_name(catalogue: Catalogue, part: str) -> str | None:
    """The topic that goes by exactly these words, as programs send them."""
    known = catalogue.topic_matcher.spellings.get(part)
    if known:
        return known.slugs[0]
    return part if part in catalogue.topics else None


def _together(unknown: list[Found]) -> Found:
    """What is found of a list of which no item names a topic: what is near any, and what all are about."""
    closest = tuple(dict.fromkeys(slug for found in unknown for slug in found.suggestions))[:SUGGESTIONS]
    about = {found.about for found in unknown}
    return Found((), closest, about.pop() if len(about) == 1 else Beyond.UNKNOWN)


def _says_nothing(item: str, matcher: Matcher) -> bool:
    """Whether an item is known, before it is read, to be none: left over, how much, a head, or what she has not."""
    said = flat(mended(item))
    return is_left_over(item) or says_how(item) or is_heading(item) or only_speaks_of_menopause(said) or _is_not_hers(item, matcher)


def _is_of_treatment(catalogue: Catalogue, item: str) -> bool:
    """Whether an item only says what she takes or wants (“on sertraline”, “no HRT”): it is no symptom, and a medicine tells of no illness."""
    row = compared(flat(mended(item)))
    names = catalogue.option_matcher.names
    named = names.inside(row)
    medicines = bool(named) and all(catalogue.options[slug].kind in _MEDICINES for slug in named)
    return medicines and not catalogue.topic_matcher.names.inside(row) and only_takes(names.beside(row))


def _is_not_hers(item: str, matcher: Matcher) -> bool:
    """Whether an item says of something covered that she has it not (“no headaches”)."""
    return is_denied(item, matcher.names) or matcher.only_rules_out(item)


def _of_item(matcher: Matcher, item: str, margin: float, dictated: bool) -> Found:
    """What an item of a list names: what stands beside a remark in brackets (“joint pain (mum had osteoporosis)”) where that names something.

    A second symptom in it counts where it is named (“hot flushes that turn into night sweats”), and any that it clearly tells of where the
    list may be `dictated`, with nothing between its items.
    """
    several = topics_in(item, matcher.names, lambda part: _of_part(matcher, part, margin)) if dictated else ()
    if several:
        slugs = tuple(dict.fromkeys((*several, *matcher.named_in(item))))
        return Found(slugs, slugs)
    bare = without_asides(item)
    if bare != item and not matcher.named_in(bare):
        bare = item
    found = matcher.find(bare, margin)
    named = _named_in(matcher, bare, len(found.slugs) > 1) if found.slugs and " " in bare else ()
    if not named:
        return replace(found, slugs=found.slugs[:1])
    # No name in an item is lost, and what is read off several is no more than they say.
    return Found(named if found.slugs[0] not in named and len(named) > 1 else tuple(dict.fromkeys((found.slugs[0], *named))), found.suggestions)


def _named_in(matcher: Matcher, item: str, several: bool) -> tuple[str, ...]:
    """The topics named in an item: all where it is long or read as `several`, else those by a name of several words (“sweat” is said of much)."""
    named = matcher.named_in(item)
    if len(named) > 1 and (several or len(item.split()) > SHORT):
        return named
    longer = {slug for _, phrase, slug in matcher.names.placed(compared(flat(mended(item)))) if " " in phrase}
    return tuple(slug for slug in named if slug in longer)


def _of_part(matcher: Matcher, part: str, margin: float) -> tuple[str, ...]:
    """What a part of a dictated item clearly names; nothing where it says that she has it not, or is a remark."""
    if is_remark(part) or _is_not_hers(part, matcher):
        return ()
    found = matcher.find(part, margin + CLEARLY).slugs
    return found[:1]


def topic_refs(catalogue: Catalogue, slugs: Iterable[str]) -> tuple[Ref, ...]:
    """The topics `slugs` by slug and name."""
    found = (catalogue.topics[slug].topic for slug in slugs)
    return tuple(Ref(topic.slug, topic.name, topic.kind) for topic in found)


def _option_refs(catalogue: Catalogue, slugs: Iterable[str]) -> tuple[Ref, ...]:
    found = (catalogue.options[slug] for slug in slugs)
    return tuple(Ref(option.slug, option.name, option.kind) for option in found)
