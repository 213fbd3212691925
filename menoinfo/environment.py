"""What an operator sets, read from the environment: each value checked, each refusal saying what to
write instead.
"""

import ipaddress
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from api.operations.disk import reserve


def flag(name: str, default: bool) -> bool:
    """Yes or no."""
    value = os.environ.get(name, "").strip().lower()
    if value in ("", "1", "true", "yes", "on", "0", "false", "no", "off"):
        return default if not value else value in ("1", "true", "yes", "on")
    raise ImproperlyConfigured(f"{name} is “{value}”; write 1 or 0.")


def listed(name: str) -> list[str]:
    """Words parted by commas."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def count(name: str, default: int) -> int:
    """A whole number."""
    value = os.environ.get(name, "").strip()
    if value and not value.isdigit():
        raise ImproperlyConfigured(f"{name} is “{value}”; write a whole number.")
    return int(value or default)


def secret_key(is_public: bool, folder: Path) -> str:
    """The key that a public service is given; a private try-out makes one and stores it in
    `folder`, beside the database.
    """
    key = os.environ.get("SECRET_KEY", "")
    if key:
        return key
    if is_public:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Make one with: python -c 'import secrets;"
            " print(secrets.token_urlsafe(64))'"
        )
    file = folder / "secret_key"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(f".{os.getpid()}-{secrets.token_hex(4)}")
        beside.touch(mode=0o600)
        beside.write_text(secrets.token_urlsafe(64), encoding="ascii")
        try:
            # Whole or not there at all, and never over another process's key
            file.hardlink_to(beside)
        except FileExistsError:
            pass
        finally:
            beside.unlink()
    return file.read_text(encoding="ascii").strip()


def rate(name: str, default: str, longest: int) -> str:
    """Calls in a time of at most `longest` seconds, which is how long a salt lives: every count is
    destroyed with it.
    """
    value = os.environ.get(name, "").strip() or default
    if not (parts := re.fullmatch(r"([1-9]\d{0,8})/([1-9]\d{0,8})?([smhd])", value)):
        raise ImproperlyConfigured(
            f"{name} is “{value}”; write calls and a time, such as 60/m or 10/30s."
        )
    if int(parts[2] or 1) * {"s": 1, "m": 60, "h": 3600, "d": 86400}[parts[3]] > longest:
        raise ImproperlyConfigured(
            f"{name} is “{value}”, a window longer than the {longest} seconds after which every"
            " count is destroyed with its salt (SALT_SECONDS); write a shorter window, such as"
            " 60/m."
        )
    return value


def times(rate: str, factor: int) -> str:
    """A rate of `factor` times as many calls."""
    calls, period = rate.split("/")
    return f"{int(calls) * factor}/{period}"


def ranges(file: str) -> dict[str, str]:
    """The networks in a file of lines like `anthropic 192.0.2.0/24 2001:db8::/32`, each with the
    name whose quota it shares.
    """
    found: dict[str, str] = {}
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines() if file else []
    except OSError as error:
        raise ImproperlyConfigured(
            f"SHARED_RANGES is “{file}”, which cannot be read ({error.strerror})."
        ) from None
    for number, line in enumerate(lines, start=1):
        name, *networks = line.partition("#")[0].split() or [""]
        for written in networks:
            try:
                found[str(ipaddress.ip_network(written))] = name
            except ValueError:
                raise ImproperlyConfigured(
                    f"{file}, line {number}: “{written}” is no network such as 192.0.2.0/24."
                ) from None
    return found


def share_metrics(folder: Path) -> None:
    """Let worker processes share what they count in `folder`, where the disk has room for it;
    decided before the first counter is made.

    prometheus_client maps its files into memory with holes in them, and a write into a hole of a
    full disk kills the process: their room is taken here, at their first size, which a few dozen
    counters never outgrow.
    """
    files = [
        folder / f"{kind}_{os.getpid()}.db"
        for kind in ("counter", "histogram", "gauge_livemax", "gauge_livemin")
    ]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in files:
            with path.open("ab") as file:
                reserve(file.fileno(), 1 << 16)
    except OSError:
        os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
        for path in files:
            path.unlink(missing_ok=True)  # the other workers read every file that is there


def keep_private(file: Path) -> None:
    """Let nobody but its owner read the database: SQLite gives its journals the same rights."""
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        file.chmod(0o600)
