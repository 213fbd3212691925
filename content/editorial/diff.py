"""What differs between two wordings of one record, for people to read: place by place, word by
word.
"""

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_WORDS = re.compile(r"\s+|[^\s]+")
_LINES = re.compile(r"\n|[^\n]+")
_LISTS = ("sources", "related")  # places that list other things, each whole
_PLACES = {
    "when_to_see_a_doctor": "when to see a doctor",
    "who_should_check_first": "who should check first",
}
Words = Mapping[str, Mapping[str, str]]  # by field: what its codes stand for
_NOT_READ = frozenset({"form", "slug"})


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words that stayed (`kept`), went (`removed`) or came (`added`)."""

    change: str
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One place of a record whose text is not what it was."""

    place: str
    pieces: tuple[Piece, ...]


def differences(
    before: Mapping[str, Any], after: Mapping[str, Any], words: Words | None = None
) -> list[Difference]:
    """The places that differ between two records given as plain data (`documents.as_plain`), in the
    order of the record. Codes are put into `words`, where given.
    """
    old, new = (dict(_flat(record, words or {})) for record in (before, after))
    places = [*new, *(place for place in old if place not in new)]
    return [
        Difference(
            place,
            _pieces(
                old.get(place, ""), new.get(place, ""), _LINES if place.endswith(_LISTS) else _WORDS
            ),
        )
        for place in places
        if old.get(place, "") != new.get(place, "")
    ]


def cited_in_words(source: Mapping[str, Any]) -> str:
    """A publication, given as plain data, as one line: all of it that is signed."""
    return ", ".join(
        str(part)
        for part in (source["organisation"], source["title"], source["year"], source["url"])
        if part
    )


def _pieces(old: str, new: str, parts: re.Pattern[str]) -> tuple[Piece, ...]:
    left, right = parts.findall(old), parts.findall(new)
    out: list[Piece] = []
    for change, start, end, at, to in difflib.SequenceMatcher(
        a=left, b=right, autojunk=False
    ).get_opcodes():
        if change == "equal":
            out.append(Piece("kept", "".join(left[start:end])))
        else:
            out += [
                Piece(name, "".join(words))
                for name, words in (("removed", left[start:end]), ("added", right[at:to]))
                if words
            ]
    return tuple(out)


def _flat(record: Mapping[str, Any], words: Words) -> Iterator[tuple[str, str]]:
    for name, part in record.items():
        if name in _NOT_READ:
            continue
        place, known = _PLACES.get(name, name.replace("_", " ")), words.get(name, {})
        if isinstance(part, str | int):
            yield place, known.get(str(part), str(part))
        elif isinstance(part, Mapping):
            yield from ((f"{place}: {inner}", text) for inner, text in _flat(part, words))
        elif name == "grades":
            for grade in part:
                topic = words.get("topic", {}).get(grade["topic"], grade["topic"])
                yield from (
                    (f"evidence for {topic}: {inner}", text)
                    for inner, text in _flat(grade, words)
                    if inner != "topic"
                )
        elif name == "shared":
            lines = (
                (row["key"], inner, text) for row in part or () for inner, text in _flat(row, {})
            )
            texts = ((key, inner, text) for key, inner, text in lines if inner != "key")
            yield from ((f"shared line {key}: {inner}", text) for key, inner, text in texts)
        elif name == "publications":
            yield from ((f"source {source['key']}", cited_in_words(source)) for source in part)
        elif isinstance(part, list):
            yield place, "\n".join(known.get(str(one), str(one)) for one in part)
