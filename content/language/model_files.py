"""Checks, at start and for `/readyz`, that the model files are the ones that were evaluated.

With a damaged or changed file, warning signs might be missed in ways that nobody has measured.
`make model` writes the SHA-256 of each file into `manifest.json`.
"""

import hashlib
import json
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent / "model"


def changed() -> list[str]:
    """The files that differ from the manifest. A file is read again only when it has changed."""
    files: dict[str, str] = json.loads((FOLDER / "manifest.json").read_text("utf-8"))["files"]
    return [name for name, digest in files.items() if _digest_of(FOLDER / name) != digest]


def _digest_of(path: Path) -> str | None:
    try:
        found = path.stat()
        return _digest(path, (found.st_ino, found.st_size, found.st_mtime_ns))
    except OSError:
        return None


@lru_cache(maxsize=32)
def _digest(path: Path, state: tuple[int, ...]) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
