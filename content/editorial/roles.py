"""The four roles and exactly what each may do. Migrations make the groups from this table, and a
test walks it.

Editors write drafts and submit them. Lead editors publish besides. Reviewers sign, which publishes
what they sign. Administrators publish, and keep accounts and the register of reviewers. Nobody
deletes a record, and nobody at all changes the ledger. A superuser holds every permission of
Django's and can still sign nothing.
"""

from collections.abc import Iterable
from typing import Any

EDITORS, LEAD_EDITORS = "Editors", "Lead editors"
REVIEWERS, ADMINISTRATORS = "Clinical reviewers", "Administrators"

_RECORDS = ("topic", "symptom", "condition", "guide", "doctorline", "option", "family", "source")
_PARTS = ("prepitem", "relatedtopic", "caution", "evidence")
_REGISTER = ("reviewer", "signoff", "changerequest")

_EDITING: dict[str, tuple[str, ...]] = {
    **{f"content.{model}": ("view", "add", "change") for model in (*_RECORDS, "draft")},
    **{f"content.{model}": ("view", "add", "change", "delete") for model in _PARTS},
    **{f"content.{model}": ("view",) for model in _REGISTER},
}

# role → {app.model: actions}
ROLES: dict[str, dict[str, tuple[str, ...]]] = {
    EDITORS: _EDITING,
    LEAD_EDITORS: {**_EDITING, "content.draft": ("view", "add", "change", "publish")},
    REVIEWERS: {
        **{f"content.{model}": ("view",) for model in (*_RECORDS, *_PARTS, "draft", "reviewer")},
        **{f"content.{model}": ("view", "add") for model in ("signoff", "changerequest")},
    },
    ADMINISTRATORS: {
        **{
            f"content.{model}": ("view",)
            for model in (*_RECORDS, *_PARTS, "signoff", "changerequest")
        },
        "content.draft": ("view", "publish"),
        "content.reviewer": ("view", "add", "change"),
        "auth.user": ("view", "add", "change"),
        "auth.group": ("view",),
        "api.usagetally": ("view",),
    },
}

PUBLISH = "content.publish_draft"

# Who must show a second factor before the admin opens: those who can sign, and those who can make
# somebody able to, however they came by it.
SECOND_FACTOR = (
    *(f"content.add_{act}" for act in ("signoff", "changerequest")),
    *(
        f"{app}.{action}_{model}"
        for app, model in (("content", "reviewer"), ("auth", "user"), ("auth", "group"))
        for action in ("add", "change")
    ),
)


def needs_second_factor(user: Any) -> bool:
    """Whether this account must show a second factor."""
    return any(user.has_perm(power) for power in SECOND_FACTOR)


def make_groups(apps: Any, using: str = "default") -> None:
    """Make the four groups and give each exactly its permissions; those that Django has not made
    yet are made. Safe to run again.
    """
    group_model, permission, content_type = (
        apps.get_model("auth", "Group"),
        apps.get_model("auth", "Permission"),
        apps.get_model("contenttypes", "ContentType"),
    )
    for role, models in ROLES.items():
        group, _ = group_model.objects.using(using).get_or_create(name=role)
        held = []
        for label, actions in models.items():
            app, model = label.split(".")
            kind, _ = content_type.objects.using(using).get_or_create(app_label=app, model=model)
            for codename, name in _permissions(model, actions):
                held.append(
                    permission.objects.using(using).get_or_create(
                        content_type=kind, codename=codename, defaults={"name": name}
                    )[0]
                )
        group.permissions.set(held)


def _permissions(model: str, actions: Iterable[str]) -> Iterable[tuple[str, str]]:
    return ((f"{action}_{model}", f"Can {action} {model}") for action in actions)
