"""How an editor's preview is made: the API's own bodies and the pages' own views, given another
catalogue.
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
    """Each call that tells of the record, with its JSON laid out for reading; none when the record
    may not be spoken of.
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
    """The record's page as a reader would get it; nothing when the record may not be spoken of."""
    if slug not in (catalogue.options if kind == RecordKind.OPTION else catalogue.topics):
        return b""
    path = reverse(
        "option" if kind == RecordKind.OPTION else catalogue.topics[slug].topic.kind, args=(slug,)
    )
    # Some megabytes that a worker holds only once somebody previews
    from django.test import RequestFactory

    request = RequestFactory().get(path)
    view, positional, named = resolve(path)
    with refresh.showing(catalogue):
        return bytes(view(request, *positional, **named).content)
