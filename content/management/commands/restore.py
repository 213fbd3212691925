"""`restore FILE`: put a backup into an empty database."""

import sqlite3
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from content.management.commands.backup import ran

NEXT = (
    "restored\n"
    "Start the service, then look at /readyz. The accounts, second factors and signatures are those"
    " of the backup.\n"
    "`manage.py seed_content --check` says where the content differs from this version's files."
)


class Command(BaseCommand):
    help = (
        "Restore FILE, made by `backup`, into a database that holds no tables yet, then bring it to"
        " this version of the service."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if not file.is_file():
            raise CommandError(f"{file} is not there.")
        if connection.introspection.table_names():
            raise CommandError(
                "The database holds tables already. Restore into an empty one, so that nothing is"
                " lost by a slip."
            )
        if connection.vendor == "sqlite":
            self._copied(file)
        else:
            ran(
                "pg_restore",
                "--exit-on-error",
                "--single-transaction",
                "--no-owner",
                "--dbname",
                str(connection.settings_dict["NAME"]),
                str(file),
            )
        call_command("migrate", verbosity=0)  # newer tables, and the triggers
        # Without them no page of the admin opens
        call_command("collectstatic", verbosity=0, interactive=False)
        self.stdout.write(NEXT)

    def _copied(self, file: Path) -> None:
        source = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            if source.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise CommandError(f"{file} is damaged.")
            source.backup(connection.connection)
        except (sqlite3.DatabaseError, DatabaseError) as error:
            raise CommandError(f"{file} is no backup of this service: {error}") from None
        finally:
            source.close()
