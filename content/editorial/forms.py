"""Forms of the admin: text is stored in one form, what was not touched stays as it is, every field
has a label and only what may stand can be chosen.
"""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget
from django.core.exceptions import ValidationError
from django.db import models
from django.forms import BaseInlineFormSet
from django.urls import reverse_lazy
from django.utils.functional import lazy
from django.utils.html import format_html

from content.doctor_flag import DoctorFlag, composed
from content.editorial import aliases
from content.editorial.merge import Both
from content.models import Option
from content.vocabulary import ALLOWED_FINDINGS, CautionKind, Finding, Grade
from content.wording.doctor_flags import doctor_violations
from content.wording.text_blocks import tidy


class Tidied(forms.CharField):
    """A text as it is stored. What a browser alone made of it (its line breaks) is no change."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.to_python(initial), data)


class OneLine(Tidied):
    """A line of a list, written in a box that shows the whole of it; what is typed on several lines
    becomes one.
    """

    def to_python(self, value: Any) -> str:
        return " ".join(super().to_python(value).split())


if TYPE_CHECKING:
    Overrides = dict[type[models.Field[Any, Any]], dict[str, Any]]
TEXTS: "Overrides" = {
    models.CharField: {"form_class": OneLine},
    models.TextField: {"form_class": Tidied, "widget": AdminTextareaWidget(attrs={"rows": 5})},
}
IN_A_BOX: "Overrides" = {
    **TEXTS,
    models.CharField: {
        "form_class": OneLine,
        "widget": forms.Textarea(attrs={"rows": 3, "cols": 60}),
    },
}


class RecordForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form of a record or of a row that hangs on it."""

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if cleaned is not None:
            changed = set(self.changed_data)
            for name in cleaned.keys() - changed:
                if isinstance(self.fields[name], Tidied) and name in self.initial:
                    cleaned[name] = self.initial[name]  # untouched: as it is stored, to the letter
            for name in (name for name in aliases.FIELDS if name in changed and name in cleaned):
                for fault in aliases.faults(
                    aliases.new_names(self.initial.get(name) or "", cleaned[name])
                ):
                    self.add_error(name, fault)
        refused = getattr(self.data, "refused", "")
        if refused and not self.prefix:
            self.add_error(None, refused)
        for name in self.fields:
            theirs: Both | None = getattr(self.data, "both", {}).get(self.add_prefix(name))
            if theirs is not None:
                self.add_error(name, theirs.in_words())
        return cleaned


class RatingForm(RecordForm):
    """Grade and finding are one choice: the pairs that may stand, and no other."""

    rating = forms.ChoiceField(
        choices=[
            ("", "Choose a grade and a finding"),
            *(
                (f"{grade}/{finding}", f"{Grade(grade).label}: {Finding(finding).label.lower()}")
                for grade, findings in ALLOWED_FINDINGS.items()
                for finding in findings
            ),
        ],
        label="Grade and finding",
        help_text=lazy(format_html, str)(
            'How much good research there is, and what it points to: <a href="{}">how we grade</a>.'
            " If you change it, change the two texts below with it.",
            reverse_lazy("grading"),
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.grade:
            self.initial["rating"] = f"{self.instance.grade}/{self.instance.finding}"
        if "sources" in self.fields:
            self.fields["sources"].required = True
            self.fields["sources"].error_messages["required"] = "Name a source for this grade."

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean() or {}
        if cleaned.get("rating"):
            self.instance.grade, self.instance.finding = cleaned["rating"].split("/")
        return cleaned


MOST_KEY_CAUTIONS = 3
PLACE = "position"  # the field of a row that says where it stands among the others


class RowForms(BaseInlineFormSet):  # type: ignore[type-arg]
    """The rows of a table, where no label stands beside a field: each says for itself what it is,
    and in which row.
    """

    row = "row"  # what one is called

    def clean(self) -> None:
        super().clean()
        last = max((getattr(form.instance, PLACE, 0) or 0 for form in self.forms), default=0)
        for form in self.extra_forms:
            if getattr(form, "cleaned_data", {}).get(PLACE, 0) is None:
                last += 1
                setattr(form.instance, PLACE, last)

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        if PLACE in form.fields and form.instance._state.adding:  # left empty, it stands last
            form.fields[PLACE].required, form.fields[PLACE].initial = False, None
            form.initial.pop(PLACE, None)
        for name, field in form.fields.items():
            # Django's admin wraps what points to another row
            widget = getattr(field.widget, "widget", field.widget)
            said = (
                f"{self.row} {index + 1}: {field.label or name}"
                if index is not None
                else f"New {self.row}: {field.label or name}"
            )
            widget.attrs.setdefault("aria-label", said[:1].upper() + said[1:])


class CautionForms(RowForms):
    """Holds an option or a family to one to three key cautions: nothing is released without one."""

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return
        kept = [form.cleaned_data for form in self.forms if not form.cleaned_data.get("DELETE")]
        keys = sum(one.get("kind") == CautionKind.KEY and bool(one.get("text")) for one in kept)
        if keys > MOST_KEY_CAUTIONS:
            raise ValidationError(
                f"Mark at most {MOST_KEY_CAUTIONS} cautions as key: those whose loss could do"
                f" serious harm. Now {keys} are marked."
            )
        if not keys and not self.may_lack():
            raise ValidationError(
                "Nothing is public without a key caution. Mark one to three cautions as key."
            )

    def may_lack(self) -> bool:
        """Whether this one may go without a key caution of its own: a supplement is withheld, a
        member has its family's.
        """
        owner = self.instance
        return isinstance(owner, Option) and (owner.is_supplement or owner.family_id is not None)


class TopicForm(RecordForm):
    """A topic's form, which reads the doctor flag as readers get it, shared lines included."""

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean() or {}
        lines = ((line.urgency, line.text) for line in cleaned.get("doctor_lines") or ())
        own = DoctorFlag(
            *(cleaned.get(f"doctor_{part}") or "" for part in ("emergency", "soon", "routine"))
        )
        flag = composed(own, lines)
        for urgency, violation in doctor_violations(flag.emergency, flag.soon, flag.routine):
            self.add_error(f"doctor_{urgency}", str(violation))
        return cleaned
