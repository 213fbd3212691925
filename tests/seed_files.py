"""The seed files as tests read them."""

import re
from typing import Any

from content import seeding
from content.documents import (
    OptionDocument,
    TopicDocument,
)

FILES = seeding.read_files()
SHARED, DOCUMENTS = FILES.shared, FILES.documents
TOPICS = [document for document in DOCUMENTS if isinstance(document, TopicDocument)]
OPTIONS = [document for document in DOCUMENTS if isinstance(document, OptionDocument)]
GRADED = [option for option in OPTIONS if not option.is_supplement]
SMALL = frozenset(
    [
        "a",
        "an",
        "and",
        "any",
        "at",
        "do",
        "for",
        "have",
        "how",
        "i",
        "if",
        "in",
        "is",
        "it",
        "me",
        "my",
        "of",
        "on",
        "or",
        "so",
        "that",
        "the",
        "to",
        "was",
        "what",
        "when",
        "which",
        "with",
        "would",
        "you",
        "your",
    ]
)


def weighty(line: str) -> frozenset[str]:
    """The words of a line that carry it, without the s of a plural."""
    return frozenset(
        re.sub(r"s$", "", word)
        for word in re.findall(r"[a-z0-9']+", line.lower())
        if word not in SMALL
    )


def record(slug: str) -> Any:
    (document,) = [document for document in DOCUMENTS if document.slug == slug]
    return document
