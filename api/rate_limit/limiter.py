"""The quota: so many calls a minute per network address, one count for REST, MCP and all
processes.

django-ratelimit decides; `api.rate_limit.store` stores, because its stock stores either cannot
count atomically or are not ours to empty. The address is hashed with the salt of the hour and the
service's own key, IPv6 by its /64 network, and is never stored.

Addresses of a range that the operator has named (`SHARED_RANGES`: the egress of an assistant's
host, behind which thousands of people ask) share one larger quota: generous for calls by slug,
which cost next to nothing, tighter for words.
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
    """The caller's network address: the peer's, or the one that the counted number of trusted
    proxies wrote down.
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


# Some proxies write the port behind the address
_PORT = re.compile(r"^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$")
_MAPPED = bytes(10) + b"\xff\xff"  # an IPv4 address written as an IPv6 one


def _packed(address: str) -> bytes:
    """An address as 4 or 16 bytes; nothing for what is no address."""
    bare = _PORT.sub(r"\1\2", address) if ":" in address else address
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    try:
        packed = socket.inet_pton(family, bare.partition("%")[0])
    except (OSError, ValueError):
        return b""
    return packed[12:] if packed.startswith(_MAPPED) else packed


def network_of(address: str) -> str:
    """What one caller is counted by: an IPv4 address, or the /64 network of an IPv6 one."""
    packed = _packed(address)
    if not packed:
        return "unknown"
    if len(packed) == 4:
        return socket.inet_ntop(socket.AF_INET, packed)
    return socket.inet_ntop(socket.AF_INET6, packed[:8] + bytes(8))


def _shared_by(address: str) -> str:
    """The name of the range that an address is in; empty where it is in none."""
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
    """The keyed hash that a caller is counted under this hour, which neither the database nor the
    process alone can undo; and its quota.
    """
    address = address_of(request)
    shared = _shared_by(address) if rules().shared else ""
    counted = f"range {shared}" if shared else network_of(address)
    key = salt.current() + rules().own_key
    hashed = hashlib.blake2b(counted.encode(), key=key, digest_size=16).hexdigest()
    return hashed, rules().allowance(kind, bool(shared))


@dataclass(frozen=True, slots=True)
class Charged:
    """What became of a charge: the header fields that say what is left, and the refusal where
    nothing is.
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
    """The header fields of a call charged to the caller's quota, now or when the request came in.
    Raises `Problem` when it is spent.
    """
    came_in: Charged | None = getattr(request, "charged", None)
    found = came_in or charged(request, kind)
    if found.problem is not None:
        raise found.problem
    return found.headers
