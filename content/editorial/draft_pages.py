"""A draft on one page: what it changes, who wrote it, and what can be done with it.

The acts are those of `content.editorial.drafts`.
"""

from typing import Any

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html

from content.documents import as_plain
from content.editorial import drafts
from content.editorial.dashboard import telling_what_ends, why_held_back
from content.editorial.diff import Difference, differences
from content.editorial.roles import PUBLISH
from content.editorial.signed_wording import code_words
from content.models import Draft, RecordKind
from content.review.sign_off import why_unfinished

EDIT = "content.change_draft"
# Who may do what: any one of the permissions is enough.
ACTS: dict[str, tuple[str, ...]] = {
    "submit": (EDIT,),
    "publish": (PUBLISH,),
    "send_back": (PUBLISH, "content.add_changerequest"),
    "withdraw": (EDIT, PUBLISH),
}
_DONE = {
    "submit": "“{}” is submitted. Whoever reviews and publishes sees it now.",
    "send_back": "“{}” is sent back to its editors with your note.",
    "withdraw": "The draft of “{}” is withdrawn. History keeps its words.",
}


def may(user: Any, act: str) -> bool:
    """Whether this account may do it."""
    return any(user.has_perm(one) for one in ACTS[act])


def done(request: HttpRequest, draft: Draft, act: str) -> bool:
    """Do one of `ACTS`, and say so; or say why not. Raises `PermissionDenied`."""
    user: Any = request.user
    if not may(user, act):
        raise PermissionDenied
    more = {"note": request.POST.get("note", "")} if act == "send_back" else {}
    try:
        if act == "publish":
            with transaction.atomic(), telling_what_ends(request):
                drafts.publish(draft, by=user)
        else:
            getattr(drafts, act)(draft, by=user, **more)
    except drafts.Refused as refused:
        messages.error(request, f"Not done: {refused}")
        return False
    if act == "publish":
        _say_published(request, draft)
    else:
        messages.success(request, _DONE[act].format(draft.name))
    unfinished = act == "submit" and draft.kind in RecordKind.values
    why_not = why_unfinished(drafts.shown(draft).text) if unfinished else ""  # type: ignore[arg-type]
    if why_not:
        messages.warning(request, f"Nobody can sign it yet. {why_not}")
    return True


def _say_published(request: HttpRequest, draft: Draft) -> None:
    """Say what readers get now, with a link to it."""
    text: Any = drafts.published(draft.kind, draft.key)
    held_back = why_held_back(text)
    if held_back:
        said = (
            f"“{draft.name}” is published. Readers get its name alone: it is withheld. {held_back}"
        )
        messages.warning(request, said)
        return
    said = format_html("“{}” is published: readers get it now.", draft.name)
    if draft.kind in RecordKind.values:
        page = reverse(
            "option" if draft.kind == Draft.Kind.OPTION else text.kind, args=(text.slug,)
        )
        said = format_html('{} <a href="{}">See its page</a>.', said, page)
    messages.success(request, said)


def edit_url(draft: Draft) -> str:
    """Where a draft is edited: on the page of its record, or on its own while there is none."""
    model, field = drafts.ROWS[draft.kind]
    stored = model.objects.filter(**{field: draft.key}).values_list("pk", flat=True).first()
    name = draft.document["kind"] if draft.kind == Draft.Kind.TOPIC else draft.kind
    return reverse(f"admin:content_{name}_change", args=(stored or -draft.pk,))


def changed_meanwhile(draft: Draft, both: tuple[str, ...]) -> list[Difference]:
    """What was published since the draft was last edited, of the fields that it changes too."""
    now = drafts.published(draft.kind, draft.key)
    names = {name.split(":")[0] for name in both}
    texts = (draft.base or {}, as_plain(now) if now else {})
    before, after = ({name: text[name] for name in text if name in names} for text in texts)
    return differences(before, after, code_words())


def page(site: AdminSite, request: HttpRequest, pk: int) -> HttpResponse:
    """One open draft: what it changes of what is published, and what this account may do."""
    if not request.user.has_perm("content.view_draft"):
        raise PermissionDenied
    draft = next(iter(drafts.open_drafts(pk=pk)), None)
    if draft is None:
        raise Http404
    shown, now = drafts.shown(draft), drafts.published(draft.kind, draft.key)
    seen = drafts.fingerprint(shown.text)
    act = next((name for name in ACTS if name in request.POST), "")
    if request.method == "POST" and act:
        if request.POST.get("seen") != seen:
            said = "Its words have changed since this page was shown. Read them again first."
            messages.error(request, said)
        elif done(request, draft, act) and act in ("publish", "withdraw"):
            return HttpResponseRedirect(reverse("admin:index"))
        return HttpResponseRedirect(request.path)
    waits = draft.state == Draft.State.SUBMITTED
    review_url = ""
    if waits and draft.kind in RecordKind.values:
        review_url = reverse("admin:review", args=(draft.kind, draft.key))
    offered = {"submit": not waits, "send_back": waits, "publish": True, "withdraw": True}
    context = {
        **site.each_context(request),
        "title": f"Draft: {draft.name}",
        "draft": draft,
        "is_new": now is None,
        "differences": differences(
            as_plain(now) if now else {}, as_plain(shown.text), code_words()
        ),
        "meanwhile": changed_meanwhile(draft, shown.both),
        "seen": seen,
        "edit_url": edit_url(draft) if request.user.has_perm(EDIT) else "",
        "review_url": review_url,
        "may": {name: offered[name] and may(request.user, name) for name in ACTS},
    }
    return TemplateResponse(request, "editorial/draft.html", context)


def lists_for(user: Any) -> list[tuple[str, list[Draft]]]:
    """The open drafts for the first page, under their headings; the account's own apart."""
    every = drafts.open_drafts()
    waiting = [draft for draft in every if draft.state == Draft.State.SUBMITTED]
    unsent = [draft for draft in every if draft.state != Draft.State.SUBMITTED]
    own = [draft for draft in unsent if draft.author_id == user.pk]
    return [
        ("Submitted, waiting to be signed or published", waiting),
        ("Your drafts, not yet submitted", own),
        ("Drafts of others, not yet submitted", [draft for draft in unsent if draft not in own]),
    ]
