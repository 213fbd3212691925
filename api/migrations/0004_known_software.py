"""Names of calling software that are on no list become `other`: callers wrote them, so they may be somebody's words."""

from django.db import migrations
from django.db.models import F


def fold_unknown(apps, schema_editor):
    from api.operations.software import OTHER, known_or_other

    tally = apps.get_model("api", "UsageTally")
    for row in tally.objects.all():
        if known_or_other(row.software) == row.software:
            continue
        same = {"day": row.day, "tool": row.tool, "topic": row.topic, "software": OTHER}
        if not tally.objects.filter(**same).update(calls=F("calls") + row.calls):
            tally.objects.create(**same, calls=row.calls)
        row.delete()


class Migration(migrations.Migration):
    dependencies = [("api", "0003_usage_sheet")]
    operations = [migrations.RunPython(fold_unknown, migrations.RunPython.noop)]
