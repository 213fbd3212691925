"""The roles of the admin, walked: every model × action × role through the admin's own addresses."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, Permission, User
from django.urls import reverse

from content.editorial.roles import (
    ADMINISTRATORS,
    EDITORS,
    LEAD_EDITORS,
    PUBLISH,
    REVIEWERS,
    ROLES,
    SECOND_FACTOR,
    make_groups,
    needs_second_factor,
)
from content.models import Reviewer, SignOff, Symptom
from content.vocabulary import TopicKind
from tests.makers import make_member, make_reviewer, make_sign_off, signed_in

pytestmark = pytest.mark.django_db

RECORDS = ("symptom", "condition", "guide", "doctorline", "option", "family", "source")
# What each role can reach by its own addresses, besides signing: model → actions. Nobody deletes
# anything here.
_EDITING = {
    **{name: {"view", "add", "change"} for name in RECORDS},
    **{name: {"view"} for name in ("reviewer", "signoff", "changerequest")},
}
WANTED: dict[str, dict[str, set[str]]] = {
    EDITORS: _EDITING,
    LEAD_EDITORS: _EDITING,
    REVIEWERS: {name: {"view"} for name in (*RECORDS, "reviewer", "signoff", "changerequest")},
    ADMINISTRATORS: {
        **{name: {"view"} for name in (*RECORDS, "signoff", "changerequest")},
        "reviewer": {"view", "add", "change"},
        "user": {"view", "add", "change"},
        "group": {"view"},
        "usagetally": {"view"},
    },
}
ACTIONS = ("view", "add", "change", "delete")


@pytest.fixture(autouse=True)
def _plain_static(settings: Any) -> None:
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


def models() -> list[Any]:
    return list(admin.site._registry)


def row_of(model: Any) -> Any:
    """One row of a model that has any in this test."""
    name = model._meta.model_name
    if name == "signoff":
        return SignOff.objects.first() or make_sign_off(
            "hot-flushes", Reviewer.objects.first() or make_reviewer("Dr Row")
        )
    if name == "reviewer":
        return Reviewer.objects.first() or make_reviewer("Dr Row")
    if name == "user":
        return User.objects.filter(username="walked").first() or User.objects.create_user("walked")
    kind = {"kind": name} if name in TopicKind.values else {}
    return model._default_manager.filter(**kind).first()


def allowed(client: Any, model: Any, action: str) -> bool:
    """Whether an action is open, by its real address: a read page for viewing, a form that can be
    sent for the rest.
    """
    base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    if action == "add":
        return bool(client.get(reverse(f"{base}_add")).status_code == 200)
    row = row_of(model)
    if row is None:
        return (
            bool(client.get(reverse(f"{base}_changelist")).status_code == 200)
            if action == "view"
            else False
        )
    if action == "delete":
        return bool(
            client.post(reverse(f"{base}_delete", args=(row.pk,)), {"post": "yes"}).status_code
            == 302
        )
    page = client.get(reverse(f"{base}_change", args=(row.pk,)))
    return bool(page.status_code == 200 and (action == "view" or b'name="_save"' in page.content))


@pytest.mark.parametrize("role", ROLES)
def test_each_role_can_do_exactly_its_part(role: str) -> None:
    client = signed_in(make_member(role))
    done = {
        model._meta.model_name: found
        for model in models()
        if (found := {action for action in ACTIONS if allowed(client, model, action)})
    }
    assert done == {
        name: actions for name, actions in WANTED[role].items() if name in done or actions
    }


def test_every_model_of_ours_is_in_the_walk() -> None:
    walked = {model._meta.model_name for model in models()}
    assert {*RECORDS, "reviewer", "signoff", "changerequest", "user", "group"} <= walked


def test_making_the_groups_again_changes_nothing() -> None:
    before = {
        group.name: set(group.permissions.values_list("codename", flat=True))
        for group in Group.objects.all()
    }
    make_groups(apps)
    assert {
        group.name: set(group.permissions.values_list("codename", flat=True))
        for group in Group.objects.all()
    } == before


def test_lead_editors_and_administrators_publish() -> None:
    assert [role for role in ROLES if make_member(role).has_perm(PUBLISH)] == [
        LEAD_EDITORS,
        ADMINISTRATORS,
    ]


def test_no_role_may_change_the_ledger_or_delete_a_record() -> None:
    for role, table in ROLES.items():
        for label, actions in table.items():
            if label.split(".")[1] in ("signoff", "changerequest"):
                assert not {"change", "delete"} & set(actions), role
            if label.split(".")[1] in ("topic", *RECORDS, "reviewer"):
                assert "delete" not in actions, role


def test_an_administrator_cannot_make_anybody_more_than_a_role() -> None:
    administrator = make_member(ADMINISTRATORS)
    client = signed_in(administrator)
    page = client.get(reverse("admin:auth_user_change", args=(administrator.pk,))).content.decode()
    assert 'name="is_superuser"' not in page
    assert 'name="user_permissions"' not in page
    superuser = User.objects.create_superuser("above")
    assert (
        b'name="_save"'
        not in client.get(reverse("admin:auth_user_change", args=(superuser.pk,))).content
    )


@pytest.mark.parametrize("power", SECOND_FACTOR)
def test_whoever_can_sign_or_make_others_able_to_shows_a_second_factor(power: str) -> None:
    """However the account came by it: a superuser can give a permission without any role."""
    user = User.objects.create_user("someone", is_staff=True)
    app, codename = power.split(".")
    user.user_permissions.add(
        Permission.objects.get(content_type__app_label=app, codename=codename)
    )
    refused = signed_in(user, second_factor=False).get(reverse("admin:index"))
    assert refused.status_code == 302
    assert signed_in(user).get(reverse("admin:index")).status_code == 200


def test_the_second_factor_is_asked_of_all_but_editors() -> None:
    asked = {role: needs_second_factor(make_member(role)) for role in ROLES}
    assert asked == {EDITORS: False, LEAD_EDITORS: False, REVIEWERS: True, ADMINISTRATORS: True}
    assert needs_second_factor(User.objects.create_superuser("above"))


def test_the_parts_of_a_record_are_saved_with_it_by_an_editor_alone() -> None:
    topic = Symptom.objects.get(slug="brain-fog")
    address = reverse("admin:content_symptom_change", args=(topic.pk,))
    for role, sees in ((EDITORS, True), (REVIEWERS, False), (ADMINISTRATORS, False)):
        page = signed_in(make_member(role, f"one-{role[:3]}")).get(address).content.decode()
        assert ('name="prep_items-0-text"' in page) is sees, role
