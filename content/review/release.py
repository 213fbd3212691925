"""The release gate: why an option is released, withheld or left out.

Only `release()` creates options that carry claims; `Withheld` has no field that could hold one. No
option is released without a key caution. A supplement or herb also needs a summary, a written
caution and a sign-off in force, so while no reviewer is appointed all of them are withheld; there
is no setting that changes this. Every other kind of option is released with its standing.
"""

from dataclasses import dataclass

from content.documents import Document, OptionDocument
from content.review.standing import Standing
from content.vocabulary import CautionKind


@dataclass(frozen=True, slots=True)
class Released:
    """An option that may be shown: the whole record, and its standing."""

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
    """An option of which only the name may be shown."""

    slug: str
    name: str
    kind: str


# What a supplement or herb must have before it can be signed and released: each field of the
# document, with its name in the admin.
NEEDED = {
    "cautions": f"caution of the kind “{CautionKind.CAUTION.label}”",
    "has_key_caution": "key caution",
    "summary": "summary",
}


def missing_for_release(document: Document) -> tuple[str, ...]:
    """The items of `NEEDED` that a supplement or herb still lacks, as the admin names them; empty
    for every other record.
    """
    if not isinstance(document, OptionDocument) or not document.is_supplement:
        return ()
    return tuple(words for name, words in NEEDED.items() if not getattr(document, name))


def release(option: OptionDocument, standing: Standing) -> Released | Withheld | None:
    """Decide what of an option may be shown: all of it, its name only, or, where it has no key
    caution, nothing (None).
    """
    if not option.is_supplement and not option.has_key_caution:
        return None
    if option.is_supplement and (missing_for_release(option) or not standing.is_reviewed):
        return Withheld(option.slug, option.name, option.kind)
    return Released(option, standing)
