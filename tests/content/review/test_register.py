"""The register of reviewers: a signature keeps its signer as they were, whatever the register says
later.
"""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client

from content.editorial.roles import ADMINISTRATORS, REVIEWERS
from content.models import AS_THEN, Reviewer, SignOff
from content.review import sign_off
from content.review import standing as standing_module
from tests.editorial import form_of
from tests.makers import document_of, make_member, make_reviewer, make_sign_off, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static")]

DUE = standing_module.today() + timedelta(days=200)


@pytest.fixture
def administrator() -> Client:
    return signed_in(make_member(ADMINISTRATORS))


def test_a_renamed_reviewer_rewrites_no_signature(rest: Any) -> None:
    signed = make_sign_off("hot-flushes", make_reviewer("Dr First Name"))
    said = rest("explain", topic="hot-flushes")[1]["reviewed_by"]
    Reviewer.objects.update(
        full_name="Dr Other",
        profession="Astrologer",
        registration_body="None",
        registration_number="0",
    )
    status, body = rest("explain", topic="hot-flushes")
    assert (status, body["reviewed_by"]) == (200, said)
    assert "Dr First Name" in str(said)
    signed.refresh_from_db()
    assert [getattr(signed, name) for name in AS_THEN] == [
        "Dr First Name",
        "Consultant gynaecologist",
        "General Medical Council",
        "Dr First Name",
    ]


def test_an_entry_under_which_was_signed_cannot_be_rewritten(administrator: Client) -> None:
    reviewer = make_reviewer("Dr First Name")
    address = f"/admin/content/reviewer/{reviewer.pk}/change/"
    assert 'name="full_name"' in administrator.get(address).content.decode()
    make_sign_off("hot-flushes", reviewer)
    page = administrator.get(address).content.decode()
    assert 'name="full_name"' not in page
    assert "Correct this entry" in page
    administrator.post(address, form_of(administrator, address) | {"full_name": "Dr Other"})
    reviewer.refresh_from_db()
    assert reviewer.full_name == "Dr First Name"


def test_a_correction_ends_the_appointment_and_begins_another(administrator: Client) -> None:
    reviewer = make_reviewer("Dr First Name")
    make_sign_off("hot-flushes", reviewer)
    address = f"/admin/content/reviewer/{reviewer.pk}/correct/"
    sent = {name: getattr(reviewer, name) for name in AS_THEN} | {"full_name": "Dr New Name"}
    assert "Dr First Name" in administrator.get(address).content.decode()
    assert administrator.post(address, sent).status_code == 302
    old, new = Reviewer.objects.order_by("pk")
    assert (old.full_name, old.ended_on) == ("Dr First Name", standing_module.today())
    assert (new.full_name, new.appointed_on, new.ended_on) == (
        "Dr New Name",
        standing_module.today(),
        None,
    )
    assert SignOff.objects.get().full_name == "Dr First Name"
    document = document_of("hot-flushes")
    assert not standing_module.standing(
        document, standing_module.read_ledger(), standing_module.today()
    ).is_reviewed
    sign_off.sign_off(
        user=new.user,
        kind="topic",
        slug="hot-flushes",
        digest=standing_module.digest(document),
        review_due_on=DUE,
    )
    standing = standing_module.standing(
        document, standing_module.read_ledger(), standing_module.today()
    )
    assert standing.reviewed_by == "Dr New Name, Consultant gynaecologist"


def test_a_correction_with_a_blank_field_changes_nothing(administrator: Client) -> None:
    reviewer = make_reviewer()
    address = f"/admin/content/reviewer/{reviewer.pk}/correct/"
    page = administrator.post(address, {"full_name": "Dr New Name"})
    assert page.status_code == 200
    assert "cannot be blank" in page.content.decode()
    assert Reviewer.objects.get().ended_on is None


def test_a_correction_is_an_administrators_act() -> None:
    reviewer = make_reviewer()
    client = signed_in(make_member(REVIEWERS, "another"))
    address = f"/admin/content/reviewer/{reviewer.pk}/correct/"
    assert client.post(address, {"full_name": "Mine"}).status_code == 403
    assert client.get("/admin/content/reviewer/99999/correct/").status_code in (403, 404)


def test_an_account_has_one_running_appointment(administrator: Client) -> None:
    reviewer = make_reviewer()
    said = {name: getattr(reviewer, name) for name in AS_THEN} | {"registration_number": "2"}
    another = Reviewer(user=reviewer.user, appointed_on=standing_module.today(), **said)
    with pytest.raises(ValidationError, match="has an appointment already"):
        another.full_clean()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: User.objects.create_superuser("chief"), "may edit content can sign nothing"),
        (lambda: make_member("Editors"), "may edit content can sign nothing"),
        (lambda: User.objects.create_user("plain"), "give it the role of a clinical reviewer"),
        (lambda: User.objects.create_user("off", is_active=False), "switched off"),
    ],
    ids=["superuser", "editor", "no role", "switched off"],
)
def test_an_account_that_could_never_sign_is_not_appointed(
    administrator: Client, make: Any, said: str
) -> None:
    sent = {
        "user": make().pk,
        "full_name": "Dr A",
        "profession": "GP",
        "registration_body": "GMC",
        "registration_number": "1",
        "appointed_on": str(standing_module.today()),
    }
    page = administrator.post("/admin/content/reviewer/add/", sent)
    assert page.status_code == 200
    assert said in page.content.decode()
    member = make_member(REVIEWERS, "member")
    assert (
        administrator.post("/admin/content/reviewer/add/", sent | {"user": member.pk}).status_code
        == 302
    )


def test_an_upgrade_fills_in_who_signed_as_they_were() -> None:
    reviewer = make_reviewer("Dr First Name")
    signed = make_sign_off("hot-flushes", reviewer)
    reviewer.full_name = "Dr Later Name"
    reviewer.save()
    fill = import_module("content.migrations.0006_signed_as_then").fill
    with connection.cursor() as cursor:
        fill(apps, SimpleNamespace(connection=connection, execute=cursor.execute))
    signed.refresh_from_db()
    assert signed.full_name == "Dr First Name"


def test_who_could_sign_once_given_the_role() -> None:
    member = make_member(REVIEWERS)
    assert sign_off.why_never(member) == ""
    member.user_permissions.add(Permission.objects.get(codename="change_topic"))
    assert "may edit" in sign_off.why_never(User.objects.get(pk=member.pk))
