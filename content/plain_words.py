"""One plain form for whatever people type, shared by the screen and the matcher.

Pure and total: any `str`, lone surrogates and control characters included, gives lower-case words of ASCII letters and
digits, single spaces between. Compatibility letters are folded (full-width, ligatures, superscripts), accents dropped,
invisible characters removed, curly quotes made straight and apostrophes dropped inside words.
"""

import re
import unicodedata

_APOSTROPHES = dict.fromkeys(map(ord, "'’‘`´ʼʹ＇"), None)
_NOT_WORD = re.compile(r"[^a-z0-9]+")


def fold(text: str) -> str:
    """Lower case, compatibility letters and accents folded, invisible characters dropped; punctuation kept."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    kept = (character for character in decomposed if unicodedata.category(character) not in ("Mn", "Me", "Cf", "Cs"))
    return "".join(kept).lower()


def normalise(text: str) -> str:
    """The words of `text`: lower case, ASCII letters and digits, one space between, no apostrophes."""
    return _NOT_WORD.sub(" ", fold(text).translate(_APOSTROPHES)).strip()
