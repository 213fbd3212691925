"""A record's past as a whole: every wording it had, who made it and when, and the way back to it.

The history of each row and child row is kept by django-simple-history; here the rows of one record
are put together again as they stood after each act of saving, so that a person can read what
changed and bring an old wording back.
"""

import math
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from content import seeding, shared_files
from content.documents import (
    Document,
    as_plain,
    grade_document,
    option_document,
    resolved,
    topic_document,
)
from content.editorial.diff import Difference, differences
from content.editorial.signed_wording import code_words
from content.models import (
    Caution,
    DoctorLine,
    Draft,
    Evidence,
    Family,
    Option,
    PrepItem,
    RecordKind,
    RelatedTopic,
    Source,
    Topic,
)
from content.review.history import histories
from content.review.sign_off import current_document

# Rows changed this close together by one person were one act of saving
ONE_ACT = timedelta(seconds=2)
PAGE = 40  # acts on one page: each is put together by itself


@dataclass(frozen=True, slots=True)
class Moment:
    """One act of saving: when (UTC), by whom, the whole record after it, and what it changed."""

    at: datetime
    who: str
    document: Document
    changes: tuple[Difference, ...]
    is_first: bool  # the record as it was first kept here
    is_last: bool  # the record as it stands


def pages(kind: str, slug: str) -> int:
    """How many pages the record's acts of saving fill: one at least."""
    return max(1, math.ceil(len(_acts(kind, slug)) / PAGE))


def moments(kind: str, slug: str, page: int = 1) -> list[Moment]:
    """The acts of saving on one page of the record's past, newest first, page 1 the newest. Empty
    for a record that never was.
    """
    acts = _acts(kind, slug)
    end = len(acts) - (page - 1) * PAGE
    start = max(0, end - PAGE)
    documents = (_as_of(kind, slug, at) for at, _ in reversed(acts[:start]))
    # What the oldest act of the page changed
    earlier = next((document for document in documents if document is not None), None)
    before: Any = as_plain(earlier) if earlier else {}
    made: list[Moment] = []
    words = code_words()
    for at, who in acts[start : max(0, end)]:
        document = _as_of(kind, slug, at)
        if document is None:
            continue
        plain = as_plain(document)
        changes = tuple(differences(before, plain, words)) if before else ()
        made.append(
            Moment(at, who, document, changes, is_first=not before, is_last=at == acts[-1][0])
        )
        before = plain
    return made[::-1]


def as_it_was(kind: str, slug: str, at: datetime) -> Document:
    """The wording the record had at `at`, to be published again. Raises `LookupError`, or
    `seeding.SeedError` if rules forbid it now.
    """
    document = _as_of(kind, slug, at)
    if document is None:
        raise LookupError(slug)
    now = current_document(kind, slug)
    shared = shared_files.stored()
    document = replace(document, slug=now.slug, kind=now.kind)
    [document] = resolved([document], shared.sources, shared.families, shared.lines)
    reasons = seeding.faults_of(document)
    if reasons:
        raise seeding.SeedError(reasons)
    return document


def drafted(kind: str, slug: str, most: int = 50) -> list[tuple[Any, list[Difference]]]:
    """The acts on every draft of the record, newest first, each with what it changed
    of its words.
    """
    acts = list(Draft.history.filter(kind=kind, key=slug).select_related("by")[:most])
    found, words = [], code_words()
    for act, before in zip(acts, [*acts[1:], None], strict=False):
        same_draft = before is not None and before.id == act.id
        old = before.document if same_draft else act.base or {}
        found.append((act, differences(old, act.document, words)))
    return found


def _acts(kind: str, slug: str) -> list[tuple[datetime, str]]:
    """When each act of saving ended, and whose it was, oldest first."""
    rows = sorted(
        (at, user)
        for history in histories(kind, slug)
        for at, user in history.values_list("history_date", "history_user_id")
        if at
    )
    acts: list[tuple[datetime, int | None]] = []
    for at, user in sorted(rows, key=lambda row: row[0]):
        if acts and acts[-1][1] == user and at - acts[-1][0] <= ONE_ACT:
            acts[-1] = (at, user)
        else:
            acts.append((at, user))
    names = {
        user.pk: user.get_username()
        for user in User.objects.filter(pk__in={user for _, user in acts if user is not None})
    }
    return [
        (at, names.get(user, "loaded from files") if user is not None else "loaded from files")
        for at, user in acts
    ]


def _latest(model: Any, at: datetime, **which: Any) -> list[Any]:
    """The rows of a model as they stood at a moment, deleted ones left out."""
    newest: dict[int, Any] = {}
    for row in model.history.filter(history_date__lte=at, **which).order_by(
        "history_date", "history_id"
    ):
        newest[row.id] = row
    return [row for row in newest.values() if row.history_type != "-"]


def _keys(row: Any, known: dict[int, str]) -> tuple[str, ...]:
    """The keys of the sources that a row cited. `known`: every source's key by its id."""
    return tuple(
        sorted(known[link.source_id] for link in row.sources.all() if link.source_id in known)
    )


def _line_keys(row: Any) -> tuple[str, ...]:
    known = dict(DoctorLine.objects.values_list("pk", "key"))
    held = {
        known[link.doctorline_id] for link in row.doctor_lines.all() if link.doctorline_id in known
    }
    return tuple(key for key in known.values() if key in held)


def _in_order(rows: list[Any]) -> list[Any]:
    return sorted(rows, key=lambda row: (row.position, row.id))


def _as_of(kind: str, slug: str, at: datetime) -> Document | None:
    model = Topic if kind == RecordKind.TOPIC else Option
    found = _latest(model, at, slug=slug)
    if not found:
        return None
    row = found[-1]
    slugs = dict(Topic.objects.values_list("pk", "slug"))
    sources = dict(Source.objects.values_list("pk", "key"))
    if kind == RecordKind.TOPIC:
        links = _in_order(_latest(RelatedTopic, at, topic_id=row.id))
        return topic_document(
            row,
            _in_order(_latest(PrepItem, at, topic_id=row.id)),
            doctor_lines=_line_keys(row),
            related=tuple(slugs[link.to_id] for link in links if link.to_id in slugs),
            sources=_keys(row, sources),
        )
    pairs = [pair for pair in _latest(Evidence, at, option_id=row.id) if pair.topic_id in slugs]
    families: dict[int | None, str] = dict(Family.objects.values_list("pk", "slug"))
    order = {pk: place for place, pk in enumerate(Topic.objects.values_list("pk", flat=True))}
    return option_document(
        row,
        _in_order(_latest(Caution, at, option_id=row.id)),
        family=families.get(row.family_id, ""),
        sources=_keys(row, sources),
        grades=tuple(
            grade_document(pair, slugs[pair.topic_id], _keys(pair, sources))
            for pair in sorted(pairs, key=lambda pair: (order[pair.topic_id], pair.id))
        ),
    )
