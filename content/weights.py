"""Trained numbers, kept in files that are mapped into memory instead of read: nothing is loaded that no text has asked for.

Every process of a machine shares the pages of one file, so a worker starts faster and adds less. The form is safetensors,
a published one: eight bytes with the length of a header, the header as JSON (each array's type, shape and place, and words
that belong to them), then the arrays. Source of the form: https://huggingface.co/docs/safetensors
"""

import json
import mmap
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_TYPES = {"I8": np.int8, "I16": np.int16, "I32": np.int32, "F16": np.float16, "F32": np.float32}
_NAMES = {np.dtype(kind): name for name, kind in _TYPES.items()}
_FIRST = 8  # bytes that hold the length of the header, which ends at a multiple of them


@dataclass(frozen=True, slots=True)
class Weights:
    """The arrays of one file by name, and what is written beside them."""

    arrays: Mapping[str, NDArray[Any]]
    notes: Mapping[str, str]

    def floats(self, name: str) -> NDArray[np.float32]:
        """An array as single floats."""
        found: NDArray[np.float32] = self.arrays[name].astype(np.float32)
        return found

    def words(self, name: str) -> tuple[str, ...]:
        """A list of words that is written beside the arrays."""
        return tuple(self.notes[name].split("\n"))


def load(path: Path) -> Weights:
    """Map the file at `path`; the arrays cannot be written to."""
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    start = _FIRST + int.from_bytes(mapped[:_FIRST], "little")
    header = json.loads(mapped[_FIRST:start])
    notes = header.pop("__metadata__", {})

    def array(entry: dict[str, Any]) -> NDArray[Any]:
        first, end = entry["data_offsets"]
        kind = np.dtype(_TYPES[entry["dtype"]])
        return np.frombuffer(mapped, kind, (end - first) // kind.itemsize, start + first).reshape(entry["shape"])

    return Weights({name: array(entry) for name, entry in header.items()}, notes)


def save(path: Path, arrays: Mapping[str, NDArray[Any]], notes: Mapping[str, str]) -> None:
    """Write a file whole: whoever has mapped the one before goes on with that one."""
    header: dict[str, Any] = {"__metadata__": dict(notes)}
    place = 0
    in_order = sorted(arrays.items(), key=lambda pair: -pair[1].itemsize)  # so that each begins at a multiple of its numbers' size
    for name, values in in_order:
        header[name] = {"dtype": _NAMES[values.dtype], "shape": list(values.shape), "data_offsets": [place, place + values.nbytes]}
        place += values.nbytes
    opening = json.dumps(header).encode()
    opening += b" " * (-len(opening) % _FIRST)
    made = path.with_suffix(".new")
    with made.open("wb") as file:
        file.write(len(opening).to_bytes(_FIRST, "little") + opening)
        for _, values in in_order:
            file.write(np.ascontiguousarray(values).tobytes())
    os.replace(made, path)
