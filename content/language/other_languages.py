"""Texts in languages other than English: which warning signs they hold, and which language it is.

In: a text as typed. Out: the signs that it holds, and its language. One small table for all
languages weighs the character n-grams of a text's beginning and of its sentences; there are no
rules for single languages. English is left to the model; `training/other_languages.py` makes it.
"""

import html
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from content.language.model_files import FOLDER

FILE = FOLDER / "other_languages.npz"
ENGLISH = "en"
LONGEST = 4000  # characters that are read of a text
SHORTEST, WINDOW = 4, 120  # fewest letters of a segment; letters of a piece of a long sentence
FIRST = 4 * WINDOW  # letters of the first segment, which tells the language
GRAMS = 5  # characters of the longest n-gram
BUCKETS = 1 << 19
LANGUAGE_GRAMS = 4  # characters of the longest n-gram that tells the language
LANGUAGE_BUCKETS = 1 << 16  # fewer, since each bucket holds a weight for every language

_CODES = re.compile(r"\\u([0-9a-fA-F]{4})")
_RUN = re.compile(r"(.)\1{3,}", re.DOTALL)  # repeating a character more often adds nothing
_SENTENCE = re.compile(r"[.!?…\n\r。！？।॥؟۔]+")
# Variants that people type for the same letter, and letters that many keyboards lack.
_ALIKE = str.maketrans("ىیکہھةەıłđøðँʼ", "ييكههههildodं'", "ـ")
_LEFT_OUT = {7, *range(27, 37), *range(202, 256)}  # classes of marks: nukta, vowels, accents

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Detected:
    """The signs in a text, by slug, and its language if that is more likely than English."""

    signs: frozenset[str] = frozenset()
    language: str | None = None
    certain: bool = False

    @property
    def foreign(self) -> str | None:
        """The language of the text where it is certain and not English."""
        return self.language if self.certain else None


class _Plain(dict[int, str]):
    """The plain form of each character, computed when it first occurs."""

    def __missing__(self, code: int) -> str:
        """A letter, mark or digit without the accents that people omit; else a space."""
        out = ""
        for one in unicodedata.normalize("NFKD", chr(code).casefold()).translate(_ALIKE):
            kind = unicodedata.category(one)
            if kind == "Nd":
                out += str(unicodedata.digit(one))
            elif kind[0] == "L" or (kind[0] == "M" and unicodedata.combining(one) not in _LEFT_OUT):
                out += one
            elif kind != "Cf" and kind[0] != "M":
                out += " "
        self[code] = out
        return out


_PLAIN = _Plain()


def folded(text: str) -> str:
    """The words of a text in one form: lower case, without accents, in their own script."""
    return unicodedata.normalize("NFC", " ".join(text.translate(_PLAIN).split()))


def segments(text: str) -> list[str]:
    """The parts of a text that are scored: its beginning, sentences, pieces of long sentences."""
    text = html.unescape(unquote(_CODES.sub(lambda code: chr(int(code[1], 16)), text[:LONGEST])))
    text = text[:LONGEST]
    text = _RUN.sub(r"\1\1\1", text)
    first = folded(text)[:FIRST]
    parts = dict.fromkeys([first])
    for sentence in map(folded, _SENTENCE.split(text)):
        starts = range(0, max(len(sentence) - WINDOW // 2, 1), WINDOW // 2)
        parts |= dict.fromkeys([sentence, *(sentence[at : at + WINDOW] for at in starts)])
    return [part for part in parts if len(part) >= SHORTEST or part == first]


def buckets(parts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The buckets of the n-grams at every character (rows) by length (columns), and the row at
    which each part starts.

    An n-gram that would reach beyond the end of its part is in bucket 0, whose weight is zero.
    """
    joined = "".join(f" {part} \n" for part in parts)
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
    ends = np.flatnonzero(codes == ord("\n"))
    starts = np.concatenate(([0], ends[:-1] + 1))
    left = np.repeat(ends, ends - starts + 1) - np.arange(len(codes))
    out = np.zeros((len(codes), GRAMS), np.int32)
    mixed = np.zeros(len(codes) + 1, np.uint32)
    for size in range(1, GRAMS + 1):
        mixed = mixed[:-1] * np.uint32(0x01000193) ^ codes[size - 1 :] * np.uint32(0x9E3779B1)
        spread = (mixed ^ (mixed >> np.uint32(15))) * np.uint32(0x85EBCA6B) >> np.uint32(8)
        inside = left[: len(mixed)] >= size
        out[: len(mixed), size - 1] = np.where(inside, spread % np.uint32(BUCKETS - 1) + 1, 0)
    return out, starts


class Table:
    """The weights of every bucket for the signs and for the languages, read once for a process."""

    def __init__(self, file: Path) -> None:
        with np.load(file) as kept:
            self.texts = str(kept["texts"])  # the digest of what it was trained on
            self.signs: list[str] = [str(slug) for slug in kept["signs"]]
            self.codes: list[str] = [str(code) for code in kept["languages"]]
            self._weights = kept["sign_weights"]
            self._scale = kept["sign_scale"]
            self._bias = kept["sign_bias"]
            self._languages = kept["language_weights"]
            self._language_scale = kept["language_scale"]
            self.thresholds: Floats = kept["thresholds"]
            self.certain = float(kept["certain"])

    def scores(self, parts: Sequence[str]) -> tuple[Floats, Floats]:
        """For each sign the best score of any part; for each language that of the first part."""
        found, starts = buckets(parts)
        sums = np.add.reduceat(self._weights[found].sum(1, dtype=np.float32), starts) * self._scale
        counts = np.add.reduceat((found > 0).sum(1), starts)
        each = sums / np.sqrt(counts.clip(1))[:, None]
        signs = each.max(0) + self._bias
        first = found[: starts[1] if len(starts) > 1 else len(found), :LANGUAGE_GRAMS]
        first = first % LANGUAGE_BUCKETS
        fits = self._languages[first].sum((0, 1), dtype=np.float32) * self._language_scale
        fits /= np.sqrt(counts[0])
        return signs, fits


@lru_cache(maxsize=1)
def table() -> Table:
    """The shipped table."""
    return Table(FILE)


def detect(text: str) -> Detected:
    """The signs and the language of a text. Total: never raises for any `str`."""
    parts = segments(text)
    if not parts[0]:
        return Detected()
    one = table()
    signs, fits = one.scores(parts)
    found = frozenset(np.array(one.signs)[signs >= one.thresholds].tolist())
    best = int(fits[1:].argmax()) + 1
    above = float(fits[best] - fits[0])
    return Detected(found, one.codes[best] if above > 0 else None, above >= one.certain)
