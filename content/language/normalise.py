"""One plain form of whatever people type, made once when a text comes in.

Pure, and never raises: any `str`, even with lone surrogates and control characters, becomes
lower-case ASCII letters, digits and punctuation, apart from letters that have no Latin counterpart.
Escapes are undone, look-alike letters replaced by plain ones, invisible characters dropped,
spelled-out and starred words joined, drawn-out letters shortened. Line breaks stay. The cost grows
with the length.
"""

import html
import re
import unicodedata
from collections import Counter
from functools import lru_cache
from urllib.parse import unquote_to_bytes

# Source: Unicode Technical Standard 39, confusable characters of the alphabets a phone offers.
_LOOK_LIKE = {
    "a": "аАαΑɑᎪ",
    "b": "бвВъьЬЪБβΒᏴ",
    "c": "сСϲϹᏟ",
    "d": "ԁԀժᎠᏧ",
    "e": "еЕєЄэεΕҽəƏΣէᎬ",
    "f": "ғҒϝֆ",
    "g": "ցԍԌᏀᏳ",
    "h": "һҺнНհΗᏂᎻ",
    "i": "іІιΙɩᎥᏆ",
    "j": "јЈϳյᎫ",
    "k": "кКκΚᏦ",
    "l": "ӏӀլԼʃᏞ",
    "m": "мМΜϻᎷ",
    "n": "пПиИηΝոռŋ",
    "o": "оОοΟσօՕөθ",
    "p": "рРρΡթᏢ",
    "q": "ԛԚզգ",
    "r": "гГяЯᎡᏒ",
    "s": "ѕЅՏᏚᏕ",
    "t": "тТτΤᎢ",
    "u": "υսՍцμʊ",
    "v": "ѵѴνᏙᏩ",
    "w": "ѡшШщωԝԜաᎳᏔ",
    "x": "хХχΧ",
    "y": "уУγΥүҮվᎩᎽ",
    "z": "зЗζΖʒᏃ",
    "ss": "ßẞ",
    "ae": "æÆ",
    "oe": "œŒ",
    "th": "þÞ",
}
_LETTERS = {sign: letter for letter, signs in _LOOK_LIKE.items() for sign in signs}
_LETTERS |= {"🩸": " blood ", "–": "-", "—": " - ", "…": "... ", "“": '"', "”": '"', "•": "•"}
_LETTERS |= dict.fromkeys("✓✔☑✅☒✗✘❌☐▢•·", "") | {sign: sign for sign in "✓✔☑✅☒✗✘❌☐▢•·"}
_LETTERS |= dict.fromkeys("\u2028\u2029\x85", "\n")
_EMPTY = "\u115f\u1160\u3164\uffa0"  # letters that are drawn as nothing
_NAMED = re.compile(
    r"\b(?:LATIN|INDICATOR SYMBOL)\b.*\b(?:LETTER|CAPITAL)(?: [A-Z-]{2,})* ([A-Z])(?: WITH .*)?$"
)
_UNSEEN = frozenset({"Mn", "Me", "Cf", "Co", "Cn"})
_TURNED = frozenset("ɐǝɥᴉɯɹʇʌʍʎʞ")
_TURN = str.maketrans("bqdpnuɔƃɟɾ", "qbpduncgfj")
_TURNED_TEXT = 3  # least number of turned letters in a text that is read as upside down

_APOSTROPHES = dict.fromkeys(map(ord, "’‘`´ʼʹ＇′"), "'")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});")
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_CODES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_ESCAPE = re.compile(r"\\[nrt](?![a-z]\b)")
_TAG = re.compile(
    r"</?(?:a|b|blockquote|body|br|code|div|em|font|h[1-6]|hr|html|i|img|li|ol|p|pre|q|s|span"
    r"|strong|sub|sup|table|td|th|tr|u|ul)(?:\s+[\w-]+=[^<>]{0,200})?\s*/?>",
    re.IGNORECASE,
)
_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_STARRED = re.compile(r"(?<=[a-zA-Z])\*(?=[a-zA-Z])")
# Single letters with a separator after each: one separator throughout, or any of the usual ones.
_SPELLED = re.compile(r"(?<![a-z0-9])[a-z]([^a-z0-9,;:?!\n]{1,2})[a-z](?:\1[a-z])+(?![a-z0-9])")
_SPELLED_ANYHOW = re.compile(r"(?<![a-z0-9])[a-z](?:[ .*_\-|/~]{1,2}[a-z]){2,}(?![a-z0-9])")
_SIGNS = 3  # kinds of separator between single letters that are looked for in a text
_NOT_LETTER = re.compile(r"[^a-z]+")
_RUN = re.compile(r"([aiu])\1{2,}|([a-z])\2{2,}")
_INSIDE = re.compile(r"(?<=[a-z])[*~^]+(?=[a-z])")
_BAR = re.compile(r"(?<=[a-z])[|!](?=[a-z])")
_LEET = re.compile(
    r"(?<=[a-z])[013457@$](?=[a-z])|(?<![a-z0-9])\$(?=[a-z]{2})|(?<=[a-z]{2})\$(?![a-z0-9])"
)
_LEET_LETTERS = str.maketrans("013457@$", "oieastas")
_CENSORED = re.compile(r"(?<![a-z0-9*])([a-z]{1,20})[*#-]([a-z]{1,20})(?![a-z0-9*])")
# Words in which people hide a letter, because of filters or out of politeness.
_HIDDEN_WORDS = (
    "sex sexual kill killed killing die dead suicide suicidal harm cut rape abuse drugs shit hell"
    " fuck fucking bitch"
)
_HIDDEN = tuple(_HIDDEN_WORDS.split())
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n ?")


def normalise(text: str) -> str:
    """The plain form of a text. Total: never raises for any `str`."""
    return _repaired(_folded(text))


def _folded(text: str) -> str:
    """The text in lower case, with escapes undone and look-alikes and accents made plain."""
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found.group()), text)
    if "%" in text:
        text = _PERCENT.sub(
            lambda found: unquote_to_bytes(found.group()).decode(errors="replace"), text
        )
    if "\\" in text:
        text = _ESCAPE.sub("\n", _CODES.sub(_unescaped, text))
    if "<" in text:
        text = _TAG.sub("\n", text)
    text = plain_letters(text.translate(_APOSTROPHES).replace("\r\n", "\n").replace("\r", "\n"))
    spaces, stars = text.count(" "), text.count("*")
    if stars > 3 * max(spaces, 1) and len(text) > 4 * stars:
        text = _STARRED.sub(" ", text)
    if len(_CAPITALS.findall(text)) > max(spaces, 2):
        text = _WORD_CAPITALS.sub(" ", text)
    return text.lower()


def _repaired(text: str) -> str:
    """Undo what hides a word: spelling it out, symbols and digits for letters, repeated letters."""
    signs = Counter(match[1] for match in _SPELLED.finditer(text))
    for sign, times in signs.most_common(_SIGNS):
        if times > 1:
            every = re.compile(rf"(?<![a-z0-9])[a-z](?:{re.escape(sign)}[a-z])+(?![a-z0-9])")
            text = every.sub(_joined, text)
    text = _SPELLED_ANYHOW.sub(_joined, _SPELLED.sub(_joined, text))
    text = _CENSORED.sub(_uncensored, text)
    text = _INSIDE.sub("", _BAR.sub("i", text))
    text = _LEET.sub(lambda match: match.group().translate(_LEET_LETTERS), text)
    text = _RUN.sub(lambda match: match[1] or match[2] * 2, text)
    return _BREAKS.sub("\n", _SPACES.sub(" ", text)).strip()


def _joined(match: re.Match[str]) -> str:
    return _NOT_LETTER.sub("", match.group())


def _uncensored(match: re.Match[str]) -> str:
    """The hidden word, with the missing letter put back between its two parts; else the text."""
    before, after = match[1], match[2]
    ways = {before + letter + after for letter in "aeiou"} | {before + after}
    return next((word for word in _HIDDEN if word in ways), match.group())


def _unescaped(codes: re.Match[str]) -> str:
    """Characters written as Unicode escapes; those beyond the first plane are surrogate pairs."""
    units = b"".join(int(code, 16).to_bytes(2, "big") for code in codes.group().split("\\u")[1:])
    return units.decode("utf-16-be", errors="replace")


@lru_cache(maxsize=4096)
def _letters(character: str) -> str:
    """What one character beyond ASCII stands for."""
    if character in _LETTERS:
        return _LETTERS[character]
    category = unicodedata.category(character)
    if category in _UNSEEN or character in _EMPTY:
        return ""
    if category == "Cs":
        return " "  # one half of a surrogate pair
    if category[0] == "L" or category == "So":
        named = _NAMED.search(name := unicodedata.name(character, ""))
        if named:
            return named[1].lower() if "SMALL" in name else named[1]
    decomposed = unicodedata.normalize("NFKD", character)
    return character if decomposed == character else "".join(map(_plain, decomposed))


def _plain(character: str) -> str:
    return character if character < "\x80" else _letters(character)


def plain_letters(text: str) -> str:
    """A text with every character beyond ASCII brought to the plain letters it stands for."""
    if text.isascii():
        return text
    if len(_TURNED.intersection(text)) >= _TURNED_TEXT:
        text = text[::-1].translate(_TURN)
    return "".join(map(_plain, text))
