"""A short list of phrases that always count as a sign, whatever the model says.

A phrase counts if it is all of a text or of a line, apart from small words: somebody who sends only
the word “suicide” is not giving a title but saying what is on their mind. The phrases are in
`red_flag_phrases.yaml`.
"""

import re
from functools import lru_cache
from pathlib import Path

import yaml

FILE = Path(__file__).parent / "red_flag_phrases.yaml"
LONGEST = 90  # characters of the longest line that is compared with the phrases
_LINE = re.compile(r"[\n;|,.:!?/]+")
_WORD = re.compile(r"[a-z0-9'-]+")


def red_flags(plain: str) -> set[str]:
    """The slugs of the signs whose phrases a text, in its plain form, consists of."""
    phrases, beside = _phrases()
    found: set[str] = set()
    for line in _LINE.split(plain):
        if 0 < len(line.strip()) <= LONGEST:
            words = [word for word in _WORD.findall(line) if word not in beside]
            found |= phrases.get(" ".join(words), frozenset())
    return found


@lru_cache(maxsize=1)
def _phrases() -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    """The phrases without their small words, each with its signs; and the small words."""
    plain: dict[str, list[str]] = yaml.safe_load(FILE.read_text("utf-8"))
    beside = frozenset(plain.pop("beside"))
    found: dict[str, frozenset[str]] = {}
    for sign, phrases in plain.items():
        for phrase in phrases:
            words = " ".join(word for word in _WORD.findall(phrase) if word not in beside)
            found[words] = found.get(words, frozenset()) | {sign}
    return found, beside
