"""The publications that records cite."""

from django.db import models
from django.db.models import Q

from content.models.history import History
from content.models.names import barred_to_sources
from content.models.worded import refuse
from content.wording.citations import source_violations


class Source(models.Model):
    """A publication that records cite: who published it, what it is called, when, and its public
    address.
    """

    key = models.CharField(
        max_length=20, unique=True, help_text="Short name used in files, such as NG23."
    )
    organisation = models.CharField(max_length=120)
    title = models.CharField(max_length=250)
    year = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="Year published or last updated. Empty when it is a living page.",
    )
    url = models.URLField(max_length=300, verbose_name="address")
    opened_on = models.DateField(
        null=True,
        blank=True,
        verbose_name="last opened on",
        help_text=(
            "The day on which a page of this publication itself was last read for this service."
            " Empty: never; what records say of it was taken from elsewhere."
        ),
    )
    history = History()

    class Meta:
        ordering = ("key",)
        constraints = (
            models.CheckConstraint(
                condition=Q(url__startswith="https://"), name="source_address_is_https"
            ),
            models.CheckConstraint(
                condition=Q(year__isnull=True) | Q(year__range=(1990, 2100)),
                name="source_year_plausible",
                violation_error_message="Write a year from 1990 to 2100.",
            ),
        )

    def __str__(self) -> str:
        return f"{self.key}: {self.organisation}, {self.title}"

    def clean(self) -> None:
        super().clean()
        refuse(source_violations(self.organisation, self.title, self.url, barred_to_sources()))
