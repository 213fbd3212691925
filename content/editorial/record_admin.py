"""What the admin of topics and options shares: previews, the past of a record, and its return."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from content import seeding
from content.editorial import aliases, draft_pages, drafts, record_history
from content.editorial.dashboard import Signed, asked_of, why_held_back
from content.editorial.drafting import DraftingAdmin
from content.editorial.filters import states_for
from content.editorial.merge import held
from content.editorial.preview import preview
from content.models import Draft, RecordKind

_OPENING = b'<main id="main" class="wrap" tabindex="-1">'
_NOT_PUBLIC = (
    b'<p class="problem" role="status">Preview. Nothing was saved, and this is not public.</p>'
)


def _moment(text: str) -> datetime:
    """A moment as History writes it, in UTC. Raises `ValueError` or `OverflowError` for anything
    else.
    """
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError("no zone")
    return at.astimezone(UTC)


class RecordAdmin(DraftingAdmin):
    """What topics and options share: two editors at once, the preview before saving, the past of
    the whole record and the way back.
    """

    filter_horizontal: ClassVar[Any] = ("sources",)
    list_per_page = 200
    record_kind = RecordKind.TOPIC
    draft_kind = Draft.Kind.TOPIC
    previews = True

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # a record's address is part of the contract: it is never deleted here

    def get_urls(self) -> list[URLPattern]:
        info = (self.opts.app_label, self.opts.model_name)
        restore = path(
            "<path:object_id>/restore/",
            self.admin_site.admin_view(self.restore_view),
            name="{}_{}_restore".format(*info),
        )
        return [restore, *super().get_urls()]

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, Any]:
        return {} if obj else {"slug": ("name",)}

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The fields in sections, so that a new field has its place by its name."""
        fields = [
            str(name) for _, part in super().get_fieldsets(request, obj) for name in part["fields"]
        ]
        sections: dict[str, list[str]] = {"Words": [], "When to see a doctor": [], "Sources": []}
        # The address is made from the name; of a record that has one it is only shown
        places = {"name": 0, "slug": 1 if obj is None else 4, "position": 3}
        fields.sort(key=lambda name: places.get(name, 2))
        for name in fields:
            doctor = name.startswith("doctor")
            section = "When to see a doctor" if doctor else "Words"
            sections["Sources" if name == "sources" else section].append(name)
        return [(title, {"fields": names}) for title, names in sections.items() if names]

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "slug":
            kwargs["help_text"] = (
                "The end of the address of its page, made from the name. It can never be changed."
            )
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_list_display(self, request: HttpRequest) -> tuple[Any, ...]:
        # Held by these columns, not by this object, which all requests share
        states = states_for(request)

        @admin.display(description="review")
        def review(obj: Any) -> str:
            """How the record stands, in words."""
            state = states[self.record_kind, obj.slug]
            return (state.withheld and f"withheld: {state.withheld}") or state.in_words

        @admin.display(description="lacks")
        def lacks(obj: Any) -> str:
            """What the record lacks, or the first wording rule it breaks."""
            state = states[self.record_kind, obj.slug]
            return (
                f"breaks a rule: {state.violations[0][1]}"
                if state.violations
                else ", ".join(state.lacks) or "–"
            )

        opened = {draft.key: draft for draft in drafts.open_drafts(kind=self.draft_kind)}

        @admin.display(description="draft")
        def draft(obj: Any) -> str:
            """In which state its open draft is."""
            return opened[obj.slug].get_state_display().lower() if obj.slug in opened else "–"

        return ("name", *self.list_display[1:], review, draft, lacks)

    def said_of(self, record: Any, signed: Mapping[tuple[str, str], Signed]) -> dict[str, Any]:
        """What the page of a record says of its review: the sign-off that is in force, or what a
        reviewer asks to be changed.
        """
        if record is None:
            return {}
        held_back = why_held_back(drafts.published(self.draft_kind, record.slug))
        in_force = signed.get((self.record_kind, record.slug))
        asked, changed = (None, False) if in_force else asked_of(self.record_kind, record.slug)
        return {
            "signed": in_force,
            "asked": asked,
            "changed_since_asked": changed,
            "held_back": held_back,
        }

    def previewed(self, request: HttpRequest, text: Any) -> HttpResponse | None:
        if "_preview_answer" not in request.POST and "_preview_page" not in request.POST:
            return None
        made = preview(text)
        if "_preview_page" in request.POST and made.page:
            return HttpResponse(made.page.replace(_OPENING, _OPENING + _NOT_PUBLIC, 1))
        context = {
            **self.admin_site.each_context(request),
            "title": "Preview: as an agent would get it",
            "answers": made.answers,
        }
        return TemplateResponse(request, "editorial/preview.html", context)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        request._remarks = [  # type: ignore[attr-defined]
            line
            for name in (name for name in aliases.FIELDS if name in form.changed_data)
            for line in aliases.read_as(
                aliases.new_names(form.initial.get(name) or "", form.cleaned_data[name])
            )
        ]
        super().save_model(request, obj, form, change)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """Every act of saving: when, who, what it changed, and the way back to it."""
        record = self.get_object(request, object_id)
        if record is None:
            raise Http404
        if not self.has_view_or_change_permission(request, record):
            raise PermissionDenied
        pages = record_history.pages(self.record_kind, record.slug)
        asked = request.GET.get("page", "")
        page = min(max(1, int(asked)), pages) if re.fullmatch(r"[0-9]{1,6}", asked) else 1
        context = {
            **self.admin_site.each_context(request),
            "title": f"History: {record}",
            "opts": self.opts,
            "original": record,
            "moments": record_history.moments(self.record_kind, record.slug, page),
            "drafted": record_history.drafted(self.record_kind, record.slug),
            "page": page,
            "pages": pages,
            "may_restore": self.has_change_permission(request, record),
            "publishes": draft_pages.may(request.user, "publish"),
            "restore_url": reverse(
                f"admin:{self.opts.app_label}_{self.opts.model_name}_restore", args=(record.pk,)
            ),
        }
        return TemplateResponse(request, "editorial/history.html", context)

    def restore_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Make the wording of one moment of the past the draft of the record, and publish it where
        that is allowed.
        """
        record = self.get_object(request, object_id)
        if record is None:
            raise Http404
        if request.method != "POST" or not self.has_change_permission(request, record):
            raise PermissionDenied
        try:
            at = _moment(request.POST.get("at", ""))
            with transaction.atomic():
                held(record)
                if drafts.open_draft(self.draft_kind, record.slug):
                    raise drafts.Refused(
                        "There is an open draft of this record. Publish or withdraw it first."
                    )
                document = record_history.as_it_was(self.record_kind, record.slug, at)
                draft = drafts.save(self.draft_kind, record.slug, document, by=request.user)  # type: ignore[arg-type]
            if draft is None:
                messages.info(request, f"“{record}” reads like that already.")
            elif not draft_pages.may(request.user, "publish"):
                messages.success(
                    request,
                    f"The wording of {at:%d %B %Y at %H:%M} (UTC) is a draft of “{record}” now."
                    " Read what it changes, then submit it.",
                )
                return HttpResponseRedirect(reverse("admin:draft", args=(draft.pk,)))
            else:
                draft_pages.done(request, draft, "publish")
        except drafts.Refused as refused:
            messages.error(request, str(refused))
        except (ValueError, OverflowError, LookupError):
            messages.error(request, "There is no such moment in the past of this record.")
        except seeding.SeedError as refused:
            messages.error(
                request,
                f"That wording cannot come back as things stand now: {'; '.join(refused.reasons)}",
            )
        return HttpResponseRedirect(
            reverse(
                f"admin:{self.opts.app_label}_{self.opts.model_name}_history", args=(record.pk,)
            )
        )
