"""Documents as plain data, laid out as in the seed files."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from content.doctor_flag import DoctorFlag
from content.documents.shapes import Document, GradeDocument, OptionDocument, TopicDocument
from content.vocabulary import OptionKind, TopicKind
from content.wording.text_blocks import tidy

# Not in a record's file: what stands in files of its own, and what is made of other parts.
_BESIDE = frozenset({"publications", "shared_lines", "shared"})


def as_plain(value: Any) -> Any:
    """A document (or a part of one) as dicts, lists and strings in the order of its fields, empty
    parts left out.
    """
    if isinstance(value, tuple):
        return [as_plain(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        pairs = (
            (part.name, as_plain(getattr(value, part.name)))
            for part in fields(value)
            if part.name not in _BESIDE
        )
        return {name: part for name, part in pairs if part not in ("", [], 0)}
    return value


# Lists of keys that are stored as sets: the order in which a file names them is not stored.
_UNORDERED = frozenset({"sources", "doctor_lines"})


def same(one: Document, other: Document) -> bool:
    """Whether two documents say the same, whatever the order in which they name what they cite and
    share.
    """
    return bool(_ordered(as_plain(one)) == _ordered(as_plain(other)))


def _ordered(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            name: sorted(item) if name in _UNORDERED else _ordered(item)
            for name, item in part.items()
        }
    return [_ordered(item) for item in part] if isinstance(part, list) else part


def from_plain(plain: Mapping[str, Any], form: Callable[[str], str] = tidy) -> Document:
    """The document that a seed file holds. Raises `ValueError` naming what is missing, unknown or
    of the wrong form.

    `form`: what each text is put through, `str` where it is to stay as it was stored.
    """
    if not isinstance(plain, Mapping):
        raise ValueError("a record with its fields is wanted")
    kind = plain.get("kind")
    if kind not in (*OptionKind.values, *TopicKind.values):
        raise ValueError(
            f"kind: {kind!r} is none of {', '.join((*TopicKind.values, *OptionKind.values))}"
        )
    may_lack = _OPTIONAL | _UNWRITTEN.get(kind, frozenset())
    shape = OptionDocument if kind in OptionKind.values else TopicDocument
    document: Document = _build(shape, plain, may_lack, form=form)
    return document


_PARTS: dict[str, type] = {"when_to_see_a_doctor": DoctorFlag}
# And every list, which may be empty
_OPTIONAL = frozenset({"options_note", "position", "place", "family"})
_UNWRITTEN = {
    # May stand with a name alone
    OptionKind.SUPPLEMENT_OR_HERB: frozenset({"summary", "cost", "access"}),
    TopicKind.GUIDE: frozenset({"why_it_happens"}),
}


def _build(
    shape: type,
    plain: Any,
    may_lack: frozenset[str] = _OPTIONAL,
    place: str = "",
    form: Callable[[str], str] = tidy,
) -> Any:
    """One value of `shape`. Raises `ValueError` naming, after `place`, what is unknown, missing or
    of the wrong form.
    """
    if not isinstance(plain, Mapping):
        raise ValueError(f"{place}fields with their values are wanted")
    known = {part.name: str(part.type) for part in fields(shape) if part.name not in _BESIDE}
    unknown = sorted(str(name) for name in set(plain) - set(known))
    if unknown:
        raise ValueError(f"{place}unknown {', '.join(unknown)}")
    missing = [
        name
        for name, declared in known.items()
        if name not in may_lack and "tuple" not in declared and _blank(plain.get(name))
    ]
    if missing:
        raise ValueError(f"{place}missing {', '.join(missing)}")
    return shape(
        **{name: _part(name, declared, plain.get(name), form) for name, declared in known.items()}
    )


def _blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _part(name: str, declared: str, value: Any, form: Callable[[str], str]) -> Any:
    if name in _PARTS:
        return _build(_PARTS[name], value, place=f"{name}: ", form=form)
    if "tuple" in declared:
        if value is not None and not isinstance(value, list | tuple):
            raise ValueError(f"{name}: a list is wanted")
        if name == "grades":
            return tuple(
                _build(GradeDocument, item, place=f"grades[{index}]: ", form=form)
                for index, item in enumerate(value or ())
            )
        return tuple(_string(name, item, form) for item in value or ())
    if "int" in declared:
        if value is not None and not isinstance(value, int):
            raise ValueError(f"{name}: a whole number is wanted")
        return value or 0
    return _string(name, value if value is not None else "", form)


def _string(name: str, value: Any, form: Callable[[str], str]) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name}: {value!r} is not text (quote it in the file)")
    return form(value)
