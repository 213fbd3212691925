"""Pages whose Save keeps a draft. The tables hold what is published.

A page shows a draft, and checks what is sent, with the draft written into the tables inside a
transaction that is then rolled back. So every form, rule and constraint reads a draft as it reads a
record.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from content import seeding
from content.editorial import draft_pages, drafts
from content.editorial.dashboard import Signed, signed_now
from content.editorial.merge import held
from content.editorial.saving import MergingAdmin
from content.models import Draft

# The hidden field that says beside which published text a page was shown.
PUBLISHED_SEEN = "published_seen"


class DraftingAdmin(MergingAdmin):
    """Pages that save, submit and publish drafts."""

    draft_kind: Draft.Kind = Draft.Kind.TOPIC
    drafts_new = True  # whether what is added is a draft too
    previews = False  # whether the page offers previews

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: Any = None,
    ) -> Any:
        if object_id is None and not self.drafts_new:
            return super().changeform_view(request, object_id, form_url, extra_context)
        record, draft = self._opened(request, object_id)
        if draft is not None and record is not None and record.pk != int(object_id or 0):
            return HttpResponseRedirect(draft_pages.edit_url(draft))  # it was published since
        allowed = self.has_add_permission(request)
        if record is not None:
            allowed = self.has_change_permission(request, record)
        if draft is not None and not allowed and record is None:
            return HttpResponseRedirect(reverse("admin:draft", args=(draft.pk,)))
        said = self.said_of(record, signed_now(getattr(record, "slug", "")))
        extra = {**(extra_context or {}), **said, **self._beside(draft)}
        extra |= {"draft": draft, "drafts": allowed, "previews": self.previews}
        view = partial(super().changeform_view, request, object_id, form_url, extra)

        if not allowed:
            return view()
        if request.method == "POST":
            return self._sent(request, object_id, view)
        return self._taken_back(request, draft, view)[0] if draft is not None else view()

    def said_of(self, record: Any, signed: Mapping[tuple[str, str], Signed]) -> dict[str, Any]:
        """What the page says of the review of what is published."""
        return {}

    def previewed(self, request: HttpRequest, text: Any) -> HttpResponse | None:
        """A preview of the text, where one was asked for, made of the tables as they would be."""
        return None

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        name = drafts.ROWS[self.draft_kind][1]  # what tells it from others is not edited
        given = super().get_readonly_fields(request, obj)
        return (*given, name) if obj is not None and name not in given else given

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        request._saved = obj  # type: ignore[attr-defined]

    def message_user(self, request: HttpRequest, message: Any, *args: Any, **kwargs: Any) -> None:
        if not getattr(request, "_previewing", False):  # what is taken back was not saved
            super().message_user(request, message, *args, **kwargs)

    def _opened(self, request: HttpRequest, object_id: str | None) -> tuple[Any, Draft | None]:
        """The record as it is published, and its open draft.

        The address of a draft of a new record names the draft: its key, negative.
        """
        if object_id is None:
            return None, None
        if object_id.startswith("-") and object_id[1:].isdigit():
            found = drafts.open_drafts(pk=int(object_id[1:]), kind=self.draft_kind)
            draft = found[0] if found else None
            model, field = drafts.ROWS[self.draft_kind]
            return model.objects.filter(**{field: draft.key}).first() if draft else None, draft
        record = self.get_object(request, unquote(object_id))
        return record, drafts.open_draft(self.draft_kind, self._key(record)) if record else None

    def _key(self, record: Any) -> str:
        return str(getattr(record, drafts.ROWS[self.draft_kind][1]))

    def _beside(self, draft: Draft | None) -> dict[str, Any]:
        """What a page says of its draft and of what was published meanwhile."""
        if draft is None:
            return {}
        shown, now = drafts.shown(draft), drafts.published(draft.kind, draft.key)
        return {
            "draft_url": reverse("admin:draft", args=(draft.pk,)),
            "draft_is_new": now is None,
            "meanwhile": draft_pages.changed_meanwhile(draft, shown.both),
            "published_field": PUBLISHED_SEEN,
            "published_seen": drafts.fingerprint(now),
        }

    def _taken_back(
        self,
        request: HttpRequest,
        draft: Draft | None,
        view: Callable[[], Any],
    ) -> tuple[HttpResponse, drafts.Text | None]:
        """Run a view with the draft in the tables, and take everything back.

        Gives the answer of the view, and the text that it saved.
        """
        text = None
        request._previewing = True  # type: ignore[attr-defined]
        try:
            with transaction.atomic():
                if draft is not None:
                    drafts.put_in_place(draft)
                response = view()
                saved = getattr(request, "_saved", None)
                if saved is not None and isinstance(response, HttpResponseRedirect):
                    text = drafts.published(self.draft_kind, self._key(saved))
                    response = self.previewed(request, text) or response
                if hasattr(response, "render"):
                    response.render()
                transaction.set_rollback(True)
        except seeding.SeedError as error:
            messages.error(request, f"The draft cannot be opened as things stand now: {error}")
            pk = draft.pk if draft is not None else 0
            return HttpResponseRedirect(reverse("admin:draft", args=(pk,))), None
        finally:
            request._previewing = False  # type: ignore[attr-defined]
        return response, text

    def _sent(
        self,
        request: HttpRequest,
        object_id: str | None,
        view: Callable[[], Any],
    ) -> HttpResponse:
        """Keep what a page sent as a draft, then submit or publish it where that was asked for."""
        act = next((name for name in ("submit", "publish") if f"_{name}" in request.POST), "")
        if act and not draft_pages.may(request.user, act):
            raise PermissionDenied
        with transaction.atomic():
            draft = self._held(request, object_id)
            response, text = self._taken_back(request, draft, view)
            if text is None or not isinstance(response, HttpResponseRedirect):
                return response
            before = (draft.pk, draft.at) if draft is not None else None
            record, user = request._saved, cast(User, request.user)  # type: ignore[attr-defined]
            draft = drafts.save(self.draft_kind, self._key(record), text, by=user)
        unchanged = (draft and (draft.pk, draft.at)) == before
        if unchanged and not (act and draft):
            messages.info(request, f"You changed nothing in “{record}”, so nothing was saved.")
        elif not act:
            said = f"The draft of “{record}” is saved. Readers get it once it is published."
            messages.success(request, said)
        for line in getattr(request, "_remarks", ()):
            messages.info(request, line)
        if draft is None:
            return HttpResponseRedirect(request.path)
        if act and not draft_pages.done(request, draft, act):
            messages.info(request, "What you wrote is kept as a draft.")
        return HttpResponseRedirect(draft_pages.edit_url(draft))

    def _held(self, request: HttpRequest, object_id: str | None) -> Draft | None:
        """The open draft, which nobody else can change until this transaction ends.

        What was sent is refused where it may not be kept.
        """
        record, _ = self._opened(request, object_id)
        if record is not None:
            held(record)
        _, draft = self._opened(request, object_id)
        if draft is not None:
            locked = Draft.objects.select_for_update(of=("self",)).select_related("author", "by")
            draft = locked.get(pk=draft.pk)
            seen = drafts.fingerprint(drafts.published(draft.kind, draft.key))
            if drafts.shown(draft).both and request.POST.get(PUBLISHED_SEEN) != seen:
                reason = "Another text was published meanwhile: look through it, then save again."
                self._refuse(request, reason)
        elif object_id is None:
            key = request.POST.get(drafts.ROWS[self.draft_kind][1], "")
            if drafts.open_draft(self.draft_kind, key) is not None:
                reason = "There is a draft of that already. The first page leads to it."
                self._refuse(request, reason)
        return draft

    def _refuse(self, request: HttpRequest, reason: str) -> None:
        sent: Any = request.POST.copy()
        sent.refused = reason
        request.POST = sent
