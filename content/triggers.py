"""What the database itself holds to, on SQLite and PostgreSQL: no change goes unseen, and the
ledger only grows.

Two sets of triggers, made anew after every migration (SQLite drops a table's triggers when a
migration rebuilds it): - every insert, update or delete in a content table raises the catalogue's
version number, whatever made the change; - the sign-off ledger and all histories refuse update and
delete, and what amounts to them: emptying a table, and an insert in place of a row. Tables are
found by walking the app's models, so that a new one cannot be forgotten.
"""

from django.apps import apps
from django.db import connections

from content.models import CatalogueVersion, Draft, LedgerEntry

VERSION_TABLE = "content_catalogueversion"
_IN_NO_ANSWER = (CatalogueVersion, Draft)
_PREFIX = "menoinfo_"


def versioned_tables() -> list[str]:
    """Every table whose rows an answer depends on."""
    models = apps.get_app_config("content").get_models(include_auto_created=True)
    return sorted(
        {
            model._meta.db_table
            for model in models
            if model not in _IN_NO_ANSWER
            and not model._meta.proxy
            and not model.__name__.startswith("Historical")
        }
    )


def append_only_tables() -> dict[str, str]:
    """Every table whose rows may only be added (the ledger and the histories), and the column of
    its key.
    """
    models = apps.get_app_config("content").get_models(include_auto_created=True)
    kept = [
        model._meta
        for model in models
        if model.__name__.startswith("Historical") or issubclass(model, LedgerEntry)
    ]
    return {
        meta.db_table: str(meta.pk.column) for meta in sorted(kept, key=lambda meta: meta.db_table)
    }


def install(using: str = "default") -> None:
    """Make every trigger, replacing those there are."""
    connection = connections[using]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {VERSION_TABLE} (id, number) SELECT 1, 1 WHERE NOT EXISTS (SELECT 1 FROM"
            f" {VERSION_TABLE})"
        )
        statements = _sqlite() if connection.vendor == "sqlite" else _postgresql()
        for statement in statements:
            cursor.execute(statement)


def _sqlite() -> list[str]:
    made = []
    for table in versioned_tables():
        for event in ("INSERT", "UPDATE", "DELETE"):
            name = f"{_PREFIX}version_{table}_{event.lower()}"
            made += [
                f"DROP TRIGGER IF EXISTS {name}",
                (
                    f"CREATE TRIGGER {name} AFTER {event} ON {table} BEGIN UPDATE {VERSION_TABLE}"
                    " SET number = number + 1 WHERE id = 1; END"
                ),
            ]
    for table, key in append_only_tables().items():
        # INSERT OR REPLACE deletes the row of the same key without any delete trigger; these tables
        # have no other unique column.
        there = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key})"
        for event, when in (("UPDATE", ""), ("DELETE", ""), ("INSERT", there)):
            name = f"{_PREFIX}keep_{table}_{event.lower()}"
            made += [
                f"DROP TRIGGER IF EXISTS {name}",
                (
                    f"CREATE TRIGGER {name} BEFORE {event} ON {table} {when} BEGIN SELECT"
                    " RAISE(ABORT, 'this history may not be changed'); END"
                ),
            ]
    return made


def _postgresql() -> list[str]:
    made = [
        (
            f"CREATE OR REPLACE FUNCTION {_PREFIX}raise_version() RETURNS trigger LANGUAGE plpgsql"
            f" AS $$ BEGIN UPDATE {VERSION_TABLE} SET number = number + 1 WHERE id = 1; RETURN"
            " NULL; END $$"
        ),
        (
            f"CREATE OR REPLACE FUNCTION {_PREFIX}keep() RETURNS trigger LANGUAGE plpgsql AS $$"
            " BEGIN RAISE EXCEPTION 'this history may not be changed' USING ERRCODE ="
            " 'integrity_constraint_violation'; END $$"
        ),
    ]
    for table in versioned_tables():
        name = f"{_PREFIX}version_{table}"
        made += [
            f"DROP TRIGGER IF EXISTS {name} ON {table}",
            (
                f"CREATE TRIGGER {name} AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table} FOR"
                f" EACH STATEMENT EXECUTE FUNCTION {_PREFIX}raise_version()"
            ),
        ]
    for table in append_only_tables():
        name = f"{_PREFIX}keep_{table}"
        made += [
            f"DROP TRIGGER IF EXISTS {name} ON {table}",
            (
                f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE"
                f" FUNCTION {_PREFIX}keep()"
            ),
            # No row's trigger fires when a table is emptied
            f"DROP TRIGGER IF EXISTS {name}_whole ON {table}",
            (
                f"CREATE TRIGGER {name}_whole BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE"
                f" FUNCTION {_PREFIX}keep()"
            ),
        ]
    return made
