"""How symptoms group: by where in body and mind a woman notices them. For finding one's way only;
it says nothing clinical.

A symptom that no group names (one that editors have added) comes last under `OTHERS`, so none can
be missed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from content.catalogue.snapshot import Catalogue, TopicEntry
from content.vocabulary import TopicKind

_GROUPS: Mapping[str, tuple[str, ...]] = {
    "Heat and sleep": ("hot-flushes", "night-sweats", "sleep-problems", "fatigue"),
    "Mood and mind": ("low-mood", "anxiety", "mood-swings", "brain-fog"),
    "Periods and breasts": ("irregular-periods", "heavy-periods", "breast-tenderness"),
    "Vagina, sex and bladder": (
        "vaginal-dryness",
        "painful-sex",
        "low-libido",
        "urinary-urgency",
        "urinary-leakage",
        "recurrent-utis",
    ),
    "Head, heart and balance": ("headaches", "dizziness", "palpitations"),
    "Joints, muscles and nerves": ("joint-pain", "muscle-aches", "tingling"),
    "Skin, hair, mouth and eyes": ("skin-changes", "hair-thinning", "mouth-and-eye-dryness"),
    "Weight and digestion": ("weight-gain", "bloating"),
}
OTHERS = "Other symptoms"


@dataclass(frozen=True, slots=True)
class Group:
    """Some symptoms that belong together, in list order."""

    name: str
    entries: tuple[TopicEntry, ...]


def symptom_groups(catalogue: Catalogue) -> tuple[Group, ...]:
    """Every symptom of the catalogue in exactly one group; empty groups left out."""
    symptoms = {entry.topic.slug: entry for entry in catalogue.of_kind(TopicKind.SYMPTOM)}
    groups = [
        Group(name, tuple(symptoms.pop(slug) for slug in slugs if slug in symptoms))
        for name, slugs in _GROUPS.items()
    ]
    return tuple(
        group for group in (*groups, Group(OTHERS, tuple(symptoms.values()))) if group.entries
    )
