"""What the settings say of the quota, read once: looking a setting up costs more than using it, and
each call needs six.
"""

import hashlib
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver

_PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_MESSAGES = 4  # times the quota: a session opens with three messages before its first call
_OTHER_PATHS = 2  # a part of the quota: what may be sent in words to addresses that are no call


class Kind(Enum):
    """What a request asks of the service, from the dearest to the cheapest."""

    WORDS = "calls"
    NAMED = "named"  # a call by slug
    MESSAGE = "messages"  # to the MCP endpoint, whatever it turns out to be
    OTHER = "others"  # words at an address that is no call


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many requests (`limit`) in so many seconds (`window`), counted in a group of their own."""

    group: str
    limit: int
    window: int

    @property
    def policy(self) -> str:
        """The policy as its header field says it (IETF draft “RateLimit header fields
        for HTTP”).
        """
        return f'"calls";q={self.limit};w={self.window}'


# For each length of an address in bytes, and the bits behind a network's own, the networks and
# their names.
Shared = Mapping[tuple[int, int], Mapping[int, str]]


@dataclass(frozen=True, slots=True)
class Rules:
    """The quota of each network address, and the larger ones that the addresses of a named range
    share.
    """

    own: Mapping[Kind, Allowance]
    of_ranges: Mapping[Kind, Allowance]
    shared: Shared
    # The most that any caller may ask in a window: what is over it need not be counted
    highest: int
    lease: int  # calls that a host may hold back before it writes them; 0 when the quota is exact
    trusted_proxies: int
    address_header: str  # as WSGI names it
    own_key: bytes  # what the service itself adds to the salt of the hour

    @property
    def window(self) -> int:
        return self.own[Kind.WORDS].window

    def allowance(self, kind: Kind, in_range: bool) -> Allowance:
        """The quota for one kind of request."""
        return (self.of_ranges if in_range else self.own)[kind]


def parsed(rate: str) -> tuple[int, int]:
    """Calls and seconds of a rate such as `60/m` or `10/30s`."""
    calls, period = rate.split("/")
    return int(calls), int(period[:-1] or 1) * _PERIODS[period[-1]]


def _allowances(words: str, named: str | None) -> dict[Kind, Allowance]:
    """By kind; calls by slug are counted with those in words where they have no quota
    of their own.
    """
    limit, window = parsed(words)
    calls = Allowance(Kind.WORDS.value, limit, window)
    return {
        Kind.WORDS: calls,
        Kind.NAMED: Allowance(Kind.NAMED.value, *parsed(named)) if named else calls,
        Kind.MESSAGE: Allowance(Kind.MESSAGE.value, limit * _MESSAGES, window),
        Kind.OTHER: Allowance(Kind.OTHER.value, max(1, limit // _OTHER_PATHS), window),
    }


def _networks(ranges: Mapping[str, str]) -> Shared:
    found: dict[tuple[int, int], dict[int, str]] = {}
    for written, name in ranges.items():
        network = ipaddress.ip_network(written)
        shift = network.max_prefixlen - network.prefixlen
        found.setdefault((network.max_prefixlen // 8, shift), {})[
            int(network.network_address) >> shift
        ] = name
    return found


@lru_cache(maxsize=1)
def rules() -> Rules:
    """The rules in force in this process."""
    own = _allowances(settings.RATE_LIMIT, None)
    of_ranges = _allowances(settings.SHARED_WORDS_LIMIT, settings.SHARED_NAMED_LIMIT)
    return Rules(
        own=own,
        of_ranges=of_ranges,
        shared=_networks(settings.SHARED_RANGES),
        highest=max(
            allowed.limit
            for allowed in (*own.values(), *(of_ranges.values() if settings.SHARED_RANGES else ()))
        ),
        lease=0 if settings.RATE_LIMIT_EXACT else own[Kind.WORDS].limit // 10,
        trusted_proxies=settings.TRUSTED_PROXIES,
        address_header=f"HTTP_{settings.ADDRESS_HEADER.upper().replace('-', '_')}",
        own_key=hashlib.blake2b(settings.SECRET_KEY.encode(), digest_size=32).digest(),
    )


@receiver(setting_changed)
def _read_again(**changed: Any) -> None:
    rules.cache_clear()
