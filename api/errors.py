"""All problems (RFC 9457) with which a request can be refused: status, title, and how to do it
right.

The reader of a refusal is often a language model. It says what was wrong and what would work, and
does not repeat the caller's words. A `Problem` may be raised anywhere; only `api.envelope` makes it
a body.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from api.serializers import MAX_LENGTH
from content.answers.resolve import MAX_SYMPTOMS, NotCovered
from content.answers.shapes import HELP_NOW_PAGE, Ref, page
from content.language.languages import languages
from content.vocabulary import Beyond

MAX_BODY = 64 * 1024  # bytes of a request body, outside the admin
MAX_BATCH = 10  # messages of one JSON-RPC batch


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of problem."""

    code: str
    status: int
    title: str
    detail: str

    @property
    def meaning(self) -> str:
        """The detail with example values, for the page that explains each error."""
        return self.detail.format(
            parameter="topic",
            expects="what the reference says it takes",
            wait="a few",
            instead="Try one of the suggestions, or call",
        )


class Kinds(Enum):
    """Every kind of problem, by code."""

    MISSING_PARAMETER = Kind(
        "missing_parameter",
        400,
        "A parameter is missing",
        "Send the parameter “{parameter}”: {expects}.",
    )
    BLANK_PARAMETER = Kind(
        "blank_parameter",
        400,
        "A parameter is blank",
        "The parameter “{parameter}” holds no words. Send {expects}.",
    )
    REPEATED_PARAMETER = Kind(
        "repeated_parameter",
        400,
        "A parameter is repeated",
        "Send the parameter “{parameter}” once.",
    )
    PARAMETER_TOO_LONG = Kind(
        "parameter_too_long",
        400,
        "A parameter is too long",
        f"The parameter “{{parameter}}” may hold at most {MAX_LENGTH} characters. Send the main"
        " words.",
    )
    TOO_MANY_SYMPTOMS = Kind(
        "too_many_symptoms",
        400,
        "Too many symptoms",
        f"List at most {MAX_SYMPTOMS} symptoms in one call; send the rest in another.",
    )
    UNREADABLE_TEXT = Kind(
        "unreadable_text",
        400,
        "The text cannot be read",
        "Send text as UTF-8, percent-encoded in the query, with no control characters.",
    )
    INVALID_TYPE = Kind(
        "invalid_type",
        400,
        "A parameter is not text",
        "The parameter “{parameter}” must be a string: {expects}.",
    )
    INVALID_VALUE = Kind(
        "invalid_value",
        400,
        "Not one of the values",
        "The parameter “{parameter}” takes one of: {expects}.",
    )
    BAD_REQUEST = Kind(
        "bad_request",
        400,
        "Not a request we can answer",
        "The request is not formed as HTTP and this service ask: words in an address are"
        " percent-encoded. See /openapi.json.",
    )
    FORBIDDEN = Kind(
        "forbidden",
        403,
        "Not allowed from here",
        "This address may not be called from that origin or host.",
    )
    UNKNOWN_TOPIC = Kind(
        "unknown_topic",
        404,
        "Not a topic we cover",
        "These words do not name a symptom or condition that the service covers. {instead} topics"
        " for the whole list.",
    )
    UNKNOWN_OPTION = Kind(
        "unknown_option",
        404,
        "Not an option we cover",
        "These words do not name an option that the service covers. {instead} topics for the whole"
        " list.",
    )
    NOT_FOUND = Kind(
        "not_found",
        404,
        "Nothing here",
        "There is nothing at this address. See /llms.txt for the calls there are.",
    )
    METHOD_NOT_ALLOWED = Kind(
        "method_not_allowed",
        405,
        "Method not allowed",
        "This address does not take that method. The Allow header names those it does.",
    )
    NOT_ACCEPTABLE = Kind(
        "not_acceptable",
        406,
        "Not a format we send",
        "Answers are JSON (application/json). Accept that, or anything.",
    )
    BODY_TOO_LARGE = Kind(
        "body_too_large", 413, "The body is too large", f"Send at most {MAX_BODY // 1024} KiB."
    )
    UNSUPPORTED_MEDIA_TYPE = Kind(
        "unsupported_media_type", 415, "Not a format we read", "Send application/json."
    )
    RATE_LIMITED = Kind(
        "rate_limited",
        429,
        "Too many calls",
        "Too many calls from this address. Try again in {wait} seconds.",
    )
    INTERNAL_ERROR = Kind(
        "internal_error",
        500,
        "Something went wrong here",
        "The fault is ours and has been recorded without your words. Try again.",
    )
    UNAVAILABLE = Kind(
        "unavailable",
        503,
        "No content yet",
        "No content has been loaded yet. Try again in a minute.",
    )


@dataclass(eq=False)
class Problem(Exception):
    """A refusal: its kind, the parameter it is about, and what may help. `said` replaces the
    kind's own detail where that says too little.
    """

    kind: Kinds
    parameter: str | None = None
    expects: str = ""
    wait: int = 0  # seconds until a limited caller may try again
    suggestions: tuple[Ref, ...] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    said: str = ""
    note: str | None = None

    def __post_init__(self) -> None:
        super().__init__(self.kind.value.code)

    @property
    def status(self) -> int:
        return self.kind.value.status

    @property
    def code(self) -> str:
        return self.kind.value.code

    @property
    def title(self) -> str:
        return self.kind.value.title

    @property
    def detail(self) -> str:
        return self.said or self.kind.value.detail.format(
            parameter=self.parameter, expects=self.expects, wait=self.wait
        )


def unavailable() -> Problem:
    """The 503 for a service that has never loaded any content, with `Retry-After`."""
    return Problem(Kinds.UNAVAILABLE, headers={"Retry-After": "60"})


_NAMES_AN_OPTION = (
    "These words name an option, not a symptom or condition. Call evidence with option={slug}."
)
_NAMES_A_TOPIC = (
    "These words name a symptom or condition, not an option. Call options with symptom={slug} for"
    " what may help, or explain with topic={slug}."
)
_OF_MENOPAUSE = (
    "These words are about menopause as a whole, not one option. Call explain with topic={slug}."
)
_OF_A_GUIDE = (
    "These words name a guide to the subject as a whole, which has no list of options. Call explain"
    " with topic={slug}."
)
_SAID = {
    Beyond.OPTION: _NAMES_AN_OPTION,
    Beyond.TOPIC: _NAMES_A_TOPIC,
    Beyond.MENOPAUSE: _OF_MENOPAUSE,
    Beyond.GUIDE: _OF_A_GUIDE,
}


def not_covered(missed: NotCovered, parameter: str) -> Problem:
    """The 404 for words that name nothing that `parameter` takes. It says what they are about, and
    what to send instead.
    """
    kind = Kinds.UNKNOWN_OPTION if missed.family == "option" else Kinds.UNKNOWN_TOPIC
    slug = next((ref.slug for ref in missed.suggestions), "")
    said = _SAID.get(missed.about, "").format(slug=slug)
    instead = f"Try one of the suggestions, such as {parameter}={slug}, or call" if slug else "Call"
    return Problem(
        kind,
        suggestions=missed.suggestions,
        said=said or kind.value.detail.format(instead=instead),
        note=said if missed.about is Beyond.GUIDE else _in_her_language(missed.language),
    )


def _in_her_language(code: str | None) -> str | None:
    """Advice in the caller's own language, for words that were not understood."""
    if code is None:
        return None
    return f"{languages()[code].not_understood} {page(HELP_NOW_PAGE)}"
