"""The admin at work: what waits, previews that save nothing, two editors at once, the past and the way back, the review, the second factor."""

import html
import json
import re
from base64 import b32encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from content.catalogue import refresh
from content.documents import as_plain
from content.editorial import record_history
from content.editorial.dashboard import state_of, states
from content.editorial.diff import differences
from content.editorial.roles import ADMINISTRATORS, EDITORS, LEAD_EDITORS, REVIEWERS
from content.models import (
    Caution,
    ChangeRequest,
    DoctorLine,
    Family,
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
    make_reviewer,
    make_sign_off,
    make_source,
    signed_in,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]


def test_the_first_page_says_what_waits(editor: Client) -> None:
    make_sign_off("bloating", make_reviewer(), review_due_on=standing.today() + timedelta(days=30))
    page = editor.get("/admin/").content.decode()
    under = {
        heading: page.split(heading)[1].split("</section>")[0]
        for heading in ("Lapses within two months", "Withheld", "Not reviewed")
    }
    empty = page.split("Nothing under:")[1].split("</p>")[0]
    for heading in ("left out of every answer", "asks for a change", "Lacks something"):
        assert heading in empty
    assert "Bloating" in under["Lapses within two months"]
    assert "Black cohosh" in under["Withheld"]
    assert "no caution of the kind" in under["Withheld"]
    assert "Brain fog" in under["Not reviewed"]
    assert "Bloating" not in under["Not reviewed"]


def test_a_record_without_a_source_and_one_that_breaks_a_rule_are_named(editor: Client) -> None:
    Topic.objects.get(slug="brain-fog").sources.clear()
    Topic.objects.filter(slug="bloating").update(summary="It helps 80% of women.")
    found = {state.slug: state for state in states()}
    assert "a source" in found["brain-fog"].lacks
    assert found["bloating"].breaches
    page = editor.get("/admin/").content.decode()
    assert "Brain fog" in page.split("Lacks something")[1].split("</section>")[0]
    assert "Bloating" in page.split("left out of every answer")[1].split("</section>")[0]


@pytest.mark.parametrize(("query", "has", "has_not"), [
    ("?lacks=source", "Brain fog", "Bloating and digestive changes"), ("?standing=reviewed", "Bloating and digestive changes", "Brain fog"), ("?standing=unreviewed", "Brain fog", "Bloating and digestive changes"),
    ("?q=word+finding", None, "Bloating and digestive changes"), ("?q=brain+fog", "Brain fog", "Bloating and digestive changes"),
])  # fmt: skip
def test_a_record_is_found_by_words_and_by_standing(
    editor: Client, query: str, has: str | None, has_not: str
) -> None:
    Topic.objects.get(slug="brain-fog").sources.clear()
    make_sign_off("bloating", make_reviewer())
    names = [
        row.name for row in editor.get(f"/admin/content/symptom/{query}").context["cl"].result_list
    ]
    assert has is None or has in names
    assert has_not not in names


def test_a_preview_shows_the_answer_and_the_page_and_saves_nothing(
    editor: Client, rest: Any
) -> None:
    address = address_of("brain-fog")
    status, before = rest("explain", topic="brain-fog", detail="full")  # an editor sees it all
    assert status == 200
    history = Topic.history.filter(slug="brain-fog").count()
    sent = form_of(editor, address) | {"summary": "A summary that nobody has saved."}
    shown = editor.post(address, {**sent, "_preview_answer": "1"})
    assert shown.status_code == 200
    bodies = dict(shown.context["answers"])
    assert json.loads(bodies["explain"])["summary"] == "A summary that nobody has saved."
    assert set(bodies) == {"explain", "options", "doctor-prep"}
    page = editor.post(address, {**sent, "_preview_page": "1"}).content.decode()
    assert "A summary that nobody has saved." in page
    assert rest("explain", topic="brain-fog", detail="full")[1] == before
    assert Topic.history.filter(slug="brain-fog").count() == history
    untouched = dict(
        editor.post(address, {**form_of(editor, address), "_preview_answer": "1"}).context[
            "answers"
        ]
    )
    assert json.loads(untouched["explain"]) == before


def test_a_preview_of_forbidden_words_shows_the_rule_at_its_field(editor: Client) -> None:
    address = address_of("brain-fog")
    page = editor.post(
        address,
        form_of(editor, address) | {"summary": "It helps 80% of women.", "_preview_answer": "1"},
    )
    errors = page.context["adminform"].form.errors
    assert list(errors) == ["summary"]
    assert "found: “80”" in str(errors["summary"])


@pytest.mark.parametrize("alias", ["night sweats", "the Night-Sweat"])
def test_an_alias_of_another_record_is_refused(editor: Client, alias: str) -> None:
    address = address_of("brain-fog")
    page = editor.post(address, form_of(editor, address) | {"aliases": alias})
    assert page.status_code == 200
    assert "aliases" in page.context["adminform"].form.errors


def test_the_past_says_who_changed_what_and_brings_it_back(editor: Client) -> None:
    address = address_of("brain-fog")
    whole = document_of("brain-fog")
    sent = form_of(editor, address)
    assert editor.post(address, sent | {"summary": "Other words."}).status_code == 302
    newest, *older = record_history.moments("topic", "brain-fog")
    assert newest.who == "lead-editors"
    assert [change.place for change in newest.changes] == ["summary"]
    assert [as_plain(moment.document) for moment in older] == [as_plain(whole)], (
        "loading from files is one act, however slow the machine"
    )
    page = editor.get(address.replace("change", "history"))
    assert "Bring this wording back" in page.content.decode()
    other = signed_in(
        make_member(LEAD_EDITORS, "other"), second_factor=False
    )  # another person's act is apart, however soon it comes
    done = other.post(address.replace("change", "restore"), {"at": older[0].at.isoformat()})
    assert done.status_code == 302
    assert as_plain(document_of("brain-fog")) == as_plain(whole)
    restored, *before = record_history.moments("topic", "brain-fog")
    assert [change.place for change in restored.changes] == ["summary"]
    assert restored.who == "other"
    assert [moment.at for moment in before] == [newest.at, *(moment.at for moment in older)], (
        "bringing back is an act of its own"
    )


def test_every_saving_is_listed_however_many_and_the_first_wording_comes_back(
    editor: Client,
) -> None:
    first = document_of("brain-fog")
    row, now = Topic.objects.get(slug="brain-fog"), datetime.now(UTC)
    for number in range(record_history.PAGE + 5):
        row.summary = f"Wording {'again ' * number}and no more."
        row._history_date = now + timedelta(minutes=number + 1)
        row.save()
    address = address_of("brain-fog").replace("change", "history")
    texts = [
        editor.get(address, {"page": page}).content.decode() for page in ("1", "2", "3", "0", "x")
    ]
    listed = [re.findall(r"<h2>.*? \(UTC\)", text) for text in texts]
    assert listed[1] == listed[2], "there is no third page: the last is shown"
    assert listed[0] == listed[3] == listed[4]
    newest, oldest = texts[:2]
    assert newest.count('class="module"') == record_history.PAGE
    assert oldest.count('class="module"') == 6, "five more savings, and the loading"
    assert "The record as it was first kept here." not in newest
    assert oldest.count("The record as it was first kept here.") == 1
    assert "Nothing that the record holds changed." not in newest + oldest, (
        "the oldest of a page is compared with the one before it"
    )
    assert (newest.count("Bring this wording back"), oldest.count("Bring this wording back")) == (
        record_history.PAGE - 1,
        6,
    )
    assert 'href="?page=2"' in newest
    at = html.unescape(re.findall(r'name="at" value="([^"]+)"', oldest)[-1])
    assert editor.post(address.replace("history", "restore"), {"at": at}).status_code == 302
    assert as_plain(document_of("brain-fog")) == as_plain(first)


def test_every_record_of_the_past_is_the_record_that_stands() -> None:
    for slug, kind in (
        ("hot-flushes", "topic"),
        ("osteoporosis", "topic"),
        ("hormone-replacement-therapy", "option"),
        ("sage", "option"),
    ):
        assert as_plain(record_history.moments(kind, slug)[0].document) == as_plain(
            document_of(slug)
        ), slug


def test_a_reviewer_cannot_bring_words_back() -> None:
    client, _ = reviewing()
    assert (
        client.post(
            address_of("brain-fog").replace("change", "restore"),
            {"at": "2026-01-01T00:00:00+00:00"},
        ).status_code
        == 403
    )


def test_an_editor_is_told_whose_sign_off_a_change_ends_before_and_after(editor: Client) -> None:
    reviewer = make_reviewer()
    for slug in ("brain-fog", "clonidine", "bloating"):
        make_sign_off(slug, reviewer)
    address = address_of("brain-fog")
    line = "Publishing a change of the wording ends the sign-off of Dr Test Reviewer, Consultant gynaecologist"
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
    ended = "The sign-off of “{}” by Dr Test Reviewer, Consultant gynaecologist has ended: its wording is another now."
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


def test_lines_of_lists_are_edited_in_boxes_and_stay_one_line(editor: Client) -> None:
    for slug, prefix in (("brain-fog", "prep_items"), ("clonidine", "caution_items")):
        address = address_of(slug)
        sent = form_of(editor, address)
        assert re.search(rf'<textarea name="{prefix}-0-text"', editor.get(address).content.decode())
        assert (
            editor.post(
                address, sent | {f"{prefix}-0-text": "  Ask about\r\n this   first. "}
            ).status_code
            == 302
        )
        assert "Ask about this first." in str(as_plain(document_of(slug)))


def test_a_year_that_cannot_be_is_refused_in_words(editor: Client) -> None:
    source = make_source()
    address = reverse("admin:content_source_change", args=(source.pk,))
    for year in ("1066", "2101"):
        page = editor.post(address, form_of(editor, address) | {"year": year})
        assert page.status_code == 200
        assert "Write a year from 1990 to 2100." in page.content.decode()


@pytest.mark.parametrize(
    "at",
    [
        "9999-12-31T23:59:59-23:59",
        "0001-01-01T00:00:00+23:59",
        "2026-01-01",
        "2099-01-01T00:00:00",
        "1999-01-01T00:00:00Z",
        "x",
        "",
    ],
)
def test_a_moment_that_never_was_brings_nothing_back(editor: Client, at: str) -> None:
    before = as_plain(document_of("brain-fog"))
    shown = editor.post(
        address_of("brain-fog").replace("change", "restore"), {"at": at}, follow=True
    )
    assert shown.status_code == 200
    assert "There is no such moment" in shown.content.decode()
    assert as_plain(document_of("brain-fog")) == before


def test_a_difference_is_read_place_by_place_and_word_by_word() -> None:
    before = {
        "summary": "A calm short text.",
        "questions": ["One?"],
        "when_to_see_a_doctor": {"emergency": "Call now."},
    }
    after = {
        "summary": "A calm long text.",
        "questions": ["One?", "Two?"],
        "when_to_see_a_doctor": {"emergency": "Call now."},
    }
    found = {difference.place: difference.pieces for difference in differences(before, after)}
    assert set(found) == {"summary", "questions"}
    assert [(piece.change, piece.text) for piece in found["summary"]] == [
        ("kept", "A calm "), ("removed", "short"), ("added", "long"), ("kept", " text."),
    ]  # fmt: skip


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


def test_a_request_stands_until_a_reviewer_has_answered_it_and_not_until_any_edit(
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


@pytest.mark.parametrize(
    ("kind", "slug", "model"), [("option", "yoga", Option), ("topic", "brain-fog", Topic)]
)
def test_a_record_that_is_left_out_of_every_answer_can_be_read_by_a_reviewer(
    kind: str, slug: str, model: type[Option] | type[Topic]
) -> None:
    model.objects.filter(slug=slug).update(
        summary="It helps 80% of women."
    )  # past every form, as a rule that came later would find it
    client, _ = reviewing()
    page = client.get(reverse("admin:review", args=(kind, slug)))
    assert page.status_code == 200
    assert page.context["answers"] == []


def test_no_option_is_left_without_a_caution(editor: Client) -> None:
    address = address_of("yoga")
    sent = form_of(editor, address)
    prefix = "caution_items"
    gone = {f"{prefix}-{at}-DELETE": "on" for at in range(int(sent[f"{prefix}-TOTAL_FORMS"]))}
    page = editor.post(address, {**sent, **gone})
    assert page.status_code == 200
    assert "Nothing is public without a key caution." in page.content.decode()
    assert Option.objects.get(slug="yoga").caution_items.exists()


def with_key_cautions(sent: dict[str, Any], number: int) -> dict[str, Any]:
    """A form whose first `number` cautions are key, and no other."""
    total = int(sent["caution_items-TOTAL_FORMS"])
    assert total > number
    kinds = {at: CautionKind.KEY if at < number else CautionKind.CAUTION for at in range(total)}
    return sent | {f"caution_items-{at}-kind": str(kind) for at, kind in kinds.items()}


@pytest.mark.parametrize(
    ("record", "number", "refused"),
    [
        ("yoga", 0, "Nothing is public without a key caution."),
        ("yoga", 1, ""),
        ("yoga", 3, ""),
        ("yoga", 4, "Mark at most 3 cautions as key"),
        ("combined-hrt", 0, ""),  # its family has some
        ("combined-hrt", 4, "Mark at most 3 cautions as key"),
        ("family", 0, "Nothing is public without a key caution."),
        ("family", 3, ""),
        ("family", 4, "Mark at most 3 cautions as key"),
    ],
)
def test_an_option_or_a_family_has_one_to_three_key_cautions(
    editor: Client, record: str, number: int, refused: str
) -> None:
    family = Family.objects.get(slug="hrt")
    about = reverse("admin:content_family_change", args=(family.pk,))
    address = about if record == "family" else address_of(record)
    owner: Any = family if record == "family" else Option.objects.get(slug=record)
    before = list(owner.caution_items.values_list("kind", "text"))
    page = editor.post(address, with_key_cautions(form_of(editor, address), number))
    if refused:
        assert page.status_code == 200
        assert refused in page.content.decode()
        assert list(owner.caution_items.values_list("kind", "text")) == before
    else:
        assert page.status_code == 302
        assert owner.caution_items.filter(kind=CautionKind.KEY).count() == number


def test_an_option_that_leaves_its_family_needs_a_key_caution_of_its_own(editor: Client) -> None:
    address = address_of("hormone-replacement-therapy")
    page = editor.post(address, form_of(editor, address) | {"family": ""})
    assert "Nothing is public without a key caution." in page.content.decode()
    assert Option.objects.get(slug="hormone-replacement-therapy").family is not None


def test_a_supplement_may_be_written_before_it_has_a_key_caution(editor: Client) -> None:
    address = address_of("sage")
    sent = form_of(editor, address) | {"summary": "Garden sage."}
    assert editor.post(address, sent).status_code == 302


def test_a_wording_without_a_key_caution_does_not_come_back(editor: Client) -> None:
    option, now = Option.objects.get(slug="yoga"), datetime.now(UTC)
    texts = list(option.caution_items.filter(kind=CautionKind.KEY).values_list("text", flat=True))
    for row in option.caution_items.filter(kind=CautionKind.KEY):
        row._history_date = now + timedelta(minutes=1)
        row.delete()
    for text in texts:
        row = Caution(option=option, kind=CautionKind.KEY, text=text)
        row._history_date = now + timedelta(minutes=3)
        row.save()
    address = address_of("yoga").replace("change", "restore")
    shown = editor.post(address, {"at": (now + timedelta(minutes=2)).isoformat()}, follow=True)
    assert "That wording cannot come back" in shown.content.decode()
    assert "no key caution" in shown.content.decode()
    assert option.caution_items.filter(kind=CautionKind.KEY).count() == len(texts)


def test_a_topic_without_why_it_happens_is_refused_unless_it_is_a_guide(editor: Client) -> None:
    for slug, refused in (("menopause", False), ("brain-fog", True), ("osteoporosis", True)):
        address = address_of(slug)
        page = editor.post(address, form_of(editor, address) | {"why_it_happens": ""})
        assert page.status_code == (200 if refused else 302), slug
        assert bool(Topic.objects.get(slug=slug).why_it_happens) is refused


def test_a_flag_that_leads_to_nothing_is_refused_at_its_field(editor: Client) -> None:
    """A part may end with a lead that a shared line follows, not when the last is taken away."""
    address = address_of("menopause")
    page = editor.post(address, form_of(editor, address) | {"doctor_lines": []})
    assert page.status_code == 200
    assert "doctor_emergency" in page.context["adminform"].form.errors
    assert Topic.objects.get(slug="menopause").doctor_lines.exists()


def test_who_the_admin_refuses_is_told_so_on_a_page_of_it(editor: Client) -> None:
    page = editor.get("/admin/content/reviewer/add/", HTTP_ACCEPT="text/html")
    assert page.status_code == 403
    assert "Your account may not do this" in page.content.decode()
    assert (
        editor.get("/admin/content/reviewer/add/", HTTP_ACCEPT="application/json")["Content-Type"]
        == "application/problem+json"
    )


def test_a_reviewer_whose_appointment_ended_meanwhile_reads_why_and_keeps_the_note() -> None:
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


def test_a_source_says_whose_sign_off_a_change_of_it_ends(editor: Client) -> None:
    source = Topic.objects.get(slug="brain-fog").sources.first()
    assert (
        "Brain fog"
        in editor.get(f"/admin/content/source/{source.pk}/change/")
        .content.decode()
        .split("a change ends the sign-off of".capitalize())[1]
    )


def test_a_preview_of_a_page_says_that_it_is_one(editor: Client) -> None:
    address = address_of("brain-fog")
    assert (
        "Nothing was saved, and this is not public."
        in editor.post(address, {**form_of(editor, address), "_preview_page": "1"}).content.decode()
    )


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


def test_the_warning_signs_can_be_read_and_not_changed(editor: Client) -> None:
    page = editor.get("/admin/warning-signs/").content.decode()
    assert "116 123" in page
    assert "<form" not in page.split('id="content"')[1]


def test_reviewers_and_administrators_see_nothing_before_their_second_factor() -> None:
    for role in (REVIEWERS, ADMINISTRATORS):
        client = signed_in(make_member(role), second_factor=False)
        for address in (
            "/admin/",
            "/admin/content/symptom/",
            "/admin/review/",
            "/admin/auth/user/",
        ):
            assert client.get(address).status_code == 302, (role, address)
        there = client.get("/admin/login/?next=/admin/review/")
        assert there.headers["Location"].startswith("/admin/second-factor/")


def test_a_second_factor_is_set_up_shown_and_recovered() -> None:
    user = make_member(REVIEWERS)
    client = signed_in(user, second_factor=False)
    page = client.get("/admin/second-factor/?next=/admin/review/").content.decode()
    device = TOTPDevice.objects.get(user=user)
    assert "data:image/svg+xml" in page
    assert client.post("/admin/second-factor/", {"token": "000000"}).status_code == 403
    assert not TOTPDevice.objects.get(user=user).confirmed
    device.refresh_from_db()
    device.throttle_reset()
    codes_page = client.post(
        "/admin/second-factor/", {"token": f"{totp(device.bin_key):06d}", "next": "/admin/review/"}
    )
    codes = re.findall(r"<code>([a-z0-9]+)</code>", codes_page.content.decode())
    assert len(set(codes)) == 10
    assert client.get("/admin/review/").status_code == 200
    later = signed_in(user, second_factor=False)
    assert later.get("/admin/review/").status_code == 302
    assert (
        later.post("/admin/second-factor/", {"token": codes[0], "next": "/admin/review/"}).headers[
            "Location"
        ]
        == "/admin/review/"
    )
    assert later.get("/admin/review/").status_code == 200
    third = signed_in(user, second_factor=False)
    assert third.post("/admin/second-factor/", {"token": codes[0]}).status_code == 403


def test_two_requests_at_once_shut_nobody_out_of_the_admin() -> None:
    """Each may have made a device, and two of recovery codes; no constraint of the tables forbids it."""
    user = make_member(REVIEWERS)
    first, _ = (
        TOTPDevice.objects.create(user=user, name="phone", confirmed=False) for _ in range(2)
    )
    for _ in range(2):
        StaticDevice.objects.create(user=user, name="recovery").token_set.create(token="old")
    client = signed_in(user, second_factor=False)
    assert (
        client.get("/admin/second-factor/").context["secret"].replace(" ", "")
        == b32encode(first.bin_key).decode()
    )
    codes_page = client.post("/admin/second-factor/", {"token": f"{totp(first.bin_key):06d}"})
    assert [device.confirmed for device in TOTPDevice.objects.filter(user=user)] == [True]
    assert len(re.findall(r"<code>", codes_page.content.decode())) == 10
    assert "old" not in {
        token.token
        for device in StaticDevice.objects.filter(user=user)
        for token in device.token_set.all()
    }
    assert client.get("/admin/review/").status_code == 200


def test_the_second_factor_page_sends_nobody_elsewhere() -> None:
    user = make_member(REVIEWERS)
    client = signed_in(user)
    for wanted in ("https://elsewhere.example/", "//elsewhere.example/", "/v1/topics"):
        assert (
            client.get("/admin/second-factor/", {"next": wanted}).headers["Location"] == "/admin/"
        )


def test_five_wrong_passwords_lock_the_account_and_keep_no_address() -> None:
    from axes.models import AccessAttempt

    User.objects.create_user("locked", password="a long and good one 1", is_staff=True)
    client = Client(REMOTE_ADDR="203.0.113.77")
    for _ in range(5):
        client.post("/admin/login/", {"username": "locked", "password": "wrong"})
    refused = client.post(
        "/admin/login/", {"username": "locked", "password": "a long and good one 1"}
    )
    assert refused.status_code == 429
    assert "locked for an hour" in refused.content.decode()
    assert "axes_reset_username" in refused.content.decode()
    assert "sessionid" not in refused.cookies
    assert AccessAttempt.objects.exists()
    assert not any("203.0.113.77" in str(vars(attempt)) for attempt in AccessAttempt.objects.all())


def test_a_weak_password_is_refused(editor: Client) -> None:
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    for weak in ("short", "password123456", "123456789012"):
        with pytest.raises(ValidationError):
            validate_password(weak)


def test_whoever_changed_a_record_through_its_page_is_its_author(editor: Client) -> None:
    from content.review import sign_off

    address = address_of("brain-fog")
    assert (
        editor.post(address, form_of(editor, address) | {"summary": "Other words."}).status_code
        == 302
    )
    assert sign_off.authors("topic", "brain-fog")[0] == User.objects.get(username="lead-editors").pk


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("x" * 151, "wrong"),
        ("x" * 256, "wrong"),
        ("x" * 100_000, "wrong"),
        ("nobody", "x" * 257),
        ("a\0b", "wrong"),
    ],
)
def test_a_sign_in_longer_than_any_account_reaches_no_table(
    client: Client, name: str, password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL refused to store such a name, which was a 500, and wrote it into its own log."""

    def tried(*args: Any, **credentials: Any) -> None:
        raise AssertionError("handed on to those who look accounts up and count failures")

    monkeypatch.setattr("django.contrib.auth.forms.authenticate", tried)
    with CaptureQueriesContext(connection) as asked:
        answer = client.post("/admin/login/", {"username": name, "password": password})
    assert answer.status_code == 200
    assert not [query for query in asked.captured_queries if "xxxx" in query["sql"]]
    assert not AccessAttempt.objects.exists()


def test_the_admin_says_at_once_that_the_database_does_not_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresh, "silent", lambda: True)
    with CaptureQueriesContext(connection) as asked:
        answers = [
            client.get("/admin/"),
            client.post("/admin/login/", {"username": "nobody", "password": "wrong"}),
        ]
    assert [(answer.status_code, answer["Retry-After"]) for answer in answers] == [(503, "60")] * 2
    assert "does not answer just now" in answers[0].content.decode()
    assert asked.captured_queries == []
