"""`python -m menoinfo.preflight` says in one line what would prevent the service from starting.

It runs before the server starts, in a process of its own, so that the server does not load what
only its workers need. A database that does not answer does not prevent the start: the service then
answers from the disk fallback.
"""

import os
import sys

from django.core.exceptions import ImproperlyConfigured


def problem() -> str:
    """What is wrong; empty where nothing is."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "menoinfo.settings")
    os.environ["CONTENT_WATCH"] = "0"
    import django

    try:
        django.setup()
    except ImproperlyConfigured as error:
        return str(error)
    from django.conf import settings
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        kept = (settings.DATA_DIR / "content.json").exists()
        print(
            f"The database does not answer ({type(error).__name__}): starting"
            f" {'from the content kept last' if kept else 'without content, as none is kept yet'}.",
            file=sys.stderr,
        )
        return ""
    if waiting and not executor.loader.applied_migrations:
        return (
            "The database has no tables yet. Run `make run`, or `manage.py migrate` and `manage.py"
            " seed_content`."
        )
    if waiting:
        print(f"{len(waiting)} migrations wait: run `manage.py migrate`.", file=sys.stderr)
    return ""


if __name__ == "__main__":
    if said := problem():
        print(said, file=sys.stderr)
        sys.exit(2)
