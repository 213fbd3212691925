"""Two editors, one record: the second to save is told what the first changed, and loses nothing."""

import hashlib
import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from content.documents import as_plain
from content.models import Option, RecordKind
from content.signing import current_document

FIELD = "shown_digest"


def digest_of(instance: Any) -> str:
    """A digest of the whole record as the database has it now, aliases and place included; empty for a new record."""
    slug = type(instance)._base_manager.filter(pk=instance.pk).values_list("slug", flat=True).first()
    if slug is None:
        return ""
    kind = RecordKind.OPTION if isinstance(instance, Option) else RecordKind.TOPIC
    return hashlib.sha256(json.dumps(as_plain(current_document(kind, slug)), sort_keys=True).encode()).hexdigest()


def held(instance: Any) -> None:
    """Keep the record to this transaction: whoever posts it at the same moment waits, and is then told what was saved here.

    Without it two posts could both find the record as they were shown it, and the later overwrite the earlier. SQLite needs
    nothing here: its transactions that write stand in line from their start. The weaker lock lets other records go on
    pointing to this one, so that two topics that name each other cannot wait for each other.
    """
    type(instance)._base_manager.select_for_update(no_key=True).get(pk=instance.pk)


class LockedForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form that knows which state of the record it was opened on, and refuses to save over another one unseen."""

    shown_digest = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial[FIELD] = digest_of(self.instance)

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if self.instance.pk is not None and self.data.get(FIELD) != self.initial[FIELD]:
            # The page sent back carries the newest state, so that a second save is one made knowingly.
            self.data = self.data.copy()  # type: ignore[attr-defined]
            self.data[FIELD] = self.initial[FIELD]  # type: ignore[index]
            raise ValidationError(
                "Somebody else saved this record while you were editing it. Nothing of yours was saved, and nothing is lost: "
                f"your text is still below. "
                f"{self._where()} History shows who changed what. Compare, then save again."
            )
        return cleaned

    def _where(self) -> str:
        differing = [str(self.fields[name].label or name).lower() for name in self.changed_data if name != FIELD]
        return (
            f"Yours now differs from what is stored in: {', '.join(differing)}." if differing else "In the record's own fields yours does not differ."
        )
