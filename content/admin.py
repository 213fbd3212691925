"""The admin: every record with what hangs on it on one page, its preview, its past, and a ledger that can only be read."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.forms import BaseInlineFormSet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from content import seeding
from content.desk import past
from content.desk.filters import ByLack, ByStanding, states_for
from content.desk.lock import FIELD, LockedForm, digest_of, held
from content.desk.overview import Signed, asked_of, signed_now, telling_what_ends
from content.desk.preview import preview
from content.doctor_flag import DoctorFlag, composed
from content.models import (
    Caution,
    ChangeRequest,
    Condition,
    DoctorLine,
    Evidence,
    Family,
    Guide,
    Option,
    PrepItem,
    RecordKind,
    RelatedTopic,
    Reviewer,
    SignOff,
    Source,
    Symptom,
)
from content.signing import current_document
from content.vocabulary import CautionKind, TopicKind
from content.wording import doctor_breaches

# simple-history names its manager on the model it was declared on; its admin looks on the proxy.
for proxy in (Symptom, Condition, Guide):
    proxy._meta.simple_history_manager_attribute = "history"  # type: ignore[union-attr]


_OPENING = b'<main id="main" class="wrap" tabindex="-1">'
_NOT_PUBLIC = b'<p class="problem" role="status">Preview. Nothing was saved, and this is not public.</p>'


def _moment(text: str) -> datetime:
    """A moment as History writes it, in UTC. Raises `ValueError` or `OverflowError` for anything else."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError("no zone")
    return at.astimezone(UTC)


class OneLine(forms.CharField):
    """A line of a list, written in a box that shows the whole of it; what is typed on several lines becomes one."""

    def to_python(self, value: Any) -> str:
        return " ".join((super().to_python(value) or "").split())


IN_A_BOX: "dict[type[models.Field[Any, Any]], dict[str, Any]]" = {
    models.CharField: {"form_class": OneLine, "widget": forms.Textarea(attrs={"rows": 3, "cols": 60})}
}


class PrepItems(admin.TabularInline):  # type: ignore[type-arg]
    model = PrepItem
    fk_name = "topic"
    extra = 0
    formfield_overrides = IN_A_BOX


class RelatedTopics(admin.TabularInline):  # type: ignore[type-arg]
    model = RelatedTopic
    fk_name = "topic"
    extra = 0


MOST_KEY_CAUTIONS = 3


class CautionForms(BaseInlineFormSet):  # type: ignore[type-arg]
    """Holds an option or a family to one to three key cautions: nothing is released without one."""

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return
        kept = [form.cleaned_data for form in self.forms if not form.cleaned_data.get("DELETE")]
        keys = sum(one.get("kind") == CautionKind.KEY and bool(one.get("text")) for one in kept)
        if keys > MOST_KEY_CAUTIONS:
            raise ValidationError(f"Mark at most {MOST_KEY_CAUTIONS} cautions as key: those whose loss could do serious harm.")
        if not keys and not self.may_lack():
            raise ValidationError("Nothing is public without a key caution. Mark one to three cautions as key.")

    def may_lack(self) -> bool:
        """Whether this one may go without a key caution of its own: a supplement is withheld, a member has its family's."""
        owner = self.instance
        return isinstance(owner, Option) and (owner.is_supplement or owner.family_id is not None)


class Cautions(admin.TabularInline):  # type: ignore[type-arg]
    model = Caution
    formset = CautionForms
    fields = ("kind", "text", "position")
    extra = 0
    formfield_overrides = IN_A_BOX


class Grades(admin.StackedInline):  # type: ignore[type-arg]
    model = Evidence
    extra = 0
    filter_horizontal = ("sources",)


class RecordAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What topics and options share: the lock, the preview before saving, the past of the whole record and the way back."""

    form = LockedForm
    change_form_template = "desk/change_form.html"
    filter_horizontal: ClassVar[Any] = ("sources",)
    list_per_page = 200
    record_kind = RecordKind.TOPIC

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # a record's address is part of the contract: it is never deleted here

    def get_urls(self) -> list[URLPattern]:
        info = (self.opts.app_label, self.opts.model_name)
        restore = path("<path:object_id>/restore/", self.admin_site.admin_view(self.restore_view), name="{}_{}_restore".format(*info))
        return [restore, *super().get_urls()]

    def get_list_display(self, request: HttpRequest) -> tuple[Any, ...]:
        states = states_for(request)  # kept by these two columns, not on this object, which all requests share

        @admin.display(description="review")
        def review(obj: Any) -> str:
            """How the record stands, in words."""
            state = states[self.record_kind, obj.slug]
            return (state.withheld and f"withheld: {state.withheld}") or state.in_words

        @admin.display(description="lacks")
        def lacks(obj: Any) -> str:
            """What the record lacks, or the first wording rule it breaks."""
            state = states[self.record_kind, obj.slug]
            return f"breaks a rule: {state.breaches[0][1]}" if state.breaches else ", ".join(state.lacks) or "–"

        return ("name", *self.list_display[1:], review, lacks)

    def changeform_view(self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None) -> Any:
        wanted = "answer" if "_preview_answer" in request.POST else "page" if "_preview_page" in request.POST else ""
        if wanted:
            return self._preview(request, object_id, form_url, wanted)
        record = self.get_object(request, unquote(object_id)) if object_id else None
        if request.method != "POST":
            return super().changeform_view(request, object_id, form_url, {**(extra_context or {}), **self._said_of(record, signed_now())})
        with transaction.atomic(), telling_what_ends(request) as signed:
            if record is not None:
                held(record)
            return super().changeform_view(request, object_id, form_url, {**(extra_context or {}), **self._said_of(record, signed)})

    def _said_of(self, record: Any, signed: Mapping[tuple[str, str], Signed]) -> dict[str, Any]:
        """What the page of a record says of its review: whose sign-off is in force, or what a reviewer asks to be changed."""
        if record is None:
            return {}
        in_force = signed.get((self.record_kind, record.slug))
        asked, changed = (None, False) if in_force else asked_of(self.record_kind, record.slug)
        return {"signed": in_force, "asked": asked, "changed_since_asked": changed}

    def _create_formsets(self, request: Any, obj: Any, change: Any) -> Any:
        """The forms of what hangs on a record; where somebody else saved it meanwhile, the page says which of them differ from what is stored now."""
        formsets, inlines = super()._create_formsets(request, obj, change)  # type: ignore[misc]
        if request.method == "POST" and change and request.POST.get(FIELD) != digest_of(obj):
            parts = [str(forms.model._meta.verbose_name_plural) for forms in formsets if forms.has_changed()]
            if parts:
                messages.warning(request, f"Yours also differs from what is stored in: {', '.join(parts)}. To save again puts yours in their place.")
        return formsets, inlines

    def _preview(self, request: HttpRequest, object_id: str | None, form_url: str, wanted: str) -> Any:
        """Save the form inside a transaction, look at the record, and take everything back."""
        request._previewing = True  # type: ignore[attr-defined]
        with transaction.atomic():
            response = super().changeform_view(request, object_id, form_url)
            if not isinstance(response, HttpResponseRedirect):
                return response  # the form itself says what is wrong
            shown = preview(current_document(self.record_kind, request._saved_slug))  # type: ignore[attr-defined]
            transaction.set_rollback(True)
        if wanted == "page" and shown.page:
            return HttpResponse(shown.page.replace(_OPENING, _OPENING + _NOT_PUBLIC, 1))
        context = {**self.admin_site.each_context(request), "title": "Preview: as an agent would get it", "answers": shown.answers}
        return TemplateResponse(request, "desk/preview.html", context)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        request._saved_slug = obj.slug  # type: ignore[attr-defined]
        super().save_model(request, obj, form, change)

    def message_user(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        if not getattr(request, "_previewing", False):  # nothing was saved, so nothing is said to have been
            super().message_user(request, *args, **kwargs)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Every act of saving: when, who, what it changed, and the way back to it."""
        record = self.get_object(request, object_id)
        if record is None:
            raise Http404
        if not self.has_view_or_change_permission(request, record):
            raise PermissionDenied
        pages = past.pages(self.record_kind, record.slug)
        asked = request.GET.get("page", "")
        page = min(max(1, int(asked)), pages) if re.fullmatch(r"[0-9]{1,6}", asked) else 1
        context = {
            **self.admin_site.each_context(request),
            "title": f"History: {record}",
            "opts": self.opts,
            "original": record,
            "moments": past.moments(self.record_kind, record.slug, page),
            "page": page,
            "pages": pages,
            "may_restore": self.has_change_permission(request, record),
            "restore_url": reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_restore", args=(record.pk,)),
        }
        return TemplateResponse(request, "desk/history.html", context)

    def restore_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Bring back the wording of one moment of the past."""
        record = self.get_object(request, object_id)
        if record is None:
            raise Http404
        if request.method != "POST" or not self.has_change_permission(request, record):
            raise PermissionDenied
        try:
            at = _moment(request.POST.get("at", ""))
            with transaction.atomic(), telling_what_ends(request):
                past.restore(self.record_kind, record.slug, at)
            messages.success(request, f"“{record}” reads again as it did on {at:%d %B %Y at %H:%M} (UTC).")
        except (ValueError, OverflowError, LookupError):
            messages.error(request, "There is no such moment in the past of this record.")
        except seeding.SeedError as refused:
            messages.error(request, f"That wording cannot come back as things stand now: {'; '.join(refused.reasons)}")
        return HttpResponseRedirect(reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_history", args=(record.pk,)))


class TopicForm(LockedForm):
    """A topic's form, which reads the doctor flag as readers get it, shared lines included."""

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean() or {}
        lines = ((line.urgency, line.text) for line in cleaned.get("doctor_lines") or ())
        own = DoctorFlag(*(cleaned.get(f"doctor_{part}") or "" for part in ("emergency", "soon", "routine")))
        flag = composed(own, lines)
        for urgency, breach in doctor_breaches(flag.emergency, flag.soon, flag.routine):
            self.add_error(f"doctor_{urgency}", str(breach))
        return cleaned


class TopicAdmin(RecordAdmin):
    """A topic on one page: text, doctor flag, questions, related topics, sources."""

    form = TopicForm
    list_display = ("name", "slug", "position")
    list_filter = (ByStanding, ByLack)
    search_fields = ("name", "slug", "aliases", "summary")
    inlines = (PrepItems, RelatedTopics)
    exclude = ("kind",)
    filter_horizontal = ("sources", "doctor_lines")
    kind = TopicKind.SYMPTOM

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        found: models.QuerySet[Any] = super().get_queryset(request).filter(kind=self.kind)
        return found

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form without `kind`, which the constraint asks for: only a guide may lack a cause."""
        form = super().get_form(request, obj, change, **kwargs)
        if "why_it_happens" in form.base_fields:
            form.base_fields["why_it_happens"].required = self.kind != TopicKind.GUIDE
        return form

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.kind = self.kind
        super().save_model(request, obj, form, change)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("slug",) if obj else ()


@admin.register(Symptom)
class SymptomAdmin(TopicAdmin):
    pass


@admin.register(Condition)
class ConditionAdmin(TopicAdmin):
    kind = TopicKind.CONDITION


@admin.register(Guide)
class GuideAdmin(TopicAdmin):
    kind = TopicKind.GUIDE


class SharedAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What several records share: saving it says which sign-offs that has ended."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # what rests on it would lose a warning

    def changeform_view(self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None) -> Any:
        if request.method != "POST":
            return super().changeform_view(request, object_id, form_url, extra_context)
        with transaction.atomic(), telling_what_ends(request):
            return super().changeform_view(request, object_id, form_url, extra_context)


@admin.register(DoctorLine)
class DoctorLineAdmin(SharedAdmin):
    list_display = ("key", "urgency", "text")
    list_filter = ("urgency",)
    search_fields = ("key", "text")
    readonly_fields = ("stands_in",)

    @admin.display(description="a change ends the sign-off of")
    def stands_in(self, obj: DoctorLine) -> str:
        """The topics whose doctor flag holds this line."""
        return ", ".join(obj.topics.values_list("name", flat=True)) if obj.pk else "–"


@admin.register(Family)
class FamilyAdmin(SharedAdmin):
    list_display = ("name", "slug")
    inlines = (Cautions,)
    readonly_fields = ("shared_by",)

    @admin.display(description="a change ends the sign-off of")
    def shared_by(self, obj: Family) -> str:
        """The options of this family."""
        return ", ".join(obj.members.values_list("name", flat=True)) if obj.pk else "–"


@admin.register(Option)
class OptionAdmin(RecordAdmin):
    """An option on one page, with its cautions and grades."""

    list_display = ("name", "kind", "slug")
    list_filter = ("kind", ByStanding, ByLack)
    search_fields = ("name", "slug", "aliases", "summary")
    inlines = (Cautions, Grades)
    record_kind = RecordKind.OPTION

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("slug",) if obj else ()


@admin.register(Source)
class SourceAdmin(SharedAdmin):
    list_display = ("key", "organisation", "title", "year")
    list_filter = ("organisation",)
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}
    search_fields = ("key", "organisation", "title")
    readonly_fields = ("cited_by",)

    @admin.display(description="a change ends the sign-off of")
    def cited_by(self, obj: Source) -> str:
        """The records that cite it: what it says is part of what was signed of them."""
        if not obj.pk:
            return "–"
        names = {
            *obj.topics.values_list("name", flat=True),
            *obj.options.values_list("name", flat=True),
            *obj.evidence.values_list("option__name", flat=True),
        }
        return ", ".join(sorted(names)) or "–"


@admin.register(Reviewer)
class ReviewerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("full_name", "profession", "registration_body", "appointed_on", "ended_on")
    search_fields = ("full_name", "registration_number")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # an appointment ends by its date; what was signed keeps its name


@admin.register(SignOff, ChangeRequest)
class LedgerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The ledger: read only, for everybody."""

    list_display = ("slug", "record_kind", "reviewer", "at")
    list_filter = ("record_kind", "reviewer")
    search_fields = ("slug",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts: an administrator gives roles, and cannot make anybody (or herself) more than a role allows."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        given = tuple(super().get_readonly_fields(request, obj))
        return given if request.user.is_superuser else (*given, "is_superuser", "user_permissions", "last_login", "date_joined")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        above = obj is not None and obj.is_superuser and not request.user.is_superuser
        return not above and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # what somebody wrote or signed keeps its author; an account is switched off instead
