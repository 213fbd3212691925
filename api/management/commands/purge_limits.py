"""`purge_limits`: destroy salts and counts of hours that are over, for a machine on which no worker
runs to do it.
"""

from typing import Any

from django.core.management.base import BaseCommand

from api.rate_limit import salt


class Command(BaseCommand):
    help = (
        "Destroy the salts and address counts of hours that are over. Running workers do this by"
        " themselves; after a stop, a timer may."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("destroyed" if salt.purge() else "nothing was left")
