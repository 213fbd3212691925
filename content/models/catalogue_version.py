"""The number that every change of content raises."""

from django.db import models
from django.db.models import Q


class CatalogueVersion(models.Model):
    """One row with one number. Triggers on every content table raise it, so that no change can go
    unseen.
    """

    number = models.BigIntegerField(default=0)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(id=1), name="catalogue_version_single_row"),
        )

    def __str__(self) -> str:
        return str(self.number)
