"""Signing in: passwords, lockout, the second factor, and a database that does not answer."""

import re
from base64 import b32encode
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from content.catalogue import refresh
from content.editorial.roles import ADMINISTRATORS, REVIEWERS
from tests.makers import (
    make_member,
    signed_in,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]


@pytest.mark.parametrize("role", [REVIEWERS, ADMINISTRATORS])
def test_reviewers_and_administrators_need_a_second_factor_to_see_anything(role: str) -> None:
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
    """Each may have made a device, and two of recovery codes; no constraint of the tables forbids
    it.
    """
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


@pytest.mark.parametrize(
    "wanted", ["https://elsewhere.example/", "//elsewhere.example/", "/v1/topics"]
)
def test_the_second_factor_page_sends_nobody_elsewhere(wanted: str) -> None:
    user = make_member(REVIEWERS)
    client = signed_in(user)
    assert client.get("/admin/second-factor/", {"next": wanted}).headers["Location"] == "/admin/"


def test_five_wrong_passwords_lock_the_account_and_keep_no_address() -> None:
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


@pytest.mark.parametrize("weak", ["short", "password123456", "123456789012"])
def test_a_weak_password_is_refused(weak: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(weak)


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
