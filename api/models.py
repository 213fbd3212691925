"""What is counted and what is limited: two tables with no relation, no shared clock and no words in
either.

`UsageTally` counts calls by day; `AddressWindow` counts calls by keyed address hash under a salt
that lives one hour.
"""

from django.db import models


class UsageTally(models.Model):
    """How many calls of one tool about one topic one piece of software made on one day. No time of
    day, no address, no words.
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


class FoldedSheet(models.Model):
    """The name of a usage sheet whose calls are in the tallies already; kept only until its file is
    deleted.
    """

    name = models.CharField(max_length=40, primary_key=True)

    def __str__(self) -> str:
        return self.name


class AddressWindow(models.Model):
    """How often one keyed address hash has called in its window."""

    key = models.CharField(max_length=64, primary_key=True)
    hits = models.PositiveIntegerField()
    expires = models.BigIntegerField(help_text="Seconds since 1970.")

    def __str__(self) -> str:
        return f"{self.hits} until {self.expires}"


class HourlySalt(models.Model):
    """The random salt of one hour. It is destroyed, with all address windows, when the
    hour ends.
    """

    hour = models.BigIntegerField(primary_key=True, help_text="Hours since 1970.")
    salt = models.BinaryField()

    def __str__(self) -> str:
        return str(self.hour)
