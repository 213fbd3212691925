"""The quota: so many calls a minute per network address, one count for both doors and all processes.

django-ratelimit decides; `api.counters` stores, because its stock stores either cannot count atomically or are not ours
to empty. The address is hashed with the salt of the hour and the service's own key, IPv6 by its /64 network, and is
never kept.
"""

import hashlib
import re
import socket

from django.http import HttpRequest
from django_ratelimit.core import get_usage

from api import housekeeping, metrics, salt
from api.errors import Kinds, Problem
from api.quota import rules


def address_of(request: HttpRequest) -> str:
    """The caller's network address: the peer's, or the one that the counted number of trusted proxies wrote down."""
    address = str(request.META.get("REMOTE_ADDR") or "")
    trusted = rules().trusted_proxies
    if trusted:
        forwarded = [part.strip() for part in str(request.META.get(rules().address_header) or "").split(",") if part.strip()]
        if len(forwarded) >= trusted:
            address = forwarded[-trusted]
    return address


_PORT = re.compile(r"^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$")  # some proxies write the port behind the address
_MAPPED = bytes(10) + b"\xff\xff"  # an IPv4 address written as an IPv6 one


def network_of(address: str) -> str:
    """What one caller is counted by: an IPv4 address, or the /64 network of an IPv6 one."""
    bare = _PORT.sub(r"\1\2", address) if ":" in address else address
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


def key_of(request: HttpRequest) -> str:
    """The keyed hash that a caller is counted under this hour: neither the database nor the process alone can undo it."""
    key = salt.current() + rules().own_key
    return hashlib.blake2b(network_of(address_of(request)).encode(), key=key, digest_size=16).hexdigest()


def charge(request: HttpRequest) -> dict[str, str]:
    """Charge one call to the caller's quota and return the header fields that say what is left. Raises `Problem` when it is spent."""
    housekeeping.start()
    hashed, allowed = key_of(request), rules()
    usage = get_usage(request, group="calls", key=lambda group, request: hashed, rate=(allowed.limit, allowed.window), increment=True)
    reset = max(1, usage["time_left"])
    headers = {"RateLimit-Policy": allowed.policy, "RateLimit": f'"calls";r={max(0, allowed.limit - usage["count"])};t={reset}'}
    if usage["should_limit"]:
        metrics.LIMITED.inc()
        raise Problem(Kinds.RATE_LIMITED, wait=reset, headers={**headers, "Retry-After": str(reset)})
    return headers
