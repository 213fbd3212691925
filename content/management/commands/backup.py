"""`backup FILE`: a copy of the whole database, taken while the service runs, without what must not
outlive its hour.
"""

import os
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

# Options of a connection; PostgreSQL's programs know each as PG…
TLS = ("sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl")
# Salts, hashes of addresses and open sessions of the admin: no backup keeps them.
FORGOTTEN = ("api_hourlysalt", "api_addresswindow", "django_session")


class Command(BaseCommand):
    help = (
        "Write a backup of the database to FILE (SQLite: a database file; PostgreSQL: a pg_dump"
        " archive). Refuses a file that exists."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if file.exists():
            raise CommandError(f"{file} exists already; a backup never writes over another.")
        # Nobody else may read it, also while it is written
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            (copied_sqlite if connection.vendor == "sqlite" else dumped)(file)
        except BaseException:
            file.unlink(missing_ok=True)  # a half may hold the salt, and would be taken for a whole
            raise
        self.stdout.write(f"{file}: {file.stat().st_size} bytes")


def copied_sqlite(file: Path) -> None:
    """A whole copy of the SQLite database, made in one transaction."""
    connection.ensure_connection()
    copy = sqlite3.connect(file)
    try:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.execute("PRAGMA secure_delete=ON")
        for table in FORGOTTEN:
            copy.execute(f"DELETE FROM {table}")  # noqa: S608 - the names stand above
        copy.commit()
        copy.execute("VACUUM")
    finally:
        copy.close()


def dumped(file: Path) -> None:
    """A `pg_dump` archive of the PostgreSQL database."""
    left_out = [f"--exclude-table-data={table}" for table in FORGOTTEN]
    ran("pg_dump", "--format=custom", "--no-owner", *left_out, "--file", str(file))


def ran(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs against the database of the settings; password and TLS go by
    the environment.
    """
    settings = connection.settings_dict
    where = {
        "PGHOST": settings["HOST"],
        "PGPORT": settings["PORT"],
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
    }
    where |= {f"PG{name.upper()}": settings["OPTIONS"].get(name) for name in TLS}
    environment = {
        **os.environ,
        **{name: str(value) for name, value in where.items() if value},
        "PGDATABASE": str(settings["NAME"]),
    }
    try:
        subprocess.run(  # noqa: S603
            [program, *arguments], env=environment, check=True, capture_output=True, text=True
        )
    except FileNotFoundError:
        raise CommandError(
            f"{program} is not installed; it comes with PostgreSQL's client programs."
        ) from None
    except subprocess.CalledProcessError as error:
        raise CommandError(f"{program} failed: {error.stderr.strip()}") from None
