"""`import_content`: bring files into the database, all or nothing; `--preview` shows what would
change and changes nothing.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from content import seeding
from content.editorial.diff import differences


class Command(BaseCommand):
    help = (
        "Write the records of a folder's files into the database, all or nothing. With --preview:"
        " show what would change, and change nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="a folder laid out like content/seed")
        parser.add_argument("--preview", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        if not folder.is_dir():
            raise CommandError(f"{folder} is not a folder.")
        try:
            plan = seeding.planned(folder)
            for change in plan.changes:
                self.stdout.write(f"{change.slug}: {'new' if change.before is None else 'changed'}")
                for difference in differences(change.before or {}, change.after):
                    words = "".join(
                        {"removed": "[-{}-]", "added": "{{+{}+}}", "kept": "{}"}[p.change].format(
                            p.text
                        )
                        for p in difference.pieces
                    )
                    self.stdout.write(f"  {difference.place}: {words}")
            if not plan.changes and not plan.shared.keys():
                self.stdout.write(
                    "Nothing would change." if options["preview"] else "Nothing to change."
                )
            elif not options["preview"]:
                seeding.apply(plan)
            if plan.shared.keys():
                self.stdout.write(f"shared: {', '.join(plan.shared.keys())}")
        except seeding.SeedError as error:
            raise CommandError(f"Nothing was changed.\n{error}") from error
