"""Lists as programs write them: JSON, YAML, tables, and “label: value” beside each symptom.

In: a list as sent, without tags. Out: the symptoms, an element or a row on each line, without what is only said of them; what a
field says she has not is `NOT_HERS`, so that each keeps its place. A record is read as a record: its name is the
item, and the rest says no more than whether she has it.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from content.lists.fields import (
    ANSWERS,
    CONTAINERS,
    ITEM,
    LONG,
    NOT_HERS,
    NOTES,
    PERSONS,
    RECORD,
    answered_no,
    holds_items,
    is_beside,
    is_fine,
    is_label,
    is_no,
    is_value,
    label,
)

_OF_NONE = frozenset({"absent", "denied", "denies", "negative", "negatives", "not present", "ruled out", "excluded", "resolved", "none", "past"})
_RULE = frozenset("|-: \t\r")
_INSIDE = re.compile(r"\s*[,;|]\s*")  # what would part an item of one record into places of its own
_FIELD = re.compile(r"\s*(?:[-*•]\s+)?[\"']?(?P<label>[A-Za-z][A-Za-z _-]{1,24})[\"']?\s*[:=](?:\s+(?P<held>\S[\s\S]*)|\s*\Z)")
NO_ITEM = "\0"  # a field that is left out
_SEGMENT = re.compile(r"([\n,;|]|\.(?=\s|\Z))")


def without_fields(words: str) -> str:
    """The list without what is only said of its items, each record on a line where it is made of records."""
    for read in (_of_json, _of_table):
        lines = read(words)
        if lines is not None:
            several = len(lines) > 1
            return "\n".join(_INSIDE.sub(" / ", line) if several else line for line in lines)
    return _of_text(words)


def _of_json(words: str) -> list[str] | None:
    """The items of a JSON value, or of one on each line; None where the list is neither."""
    if words.lstrip()[:1] not in ("{", "["):
        return None
    try:
        values = [json.loads(words)]
    except (ValueError, RecursionError):
        try:
            values = [json.loads(line) for line in words.split("\n") if line.strip()]
        except (ValueError, RecursionError):
            return None
    lines = [line for value in values for line in _items_in(value, False)]
    return lines or [line for value in values for line in _items_in(value, True)]


def _items_in(value: Any, notes: bool) -> Iterator[str]:
    """The items of a JSON value, in order; `notes`: whether what only stands beside them is read too."""
    waiting: list[tuple[Any, bool]] = [(value, False)]  # each with whether she has none of it
    while waiting:
        part, none = waiting.pop()
        if isinstance(part, str):
            yield NOT_HERS if none else " ".join(part.split())
        elif isinstance(part, list):
            waiting += [(held, none) for held in reversed(part)]
        elif isinstance(part, dict):
            fields = {label(str(name)): held for name, held in part.items()}
            if (own := _name_in(fields)) and not notes:
                no = any(name in ANSWERS and is_no(held) for name, held in fields.items())
                yield NOT_HERS if none else answered_no(own) if no else own
                continue
            for name, held in reversed(fields.items()):
                waiting += _read(name, held, none, notes)


def _name_in(fields: dict[str, Any]) -> str:
    """The item of an object that is one record: what its likeliest label holds; nothing where it holds further records, or none."""
    if any(isinstance(held, dict | list) and not is_beside(name, held) for name, held in fields.items()):
        return ""
    return next((" ".join(fields[name].split()) for name in ITEM if isinstance(fields.get(name), str) and fields[name].strip()), "")


def _read(name: str, held: Any, none: bool, notes: bool) -> Iterator[tuple[Any, bool]]:
    """What is still to be read of a field of an object that is no record itself: its items, or what it holds."""
    if is_beside(name, held) and not (notes and name in NOTES) and not holds_items(name, held):
        return
    if isinstance(held, dict) and name not in CONTAINERS and all(is_beside(label(str(one)), beside) for one, beside in held.items()):
        no = not held or any(label(str(one)) in ANSWERS and is_no(beside) for one, beside in held.items())
        yield (answered_no(name) if no else name), none
    elif isinstance(held, dict | list):
        if name in PERSONS and isinstance(held, dict):  # whose name is no symptom
            held = {one: beside for one, beside in held.items() if label(str(one)) not in ("name", "title", "label")}
        yield held, none or name in _OF_NONE
    elif is_fine(held):
        yield NOT_HERS, none
    elif isinstance(held, str) and held.strip() and not is_no(held):
        yield (held if name in ITEM or name in NOTES or name in CONTAINERS or name in ANSWERS else f"{name}: {held}"), none or name in _OF_NONE
    else:
        yield (name if held and not is_no(held) else answered_no(name)), none


def _of_table(words: str) -> list[str] | None:
    """The rows of a table: in Markdown, or with a head of two labels, or with nothing but numbers and degrees beside each symptom; None elsewhere."""
    lines = [line for line in words.strip().split("\n") if line.strip()]
    if len(lines) < 2:
        return None
    rule = next((place for place, line in enumerate(lines) if "|" in line and "--" in line and _RULE.issuperset(line)), None)
    if rule:
        head = _cells(lines[rule - 1], "|")
        return [*lines[: rule - 1], *(_of_row(head, _cells(line, "|")) for line in lines[rule + 1 :])]
    for between in "\t;|,":
        head = _cells(lines[0], between)
        if len(head) > 1 and sum(is_label(label(cell)) for cell in head) > 1:
            return [_of_row(head, _cells(line, between)) for line in lines[1:]]
    return _of_bare_rows(lines)


def _of_bare_rows(lines: list[str]) -> list[str] | None:
    """The same of rows without a head, all of one length."""
    for between in "\t;|,":
        rows = [_cells(line, between) for line in lines]
        if len(rows[0]) > 1 and all(len(row) == len(rows[0]) and not is_value(row[0]) and all(map(is_value, row[1:])) for row in rows):
            return [_of_row(["symptom", *["value"] * len(row[1:])], row) for row in rows]
    return None


def _cells(line: str, between: str) -> list[str]:
    return [cell.strip(" \t\r\"'*") for cell in line.strip(" |\r").split(between)]


def _of_row(head: list[str], row: list[str]) -> str:
    """The item of a row: what stands under the label of a symptom, or first, with what stands under no label at all."""
    labels = [label(cell) for cell in head[: len(row)]]
    labels += [""] * (len(row) - len(labels))
    own = next((place for name in ITEM for place, one in enumerate(labels) if one == name), None)
    if own is None:
        own = next((place for place, (one, cell) in enumerate(zip(labels, row, strict=True)) if not is_beside(one, cell)), 0)
    if any(one in ANSWERS and is_no(cell) for one, cell in zip(labels, row, strict=True)):
        return answered_no(row[own])
    beside = [cell for place, cell in enumerate(row) if place != own and cell and labels[place] not in ITEM and not is_beside(labels[place], cell)]
    return ": ".join([row[own], *beside]).strip() or NOT_HERS


def _of_text(words: str) -> str:
    """A list in plain text without the fields beside its items (“Symptom: hot flashes. Severity: severe”, or as YAML writes them).

    Where each item has a label of its own, a place is a record; elsewhere each field keeps the place that it has in the list.
    """
    pieces = _SEGMENT.split(words)
    kept: list[list[str]] = []
    records = left_out = False
    runs_on = False  # whether a field that holds a list of its own goes on
    for text, stop in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        found = _FIELD.match(text)
        name, held = (label(found["label"]), found["held"] or "") if found else ("", "")
        if found and held and (name in ITEM or holds_items(name, held)):
            records = records or name in RECORD
            runs_on = False
            kept.append([held, stop])
        elif found and is_beside(name, held, True) and (held or kept):
            if name in ANSWERS and is_no(held) and kept:
                kept[-1][0] = answered_no(kept[-1][0])
            left_out, runs_on = left_out or name not in NOTES, name in LONG
            kept.append([NO_ITEM, stop])
        elif runs_on and text.strip():
            runs_on = stop == ","
            kept.append([NO_ITEM, stop])
        else:
            kept.append([text, stop])
    if not (left_out or records):
        return words
    left = "".join(text + stop for text, stop in (_joined(kept) if records else kept)).replace(NO_ITEM, NOT_HERS)
    return left if any(text.strip(" -•*") not in ("", NO_ITEM) for text, _ in kept) else words


def _joined(kept: list[list[str]]) -> list[list[str]]:
    """The pieces of a list without what was left out, each with the stop that the last of those behind it had."""
    out: list[list[str]] = []
    for text, stop in kept:
        if text != NO_ITEM:
            out.append([text, stop])
        elif out and out[-1][1] != "\n":
            out[-1][1] = stop or out[-1][1]
    return out
