"""The catalogue snapshot: everything that may be shown on one day, in memory, replaced as a whole.

`Records` is what the database holds, read in one transaction. `build()` turns it into a
`Catalogue`: it checks the wording again, derives standings, puts options through the release gate
and makes the matchers. A record that breaks a wording rule is left out, with everything that points
to it. So however such words got into a table (admin, shell, SQL), no answer contains them.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from content.catalogue.read_snapshot import read_snapshot
from content.catalogue.response_cache import ResponseCache
from content.documents import (
    GradeDocument,
    OptionDocument,
    Publication,
    TopicDocument,
    document_violations,
    named_supplements,
    publication,
    read_options,
    read_sources,
    read_topics,
)
from content.language.matching import Matcher
from content.language.names import Named
from content.models import CatalogueVersion, former_names
from content.review.history import option_changes, topic_changes
from content.review.release import Released, Withheld, release
from content.review.standing import (
    Appointment,
    Ledger,
    Standing,
    read_ledger,
    read_register,
    standing,
)
from content.vocabulary import FINDING_ORDER, GRADE_ORDER, TopicKind
from content.wording.citations import source_violations
from content.wording.supplements import SupplementNames

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Records:
    """All content as the database holds it at one version."""

    version: int
    topics: tuple[TopicDocument, ...]
    options: tuple[OptionDocument, ...]
    sources: Mapping[str, Publication]
    ledger: Ledger
    topic_changes: Mapping[str, date] = field(default_factory=dict)
    option_changes: Mapping[str, date] = field(default_factory=dict)
    # Former names of supplements, by slug
    once: Mapping[str, frozenset[str]] = field(default_factory=dict)
    register: tuple[Appointment, ...] = ()

    def unsigned(self) -> "Records":
        """The same records as if nothing had ever been signed: every supplement withheld."""
        return replace(self, ledger={})


@dataclass(frozen=True, slots=True)
class Pair:
    """One released option graded for one topic."""

    released: Released
    grade: GradeDocument


@dataclass(frozen=True, slots=True)
class TopicEntry:
    """A topic, its standing, and the released options graded for it, strongest evidence first."""

    topic: TopicDocument
    standing: Standing
    pairs: tuple[Pair, ...]

    def with_finding(self, *findings: str) -> tuple[Pair, ...]:
        """The pairs whose research points to one of `findings`."""
        return tuple(pair for pair in self.pairs if pair.grade.finding in findings)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything that may be shown on `day`, by slug or by words. Immutable, apart from two caches.

    `bodies`: answers, as many as there is room for. `pages`: rendered pages, their `<head>` and
    their Markdown, each stored once per address.
    """

    version: int
    day: date
    topics: Mapping[str, TopicEntry]
    options: Mapping[str, Released | Withheld]
    sources: Mapping[str, Publication]
    topic_matcher: Matcher
    option_matcher: Matcher
    topic_changes: Mapping[str, date] = field(default_factory=dict)
    option_changes: Mapping[str, date] = field(default_factory=dict)
    register: tuple[Appointment, ...] = ()
    bodies: ResponseCache = field(default_factory=ResponseCache, compare=False, repr=False)
    pages: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def of_kind(self, kind: TopicKind) -> tuple[TopicEntry, ...]:
        """The topics of one kind, in list order."""
        return tuple(entry for entry in self.topics.values() if entry.topic.kind == kind)

    @property
    def released(self) -> tuple[Released, ...]:
        return tuple(option for option in self.options.values() if isinstance(option, Released))

    @property
    def withheld(self) -> tuple[Withheld, ...]:
        return tuple(option for option in self.options.values() if isinstance(option, Withheld))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standing of each topic and of each released option."""
        return (
            *(entry.standing for entry in self.topics.values()),
            *(option.standing for option in self.released),
        )


def read_version() -> int:
    """The version number of the content in the database, or 0 if there has never been any."""
    return CatalogueVersion.objects.values_list("number", flat=True).first() or 0


def read_records() -> Records:
    """Read all content at one version."""
    with read_snapshot():
        version, topics, options = read_version(), read_topics(), read_options()
        return Records(
            version=version,
            topics=tuple(topics),
            options=tuple(options),
            sources=MappingProxyType({row.key: publication(row) for row in read_sources()}),
            ledger=read_ledger(),
            topic_changes=MappingProxyType(topic_changes(topics)),
            option_changes=MappingProxyType(option_changes(options)),
            once=MappingProxyType(former_names()),
            register=read_register(),
        )


def build(records: Records, day: date) -> Catalogue:
    """Build the catalogue of what may be shown of `records` on `day` (UTC). Makes no query."""
    supplements = named_supplements(list(records.options), records.once)
    topics = {topic.slug: topic for topic in records.topics if _sound(topic, supplements)}
    options = {
        option.slug: gated
        for option in records.options
        if (gated := _gated(option, records, day, supplements))
    }
    pairs: dict[str, list[Pair]] = {slug: [] for slug in topics}
    for option in options.values():
        if isinstance(option, Released):
            for grade in option.option.grades:
                if grade.topic in pairs:
                    pairs[grade.topic].append(Pair(option, grade))
    named = tuple(Named(one.slug, one.name, one.aliases) for one in topics.values())
    named_options = tuple(
        Named(
            one.slug,
            one.name,
            (*one.aliases, *one.members),
            withheld=isinstance(options[one.slug], Withheld),
        )
        for one in records.options
        if one.slug in options
    )
    return Catalogue(
        version=records.version,
        day=day,
        topics=MappingProxyType(
            {
                slug: TopicEntry(
                    topic,
                    standing(topic, records.ledger, day),
                    tuple(sorted(pairs[slug], key=_strength)),
                )
                for slug, topic in topics.items()
            }
        ),
        options=MappingProxyType(options),
        sources=MappingProxyType(citable(records.sources, supplements, options.values())),
        topic_changes=records.topic_changes,
        option_changes=records.option_changes,
        register=records.register,
        topic_matcher=_matcher("topics", named),
        option_matcher=_matcher("options", named_options),
    )


def citable(
    sources: Mapping[str, Publication],
    supplements: SupplementNames,
    options: Iterable[Released | Withheld] = (),
) -> dict[str, Publication]:
    """The sources that an answer may name, by key: those that break no rule and name no supplement
    or herb that is withheld.
    """
    spoken = [
        (option.slug, option.option.names)
        for option in options
        if isinstance(option, Released) and option.option.is_supplement
    ]
    barred = supplements.to_sources(spoken)
    found: dict[str, Publication] = {}
    for key, source in sources.items():
        broken = sorted(
            {
                violation.rule
                for _, violation in source_violations(
                    source.organisation, source.title, source.url, barred
                )
            }
        )
        if broken:
            log.error("left out of the sources: %s breaks the rules %s", key, ", ".join(broken))
        else:
            found[key] = source
    return found


@lru_cache(maxsize=8)
def _matcher(family: str, records: tuple[Named, ...]) -> Matcher:
    """The matcher of topics or of options, rebuilt only when a name or what is withheld changes."""
    return Matcher(family, records)


def _gated(
    option: OptionDocument, records: Records, day: date, supplements: SupplementNames
) -> Released | Withheld | None:
    """The option as the release gate lets it through; None if it breaks a wording rule or has no
    key caution.
    """
    if not _sound(option, supplements):
        return None
    gated = release(option, standing(option, records.ledger, day))
    if gated is None:
        log.error("left out of the catalogue: %s has no key caution", option.slug)
    return gated


def _sound(document: TopicDocument | OptionDocument, supplements: SupplementNames) -> bool:
    found = document_violations(document, supplements)
    for place, violation in found:
        log.error(
            "left out of the catalogue: %s, %s breaks the rule %s",
            document.slug,
            place,
            violation.rule,
        )
    return not found


def _strength(pair: Pair) -> tuple[int, int, bool, int, int, str]:
    """Strongest evidence first; if equal, what is usually tried first for the topic; then the order
    of all options.
    """
    return (
        GRADE_ORDER[pair.grade.grade],
        FINDING_ORDER[pair.grade.finding],
        not pair.grade.place,
        pair.grade.place,
        pair.released.option.position,
        pair.released.name,
    )
