"""The history rows that belong to a record, and the day each record last changed in this service.

A text that came from the seed files counts as changed on the day it was loaded. A record without
any history row has no date, and its page then shows none.
"""

from datetime import date
from typing import Any

from django.db.models import Max, Q, QuerySet

from content.documents import Document, OptionDocument, TopicDocument, cited_keys
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

# For each kind of record its model, then the models of its child rows with the foreign key that
# points to the record. Anything missing here could be changed by an unrecorded author, who could
# then sign it: a test compares the list with the models.
ROWS: dict[str, tuple[Any, dict[Any, str]]] = {
    RecordKind.TOPIC: (Topic, {PrepItem: "topic", RelatedTopic: "topic"}),
    RecordKind.OPTION: (Option, {Caution: "option", Evidence: "option"}),
}


def histories(kind: str, slug: str) -> list[QuerySet[Any]]:
    """Every history of one record: that of its own row and of every child row it ever had."""
    row, children = ROWS[kind]
    own = row.history.filter(slug=slug)
    ids = set(own.values_list("id", flat=True))
    return [
        own,
        *(child.history.filter(**{f"{owner}_id__in": ids}) for child, owner in children.items()),
    ]


def shared_histories(document: Document) -> list[QuerySet[Any]]:
    """The histories of the shared parts that a signature of the record covers: its sources, its
    family, its doctor lines.
    """
    cited = Source.history.filter(key__in=cited_keys(document))
    if isinstance(document, TopicDocument):
        return [cited, DoctorLine.history.filter(key__in=document.doctor_lines)]
    family = Family.history.filter(slug=document.family)
    ids = set(family.values_list("id", flat=True))
    return [cited, family, Caution.history.filter(family_id__in=ids)]


def draft_history(document: Document) -> QuerySet[Any]:
    """The history of every draft of a record, and of every draft of its shared parts."""
    shared = Q(kind=Draft.Kind.SOURCE, key__in=cited_keys(document))
    if isinstance(document, TopicDocument):
        own = Q(kind=Draft.Kind.TOPIC, key=document.slug)
        shared |= Q(kind=Draft.Kind.DOCTOR_LINE, key__in=document.doctor_lines)
    else:
        own = Q(kind=Draft.Kind.OPTION, key=document.slug)
        shared |= Q(kind=Draft.Kind.FAMILY, key=document.family)
    found: QuerySet[Any] = Draft.history.filter(own | shared)
    return found


def topic_changes(documents: list[TopicDocument]) -> dict[str, date]:
    """The day the wording of each topic last changed, by slug; shared doctor lines count."""
    lines = _days(DoctorLine, "key")
    return {
        slug: max((day, *(lines[key] for key in document.doctor_lines if key in lines)))
        for slug, day, document in _latest(RecordKind.TOPIC, documents)
    }


def option_changes(documents: list[OptionDocument]) -> dict[str, date]:
    """The day the wording of each option last changed, by slug; its family's wording counts."""
    families: dict[str, date] = _days(Family, "slug")
    for slug, day in _days(Caution, "family__slug").items():
        families[slug] = max(day, families.get(slug, day))
    return {
        slug: max(day, families.get(document.family, day))
        for slug, day, document in _latest(RecordKind.OPTION, documents)
    }


def _latest(kind: str, documents: list[Any]) -> list[tuple[str, date, Any]]:
    """Each record that has a history: its slug, the day its own rows last changed, the record."""
    row, children = ROWS[kind]
    latest: dict[str, date] = {}
    for model, slug in (
        (row, "slug"),
        *((child, f"{owner}__slug") for child, owner in children.items()),
    ):
        for key, day in _days(model, slug).items():
            latest[key] = max(day, latest.get(key, day))
    return [
        (document.slug, latest[document.slug], document)
        for document in documents
        if document.slug in latest
    ]


def _days(model: Any, name: str) -> dict[str, date]:
    """For each value of the field `name`, the day of the last change in the history."""
    rows = model.history.values_list(name).annotate(at=Max("history_date")).order_by()
    return {key: moment.date() for key, moment in rows if key}
