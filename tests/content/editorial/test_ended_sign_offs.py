"""An editor is told whose sign-off a change ends, and why a review has lapsed."""

import pytest
from django.test import Client
from django.urls import reverse

from content.editorial.dashboard import state_of
from content.models import (
    DoctorLine,
    Family,
    Option,
    Reviewer,
    Topic,
)
from content.review import standing
from tests.editorial import address_of, form_of, reviewing
from tests.makers import (
    make_reviewer,
    make_sign_off,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]


def test_an_editor_is_told_whose_sign_off_a_change_ends_before_and_after(editor: Client) -> None:
    reviewer = make_reviewer()
    for slug in ("brain-fog", "clonidine", "bloating"):
        make_sign_off(slug, reviewer)
    address = address_of("brain-fog")
    line = (
        "Publishing a change of the wording ends the sign-off of Dr Test Reviewer, Consultant "
        "gynaecologist"
    )
    assert line in editor.get(address).content.decode()
    assert "ends the sign-off" not in editor.get(address_of("fatigue")).content.decode()

    def told(address: str, **changed: str) -> list[str]:
        shown = editor.post(address, form_of(editor, address) | changed, follow=True)
        return [
            str(message) for message in shown.context["messages"] if "has ended" in str(message)
        ]

    assert told(address, aliases="fogginess") == []
    editor.post(
        address, form_of(editor, address) | {"summary": "Not saved.", "_preview_answer": "1"}
    )
    ended = (
        "The sign-off of “{}” by Dr Test Reviewer, Consultant gynaecologist has ended: its "
        "wording is another now."
    )
    assert told(address, summary="Other words.") == [ended.format("Brain fog")]
    assert line not in editor.get(address).content.decode()
    renamed = told(address_of("hot-flushes"), name="Hot flushes and sweats")
    assert renamed == [], "no record but its own is signed with a topic's name"
    make_sign_off("menopause", reviewer)
    for slug in ("combined-hrt", "transdermal-oestrogen"):
        make_sign_off(slug, reviewer)
    names = dict(Option.objects.filter(family__slug="hrt").values_list("slug", "name"))
    family = reverse("admin:content_family_change", args=(Family.objects.get(slug="hrt").pk,))
    assert all(name in editor.get(family).content.decode() for name in names.values())
    assert sorted(told(family, **{"caution_items-0-text": "Other words."})) == sorted(
        ended.format(names[slug]) for slug in ("combined-hrt", "transdermal-oestrogen")
    )
    line_row = DoctorLine.objects.get(key="under-45")
    about = reverse("admin:content_doctorline_change", args=(line_row.pk,))
    assert "Menopause, perimenopause and after" in editor.get(about).content.decode()
    assert told(about, text="you are under 45") == [
        ended.format("Menopause, perimenopause and after")
    ]
    source = Topic.objects.get(slug="bloating").sources.all()[0]
    assert ended.format("Bloating and digestive changes") in told(
        reverse("admin:content_source_change", args=(source.pk,)), title="Another title"
    )


def test_why_a_review_has_lapsed_is_said_in_the_admin(editor: Client) -> None:
    client, reviewer = reviewing()
    for slug in ("brain-fog", "bloating", "fatigue"):
        make_sign_off(slug, reviewer)
    address = reverse("admin:review", args=("topic", "brain-fog"))
    shown = client.get(address)
    assert "ends the sign-off at once" in shown.content.decode()
    sent = {
        "digest": shown.context["form"]["digest"].value(),
        "note": "I take it back.",
        "request_change": "1",
    }
    assert "Its sign-off has ended." in client.post(address, sent, follow=True).content.decode()
    Topic.objects.filter(slug="bloating").update(summary="Other words.")
    assert state_of("topic", "fatigue").in_words == "reviewed"
    assert state_of("topic", "anxiety").in_words == "not clinically reviewed"
    assert state_of("topic", "brain-fog").in_words == "review lapsed, a change was asked for"
    assert state_of("topic", "bloating").in_words == "review lapsed, the wording has changed since"
    Reviewer.objects.filter(pk=reviewer.pk).update(ended_on=standing.today())
    assert (
        state_of("topic", "fatigue").in_words
        == "review lapsed, it is due again or the appointment has ended"
    )
    assert (
        "review lapsed, the wording has changed since"
        in editor.get("/admin/content/symptom/").content.decode()
    )


def test_saving_reads_what_is_signed_before_and_after_and_no_more(
    editor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_sign_off("brain-fog", make_reviewer())
    address = address_of("brain-fog")
    sent, read, reads = form_of(editor, address), standing.read_ledger, []
    monkeypatch.setattr(standing, "read_ledger", lambda: reads.append(1) or read())
    assert editor.post(address, sent).status_code == 302
    assert len(reads) == 1, "nothing was changed, so nothing has ended"
    reads.clear()
    assert editor.post(address, sent | {"summary": "Other words."}).status_code == 302
    assert len(reads) == 3, "for the page, and before and after publishing"


def test_a_source_says_whose_sign_off_a_change_of_it_ends(editor: Client) -> None:
    source = Topic.objects.get(slug="brain-fog").sources.first()
    assert (
        "Brain fog"
        in editor.get(f"/admin/content/source/{source.pk}/change/")
        .content.decode()
        .split("a change ends the sign-off of".capitalize())[1]
    )
