"""The disk fallback: a file with the last confirmed content, for a process that starts while the
database is out of reach.

The file holds only what any reader may see. It has no sign-offs, so every supplement is withheld
until the database answers again, and of a supplement only the names are written. Records that break
a wording rule are left out, and so are sources that no record in the file cites. Every wording is
checked again when the catalogue is built. A file that cannot be read is set aside with a warning,
and the process starts as if there were none.
"""

import json
import logging
import os
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.conf import settings

from content.catalogue.snapshot import Records, citable
from content.documents import (
    CAUTION_LISTS,
    Document,
    FamilyDocument,
    OptionDocument,
    Publication,
    SharedLine,
    TopicDocument,
    as_plain,
    cited_keys,
    document_violations,
    from_plain,
    named_supplements,
    resolved,
)

log = logging.getLogger(__name__)

# The version of records read from the file. No database has this version, so the first answer of
# the database replaces them.
UNCONFIRMED = -1


def _file() -> Path:
    return Path(settings.DATA_DIR) / "content.json"


def store(records: Records) -> None:
    """Write these records to the file for the next process. If that fails, a warning is logged and
    nothing is raised.
    """
    supplements = named_supplements(list(records.options), records.once)
    topics = [topic for topic in records.topics if not document_violations(topic, supplements)]
    options = [
        _named_only(option) if option.is_supplement else option
        for option in records.options
        if not document_violations(option, supplements)
    ]
    documents: tuple[Document, ...] = (*topics, *options)
    cited = {key for document in documents for key in cited_keys(document)}
    families = {option.shared.slug: option.shared for option in options if option.shared}
    lines = {line.key: line for topic in topics for line in topic.shared_lines}
    changes = ((topics, records.topic_changes), (options, records.option_changes))
    topic_changes, option_changes = (
        {kept.slug: days[kept.slug].isoformat() for kept in some if kept.slug in days}
        for some, days in changes
    )
    held = {
        "topics": [as_plain(topic) for topic in topics],
        "options": [as_plain(option) for option in options],
        "families": [asdict(family) for family in families.values()],
        "doctor_lines": [asdict(line) for line in lines.values()],
        "sources": [
            asdict(source)
            for key, source in citable(records.sources, supplements).items()
            if key in cited
        ],
        "topic_changes": topic_changes,
        "option_changes": option_changes,
    }
    beside = _file().with_suffix(f".{os.getpid()}")
    try:
        beside.write_text(json.dumps(held, ensure_ascii=False), encoding="utf-8")
        beside.replace(_file())
    except OSError as error:
        log.warning("content not kept for a start without the database: %s", type(error).__name__)
        beside.unlink(missing_ok=True)


def _named_only(option: OptionDocument) -> OptionDocument:
    """A supplement reduced to its names, which is all that a withheld record needs."""
    nothing: dict[str, Any] = {
        **dict.fromkeys(("summary", "cost", "access", "family"), ""),
        **dict.fromkeys((*CAUTION_LISTS, "sources", "grades", "publications"), ()),
        "shared": None,
    }
    return replace(option, **nothing)


def _frozen(part: Any) -> Any:
    return tuple(part) if isinstance(part, list) else part


def load() -> Records | None:
    """The records in the file, without sign-offs; None when there is no readable file. A damaged
    file is set aside.
    """
    if not _file().is_file():
        return None
    try:
        held: dict[str, Any] = json.loads(_file().read_text(encoding="utf-8"))
        sources = {source["key"]: Publication(**source) for source in held["sources"]}
        families = [
            FamilyDocument(**{name: _frozen(part) for name, part in family.items()})
            for family in held["families"]
        ]
        lines = [SharedLine(**line) for line in held["doctor_lines"]]
        plain = [from_plain(plain) for plain in (*held["topics"], *held["options"])]
        documents = resolved(
            plain, sources, {one.slug: one for one in families}, {one.key: one for one in lines}
        )
        return Records(
            version=UNCONFIRMED,
            topics=tuple(document for document in documents if isinstance(document, TopicDocument)),
            options=tuple(
                document for document in documents if isinstance(document, OptionDocument)
            ),
            sources=MappingProxyType(sources),
            ledger={},
            topic_changes=MappingProxyType(
                {slug: date.fromisoformat(day) for slug, day in held["topic_changes"].items()}
            ),
            option_changes=MappingProxyType(
                {slug: date.fromisoformat(day) for slug, day in held["option_changes"].items()}
            ),
        )
    except Exception as error:  # a damaged file can raise almost anything
        set_aside(error)
        return None


def set_aside(error: Exception) -> None:
    """Rename the file, so that the next start does not read it and somebody can examine it."""
    aside = _file().with_suffix(".damaged")
    log.warning(
        "the content kept for a start without the database cannot be used (%s): set aside as %s",
        type(error).__name__,
        aside.name,
    )
    with suppress(OSError):
        _file().replace(aside)
