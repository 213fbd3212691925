"""Rows that hold text for readers, and how wording rules refuse it."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models

from content.models.names import names_of, supplement_names
from content.wording.claims import Violation, said_of
from content.wording.rules import violations
from content.wording.supplements import SupplementNames

if TYPE_CHECKING:
    from content.models.options import Option
    from content.models.topics import Topic

validate_slug = RegexValidator(
    r"^[a-z0-9]+(?:-[a-z0-9]+)*\Z", "Use lower-case letters, digits and single hyphens."
)


def refuse(found: Iterable[tuple[str, Violation]]) -> None:
    """Raises `ValidationError` with the violations of wording rules that are found, by field;
    nothing where there are none.
    """
    errors: dict[str, list[Violation]] = {}
    for field, violation in found:
        errors.setdefault(field, []).append(violation)
    if errors:
        raise ValidationError({field: said_of(violations) for field, violations in errors.items()})


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

    def supplement(self) -> "Option | None":
        """The supplement or herb that this row is part of, where it is part of one."""
        from content.models.options import Option

        record = self.record()
        return record if isinstance(record, Option) and record.is_supplement else None

    def barred(self, known: SupplementNames) -> frozenset[str]:
        """The names of supplements and herbs that this row may not use: all but those of its own
        record.
        """
        own = self.supplement()
        return known.to_supplement(own.slug, names_of(own)) if own else known.to_others

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
        refuse((field, violation) for field, text in self.texts() for violation in read(text))

    def reader(self) -> Callable[[str], tuple[Violation, ...]]:
        """What says which wording rules a text would break as one of this row's."""
        herbal = self.supplement() is not None
        withheld = self.barred(supplement_names())
        return lambda text: violations(text, withheld=withheld, herbal=herbal)
