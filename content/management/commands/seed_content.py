"""`seed_content`: load what the seed files hold and the database lacks. Never changes what editors
changed.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from content import seeding
from content.documents import read_records, same
from content.models import Topic
from content.review.history import histories
from content.review.standing import record_kind


class Command(BaseCommand):
    help = (
        "Insert seed records that are missing, less those that clash with what editors wrote, which"
        " are named. With --check: change nothing, name the records that differ from their files,"
        " and fail where one could not be inserted."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["check"]:
                self._check()
            else:
                self._load()
        except seeding.SeedError as error:
            said = f"Nothing was loaded.\n{error}"
            if options["check"] or not Topic.objects.exists():
                raise CommandError(said) from error
            # There is content to serve: what a version brings must not keep the service from
            # starting
            self.stderr.write(said)

    def _load(self) -> None:
        loaded = seeding.insert_missing()
        self.stdout.write(
            f"{len(loaded.inserted)} records loaded" if loaded.inserted else "content is in place"
        )
        if loaded.completed:
            self.stdout.write(
                f"key cautions of their files given to {len(loaded.completed)} records stored"
                " before"
            )
        differing = self._differing()
        if differing:
            here = sum(edited for _, edited in differing)
            self.stdout.write(
                f"{len(differing)} records differ from their files of this version: {here} were"
                f" edited here, {len(differing) - here} have newer files.\n  See how:   manage.py"
                f" import_content {seeding.SEED} --preview\n  Take over: manage.py import_content"
                f" {seeding.SEED}   (edits made here are overwritten, History keeps them;\n        "
                "     a sign-off of a record that changes ends)"
            )
        for reason in loaded.left_out:
            self.stderr.write(f"left out: {reason}")

    def _differing(self) -> list[tuple[str, bool]]:
        """The records that differ from their files, each with whether an editor ever changed it
        here.
        """
        stored = {document.slug: document for document in read_records()}
        found = []
        try:
            files = seeding.read_files().documents
        except seeding.SeedError:  # said where they were read to be loaded
            return []
        for document in files:
            mine = stored.get(document.slug)
            if mine is not None and not same(mine, document):
                past = histories(record_kind(mine), mine.slug)
                found.append(
                    (
                        mine.slug,
                        any(rows.filter(history_user__isnull=False).exists() for rows in past),
                    )
                )
        return found

    def _check(self) -> None:
        with transaction.atomic():
            left_out = seeding.insert_missing().left_out
            transaction.set_rollback(True)
        stored = {document.slug for document in read_records()}
        for document in seeding.read_files().documents:
            if document.slug not in stored:
                self.stdout.write(f"missing: {document.slug}")
        for slug, edited in self._differing():
            self.stdout.write(
                f"changed since its file{'' if edited else ', which is newer'}: {slug}"
            )
        if left_out:
            raise CommandError("\n".join(f"would be left out: {reason}" for reason in left_out))
