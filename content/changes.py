"""The histories that make up a record's past, and when each record was last changed in this service.

What the seed files brought counts from the day they were loaded. A record that no history knows has no date, and its page
then gives none.
"""

from datetime import date
from typing import Any

from django.db.models import Max, QuerySet

from content.models import Caution, Evidence, Option, PrepItem, RecordKind, RelatedTopic, Topic

# The row of each kind of record, then the rows that hang on it and the field by which they do. What is missing here could be
# changed without its author being known, and then be signed by them: a test holds the list to the models.
ROWS: dict[str, tuple[Any, dict[Any, str]]] = {
    RecordKind.TOPIC: (Topic, {PrepItem: "topic", RelatedTopic: "topic"}),
    RecordKind.OPTION: (Option, {Caution: "option", Evidence: "option"}),
}


def histories(kind: str, slug: str) -> list[QuerySet[Any]]:
    """Every history of one record: its own row's, and that of each row that ever hung on it."""
    row, children = ROWS[kind]
    own = row.history.filter(slug=slug)
    ids = set(own.values_list("id", flat=True))
    return [own, *(child.history.filter(**{f"{owner}_id__in": ids}) for child, owner in children.items())]


def topic_changes() -> dict[str, date]:
    """The day each topic last changed, by slug."""
    return _latest(RecordKind.TOPIC)


def option_changes() -> dict[str, date]:
    """The day each option last changed, by slug."""
    return _latest(RecordKind.OPTION)


def _latest(kind: str) -> dict[str, date]:
    row, children = ROWS[kind]
    latest: dict[str, date] = {}
    for model, slug in ((row, "slug"), *((child, f"{owner}__slug") for child, owner in children.items())):
        for key, moment in model.history.values_list(slug).annotate(at=Max("history_date")).order_by():
            if key and (key not in latest or moment.date() > latest[key]):
                latest[key] = moment.date()
    return latest
