"""Who may sign, and the ledger of what was signed."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from content.models.history import History


class Reviewer(models.Model):
    """One appointment of a named clinical reviewer, tied to the account that signs.

    What was signed under it keeps its name. A correction ends it and begins another
    (`content.review.sign_off`).
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="appointments",
        verbose_name="account",
    )
    full_name = models.CharField(max_length=120)
    profession = models.CharField(
        max_length=120, help_text="Such as consultant gynaecologist, GP, pharmacist."
    )
    registration_body = models.CharField(
        max_length=120, help_text="Such as General Medical Council."
    )
    registration_number = models.CharField(max_length=40)
    appointed_on = models.DateField()
    ended_on = models.DateField(
        null=True, blank=True, help_text="From this day on, nothing they signed is in force."
    )
    history = History()

    class Meta:
        ordering = ("full_name",)
        constraints = (
            models.CheckConstraint(
                condition=Q(ended_on__isnull=True) | Q(ended_on__gte=F("appointed_on")),
                name="reviewer_ends_after_start",
            ),
            models.UniqueConstraint(
                fields=("registration_body", "registration_number"),
                condition=Q(ended_on__isnull=True),
                name="reviewer_registered_once",
                violation_error_message=(
                    "This registration is already that of a running appointment."
                ),
            ),
            models.UniqueConstraint(
                fields=("user",),
                condition=Q(ended_on__isnull=True),
                name="reviewer_appointed_once",
                violation_error_message=(
                    "This account has an appointment already. End it before another begins."
                ),
            ),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{field}__length__gt": 0}), name=f"reviewer_{field}_written"
                )
                for field in ("full_name", "profession", "registration_body", "registration_number")
            ),
        )

    def __str__(self) -> str:
        return f"{self.full_name}, {self.profession}"


class RecordKind(models.TextChoices):
    TOPIC = "topic", "Topic"
    OPTION = "option", "Option"


# What an entry of the ledger holds of its reviewer as it was when it was signed.
AS_THEN = ("full_name", "profession", "registration_body", "registration_number")
NAMES_ITS_SIGNER = Q(*((f"{field}__length__gt", 0) for field in AS_THEN))


class LedgerEntry(models.Model):
    """A reviewer's act on one exact wording. The database refuses to change or delete it
    (`content.triggers`).
    """

    record_kind = models.CharField(max_length=6, choices=RecordKind)
    slug = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, help_text="SHA-256 of the wording.")
    wording = models.TextField(help_text="The wording itself, as canonical JSON.")
    reviewer = models.ForeignKey(Reviewer, on_delete=models.PROTECT, related_name="+")
    full_name = models.CharField(
        max_length=120, help_text="The reviewer's, as it was then, and so the three below."
    )
    profession = models.CharField(max_length=120)
    registration_body = models.CharField(max_length=120)
    registration_number = models.CharField(max_length=40)
    signed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        abstract = True

    @property
    def who(self) -> str:
        """Who signed, as readers are told: name and profession as they were then."""
        return f"{self.full_name}, {self.profession}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self._state.adding:
            for name in AS_THEN:
                setattr(self, name, getattr(self.reviewer, name))
        super().save(*args, **kwargs)


class SignOff(LedgerEntry):
    """A named reviewer's approval of one exact wording, until its review-due date."""

    text_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        help_text="Who last changed the wording. Empty: seed files.",
    )
    review_due_on = models.DateField(
        help_text="From this day on the sign-off is no longer in force."
    )

    class Meta:
        ordering = ("-at", "-id")
        indexes = (models.Index(fields=("record_kind", "slug"), name="sign_off_record"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(text_by__isnull=True) | ~Q(text_by=F("signed_by")),
                name="sign_off_not_by_author",
            ),
            models.CheckConstraint(condition=Q(digest__length=64), name="sign_off_digest_whole"),
            models.CheckConstraint(condition=NAMES_ITS_SIGNER, name="sign_off_names_its_signer"),
        )

    def __str__(self) -> str:
        return f"{self.slug} signed off by {self.full_name} on {self.at:%d %B %Y}"


class ChangeRequest(LedgerEntry):
    """A reviewer's request to change one exact wording. It ends the force of any earlier sign-off
    of that wording.
    """

    note = models.TextField()

    class Meta:
        ordering = ("-at", "-id")
        indexes = (models.Index(fields=("record_kind", "slug"), name="change_request_record"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(note__length__gt=0), name="change_request_note_written"
            ),
            models.CheckConstraint(
                condition=Q(digest__length=64), name="change_request_digest_whole"
            ),
            models.CheckConstraint(
                condition=NAMES_ITS_SIGNER, name="change_request_names_its_signer"
            ),
        )

    def __str__(self) -> str:
        return f"{self.slug}: change requested by {self.full_name} on {self.at:%d %B %Y}"
