"""When each record was last changed in this service, read from the histories of its own row and of its child rows.

What the seed files brought counts from the day they were loaded. A record that no history knows has no date, and its page
then gives none.
"""

from datetime import date
from typing import Any

from django.db.models import Max

from content.models import Caution, Evidence, Option, PrepItem, RelatedTopic, Topic

# Each table of history, and how its rows name the record they belong to.
_TOPICS: tuple[tuple[Any, str], ...] = ((Topic, "slug"), (PrepItem, "topic__slug"), (RelatedTopic, "topic__slug"))
_OPTIONS: tuple[tuple[Any, str], ...] = ((Option, "slug"), (Caution, "option__slug"), (Evidence, "option__slug"))


def topic_changes() -> dict[str, date]:
    """The day each topic last changed, by slug."""
    return _latest(_TOPICS)


def option_changes() -> dict[str, date]:
    """The day each option last changed, by slug."""
    return _latest(_OPTIONS)


def _latest(tables: tuple[tuple[Any, str], ...]) -> dict[str, date]:
    latest: dict[str, date] = {}
    for model, slug in tables:
        for key, moment in model.history.values_list(slug).annotate(at=Max("history_date")).order_by():
            if key and (key not in latest or moment.date() > latest[key]):
                latest[key] = moment.date()
    return latest
