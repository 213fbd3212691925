"""The review queue: what could do most harm comes first, and nobody is led past what waits."""

import html
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client

from content.editorial import review_queue
from content.editorial.dashboard import states
from content.models import SignOff, Topic
from content.review import standing
from content.vocabulary import CautionKind, OptionKind
from tests.editorial import reviewing
from tests.makers import make_caution, make_option, make_reviewer, make_sign_off, make_source

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]


def make_herb(slug: str = "test-herb") -> None:
    """A supplement that can be signed, with no grade."""
    herb = make_option(slug, OptionKind.SUPPLEMENT_OR_HERB)
    for kind in CautionKind.values:
        make_caution(herb, f"Ask a pharmacist first ({kind}).", kind)
    herb.sources.add(make_source())


def test_what_could_do_most_harm_comes_first() -> None:
    make_herb()
    found = review_queue.waiting(states())
    places = [review_queue.group(state) for state in found]
    assert places == sorted(places)
    assert found[0].slug == "test-herb"
    assert {review_queue.group(state) for state in found} == set(range(len(review_queue.GROUPS)))


def test_the_queue_is_filtered_and_says_how_far_it_is() -> None:
    client, reviewer = reviewing()
    make_sign_off("brain-fog", reviewer, review_due_on=standing.today() + timedelta(days=20))
    make_sign_off("fatigue", reviewer)
    Topic.objects.filter(slug="fatigue").update(summary="Other words.")
    page = client.get("/admin/review/?group=topics&why=changed")
    assert [state.slug for state, _ in page.context["waiting"]] == ["fatigue"]
    text = html.unescape(page.content.decode())
    topics = page.context["progress"][-1]
    assert f"{topics.reviewed} of {topics.records}" in text
    assert topics.reviewed == 1
    assert "Due again within two months" in text
    assert client.get("/admin/review/?group=nothing").context["waiting"] == []


def test_after_a_signature_the_next_record_is_a_click_away() -> None:
    client, _ = reviewing()
    first, second = review_queue.waiting(states())[:2]
    page = client.get(first.review_url)
    assert page.context["following"].slug == second.slug
    sent = {
        "digest": page.context["form"]["digest"].value(),
        "review_due_on": str(standing.today() + timedelta(days=200)),
        "sign_off": "1",
        "and_next": "1",
    }
    assert client.post(first.review_url, sent).headers["Location"] == second.review_url
    assert SignOff.objects.get().slug == first.slug


def test_the_page_is_shown_beside_the_wording_as_it_would_be_once_signed() -> None:
    client, _ = reviewing()
    make_herb()
    address = "/admin/review/option/test-herb/"
    assert f'src="{address}page/?published"' in client.get(address).content.decode()
    page = client.get(f"{address}page/")
    text = html.unescape(page.content.decode())
    assert "Ask a pharmacist first" in text
    assert "Dr Test Reviewer" in text
    assert not SignOff.objects.exists()
    assert "frame-ancestors 'self'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "SAMEORIGIN"
    assert client.get("/admin/review/option/no-such/page/").status_code == 404


def test_a_herb_without_a_grade_is_said_to_reach_one_call_alone() -> None:
    client, _ = reviewing()
    make_herb()
    said = "releases it to <code>evidence</code> and its own page alone"
    assert said in client.get("/admin/review/option/test-herb/").content.decode()
    assert said not in client.get("/admin/review/option/yoga/").content.decode()


def test_a_review_pack_holds_all_that_is_signed_and_room_for_remarks() -> None:
    client, reviewer = reviewing()
    make_sign_off("yoga", reviewer)
    from content.models import Option

    Option.objects.filter(slug="yoga").update(cost="Free in the park.")
    page = client.get("/admin/review/option/yoga/pack/")
    text = html.unescape(page.content.decode()).replace("<br>", "\n")
    assert all(words in text for _, words in page.context["wording"])
    assert "<ins>" in text
    assert 'class="lines"' in text
    assert client.get("/admin/review/option/no-such/pack/").status_code == 404


def test_pages_of_review_are_for_those_who_may_read_it(client: Client) -> None:
    for part in ("page", "pack"):
        assert client.get(f"/admin/review/option/yoga/{part}/").status_code == 302


def test_the_register_is_public(client: Client) -> None:
    assert "Nobody has been appointed yet." in client.get("/about/review").content.decode()
    make_reviewer("Dr Running")
    make_reviewer("Dr Ended", ended_on=standing.today() - timedelta(days=1))
    page = client.get("/about/review").content.decode()
    assert (
        "<strong>Dr Running</strong>, Consultant gynaecologist. General Medical Council, "
        "number Dr Running." in page
    )
    assert page.index("Dr Running") < page.index("Dr Ended")
    assert "; ended on" in page


def told(settings: Any, host: str) -> str:
    settings.EMAIL_HOST = host
    out = StringIO()
    call_command("tell_reviewers", stdout=out)
    return out.getvalue()


def test_reviewers_are_told_what_waits_by_mail_or_by_a_notice(settings: Any) -> None:
    reviewer = make_reviewer()
    assert "records wait for a review" in told(settings, "")
    assert "records wait for a review" in told(settings, "relay.example"), "no address is known"
    reviewer.user.email = "reviewer@example.org"
    reviewer.user.save()
    assert told(settings, "relay.example") == "told 1\n"
    assert [message.to for message in mail.outbox] == [["reviewer@example.org"]]
    assert "/admin/review/" in mail.outbox[0].body
