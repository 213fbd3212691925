"""The sixth of the tuning texts that nothing is trained on: bounds are set on it, and parts compared."""

import zlib

ONE_IN = 6


def held_out(text: str) -> bool:
    """Whether a text belongs to the held-out sixth: by its own letters, so that it is the same one every time and in every file."""
    return zlib.crc32(text.encode()) % ONE_IN == 0
