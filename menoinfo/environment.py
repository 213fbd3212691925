"""Reads the operator's settings from the environment. Each value is checked, and each error says
what to write instead.
"""

import ipaddress
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
    """A list of words separated by commas."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def count(name: str, default: int) -> int:
    """A whole number."""
    value = os.environ.get(name, "").strip()
    if value and not value.isdigit():
        raise ImproperlyConfigured(f"{name} is “{value}”; write a whole number.")
    return int(value or default)


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Within the block, a folder that cannot be read or written to is a wrong setting."""
    try:
        yield
    except OSError as error:
        raise ImproperlyConfigured(
            f"DATA_DIR is “{folder}”, where this user cannot read and write ({error.strerror});"
            " name another folder."
        ) from None


def secret_key(is_public: bool, folder: Path) -> str:
    """The secret key. A public service must be given one; a private one generates it and stores it
    in `folder`, beside the database.
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
            # Atomic: the file is complete, and another process's key is never overwritten
            file.hardlink_to(beside)
        except FileExistsError:
            pass
        finally:
            beside.unlink()
    return file.read_text(encoding="ascii").strip()


def rate(name: str, default: str, longest: int) -> str:
    """A rate, such as 60/m. Its window may be at most `longest` seconds, the lifetime of a salt,
    because every count is destroyed with its salt.
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
    """The rate with `factor` times as many calls in the same window."""
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
    """Let worker processes share their metrics in `folder`, if the disk has room. To be called
    before the first counter is made.

    prometheus_client memory-maps sparse files, and a write to one on a full disk kills the process.
    So the disk space is reserved here, at the files' initial size, which a few dozen counters never
    exceed.
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
            path.unlink(missing_ok=True)  # the other workers would read it


def keep_private(file: Path) -> None:
    """Let only the owner read the database file. SQLite gives its journals the same permissions."""
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        file.chmod(0o600)
