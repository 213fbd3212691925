"""`seed_content`: load what the seed files hold and the database lacks. Never changes what editors changed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from content import seeding
from content.documents import Document, as_plain, read_options, read_topics


class Command(BaseCommand):
    help = "Insert seed records that are missing (all or nothing). With --check: change nothing, name the records that differ from their files."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["check"]:
                self._check()
            else:
                inserted = seeding.insert_missing()
                self.stdout.write(f"{len(inserted)} records loaded" if inserted else "content is in place")
        except seeding.SeedError as error:
            raise CommandError(f"Nothing was loaded.\n{error}") from error

    def _check(self) -> None:
        _, files = seeding.read_files()
        documents: tuple[Document, ...] = (*read_topics(), *read_options())
        stored = {document.slug: as_plain(document) for document in documents}
        for document in files:
            if document.slug not in stored:
                self.stdout.write(f"missing: {document.slug}")
            elif stored[document.slug] != as_plain(document):
                self.stdout.write(f"changed since its file: {document.slug}")
