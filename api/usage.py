"""Counting calls: one tally per day, tool, topic and calling software, and nothing else about any call."""

import logging
import re
from datetime import UTC, datetime

from django.db import DatabaseError, connection

log = logging.getLogger(__name__)

UNMATCHED = "unmatched"
OTHER = "other"
_PRODUCT = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,39}")

_COUNT = (
    "INSERT INTO api_usagetally (day, tool, topic, software, calls) VALUES (%s, %s, %s, %s, 1) "
    "ON CONFLICT (day, tool, topic, software) DO UPDATE SET calls = api_usagetally.calls + 1"
)


def software_name(claimed: str | None) -> str:
    """The product name in a user agent or client name, cut to a safe short form; `other` for anything that is not one."""
    found = _PRODUCT.match(claimed or "")
    return found.group().lower() if found else OTHER


def count(tool: str, topic: str, software: str) -> None:
    """Count one answered call. Never raises: a count that cannot be kept is not worth an answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, (datetime.now(UTC).date(), tool, topic, software))
    except DatabaseError as error:
        log.warning("a call was not counted: %s", type(error).__name__)
