"""Drafts: an edit is written, submitted and published; readers get what is published until then."""

import html
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from content import seeding
from content.catalogue.snapshot import read_version
from content.documents import as_plain
from content.editorial import drafts
from content.editorial.roles import ADMINISTRATORS, EDITORS
from content.models import Caution, DoctorLine, Draft, Family, Option, SignOff, Topic
from content.review import sign_off
from content.review import standing as standing_module
from tests.editorial import (
    WORDS,
    acts,
    address_of,
    draft_page,
    form_of,
    review_of,
    reviewing,
    said,
    sent,
    shown,
)
from tests.makers import document_of, make_member, make_reviewer, make_sign_off, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]


DUE = standing_module.today() + timedelta(days=200)


def signature(client: Client, address: str) -> dict[str, Any]:
    """What the button that signs sends of a review page."""
    form = client.get(address).context["form"]
    digest, draft = form["digest"].value(), form["draft"].value()
    return {"digest": digest, "draft": draft or "", "review_due_on": str(DUE), "sign_off": "1"}


def test_an_edit_is_seen_in_the_admin_alone(writer: Client, rest: Any) -> None:
    address, before = address_of("brain-fog"), rest("explain", topic="brain-fog")
    make_sign_off("brain-fog", make_reviewer())
    signed = rest("explain", topic="brain-fog")
    version, history = read_version(), Topic.history.count()
    told = said(sent(writer, address, summary=WORDS))
    assert "is saved. Readers get it once it is published." in told
    assert "has ended" not in told
    assert shown(writer, address) == WORDS
    assert signed != before
    assert rest("explain", topic="brain-fog") == signed
    assert (read_version(), Topic.history.count()) == (version, history)
    page = writer.get(address).content.decode()
    assert "Readers still get the published text" in page
    first = writer.get("/admin/").content.decode()
    assert "Brain fog" in first.split("Your drafts")[1].split("</section>")[0]


def test_an_editor_submits_and_publishes_nothing(writer: Client) -> None:
    address = address_of("brain-fog")
    assert 'name="_publish"' not in writer.get(address).content.decode()
    assert writer.post(address, form_of(writer, address) | {"summary": WORDS}).status_code == 403
    assert not Draft.objects.exists()
    assert "is submitted" in said(sent(writer, address, "_submit", summary=WORDS))
    [draft] = drafts.open_drafts()
    assert (draft.state, draft.by.username) == (Draft.State.SUBMITTED, "writer")
    assert writer.post(draft_page(draft), {"publish": "1", "seen": ""}).status_code == 302
    assert acts(writer, draft, "publish").status_code == 403
    assert document_of("brain-fog").summary != WORDS


def test_a_submitted_text_is_published_with_its_signature(writer: Client, rest: Any) -> None:
    reviewer, signer = reviewing()
    make_sign_off("brain-fog", make_reviewer("Dr Before"))
    sent(writer, address_of("brain-fog"), "_submit", summary=WORDS, aliases="foggy head")
    waiting = reviewer.get("/admin/review/?why=submitted").context["waiting"]
    assert [state.slug for state, _ in waiting] == ["brain-fog"]
    page = reviewer.get(review_of("brain-fog"))
    assert dict(page.context["wording"])["summary"] == WORDS
    assert WORDS in reviewer.get(review_of("brain-fog") + "page/").content.decode()
    assert WORDS in reviewer.get(review_of("brain-fog") + "pack/").content.decode()
    assert WORDS not in reviewer.get(review_of("brain-fog") + "page/?published").content.decode()
    body = rest("explain", topic="brain-fog")[1]
    assert (body["review_status"], "Dr Before" in body["reviewed_by"]) == ("reviewed", True)
    act = signature(reviewer, review_of("brain-fog"))
    done = said(reviewer.post(review_of("brain-fog"), act, follow=True))
    assert "is signed off and published" in done
    assert "has ended" not in done
    body = rest("explain", topic="brain-fog")[1]
    assert (body["summary"], body["review_status"]) == (WORDS, "reviewed")
    assert signer.full_name in body["reviewed_by"]
    signed = SignOff.objects.first()
    assert signed is not None
    assert (str(signed.text_by), signed.signed_by) == ("writer", signer.user)
    assert Topic.history.filter(slug="brain-fog").latest().history_user.username == "writer"
    assert not drafts.open_drafts()
    sign_off.may_sign(signer.user, "topic", "brain-fog")  # publishing made nobody its author


def test_nobody_signs_a_draft_of_which_they_wrote_any_word(writer: Client) -> None:
    reviewer, signer = reviewing()
    text = document_of("brain-fog")
    drafts.save("topic", "brain-fog", replace(text, summary="Mine."), by=signer.user)
    sent(writer, address_of("brain-fog"), "_submit", summary=WORDS)
    assert "Nobody signs wording" in reviewer.get(review_of("brain-fog")).content.decode()
    answer = reviewer.post(review_of("brain-fog"), signature(reviewer, review_of("brain-fog")))
    assert answer.status_code == 403
    assert document_of("brain-fog") == text
    assert not SignOff.objects.exists()


def test_what_moved_since_it_was_shown_is_neither_signed_nor_published(writer: Client) -> None:
    reviewer, _ = reviewing()
    address, text = address_of("brain-fog"), document_of("brain-fog")
    sent(writer, address, "_submit", summary=WORDS)
    first = signature(reviewer, review_of("brain-fog"))
    sent(writer, address, "_submit", summary="Other words.")
    assert reviewer.post(review_of("brain-fog"), first).status_code == 409
    second = signature(reviewer, review_of("brain-fog"))
    sent(writer, address, summary="Words that are not submitted.")
    assert reviewer.post(review_of("brain-fog"), second).status_code == 409
    assert document_of("brain-fog") == text
    assert not SignOff.objects.exists()


def test_a_submitted_text_is_sent_back_with_a_note(writer: Client) -> None:
    reviewer, _ = reviewing()
    make_sign_off("brain-fog", make_reviewer("Dr Before"))
    address = address_of("brain-fog")
    sent(writer, address, "_submit", summary=WORDS)
    act = signature(reviewer, review_of("brain-fog"))
    del act["sign_off"]
    act |= {"request_change": "1", "note": "Say since when."}
    assert "is sent back" in said(reviewer.post(review_of("brain-fog"), act, follow=True))
    for page in (address, "/admin/"):
        assert "Say since when." in html.unescape(writer.get(page).content.decode())
    standing = standing_module.standing(
        document_of("brain-fog"), standing_module.read_ledger(), standing_module.today()
    )
    assert standing.is_reviewed
    assert "Say since when." in writer.get(address.replace("change", "history")).content.decode()


def test_publishing_without_a_signature_ends_the_one_there_is(writer: Client) -> None:
    make_sign_off("brain-fog", make_reviewer())
    sent(writer, address_of("brain-fog"), "_submit", summary=WORDS)
    administrator = signed_in(make_member(ADMINISTRATORS))
    [draft] = drafts.open_drafts()
    assert "The sign-off of “Brain fog”" in said(acts(administrator, draft, "publish"))
    assert document_of("brain-fog").summary == WORDS
    newest = Topic.history.filter(slug="brain-fog").latest()
    draft.refresh_from_db()
    assert (newest.history_user.username, newest.history_date) == ("writer", draft.at)


def test_a_page_that_shows_other_words_publishes_nothing(writer: Client, editor: Client) -> None:
    address = address_of("brain-fog")
    sent(writer, address, "_submit", summary=WORDS)
    [draft] = drafts.open_drafts()
    seen = editor.get(draft_page(draft)).context["seen"]
    sent(writer, address, "_submit", summary="Other words.")
    told = said(editor.post(draft_page(draft), {"seen": seen, "publish": "1"}, follow=True))
    assert "have changed since this page was shown" in told
    assert document_of("brain-fog").summary not in (WORDS, "Other words.")


def new_record(client: Client, button: str, **changed: str) -> Any:
    address = "/admin/content/option/add/"
    given = {
        "caution_items-0-kind": "key",
        "caution_items-0-text": "Stop if it hurts.",
        "caution_items-0-id": "",
        "name": "Cold baths",
        "slug": "cold-baths",
        "kind": "lifestyle",
        "position": "0",
        "summary": "A calm practice.",
        "cost": "Free.",
        "access": "Anyone can try it.",
        "caution_items-TOTAL_FORMS": "1",
        "caution_items-0-position": "1",
    }
    return client.post(address, form_of(client, address, button) | given | changed, follow=True)


def test_a_new_record_is_a_draft_at_first(writer: Client, editor: Client, rest: Any) -> None:
    page = new_record(writer, "_save")
    [draft] = drafts.open_drafts()
    address = page.redirect_chain[-1][0]
    assert address == f"/admin/content/option/-{draft.pk}/change/"
    assert not Option.objects.filter(slug="cold-baths").exists()
    assert rest("evidence", option="cold-baths")[0] == 404
    assert shown(writer, address) == "A calm practice."
    sent(writer, address, "_submit", summary="A calm and old practice.")
    reviewer, _ = reviewing()
    page = reviewer.get(review_of("cold-baths", "option"))
    assert dict(page.context["wording"])["summary"] == "A calm and old practice."
    assert "There is a draft of that already" in new_record(editor, "_save").content.decode()
    assert "is published" in said(acts(editor, draft, "publish"))
    assert rest("evidence", option="cold-baths")[1]["summary"] == "A calm and old practice."
    assert writer.get(address).status_code == 302
    assert min(Option.objects.values_list("pk", flat=True)) > 0
    assert min(Caution.objects.values_list("pk", flat=True)) > 0


def test_what_is_shared_is_drafted_too(writer: Client, editor: Client) -> None:
    family = Family.objects.get(slug="hrt")
    for slug in ("combined-hrt", "menopause"):
        make_sign_off(slug, make_reviewer(f"Dr {slug}"))
    address = reverse("admin:content_family_change", args=(family.pk,))
    before = document_of("combined-hrt")
    sent(writer, address, **{"caution_items-0-text": "Words that the family shares."})
    line = DoctorLine.objects.get(key="under-45")
    about = reverse("admin:content_doctorline_change", args=(line.pk,))
    sent(writer, about, "_submit", text="you are under 45 now")
    assert document_of("combined-hrt") == before
    assert "Words that the family shares." in str(form_of(writer, address).values())
    told = {draft.kind: said(acts(editor, draft, "publish")) for draft in drafts.open_drafts()}
    assert "The sign-off of “Combined" in told["family"]
    assert "has ended" in told["doctorline"]
    now: Any = document_of("combined-hrt")
    assert (
        "Words that the family shares."
        in now.shared.key_cautions + now.shared.cautions + now.shared.who_should_check_first
    )
    line.refresh_from_db()
    assert line.text == "you are under 45 now"
    assert sign_off.authors("option", "combined-hrt")[0] == User.objects.get(username="writer").pk


def test_an_editor_brings_an_old_wording_back_as_a_draft(writer: Client, editor: Client) -> None:
    address, whole = address_of("brain-fog"), document_of("brain-fog")
    at = Topic.history.filter(slug="brain-fog").latest().history_date.isoformat()
    sent(editor, address, "_publish", summary=WORDS)
    restore = address.replace("change", "restore")
    assert "is a draft of “Brain fog” now" in said(writer.post(restore, {"at": at}, follow=True))
    assert document_of("brain-fog").summary == WORDS
    assert "There is an open draft" in said(editor.post(restore, {"at": at}, follow=True))
    acts(editor, drafts.open_drafts()[0], "publish")
    assert as_plain(document_of("brain-fog")) == as_plain(whole)


def test_a_withdrawn_draft_leaves_room_for_another(writer: Client) -> None:
    address = address_of("brain-fog")
    sent(writer, address, summary=WORDS)
    [draft] = drafts.open_drafts()
    assert "is withdrawn" in said(acts(writer, draft, "withdraw"))
    assert shown(writer, address) != WORDS
    with pytest.raises(drafts.Refused, match="withdrawn already"):
        drafts.submit(draft, by=draft.author)
    sent(writer, address, summary="Other words.")
    assert len(drafts.open_drafts()) == 1
    past = writer.get(address.replace("change", "history")).content.decode()
    assert "withdrawn" in past
    assert "shows." in past


def test_what_may_not_be_published_as_things_stand_stays_a_draft(writer: Client) -> None:
    sent(writer, address_of("brain-fog"), aliases="all of a fog")
    Topic.objects.filter(slug="fatigue").update(aliases="all of a fog")
    [draft] = drafts.open_drafts()
    for act in (drafts.submit, drafts.publish):
        with pytest.raises(drafts.Refused, match="already a name of fatigue"):
            act(draft, by=draft.author)
    draft.refresh_from_db()
    assert draft.state == Draft.State.DRAFT


def test_an_import_is_published_and_leaves_drafts(writer: Client, tmp_path: Any) -> None:
    address = address_of("brain-fog")
    sent(writer, address, summary=WORDS)
    seeding.export(tmp_path)
    path = tmp_path / "symptoms" / "brain-fog.yaml"
    text = path.read_text(encoding="utf-8")
    assert WORDS not in text
    path.write_text(text.replace("name: Brain fog", "name: Brain fog and memory"), encoding="utf-8")
    call_command("import_content", str(tmp_path), stdout=StringIO())
    now = form_of(writer, address)
    assert (now["name"], now["summary"]) == ("Brain fog and memory", WORDS)


def test_reviewers_are_told_of_what_was_submitted(writer: Client, settings: Any) -> None:
    settings.EMAIL_HOST, out = "", StringIO()
    sent(writer, address_of("combined-hrt"), "_submit", summary=WORDS)
    call_command("tell_reviewers", stdout=out)
    assert "submitted, to be published with the signature" in out.getvalue()


def test_a_draft_is_opened_by_those_who_have_a_role(writer: Client, client: Client) -> None:
    sent(writer, address_of("brain-fog"), summary=WORDS)
    [draft] = drafts.open_drafts()
    assert client.get(draft_page(draft)).status_code == 302
    nobody = User.objects.create_user("nobody", is_staff=True)
    assert signed_in(nobody).get(draft_page(draft)).status_code == 403
    reviewer, _ = reviewing()
    assert WORDS.split()[-1] in reviewer.get(draft_page(draft)).content.decode()
    assert acts(reviewer, draft, "withdraw").status_code == 403
    assert reviewer.get(address_of("brain-fog")).status_code == 200
    assert writer.get("/admin/drafts/999999/").status_code == 404


@pytest.mark.parametrize("state", ["draft", "returned"])
def test_the_database_holds_one_open_draft_and_why_it_came_back(state: str) -> None:
    user, now = make_member(EDITORS), timezone.now()
    given: Any = {"kind": "topic", "key": "brain-fog", "document": {}}
    given |= {"author": user, "by": user, "at": now}
    if state == "draft":
        Draft.objects.create(state="submitted", **given)
    with pytest.raises(IntegrityError), transaction.atomic():
        Draft.objects.create(state=state, **given)
