"""Two editors, one record: what each of them changed is kept, field by field. Where both changed
the same field, both wordings are shown.

A page carries the record as it was shown (`State`). When it is sent back, each field is compared
three ways: as it was shown, as it is stored now, and as it was typed. Nothing that somebody else
saved meanwhile is overwritten unseen.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, QueryDict

from content.wording.text_blocks import tidy

FIELD = "shown_state"  # the hidden field of a page that holds the record as it was shown
OWN = ""  # the row of the record itself in a `State`; every other is named `prefix-key`

Value = str | list[str]  # a list where several may be chosen
Row = dict[str, Value]
State = dict[str, Row]


@dataclass(frozen=True, slots=True)
class Both:
    """What somebody else stored in a field that was changed here too."""

    theirs: str

    def in_words(self) -> str:
        """What to tell whoever typed the other wording."""
        if not self.theirs:
            return "Somebody else deleted this meanwhile. To save again keeps yours."
        return (
            f"Somebody else saved this meanwhile: “{self.theirs}” Yours is in the field. Put"
            " together what is right, then save again."
        )


class Merged(QueryDict):
    """What was sent, with what somebody else saved meanwhile put into every field that was not
    changed here.
    """

    both: dict[str, Both]  # by the field's name in the page: what both changed
    refused: str  # why nothing of it may be saved, whatever it holds
    taken: list[str]  # what was only changed there, in words


@dataclass(slots=True)
class _Sent:
    """One row of a table as it was sent: its key in the database (empty: new) and its fields."""

    key: str
    fields: dict[str, list[str]] = field(default_factory=dict)


def held(record: Any) -> None:
    """Keep the record to this transaction: whoever posts it at the same moment waits, and then
    finds what was saved here.

    SQLite needs nothing here: its transactions that write stand in line from their start. The
    weaker lock lets other records go on pointing to this one, so that two topics that name each
    other cannot wait for each other.
    """
    type(record)._base_manager.select_for_update(no_key=True).get(pk=record.pk)


def stored(model_admin: Any, request: HttpRequest, record: Any) -> State:
    """The record as its page would show it now: its own fields, and those of each row that hangs on
    it.
    """
    state = {OWN: _row(model_admin.get_form(request, record, change=True)(instance=record))}
    for prefix, formset in _formsets(model_admin, request, record):
        state |= {f"{prefix}-{form.instance.pk}": _row(form) for form in formset.initial_forms}
    return state


def _formsets(model_admin: Any, request: HttpRequest, record: Any) -> Iterator[tuple[str, Any]]:
    for form, inline in model_admin.get_formsets_with_inlines(request, record):
        prefix = form.get_default_prefix()
        yield prefix, form(instance=record, prefix=prefix, queryset=inline.get_queryset(request))


def _row(form: Any) -> Row:
    """Every field of an unbound form as a browser would send it back untouched."""
    return {
        bound.name: _plain(bound.value())
        for bound in form
        if not bound.is_hidden and bound.name != "DELETE"
    }


def _plain(value: Any) -> Value:
    if isinstance(value, list | tuple):
        return sorted(str(getattr(item, "pk", item)) for item in value)
    return "" if value is None else tidy(str(value))


def read(text: str) -> State:
    """The state that a page carried; an empty one where it carried none that can be read, so that
    every difference is shown.
    """
    try:
        state = json.loads(text)
    except ValueError:
        return {}
    return (
        state
        if isinstance(state, dict) and all(isinstance(row, dict) for row in state.values())
        else {}
    )


def merged(sent: QueryDict, now: State, prefixes: list[str]) -> Merged:
    """What was sent beside what is stored `now`, put together. `both` names the fields that both
    changed, `taken` what was only changed there.
    """
    shown, out = read(sent.get(FIELD, "")), Merged("", mutable=True, encoding=sent.encoding)
    out.both, out.taken, out.refused = {}, [], getattr(sent, "refused", "")
    for name, values in sent.lists():
        out.setlist(name, list(values))
    _fields(out, "", shown.get(OWN, {}), now[OWN])
    for prefix in prefixes:
        _rows(out, prefix, shown, now)
    # The page sent back, where there is one, is compared with what it shows
    out[FIELD] = json.dumps(now)
    return out


def _fields(out: Merged, prefix: str, shown: Mapping[str, Value], now: Mapping[str, Value]) -> None:
    """Put together the fields of one row."""
    for name, theirs in now.items():
        html_name = f"{prefix}{name}"
        typed = out.getlist(html_name)
        mine: Value = (
            sorted(set(typed)) if isinstance(theirs, list) else tidy(typed[-1]) if typed else ""
        )
        if theirs in (shown.get(name), mine) or (not typed and theirs and isinstance(theirs, str)):
            # They changed nothing, both wrote the same, or this page does not let the field be
            # edited
            continue
        if mine == shown.get(name):
            out.setlist(html_name, theirs if isinstance(theirs, list) else [theirs])
            out.taken.append(name.replace("_", " "))
        else:
            out.both[html_name] = Both(", ".join(theirs) if isinstance(theirs, list) else theirs)


def _rows(out: Merged, prefix: str, shown: State, now: State) -> None:
    """Put together the rows of one table: those deleted or added by somebody else too."""
    rows: list[_Sent] = []
    for row in _sent_rows(out, prefix):
        name = f"{prefix}-{row.key}"
        if row.key and name not in now:
            if _untouched(row, shown.get(name, {})) or "DELETE" in row.fields:
                out.taken.append(f"a line deleted of {prefix.replace('_', ' ')}")
                continue
            row.key = ""
            row.fields["id"] = [""]
            row.fields["__deleted"] = []
        rows.append(row)
    known = {row.key for row in rows}
    for name in now:
        key = name.removeprefix(f"{prefix}-")
        if name.startswith(f"{prefix}-") and name not in shown and key not in known:
            fields = {
                part: value if isinstance(value, list) else [value]
                for part, value in now[name].items()
            }
            rows.append(_Sent(key, {"id": [key], **fields}))
            out.taken.append(f"a new line of {prefix.replace('_', ' ')}")
    rows.sort(key=lambda row: not row.key)  # Django's formsets want the rows that are stored first
    _put(out, prefix, rows)
    for place, row in enumerate(rows):
        at = f"{prefix}-{place}-"
        if "__deleted" in row.fields:
            out.both[f"{at}{_first_text(row)}"] = Both("")
        if row.key:
            name = f"{prefix}-{row.key}"
            if "DELETE" in row.fields and now[name] != shown.get(name):
                del out[f"{at}DELETE"]
                out.both[f"{at}{_first_text(row)}"] = Both(str(now[name].get(_first_text(row), "")))
            else:
                _fields(out, at, shown.get(name, {}), now[name])


def _sent_rows(out: Merged, prefix: str) -> list[_Sent]:
    """The rows of one table as they were sent, in order."""
    total = out.get(f"{prefix}-TOTAL_FORMS", "0")
    rows = []
    for place in range(min(int(total), 1000) if total.isdigit() else 0):
        at = f"{prefix}-{place}-"
        fields = {
            name.removeprefix(at): values for name, values in out.lists() if name.startswith(at)
        }
        rows.append(_Sent((fields.get("id") or [""])[-1], fields))
    return rows


def _put(out: Merged, prefix: str, rows: list[_Sent]) -> None:
    """Write the rows of one table back, numbered anew."""
    for name in [
        name
        for name in out
        if name.startswith(f"{prefix}-") and name.removeprefix(f"{prefix}-")[:1].isdigit()
    ]:
        del out[name]
    for place, row in enumerate(rows):
        for name, values in row.fields.items():
            if name != "__deleted":
                out.setlist(f"{prefix}-{place}-{name}", values)
    out[f"{prefix}-TOTAL_FORMS"] = str(len(rows))
    out[f"{prefix}-INITIAL_FORMS"] = str(sum(bool(row.key) for row in rows))


def _untouched(row: _Sent, shown: Mapping[str, Value]) -> bool:
    typed = {name: row.fields.get(name, []) for name in shown}
    return all(
        (sorted(values) if isinstance(shown[name], list) else tidy((values or [""])[-1]))
        == shown[name]
        for name, values in typed.items()
    )


def _first_text(row: _Sent) -> str:
    """The field of a row that a remark about the whole of it stands at."""
    return next((name for name in ("text", "statement", "to") if name in row.fields), "id")
