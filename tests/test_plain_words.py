"""Whatever a text is dressed in, its words are the same: the one form that the screen and the matcher read."""

import string
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from content.letters import plain_letters
from content.plain_words import clauses, sentences
from content.screening import screen
from content.spelling import spelling

TEXT = "I have pain in my chest and my arm feels heavy"
WORDS = TEXT.lower()


def words_of(text: str) -> str:
    """The words that are read out of `text`, whatever sentences they stand in."""
    return " ".join(word for sentence in sentences(text) for word in sentence)


def alphabet(first: int) -> Callable[[str], str]:
    """Small letters set in another block of Unicode."""
    table = {letter: chr(first + number) for number, letter in enumerate(string.ascii_lowercase)}
    return lambda text: "".join(table.get(letter, letter) for letter in text.lower())


def in_pairs(letters: str, others: str) -> Callable[[str], str]:
    table = dict(zip(letters, others, strict=True))
    return lambda text: "".join(table.get(letter, letter) for letter in text.lower())


def between(sign: str) -> Callable[[str], str]:
    return lambda text: " ".join(sign.join(word) for word in text.split())


DRESSED: dict[str, Callable[[str], str]] = {
    "full-width": lambda text: "".join(chr(ord(letter) + 0xFEE0) if letter != " " else "\u3000" for letter in text),
    "bold": alphabet(0x1D41A),
    "circled": alphabet(0x24D0),
    "white on black circles": alphabet(0x1F150),
    "white on black squares": alphabet(0x1F170),
    "flags": alphabet(0x1F1E6),
    "in brackets": alphabet(0x249C),
    "small capitals": in_pairs("abcdefghiklmnoprtuvw", "ᴀʙᴄᴅᴇꜰɢʜɪᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡ"),
    "strokes": in_pairs("abcdeghijlortuyz", "ⱥƀȼđɇǥħɨɉłøɍŧʉɏƶ"),
    "hooks": in_pairs("bcdfghkmnpqrstvwyz", "ɓƈɗƒɠɦƙɱɲƥʠɾʂƭʋⱳƴȥ"),
    "accents": lambda text: unicodedata.normalize("NFC", "".join(letter + ("\u0301" if letter.isalpha() else "") for letter in text)),
    "struck out": lambda text: "".join(letter + "\u0336" for letter in text),
    "Cyrillic": in_pairs("aceopxyijsdhkmtn", "асеорхуіјѕԁһкмтп"),
    "Greek": in_pairs("aeiknoptuvxy", "αεικηορτυνχγ"),
    "Armenian": in_pairs("honsupgqj", "հօոѕսрցզյ"),
    "upside down": lambda text: in_pairs("abcdefghijklmnopqrstuvwxyz", "ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz")(text)[::-1],
    "zero-width spaces": "\u200b".join,
    "soft hyphens": "\u00ad".join,
    "fillers": "\u3164".join,
    "variation selectors": "\ufe0f".join,
    "stops between letters": between("."),
    "hyphens between letters": between("-"),
    "bullets between letters": between("•"),
    "hearts between letters": between("♥"),
    "two spaces between words": lambda text: "  ".join(" ".join(word) for word in text.split()),
    "underscores": lambda text: text.replace(" ", "_"),
    "stars": lambda text: text.replace(" ", "*"),
    "slashes": lambda text: text.replace(" ", "/"),
    "faces": lambda text: text.replace(" ", "😭"),
    "halves of characters": lambda text: text.replace(" ", "\ud83d"),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "capitals": lambda text: "".join(word.capitalize() for word in text.split()),
    "percent escapes": lambda text: "".join(f"%{ord(letter):02X}" for letter in text),
    "code escapes": lambda text: "".join(f"\\u{ord(letter):04x}" for letter in text),
    "character references": lambda text: "".join(f"&#{ord(letter)};" for letter in text),
    "marked up": lambda text: " ".join(f'<b class="x">{word}</b>' for word in text.split()) + "<br/>",
}


@pytest.mark.parametrize("dress", DRESSED.values(), ids=DRESSED)
def test_the_words_are_the_same_whatever_they_are_dressed_in(dress: Callable[[str], str]) -> None:
    assert words_of(dress(TEXT)) == WORDS


@pytest.mark.parametrize("dress", DRESSED.values(), ids=DRESSED)
def test_a_sign_is_found_whatever_it_is_dressed_in(dress: Callable[[str], str]) -> None:
    assert "chest-pain" in {sign.slug for sign in screen(dress(TEXT))}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("k*ll", "kill"),
        ("su*cide", "suicide"),
        ("s*x", "sex"),
        ("a *really* bad night", "a really bad night"),
        ("k1ll", "kill"),
        ("$tr0ke", "stroke"),
        ("hop!ng", "hoping"),
    ],
)
def test_a_hidden_letter_is_read(written: str, meant: str) -> None:
    assert words_of(written) == meant


@pytest.mark.parametrize(
    ("word", "meant"),
    [("jus7", ["just"]), ("3v3ry", ["every"]), ("hooppiing", ["hoping"]), ("50s", ["50s"]), ("3am", ["3am"]), ("b12", ["b12"]), ("5in", ["5in"])],
)
def test_digits_and_doubled_letters_are_read_as_the_word_they_hide_and_counts_stay(word: str, meant: list[str]) -> None:
    assert spelling().corrected([word]) == meant


def test_a_sentence_without_spaces_is_taken_apart_round_a_word_not_known() -> None:
    assert spelling().corrected(["mychestistightsincethezyxelpatch"]) == ["my", "chest", "is", "tight", "since", "the", "zyxel", "patch"]


def test_what_stands_between_angle_brackets_is_not_lost() -> None:
    assert "chest-pain" in {sign.slug for sign in screen("<crushing chest pain>")}
    assert words_of("<i want help>") == "i want help"


def test_a_word_on_each_line_is_one_sentence_and_a_list_of_names_is_not() -> None:
    assert len(clauses("my\nchest\nhurts\nso\nmuch")) == 1
    assert len(clauses("hot flushes\nnight sweats\nbrain fog\nlow mood")) == 4


@given(st.text(max_size=400))
def test_any_text_has_plain_words(text: str) -> None:
    assert set(words_of(text)) <= set(string.ascii_lowercase + string.digits + " ")
    assert plain_letters(plain_letters(text)) == plain_letters(plain_letters(plain_letters(text)))
