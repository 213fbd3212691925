"""What records share, in files: sources, families of options and shared doctor lines, each under
its key in one file of its kind.

Read whole, checked against the wording rules, and written to the database only where they differ.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from content.documents import (
    CAUTION_LISTS,
    FamilyDocument,
    Publication,
    SharedLine,
    publication,
    read_doctor_lines,
    read_families,
    read_sources,
)
from content.models import Caution, DoctorLine, Family, Source
from content.vocabulary import Urgency
from content.wording.citations import source_violations
from content.wording.rules import violations
from content.yaml_files import read_yaml

SOURCES_FILE, FAMILIES_FILE, LINES_FILE = "sources.yaml", "families.yaml", "doctor_lines.yaml"
SOURCE_FIELDS = ("organisation", "title", "year", "url", "opened_on")


@dataclass(frozen=True, slots=True)
class Shared:
    """What records share, by key."""

    sources: Mapping[str, Publication] = field(default_factory=dict)
    families: Mapping[str, FamilyDocument] = field(default_factory=dict)
    lines: Mapping[str, SharedLine] = field(default_factory=dict)

    def differing_from(self, other: "Shared") -> "Shared":
        """What of this `other` lacks or has otherwise."""
        return Shared(
            _other(self.sources, other.sources),
            _other(self.families, other.families),
            _other(self.lines, other.lines),
        )

    def beside(self, other: "Shared") -> "Shared":
        """This, and what `other` has that is not in it."""
        return Shared(
            {**other.sources, **self.sources},
            {**other.families, **self.families},
            {**other.lines, **self.lines},
        )

    def keys(self) -> list[str]:
        """Every key, for a person to read."""
        return sorted((*self.sources, *self.families, *self.lines))


def _other(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in mine.items() if theirs.get(key) != value}


def stored() -> Shared:
    """What the database holds."""
    return Shared(
        {row.key: publication(row) for row in read_sources()},
        {family.slug: family for family in read_families()},
        {line.key: line for line in read_doctor_lines()},
    )


def read(folder: Path) -> tuple[Shared, list[str]]:
    """What the files of `folder` hold, and what is wrong with those that are not sound."""
    reasons: list[str] = []
    found = [_read(folder, name, made, reasons) for name, made in _MAKERS.items()]
    return Shared(*found), reasons


def _read(folder: Path, name: str, made: Callable[..., Any], reasons: list[str]) -> dict[str, Any]:
    path = folder / name
    if not path.exists():
        return {}
    try:
        plain = read_yaml(path)
        if not isinstance(plain, Mapping):
            raise ValueError("entries with their fields are wanted, each under its key")
        return {
            str(key): made(str(key), value, place)
            for place, (key, value) in enumerate(plain.items(), start=1)
        }
    except (ValueError, yaml.YAMLError) as error:
        reasons.append(f"{name}: {error}")
        return {}


def _fields(key: str, value: Any, known: Iterable[str], needed: Iterable[str]) -> Mapping[str, Any]:
    """The fields of one entry. Raises `ValueError` naming what is missing or unknown."""
    if not isinstance(value, Mapping):
        raise ValueError(f"{key}: fields with their values are wanted")
    unknown = sorted(str(name) for name in set(value) - set(known))
    missing = [name for name in needed if not value.get(name)]
    if unknown or missing:
        raise ValueError(
            f"{key}: unknown {', '.join(unknown)}"
            if unknown
            else f"{key}: missing {', '.join(missing)}"
        )
    return value


def _source(key: str, value: Any, place: int) -> Publication:
    given = _fields(key, value, SOURCE_FIELDS, ("organisation", "title", "url"))
    opened = str(given.get("opened_on") or "")
    year = given.get("year")
    return Publication(key, given["organisation"], given["title"], year, given["url"], opened)


def _family(key: str, value: Any, place: int) -> FamilyDocument:
    given = _fields(key, value, ("name", *CAUTION_LISTS), ("name", "key_cautions"))
    return FamilyDocument(
        key, str(given["name"]), *(tuple(map(str, given.get(name) or ())) for name in CAUTION_LISTS)
    )


def _line(key: str, value: Any, place: int) -> SharedLine:
    given = _fields(key, value, ("urgency", "text"), ("urgency", "text"))
    if given["urgency"] not in Urgency.values:
        raise ValueError(
            f"{key}: urgency: {given['urgency']!r} is none of {', '.join(Urgency.values)}"
        )
    return SharedLine(key, str(given["urgency"]), str(given["text"]).strip(), place)


_MAKERS: dict[str, Callable[..., Any]] = {
    SOURCES_FILE: _source,
    FAMILIES_FILE: _family,
    LINES_FILE: _line,
}


def faults(
    shared: Shared, barred_sources: frozenset[str], barred: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Every rule of wording that what is shared breaks: the key, and the reason.

    `barred_sources`, `barred`: names of supplements and herbs that sources, and other texts, may
    not use.
    """
    for key, source in shared.sources.items():
        for name, violation in source_violations(
            str(source.organisation), str(source.title), str(source.url), barred_sources
        ):
            yield key, f"{SOURCES_FILE}: {key}: {name}: {violation}"
    for slug, family in shared.families.items():
        texts = (family.name, *(text for name in CAUTION_LISTS for text in getattr(family, name)))
        for violation in (
            violation for text in texts for violation in violations(text, withheld=barred)
        ):
            yield slug, f"{FAMILIES_FILE}: {slug}: {violation}"
    for key, line in shared.lines.items():
        for violation in violations(line.text, withheld=barred):
            yield key, f"{LINES_FILE}: {key}: {violation}"


def without(shared: Shared, keys: Iterable[str]) -> Shared:
    """What is shared, less what stands under `keys`."""
    left_out = set(keys)

    def kept(part: Mapping[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in part.items() if key not in left_out}

    return Shared(kept(shared.sources), kept(shared.families), kept(shared.lines))


def write(shared: Shared, save: Callable[[Any], None], children: Callable[..., None]) -> None:
    """Create or change what is shared. `save` checks and saves a row; `children` makes child rows
    say what is wanted.
    """
    for key, source in shared.sources.items():
        row: Any = Source.objects.filter(key=key).first() or Source(key=key)
        for name in SOURCE_FIELDS:
            setattr(row, name, getattr(source, name) or None)
        save(row)
    for slug, family in shared.families.items():
        row = Family.objects.filter(slug=slug).first() or Family(slug=slug)
        row.name = family.name
        save(row)
        children(row.caution_items, Caution, caution_rows(family, family=row))
    for key, line in shared.lines.items():
        row = DoctorLine.objects.filter(key=key).first() or DoctorLine(key=key)
        row.urgency, row.text, row.position = line.urgency, line.text, line.position
        save(row)


def caution_rows(document: Any, **owner: Any) -> list[dict[str, Any]]:
    """The rows of cautions that an option's or a family's document asks for."""
    return [
        {**owner, "kind": kind, "text": text, "position": place}
        for name, kind in CAUTION_LISTS.items()
        for place, text in enumerate(getattr(document, name), start=1)
    ]


def as_plain_files(shared: Shared) -> dict[str, dict[str, Any]]:
    """What each file holds, by its name, as plain data."""
    return {
        SOURCES_FILE: {
            key: {
                name: value
                for name in SOURCE_FIELDS
                if (value := getattr(source, name)) or name == "year"
            }
            for key, source in shared.sources.items()
        },
        FAMILIES_FILE: {
            slug: {
                "name": family.name,
                **{name: list(texts) for name in CAUTION_LISTS if (texts := getattr(family, name))},
            }
            for slug, family in shared.families.items()
        },
        LINES_FILE: {
            key: {"urgency": line.urgency, "text": line.text} for key, line in shared.lines.items()
        },
    }
