"""The register of reviewers: who is appointed, and how an entry is put right without rewriting what
was signed.
"""

from typing import Any

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.forms import ModelForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from content.editorial.forms import RecordForm
from content.editorial.saving import QuietAdmin
from content.models import AS_THEN, ChangeRequest, Reviewer, SignOff
from content.review import sign_off


def has_acted(reviewer: Reviewer) -> bool:
    """Whether anything was signed, or sent back, under this appointment."""
    return any(
        ledger.objects.filter(reviewer=reviewer).exists() for ledger in (SignOff, ChangeRequest)
    )


class AppointmentForm(RecordForm):
    """Refuses to appoint an account that could sign nothing, and says why."""

    def clean_user(self) -> User:
        user: User = self.cleaned_data["user"]
        reason = sign_off.why_never(user)
        if reason:
            raise ValidationError(reason)
        return user


class CorrectionForm(ModelForm):  # type: ignore[type-arg]
    """What the register says of a reviewer, to be put right."""

    class Meta:
        model = Reviewer
        fields = AS_THEN


class ReviewerAdmin(QuietAdmin):
    """Appointments. Once anything was signed under one, only its end can be changed: the rest is
    corrected by another.
    """

    form = AppointmentForm
    list_display = ("full_name", "profession", "registration_body", "appointed_on", "ended_on")
    search_fields = ("full_name", "registration_number")
    change_form_template = "editorial/reviewer.html"

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # an appointment ends by its date; what was signed keeps its name

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("user", *AS_THEN, "appointed_on") if obj is not None and has_acted(obj) else ()

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.correct_view)
        return [
            path("<path:object_id>/correct/", view, name="content_reviewer_correct"),
            *super().get_urls(),
        ]

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> Any:
        reviewer = context.get("original")
        return super().render_change_form(
            request,
            {**context, "has_acted": reviewer is not None and has_acted(reviewer)},
            *args,
            **kwargs,
        )

    def correct_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """End an appointment today and begin another with what was wrong put right."""
        reviewer = self.get_object(request, unquote(object_id))
        if reviewer is None:
            raise Http404
        if not self.has_change_permission(request, reviewer) or not self.has_add_permission(
            request
        ):
            raise PermissionDenied
        form = CorrectionForm(
            request.POST or None, initial={name: getattr(reviewer, name) for name in AS_THEN}
        )
        form.full_clean()
        if request.method == "POST":
            # The model's own rules are asked when both appointments are written; here only that
            # each field is filled.
            said = {name: str(form.cleaned_data.get(name, "")) for name in AS_THEN}
            try:
                with transaction.atomic():
                    another = sign_off.correct(reviewer, **said)
                messages.success(
                    request,
                    f"The appointment of {reviewer} ended today, and that of {another} began. "
                    "What was signed under the first keeps its name, and waits to be signed again.",
                )
                return HttpResponseRedirect(
                    reverse("admin:content_reviewer_change", args=(another.pk,))
                )
            except ValidationError as refused:
                form = CorrectionForm(initial=said)
                messages.error(request, " ".join(refused.messages))
        context = {
            **self.admin_site.each_context(request),
            "title": f"Correct: {reviewer}",
            "opts": self.opts,
            "original": reviewer,
            "form": form,
        }
        return TemplateResponse(request, "editorial/correct.html", context)
