"""Options and their families, with their cautions, and the evidence for each topic."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from content import vocabulary as words
from content.models.history import History
from content.models.names import alias_lines, names_of, supplement_names, validate_aliases
from content.models.review import RecordKind
from content.models.sources import Source
from content.models.topics import DoctorLine, PrepItem, Topic
from content.models.worded import Worded, refuse, validate_slug
from content.wording.supplements import naming


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
    known = supplement_names()
    names = (option.slug, option.name)
    refuse(
        known.called(*names, names_of(option))
        if option.is_supplement
        else known.borne(*names, alias_lines(option))
    )


def validate_names(option: Option) -> None:
    """Refuse to give a supplement a name that other records' texts already use: each of them would
    be left out of every answer.
    """
    if not option.is_supplement:
        return
    new = frozenset(names_of(option)) - supplement_names().to_others
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
