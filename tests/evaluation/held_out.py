"""The sixth of the tuning texts that nothing is trained on: bounds are set on it, and parts compared."""

import zlib

from tests.evaluation.evaluate import Item, read

ONE_IN = 6


def held_out(text: str) -> bool:
    """Whether a text belongs to the held-out sixth: by its own letters, so that it is the same one every time and in every file."""
    return zlib.crc32(text.encode()) % ONE_IN == 0


def trained_on(pattern: str) -> list[Item]:
    """The texts of every file that fits `pattern`, less those held out."""
    return [item for item in read(pattern) if not held_out(item["text"])]
