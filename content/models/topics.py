"""What is stored: topics, options, the evidence between them, their cautions, their sources, and
who vouches for them.

The rules that a row can hold by itself are database constraints here. What a text may say is
`content.wording.rules`, which every model's `clean()` applies. Review standing is never stored:
`content.review.standing` derives it from the sign-off ledger.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.utils import timezone
from simple_history.models import HistoricalRecords

from content import vocabulary as words
from content.language.names import key_in
from content.wording.citations import source_breaches
from content.wording.rules import Breach, breaches, doctor_breaches
from content.wording.supplements import Remedies, naming

models.CharField.register_lookup(Length, "length")
models.TextField.register_lookup(Length, "length")

validate_slug = RegexValidator(
    r"^[a-z0-9]+(?:-[a-z0-9]+)*\Z", "Use lower-case letters, digits and single hyphens."
)


_act: ContextVar[tuple[datetime, Any] | None] = ContextVar("act", default=None)


@contextmanager
def one_act(at: datetime | None = None, author: Any = None) -> Iterator[None]:
    """Within the block, every change to any row is dated alike: one act, however long it takes.

    `author`: who wrote what is stored, where that is not the account that stores it.
    """
    token = _act.set(_act.get() or (at or timezone.now(), author))
    try:
        yield
    finally:
        _act.reset(token)


class History(HistoricalRecords):  # type: ignore[misc]
    """A model's history that also sees what is saved through the model's proxies, as the admin does
    it, and knows what was one act.
    """

    def create_historical_record(
        self, instance: Any, history_type: str, using: str | None = None
    ) -> None:
        act = _act.get()
        if act is None:
            super().create_historical_record(instance, history_type, using)
            return
        instance._history_date = act[0]
        try:
            super().create_historical_record(instance, history_type, using)
        finally:
            del instance._history_date

    def get_history_user(self, instance: Any) -> Any:
        act = _act.get()
        return (act and act[1]) or super().get_history_user(instance)

    def finalize(self, sender: Any, **kwargs: Any) -> None:
        super().finalize(sender, **kwargs)
        if sender._meta.proxy and sender._meta.concrete_model is self.cls:
            models.signals.post_save.connect(self.post_save, sender=sender, weak=False)
            models.signals.post_delete.connect(self.post_delete, sender=sender, weak=False)


def refuse(found: Iterable[tuple[str, Breach]]) -> None:
    """Raises `ValidationError` with the breaches of wording rules that are found, by field; nothing
    where there are none.
    """
    errors: dict[str, list[str]] = {}
    for field, breach in found:
        errors.setdefault(field, []).append(str(breach))
    if errors:
        raise ValidationError(errors)


class Worded(models.Model):
    """A row that holds text for readers. `clean()` refuses wording that must not be said, field by
    field.
    """

    # Fields that no answer prints, or that hold an address or a code instead of prose.
    UNWORDED: ClassVar[frozenset[str]] = frozenset(
        {"key", "aliases", "members", "url", "kind", "urgency", "grade", "finding"}
    )

    class Meta:
        abstract = True

    def record(self) -> "Topic | Option | None":
        """The row of the record that this one is part of; None where several records share it."""
        raise NotImplementedError

    def barred(self, known: Remedies) -> frozenset[str]:
        """The names of supplements and herbs that this row may not use: all but those of its own
        record.
        """
        record = self.record()
        return (
            known.to_supplement(record.slug, names_of(record))
            if isinstance(record, Option) and record.is_supplement
            else known.to_others
        )

    def unworded(self) -> frozenset[str]:
        """Fields that `clean()` does not read."""
        return self.UNWORDED

    def texts(self) -> Iterator[tuple[str, str]]:
        """Every text of this row that the rules read, with its field."""
        for field in self._meta.concrete_fields:
            if (
                isinstance(field, models.CharField | models.TextField)
                and field.name not in self.unworded()
            ):
                yield field.name, getattr(self, field.name) or ""

    def clean(self) -> None:
        super().clean()
        read = self.reader()
        refuse((field, breach) for field, text in self.texts() for breach in read(text))

    def reader(self) -> Callable[[str], tuple[Breach, ...]]:
        """What says which wording rules a text would break as one of this row's."""
        record = self.record()
        herbal = isinstance(record, Option) and record.is_supplement
        withheld = self.barred(remedies())
        return lambda text: breaches(text, withheld=withheld, herbal=herbal)


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
        refuse(source_breaches(self.organisation, self.title, self.url, barred_to_sources()))


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
        refuse((f"doctor_{name}", breach) for name, breach in doctor_breaches(**own))
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
    """A question to ask, a thing to bring, or a note to keep before an appointment
    about a topic.
    """

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


class Family(Worded):
    """Options so alike that they share cautions and one row in a list of options, such as the forms
    of HRT.

    What its cautions say is written once, and is part of what is signed of each member.
    """

    slug = models.CharField(max_length=60, unique=True, validators=[validate_slug])
    name = models.CharField(max_length=100, unique=True)
    history = History()

    class Meta:
        ordering = ("name",)
        verbose_name_plural = "families"
        constraints = (
            models.CheckConstraint(condition=Q(name__length__gt=0), name="family_name_written"),
        )

    def __str__(self) -> str:
        return self.name

    def record(self) -> None:
        return None


class Option(Worded):
    """Something that may help. A supplement or herb may stand with a name alone: then there is
    nothing to leak.
    """

    slug = models.CharField(
        max_length=60,
        unique=True,
        validators=[validate_slug],
        help_text="Part of the contract: pages and links use it.",
    )
    kind = models.CharField(max_length=24, choices=words.OptionKind)
    name = models.CharField(max_length=100, unique=True)
    position = models.PositiveSmallIntegerField(
        default=0, help_text="Place among options of the same grade."
    )
    family = models.ForeignKey(
        Family,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="members",
        help_text="Shares its cautions.",
    )
    aliases = models.TextField(
        blank=True,
        help_text=(
            "Other names of the very same thing, one a line. Understood as input, never printed."
        ),
    )
    members = models.TextField(
        blank=True,
        verbose_name="single medicines and brands",
        help_text=(
            "Single medicines and brands that this record answers for as a group, one a line. Never"
            " printed."
        ),
    )
    summary = models.TextField(
        blank=True, help_text="What it is and what it is used for around menopause."
    )
    cost = models.TextField(blank=True, help_text="In general words: free, low, moderate, high.")
    access = models.TextField(blank=True, help_text="How people get it.")
    sources: "models.ManyToManyField[Source, Any]" = models.ManyToManyField(
        Source, related_name="options", blank=True
    )
    history = History(m2m_fields=[sources])

    class Meta:
        ordering = ("kind", "position", "name")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=words.OptionKind.values), name="option_kind_known"
            ),
            models.CheckConstraint(condition=Q(name__length__gt=0), name="option_name_written"),
            *(
                models.CheckConstraint(
                    condition=Q(kind=words.OptionKind.SUPPLEMENT_OR_HERB)
                    | Q(**{f"{field}__length__gt": 0}),
                    name=f"option_{field}_written",
                )
                for field in ("summary", "cost", "access")
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def record_kind(self) -> str:
        """The family of records this is of, in the ledger."""
        return RecordKind.OPTION

    @property
    def is_supplement(self) -> bool:
        """Whether the release gate may withhold this option."""
        return self.kind == words.OptionKind.SUPPLEMENT_OR_HERB

    def record(self) -> "Option":
        return self

    def unworded(self) -> frozenset[str]:
        # `validate_kind` reads these by rules of their own
        return self.UNWORDED | {"name", "slug"} if self.is_supplement else self.UNWORDED

    def clean(self) -> None:
        validate_kind(self)  # first: of another kind, another set of rules would read it
        super().clean()
        validate_aliases(self)
        validate_names(self)


class Caution(Worded):
    """Written safety text of an option, or of a family of options: who should check first, or what
    to watch for. Never a dose.
    """

    option = models.ForeignKey(
        Option, on_delete=models.CASCADE, related_name="caution_items", null=True, blank=True
    )
    family = models.ForeignKey(
        Family, on_delete=models.CASCADE, related_name="caution_items", null=True, blank=True
    )
    kind = models.CharField(max_length=12, choices=words.CautionKind)
    text = models.CharField(max_length=400)
    position = models.PositiveSmallIntegerField(default=0)
    history = History()

    class Meta:
        ordering = ("kind", "position", "id")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=words.CautionKind.values), name="caution_kind_known"
            ),
            models.CheckConstraint(condition=Q(text__length__gt=0), name="caution_text_written"),
            models.CheckConstraint(
                condition=Q(option__isnull=True) ^ Q(family__isnull=True),
                name="caution_of_one_option_or_family",
            ),
            models.UniqueConstraint(fields=("option", "kind", "text"), name="caution_once"),
            models.UniqueConstraint(fields=("family", "kind", "text"), name="family_caution_once"),
        )

    def __str__(self) -> str:
        return self.text

    def record(self) -> Option | None:
        return self.option


class Evidence(Worded):
    """What research says of one option for one topic: a grade, a finding, a statement and its
    basis.
    """

    option = models.ForeignKey(Option, on_delete=models.CASCADE, related_name="evidence")
    topic = models.ForeignKey(Topic, on_delete=models.PROTECT, related_name="evidence")
    grade = models.CharField(max_length=6, choices=words.Grade)
    finding = models.CharField(max_length=10, choices=words.Finding)
    statement = models.TextField(
        help_text="What research says about this option for this topic, and for whom."
    )
    basis = models.TextField(help_text="Which guidance or reviews this rests on.")
    place = models.PositiveSmallIntegerField(
        default=0,
        help_text=(
            "Where it stands for this topic among options of the same grade and finding: 1 is what"
            " is usually tried first; 0, behind them."
        ),
    )
    sources: "models.ManyToManyField[Source, Any]" = models.ManyToManyField(
        Source, related_name="evidence", blank=True
    )
    history = History(m2m_fields=[sources])

    class Meta:
        ordering = ("topic__position", "id")
        verbose_name_plural = "evidence"
        constraints = (
            models.UniqueConstraint(fields=("option", "topic"), name="evidence_one_grade_per_pair"),
            models.CheckConstraint(
                condition=Q(
                    *(
                        Q(grade=grade, finding__in=list(findings))
                        for grade, findings in words.ALLOWED_FINDINGS.items()
                    ),
                    _connector=Q.OR,
                ),
                name="evidence_finding_fits_grade",
            ),
            models.CheckConstraint(
                condition=Q(statement__length__gt=0), name="evidence_statement_written"
            ),
            models.CheckConstraint(condition=Q(basis__length__gt=0), name="evidence_basis_written"),
        )

    def __str__(self) -> str:
        return (
            f"{self.option} for {words.in_sentence(self.topic.name)}: {self.grade}, {self.finding}"
        )

    def record(self) -> Option:
        return self.option


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


# What an entry of the ledger keeps of its reviewer as it was when it was signed.
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


def lines_of(text: str) -> list[str]:
    """The lines of a text that holds one name a line, without blank ones."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def alias_lines(record: Topic | Option) -> list[str]:
    """Every name that a record goes by besides its own: its aliases, and the members of a group."""
    return lines_of(record.aliases) + (
        lines_of(record.members) if isinstance(record, Option) else []
    )


def names_of(option: Option) -> list[str]:
    """Every way an option is named: name, aliases and members, lower case."""
    return [name.lower() for name in (option.name, *alias_lines(option))]


def remedies() -> Remedies:
    """Every supplement and herb that is or was stored, with every name and alias it ever had."""
    found = {slug: set(names) for slug, names in former_names().items()}
    for option in _supplements():
        found.setdefault(option.slug, set()).update(names_of(option))
    return Remedies({slug: frozenset(names) for slug, names in found.items()})


def _supplements() -> "models.QuerySet[Option]":
    return Option.objects.filter(kind=words.OptionKind.SUPPLEMENT_OR_HERB).only(
        "slug", "name", "aliases", "members"
    )


def barred_to_sources() -> frozenset[str]:
    """What no stored source may name: supplements and herbs without a record, which can never be
    released.
    """
    return remedies().to_sources((option.slug, names_of(option)) for option in _supplements())


def former_names() -> Mapping[str, frozenset[str]]:
    """Every name and alias that each record had while it was a supplement or herb, by slug, lower
    case.
    """
    found: dict[str, set[str]] = {}
    kept = Option.history.filter(kind=words.OptionKind.SUPPLEMENT_OR_HERB).order_by()
    for slug, name, aliases, members in kept.values_list(
        "slug", "name", "aliases", "members"
    ).distinct():
        found.setdefault(slug, set()).update(
            names_of(Option(name=name, aliases=aliases, members=members))
        )
    return {slug: frozenset(names) for slug, names in found.items()}


def validate_kind(option: Option) -> None:
    """Keep every supplement and herb behind the release gate: its kind stays, and no other option
    goes by its name.
    """
    stored = Option.objects.filter(pk=option.pk).values_list("kind", flat=True).first()
    if (
        stored is not None
        and (stored == words.OptionKind.SUPPLEMENT_OR_HERB) is not option.is_supplement
    ):
        raise ValidationError(
            {
                "kind": (
                    "A record can become no supplement or herb, and stop being none: make a new"
                    " record instead."
                )
            }
        )
    known = remedies()
    names = (option.slug, option.name)
    refuse(
        known.called(*names, names_of(option))
        if option.is_supplement
        else known.borne(*names, alias_lines(option))
    )


def validate_aliases(record: Topic | Option) -> None:
    """Refuse a name or alias that another record already goes by: as words are compared, plural or
    not.

    What a topic and an option both go by already (an operation, and what it brings about) stays.
    """
    family: type[Topic] | type[Option] = Topic if isinstance(record, Topic) else Option
    mine = _names_compared(record)
    before = family._default_manager.filter(pk=record.pk).first()
    new = {
        key: name
        for key, name in mine.items()
        if before is None or key not in _names_compared(before)
    }
    _refuse_shared(mine, family._default_manager.exclude(pk=record.pk))
    if new:
        _refuse_shared(new, (Option if family is Topic else Topic)._default_manager.all())


def _names_compared(record: Topic | Option) -> dict[str, str]:
    return {key_in(line): line for line in (record.name, *alias_lines(record))}


def _refuse_shared(mine: Mapping[str, str], others: "models.QuerySet[Any]") -> None:
    for other in others.defer("summary"):
        shared = sorted(mine[key] for key in mine.keys() & _names_compared(other).keys())
        if shared:
            raise ValidationError(
                {"aliases": f"Already used by “{other.name}”: {', '.join(shared)}."}
            )


def validate_names(option: Option) -> None:
    """Refuse to give a supplement a name that other records' texts already use: each of them would
    be left out of every answer.
    """
    if not option.is_supplement:
        return
    new = frozenset(names_of(option)) - remedies().to_others
    users: dict[str, set[str]] = {}
    for row in _worded_rows() if new else ():
        record = row.record()
        if record is None or record.pk != option.pk or not isinstance(record, Option):
            # An option of another kind may not be known by such a name either.
            aliases = alias_lines(row) if isinstance(row, Option) and not row.is_supplement else []
            for found in naming("\n".join((*(text for _, text in row.texts()), *aliases)), new):
                users.setdefault(found.lower(), set()).add(str(record or row))
    if users:
        said = "“{}” is a word of other records, which would be left out of every answer: {}."
        raise ValidationError(
            {"aliases": [said.format(name, _some(sorted(by))) for name, by in users.items()]}
        )


def _worded_rows() -> Iterator[Worded]:
    """Every row that holds text for readers."""
    for model, owner in (
        (Topic, None),
        (DoctorLine, None),
        (PrepItem, "topic"),
        (Family, None),
        (Option, None),
        (Caution, "option"),
        (Evidence, "option"),
    ):
        rows = model._default_manager.all()
        yield from rows.select_related(owner) if owner else rows


def _some(names: list[str], most: int = 5) -> str:
    """The first few of `names`, and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
