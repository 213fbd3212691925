"""The fields that queries and replies are made of, and the bounds of both."""

from typing import Any

from rest_framework import serializers
from rest_framework.fields import SkipField

BUDGET = 10_000  # bytes of a body, unless everything is asked for: agents' hosts cut what is longer
# Characters within which a body says what to do now, what was matched and the whole doctor flag
HEAD = 4_000
MOST_LISTED = 100  # the largest `limit`
MAX_LENGTH = 2000  # characters of one parameter's value
# Text that can be read: no control characters but tab and line ends, and something besides spaces,
# stops and marks that nobody sees.
# Code points are written out, so that every program that reads the description takes the pattern
# alike.
CONTROLS = r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd"
_SPACES = r"\u0009\u000a\u000d\u0020\u0080-\u00a0\u00ad\u1680\u180e\u2000-\u206f\u3000\ufeff"
_STOPS = (
    r"\u0021-\u0023\u0025-\u002a\u002c-\u002f\u003a\u003b\u003f\u0040\u005b-\u005d\u005f\u007b\u007d"
    r"\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bf\u2e00-\u2e7f\u3001-\u3003"
)
WORDLESS = rf"[{_SPACES}{_STOPS}]"
READABLE = rf"^[^{CONTROLS}]*[^{CONTROLS}{_SPACES}{_STOPS}][^{CONTROLS}]*$"
BASE = "https://menopause.example"


def text(help_text: str, example: Any, **kwargs: Any) -> serializers.CharField:
    """A described string field with an example."""
    return serializers.CharField(help_text=help_text, style={"example": example}, **kwargs)


def link(help_text: str, example: str) -> serializers.URLField:
    """A described absolute link with an example."""
    return serializers.URLField(help_text=help_text, style={"example": example})


def choice(values: Any, help_text: str, example: str, **kwargs: Any) -> serializers.ChoiceField:
    """A described string from a closed list, with an example."""
    return serializers.ChoiceField(
        choices=values, help_text=help_text, style={"example": example}, **kwargs
    )


def texts(help_text: str, example: list[str], **kwargs: Any) -> serializers.ListField:
    """A described list of strings, with an example."""
    return serializers.ListField(
        child=serializers.CharField(), help_text=help_text, style={"example": example}, **kwargs
    )


class Lean(serializers.Serializer[Any]):
    """A part of a body. What says nothing (None, and not a field that must be there)
    is left out.
    """

    def to_representation(self, instance: Any) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for field in self._readable_fields:
            try:
                value = field.get_attribute(instance)
            except SkipField:
                continue
            if value is not None:
                made[str(field.field_name)] = field.to_representation(value)
            elif field.required:
                made[str(field.field_name)] = None
        return made
