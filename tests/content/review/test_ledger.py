"""The ledger and the histories only grow, and the database refuses what no sign-off may be."""

from datetime import UTC, datetime

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from content.models import (
    Caution,
    ChangeRequest,
    Family,
    SignOff,
)
from content.triggers import append_only_tables
from content.vocabulary import (
    CautionKind,
)
from tests.makers import (
    make_option,
    make_reviewer,
    make_sign_off,
)


@pytest.mark.django_db
@pytest.mark.parametrize("owners", ["none", "both"])
def test_a_caution_is_of_one_option_or_of_one_family(owners: str) -> None:
    both = {"option": make_option(), "family": Family.objects.get(slug="hrt")}
    caution = Caution(kind=CautionKind.KEY, text="Ask first.", **(both if owners == "both" else {}))
    refused = pytest.raises(DatabaseError, match="caution_of_one_option_or_family")
    with refused, transaction.atomic():
        caution.save()


def round_the_rows(table: str) -> str:
    """The statement that changes or empties a table and fires no trigger of update or delete for
    any row.
    """
    return (
        f"TRUNCATE {table} CASCADE"
        if connection.vendor == "postgresql"
        else f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    "act", ["update", "delete", "sql update", "sql delete", "sql round the rows"]
)
def test_the_ledger_only_grows(act: str) -> None:
    make_sign_off("hot-flushes", make_reviewer())
    with pytest.raises(DatabaseError), transaction.atomic():
        if act == "update":
            SignOff.objects.update(digest="0" * 64)
        elif act == "delete":
            SignOff.objects.all()._raw_delete("default")
        else:
            statement = {
                "sql update": "UPDATE content_signoff SET slug = 'x'",
                "sql delete": "DELETE FROM content_signoff",
                "sql round the rows": round_the_rows("content_signoff"),
            }[act]
            with connection.cursor() as cursor:
                cursor.execute(statement)
    assert SignOff.objects.get().slug == "hot-flushes"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    ["UPDATE content_historicaltopic SET name = 'x'", "DELETE FROM content_historicaltopic"],
)
def test_histories_only_grow(statement: str) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.django_db
def test_no_history_is_emptied_or_replaced() -> None:
    tables = append_only_tables()
    assert {
        "content_signoff",
        "content_changerequest",
        "content_historicaltopic",
        "content_historicaltopic_sources",
    } <= set(tables)
    for table in tables:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT count(*) FROM {table}")
            if connection.vendor == "sqlite" and cursor.fetchone()[0] == 0:
                continue  # there is nothing to replace
        with (
            pytest.raises(DatabaseError, match="may not be changed"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(round_the_rows(table))


@pytest.mark.django_db
def test_migrate_makes_the_triggers_of_an_older_database_anew() -> None:
    """`migrate` makes the triggers anew, even when there is nothing else to migrate."""
    name = "menoinfo_keep_content_historicaltopic"
    old = (
        f"DROP TRIGGER {name}_whole ON content_historicaltopic"
        if connection.vendor == "postgresql"
        else f"DROP TRIGGER {name}_insert"
    )
    with connection.cursor() as cursor:
        cursor.execute(old)
    call_command("migrate", verbosity=0)
    with (
        pytest.raises(DatabaseError, match="may not be changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(round_the_rows("content_historicaltopic"))


@pytest.mark.django_db
def test_the_database_refuses_a_sign_off_by_the_author() -> None:
    reviewer = make_reviewer()
    with pytest.raises(DatabaseError), transaction.atomic():
        make_sign_off("hot-flushes", reviewer, text_by=reviewer.user)


@pytest.mark.django_db
def test_a_change_request_without_a_note_is_refused() -> None:
    reviewer = make_reviewer()
    with pytest.raises(DatabaseError), transaction.atomic():
        ChangeRequest.objects.create(
            record_kind="topic",
            slug="hot-flushes",
            digest="0" * 64,
            wording="{}",
            reviewer=reviewer,
            signed_by=reviewer.user,
            at=datetime.now(UTC),
            note="",
        )
