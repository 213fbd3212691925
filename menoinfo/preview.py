"""Makes an editor's preview with the same code that makes the API's bodies and the pages, but from
another catalogue.
"""

import json

from django.urls import resolve, reverse

from api import envelope
from api.calls import BY_NAME
from content.answers.parts import FULL
from content.answers.resolve import Resolved
from content.catalogue import refresh
from content.catalogue.snapshot import Catalogue
from content.models import RecordKind

_ABOUT = {RecordKind.TOPIC: ("explain", "options", "doctor-prep"), RecordKind.OPTION: ("evidence",)}


def bodies(catalogue: Catalogue, kind: str, slug: str) -> list[tuple[str, str]]:
    """Each call about the record, with its JSON indented for reading; empty if the record is left
    out of the catalogue.
    """
    if slug not in (catalogue.options if kind == RecordKind.OPTION else catalogue.topics):
        return []
    out = []
    for name in _ABOUT[RecordKind(kind)]:
        call = BY_NAME[name]
        answer = next(call.compose(catalogue, Resolved((slug,)), FULL))
        body = envelope.answered(envelope.rendered(call.reply, answer), None)
        out.append((name, json.dumps(json.loads(body), ensure_ascii=False, indent=2)))
    return out


def page(catalogue: Catalogue, kind: str, slug: str) -> bytes:
    """The record's page as a reader would get it; empty if it is left out of the catalogue."""
    if slug not in (catalogue.options if kind == RecordKind.OPTION else catalogue.topics):
        return b""
    path = reverse(
        "option" if kind == RecordKind.OPTION else catalogue.topics[slug].topic.kind, args=(slug,)
    )
    # Imported here, since it takes some megabytes that only a worker with a preview needs
    from django.test import RequestFactory

    request = RequestFactory().get(path)
    view, positional, named = resolve(path)
    with refresh.showing(catalogue):
        return bytes(view(request, *positional, **named).content)
