"""What every page of the admin does when it is saved."""

import json
from collections.abc import Iterator
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path, reverse
from django.utils.text import capfirst

from content.editorial import aliases
from content.editorial.forms import TEXTS, RecordForm
from content.editorial.merge import FIELD, held, merged, stored
from content.models import Worded
from content.wording.claims import said_of


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
    """Pages that two editors may have open at once."""

    change_form_template = "editorial/change_form.html"

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: Any = None,
    ) -> Any:
        record = self.get_object(request, unquote(object_id)) if object_id else None
        extra = {**(extra_context or {}), "state_field": FIELD}
        may_change = record is not None and self.has_change_permission(request, record)
        if request.method != "POST":
            if may_change:
                extra["shown_state"] = json.dumps(stored(self, request, record))
            return super().changeform_view(request, object_id, form_url, extra)
        with transaction.atomic():
            if may_change:
                extra["shown_state"] = self._merge(request, record)
            return super().changeform_view(request, object_id, form_url, extra)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.check_view)
        name = f"{self.opts.app_label}_{self.opts.model_name}_check"
        return [path("check/", view, name=name), *super().get_urls()]

    def check_view(self, request: HttpRequest) -> HttpResponse:
        """Which rules a text or a name breaks, asked while it is typed. What saving says is what
        counts.
        """
        sent = request.POST
        record = (
            self.get_object(request, sent.get("object_id", "")) if sent.get("object_id") else None
        )
        if request.method != "POST" or not (
            self.has_change_permission(request, record) or self.has_add_permission(request)
        ):
            raise PermissionDenied
        row = record or self.model()
        if record is None and hasattr(row, "kind") and sent.get("kind"):
            row.kind = sent["kind"]
        text, field = sent.get("text", ""), sent.get("field", "")
        if field in aliases.FIELDS:
            new = aliases.new_names(getattr(record, field, ""), text)
            return JsonResponse({"violations": [*aliases.faults(new), *aliases.read_as(new)]})
        return JsonResponse({"violations": said_of(row.reader()(text))})

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> Any:
        told = issubclass(self.model, Worded) and context.get("has_change_permission", True)
        more = {
            "sections": list(_sections(context)),
            "faults": list(_faults(context)),
            "check_url": (
                reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_check") if told else ""
            ),
        }
        return super().render_change_form(request, {**context, **more}, *args, **kwargs)

    def _merge(self, request: HttpRequest, record: Any) -> str:
        """Put what was sent together with what somebody else saved meanwhile; gives the state that
        a page sent back shows.
        """
        held(record)
        prefixes = [
            form.get_default_prefix() for form, _ in self.get_formsets_with_inlines(request, record)
        ]
        # As it stands now that nobody else can change it
        record = self.get_object(request, str(record.pk))
        sent = merged(request.POST, stored(self, request, record), prefixes)
        request.POST = sent  # type: ignore[assignment]
        if sent.both:
            said = "Somebody else saved this record while you were editing it."
            messages.warning(
                request, f"{said} Nothing of yours was saved yet, and nothing is lost."
            )
        if sent.taken:
            what = ", ".join(dict.fromkeys(sent.taken))
            said = "Somebody else saved this record meanwhile. Theirs is kept beside yours"
            said = "What only they changed is taken over" if sent.both else said
            messages.info(request, f"{said}: {what}.")
        return str(sent[FIELD])

    def get_formset_kwargs(self, request: HttpRequest, *args: Any) -> dict[str, Any]:
        given: dict[str, Any] = super().get_formset_kwargs(request, *args)
        # No copy: it says what somebody else changed.
        return {**given, "data": request.POST} if request.method == "POST" else given


def _sections(context: Any) -> Iterator[tuple[str, str]]:
    """The sections of a page: the place of each, and its heading."""
    for number, fieldset in enumerate(context["adminform"]):
        if fieldset.name:
            yield f"fieldset-0-{number}-heading", str(fieldset.name)
    for inline in context["inline_admin_formsets"]:
        yield f"{inline.formset.prefix}-heading", capfirst(inline.opts.verbose_name_plural)


def _faults(context: Any) -> Iterator[tuple[str, str, str]]:
    """What was refused: the field's place in the page, its name, and the reason."""
    forms = [(context["adminform"].form, "")]
    for inline in context["inline_admin_formsets"]:
        if inline.formset.is_bound:
            for reason in inline.formset.non_form_errors():
                yield (
                    f"{inline.formset.prefix}-heading",
                    capfirst(inline.opts.verbose_name_plural),
                    str(reason),
                )
            name = capfirst(inline.opts.verbose_name)
            forms += [
                (form, f"{name} {number}, ") for number, form in enumerate(inline.formset.forms, 1)
            ]
    for form, row in forms:
        for field, reasons in form.errors.items():
            bound = form[field] if field in form.fields else None
            for reason in reasons:
                place = bound.id_for_label if bound is not None else "content-main"
                label = bound.label if bound else "This page"
                yield place, f"{row}{label.lower() if bound and row else label}", str(reason)
