"""The reviewer's pages: the queue, and one record to sign or to send back. The acts themselves are
`content.review.sign_off`'s.
"""

import json
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from content.documents import Document, OptionDocument, as_plain
from content.editorial import drafts
from content.editorial import review_queue as waits
from content.editorial.dashboard import State, among, states, telling_what_ends
from content.editorial.diff import Difference, Words, differences
from content.editorial.preview import Preview, preview
from content.editorial.signed_wording import code_words, signed_words
from content.models import ChangeRequest, SignOff
from content.review import sign_off, standing

# The page of a record stands in a frame of the page of review, and nowhere else.
FRAMED = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none';"
    " frame-ancestors 'self'"
)


class Act(forms.Form):
    """What a reviewer sends: the digest of the wording that was on the screen, and a
    day or a note.
    """

    digest = forms.CharField(widget=forms.HiddenInput)
    draft = forms.IntegerField(widget=forms.HiddenInput, required=False)
    review_due_on = forms.DateField(
        label="Review again on",
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    note = forms.CharField(
        label="What should change", required=False, widget=forms.Textarea(attrs={"rows": 4})
    )


def queue(site: AdminSite, request: HttpRequest) -> HttpResponse:
    """Everything that waits for a reviewer, what could do most harm first, and how far the review
    is.
    """
    _may_read(request)
    every = states(submitted=True)
    context = {
        **site.each_context(request),
        "title": "Waiting for review",
        "waiting": [
            (state, waits.WHY[waits.why(state)])
            for state in waits.waiting(every, request.GET.dict())
        ],
        "progress": waits.progress(every),
        "due": sorted((state for state in every if state.due_soon(standing.today())), key=_due),
        "groups": [(key, title) for key, title, _ in waits.GROUPS],
        "reasons": waits.WHY.items(),
        "chosen": request.GET.dict(),
    }
    return TemplateResponse(request, "editorial/queue.html", context)


def _due(state: State) -> date:
    return state.standing.review_due_on or date.max


def page(site: AdminSite, request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """The record's page as readers would get it once this reviewer has signed, for a frame of the
    page of review.
    """
    _may_read(request)
    state, _ = _state_among_all(request, kind, slug)
    shown = preview(state.document, signed_by=_name_of(request))
    response = HttpResponse(shown.page or "Left out of every page: it breaks a rule of wording.")
    response["Content-Security-Policy"] = FRAMED
    response["X-Frame-Options"] = "SAMEORIGIN"
    return response


def pack(site: AdminSite, request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """One record on paper: its wording, its grades with their sources, what changed since it was
    signed, and room for remarks.
    """
    _may_read(request)
    state, every = _state_among_all(request, kind, slug)
    context = _context(request, state, every) | {"today": standing.today()}
    return TemplateResponse(request, "editorial/pack.html", context)


def _name_of(request: HttpRequest) -> str:
    """The reviewer before the page, as readers would be told; the account where it is none."""
    try:
        reviewer = sign_off.appointed(request.user)  # type: ignore[arg-type]
    except sign_off.NotYours:
        return f"{request.user.get_username()} (preview)"
    return f"{reviewer.full_name}, {reviewer.profession}"


def record(site: AdminSite, request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """One record: its whole wording, what changed since the last sign-off, its sources and its
    answer; and the two acts.
    """
    _may_read(request)
    state, every = _state_among_all(request, kind, slug)
    error, status = "", 409
    if request.method == "POST":
        try:
            return _act(request, state)
        except ValidationError as refused:
            error = " ".join(refused.messages)
        except drafts.Refused as refused:
            error = str(refused)
        except sign_off.NotYours as refused:
            error, status = str(refused), 403
    return TemplateResponse(
        request,
        "editorial/record.html",
        {**site.each_context(request), **_context(request, state, every), "error": error},
        status=status if error else 200,
    )


def _state_among_all(request: HttpRequest, kind: str, slug: str) -> tuple[State, list[State]]:
    """The record whose page this is (the text that was submitted, unless the published one is asked
    for), and every record.
    """
    every = states(submitted=True)
    try:
        return among(states() if "published" in request.GET else every, kind, slug), every
    except LookupError:
        raise Http404 from None


def _may_read(request: HttpRequest) -> None:
    if not request.user.has_perm("content.view_signoff"):
        raise PermissionDenied


def _act(request: HttpRequest, state: State) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    form = Act(request.POST)
    if not form.is_valid():
        raise ValidationError([str(error) for found in form.errors.values() for error in found])
    sent, draft = form.cleaned_data, state.draft
    if sent["draft"] != (draft.pk if draft else None):
        raise sign_off.Moved(
            "What waits here was published, withdrawn or submitted meanwhile. Read it again first."
        )
    about = {"user": user, "kind": state.record_kind, "slug": state.slug, "digest": sent["digest"]}
    if "request_change" in request.POST:
        if not user.has_perm("content.add_changerequest"):
            raise PermissionDenied
        if draft is not None:
            drafts.send_back(draft, by=user, note=sent["note"])
            messages.success(request, f"“{state.name}” is sent back to its editors with your note.")
            return HttpResponseRedirect(reverse("admin:review-queue"))
        sign_off.request_change(**about, note=sent["note"])
        ended = " Its sign-off has ended." if state.standing.is_reviewed else ""
        messages.success(request, f"Your request about “{state.name}” is in the ledger.{ended}")
    else:
        if not user.has_perm("content.add_signoff"):
            raise PermissionDenied
        if sent["review_due_on"] is None:
            raise ValidationError("Choose the day on which this is to be reviewed again.")
        if draft is not None:
            signed: dict[str, Any] = {
                "user": user,
                "digest": sent["digest"],
                "review_due_on": sent["review_due_on"],
            }
            with transaction.atomic(), telling_what_ends(request):
                drafts.sign_off(draft, **signed)
            messages.success(request, f"“{state.name}” is signed off and published.")
        else:
            sign_off.sign_off(**about, review_due_on=sent["review_due_on"])
            messages.success(request, f"“{state.name}” is signed off.")
    after = (
        waits.following(states(submitted=True), state.record_kind, state.slug)
        if "and_next" in request.POST
        else None
    )
    return HttpResponseRedirect(after.review_url if after else reverse("admin:review-queue"))


def _context(request: HttpRequest, state: State, every: list[State]) -> dict[str, Any]:
    document, words = state.document, code_words()
    last = (
        SignOff.objects.filter(record_kind=state.record_kind, slug=state.slug)
        .select_related("reviewer")
        .order_by("-at")
        .first()
    )
    why_not = ""
    try:
        sign_off.may_sign(request.user, state.record_kind, state.slug, document)  # type: ignore[arg-type]
    except sign_off.NotYours as refused:
        why_not = str(refused)
    why_not = why_not or sign_off.why_unfinished(document)
    shown: Preview = preview(document)
    return {
        "title": f"Review: {state.name}",
        "state": state,
        "wording": signed_words(document, words),
        "differences": _since(last.wording, document, words) if last else [],
        "last": last,
        "published_since": (
            differences(*_published_and_submitted(state), words) if state.draft else []
        ),
        "since_asked": _since(state.request.wording, document, words) if state.request else [],
        "sources": document.publications,
        "answers": shown.answers,
        "requests": (
            ChangeRequest.objects.filter(record_kind=state.record_kind, slug=state.slug)
            .select_related("reviewer")
            .order_by("-at")[:5]
        ),
        # What was typed before a refusal is still there; the digest is always that of the wording
        # now on the screen.
        "form": Act(
            initial={
                "digest": standing.digest(document),
                "draft": state.draft.pk if state.draft else None,
                "review_due_on": request.POST.get("review_due_on") or _usual_day(),
                "note": request.POST.get("note", ""),
            }
        ),
        "why_not": why_not,
        "ungraded": (
            isinstance(document, OptionDocument) and document.is_supplement and not document.grades
        ),
        "following": waits.following(every, state.record_kind, state.slug),
        "left": sum(one.waits for one in every),
        "may_request": request.user.has_perm("content.add_changerequest"),
    }


def _since(wording: str, document: Document, words: Words) -> list[Difference]:
    """What changed since a wording that was signed, or of which a change was asked."""
    return differences(json.loads(wording), json.loads(standing.wording(document)), words)


def _published_and_submitted(state: State) -> tuple[Any, Any]:
    now = drafts.published(state.record_kind, state.slug)
    return as_plain(now) if now else {}, as_plain(state.document)


def _usual_day() -> date:
    return standing.today() + sign_off.USUAL
