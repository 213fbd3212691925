"""The tables for usage and for rate limiting. Nothing connects the two, and neither holds words.

`UsageTally` counts calls by day. `AddressWindow` counts calls by a keyed hash of the address, under
a salt that is destroyed after an hour.
"""

from django.db import models


class UsageTally(models.Model):
    """The number of calls on one day, by tool, topic and calling software. No time of day, no
    address, no words.
    """

    day = models.DateField()
    tool = models.CharField(max_length=20)
    topic = models.CharField(
        max_length=60, help_text="Slug of the topic or option, or “unmatched”, “several”, “all”."
    )
    software = models.CharField(max_length=40, help_text="Product name of the calling software.")
    calls = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ("-day", "tool", "topic", "software")
        verbose_name_plural = "usage tallies"
        constraints = (
            models.UniqueConstraint(
                fields=("day", "tool", "topic", "software"), name="usage_tally_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.day} {self.tool} {self.topic} {self.software}: {self.calls}"


class FlushedJournal(models.Model):
    """The name of a usage journal that has already been added to the tallies. The row exists only
    until the journal's file is deleted, so that no journal is added twice.
    """

    name = models.CharField(max_length=40, primary_key=True)

    class Meta:
        db_table = "api_foldedsheet"

    def __str__(self) -> str:
        return self.name


class AddressWindow(models.Model):
    """The number of calls from one address, stored as a keyed hash, in the current window."""

    key = models.CharField(max_length=64, primary_key=True)
    hits = models.PositiveIntegerField()
    expires = models.BigIntegerField(help_text="Seconds since 1970.")

    def __str__(self) -> str:
        return f"{self.hits} until {self.expires}"


class HourlySalt(models.Model):
    """The random salt of one hour, destroyed with all address windows when the hour ends."""

    hour = models.BigIntegerField(primary_key=True, help_text="Hours since 1970.")
    salt = models.BinaryField()

    def __str__(self) -> str:
        return str(self.hour)
