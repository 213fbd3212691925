"""The admin: every record with what hangs on it on one page, and a ledger that can only be read."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db import models
from django.http import HttpRequest

from content.editorial.drafting import DraftingAdmin
from content.editorial.filters import ByLack, ByStanding
from content.editorial.forms import (
    IN_A_BOX,
    TEXTS,
    CautionForms,
    RatingForm,
    RecordForm,
    RowForms,
    TopicForm,
)
from content.editorial.record_admin import RecordAdmin
from content.editorial.register import ReviewerAdmin
from content.models import (
    Caution,
    ChangeRequest,
    Condition,
    DoctorLine,
    Draft,
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
from content.vocabulary import CautionKind, TopicKind

# simple-history names its manager on the model it was declared on; its admin looks on the proxy.
for proxy in (Symptom, Condition, Guide):
    proxy._meta.simple_history_manager_attribute = "history"  # type: ignore[union-attr]


class Rows(admin.options.InlineModelAdmin):  # type: ignore[type-arg]
    """Rows that hang on a record, each a form of the admin."""

    form = RecordForm
    formset = RowForms
    formfield_overrides = IN_A_BOX
    extra = 0
    intro = ""  # what the page says of these rows

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        made: Any = super().get_formset(request, obj, **kwargs)
        made.row = str(self.verbose_name)
        return made


class PrepItems(Rows, admin.TabularInline):  # type: ignore[type-arg]
    model = PrepItem
    verbose_name, verbose_name_plural = "line for the appointment", "for the appointment"
    fk_name = "topic"
    intro = "Position is the place among lines of one kind. Left empty, a new line stands last."


class RelatedTopics(Rows, admin.TabularInline):  # type: ignore[type-arg]
    model = RelatedTopic
    fk_name = "topic"


class Cautions(Rows, admin.TabularInline):  # type: ignore[type-arg]
    model = Caution
    formset = CautionForms
    fields = ("kind", "text", "position")
    intro = (
        "Of the cautions below, mark one to three as key: they stand wherever the option is listed."
        " Position is the place among cautions of one kind. Left empty, a new one stands last."
    )

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        """The key cautions first, as readers get them."""
        kinds = [models.When(kind=kind, then=place) for place, kind in enumerate(CautionKind)]
        found: models.QuerySet[Any] = super().get_queryset(request)
        return found.order_by(models.Case(*kinds), "position", "id")


class Grades(Rows, admin.StackedInline):  # type: ignore[type-arg]
    model = Evidence
    form = RatingForm
    verbose_name, verbose_name_plural = "grade", "grades"
    fields = ("topic", "rating", "statement", "basis", "place", "sources")
    filter_horizontal = ("sources",)
    intro = "Below is one grade for each topic, with its statement and the sources it rests on."


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

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """The form without `kind`, which the constraint asks for: only a guide may lack a cause."""
        form = super().get_form(request, obj, change, **kwargs)
        if "why_it_happens" in form.base_fields:
            form.base_fields["why_it_happens"].required = self.kind != TopicKind.GUIDE
        return form

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.kind = self.kind
        super().save_model(request, obj, form, change)


@admin.register(Symptom)
class SymptomAdmin(TopicAdmin):
    pass


@admin.register(Condition)
class ConditionAdmin(TopicAdmin):
    kind = TopicKind.CONDITION


@admin.register(Guide)
class GuideAdmin(TopicAdmin):
    kind = TopicKind.GUIDE


class SharedAdmin(DraftingAdmin):
    """What several records share. A new one is in no answer until a record names it, so it is
    stored at once; a change of one is a draft.
    """

    drafts_new = False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """What rests on a new one is not asked: nothing does."""
        named = super().get_fields(request, obj)
        return named if obj else [one for one in named if one not in self.readonly_fields]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # what rests on it would lose a warning


@admin.register(DoctorLine)
class DoctorLineAdmin(SharedAdmin):
    draft_kind = Draft.Kind.DOCTOR_LINE
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
    draft_kind = Draft.Kind.FAMILY
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
    draft_kind = Draft.Kind.OPTION


@admin.register(Source)
class SourceAdmin(SharedAdmin):
    draft_kind = Draft.Kind.SOURCE
    list_display = ("key", "organisation", "title", "year", "opened_on")
    list_filter = (("opened_on", admin.EmptyFieldListFilter), "organisation")
    formfield_overrides = {**TEXTS, models.URLField: {"assume_scheme": "https"}}
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


admin.site.register(Reviewer, ReviewerAdmin)


@admin.register(SignOff, ChangeRequest)
class LedgerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The ledger: read only, for everybody."""

    list_display = ("slug", "record_kind", "who", "at")
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
    """Accounts: an administrator gives roles, and cannot make any account, their own included, more
    than a role allows.
    """

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        given = tuple(super().get_readonly_fields(request, obj))
        dates = ("last_login", "date_joined")  # what the service itself writes
        return (
            (*given, *dates)
            if request.user.is_superuser
            else (*given, "is_superuser", "user_permissions", *dates)
        )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        above = obj is not None and obj.is_superuser and not request.user.is_superuser
        return not above and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # What somebody wrote or signed keeps its author; an account is switched off instead
        return False
