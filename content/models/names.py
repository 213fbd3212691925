"""Every way that records are named, and which names belong to supplements and herbs.

Topics and options ask here when they are saved, so each function imports what it queries.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models

from content.language.names import key_in
from content.vocabulary import OptionKind
from content.wording.supplements import SupplementNames

if TYPE_CHECKING:
    from content.models.options import Option
    from content.models.topics import Topic


def lines_of(text: str) -> list[str]:
    """The lines of a text that holds one name a line, without blank ones."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def alias_lines(record: "Topic | Option") -> list[str]:
    """Every name that a record goes by besides its own: its aliases, and the members of a group."""
    members = record.members if hasattr(record, "members") else ""
    return lines_of(record.aliases) + lines_of(members)


def names_of(option: "Option") -> list[str]:
    """Every way an option is named: name, aliases and members, lower case."""
    return [name.lower() for name in (option.name, *alias_lines(option))]


def supplement_names() -> SupplementNames:
    """Every supplement and herb that is or was stored, with every name and alias it ever had."""
    found = {slug: set(names) for slug, names in former_names().items()}
    for option in _supplements():
        found.setdefault(option.slug, set()).update(names_of(option))
    return SupplementNames({slug: frozenset(names) for slug, names in found.items()})


def _supplements() -> "models.QuerySet[Option]":
    from content.models.options import Option

    return Option.objects.filter(kind=OptionKind.SUPPLEMENT_OR_HERB).only(
        "slug", "name", "aliases", "members"
    )


def barred_to_sources() -> frozenset[str]:
    """What no stored source may name: supplements and herbs without a record, which can never be
    released.
    """
    return supplement_names().to_sources(
        (option.slug, names_of(option)) for option in _supplements()
    )


def former_names() -> Mapping[str, frozenset[str]]:
    """Every name and alias that each record had while it was a supplement or herb, by slug, lower
    case.
    """
    from content.models.options import Option

    found: dict[str, set[str]] = {}
    past = Option.history.filter(kind=OptionKind.SUPPLEMENT_OR_HERB).order_by()
    for slug, name, aliases, members in past.values_list(
        "slug", "name", "aliases", "members"
    ).distinct():
        found.setdefault(slug, set()).update(
            names_of(Option(name=name, aliases=aliases, members=members))
        )
    return {slug: frozenset(names) for slug, names in found.items()}


def validate_aliases(record: "Topic | Option") -> None:
    """Refuse a name or alias that another record already goes by: as words are compared, plural or
    not.

    What a topic and an option both go by already (an operation, and what it brings about) stays.
    """
    from content.models.options import Option
    from content.models.topics import Topic

    family: type[Topic] | type[Option] = Topic if isinstance(record, Topic) else Option
    mine = _names_compared(record)
    before = family._default_manager.filter(pk=record.pk).first()
    new = {
        key: name
        for key, name in mine.items()
        if before is None or key not in _names_compared(before)
    }
    _refuse_shared(mine, family._default_manager.exclude(pk=record.pk))
    if new:
        _refuse_shared(new, (Option if family is Topic else Topic)._default_manager.all())


def _names_compared(record: "Topic | Option") -> dict[str, str]:
    return {key_in(line): line for line in (record.name, *alias_lines(record))}


def _refuse_shared(mine: Mapping[str, str], others: "models.QuerySet[Any]") -> None:
    for other in others.defer("summary"):
        shared = sorted(mine[key] for key in mine.keys() & _names_compared(other).keys())
        if shared:
            raise ValidationError(
                {"aliases": f"Already used by “{other.name}”: {', '.join(shared)}."}
            )
