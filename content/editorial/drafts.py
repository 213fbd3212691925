"""Drafts: an edit is written, submitted, then published; until then readers get what is published.

A draft is the whole text as it will read. It is published by writing it as an import would, so that
history, review and release know nothing of drafts. What was published meanwhile by another way is
put together with it, field by field.
"""

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from content import seeding, shared_files
from content.documents import (
    Document,
    FamilyDocument,
    OptionDocument,
    Publication,
    SharedLine,
    TopicDocument,
    as_plain,
    from_plain,
    read_options,
    read_topics,
    resolved,
)
from content.models import (
    DoctorLine,
    Draft,
    Family,
    Option,
    SignOff,
    Source,
    Topic,
    barred_to_sources,
    one_act,
    supplement_names,
)
from content.review import sign_off as sign_off_module
from content.shared_files import Shared

Text = Document | FamilyDocument | SharedLine | Publication
Plain = dict[str, Any]

# Where each kind is stored, and the field that names one.
ROWS: dict[str, tuple[Any, str]] = {
    Draft.Kind.TOPIC: (Topic, "slug"),
    Draft.Kind.OPTION: (Option, "slug"),
    Draft.Kind.FAMILY: (Family, "slug"),
    Draft.Kind.DOCTOR_LINE: (DoctorLine, "key"),
    Draft.Kind.SOURCE: (Source, "key"),
}
# What records share: its place in `Shared`, and its shape.
_SHARED: dict[str, tuple[str, Any]] = {
    Draft.Kind.FAMILY: ("families", FamilyDocument),
    Draft.Kind.DOCTOR_LINE: ("lines", SharedLine),
    Draft.Kind.SOURCE: ("sources", Publication),
}


class Refused(Exception):
    """What was asked of a draft cannot be done; says why."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A draft as it would be published now."""

    text: Text
    both: tuple[str, ...]  # the fields that were published otherwise since, and that it changes too


def open_drafts(**only: Any) -> list[Draft]:
    """Every draft that is not yet published or withdrawn, the latest first."""
    found = Draft.objects.filter(state__in=Draft.OPEN, **only)
    return list(found.select_related("author", "by"))


def open_draft(kind: str, key: str) -> Draft | None:
    """The one open draft of a text."""
    return next(iter(open_drafts(kind=kind, key=key)), None)


def published(kind: str, key: str) -> Text | None:
    """A text as it is published; None where nothing is."""
    if kind in _SHARED:
        found: Text | None = getattr(shared_files.stored(), _SHARED[kind][0]).get(key)
        return found
    read: Any = read_topics if kind == Draft.Kind.TOPIC else read_options
    documents: list[Text] = read(slug=key)
    return documents[0] if documents else None


def shown(draft: Draft) -> Shown:
    """The draft, put together with what was published since it was last edited."""
    now = published(draft.kind, draft.key)
    plain, both = merged(draft.base or {}, as_plain(now) if now else {}, draft.document)
    return Shown(_text(draft.kind, plain), both)


def _text(kind: str, plain: Plain) -> Text:
    if kind in _SHARED:
        lists = {name: tuple(part) for name, part in plain.items() if isinstance(part, list)}
        made: Text = _SHARED[kind][1](**{**plain, **lists})
        return made
    shared = shared_files.stored()
    return resolved([from_plain(plain, form=str)], shared.sources, shared.families, shared.lines)[0]


def merged(base: Plain, theirs: Plain, mine: Plain) -> tuple[Plain, tuple[str, ...]]:
    """Two edits of `base`, put together by field: the text, and the fields that both changed.

    In those, `mine` stands.
    """
    out: Plain = {}
    both: list[str] = []
    for name in dict.fromkeys((*theirs, *mine)):
        was, their, my = (_by_topic(name, text.get(name)) for text in (base, theirs, mine))
        if isinstance(their, dict) and isinstance(my, dict):
            part, inner = merged(was or {}, their, my)
            both += [f"{name}: {one}" for one in inner]
            out[name] = list(part.values()) if name == "grades" else part
            continue
        if was not in (their, my) and their != my:
            both.append(name)
        chosen = their if my == was else my
        if chosen is not None:
            out[name] = list(chosen.values()) if name == "grades" else chosen
    return out, tuple(both)


def _by_topic(name: str, part: Any) -> Any:
    return {grade["topic"]: grade for grade in part} if name == "grades" and part else part


def fingerprint(text: Text | None) -> str:
    """What tells one wording from another, aliases and places among it."""
    plain = json.dumps(as_plain(text) if text else None, sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()


@transaction.atomic
def save(kind: str, key: str, text: Text, *, by: User) -> Draft | None:
    """Keep a text as the draft of what is published; None where there is nothing to publish.

    A submitted text that is changed is a draft again. What changes nothing is not kept.
    """
    draft, now = open_draft(kind, key), published(kind, key)
    plain, base = as_plain(text), as_plain(now) if now else None
    if draft is None and plain == base:
        return None
    if draft is not None and (draft.document, draft.base) == (plain, base):
        return draft
    draft = draft or Draft(kind=kind, key=key)
    draft.document, draft.base, draft.author = plain, base, by
    _become(draft, Draft.State.DRAFT, by)
    return draft


@transaction.atomic
def submit(draft: Draft, *, by: User) -> None:
    """Ask for a draft to be signed or published. Raises `Refused`."""
    draft = _locked(draft)
    _sound(draft)
    if draft.state != Draft.State.SUBMITTED:
        _become(draft, Draft.State.SUBMITTED, by)


@transaction.atomic
def send_back(draft: Draft, *, by: User, note: str) -> None:
    """Give a submitted text back to its editors, with what should change. Raises `Refused`."""
    draft = _locked(draft)
    if draft.state != Draft.State.SUBMITTED:
        raise Refused("Only what was submitted can be sent back.")
    if not note.strip():
        raise Refused("Say what should change.")
    _become(draft, Draft.State.RETURNED, by, note.strip())


@transaction.atomic
def withdraw(draft: Draft, *, by: User) -> None:
    """Give a draft up. Its words stay in its history. Raises `Refused`."""
    _become(_locked(draft), Draft.State.WITHDRAWN, by)


@transaction.atomic
def publish(draft: Draft, *, by: User) -> None:
    """Make a draft what readers get. Its author stays its author. Raises `Refused`."""
    draft = _locked(draft)
    text, moment = _sound(draft), timezone.now()
    try:
        with one_act(moment, draft.author):
            _write(text)
    except seeding.SeedError as error:
        raise Refused(str(error)) from error
    draft.document = as_plain(text)
    _become(draft, Draft.State.PUBLISHED, by, at=moment)


@transaction.atomic
def sign_off(draft: Draft, *, user: User, digest: str, review_due_on: date) -> SignOff:
    """Publish a submitted text and sign it, or neither.

    Raises `Refused`, and what `signing.sign_off` raises.
    """
    if _locked(draft).state != Draft.State.SUBMITTED:
        raise sign_off_module.Moved(
            "This text has changed since the page was shown. Read it again first."
        )
    publish(draft, by=user)
    return sign_off_module.sign_off(
        user=user,
        kind=draft.kind,
        slug=draft.key,
        digest=digest,
        review_due_on=review_due_on,
    )


def put_in_place(draft: Draft) -> None:
    """Write a draft into the tables, for a transaction that is rolled back.

    New rows get the same keys each time, so that a page finds the rows that it showed.
    Raises `seeding.SeedError`.
    """

    def keys(model: type, name: str) -> int:
        own = ROWS[draft.kind][0]
        return -draft.pk if model is own else -1 - zlib.crc32(f"{model.__name__} {name}".encode())

    _write(shown(draft).text, keys)


def _write(text: Text, keys: seeding.Keys | None = None) -> None:
    more = {"keys": keys} if keys else {}
    if isinstance(text, TopicDocument | OptionDocument):
        seeding.write([text], **more)
    else:
        seeding.write_shared(_as_shared(text), **more)


def _as_shared(text: Text) -> Shared:
    kind = next(kind for kind, (_, shape) in _SHARED.items() if isinstance(text, shape))
    made: Mapping[str, Any] = {_SHARED[kind][0]: {getattr(text, ROWS[kind][1]): text}}
    return Shared(**made)


def _locked(draft: Draft) -> Draft:
    """The draft as it stands now, which nobody else can change until the transaction ends."""
    found = Draft.objects.select_for_update(of=("self",)).select_related("author").get(pk=draft.pk)
    if not found.is_open:
        raise Refused(f"This draft is {found.get_state_display().lower()} already.")
    return found


def _sound(draft: Draft) -> Text:
    """What a draft would publish. Raises `Refused` where it may not be as things stand."""
    now = shown(draft)
    if now.both:
        both = ", ".join(now.both)
        raise Refused(f"Another text was published meanwhile. Look through it first: {both}.")
    if isinstance(now.text, TopicDocument | OptionDocument):
        reasons = seeding.faults_of(now.text)
    else:
        found = shared_files.faults(
            _as_shared(now.text), barred_to_sources(), supplement_names().to_others
        )
        reasons = [reason for _, reason in found]
    if reasons:
        raise Refused("; ".join(reasons))
    return now.text


def _become(draft: Draft, state: str, by: User, note: str = "", at: Any = None) -> None:
    draft.state, draft.by, draft.note, draft.at = state, by, note, at or timezone.now()
    draft._history_user = by  # type: ignore[attr-defined]
    draft.save()
