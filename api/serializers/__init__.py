"""The contract, field by field: five queries, five replies, and the problem document. Every body's
shape comes from here.

Field order is the order of keys in every body: `urgent` and `note` first where present, then what
was matched and the doctor flag, then the call's own content, then the tail that all share.
`style["example"]` holds the example that the OpenAPI description and the tool schemas show.
"""

from api.serializers.fields import (
    BUDGET,
    CONTROLS,
    HEAD,
    MAX_LENGTH,
    MOST_LISTED,
    READABLE,
    WORDLESS,
)
from api.serializers.queries import (
    SUBJECT,
    EmptyQuery,
    OptionQuery,
    Query,
    SymptomQuery,
    SymptomsQuery,
    TopicQuery,
)
from api.serializers.replies import (
    DoctorPrepReply,
    EvidenceReply,
    ExplainReply,
    OptionsReply,
    Problem,
    Reply,
    TopicsReply,
    closed,
)

__all__ = (
    "BUDGET",
    "CONTROLS",
    "HEAD",
    "MAX_LENGTH",
    "MOST_LISTED",
    "READABLE",
    "SUBJECT",
    "WORDLESS",
    "DoctorPrepReply",
    "EmptyQuery",
    "EvidenceReply",
    "ExplainReply",
    "OptionQuery",
    "OptionsReply",
    "Problem",
    "Query",
    "Reply",
    "SymptomQuery",
    "SymptomsQuery",
    "TopicQuery",
    "TopicsReply",
    "closed",
)
