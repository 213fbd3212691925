"""An edit is a draft until it is published."""

import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models

from content.editorial.roles import LEAD_EDITORS, make_groups


def grant(apps, schema_editor):
    """Give every role its permissions on drafts, and make the role that publishes."""
    make_groups(apps, schema_editor.connection.alias)


def revoke(apps, schema_editor):
    groups = apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias)
    groups.filter(name=LEAD_EDITORS).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("content", "0006_signed_as_then"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="HistoricalDraft",
            fields=[
                ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("topic", "Topic"),
                            ("option", "Option"),
                            ("family", "Family"),
                            ("doctorline", "Shared doctor line"),
                            ("source", "Source"),
                        ],
                        max_length=10,
                    ),
                ),
                ("key", models.CharField(help_text="The slug of a record or family, the key of anything else.", max_length=60)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("submitted", "Submitted"),
                            ("returned", "Sent back"),
                            ("published", "Published"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        max_length=9,
                    ),
                ),
                ("document", models.JSONField(help_text="The text as plain data, laid out as in the files.")),
                ("base", models.JSONField(help_text="The published text when this was last edited. Empty: nothing was.", null=True)),
                ("at", models.DateTimeField(help_text="When it came to this state.")),
                ("note", models.TextField(blank=True, help_text="Why it was sent back.")),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                ("history_type", models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1)),
                (
                    "author",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="Who last changed its words.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="Who brought it to this state.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "verbose_name": "historical draft",
                "verbose_name_plural": "historical drafts",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("topic", "Topic"),
                            ("option", "Option"),
                            ("family", "Family"),
                            ("doctorline", "Shared doctor line"),
                            ("source", "Source"),
                        ],
                        max_length=10,
                    ),
                ),
                ("key", models.CharField(help_text="The slug of a record or family, the key of anything else.", max_length=60)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("submitted", "Submitted"),
                            ("returned", "Sent back"),
                            ("published", "Published"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        max_length=9,
                    ),
                ),
                ("document", models.JSONField(help_text="The text as plain data, laid out as in the files.")),
                ("base", models.JSONField(help_text="The published text when this was last edited. Empty: nothing was.", null=True)),
                ("at", models.DateTimeField(help_text="When it came to this state.")),
                ("note", models.TextField(blank=True, help_text="Why it was sent back.")),
                (
                    "author",
                    models.ForeignKey(
                        help_text="Who last changed its words.",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        help_text="Who brought it to this state.",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-at", "-id"),
                "permissions": (("publish_draft", "Can publish draft"),),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("draft", "submitted", "returned"))), fields=("kind", "key"), name="draft_one_open"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ("topic", "option", "family", "doctorline", "source"))), name="draft_kind_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ("draft", "submitted", "returned", "published", "withdrawn"))), name="draft_state_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("state", "returned"), _negated=True), ("note__length__gt", 0), _connector="OR"),
                        name="draft_return_says_why",
                    ),
                ],
            },
        ),
        migrations.RunPython(grant, revoke),
    ]
