"""One plain form for whatever people type, shared by the screen and the matcher.

Pure and total: any `str`, lone surrogates and control characters included, gives lower-case words of ASCII letters and
digits. Compatibility letters are folded (full-width, ligatures, superscripts), look-alike letters of other alphabets and
accents brought to plain ones, escapes that a program left in undone, invisible characters removed, apostrophes dropped
inside words, letters spelled out with separators joined, long runs of one letter shortened. The cost is linear in the length of the text.
"""

import html
import re
import unicodedata

_APOSTROPHES = dict.fromkeys(map(ord, "'’‘`´ʼʹ＇′"), None)
# Letters of other alphabets that look like ours, and the few Latin letters that do not decompose.
_LOOKALIKES = str.maketrans(
    dict(zip("аеорсухіјѕԁɡһкмтвнзαεικνορτυχωøłđı", "aeopcyxijsdghkmtbhzaeiknoptuxwoldi", strict=True))
    | dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True))
    | {"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)
_NOT_WORD = re.compile(r"[^a-z0-9]+")
# What programs leave in a text that they escaped once too often: `&#39;`, `&nbsp;`, `%20`, a written-out `\n`.
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});")
_ESCAPE = re.compile(r"%(?:20|0[aAdD]|2[cC])|\\[nrt](?![a-z]\b)")
_SENTENCE_END = re.compile(r"[!;\n\r…]+|\.+(?=\s|$)|(?<=\?)|\s[-–—]+\s")
_NOT_CLAUSE_WORD = re.compile(r"[^a-z0-9,:?]+")
_STOP = re.compile(r"([,:?])")
_SPELLED = re.compile(r"(?<![a-z0-9])[a-z](?:[\s.*_\-|/~]{1,2}[a-z]){2,}(?![a-z0-9])")
_RUN = re.compile(r"([aiu])\1{2,}|(.)\2{2,}")
_INSIDE = re.compile(r"(?<=[a-z])[*~^]+(?=[a-z])|(?<=[a-z])[|!](?=[a-z])")
_LEET = re.compile(r"(?<=[a-z])[013457@$](?=[a-z])")
_LEET_LETTERS = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"}


def fold(text: str) -> str:
    """Lower case, compatibility letters, look-alikes and accents folded, invisible characters dropped; punctuation kept."""
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found.group()), text)
    if "%" in text or "\\" in text:
        text = _ESCAPE.sub(" ", text)
    text = text.translate(_APOSTROPHES)
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text)
        kept = (character for character in decomposed if unicodedata.category(character) not in ("Mn", "Me", "Cf", "Cs", "Co", "Cn"))
        text = "".join(kept).lower().translate(_LOOKALIKES)
    return text.lower()


def repair(folded: str) -> str:
    """Undo what hides a word from a reader of letters: spelled-out words joined, digits for letters, drawn-out letters."""
    folded = _SPELLED.sub(lambda match: re.sub(r"[^a-z]", "", match.group()), folded)
    folded = _INSIDE.sub("", folded)
    folded = _LEET.sub(lambda match: _LEET_LETTERS[match.group()], folded)
    return _RUN.sub(lambda match: match[1] or match[2] * 2, folded)


def normalise(text: str) -> str:
    """The words of `text`: lower case, ASCII letters and digits, one space between, no apostrophes."""
    return _NOT_WORD.sub(" ", repair(fold(text))).strip()


def sentences(text: str) -> list[list[str]]:
    """The words of `text`, sentence by sentence, empty ones left out."""
    parts = (_NOT_WORD.sub(" ", part).split() for part in _SENTENCE_END.split(repair(fold(text))))
    return [part for part in parts if part]


def clauses(text: str) -> list[list[str]]:
    """The words of `text`, sentence by sentence, with commas, colons and question marks kept as words of their own."""
    parts = (_STOP.sub(r" \1 ", _NOT_CLAUSE_WORD.sub(" ", part)).split() for part in _SENTENCE_END.split(repair(fold(text))))
    return [part for part in parts if any(word[0].isalnum() for word in part)]
