"""Parts that several answers share: what was asked for, references, sources, dates and review
status.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from content.answers.resolve import Resolved
from content.answers.shapes import RatingKey, Ref, SourceRef, WithheldList, WithheldSlug
from content.catalogue.snapshot import Catalogue, TopicEntry
from content.review.release import Released, Withheld
from content.review.standing import UNREVIEWED, Standing
from content.vocabulary import DISCLAIMER, RATINGS, REVIEW_ORDER, WITHHELD_REASON

MOST_SOURCES = 6  # in an answer, unless `detail=full` is asked for


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which part of an answer is asked for, and how much of it."""

    full: bool = False
    key_cautions: bool = False  # options: with all else, but only the key cautions
    topic: str | None = None  # evidence: the topic whose pair comes first
    kind: str | None = None  # options: only those of this kind
    finding: str | None = None  # options: only those with this finding
    limit: int | None = None  # options: at most so many in each list


BRIEF, FULL = Wanted(), Wanted(full=True)
# A page about a topic leaves further cautions to the page of each option, as the call does.
TOPIC_PAGE = Wanted(full=True, key_cautions=True)


def steps(*wheres: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Combinations of one choice from each list: it begins with the first choice of every list,
    moves through the first list to its last choice, then through the second, and so on.
    """
    choices = [tuple(where) for where in wheres]
    chosen = [0] * len(choices)
    yield tuple(choice[place] for choice, place in zip(choices, chosen, strict=True))
    for kind, choice in enumerate(choices):
        for place in range(1, len(choice)):
            chosen[kind] = place
            yield tuple(one[at] for one, at in zip(choices, chosen, strict=True))


def rating_keys(pairs: Iterable[tuple[str, str]], meanings: bool = True) -> tuple[RatingKey, ...]:
    """Each rating that occurs and what it means, once, strongest evidence of help first."""
    held = set(pairs)
    return tuple(
        RatingKey(one.label, one.meaning if meanings else None)
        for pair, one in RATINGS.items()
        if pair in held
    )


def tail(
    catalogue: Catalogue,
    source_page: str,
    cites: Iterable[str],
    wanted: Wanted,
    most: int,
    standings: Iterable[Standing],
) -> dict[str, Any]:
    """The fields that end every answer, except its dates."""
    status, reviewer = least_reviewed(standings)
    keys = tuple(cites)
    return {
        "source_page": source_page,
        "sources": cited(
            catalogue, keys if wanted.full else leading_sources(catalogue, keys, most)
        ),
        "review_status": status,
        "reviewed_by": reviewer,
        "disclaimer": DISCLAIMER,
    }


def dates(changes: Iterable[date | None], standings: Iterable[Standing]) -> dict[str, Any]:
    """The day the wording last changed, and the day the first of the current sign-offs ends."""
    days = [day for day in changes if day]
    due = [
        standing.review_due_on
        for standing in standings
        if standing.is_reviewed and standing.review_due_on
    ]
    return {
        "content_updated": max(days).isoformat() if days else None,
        "review_due": min(due).isoformat() if due else None,
    }


def least_reviewed(standings: Iterable[Standing]) -> tuple[str, str | None]:
    """The status of an answer made from several records (that of the least reviewed one), and the
    reviewer if all of them have the same.
    """
    several = tuple(standings)
    least = min(several, key=lambda standing: REVIEW_ORDER[standing.status], default=UNREVIEWED)
    names = {standing.reviewed_by for standing in several}
    return least.status, least.reviewed_by if len(names) == 1 else None


def cited(catalogue: Catalogue, keys: Iterable[str]) -> tuple[SourceRef, ...]:
    """The publications behind `keys`, each once, in the order given."""
    known = (catalogue.sources[key] for key in dict.fromkeys(keys) if key in catalogue.sources)
    return tuple(
        SourceRef(source.organisation, source.title, source.year, source.url) for source in known
    )


def leading_sources(catalogue: Catalogue, keys: Iterable[str], most: int) -> list[str]:
    """At most `most` of the keys: those cited by the most records, as guidelines usually are."""
    known = [key for key in dict.fromkeys(keys) if key in catalogue.sources]
    counts = _citations(catalogue)
    return sorted(known, key=lambda key: (-counts[key], key))[:most]


def _citations(catalogue: Catalogue) -> Counter[str]:
    """How many records cite each source; counted once per catalogue."""
    counted: Counter[str] | None = catalogue.pages.get("citations")
    if counted is None:
        counted = Counter(key for entry in catalogue.topics.values() for key in entry.topic.sources)
        counted.update(key for released in catalogue.released for key in released.option.sources)
        catalogue.pages["citations"] = counted
    return counted


def topic_ref(entry: TopicEntry) -> Ref:
    """A topic by slug and name."""
    return Ref(entry.topic.slug, entry.topic.name, entry.topic.kind)


def topic_refs(catalogue: Catalogue, slugs: Iterable[str]) -> tuple[Ref, ...]:
    """The topics `slugs` by slug and name."""
    return tuple(topic_ref(catalogue.topics[slug]) for slug in slugs)


def option_ref(option: Released | Withheld) -> Ref:
    """An option by slug and name."""
    return Ref(option.slug, option.name, option.kind)


def withheld_list(options: Iterable[Withheld], names: bool = True) -> WithheldList:
    """Withheld options by slug and name, or, where room is short, by slug."""
    refs = map(option_ref, options)
    return WithheldList(
        WITHHELD_REASON, tuple(ref if names else WithheldSlug(ref.slug) for ref in refs)
    )


def once(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts in order, each once."""
    return tuple(dict.fromkeys(texts))


Compose = Callable[[Catalogue, Resolved, Wanted], Iterator[Any]]
