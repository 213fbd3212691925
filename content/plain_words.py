"""One plain form for whatever people type, shared by the screen and the matcher.

Pure and total: any `str`, lone surrogates and control characters included, gives lower-case words of ASCII letters and
digits. Compatibility letters are folded (full-width, ligatures, superscripts), look-alike letters of other alphabets and
accents brought to plain ones, escapes that a program left in undone, invisible characters removed, apostrophes dropped
inside words, letters spelled out with separators joined, long runs of one letter shortened. The cost is linear in the length of the text.
"""

import html
import re
from collections import Counter
from urllib.parse import unquote_to_bytes

from content.letters import plain_letters
from content.spelling import spelling

_APOSTROPHES = dict.fromkeys(map(ord, "'’‘`´ʼʹ＇′"), None)
_NOT_WORD = re.compile(r"[^a-z0-9]+")
# What programs leave in a text that they escaped once too often, or not at all: `&#39;`, `%20`, `\u2019`, a written-out `\n`, `<b>`.
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});")
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_CODES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_ESCAPE = re.compile(r"\\[nrt](?![a-z]\b)")
_TAG = re.compile(
    r"</?(?:a|b|blockquote|body|br|code|div|em|font|h[1-6]|hr|html|i|img|li|ol|p|pre|q|s|span|strong|sub|sup|table|td|th|tr|u|ul)(?:\s+[\w-]+=[^<>]{0,200})?\s*/?>",
    re.IGNORECASE,
)
# Words joined by capitals or by stars, with hardly a space.
_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_STARRED = re.compile(r"(?<=[a-zA-Z])\*(?=[a-zA-Z])")
_SENTENCE_END = re.compile(r"[!;\n\r…]+|\.+(?=\s|$)|(?<=\?)|\s[-–—]+\s")
_NOT_CLAUSE_WORD = re.compile(r"[^a-z0-9,:?]+")
_STOP = re.compile(r"([,:?])")
# Letters with a sign after each: the same sign all along, or any of the usual ones.
_SPELLED = re.compile(r"(?<![a-z0-9])[a-z]([^a-z0-9,;:?!\n]{1,2})[a-z](?:\1[a-z])+(?![a-z0-9])")
_SPELLED_ANYHOW = re.compile(r"(?<![a-z0-9])[a-z](?:[\s.*_\-|/~]{1,2}[a-z]){2,}(?![a-z0-9])")
_SIGNS = 3  # kinds of sign between letters that one text is searched for
_NOT_LETTER = re.compile(r"[^a-z]+")
_RUN = re.compile(r"([aiu])\1{2,}|(.)\2{2,}")
_CENSORED = re.compile(r"(?<![a-z0-9*])([a-z]{1,20})\*([a-z]{1,20})(?![a-z0-9*])")
_INSIDE = re.compile(r"(?<=[a-z])[*~^]+(?=[a-z])")
_BAR = re.compile(r"(?<=[a-z])[|!](?=[a-z])")
_LEET = re.compile(r"(?<=[a-z])[013457@$](?=[a-z])|(?<![a-z0-9])\$(?=[a-z]{2})|(?<=[a-z]{2})\$(?![a-z0-9])")
_LEET_LETTERS = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"}
# An answer with the next question behind it and no stop between: “fever: no chest pain: yes”, “Fever? no Chest pain? yes”, “Flushes: daily Age: 60”.
_ANSWER = (
    r"(?:yes|nope|none|nil|never|no|true|false|y|n|daily|weekly|monthly|sometimes|occasional(?:ly)?|often|rarely|always|mild|moderate|severe"
    r"|bad|poor|low|fine|good|ok|okay|normal|\d{1,4}(?:\s?/\s?\d{1,2})?)\b"
)
_ASKS = r"(?:[:?=|\t(]|\s[-–—])\s{0,3}"
_RUN_ON = re.compile(rf"({_ASKS}{_ANSWER}\)?)(?=[ \t|/&•·*]+[^:?=|\t(\n,;.!]{{2,60}}?{_ASKS}{_ANSWER})")
# A no that stands apart at the end of a line or an item (“Chest pain - no”, “chest pain (no)”, “| Chest pain | No |”): the answer, as behind a colon.
_SET_APART = re.compile(
    r"(?<=[a-z0-9])(?:\s?[=|]\s?|\s\(|\s[-–—]\s)(no|none|nil|never|nope|n)\s?[)|]?(?=\s{0,3}(?:$|[\n\r;/&]|\.\s|,[^,.\n]{2,40}?\s(?:[-–—]\s|\()"
    rf"{_ANSWER}))"
)
# When something was said, before who said it: “[10:05] visitor: no”.
_STAMP = re.compile(r"^[ \t]*[\[(]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]m)?[\])]?[ \t,–-]{0,3}(?=[A-Za-z]{1,12}[ \t]?:)", re.MULTILINE)
# Nought of a scale behind what it is of (“chest pain 0/10”, “slurred speech 0,”), but not of what is said to be at nought (“my will to live is 0”).
_NOUGHT = re.compile(
    r"(?<=[a-z)])(?<!\bis)(?<!\bat)(?<!\bto)(?<!\bof)(?<!\bwas)(?:\s?[-–—:=]\s?|\s)"
    r"0(?:\s?(?:/|out of)\s?\d{1,3}\b|(?=\s{0,3}(?:$|[\n\r,;/&|]|\.(?:\s|$))))"
)
# A line that is nothing but things and how bad each is, with nothing between them: “suicidal thoughts 2 anxiety 0 flushes 3”.
_SCORE = r"[a-z][a-z'/-]*(?: [a-z][a-z'/-]*){0,6}[ :=]{1,2}(?:10|[0-9])(?: ?/ ?[0-9]{1,2})?"
_SCORED = re.compile(rf"({_SCORE})[ \t]+")
_ROW_OF_SCORES = re.compile(rf"^[ \t]*(?:{_SCORE}[ \t]*){{2,}}\.?[ \t]*$", re.MULTILINE)
_YES_OR_NO = frozenset({"yes", "no"})
_ONE_A_LINE = 4  # words by themselves from which they are read as one sentence


def fold(text: str) -> str:
    """Lower case, escapes undone, look-alikes and accents brought to plain letters, invisible characters dropped; punctuation kept."""
    text = without_entities(text)
    if "%" in text:
        text = _PERCENT.sub(lambda found: unquote_to_bytes(found.group()).decode(errors="replace"), text)
    if "\\" in text:
        text = _ESCAPE.sub(" ", _CODES.sub(_unescaped, text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    text = plain_letters(text.translate(_APOSTROPHES))
    return _apart(text).lower()


def without_entities(text: str) -> str:
    """The text with signs that are written as a page writes them (`&#39;`) put back."""
    return _ENTITY.sub(lambda found: html.unescape(found.group()), text) if "&" in text else text


def _unescaped(codes: re.Match[str]) -> str:
    """A run of letters written as codes: those beyond the first plane as pairs."""
    return b"".join(int(code, 16).to_bytes(2, "big") for code in codes.group().split("\\u")[1:]).decode("utf-16-be", errors="replace")


def _apart(text: str) -> str:
    """Words that are joined by signs or capitals instead of spaces, taken apart; a censored word (“k*ll”) is left as it is."""
    spaces, stars = text.count(" "), text.count("*")
    if stars > 3 * max(spaces, 1) and len(text) > 4 * stars:
        text = _STARRED.sub(" ", text)
    if len(_CAPITALS.findall(text)) > max(spaces, 2):
        text = _WORD_CAPITALS.sub(" ", text)
    return text


def repair(folded: str) -> str:
    """Undo what hides a word from a reader of letters: spelled-out words joined, signs and digits for letters, drawn-out letters."""
    folded = _spelled_joined(folded)
    folded = _CENSORED.sub(lambda match: spelling().uncensored(match[1], match[2]), folded)
    folded = _INSIDE.sub("", _BAR.sub("i", folded))
    folded = _LEET.sub(lambda match: _LEET_LETTERS[match.group()], folded)
    return _RUN.sub(lambda match: match[1] or match[2] * 2, folded)


def _spelled_joined(folded: str) -> str:
    """Words that are spelled out, joined; where a text spells out several, its words of two letters too."""
    signs = Counter(match[1] for match in _SPELLED.finditer(folded))
    for sign, times in signs.most_common(_SIGNS):
        if times > 1:
            every = re.compile(rf"(?<![a-z0-9])[a-z](?:{re.escape(sign)}[a-z])+(?![a-z0-9])")
            folded = every.sub(_joined, folded)
    return _SPELLED_ANYHOW.sub(_joined, _SPELLED.sub(_joined, folded))


def _joined(match: re.Match[str]) -> str:
    return _NOT_LETTER.sub("", match.group())


def sentences(text: str) -> list[list[str]]:
    """The words of `text`, sentence by sentence, empty ones left out."""
    parts = (_NOT_WORD.sub(" ", part).split() for part in _SENTENCE_END.split(repair(fold(text))))
    return [part for part in parts if part]


def clauses(text: str) -> list[list[str]]:
    """The words of `text`, sentence by sentence, with commas, colons and question marks kept as words of their own."""
    parts = (
        _STOP.sub(r" \1 ", _NOT_CLAUSE_WORD.sub(" ", part)).split()
        for part in _SENTENCE_END.split(_SET_APART.sub(r": \1", _RUN_ON.sub(r"\1. ", repair(_scored(fold(_STAMP.sub("", text)))))))
    )
    found = [part for part in parts if any(word[0].isalnum() for word in part)]
    if len(found) >= _ONE_A_LINE and sum(map(len, found)) * 3 <= len(found) * 4:
        found = [[word for part in found for word in part]]  # a word on each line, or a stop after each: one sentence
    return [piece for part in found for piece in _answered(part)]


def _scored(folded: str) -> str:
    """Rows of scores parted behind each score, and nought written as no."""
    return _NOUGHT.sub(": no", _ROW_OF_SCORES.sub(lambda row: _SCORED.sub(r"\1\n", row.group()), folded))


def _answered(words: list[str]) -> list[list[str]]:
    """A row of questions with their answers (“fever no chest pain yes cough no”, as a table is copied) parted behind each answer."""
    ends = [at + 1 for at, word in enumerate(words) if word in _YES_OR_NO]
    if len(ends) < 2 or ends[0] == 1 or ends[-1] < len(words) or "yes" not in words or not {",", ":", "?"}.isdisjoint(words):
        return [words]
    return [words[start:end] for start, end in zip([0, *ends[:-1]], ends, strict=True)]
