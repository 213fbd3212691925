"""The trained files are those that this version was made with: a checksum of each, looked at before a process answers.

`models.sha256` has the form of `sha256sum`; `make checksums` writes it anew after training. A file that is cut short or
changed would read words otherwise than was measured, warning signs above all.
"""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent
MANIFEST = FOLDER / "models.sha256"
KINDS = ("safetensors", "onnx")


def trained() -> Iterator[Path]:
    """Every trained file there is."""
    for kind in KINDS:
        yield from sorted(FOLDER.rglob(f"*.{kind}"))


def written() -> str:
    """The manifest of the files as they are."""
    return "".join(f"{_digest(path, _marks(path))}  {path.relative_to(FOLDER).as_posix()}\n" for path in trained())


def wrong() -> list[str]:
    """The files that are not as the manifest has them. Reads a file again only when it has changed."""
    listed = (line.split("  ", 1) for line in MANIFEST.read_text(encoding="ascii").splitlines())
    return [name for digest, name in listed if not _is(FOLDER / name, digest)]


def _is(path: Path, digest: str) -> bool:
    try:
        return _digest(path, _marks(path)) == digest
    except OSError:
        return False


def _marks(path: Path) -> tuple[int, ...]:
    """What changes when a file is written or replaced."""
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


@lru_cache(maxsize=32)
def _digest(path: Path, marks: tuple[int, ...]) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
