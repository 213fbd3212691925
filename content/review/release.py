"""The release gate. `release()` is the only maker of options that carry claims; what is withheld
has no field to claim in.

Nothing passes without a key caution. A supplement or herb is released only with a summary and a
written caution, and under a sign-off in force. With no reviewer appointed there can be no sign-off,
so the gate is shut with no flag to set. Every other kind of option passes with its standing.
"""

from dataclasses import dataclass

from content.documents import Document, OptionDocument
from content.review.standing import Standing
from content.vocabulary import CautionKind


@dataclass(frozen=True, slots=True)
class Released:
    """An option that may be spoken of: the whole record and who vouches for it."""

    option: OptionDocument
    standing: Standing

    @property
    def slug(self) -> str:
        return self.option.slug

    @property
    def name(self) -> str:
        return self.option.name

    @property
    def kind(self) -> str:
        return self.option.kind


@dataclass(frozen=True, slots=True)
class Withheld:
    """An option that may be named and nothing else."""

    slug: str
    name: str
    kind: str


# What a supplement or herb must have in writing before it can be signed and released: field, and
# what the admin calls it.
NEEDED = {
    "cautions": f"caution of the kind “{CautionKind.CAUTION.label}”",
    "has_key_caution": "key caution",
    "summary": "summary",
}


def missing_for_release(document: Document) -> tuple[str, ...]:
    """What a supplement or herb still lacks of `NEEDED`, in the admin's words; empty for every
    other record.
    """
    if not isinstance(document, OptionDocument) or not document.is_supplement:
        return ()
    return tuple(words for name, words in NEEDED.items() if not getattr(document, name))


def release(option: OptionDocument, standing: Standing) -> Released | Withheld | None:
    """Let an option through with its claims, by name only, or, without a key caution,
    not at all.
    """
    if not option.is_supplement and not option.has_key_caution:
        return None
    if option.is_supplement and (missing_for_release(option) or not standing.is_reviewed):
        return Withheld(option.slug, option.name, option.kind)
    return Released(option, standing)
