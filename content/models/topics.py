"""Topics (symptoms, linked conditions, guides), and the rows that belong to them."""

from typing import Any

from django.db import models
from django.db.models import F, Q

from content import vocabulary as words
from content.models.history import History
from content.models.names import validate_aliases
from content.models.review import RecordKind
from content.models.sources import Source
from content.models.worded import Worded, refuse, validate_slug
from content.wording.doctor_flags import doctor_violations


class DoctorLine(Worded):
    """A line of the doctor flag that several topics share: written once, and part of what is signed
    of each.
    """

    key = models.CharField(
        max_length=40,
        unique=True,
        validators=[validate_slug],
        help_text="Short name used in files.",
    )
    urgency = models.CharField(max_length=10, choices=words.Urgency)
    text = models.TextField(
        help_text="What follows “if”, such as “you have chest pain”. No full stop."
    )
    position = models.PositiveSmallIntegerField(
        default=0, help_text="Place among shared lines of one urgency."
    )
    history = History()

    class Meta:
        ordering = ("position", "key")
        verbose_name = "shared doctor line"
        constraints = (
            models.CheckConstraint(
                condition=Q(urgency__in=words.Urgency.values), name="doctor_line_urgency_known"
            ),
            models.CheckConstraint(condition=Q(text__length__gt=0), name="doctor_line_written"),
        )

    def __str__(self) -> str:
        return f"{self.key} ({self.urgency})"

    def record(self) -> None:
        return None


class Topic(Worded):
    """A symptom, a linked condition or a guide, with its text for readers and its doctor flag."""

    slug = models.CharField(
        max_length=60,
        unique=True,
        validators=[validate_slug],
        help_text="Part of the contract: pages and links use it.",
    )
    kind = models.CharField(max_length=10, choices=words.TopicKind)
    name = models.CharField(max_length=80, unique=True)
    position = models.PositiveSmallIntegerField(default=0, help_text="Place in lists.")
    aliases = models.TextField(
        blank=True,
        help_text="Other ways people say it, one a line. Understood as input, never printed.",
    )
    summary = models.TextField(help_text="Two or three sentences that stand alone.")
    what_it_is = models.TextField()
    why_it_happens = models.TextField(blank=True, help_text="A guide may go without.")
    what_can_help = models.TextField(
        help_text="Self-care, and the kinds of treatment there are. No doses."
    )
    doctor_emergency = models.TextField(
        "see a doctor: emergency",
        help_text="What needs emergency help now. Starts with whom to call.",
    )
    doctor_soon = models.TextField(
        "see a doctor: soon", help_text="What needs a doctor within days, or the same day."
    )
    doctor_routine = models.TextField(
        "see a doctor: routine", help_text="What is worth an ordinary appointment."
    )
    doctor_lines: "models.ManyToManyField[DoctorLine, Any]" = models.ManyToManyField(
        DoctorLine, related_name="topics", blank=True, verbose_name="shared doctor lines"
    )
    options_note = models.TextField(
        blank=True,
        help_text="A sentence shown with the list of options, where the list leaves a gap.",
    )
    related: "models.ManyToManyField[Topic, RelatedTopic]" = models.ManyToManyField(
        "self", through="RelatedTopic", symmetrical=False
    )
    sources: "models.ManyToManyField[Source, Any]" = models.ManyToManyField(
        Source, related_name="topics", blank=True
    )
    history = History(m2m_fields=[sources, doctor_lines])

    class Meta:
        ordering = ("-kind", "position", "name")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=words.TopicKind.values), name="topic_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(kind=words.TopicKind.GUIDE) | Q(why_it_happens__length__gt=0),
                name="topic_why_it_happens_written",
            ),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{field}__length__gt": 0}), name=f"topic_{field}_written"
                )
                for field in (
                    "name",
                    "summary",
                    "what_it_is",
                    "what_can_help",
                    "doctor_emergency",
                    "doctor_soon",
                    "doctor_routine",
                )
            ),
        )

    def __str__(self) -> str:
        return self.name

    def record(self) -> "Topic":
        return self

    @property
    def record_kind(self) -> str:
        """The family of records this is of, in the ledger."""
        return RecordKind.TOPIC

    def clean(self) -> None:
        super().clean()
        # A part that is a lead alone is finished by a shared line: whether it has one is asked with
        # the whole record.
        parts = {name: getattr(self, f"doctor_{name}") for name in ("emergency", "soon", "routine")}
        own = {name: "" if text.rstrip().endswith(":") else text for name, text in parts.items()}
        refuse((f"doctor_{name}", violation) for name, violation in doctor_violations(**own))
        validate_aliases(self)


class Symptom(Topic):
    """The symptoms among the topics, for the admin."""

    class Meta:
        proxy = True


class Condition(Topic):
    """The linked conditions among the topics, for the admin."""

    class Meta:
        proxy = True
        verbose_name = "linked condition"


class Guide(Topic):
    """The guides among the topics, for the admin."""

    class Meta:
        proxy = True


class RelatedTopic(models.Model):
    """One topic points to another that a reader may want next."""

    topic = models.ForeignKey(Topic, on_delete=models.CASCADE, related_name="links")
    to = models.ForeignKey(
        Topic, on_delete=models.CASCADE, related_name="linked_from", verbose_name="related topic"
    )
    position = models.PositiveSmallIntegerField(default=0)
    history = History()

    class Meta:
        ordering = ("position", "id")
        constraints = (
            models.UniqueConstraint(fields=("topic", "to"), name="related_topic_once"),
            models.CheckConstraint(condition=~Q(topic=F("to")), name="related_topic_is_another"),
        )

    def __str__(self) -> str:
        return f"{self.topic} → {self.to}"


class PrepItem(Worded):
    """Something to ask, to bring or to note down before an appointment about a topic."""

    topic = models.ForeignKey(Topic, on_delete=models.CASCADE, related_name="prep_items")
    kind = models.CharField(max_length=10, choices=words.PrepKind)
    text = models.CharField(max_length=300)
    position = models.PositiveSmallIntegerField(default=0)
    history = History()

    class Meta:
        ordering = ("kind", "position", "id")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=words.PrepKind.values), name="prep_item_kind_known"
            ),
            models.CheckConstraint(condition=Q(text__length__gt=0), name="prep_item_text_written"),
            models.UniqueConstraint(fields=("topic", "kind", "text"), name="prep_item_once"),
        )

    def __str__(self) -> str:
        return self.text

    def record(self) -> Topic:
        return self.topic
