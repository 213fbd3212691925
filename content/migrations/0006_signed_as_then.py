"""A signature keeps its signer as they were; a reviewer may have one appointment after another."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

AS_THEN = ("full_name", "profession", "registration_body", "registration_number")
LEDGER = ("signoff", "changerequest")


def fill(apps, schema_editor):
    """What the register said of each signer on the day of signing; what it says now where no history reaches back."""
    history = apps.get_model("content", "HistoricalReviewer")
    for name in LEDGER:
        model = apps.get_model("content", name)
        table = model._meta.db_table
        # The ledger refuses every update. All triggers are made anew after each migration.
        schema_editor.execute(
            f"DROP TRIGGER IF EXISTS menoinfo_keep_{table}_update"
            if schema_editor.connection.vendor == "sqlite"
            else f"DROP TRIGGER IF EXISTS menoinfo_keep_{table} ON {table}"
        )
        for entry in model.objects.select_related("reviewer"):
            then = (
                history.objects.filter(id=entry.reviewer_id, history_date__lte=entry.at)
                .order_by("-history_date", "-history_id")
                .first()
            )
            said = {field: getattr(then or entry.reviewer, field) for field in AS_THEN}
            model.objects.filter(pk=entry.pk).update(**said)


def added(model):
    lengths = {"full_name": 120, "profession": 120, "registration_body": 120, "registration_number": 40}
    texts = {"full_name": {"help_text": "The reviewer's, as it was then, and so the three below."}}
    return [
        migrations.AddField(
            model, name, models.CharField(max_length=length, default="", **texts.get(name, {})), preserve_default=False
        )
        for name, length in lengths.items()
    ]


def named(model, prefix):
    return migrations.AddConstraint(
        model,
        models.CheckConstraint(
            condition=Q(*((f"{name}__length__gt", 0) for name in AS_THEN)), name=f"{prefix}_names_its_signer"
        ),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("content", "0005_families_guides_and_shared_lines"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        *added("changerequest"),
        *added("signoff"),
        migrations.RunPython(fill, migrations.RunPython.noop),
        named("changerequest", "change_request"),
        named("signoff", "sign_off"),
        migrations.RemoveConstraint("reviewer", "reviewer_registered_once"),
        migrations.AlterField(
            "reviewer",
            "user",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="appointments",
                to=settings.AUTH_USER_MODEL,
                verbose_name="account",
            ),
        ),
        migrations.AddConstraint(
            "reviewer",
            models.UniqueConstraint(
                condition=Q(("ended_on__isnull", True)),
                fields=("registration_body", "registration_number"),
                name="reviewer_registered_once",
                violation_error_message="This registration is already that of a running appointment.",
            ),
        ),
        migrations.AddConstraint(
            "reviewer",
            models.UniqueConstraint(
                condition=Q(("ended_on__isnull", True)),
                fields=("user",),
                name="reviewer_appointed_once",
                violation_error_message="This account has an appointment already. End it before another begins.",
            ),
        ),
    ]
