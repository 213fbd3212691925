"""Care cards: how soon something wants care, as patients know it from the NHS.

A doctor flag says it part by part. The cautions of an option are one list, signed as it stands, so
its lines are sorted here by their own words: a line that names an emergency stands on the emergency
card whole, so that no sentence loses the one before it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from content.answers.evidence_sheet import all_cautions, check_first
from content.documents import OptionDocument

_EMERGENCY = re.compile(r"\bemergency (?:number|department|help)\b|\ban emergency\b")
_SOON = (
    r"(?:same day|within (?:a few |the next few )?days|within a day or two|at once|straight away"
    r"|promptly|urgently)"
)
_HELP = r"(?:doctor|help|advice|clinic|dentist|prescribe[sr]?|prescribes it|go)"
_SEE_SOON = re.compile(rf"\b{_HELP}\b[^.;]*\b{_SOON}\b|\b{_SOON}[^.;]*\b{_HELP}\b")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class SortedCautions:
    """All that an option's answer says of safety, each line once, by how soon it wants care."""

    emergency: tuple[str, ...]
    soon: tuple[str, ...]
    check_first: tuple[str, ...]
    key: tuple[str, ...]
    others: tuple[str, ...]


def sorted_cautions(option: OptionDocument) -> SortedCautions:
    """The cautions of an option, key ones before others within each part."""
    first, cautions = check_first(option), all_cautions(option)
    everything = tuple(dict.fromkeys((*cautions, *first)))
    emergency = tuple(line for line in everything if is_emergency(line))
    soon = tuple(line for line in everything if line not in emergency and _SEE_SOON.search(line))
    left = [line for line in everything if line not in emergency and line not in soon]
    family = option.shared.key_cautions if option.shared else ()
    key = tuple(line for line in left if line in (*family, *option.key_cautions))
    return SortedCautions(
        emergency,
        soon,
        tuple(line for line in left if line in first and line not in key),
        key,
        tuple(line for line in left if line not in first and line not in key),
    )


def is_emergency(text: str) -> bool:
    """Whether a text says that something is an emergency."""
    return _EMERGENCY.search(text) is not None


def emergencies_first(lines: Iterable[str]) -> list[str]:
    """The same lines, those that name an emergency before the others."""
    return sorted(lines, key=lambda line: not is_emergency(line))


def sentences(text: str) -> list[str]:
    """The sentences of a line."""
    return _SENTENCE.split(text)
