"""The quota: so many calls a minute per network address, one count for both doors and all processes.

django-ratelimit decides; `api.counters` stores, because its stock stores either cannot count atomically or are not ours
to empty. The address is hashed with the salt of the hour and the service's own key, IPv6 by its /64 network, and is
never kept.
"""

import hashlib
import re
import socket
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django_ratelimit.core import get_usage

from api import housekeeping, metrics, salt
from api.errors import Kinds, Problem


def address_of(request: HttpRequest) -> str:
    """The caller's network address: the peer's, or the one that the counted number of trusted proxies wrote down."""
    address = str(request.META.get("REMOTE_ADDR") or "")
    if settings.TRUSTED_PROXIES:
        forwarded = [part.strip() for part in str(request.META.get("HTTP_X_FORWARDED_FOR") or "").split(",") if part.strip()]
        if len(forwarded) >= settings.TRUSTED_PROXIES:
            address = forwarded[-settings.TRUSTED_PROXIES]
    return address


_PORT = re.compile(r"^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$")  # some proxies write the port behind the address
_MAPPED = bytes(10) + b"\xff\xff"  # an IPv4 address written as an IPv6 one


def network_of(address: str) -> str:
    """What one caller is counted by: an IPv4 address, or the /64 network of an IPv6 one."""
    bare = _PORT.sub(r"\1\2", address)
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    try:
        packed = socket.inet_pton(family, bare.partition("%")[0])
    except (OSError, ValueError):
        return "unknown"
    if family == socket.AF_INET:
        return bare
    if packed.startswith(_MAPPED):
        return socket.inet_ntop(socket.AF_INET, packed[12:])
    return socket.inet_ntop(family, packed[:8] + bytes(8))


@lru_cache(maxsize=1)
def _own_key(secret: str) -> bytes:
    return hashlib.blake2b(secret.encode(), digest_size=32).digest()


def key_of(request: HttpRequest) -> str:
    """The keyed hash that a caller is counted under this hour: neither the database nor the process alone can undo it."""
    key = salt.current() + _own_key(settings.SECRET_KEY)
    return hashlib.blake2b(network_of(address_of(request)).encode(), key=key, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Quota:
    """What is left of a caller's quota in its window."""

    limit: int
    remaining: int
    reset: int  # seconds until the window ends
    window: int  # seconds

    @property
    def headers(self) -> dict[str, str]:
        """The header fields that say so (IETF draft “RateLimit header fields for HTTP”)."""
        return {
            "RateLimit-Policy": f'"calls";q={self.limit};w={self.window}',
            "RateLimit": f'"calls";r={self.remaining};t={self.reset}',
        }


_PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@lru_cache(maxsize=4)
def window_of(rate: str) -> int:
    """Seconds in the window of a rate such as `60/m` or `10/30s`."""
    period = rate.split("/")[1]
    return int(period[:-1] or 1) * _PERIODS[period[-1]]


def charge(request: HttpRequest) -> Quota:
    """Charge one call to the caller's quota. Raises `Problem` when it is spent."""
    housekeeping.start()
    hashed = key_of(request)
    usage = get_usage(request, group="calls", key=lambda group, request: hashed, rate=settings.RATE_LIMIT, increment=True)
    quota = Quota(usage["limit"], max(0, usage["limit"] - usage["count"]), max(1, usage["time_left"]), window_of(settings.RATE_LIMIT))
    if usage["should_limit"]:
        metrics.LIMITED.inc()
        raise Problem(Kinds.RATE_LIMITED, wait=quota.reset, headers={**quota.headers, "Retry-After": str(quota.reset)})
    return quota
