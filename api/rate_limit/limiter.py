"""The rate limit: decides whether a call gets a 429. Each network address has a quota of calls per
minute, with one count for REST, MCP and all processes.

django-ratelimit decides, and counts in `api.rate_limit.store`, because the usual cache backends
either cannot count atomically or cannot be emptied by this service alone. The address (of IPv6, its
/64 network) is hashed with the salt of the hour and the service's own key, and is never stored.

All addresses of a range in `SHARED_RANGES` share one larger quota: thousands of people may ask from
the few addresses of an assistant's host. It is generous for calls by slug, which cost next to
nothing, and tighter for words.
"""

import hashlib
import re
import socket
from dataclasses import dataclass

from django.http import HttpRequest
from django_ratelimit.core import get_usage

from api.errors import Kinds, Problem
from api.operations import housekeeping, metrics
from api.rate_limit import salt
from api.rate_limit.quota import Allowance, Kind, rules


def address_of(request: HttpRequest) -> str:
    """The caller's network address: the peer's or, behind `TRUSTED_PROXIES` proxies, the one that
    the outermost of them wrote into the header.
    """
    address = str(request.META.get("REMOTE_ADDR") or "")
    trusted = rules().trusted_proxies
    if trusted:
        forwarded = [
            part.strip()
            for part in str(request.META.get(rules().address_header) or "").split(",")
            if part.strip()
        ]
        if len(forwarded) >= trusted:
            address = forwarded[-trusted]
    return address


# Some proxies append the port to the address
_PORT = re.compile(r"^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$")
_MAPPED = bytes(10) + b"\xff\xff"  # an IPv4 address written as an IPv6 one


def _packed(address: str) -> bytes:
    """An address as 4 or 16 bytes; empty if it is not an address."""
    bare = _PORT.sub(r"\1\2", address) if ":" in address else address
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    try:
        packed = socket.inet_pton(family, bare.partition("%")[0])
    except (OSError, ValueError):
        return b""
    return packed[12:] if packed.startswith(_MAPPED) else packed


def network_of(address: str) -> str:
    """The network whose calls count together: an IPv4 address, or an IPv6 /64 network."""
    packed = _packed(address)
    if not packed:
        return "unknown"
    if len(packed) == 4:
        return socket.inet_ntop(socket.AF_INET, packed)
    return socket.inet_ntop(socket.AF_INET6, packed[:8] + bytes(8))


def _shared_by(address: str) -> str:
    """The name of the shared range that contains the address; empty if none does."""
    packed = _packed(address)
    number = int.from_bytes(packed, "big")
    return next(
        (
            names[number >> shift]
            for (length, shift), names in rules().shared.items()
            if length == len(packed) and number >> shift in names
        ),
        "",
    )  # fmt: skip


def _counted_by(request: HttpRequest, kind: Kind) -> tuple[str, Allowance]:
    """The keyed hash under which the caller is counted this hour, and the caller's quota. Neither
    the database's salt nor the service's key is enough to reverse the hash.
    """
    address = address_of(request)
    shared = _shared_by(address) if rules().shared else ""
    counted = f"range {shared}" if shared else network_of(address)
    key = salt.current() + rules().own_key
    hashed = hashlib.blake2b(counted.encode(), key=key, digest_size=16).hexdigest()
    return hashed, rules().allowance(kind, bool(shared))


@dataclass(frozen=True, slots=True)
class Charged:
    """The result of charging a call: header fields that say what is left, and a refusal if nothing
    is left.
    """

    headers: dict[str, str]
    problem: Problem | None = None


def charged(request: HttpRequest, kind: Kind = Kind.WORDS) -> Charged:
    """Charge one call to the caller's quota. Asks no database and never raises."""
    housekeeping.start()
    hashed, allowed = _counted_by(request, kind)
    usage = get_usage(
        request,
        group=allowed.group,
        key=lambda group, request: hashed,
        rate=(allowed.limit, allowed.window),
        increment=True,
    )
    reset = max(1, usage["time_left"])
    headers = {
        "RateLimit-Policy": allowed.policy,
        "RateLimit": f'"calls";r={max(0, allowed.limit - usage["count"])};t={reset}',
    }
    if not usage["should_limit"]:
        return Charged(headers)
    metrics.LIMITED.inc()
    return Charged(
        headers,
        Problem(Kinds.RATE_LIMITED, wait=reset, headers={**headers, "Retry-After": str(reset)}),
    )


def charge(request: HttpRequest, kind: Kind = Kind.WORDS) -> dict[str, str]:
    """Charge a call, unless that was done when the request came in, and return its header fields.
    Raises `Problem` when the quota is spent.
    """
    came_in: Charged | None = getattr(request, "charged", None)
    found = came_in or charged(request, kind)
    if found.problem is not None:
        raise found.problem
    return found.headers
