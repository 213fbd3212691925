"""Texts as the checks compare them: what a reader sees, as words in order."""

import re
import unicodedata

_ADDRESS = re.compile(r"https?://[^\s)>\]]+", re.IGNORECASE)
_UNSEEN = re.compile(r"<!--.*?-->|~~.*?~~|<(?:del|s)>.*?</(?:del|s)>", re.DOTALL | re.IGNORECASE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)")
_MARKER = re.compile(r"^[ \t]*(?:>[ \t]*)*(?:[-*+•–]|\d{1,3}[.)]|#{1,6})[ \t]+", re.MULTILINE)
_TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_STOP = re.compile(r"(?<=[.!?…])[\"'”’)*_]*\s+(?=[^\s])|\n+")


def seen(text: str) -> str:
    """What a reader of Markdown sees: no comment, nothing struck out, no address."""
    text = unicodedata.normalize("NFKC", _UNSEEN.sub(" ", text))
    text = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
    return _TAG.sub(" ", _MARKER.sub("", _ADDRESS.sub(" ", _LINK.sub(r"\1", text))))


def joined(text: str) -> str:
    """The words of a text in order, in lower case, with a space around each."""
    found = _WORD.findall(seen(text).casefold().replace("’", "'"))
    return f" {' '.join(found)} " if found else " "


def sentences(text: str) -> list[str]:
    """The sentences of a text as a reader sees it; a line of a list is one."""
    parts = (part.strip() for part in _STOP.split(seen(text)))
    return [part for part in parts if joined(part).strip()]
