"""`export_content`: write the curated content back to the seed files, so that a change made in the
admin can be read as a diff.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from content import seeding


class Command(BaseCommand):
    help = "Write every record to its file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=seeding.SEED)

    def handle(self, *args: Any, **options: Any) -> None:
        written = seeding.export(options["folder"])
        self.stdout.write(f"{len(written)} files written to {options['folder']}")
