"""What is stored: topics, options, the evidence between them, their cautions, their sources, and
who vouches for them.

The rules that a row can hold by itself are database constraints here. What a text may say is
`content.wording.rules`, which every model's `clean()` applies. Review standing is never stored:
`content.review.standing` derives it from the sign-off ledger.
"""

from django.db import models
from django.db.models.functions import Length

from content.models.catalogue_version import CatalogueVersion
from content.models.drafts import Draft
from content.models.history import one_act
from content.models.names import (
    alias_lines,
    barred_to_sources,
    former_names,
    lines_of,
    supplement_names,
)
from content.models.options import Caution, Evidence, Family, Option
from content.models.review import AS_THEN, ChangeRequest, LedgerEntry, RecordKind, Reviewer, SignOff
from content.models.sources import Source
from content.models.topics import (
    Condition,
    DoctorLine,
    Guide,
    PrepItem,
    RelatedTopic,
    Symptom,
    Topic,
)
from content.models.worded import Worded

models.CharField.register_lookup(Length, "length")
models.TextField.register_lookup(Length, "length")

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
    "supplement_names",
)
