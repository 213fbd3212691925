"""What would keep the service from starting as it is set up, each in one line: `python -m
menoinfo.preflight`.

Run before the server starts, in a process of its own, since the server must not hold what only its
workers need. A database that does not answer is no reason: the service then answers from the
content kept last.
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
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        print(
            f"The database does not answer ({type(error).__name__}): starting from the content kept"
            " last.",
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
