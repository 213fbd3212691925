"""Who may do what in the admin: three groups, made by migration and kept in one table here.

Editors edit; reviewers read everything and sign; administrators keep accounts, the reviewer register and the view of use.
Nobody is in two groups: an account that may edit can sign nothing (`content.signing`).
"""

from collections.abc import Iterable

EDITORS, REVIEWERS, ADMINISTRATORS = "Editors", "Clinical reviewers", "Administrators"

CONTENT = ("topic", "symptom", "condition", "option", "prepitem", "relatedtopic", "caution", "evidence", "source")
LEDGER = ("signoff", "changerequest", "reviewer")
EDIT, READ = ("view", "add", "change", "delete"), ("view",)

# group → (app, model) → actions
ROLES: dict[str, dict[tuple[str, str], tuple[str, ...]]] = {
    EDITORS: {**{("content", model): EDIT for model in CONTENT}, **{("content", model): READ for model in LEDGER}},
    REVIEWERS: {("content", model): READ for model in (*CONTENT, *LEDGER)},
    ADMINISTRATORS: {
        **{("content", model): READ for model in (*CONTENT, *LEDGER)},
        ("content", "reviewer"): ("view", "add", "change"),
        ("auth", "user"): ("view", "add", "change"),
        ("auth", "group"): READ,
        ("api", "usagetally"): READ,
        ("otp_totp", "totpdevice"): ("view", "delete"),
    },
}


def permissions(group: str) -> Iterable[tuple[str, str, str]]:
    """Every permission of a group as (app, model, codename)."""
    for (app, model), actions in ROLES[group].items():
        for action in actions:
            yield app, model, f"{action}_{model}"


def install() -> None:
    """Make the groups and give each exactly its permissions. Run after migrations, when the permissions exist."""
    from django.contrib.auth.models import Group, Permission

    for name in ROLES:
        group, _ = Group.objects.get_or_create(name=name)
        wanted = [
            Permission.objects.get(content_type__app_label=app, content_type__model=model, codename=codename)
            for app, model, codename in permissions(name)
            if Permission.objects.filter(content_type__app_label=app, content_type__model=model, codename=codename).exists()
        ]
        group.permissions.set(wanted)
