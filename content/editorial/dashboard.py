"""How every record stands today: reviewed or not, withheld and why, what it lacks, which wording
rules it breaks, what is asked of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse

from content.catalogue.snapshot import Records, read_records, read_version
from content.documents import (
    Document,
    OptionDocument,
    document_violations,
    named_supplements,
    read_options,
    read_topics,
)
from content.editorial import drafts
from content.models import ChangeRequest, Draft, Option, RecordKind, SignOff, Topic
from content.review import standing as standing_module
from content.review.release import NEEDED, Withheld, missing_for_release, release
from content.review.sign_off import current_document, why_unfinished
from content.vocabulary import OptionKind, ReviewStatus, TopicKind
from content.wording.claims import Violation

DUE_SOON = timedelta(days=60)  # how long before a review is due it is called soon


@dataclass(frozen=True, slots=True)
class State:
    """One record as the admin sees it."""

    document: Document
    record_kind: RecordKind
    pk: int
    standing: standing_module.Standing
    lacks: tuple[str, ...]
    violations: tuple[tuple[str, Violation], ...]
    request: ChangeRequest | None  # the request for change that no sign-off has answered yet
    # The wording is another than the one the request is about: whether it is met, a reviewer says
    changed_since_asked: bool = False
    # What was submitted, where this is that text and not the published one
    draft: Draft | None = None

    @property
    def slug(self) -> str:
        return self.document.slug

    @property
    def name(self) -> str:
        return self.document.name

    @property
    def kind(self) -> str:
        """The kind in words."""
        return str(
            OptionKind(self.document.kind).label
            if isinstance(self.document, OptionDocument)
            else TopicKind(self.document.kind).label
        )

    @property
    def model(self) -> str:
        """The admin's name for the kind of record."""
        return "option" if isinstance(self.document, OptionDocument) else str(self.document.kind)

    @property
    def edit_url(self) -> str:
        return reverse(f"admin:content_{self.model}_change", args=(self.pk,))

    @property
    def review_url(self) -> str:
        return reverse("admin:review", args=(self.record_kind, self.slug))

    @property
    def withheld(self) -> str:
        """Why a supplement or herb is withheld; empty for every other record and for a released
        one.
        """
        if not isinstance(self.document, OptionDocument) or not isinstance(
            release(self.document, self.standing), Withheld
        ):
            return ""
        missing = missing_for_release(self.document)
        if missing:
            return " and ".join(f"no {part}" for part in missing)
        return (
            "sign-off no longer in force"
            if self.standing.status == ReviewStatus.LAPSED
            else "caution not signed off"
        )

    @property
    def in_words(self) -> str:
        """The standing as a person would say it, and why a review has lapsed."""
        words = str(self.standing.status).replace("_", " ")
        if self.standing.status != ReviewStatus.LAPSED:
            return words
        if self.standing.changed:
            return f"{words}, the wording has changed since"
        over = "it is due again or the appointment has ended"
        return f"{words}, {'a change was asked for' if self.request else over}"

    def due_soon(self, today: date) -> bool:
        """Whether the sign-off in force lapses within two months."""
        due = self.standing.review_due_on
        return self.standing.is_reviewed and due is not None and due <= today + DUE_SOON

    @property
    def waits(self) -> bool:
        """Whether a reviewer has something to do here: wording that nobody vouches for, and that no
        editor has still to change.
        """
        unfinished = bool(why_unfinished(self.document))
        with_editors = self.request is not None and not self.changed_since_asked
        return (
            not self.standing.is_reviewed
            and not with_editors
            and not unfinished
            and not self.violations
        )


def states(
    records: Records | None = None, today: date | None = None, submitted: bool = False
) -> list[State]:
    """Every record, topics first, each with how it stands on `today`.

    `submitted`: a text that was submitted stands in the place of the published one, as it waits for
    a reviewer.
    """
    records, today = records or read_records(), today or standing_module.today()
    waiting = _submitted() if submitted else {}
    for _, document in waiting.values():
        records = with_document(records, document)
    supplements = named_supplements(list(records.options), records.once)
    keys: dict[tuple[str, str], int] = {
        (RecordKind.TOPIC, slug): pk for slug, pk in Topic.objects.values_list("slug", "pk")
    }
    keys |= {(RecordKind.OPTION, slug): pk for slug, pk in Option.objects.values_list("slug", "pk")}
    asked: dict[tuple[str, str], list[ChangeRequest]] = {}
    for ask in ChangeRequest.objects.select_related("reviewer").order_by("at"):
        asked.setdefault((ask.record_kind, ask.slug), []).append(ask)
    documents: Iterable[Document] = (*records.topics, *records.options)
    out = []
    for document in documents:
        kind = standing_module.record_kind(document)
        standing = standing_module.standing(document, records.ledger, today)
        asks = () if standing.is_reviewed else asked.get((kind, document.slug), ())
        signed = max(
            (
                entry.at
                for entry in records.ledger.get((kind, document.slug), ())
                if entry.review_due_on is not None
            ),
            default=None,
        )
        found = tuple(document_violations(document, supplements))
        draft, _ = waiting.get((kind, document.slug), (None, None))
        pk = keys.get((kind, document.slug), -draft.pk if draft else 0)
        unanswered = _unanswered(document, asks, signed)
        out.append(State(document, kind, pk, standing, _lacks(document), found, *unanswered, draft))
    return out


def _submitted() -> dict[tuple[str, str], tuple[Draft, Document]]:
    """Every record's text that was submitted and could be signed as it is, by family and slug."""
    found: dict[tuple[str, str], tuple[Draft, Document]] = {}
    for draft in drafts.open_drafts(state=Draft.State.SUBMITTED, kind__in=RecordKind.values):
        shown = drafts.shown(draft)
        if not shown.both:
            found[draft.kind, draft.key] = (draft, shown.text)  # type: ignore[assignment]
    return found


def with_document(records: Records, document: Document) -> Records:
    """The records with `document` in the place of its own record, or beside them where
    it is new.
    """
    if isinstance(document, OptionDocument):
        return replace(records, options=_with(document, records.options))
    return replace(records, topics=_with(document, records.topics))


def _with(document: Any, records: tuple[Any, ...]) -> tuple[Any, ...]:
    if document.slug in (record.slug for record in records):
        return tuple(document if record.slug == document.slug else record for record in records)
    return (*records, document)


def asked_of(kind: str, slug: str) -> tuple[ChangeRequest | None, bool]:
    """The request for change of a record nobody vouches for now that is not answered yet, and
    whether the wording has changed since.
    """
    about = {"record_kind": kind, "slug": slug}
    asks = list(ChangeRequest.objects.filter(**about).select_related("reviewer").order_by("at"))
    signed = SignOff.objects.filter(**about).order_by("-at").values_list("at", flat=True).first()
    return _unanswered(current_document(kind, slug), asks, signed)


def _unanswered(
    document: Document, asks: Sequence[ChangeRequest], signed: datetime | None
) -> tuple[ChangeRequest | None, bool]:
    """Of the requests for change of a record, oldest first, the one to be met; `signed` is when its
    latest sign-off was given.

    A request about this very wording stands, whatever was signed since. One about another wording
    stands until a later sign-off: an edit alone, be it of a comma, does not say that what was asked
    for has been done.
    """
    if not asks:
        return None, False
    current = standing_module.digest(document)
    for ask in reversed(asks):
        if ask.digest == current:
            return ask, False
    return (asks[-1], True) if signed is None or asks[-1].at > signed else (None, False)


@dataclass(frozen=True, slots=True)
class Signed:
    """A record whose sign-off is in force, and whose sign-off it is."""

    name: str
    reviewer: str


def signed_now(slug: str | None = None) -> dict[tuple[str, str], Signed]:
    """Every record (or the one of a slug) whose sign-off is in force today, by family and slug."""
    ledger, today = standing_module.read_ledger(), standing_module.today()
    ledger = {key: entries for key, entries in ledger.items() if slug in (None, key[1])}
    topics, options = (
        {slug for kind, slug in ledger if kind == family}
        for family in (RecordKind.TOPIC, RecordKind.OPTION)
    )
    documents: Iterable[Document] = (*read_topics(slug__in=topics), *read_options(slug__in=options))
    standings = (
        (document, standing_module.standing(document, ledger, today)) for document in documents
    )
    return {
        (standing_module.record_kind(document), document.slug): Signed(
            document.name, standing.reviewed_by or ""
        )
        for document, standing in standings
        if standing.is_reviewed
    }


@contextmanager
def telling_what_ends(request: HttpRequest) -> Iterator[dict[tuple[str, str], Signed]]:
    """Says to whoever changes something within the block which sign-offs that has ended, of
    whatever record; gives those in force before it.
    """
    before, version = signed_now(), read_version()
    yield before
    # What nobody changed has ended nothing
    after = before if read_version() == version else signed_now()
    for key, signed in before.items():
        # A preview is taken back
        if key not in after and not getattr(request, "_previewing", False):
            messages.warning(
                request,
                f"The sign-off of “{signed.name}” by {signed.reviewer} has ended: its wording is"
                " another now.",
            )


def why_held_back(document: Any) -> str:
    """What keeps a published supplement or herb from readers, as a sentence; empty for every other
    text.
    """
    if not isinstance(document, OptionDocument):
        return ""
    ledger, today = standing_module.read_ledger(), standing_module.today()
    if not isinstance(
        release(document, standing_module.standing(document, ledger, today)), Withheld
    ):
        return ""
    return why_unfinished(document) or "A reviewer has to sign it before readers get its words."


def state_of(kind: str, slug: str, submitted: bool = False) -> State:
    """One record's state, or that of its submitted text. Raises `LookupError`."""
    return among(states(submitted=submitted), kind, slug)


def among(every: Iterable[State], kind: str, slug: str) -> State:
    """One record's state of several. Raises `LookupError`."""
    for state in every:
        if (state.record_kind, state.slug) == (kind, slug):
            return state
    raise LookupError(slug)


def _lacks(document: Document) -> tuple[str, ...]:
    wanted: dict[str, Any]
    if isinstance(document, OptionDocument):
        if document.is_supplement:
            missing = missing_for_release(document)
            if len(missing) == len(NEEDED):
                return ()  # named and nothing else: it lacks nothing, it is withheld
            wanted = {**{f"a {part}": () for part in missing}, "a source": document.sources}
        else:
            wanted = {
                "a source": document.sources,
                "a key caution": document.has_key_caution,
                "a grade": document.grades,
            }
    else:
        wanted = {
            "a source": document.sources,
            "a question to ask": document.questions,
            "a thing to bring": document.things_to_bring,
            "a note to keep": document.notes_to_keep,
            "a related topic": document.related,
        }
    return tuple(name for name, value in wanted.items() if not value)
