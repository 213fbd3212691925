"""What a whole record says to readers, and which wording rules it breaks."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from content.documents.plain import as_plain
from content.documents.shapes import Document, OptionDocument, TopicDocument
from content.wording.claims import Violation
from content.wording.doctor_flags import doctor_violations
from content.wording.rules import violations
from content.wording.supplements import SupplementNames

# Values that are codes or names from closed lists, not prose for `content.wording.rules` to read.
_CODES = frozenset(
    {"slug", "kind", "position", "place", "family", "aliases", "members", "related", "sources"}
    | {"doctor_lines", "key", "urgency", "topic", "grade", "finding"}
)


def prose(document: Document) -> Iterator[tuple[str, str]]:
    """Every text of the record that a reader may see, each with where it stands, such as
    `grades[2].statement`.

    What it shares with other records is among them.
    """
    plain = as_plain(document)
    if isinstance(document, TopicDocument):
        plain["shared_lines"] = as_plain(document.shared_lines)
    elif document.shared:
        plain["shared"] = as_plain(document.shared)
    if isinstance(document, OptionDocument) and document.is_supplement:
        # “Calcium supplements” claims nothing: `SupplementNames.called` reads it by its own rules
        del plain["name"]
    return _prose(plain, "")


def _prose(part: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(part, str):
        yield place, part
    elif isinstance(part, list):
        for index, item in enumerate(part):
            yield from _prose(item, f"{place}[{index}]")
    elif isinstance(part, dict):
        for name, item in part.items():
            if name not in _CODES:
                yield from _prose(item, f"{place}.{name}" if place else name)


def document_violations(
    document: Document, supplements: SupplementNames
) -> list[tuple[str, Violation]]:
    """Every wording rule the record breaks, each with where. A supplement may use its own names and
    no other's; no other option may go by them.
    """
    withheld = supplements.to_others
    borne: Iterator[tuple[str, Violation]] = iter(())
    texts = [*prose(document), ("slug", document.slug)]
    if isinstance(document, OptionDocument) and document.is_supplement:
        texts.pop()  # `called` reads it, as the name
        withheld = supplements.to_supplement(document.slug, document.names)
        borne = supplements.called(document.slug, document.name, document.names)
    elif isinstance(document, OptionDocument):
        borne = supplements.borne(document.slug, document.name, document.aliases)
    herbal = isinstance(document, OptionDocument) and document.is_supplement
    return [
        *(
            (place, violation)
            for place, text in texts
            for violation in violations(text, withheld=withheld, herbal=herbal)
        ),
        *borne,
    ]


def flag_violations(document: Document) -> list[tuple[str, Violation]]:
    """What a topic's doctor flag lacks to be one, each with where. Asked before it is stored; what
    is stored is never left out for it.
    """
    if not isinstance(document, TopicDocument):
        return []
    flag = document.flag
    return [
        (f"when_to_see_a_doctor.{name}", violation)
        for name, violation in doctor_violations(flag.emergency, flag.soon, flag.routine)
    ]


def named_supplements(
    options: list[OptionDocument], once: Mapping[str, frozenset[str]] = MappingProxyType({})
) -> SupplementNames:
    """Every supplement and herb among `options` with its names, and those it had `once`
    (`models.former_names`).
    """
    now = {option.slug: frozenset(option.names) for option in options if option.is_supplement}
    return SupplementNames(
        {slug: now.get(slug, frozenset()) | once.get(slug, frozenset()) for slug in {*now, *once}}
    )
