"""The calling software's name: one of a list of known products, or `other`, so that nothing a
caller writes is kept.

The list is `known_software.txt`; an operator adds names with `KNOWN_SOFTWARE`. It is looked for in
the name that an MCP client gives and in the user agent, where a product stands with its version
behind it (RFC 9110), in a comment too.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver

OTHER = "other"
BROWSER = "mozilla"  # what every browser, and much that is none, calls itself first
_FILE = Path(__file__).parent / "known_software.txt"
_READ = 400  # characters of a claim that are looked at
_APART = re.compile(r"[\s;,()+]+")
_VERSION = re.compile(r"/v?\d.*$")


def software_name(claimed: str | None) -> str:
    """The known product that a user agent or a client's name claims; a browser only where it claims
    no other; else `other`.
    """
    known, found = _known(), OTHER
    said = (claimed or "")[:_READ]
    if name := known.get(_plain(said)):
        return name
    for part in _APART.split(said):
        name = known.get(_plain(_VERSION.sub("", part))) if "/" in part else None
        if name is not None and name != BROWSER:
            return name
        found = name or found
    return found


def known_or_other(name: str) -> str:
    """A name that was counted, as it may be kept: itself where it is known, else `other`."""
    return name if name in _known().values() else OTHER


def _plain(name: str) -> str:
    return re.sub(r"[\s_]+", "-", name.strip().lower())


@lru_cache(maxsize=1)
def _known() -> Mapping[str, str]:
    """For each spelling the name it is counted under."""
    names: dict[str, str] = {}
    lines = [line.strip() for line in _FILE.read_text(encoding="utf-8").splitlines()]
    for line in [
        *(line for line in lines if line and not line.startswith("#")),
        *settings.KNOWN_SOFTWARE,
    ]:
        name, _, others = line.partition(":")
        for spelling in (name, *filter(None, others.split(","))):
            names[_plain(spelling)] = _plain(name)
    return names


@receiver(setting_changed)
def _read_again(**changed: object) -> None:
    _known.cache_clear()
