"""The quota settings, read once per process: each call needs six of them, and looking one up in
Django's settings is slow.
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
_OTHER_PATHS = 2  # words sent to addresses that are no call have the quota divided by this


class Kind(Enum):
    """What a request is charged as, from the most to the least expensive."""

    WORDS = "calls"
    NAMED = "named"  # a call by slug
    MESSAGE = "messages"  # to the MCP endpoint, whatever it turns out to be
    OTHER = "others"  # words at an address that is no call


@dataclass(frozen=True, slots=True)
class Allowance:
    """A quota: at most `limit` requests in `window` seconds, counted for each `group`."""

    group: str
    limit: int
    window: int

    @property
    def policy(self) -> str:
        """The policy as a header value (IETF draft “RateLimit header fields for HTTP”)."""
        return f'"calls";q={self.limit};w={self.window}'


# By length of the address in bytes and number of host bits: the networks as numbers, each with the
# name of its range.
Shared = Mapping[tuple[int, int], Mapping[int, str]]


@dataclass(frozen=True, slots=True)
class Rules:
    """The quotas for each network address, and the larger ones that all addresses of a named range
    share.
    """

    own: Mapping[Kind, Allowance]
    of_ranges: Mapping[Kind, Allowance]
    shared: Shared
    # The highest limit of all: calls beyond it need not be counted
    highest: int
    batch: int  # calls that a host may count before it writes them; 0 when the quota is exact
    trusted_proxies: int
    address_header: str  # as WSGI names it
    own_key: bytes  # the service's own key, which is added to the salt of the hour

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
    """The quota of each kind. If `named` is None, calls by slug count with those in words."""
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
        batch=0 if settings.RATE_LIMIT_EXACT else own[Kind.WORDS].limit // 10,
        trusted_proxies=settings.TRUSTED_PROXIES,
        address_header=f"HTTP_{settings.ADDRESS_HEADER.upper().replace('-', '_')}",
        own_key=hashlib.blake2b(settings.SECRET_KEY.encode(), digest_size=32).digest(),
    )


@receiver(setting_changed)
def _read_again(**changed: Any) -> None:
    rules.cache_clear()
