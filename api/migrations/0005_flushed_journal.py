"""Give the model its plain name; its table keeps the name that it has."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("api", "0004_known_software")]

    operations = [
        migrations.AlterModelTable("FoldedSheet", "api_foldedsheet"),
        migrations.RenameModel("FoldedSheet", "FlushedJournal"),
    ]
