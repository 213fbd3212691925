"""The admin: every record with what hangs on it, its history, and a ledger that can only be read."""

from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from simple_history.admin import SimpleHistoryAdmin

from content.models import Caution, ChangeRequest, Condition, Evidence, Option, PrepItem, RelatedTopic, Reviewer, SignOff, Source, Symptom
from content.vocabulary import TopicKind

# simple-history names its manager on the model it was declared on; its admin looks on the proxy.
for proxy in (Symptom, Condition):
    proxy._meta.simple_history_manager_attribute = "history"  # type: ignore[union-attr]


class PrepItems(admin.TabularInline):  # type: ignore[type-arg]
    model = PrepItem
    fk_name = "topic"
    extra = 0


class RelatedTopics(admin.TabularInline):  # type: ignore[type-arg]
    model = RelatedTopic
    fk_name = "topic"
    extra = 0


class Cautions(admin.TabularInline):  # type: ignore[type-arg]
    model = Caution
    extra = 0


class Grades(admin.StackedInline):  # type: ignore[type-arg]
    model = Evidence
    extra = 0
    filter_horizontal = ("sources",)


class TopicAdmin(SimpleHistoryAdmin):  # type: ignore[misc]
    """A topic on one page: text, doctor flag, questions, related topics, sources."""

    list_display = ("name", "slug", "position")
    search_fields = ("name", "slug", "aliases")
    filter_horizontal = ("sources",)
    inlines = (PrepItems, RelatedTopics)
    exclude = ("kind",)
    kind = TopicKind.SYMPTOM

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        found: models.QuerySet[Any] = super().get_queryset(request).filter(kind=self.kind)
        return found

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.kind = self.kind
        super().save_model(request, obj, form, change)


@admin.register(Symptom)
class SymptomAdmin(TopicAdmin):
    pass


@admin.register(Condition)
class ConditionAdmin(TopicAdmin):
    kind = TopicKind.CONDITION


@admin.register(Option)
class OptionAdmin(SimpleHistoryAdmin):  # type: ignore[misc]
    """An option on one page, with its cautions and grades."""

    list_display = ("name", "kind", "slug")
    list_filter = ("kind",)
    search_fields = ("name", "slug", "aliases")
    filter_horizontal = ("sources",)
    inlines = (Cautions, Grades)


@admin.register(Source)
class SourceAdmin(SimpleHistoryAdmin):  # type: ignore[misc]
    list_display = ("key", "organisation", "title", "year")
    search_fields = ("key", "organisation", "title")


@admin.register(Reviewer)
class ReviewerAdmin(SimpleHistoryAdmin):  # type: ignore[misc]
    list_display = ("full_name", "profession", "appointed_on", "ended_on")


@admin.register(SignOff, ChangeRequest)
class LedgerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The ledger: read only, for everybody."""

    list_display = ("slug", "reviewer", "at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
