"""What is typed in other languages than English: its warning signs, and which language it is.

In: a text as typed. Out: the signs that it holds and its language. One small table for all
languages weighs the character n-grams of the whole and of its sentences; no rule here knows a
language. English is left to the model. Made by `training/other_languages.py`.
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
SHORTEST, WINDOW = 4, 120  # letters of a segment, and of one where nobody typed a stop
GRAMS = 5  # characters of the longest n-gram
BUCKETS = 1 << 19
LANGUAGE_GRAMS = 4  # characters of the longest n-gram that tells the language
LANGUAGE_BUCKETS = 1 << 16  # there are fewer of those, and a weight for each language

_CODES = re.compile(r"\\u([0-9a-fA-F]{4})")
_RUN = re.compile(r"(.)\1{3,}", re.DOTALL)  # one character over and over says nothing more
_SENTENCE = re.compile(r"[.!?…\n\r。！？।॥؟۔]+")
# Letters that are one to whoever types them, and letters that many keyboards lack.
_ALIKE = str.maketrans("ىیکہھةەıłđøðँʼ", "ييكههههildodं'", "ـ")
_LEFT_OUT = {7, *range(27, 37), *range(202, 256)}  # classes of marks: nukta, vowels, accents

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Heard:
    """The slugs of the signs in a text, and its language where that is likelier than English."""

    signs: frozenset[str] = frozenset()
    language: str | None = None
    certain: bool = False

    @property
    def foreign(self) -> str | None:
        """The language of the text where it is certain and not English."""
        return self.language if self.certain else None


class _Plain(dict[int, str]):
    """What stands for each character, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        """A letter, mark or digit without what people leave out; a space for anything else."""
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
    """The words of a text in one form: lower case, without accents, native letters kept."""
    return unicodedata.normalize("NFC", " ".join(text.translate(_PLAIN).split()))


def segments(text: str) -> list[str]:
    """What is read of a text, folded: the whole, its sentences, and pieces of long ones."""
    text = html.unescape(unquote(_CODES.sub(lambda code: chr(int(code[1], 16)), text[:LONGEST])))
    text = text[:LONGEST]
    text = _RUN.sub(r"\1\1\1", text)
    whole = folded(text)
    parts = dict.fromkeys([whole])
    for sentence in map(folded, _SENTENCE.split(text)):
        starts = range(0, max(len(sentence) - WINDOW // 2, 1), WINDOW // 2)
        parts |= dict.fromkeys([sentence, *(sentence[at : at + WINDOW] for at in starts)])
    return [part for part in parts if len(part) >= SHORTEST or part == whole]


def buckets(parts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The bucket of every n-gram (columns) at every place (rows), and where each part starts.

    What would reach beyond the end of its part is in bucket 0, which weighs nothing.
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
        """For each sign the best score of any part; for each language how the first part fits."""
        found, starts = buckets(parts)
        sums = np.add.reduceat(self._weights[found].sum(1, dtype=np.float32), starts) * self._scale
        counts = np.add.reduceat((found > 0).sum(1), starts)
        signs = (sums / np.sqrt(counts.clip(1))[:, None]).max(0) + self._bias
        first = found[: starts[1] if len(starts) > 1 else len(found), :LANGUAGE_GRAMS]
        first = first % LANGUAGE_BUCKETS
        fits = self._languages[first].sum((0, 1), dtype=np.float32) * self._language_scale
        fits /= np.sqrt(counts[0])
        return signs, fits


@lru_cache(maxsize=1)
def table() -> Table:
    """The shipped table."""
    return Table(FILE)


def heard(text: str) -> Heard:
    """The signs and the language of a text. Total: never raises for any `str`."""
    parts = segments(text)
    if not parts[0]:
        return Heard()
    one = table()
    signs, fits = one.scores(parts)
    found = frozenset(np.array(one.signs)[signs >= one.thresholds].tolist())
    best = int(fits[1:].argmax()) + 1
    above = float(fits[best] - fits[0])
    return Heard(found, one.codes[best] if above > 0 else None, above >= one.certain)
