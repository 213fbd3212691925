"""Calls are counted on sheets, where they were written down line by line in journals before."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("api", "0002_usage_journal")]

    operations = [migrations.RenameModel("FoldedJournal", "FoldedSheet")]
