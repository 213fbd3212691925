"""What is stored: topics, options, the evidence between them, their cautions, their sources, and
who vouches for them.

The rules that a row can hold by itself are database constraints here. What a text may say is
`content.wording.rules`, which every model's `clean()` applies. Review standing is never stored:
`content.review.standing` derives it from the sign-off ledger.
"""

from content.models.topics import (
    AS_THEN,
    CatalogueVersion,
    Caution,
    ChangeRequest,
    Condition,
    DoctorLine,
    Draft,
    Evidence,
    Family,
    Guide,
    LedgerEntry,
    Option,
    PrepItem,
    RecordKind,
    RelatedTopic,
    Reviewer,
    SignOff,
    Source,
    Symptom,
    Topic,
    Worded,
    alias_lines,
    barred_to_sources,
    former_names,
    lines_of,
    one_act,
    remedies,
)

__all__ = (
    "AS_THEN",
    "CatalogueVersion",
    "Caution",
    "ChangeRequest",
    "Condition",
    "DoctorLine",
    "Draft",
    "Evidence",
    "Family",
    "Guide",
    "LedgerEntry",
    "Option",
    "PrepItem",
    "RecordKind",
    "RelatedTopic",
    "Reviewer",
    "SignOff",
    "Source",
    "Symptom",
    "Topic",
    "Worded",
    "alias_lines",
    "barred_to_sources",
    "former_names",
    "lines_of",
    "one_act",
    "remedies",
)
