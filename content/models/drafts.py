"""Edits that readers do not see until they are published."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from content.models.history import History
from content.models.review import RecordKind


class Draft(models.Model):
    """An edit that readers do not see yet: the whole text as it will read once it is published. One
    at a time of each text.

    Its history keeps every wording it had and every act, so that whoever wrote any of it signs none
    of it.
    """

    class Kind(models.TextChoices):
        TOPIC = RecordKind.TOPIC.value, "Topic"
        OPTION = RecordKind.OPTION.value, "Option"
        FAMILY = "family", "Family"
        DOCTOR_LINE = "doctorline", "Shared doctor line"
        SOURCE = "source", "Source"

    class State(models.TextChoices):
        DRAFT = "draft", "Draft"
        SUBMITTED = "submitted", "Submitted"
        RETURNED = "returned", "Sent back"
        PUBLISHED = "published", "Published"
        WITHDRAWN = "withdrawn", "Withdrawn"

    OPEN: ClassVar[tuple[str, ...]] = (State.DRAFT, State.SUBMITTED, State.RETURNED)

    kind = models.CharField(max_length=10, choices=Kind)
    key = models.CharField(
        max_length=60, help_text="The slug of a record or family, the key of anything else."
    )
    state = models.CharField(max_length=9, choices=State)
    document = models.JSONField(help_text="The text as plain data, laid out as in the files.")
    base = models.JSONField(
        null=True, help_text="The published text when this was last edited. Empty: nothing was."
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Who last changed its words.",
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Who brought it to this state.",
    )
    at = models.DateTimeField(help_text="When it came to this state.")
    note = models.TextField(blank=True, help_text="Why it was sent back.")
    history = History()

    class Meta:
        ordering = ("-at", "-id")
        permissions = (("publish_draft", "Can publish draft"),)
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "key"),
                condition=Q(state__in=("draft", "submitted", "returned")),
                name="draft_one_open",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("topic", "option", "family", "doctorline", "source")),
                name="draft_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("draft", "submitted", "returned", "published", "withdrawn")),
                name="draft_state_known",
            ),
            models.CheckConstraint(
                condition=~Q(state="returned") | Q(note__length__gt=0), name="draft_return_says_why"
            ),
        )

    def __str__(self) -> str:
        return f"{self.key}: {self.get_state_display().lower()}"

    @property
    def name(self) -> str:
        """What it is about, for a person to read."""
        return str(self.document.get("name") or self.document.get("title") or self.key)

    @property
    def is_open(self) -> bool:
        """Whether it can still be edited and published."""
        return self.state in self.OPEN
