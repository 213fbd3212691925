"""The page for reading and signing: all that a signature covers, and requests for a change."""

import html
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from content.editorial.dashboard import state_of
from content.editorial.roles import ADMINISTRATORS, EDITORS, REVIEWERS
from content.models import (
    Caution,
    ChangeRequest,
    DoctorLine,
    Option,
    Reviewer,
    SignOff,
    Source,
    Topic,
)
from content.preparation import BRING_TO_EVERY_APPOINTMENT
from content.review import standing
from content.vocabulary import CautionKind, Finding, Grade, OptionKind, TopicKind
from tests.editorial import address_of, form_of, reviewing
from tests.makers import (
    document_of,
    make_caution,
    make_evidence,
    make_member,
    make_option,
    make_sign_off,
    make_source,
    signed_in,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]


def test_a_change_of_any_shared_line_is_shown_to_the_reviewer() -> None:
    client, reviewer = reviewing()
    for slug in ("menopause", "combined-hrt"):
        make_sign_off(slug, reviewer)
    lines = Topic.objects.get(slug="menopause").doctor_lines.all()
    assert lines.count() > 2
    for line in lines:
        DoctorLine.objects.filter(pk=line.pk).update(text=f"{line.text} or so-{line.key}")
    page = client.get(reverse("admin:review", args=("topic", "menopause"))).content.decode()
    changed = page.split("What changed since the last sign-off")[1].split("The whole wording")[0]
    assert [line.key for line in lines if f"so-{line.key}" not in changed] == []
    cautions = Caution.objects.filter(family__slug="hrt")
    for caution in cautions:
        Caution.objects.filter(pk=caution.pk).update(text=f"so-{caution.pk} {caution.text}")
    page = client.get(reverse("admin:review", args=("option", "combined-hrt"))).content.decode()
    changed = page.split("What changed since the last sign-off")[1].split("The whole wording")[0]
    assert [caution.pk for caution in cautions if f"so-{caution.pk}" not in changed] == []


def test_a_reviewer_reads_signs_and_is_held_to_what_was_on_the_screen() -> None:
    client, reviewer = reviewing()
    queue = client.get("/admin/review/").content.decode()
    assert "Brain fog" in queue
    address = reverse("admin:review", args=("topic", "brain-fog"))
    assert f'<a href="{address}">Brain fog</a>' in client.get("/admin/").content.decode(), (
        "what waits leads a reviewer to the page for reading and signing"
    )
    page = client.get(address)
    text = page.content.decode()
    document = document_of("brain-fog")
    assert document.summary[:40] in text
    shown = dict(page.context["wording"])
    assert shown["bring to every appointment"] in BRING_TO_EVERY_APPOINTMENT
    assert all(line in html.unescape(text) for line in BRING_TO_EVERY_APPOINTMENT)
    for source in document.publications:
        assert shown[f"source {source.key}"] == ", ".join(
            str(part)
            for part in (source.organisation, source.title, source.year, source.url)
            if part
        )
    assert "It was never signed off" in text
    sent = {
        "digest": page.context["form"]["digest"].value(),
        "review_due_on": str(standing.today() + timedelta(days=200)),
        "sign_off": "1",
    }
    Topic.objects.filter(slug="brain-fog").update(summary="Moved meanwhile.")
    moved = client.post(address, sent)
    assert moved.status_code == 409
    assert "has changed since" in moved.content.decode()
    assert not SignOff.objects.exists()
    fresh = client.get(address).context["form"]["digest"].value()
    assert client.post(address, {**sent, "digest": fresh}).status_code == 302
    assert SignOff.objects.get().reviewer == reviewer
    assert state_of("topic", "brain-fog").standing.is_reviewed
    Topic.objects.filter(slug="brain-fog").update(summary="Moved again.")
    again = client.get(address).content.decode()
    assert "<ins>again.</ins>" in again
    assert again.index("What changed since the last sign-off") < again.index("The whole wording")


def leaves(part: Any, *path: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every single value of plain data, with the names and numbers that lead to it."""
    for name, item in (
        part.items()
        if isinstance(part, dict)
        else enumerate(part)
        if isinstance(part, list)
        else ()
    ):
        yield from leaves(item, *path, name)
    if not isinstance(part, dict | list):
        yield path, part


def words_of_leaf(path: tuple[Any, ...], value: Any) -> str:
    """How a reader would name one value of the wording that is signed."""
    field = next(name for name in reversed(path) if isinstance(name, str))
    if field == "kind":
        return str(dict([*TopicKind.choices, *OptionKind.choices])[value])
    if field in ("grade", "finding"):
        return str(dict([*Grade.choices, *Finding.choices])[value])
    if field in ("topic", "related"):
        return Topic.objects.get(slug=value).name
    if field == "sources":
        return Source.objects.get(key=value).title
    return "" if value is None else str(value)


@pytest.mark.parametrize(
    "slug", ["made-up-remedy", "vaginal-oestrogen", "combined-hrt", "hot-flushes", "menopause"]
)
def test_everything_that_a_signature_covers_is_on_the_page_in_words(slug: str) -> None:
    if slug == "made-up-remedy":  # withheld, so no answer shows what signing would publish
        remedy = make_option(slug, OptionKind.SUPPLEMENT_OR_HERB, name="Made-up remedy")
        make_caution(remedy)
        make_caution(remedy, "Never with blood thinners.", CautionKind.KEY)
        make_caution(remedy, "Ask first if you take other medicines.", CautionKind.CHECK_FIRST)
        pair = make_evidence(
            remedy, Topic.objects.get(slug="hot-flushes"), Grade.WEAK, Finding.NO_BENEFIT
        )
        pair.sources.add(make_source("TEST1", title="A statement on the pair"))
        remedy.sources.add(make_source("TEST2", title="A statement on the remedy", year=None))
    document = document_of(slug)
    page = reviewing()[0].get(reverse("admin:review", args=(standing.record_kind(document), slug)))
    assert page.context["form"]["digest"].value() == standing.digest(document)
    shown = page.context["wording"]
    listed = html.unescape(
        page.content.decode().split('<dl class="editorial-wording">')[1].split("</dl>")[0]
    ).replace("<br>", "\n")
    assert all(place in listed and text in listed for place, text in shown)
    signed = json.loads(standing.wording(document))
    for path, value in leaves(signed):
        about = (
            {"grades": f"grades {path[1] + 1}", "publications": "source"}.get(path[0], "")
            if len(path) > 1 and isinstance(path[1], int)
            else ""
        )
        assert any(
            place.startswith(about) and words_of_leaf(path, value) in f"{place}: {text}"
            for place, text in shown
        ), (path, value)
    if slug == "made-up-remedy":
        listing = dict(shown)
        assert listing["grades 1, topic"] == "Hot flushes"
        assert (listing["grades 1, grade"], listing["grades 1, finding"]) == (
            "Weak",
            "No benefit shown",
        )
        assert listing["name"] == "Made-up remedy"
        told = listing["grades 1, as readers are told"]
        assert told.startswith("studied and no better than the comparison: In good studies,")
        assert "Made-up remedy" in page.content.decode().split("exactly as an agent gets it")[1]
        assert (
            "no better than the comparison"
            not in page.content.decode().split("exactly as an agent gets it")[1]
        ), "still withheld"


def test_a_reviewer_asks_for_a_change_and_it_stands_on_the_first_page(editor: Client) -> None:
    client, _ = reviewing()
    address = reverse("admin:review", args=("topic", "brain-fog"))
    digest = client.get(address).context["form"]["digest"].value()
    assert (
        client.post(address, {"digest": digest, "note": "", "request_change": "1"}).status_code
        == 409
    )
    refused = client.post(
        address,
        {"digest": "of another wording", "note": "Long thought about.", "request_change": "1"},
    )
    assert refused.status_code == 409
    assert "Long thought about." in refused.content.decode()
    assert (
        client.post(
            address, {"digest": digest, "note": "Say when to come back.", "request_change": "1"}
        ).status_code
        == 302
    )
    assert ChangeRequest.objects.get().note == "Say when to come back."
    assert "Say when to come back." in editor.get("/admin/").content.decode()
    client.get("/admin/review/")  # says once what was done
    assert "Brain fog" not in client.get("/admin/review/").content.decode()


def test_a_request_stands_until_a_reviewer_has_answered_it(
    editor: Client,
) -> None:
    client, _ = reviewing()
    address, edited = reverse("admin:review", args=("topic", "brain-fog")), address_of("brain-fog")
    first = Topic.objects.get(slug="brain-fog").summary

    def acts(**act: str) -> None:
        assert (
            client.post(
                address, {"digest": client.get(address).context["form"]["digest"].value(), **act}
            ).status_code
            == 302
        )
        client.get("/admin/")  # says once what was done

    acts(note="Say when to come back.", request_change="1")
    assert "asked for a change on" in editor.get(edited).content.decode()
    editor.post(edited, form_of(editor, edited) | {"summary": "A comma, moved."})
    later = "Changed since a reviewer asked"
    assert (
        "Say when to come back."
        in editor.get("/admin/").content.decode().split(later)[1].split("</section>")[0]
    )
    assert "and waits for a reviewer" in editor.get(edited).content.decode()
    assert (
        "changed since a change was asked for: “Say when to come back.”"
        in client.get("/admin/review/").content.decode()
    )
    page = client.get(address).content.decode()
    assert "moved.</ins>" in page.split("A change was asked for")[1].split("</section>")[0]
    acts(review_due_on=str(standing.today() + timedelta(days=200)), sign_off="1")
    for told in (client.get("/admin/"), client.get(address), editor.get(edited)):
        assert "asked for a change on" not in told.content.decode()
        assert "A change was asked for" not in told.content.decode()
    editor.post(edited, form_of(editor, edited) | {"summary": first})
    page = editor.get("/admin/").content.decode()
    assert (
        "Say when to come back."
        in page.split("A reviewer asks for a change")[1].split("</section>")[0]
    ), "the wording it was about is back"


@pytest.mark.parametrize(
    ("kind", "slug", "model"), [("option", "yoga", Option), ("topic", "brain-fog", Topic)]
)
def test_a_record_left_out_of_every_answer_can_be_read_by_a_reviewer(
    kind: str, slug: str, model: type[Option] | type[Topic]
) -> None:
    model.objects.filter(slug=slug).update(
        summary="It helps 80% of women."
    )  # past every form, as a rule that came later would find it
    client, _ = reviewing()
    page = client.get(reverse("admin:review", args=(kind, slug)))
    assert page.status_code == 200
    assert page.context["answers"] == []


def test_a_reviewer_whose_appointment_ended_reads_why_and_keeps_the_note() -> None:
    client, reviewer = reviewing()
    address = reverse("admin:review", args=("topic", "brain-fog"))
    digest = client.get(address).context["form"]["digest"].value()
    Reviewer.objects.filter(pk=reviewer.pk).update(ended_on=standing.today() - timedelta(days=1))
    refused = client.post(
        address, {"digest": digest, "note": "Long thought about.", "request_change": "1"}
    )
    assert refused.status_code == 403
    assert "This appointment is not running today." in refused.content.decode()
    assert "Long thought about." in refused.content.decode()


def test_who_may_not_sign_is_told_why_and_is_refused() -> None:
    address = reverse("admin:review", args=("topic", "brain-fog"))
    sent = {
        "digest": standing.digest(document_of("brain-fog")),
        "review_due_on": str(standing.today() + timedelta(days=200)),
        "sign_off": "1",
    }
    superuser = signed_in(User.objects.create_superuser("super"))
    assert "You cannot sign this" in superuser.get(address).content.decode()
    assert superuser.post(address, sent).status_code == 403
    assert (
        signed_in(make_member(EDITORS), second_factor=False).post(address, sent).status_code == 403
    )
    assert signed_in(make_member(ADMINISTRATORS)).post(address, sent).status_code == 403
    outsider = make_member(REVIEWERS, "not-in-the-register")
    assert signed_in(outsider).post(address, sent).status_code == 403
    assert not SignOff.objects.exists()
