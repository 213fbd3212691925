"""The three roles: Editors, Clinical reviewers, Administrators (content/desk/roles.py)."""

from django.db import migrations

from content.editorial.roles import ROLES, make_groups


def make(apps, schema_editor):
    make_groups(apps, schema_editor.connection.alias)


def unmake(apps, schema_editor):
    apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias).filter(name__in=ROLES).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("content", "0001_initial"),
        ("api", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [migrations.RunPython(make, unmake)]
