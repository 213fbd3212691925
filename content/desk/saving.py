"""What every page of the desk does when it is saved."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db import transaction
from django.http import HttpRequest

from content.desk.forms import TEXTS, RecordForm
from content.desk.merge import FIELD, held, merged, stored
from content.desk.overview import Signed, signed_now, telling_what_ends


class QuietAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Saving what nobody changed saves nothing, and says so."""

    form = RecordForm
    formfield_overrides = TEXTS

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if form.changed_data or not change:
            super().save_model(request, obj, form, change)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        if message:
            return super().log_change(request, obj, message)
        request._unchanged = str(obj)  # type: ignore[attr-defined]
        return None

    def message_user(self, request: HttpRequest, message: Any, *args: Any, **kwargs: Any) -> None:
        unchanged = getattr(request, "_unchanged", "")
        if unchanged:  # said in place of Django's “was changed successfully”
            messages.info(request, f"You changed nothing in “{unchanged}”, so nothing was saved.")
        else:
            super().message_user(request, message, *args, **kwargs)


class MergingAdmin(QuietAdmin):
    """Pages that two editors may have open at once. Saving one says which sign-offs that has ended."""

    change_form_template = "desk/change_form.html"

    def changeform_view(self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None) -> Any:
        record = self.get_object(request, unquote(object_id)) if object_id else None
        extra = {**(extra_context or {}), "state_field": FIELD}
        may_change = record is not None and self.has_change_permission(request, record)
        if request.method != "POST":
            if may_change:
                extra["shown_state"] = json.dumps(stored(self, request, record))
            return super().changeform_view(request, object_id, form_url, {**extra, **self.said_of(record, signed_now())})
        with transaction.atomic(), telling_what_ends(request) as signed:
            if may_change:
                extra["shown_state"] = self._merge(request, record)
            return super().changeform_view(request, object_id, form_url, {**extra, **self.said_of(record, signed)})

    def said_of(self, record: Any, signed: Mapping[tuple[str, str], Signed]) -> dict[str, Any]:
        """What the page says of the review of what it shows."""
        return {}

    def _merge(self, request: HttpRequest, record: Any) -> str:
        """Put what was sent together with what somebody else saved meanwhile; gives the state that a page sent back shows."""
        held(record)
        prefixes = [form.get_default_prefix() for form, _ in self.get_formsets_with_inlines(request, record)]
        record = self.get_object(request, str(record.pk))  # as it stands now that nobody else can change it
        sent = merged(request.POST, stored(self, request, record), prefixes)
        request.POST = sent  # type: ignore[assignment]
        if sent.both:
            said = "Somebody else saved this record while you were editing it."
            messages.warning(request, f"{said} Nothing of yours was saved yet, and nothing is lost.")
        if sent.taken:
            what = ", ".join(dict.fromkeys(sent.taken))
            messages.info(request, f"Somebody else saved this record meanwhile. Theirs is kept beside yours: {what}.")
        return str(sent[FIELD])

    def get_formset_kwargs(self, request: HttpRequest, *args: Any) -> dict[str, Any]:
        given: dict[str, Any] = super().get_formset_kwargs(request, *args)
        # No copy: it says what somebody else changed.
        return {**given, "data": request.POST} if request.method == "POST" else given
