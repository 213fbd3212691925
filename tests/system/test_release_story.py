"""A supplement's whole way: withheld, signed off, spoken of over every transport and in every
worker, and withheld again when its sign-off ends.
"""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from content.catalogue import refresh
from content.editorial.dashboard import state_of
from content.editorial.roles import REVIEWERS
from content.models import Evidence, Option, Reviewer, SignOff, Source, Topic
from content.review import standing
from content.review.release import NEEDED
from content.vocabulary import CautionKind
from tests.makers import make_caution, make_reviewer, make_sign_off, signed_in

CLAIM = "Research points to some help from this."
CAUTION = "Ask a pharmacist first if you take other medicines."
KEY = "Stop and see a doctor at once if your skin turns yellow."
SLUG, TOPIC = "black-cohosh", "hot-flushes"


def write_it() -> Option:
    option = Option.objects.get(slug=SLUG)
    option.summary, option.cost, option.access = (
        "People take it for hot flushes.",
        "Low.",
        "Sold in shops.",
    )
    option.save()
    make_caution(option, CAUTION)
    make_caution(option, KEY, CautionKind.KEY)
    option.sources.add(Source.objects.all()[0])
    Evidence.objects.create(
        option=option,
        topic=Topic.objects.get(slug=TOPIC),
        grade="mixed",
        finding="unclear",
        statement=CLAIM,
        basis="A few trials.",
    )
    return option


def reviewer_client(name: str = "Dr Test Reviewer") -> Client:
    reviewer = make_reviewer(name)
    reviewer.user.is_staff = True
    reviewer.user.save()
    reviewer.user.groups.add(Group.objects.get(name=REVIEWERS))
    return signed_in(reviewer.user)


def sign(client: Client) -> None:
    """Sign through the reviewer's own page."""
    address = reverse("admin:review", args=("option", SLUG))
    digest = client.get(address).context["form"]["digest"].value()
    due = str(standing.today() + timedelta(days=100))
    assert (
        client.post(address, {"digest": digest, "review_due_on": due, "sign_off": "1"}).status_code
        == 302
    )


def told() -> dict[str, bool]:
    """Whether each transport tells the claim, and whether each names the herb as withheld."""
    client = Client()
    options = client.get("/v1/options", {"symptom": TOPIC}).json()
    evidence = client.get("/v1/evidence", {"option": SLUG}).json()
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "evidence", "arguments": {"option": SLUG}},
    }
    headers = {"HTTP_ACCEPT": "application/json, text/event-stream"}
    mcp = json.dumps(
        client.post("/mcp", json.dumps(call), content_type="application/json", **headers).json()
    )  # type: ignore[arg-type]
    page = client.get(f"/options/{SLUG}").content.decode()
    topic_page = client.get(f"/symptoms/{TOPIC}").content.decode()
    return {
        "options": SLUG in {item["slug"] for item in options["not_enough_research"]},
        "evidence": CLAIM in json.dumps(evidence),
        "mcp": CLAIM in mcp,
        "page": CLAIM in page,
        "topic page": CLAIM in topic_page or f"/options/{SLUG}" in topic_page.split("ithheld")[0],
        "not withheld": SLUG not in {item["slug"] for item in options["withheld"]["options"]},
    }


def everywhere(value: bool) -> dict[str, bool]:
    return dict.fromkeys(
        ("options", "evidence", "mcp", "page", "topic page", "not withheld"), value
    )


@pytest.fixture
def signed(db: None, settings: Any) -> Client:
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    write_it()
    assert told() == everywhere(False)
    client = reviewer_client()
    sign(client)
    return client


def test_a_sign_off_releases_at_every_door(signed: Client) -> None:
    assert told() == everywhere(True)


def test_an_edit_by_anything_withholds_again(signed: Client) -> None:
    Option.objects.filter(slug=SLUG).update(summary="People try it for hot flushes.")
    assert told() == everywhere(False)
    Option.objects.filter(slug=SLUG).update(summary="People take it for hot flushes.")
    assert told() == everywhere(True)


@pytest.mark.parametrize("part", NEEDED)
def test_what_is_not_whole_is_withheld_everywhere_and_nobody_can_sign_it(
    signed: Client, part: str
) -> None:
    """The gate, the signing, the reviewer's page and the admin's lists agree, whichever part is
    missing and whatever was signed.
    """
    cautions = {"cautions": CautionKind.CAUTION, "has_key_caution": CautionKind.KEY}
    if part in cautions:
        Option.objects.get(slug=SLUG).caution_items.filter(kind=cautions[part]).delete()
    else:
        Option.objects.filter(slug=SLUG).update(**{part: ""})
    make_sign_off(
        SLUG, Reviewer.objects.get()
    )  # in force for these very words, as an older version may have let it be signed
    assert told() == everywhere(False)
    state = state_of("option", SLUG)
    assert state.standing.is_reviewed
    assert state.withheld == f"no {NEEDED[part]}"
    assert f"a {NEEDED[part]}" in state.lacks
    assert not state.waits
    address = reverse("admin:review", args=("option", SLUG))
    page = signed.get(address)
    assert (
        page.context["why_not"]
        == f"A supplement or herb needs a {NEEDED[part]} before it can be signed off."
    )
    sent = {
        "digest": page.context["form"]["digest"].value(),
        "review_due_on": str(standing.today() + timedelta(days=100)),
        "sign_off": "1",
    }
    ledger = SignOff.objects.count()
    assert signed.post(address, sent).status_code == 409
    assert SignOff.objects.count() == ledger


def test_without_a_source_nobody_can_sign_it_and_it_waits_for_nobody(signed: Client) -> None:
    Option.objects.get(slug=SLUG).sources.clear()
    state = state_of("option", SLUG)
    assert "a source" in state.lacks
    assert not state.waits
    address = reverse("admin:review", args=("option", SLUG))
    page = signed.get(address)
    assert (
        page.context["why_not"]
        == "A supplement or herb needs a source before it can be signed off."
    )
    sent = {
        "digest": page.context["form"]["digest"].value(),
        "review_due_on": str(standing.today() + timedelta(days=100)),
        "sign_off": "1",
    }
    assert signed.post(address, sent).status_code == 409


def test_the_end_of_the_appointment_withholds_again(signed: Client) -> None:
    Reviewer.objects.update(ended_on=standing.today())
    assert told() == everywhere(False)


def test_the_review_due_date_withholds_again(
    signed: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = standing.today() + timedelta(days=100)
    monkeypatch.setattr(standing, "today", lambda: day)
    refresh.check()
    assert told() == everywhere(False)


def test_a_request_for_change_withholds_again(signed: Client) -> None:
    address = reverse("admin:review", args=("option", SLUG))
    digest = signed.get(address).context["form"]["digest"].value()
    assert (
        signed.post(
            address, {"digest": digest, "note": "Name the liver.", "request_change": "1"}
        ).status_code
        == 302
    )
    assert told() == everywhere(False)


@pytest.mark.server
def test_every_worker_tells_it_within_a_second_and_none_after_it_ends(tmp_path: Path) -> None:
    """Two real workers: what they say after a sign-off and after its end, asked until each has
    answered many times.
    """
    import time

    from tests.serving import serving

    act = (
        "from tests.system.test_release_story import *; from tests.makers import "
        "make_reviewer, make_sign_off; "
        "write_it(); make_sign_off(SLUG, make_reviewer())"
    )
    end = (
        "from content.models import Reviewer; from content.review import standing; "
        "Reviewer.objects.update(ended_on=standing.today())"
    )
    with serving(tmp_path / "data", workers=2, RATE_LIMIT="100000/m") as served:

        def answers(wanted: bool) -> bool:
            return all(
                (CLAIM.encode() in served.get(f"/v1/evidence?option={SLUG}")[1]) is wanted
                for _ in range(30)
            )

        assert answers(False)
        for code, wanted in ((act, True), (end, False)):
            served.manage("shell", "-c", code)
            until = time.monotonic() + 10
            while not answers(wanted) and time.monotonic() < until:
                time.sleep(0.1)
            assert answers(wanted)
