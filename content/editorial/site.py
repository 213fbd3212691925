"""The admin's site: Django's admin with a first page that says what waits, the review, and a second
factor where it is due.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse

from content.editorial import second_factor
from content.editorial.dashboard import states
from content.editorial.roles import needs_second_factor
from content.editorial.sign_in_form import SignInForm
from content.language.languages import languages
from content.language.warning_signs import SIGNS
from content.models import Option, Topic
from content.review import standing


class EditorialSite(admin.AdminSite):
    """The one admin site. Accounts that can sign, or make others able to, see nothing of it before
    their second factor.
    """

    site_title = "Menopause information admin"
    site_header = "Menopause information admin"
    index_title = "What waits"
    index_template = "editorial/index.html"
    enable_nav_sidebar = False
    login_form = SignInForm

    def has_permission(self, request: HttpRequest) -> bool:
        user: Any = request.user
        return super().has_permission(request) and (
            user.is_verified() or not needs_second_factor(user)
        )

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        user: Any = request.user
        if (
            user.is_authenticated
            and user.is_active
            and user.is_staff
            and not self.has_permission(request)
        ):
            return HttpResponseRedirect(
                f"{reverse('admin:second-factor')}?next={second_factor.next_page(request)}"
            )
        return super().login(request, extra_context)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        from content.editorial import draft_pages, review_pages

        return [
            path(
                "second-factor/",
                lambda request: second_factor.page(self, request),
                name="second-factor",
            ),
            path(
                "review/",
                self.admin_view(lambda request: review_pages.queue(self, request)),
                name="review-queue",
            ),
            path(
                "review/<str:kind>/<slug:slug>/",
                self.admin_view(
                    lambda request, kind, slug: review_pages.record(self, request, kind, slug)
                ),
                name="review",
            ),
            path(
                "review/<str:kind>/<slug:slug>/page/",
                self.admin_view(
                    lambda request, kind, slug: review_pages.page(self, request, kind, slug)
                ),
                name="review-page",
            ),
            path(
                "review/<str:kind>/<slug:slug>/pack/",
                self.admin_view(
                    lambda request, kind, slug: review_pages.pack(self, request, kind, slug)
                ),
                name="review-pack",
            ),
            path(
                "drafts/<int:pk>/",
                self.admin_view(lambda request, pk: draft_pages.page(self, request, pk)),
                name="draft",
            ),
            path("warning-signs/", self.admin_view(self.warning_signs), name="warning-signs"),
            path("languages/", self.admin_view(self.languages), name="languages"),
            *super().get_urls(),
        ]

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """What is unreviewed, withheld and why, lapsing soon, without a source, breaking a rule, or
        asked to be changed.
        """
        from content.editorial import draft_pages

        today = standing.today()
        found = states(today=today)
        lists = [
            (
                "Breaks a wording rule, so it is left out of every answer",
                [(state, str(state.violations[0][1])) for state in found if state.violations],
            ),
            (
                "A reviewer asks for a change",
                [
                    (state, state.request.note)
                    for state in found
                    if state.request and not state.changed_since_asked
                ],
            ),
            (
                "Changed since a reviewer asked, and not yet looked at again",
                [
                    (state, state.request.note)
                    for state in found
                    if state.request and state.changed_since_asked
                ],
            ),
            (
                "Lapses within two months",
                [
                    (state, f"review due {state.standing.review_due_on}")
                    for state in found
                    if state.due_soon(today)
                ],
            ),
            (
                "Lacks something",
                [(state, ", ".join(state.lacks)) for state in found if state.lacks],
            ),
            ("Withheld", [(state, state.withheld) for state in found if state.withheld]),
            (
                "Not reviewed, or changed since",
                [
                    (state, state.kind)
                    for state in found
                    if not state.standing.is_reviewed and not state.withheld
                ],
            ),
        ]
        context = {
            "drafts": (
                draft_pages.lists_for(request.user)
                if request.user.has_perm("content.view_draft")
                else []
            ),
            "lists": lists,
            "empty": [title for title, rows in lists if not rows],
            "counts": {
                "records": len(found),
                "reviewed": sum(state.standing.is_reviewed for state in found),
                "waiting": sum(state.waits for state in found),
            },
        }
        return super().index(request, {**context, **(extra_context or {})})

    def warning_signs(self, request: HttpRequest) -> TemplateResponse:
        """The four signs and their texts, to read: they are files under version control, so that no
        slip here can break them.
        """
        return TemplateResponse(
            request,
            "editorial/warning_signs.html",
            {**self.each_context(request), "title": "Warning signs", "signs": SIGNS},
        )

    def languages(self, request: HttpRequest) -> TemplateResponse:
        """The lines in another language, to read, and how a native speaker has one corrected."""
        every = languages()
        chosen = every.get(request.GET.get("language", ""))
        context: dict[str, Any] = {
            "title": "Other languages",
            "languages": every.items(),
            "chosen": chosen,
        }
        if chosen:
            signs = {sign.slug: sign.name for sign in SIGNS}
            titles = {
                **dict(Topic.objects.values_list("slug", "name")),
                **dict(Option.objects.values_list("slug", "name")),
            }
            names = {**chosen.names, **chosen.options}
            context |= {
                "title": f"Other languages: {chosen.english_name}",
                "leads": [(signs.get(slug, slug), line) for slug, line in chosen.lead.items()],
                "names": [(titles.get(slug, slug), words) for slug, words in names.items()],
            }
        return TemplateResponse(
            request, "editorial/languages.html", {**self.each_context(request), **context}
        )
