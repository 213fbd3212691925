"""A whole record as one frozen value: the form in which files hold it, reviewers sign it and the
catalogue serves it.

`TopicDocument` and `OptionDocument` gather a record's own row and its child rows. `read_topics()`
and `read_options()` read them all in a fixed number of queries; `as_plain()` and `from_plain()` go
to and from the layout of the seed files.
"""

from content.documents.plain import as_plain, from_plain, same
from content.documents.shapes import (
    CAUTION_LISTS,
    NOT_CLINICAL,
    Document,
    FamilyDocument,
    GradeDocument,
    OptionDocument,
    Publication,
    SharedLine,
    TopicDocument,
    cited_keys,
    resolved,
)
from content.documents.stored import (
    grade_document,
    option_document,
    publication,
    read_doctor_lines,
    read_families,
    read_options,
    read_records,
    read_sources,
    read_topics,
    topic_document,
)
from content.documents.wording import document_violations, flag_violations, named_supplements, prose

__all__ = (
    "CAUTION_LISTS",
    "NOT_CLINICAL",
    "Document",
    "FamilyDocument",
    "GradeDocument",
    "OptionDocument",
    "Publication",
    "SharedLine",
    "TopicDocument",
    "as_plain",
    "cited_keys",
    "document_violations",
    "flag_violations",
    "from_plain",
    "grade_document",
    "named_supplements",
    "option_document",
    "prose",
    "publication",
    "read_doctor_lines",
    "read_families",
    "read_options",
    "read_records",
    "read_sources",
    "read_topics",
    "resolved",
    "same",
    "topic_document",
)
