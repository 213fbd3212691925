"""The tuning texts that neither reading is trained on: a sixth of all, and whole files of near twins. Both are weighed on them, and parts compared."""

import zlib
from functools import cache

from tests.evaluation.evaluate import Item, read

ONE_IN = 6
APART = "screening/tune_[tu].jsonl"  # trained on them too, the readings tell no better (`docs/safety.md`), and how sure they are could not be known


def held_out(text: str) -> bool:
    """Whether a text belongs to the held-out sixth: by its own letters, so that it is the same one every time and in every file."""
    return zlib.crc32(text.encode()) % ONE_IN == 0


@cache
def _apart() -> frozenset[str]:
    return frozenset(item["text"] for item in read(APART))


def unread(text: str) -> bool:
    """Whether a tuning text is one that neither reading was trained on."""
    return held_out(text) or text in _apart()


def trained_on(pattern: str) -> list[Item]:
    """The texts of every file that fits `pattern`, less those that are kept from training."""
    return [item for item in read(pattern) if not unread(item["text"])]
