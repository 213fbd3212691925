"""Content that has not changed is read from the database once, and checked against the rules once.

Reading the 144 records takes a third of a second and checking their wording as long again, and many
tests have the admin do both on every page.
"""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from django.db import connection

from content import documents
from content.catalogue import snapshot
from content.catalogue.snapshot import Records


class ReadOnce:
    """What one test has read, by the version of the content.

    Any change moves the version, as the tests of the triggers hold. A rollback moves it back, and
    the numbers above it then stand for other content: what was read at them is forgotten.
    """

    def __init__(self, seed: Records) -> None:
        self._read: dict[tuple[int, str], Any] = {
            (seed.version, "read_records"): seed,
            (seed.version, "read_topics"): seed.topics,
            (seed.version, "read_options"): seed.options,
        }

    def read(self, read: Callable[..., Any], only: dict[str, Any]) -> Any:
        """What `read` finds, asking the database only for what was not read at this version."""
        key = (_version(), read.__name__)
        if only and not (set(only) == {"slug"} and key in self._read):
            return read(**only)
        if key not in self._read:
            self._read[key] = read()
        found = self._read[key]
        if isinstance(found, Records):
            return found
        return [one for one in found if not only or one.slug == only["slug"]]

    def forgetting(self, roll_back: Callable[..., None]) -> Callable[..., None]:
        """A rollback after which nothing is known of what it took back."""

        def rolling_back(*which: Any) -> None:
            roll_back(*which)
            now = _version()
            self._read = {key: found for key, found in self._read.items() if key[0] <= now}

        return rolling_back


def _version() -> int:
    """The version of the content, asked beside Django so that no test counts the query."""
    found = connection.connection.execute("SELECT number FROM content_catalogueversion").fetchone()
    return int(found[0]) if found else 0


_known: ReadOnce | None = None  # while a test runs


def _once(read: Callable[..., Any]) -> Callable[..., Any]:
    """The reader, in whatever module it is: one imported in the midst of a test has it for good."""

    @wraps(read)
    def reader(**only: Any) -> Any:
        return _known.read(read, only) if _known else read(**only)

    return reader


def _checked_once(check: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The check of a record's wording, made once for the same words."""
    found: dict[Any, Any] = {}

    @wraps(check)
    def checked(document: Any, supplements: Any) -> Any:
        key = (document, frozenset(supplements.names.items()))
        if key not in found:
            found[key] = check(document, supplements)
        return list(found[key])

    return checked


_READERS = {
    read: _once(read)
    for read in (documents.read_topics, documents.read_options, snapshot.read_records)
}
_CHECK = documents.document_violations
_CHECKED = _checked_once(_CHECK)


def read_once(seed: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the product read and check unchanged content once, for the length of one test."""
    _replace(monkeypatch, _CHECK, _CHECKED)
    if connection.vendor != "sqlite":
        return
    known = ReadOnce(seed)
    monkeypatch.setattr(sys.modules[__name__], "_known", known)
    for read, once in _READERS.items():
        _replace(monkeypatch, read, once)
    for name in ("rollback", "savepoint_rollback"):
        monkeypatch.setattr(connection, name, known.forgetting(getattr(connection, name)))


def _replace(monkeypatch: pytest.MonkeyPatch, function: Any, other: Any) -> None:
    """Put `other` in the place of a function in every module of the product that has it."""
    for name, module in list(sys.modules.items()):
        if name.startswith("content.") and getattr(module, function.__name__, None) is function:
            monkeypatch.setattr(module, function.__name__, other)
