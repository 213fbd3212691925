"""The quota: so many calls a minute per network address, one count for both doors and all workers.

django-ratelimit decides; `CounterCache` stores, because its stock stores either cannot count atomically or are not ours
to empty. The address is hashed with a random salt that lives one hour, IPv6 by its /64 network, and is never kept.
"""

import hashlib
import ipaddress
import logging
import secrets
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest
from django_ratelimit.core import get_usage

from api.errors import Kinds, Problem

log = logging.getLogger(__name__)

_ADD = (
    "INSERT INTO api_addresswindow (key, hits, expires) VALUES (%s, %s, %s) "
    "ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, expires = excluded.expires WHERE api_addresswindow.expires <= %s RETURNING hits"
)
_INCR = "UPDATE api_addresswindow SET hits = hits + %s WHERE key = %s AND expires > %s RETURNING hits"


class CounterCache(BaseCache):
    """A Django cache backend that holds counters in `api_addresswindow`; `add` and `incr` are single atomic statements."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def add(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        now = int(time.time())
        with connection.cursor() as cursor:
            cursor.execute(_ADD, (self._key(key), int(value), now + int(timeout or 0), now))
            return cursor.fetchone() is not None

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        with connection.cursor() as cursor:
            cursor.execute(_INCR, (delta, self._key(key), int(time.time())))
            row = cursor.fetchone()
        if row is None:
            raise ValueError("no such counter")
        return int(row[0])

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        with connection.cursor() as cursor:
            cursor.execute("SELECT hits FROM api_addresswindow WHERE key = %s AND expires > %s", (self._key(key), int(time.time())))
            row = cursor.fetchone()
        return default if row is None else int(row[0])

    def _key(self, key: str) -> str:
        return hashlib.blake2b(key.encode(), digest_size=32).hexdigest()


_salt: tuple[int, bytes] = (0, b"")


def hourly_salt() -> bytes:
    """The random salt of this hour, shared by all workers; the one before is destroyed with every count made under it."""
    global _salt
    hour = int(time.time()) // 3600
    if _salt[0] != hour:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO api_hourlysalt (hour, salt) SELECT %s, %s WHERE NOT EXISTS (SELECT 1 FROM api_hourlysalt WHERE hour > %s) "
                "ON CONFLICT (hour) DO NOTHING",
                (hour, secrets.token_bytes(32), hour),
            )
            cursor.execute("DELETE FROM api_hourlysalt WHERE hour < (SELECT max(hour) FROM api_hourlysalt)")
            if cursor.rowcount:
                cursor.execute("DELETE FROM api_addresswindow")
            cursor.execute("SELECT hour, salt FROM api_hourlysalt ORDER BY hour DESC LIMIT 1")
            newest, salt = cursor.fetchone()
        _salt = (int(newest), bytes(salt))
    return _salt[1]


def address_of(request: HttpRequest) -> str:
    """The caller's network address: the peer's, or the one that the counted number of trusted proxies wrote down."""
    address = str(request.META.get("REMOTE_ADDR") or "")
    if settings.TRUSTED_PROXIES:
        forwarded = [part.strip() for part in str(request.META.get("HTTP_X_FORWARDED_FOR") or "").split(",") if part.strip()]
        if len(forwarded) >= settings.TRUSTED_PROXIES:
            address = forwarded[-settings.TRUSTED_PROXIES]
    return address


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What one caller is counted by: an IPv4 address, or the /64 network of an IPv6 one."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.IPv6Network((parsed, 64), strict=False))
    return str(parsed)


@dataclass(frozen=True, slots=True)
class Quota:
    """What is left of a caller's quota in its window."""

    limit: int
    remaining: int
    reset: int  # seconds until the window ends
    window: int  # seconds

    @property
    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Policy": f'"calls";q={self.limit};w={self.window}',
            "RateLimit": f'"calls";r={self.remaining};t={self.reset}',
        }


_PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def window_of(rate: str) -> int:
    """Seconds in the window of a rate such as `60/m` or `10/30s`."""
    period = rate.split("/")[1]
    return int(period[:-1] or 1) * _PERIODS[period[-1]]


def charge(request: HttpRequest) -> Quota | None:
    """Charge one call to the caller's quota. Raises `Problem` when it is spent; None while limits cannot be kept."""
    try:
        hashed = hashlib.blake2b(network_of(address_of(request)).encode(), key=hourly_salt(), digest_size=16).hexdigest()
        usage = get_usage(request, group="calls", key=lambda group, request: hashed, rate=settings.RATE_LIMIT, increment=True)
    except DatabaseError as error:
        log.warning("a call was not limited: %s", type(error).__name__)
        return None
    if usage is None:
        return None
    quota = Quota(usage["limit"], max(0, usage["limit"] - usage["count"]), max(1, usage["time_left"]), window_of(settings.RATE_LIMIT))
    if usage["should_limit"]:
        raise Problem(Kinds.RATE_LIMITED, wait=quota.reset, headers={**quota.headers, "Retry-After": str(quota.reset)})
    return quota
