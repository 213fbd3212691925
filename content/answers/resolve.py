"""From words to slugs: what a call is about, and how its words were understood.

In: the reading of some words, and the catalogue. Out: a `Resolved`, or the exception `NotCovered`
with close matches. No answer is made here.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from content.answers.notes import Note, asked_in_vain, rules_out_hormones
from content.answers.shapes import Ref
from content.catalogue.snapshot import Catalogue
from content.language.matching import Found, Matcher
from content.language.names import key_in, words_of
from content.language.reading import Reading
from content.language.screening import signs_in
from content.language.symptom_lists import MOST, read_list
from content.review.release import Released, Withheld
from content.vocabulary import Beyond, TopicKind

MAX_SYMPTOMS = 12
SHORTEST_SHARED = 4  # least letters of a shared word for which a record is suggested
GENERAL_GUIDE = "menopause"  # the guide that answers words about the subject as a whole

Family = Literal["topic", "option", "list"]


@dataclass(frozen=True, slots=True)
class Resolved:
    """What words mean: the slugs, best first; the places of list items that name none; notes."""

    slugs: tuple[str, ...]
    missed: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    no_hormones: bool = False


class NotCovered(Exception):
    """The words name nothing that the call is about. Carries close matches, never the words.

    If they name an option where a topic is asked for, or a topic where an option is, that record is
    the only suggestion: close matches would reveal what a withheld option is used for.
    """

    def __init__(
        self,
        family: Family,
        suggestions: tuple[Ref, ...],
        about: Beyond,
        language: str | None = None,
    ) -> None:
        super().__init__(family)
        self.language = language  # of the words, if they are certainly not English
        self.family = family
        self.suggestions = suggestions
        self.about = about


class TooManySymptoms(Exception):
    """The list has more symptoms than fit on one appointment sheet."""


def find_topic(catalogue: Catalogue, words: Reading) -> Resolved:
    """All topics that the words name, best first. Raises `NotCovered`."""
    known = catalogue.topic_matcher.names.as_sent(words.typed)
    if known is not None:  # a slug or exact name, as programs send it: no model needed
        return Resolved((known,))
    found = _found(catalogue.topic_matcher, words)
    if not found.by_name and catalogue.option_matcher.named(words):
        found = Found(())  # the words are the name of an option and nothing else
    slugs = [slug for slug in found.slugs if slug != GENERAL_GUIDE] or list(found.slugs)
    if not slugs:
        raise _not_covered(catalogue, "topic", words, found)
    notes = [Note.OTHER_LANGUAGE] if found.other_language else []
    notes += [Note.MORE_TOPICS] if len(slugs) > 1 else []
    named = catalogue.option_matcher.names.inside(words_of(words.plain))
    if any(isinstance(catalogue.options[slug], Released) for slug in named):
        notes.append(Note.OPTION_TOO)
    return Resolved(tuple(slugs), notes=(*notes, *asked_in_vain(words.typed)))


def find_topic_with_options(catalogue: Catalogue, words: Reading) -> Resolved:
    """The same for a list of options. It notes a wish for help without hormones, and passes over
    guides, which have no options. Raises `NotCovered`.
    """
    found = find_topic(catalogue, words)
    is_guide = {slug: catalogue.topics[slug].topic.kind == TopicKind.GUIDE for slug in found.slugs}
    slugs = tuple(slug for slug in found.slugs if not is_guide[slug])
    if not slugs:
        raise NotCovered("topic", topic_refs(catalogue, found.slugs[:1]), Beyond.GUIDE)
    dropped = {Note.MORE_TOPICS} if len(slugs) == 1 else set()
    notes = tuple(note for note in found.notes if note not in dropped)
    no_hormones = rules_out_hormones(words.typed)
    return replace(found, slugs=slugs, notes=notes, no_hormones=no_hormones)


def find_option(catalogue: Catalogue, words: Reading) -> Resolved:
    """All options that the words name, best first. Raises `NotCovered`.

    If the first one is withheld, only options that are named as well follow it: similar ones would
    reveal what it is used for.
    """
    matcher = catalogue.option_matcher
    known = matcher.names.as_sent(words.typed)
    found = Found((known,)) if known else _found(matcher, words)
    if not found.slugs:
        raise _not_covered(catalogue, "option", words, found)
    first, *others = found.slugs
    if isinstance(catalogue.options[first], Withheld):
        named = matcher.names.inside(words_of(words.plain))
        others = [slug for slug in others if slug in named]
    notes = [Note.OTHER_LANGUAGE] if found.other_language else []
    notes += [Note.GROUP] if _names_a_member(catalogue, first, words) else []
    return Resolved((first, *others), notes=(*notes, *asked_in_vain(words.typed)))


def find_nothing(catalogue: Catalogue, words: Reading) -> Resolved:
    """For the call that takes no words."""
    return Resolved(("all",))


def find_list(catalogue: Catalogue, words: Reading) -> Resolved:
    """The topics that a list names, and the places, from 1, of the items that name no topic.

    Raises `NotCovered`, or `TooManySymptoms` if the list is too long for one sheet.
    """
    matcher = catalogue.topic_matcher
    listed = _with_slugs(catalogue, words.typed)
    known = [matcher.names.as_sent(part.strip()) for part in listed.split(",")]
    if len(known) <= MAX_SYMPTOMS and all(known):  # as programs send it: nothing to be read
        return Resolved(tuple(dict.fromkeys(slug for slug in known if slug)))
    if catalogue.option_matcher.named(words):
        raise _not_covered(catalogue, "list", words, Found(()))
    found = read_list(listed, matcher)
    if found.count > MOST or len(found.topics) + len(found.not_recognised) > MAX_SYMPTOMS:
        raise TooManySymptoms
    if not found.topics:
        raise _not_covered(catalogue, "list", words, Found(()))
    return Resolved(found.topics, found.not_recognised, asked_in_vain(words.typed))


def _found(matcher: Matcher, words: Reading) -> Found:
    """The records that words mean. Words that hold a warning sign must name a record by its name:
    “My face is drooping” is not about skin.
    """
    found = matcher.find(words)
    if found.by_name or not signs_in(words):
        return found
    named = [slug for slug in matcher.names.inside(words_of(words.plain)) if slug != GENERAL_GUIDE]
    return Found(tuple(named), by_name=bool(named))


def _names_a_member(catalogue: Catalogue, slug: str, words: Reading) -> bool:
    """Whether the option is a group, and the words name one of its medicines but not the group."""
    option = catalogue.options[slug]
    if not isinstance(option, Released) or not option.option.members:
        return False
    said = catalogue.option_matcher.names.phrases(words_of(words.plain), slug)
    group = {key_in(name) for name in (option.name, *option.option.aliases)}
    return bool(said & {key_in(name) for name in option.option.members}) and not said & group


def _not_covered(catalogue: Catalogue, family: Family, words: Reading, found: Found) -> NotCovered:
    """The refusal of words that name no topic (or no option): what they are about instead, and what
    may be suggested.

    Only a record whose name shares a word with them is suggested.
    """
    of_options = family == "option"
    own, other = catalogue.topic_matcher, catalogue.option_matcher
    if of_options:
        own, other = other, own
    beside = _found(other, words)
    if beside.slugs and (beside.by_name or of_options):
        slug = beside.slugs[0]
        if not of_options:
            return NotCovered(family, _option_refs(catalogue, (slug,)), Beyond.OPTION)
        is_guide = catalogue.topics[slug].topic.kind == TopicKind.GUIDE
        about = Beyond.MENOPAUSE if is_guide else Beyond.TOPIC
        return NotCovered(family, topic_refs(catalogue, (slug,)), about)
    refs = _option_refs if of_options else topic_refs
    said = {word for word in words_of(words.plain) if len(word) >= SHORTEST_SHARED}
    near = [slug for slug in found.suggestions if said & own.names.words_in(slug)]
    return NotCovered(family, refs(catalogue, near), Beyond.UNKNOWN, words.other_language.foreign)


def _with_slugs(catalogue: Catalogue, words: str) -> str:
    """The list, with each topic name that contains a comma replaced by its slug, so that it is not
    split.
    """
    topics = (entry.topic for entry in catalogue.topics.values() if "," in entry.topic.name)
    slugs = {topic.name: topic.slug for topic in topics}
    if not any(name in words for name in slugs):
        return words
    names = "|".join(map(re.escape, slugs))
    whole = rf"(?m)(?:(?<=^)|(?<=[,;]\s)|(?<=[,;]))(?:{names})(?=\s*(?:$|[,;]))"
    return re.sub(whole, lambda found: slugs[found[0]], words)


def topic_refs(catalogue: Catalogue, slugs: Iterable[str]) -> tuple[Ref, ...]:
    """The topics `slugs` by slug and name."""
    found = (catalogue.topics[slug].topic for slug in slugs)
    return tuple(Ref(topic.slug, topic.name, topic.kind) for topic in found)


def _option_refs(catalogue: Catalogue, slugs: Iterable[str]) -> tuple[Ref, ...]:
    found = (catalogue.options[slug] for slug in slugs)
    return tuple(Ref(option.slug, option.name, option.kind) for option in found)
