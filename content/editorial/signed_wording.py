"""All that a signature of one record covers, for its reviewer to read: each field, with codes put
into the words that readers get.

It walks the very fields that the digest is made of, so that nothing can be signed that was not on
the page.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from content.documents import Document, as_plain
from content.editorial.diff import Words, cited_in_words
from content.models import Family, Source, Topic
from content.review import standing
from content.vocabulary import Finding, Grade, OptionKind, TopicKind

_LABELS: dict[str, Mapping[str, str]] = {
    "kind": {**dict(TopicKind.choices), **dict(OptionKind.choices)},
    "grade": dict(Grade.choices),
    "finding": dict(Finding.choices),
}
_PLACES = {
    "form": "form of the wording",
    "slug": "name in addresses",
    "rating": "as readers are told",
}
_LAST = (_PLACES["form"], _PLACES["slug"])


def code_words() -> Words:
    """By field, the words for which its codes stand: names of topics and families, sources, kinds,
    grades.
    """
    titles = dict(Topic.objects.values_list("slug", "name"))
    return {
        **_LABELS,
        "topic": titles,
        "related": titles,
        "family": dict(Family.objects.values_list("slug", "name")),
        "sources": {source.key: str(source) for source in Source.objects.all()},
    }


def signed_words(document: Document, words: Words) -> list[tuple[str, str]]:
    """Each place of the record with its words, such as `("grades 1, grade", "Weak")`, in the order
    of the record.
    """
    names = {
        **words,
        "sources": {
            source.key: f"{source.title} ({source.key})" for source in document.publications
        },
    }
    fields = standing.signed_fields(document)
    cited = [
        (f"source {source.key}", cited_in_words(as_plain(source)))
        for source in document.publications
    ]
    fixed = [
        ("bring to every appointment", line) for line in fields.pop("bring_to_every_appointment")
    ]
    del fields["publications"]  # those of `cited`, each as one line
    places = [*_read(fields, "", "", names), *fixed, *cited]
    return sorted(places, key=lambda place: place[0] in _LAST)  # what machines read stands last


def _read(
    part: Any, name: str, place: str, names: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[str, str]]:
    """The words of one part: `name` is that of the field it stands in, `place` where that is."""
    if isinstance(part, Mapping):
        for inner, item in part.items():
            words = _PLACES.get(inner, inner.replace("_", " "))
            yield from _read(item, inner, f"{place}, {words}" if place else words, names)
    elif isinstance(part, list):
        for number, item in enumerate(part, 1):
            yield from _read(item, name, f"{place} {number}", names)
    elif part is not None:
        yield place, names.get(name, {}).get(part, str(part))
