"""Which plain letters a character stands for: signs that hold a letter, letters with marks, and letters that only look alike.

What is typed on a phone or pasted from a page may be set in circled, squared or struck-out letters, be turned upside down,
or use another alphabet's letters that look the same. Unicode's own name of a character tells which Latin letter it is made
of (“NEGATIVE CIRCLED LATIN CAPITAL LETTER A”, “LATIN SMALL LETTER D WITH HOOK”); those that only look like one stand below.
Source of the look-alikes: Unicode Technical Standard 39, confusable characters, of the alphabets a phone offers.
"""

import re
import unicodedata
from functools import lru_cache

_LOOK_LIKE = {
    "a": "аАαΑɑᎪ", "b": "бвВъьЬЪБβΒᏴ", "c": "сСϲϹᏟ", "d": "ԁԀժᎠᏧ", "e": "еЕєЄэεΕҽəƏΣէᎬ", "f": "ғҒϝֆ", "g": "ցԍԌᏀᏳ",
    "h": "һҺнНհΗᏂᎻ", "i": "іІιΙɩᎥᏆ", "j": "јЈϳյᎫ", "k": "кКκΚᏦ", "l": "ӏӀլԼʃᏞ", "m": "мМΜϻᎷ", "n": "пПиИηΝոռŋ", "o": "оОοΟσօՕөθ",
    "p": "рРρΡթᏢ", "q": "ԛԚզգ", "r": "гГяЯᎡᏒ", "s": "ѕЅՏᏚᏕ", "t": "тТτΤᎢ", "u": "υսՍцμʊ", "v": "ѵѴνᏙᏩ", "w": "ѡшШщωԝԜաᎳᏔ", "x": "хХχΧ",
    "y": "уУγΥүҮվᎩᎽ", "z": "зЗζΖʒᏃ", "ss": "ßẞ", "ae": "æÆ", "oe": "œŒ", "th": "þÞ",
}  # fmt: skip
_LETTERS = {character: letter for letter, characters in _LOOK_LIKE.items() for character in characters}
_LETTERS["🩸"] = " blood "  # what is shown and not said
_EMPTY = "\u115f\u1160\u3164\uffa0"  # letters that show nothing
_NAMED = re.compile(r"\b(?:LATIN|INDICATOR SYMBOL)\b.*\b(?:LETTER|CAPITAL)(?: [A-Z-]{2,})* ([A-Z])(?: WITH .*)?$")
_UNSEEN = frozenset({"Mn", "Me", "Cf", "Co", "Cn"})  # marks on letters, invisible characters, and what is no character

# Turned upside down, some letters become one another and some become letters that Unicode does not call turned.
_TURNED = frozenset("ɐǝɥᴉɯɹʇʌʍʎʞ")
_TURN = str.maketrans("bqdpnuɔƃɟɾ", "qbpduncgfj")
_TURNED_TEXT = 3  # turned letters from which a text is taken to stand on its head


@lru_cache(maxsize=4096)
def _letters(character: str) -> str:
    """What one character beyond ASCII stands for."""
    if character in _LETTERS:
        return _LETTERS[character]
    category = unicodedata.category(character)
    if category in _UNSEEN or character in _EMPTY:
        return ""
    if category == "Cs":
        return " "  # half of a character that was cut in two
    if category[0] == "L" or category == "So":
        name = unicodedata.name(character, "")
        named = _NAMED.search(name)
        if named:
            return named[1].lower() if "SMALL" in name else named[1]
    decomposed = unicodedata.normalize("NFKD", character)
    return character if decomposed == character else "".join(map(plain_letters, decomposed))


def plain_letters(text: str) -> str:
    """`text` with every character beyond ASCII brought to the plain letters it stands for; what stands for none is kept."""
    if text.isascii():
        return text
    if len(_TURNED.intersection(text)) >= _TURNED_TEXT:
        text = text[::-1].translate(_TURN)
    return "".join(character if character < "\x80" else _letters(character) for character in text)
