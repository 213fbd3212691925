"""The admin as tests use it: what a browser would send back of a page, and who sits before it."""

from typing import Any

from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from content.editorial.roles import REVIEWERS
from content.models import Draft, Option, Reviewer, Topic
from tests.makers import make_reviewer, signed_in

WORDS = "Words that only the admin shows."


def reviewing(name: str = "Dr Test Reviewer") -> tuple[Client, Reviewer]:
    """A signed-in reviewer of the register."""
    reviewer = make_reviewer(name)
    user = reviewer.user
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=REVIEWERS))
    return signed_in(user), reviewer


def form_of(client: Client, address: str, button: str = "_publish") -> dict[str, Any]:
    """Every field of the change form as a browser would send it back, by the button that saves and
    publishes.
    """
    page = client.get(address)
    form = page.context["adminform"].form
    sent: dict[str, Any] = {button: "1", "shown_state": page.context.get("shown_state", "")}
    if "published_seen" in page.context:
        sent["published_seen"] = page.context["published_seen"]
    for part in (
        form,
        *(inline.formset.management_form for inline in page.context["inline_admin_formsets"]),
    ):
        sent |= _values(part)
    for inline in page.context["inline_admin_formsets"]:
        for child in inline.formset.forms:
            sent |= _values(child)
    return sent


def _values(form: Any) -> dict[str, Any]:
    found = {}
    for bound in form:
        value = bound.value()
        if value is not None and value is not False:
            found[bound.html_name] = (
                [getattr(item, "pk", item) for item in value] if isinstance(value, list) else value
            )
    return found


def address_of(slug: str) -> str:
    topic = Topic.objects.filter(slug=slug).first()
    if topic is None:
        return reverse("admin:content_option_change", args=(Option.objects.get(slug=slug).pk,))
    return reverse(f"admin:content_{topic.kind}_change", args=(topic.pk,))


def sent(client: Client, address: str, button: str = "_save", **changed: Any) -> Any:
    """Change fields of a page and press a button."""
    return client.post(address, form_of(client, address, button) | changed, follow=True)


def said(response: Any) -> str:
    return " ".join(str(message) for message in response.context["messages"])


def shown(client: Client, address: str, field: str = "summary") -> str:
    return str(form_of(client, address)[field])


def review_of(slug: str, kind: str = "topic") -> str:
    return reverse("admin:review", args=(kind, slug))


def draft_page(draft: Draft) -> str:
    return reverse("admin:draft", args=(draft.pk,))


def acts(client: Client, draft: Draft, act: str, **more: str) -> Any:
    """Press a button of a draft's page."""
    seen = client.get(draft_page(draft)).context["seen"]
    return client.post(draft_page(draft), {"seen": seen, act: "1", **more}, follow=True)
