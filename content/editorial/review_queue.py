"""What waits for a reviewer, in the order of what harm an unreviewed text could do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from content.editorial.dashboard import State
from content.vocabulary import OptionKind, ReviewStatus

# What could do most harm stands first. A kind that is named nowhere here stands with the last of
# its family.
GROUPS: tuple[tuple[str, str, frozenset[str]], ...] = (
    ("supplements", "Supplements and herbs", frozenset({OptionKind.SUPPLEMENT_OR_HERB})),
    ("hormones", "Hormone therapy", frozenset({"hormone-therapy"})),
    ("medicines", "Prescription medicines", frozenset({"prescription-medicine"})),
    ("options", "Other options", frozenset(OptionKind.values)),
    ("topics", "Symptoms, conditions and guides", frozenset()),
)
WHY = {
    "submitted": "submitted, to be published with the signature",
    "never": "never signed",
    "changed": "changed since it was signed",
    "due": "due again, or the appointment has ended",
    "asked": "changed since a change was asked for",
}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a group of records is."""

    key: str
    title: str
    reviewed: int
    records: int


def group(state: State) -> int:
    """The place of a record's group in the order of risk."""
    return next(
        (at for at, (_, _, kinds) in enumerate(GROUPS) if state.document.kind in kinds),
        len(GROUPS) - 1,
    )


def why(state: State) -> str:
    """Why a record waits: a key of `WHY`."""
    if state.draft is not None:
        return "submitted"
    if state.request is not None:
        return "asked"
    if state.standing.status == ReviewStatus.LAPSED:
        return "changed" if state.standing.changed else "due"
    return "never"


def waiting(states: Iterable[State], chosen: Mapping[str, str] | None = None) -> list[State]:
    """What waits, most harm first; of one group, what was asked for or signed before first.
    `chosen` keeps one group or reason.
    """
    chosen = chosen or {}
    found = [
        state
        for state in states
        if state.waits
        and chosen.get("group") in (None, "", GROUPS[group(state)][0])
        and chosen.get("why") in (None, "", why(state))
    ]
    order = ("submitted", "asked", "changed", "due", "never")
    return sorted(found, key=lambda state: (group(state), order.index(why(state)), state.name))


def progress(states: Iterable[State]) -> list[Progress]:
    """How many records of each group are reviewed and in force."""
    every = list(states)
    return [
        Progress(
            key,
            title,
            sum(group(state) == at and state.standing.is_reviewed for state in every),
            sum(group(state) == at for state in every),
        )
        for at, (key, title, _) in enumerate(GROUPS)
    ]


def following(states: Iterable[State], kind: str, slug: str) -> State | None:
    """What waits after a record: the next in order, or the first where it is the last or waits no
    more.
    """
    every = waiting(states)
    places = [
        at for at, state in enumerate(every) if (state.record_kind, state.slug) == (kind, slug)
    ]
    others = every[places[0] + 1 :] + every[: places[0]] if places else every
    return others[0] if others else None
