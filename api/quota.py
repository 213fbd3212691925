"""What the settings say of the quota, read once: looking a setting up costs more than using it, and each call needs six."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver

_PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclass(frozen=True, slots=True)
class Rules:
    """So many calls (`limit`) in so many seconds (`window`) for each network address."""

    limit: int
    window: int
    lease: int  # calls of an address that a host may hold back before it writes them; 0 when the quota is exact
    trusted_proxies: int
    address_header: str  # as WSGI names it
    own_key: bytes  # what the service itself adds to the salt of the hour

    @property
    def highest(self) -> int:
        """The most calls that any caller may make in a window: what is over it need not be counted."""
        return self.limit

    @property
    def policy(self) -> str:
        """The policy as its header field says it (IETF draft “RateLimit header fields for HTTP”)."""
        return f'"calls";q={self.limit};w={self.window}'


@lru_cache(maxsize=1)
def rules() -> Rules:
    """The rules in force in this process."""
    calls, period = settings.RATE_LIMIT.split("/")
    limit = int(calls)
    return Rules(
        limit=limit,
        window=int(period[:-1] or 1) * _PERIODS[period[-1]],
        lease=0 if settings.RATE_LIMIT_EXACT else limit // 10,
        trusted_proxies=settings.TRUSTED_PROXIES,
        address_header=f"HTTP_{settings.ADDRESS_HEADER.upper().replace('-', '_')}",
        own_key=hashlib.blake2b(settings.SECRET_KEY.encode(), digest_size=32).digest(),
    )


@receiver(setting_changed)
def _read_again(**changed: Any) -> None:
    rules.cache_clear()
