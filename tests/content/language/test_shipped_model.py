"""The shipped model: plain wordings ring, everyday look-alikes do not, and its figures stand."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from content.language.matching import Matcher
from content.language.model import FOLDER
from content.language.screening import read_and_screen, screen
from content.language.warning_signs import SIGNS, urgent_text
from training.scored import matcher
from training.texts import records

RINGS = {
    "self-harm": [
        "I want to kill myself", "thinking about ending my life", "I'm suicidal",
        "I wish I was dead", "my family would be better off without me",
        "I don't want to be here any more", "I've taken an overdose",
        "I have been cutting my arms again", "she says she wants to die",
        "ｉ ｗａｎｔ ｔｏ ｋｉｌｌ ｍｙｓｅｌｆ",
        "I want to k\u200bill myself", "iwanttokillmyself",
        "I want to kіll mysеlf", "i wnat to die", "I WANT TO DIE", "s u i c i d a l",
    ],
    "stroke-signs": [
        "my face is drooping on one side", "her speech is slurred and she can't lift her arm",
        "I think I'm having a stroke", "sudden weakness down my left side",
        "I suddenly can't see out of one eye", "worst headache of my life came on suddenly",
        "my words are coming out all jumbled and my arm is numb",
        "mums face has droped on one side", "mini stroke this morning", "FACE DROOPING",
    ],
    "chest-pain": [
        "I have chest pain", "tightness in my chest and I can't breathe",
        "pain in my chest going down my left arm", "crushing chest pain and sweating",
        "I think I'm having a heart attack", "pressure on my chest like an elephant",
        "my jaw and arm hurt and I am breathless and clammy", "chestpain", "chest pian",
        "My mum has pains in her chest", "chest—pain", "ch\u00adest pain",
    ],
    "bleeding-after-menopause": [
        "I am bleeding after menopause", "postmenopausal bleeding",
        "spotting two years after my last period", "I'm 62 and bleeding",
        "my periods stopped five years ago and now there is blood when I wipe",
        "bleeding again at 58 after 4 years without a period",
        "brown discharge after the menopause",
        "I had a hysterectomy years ago and I'm bleeding", "pmb",
        "blood in my knickers, last period was in 2016", "bleedin after menapause",
    ],
}  # fmt: skip

QUIET = [
    "I am dying of heat", "breaststroke is my favourite", "sore breasts", "cutting out caffeine",
    "heavy periods with clots every month", "flushing face",
    "how long do hot flushes last", "can't sleep", "dry mouth", "what helps brain fog",
    "does HRT help joint pain", "bleeding gums", "stroke the cat", "my back is killing me",
    "no bleeding since 2016", "chest of drawers", "I have no thoughts of harming myself",
    "dead tired by three o'clock", "vaginal dryness", "spotting between periods at 44",
    "painful sex", "restless legs", "weight gain round the middle", "night sweats", "what is HRT",
    "vaginal oestrogen", "", "   ", "12345", "🙂",
]  # fmt: skip

# A point or so under what was measured when the model was shipped: what was reached stays.
FLOORS = {
    "Own report set: signs": {
        "any sign: found": 0.970,
        "harmless: not flagged": 0.975,
        "ordinary queries: not flagged": 0.980,
    },
    "Own fresh set: signs": {
        "any sign: found": 0.980,
        "harmless: not flagged": 0.965,
    },
    "Own report set: topics and options": {
        "topics: right one first": 0.905,
        "options: right one first": 0.925,
        "not covered: refused (topics)": 0.965,
        "not covered: refused (options)": 0.975,
    },
    "Own report set: lists for the doctor": {
        "item recognised": 0.950,
    },
    "Invariance: the verdict that the text alone gets": {
        "all": 0.975,
    },
}


def signs(text: str) -> set[str]:
    return {sign.slug for sign in screen(text)}


@pytest.mark.parametrize(
    ("sign", "text"), [(sign, text) for sign, texts in RINGS.items() for text in texts]
)
def test_a_plain_wording_rings(sign: str, text: str) -> None:
    assert sign in signs(text)


@pytest.mark.parametrize("text", QUIET)
def test_an_everyday_look_alike_does_not(text: str) -> None:
    assert signs(text) == set()


def test_no_name_or_slug_of_a_record_rings() -> None:
    names = [name for record in records() for name in (record.slug, record.names[0])]
    assert [(name, signs(name)) for name in names if signs(name)] == []


@pytest.mark.parametrize(("sign", "texts"), RINGS.items(), ids=RINGS)
def test_a_sign_rings_when_it_is_buried_in_a_long_text(sign: str, texts: list[str]) -> None:
    before = (
        "I have had hot flushes for two years and my knees ache in the morning. I tried the "
        "patches and slept better. "
    ) * 6
    after = "My sister says yoga helped her. I would like to know what to ask the nurse. " * 6
    assert sign in signs(f"{before}{texts[0]}. {after}")


def test_several_signs_are_all_found_most_urgent_first() -> None:
    text = "I am bleeding after menopause. I have crushing chest pain. I want to kill myself."
    found = [sign.slug for sign in screen(text)]
    assert found == ["self-harm", "chest-pain", "bleeding-after-menopause"]


def test_every_urgent_text_says_what_to_do_anywhere() -> None:
    for sign in SIGNS:
        assert all(number in sign.urgent for number in ("999", "112", "911", "000"))
    (self_harm,) = [sign for sign in SIGNS if sign.slug == "self-harm"]
    lines = ("116 123", "988", "13 11 14", "1737", "findahelpline.com")
    assert all(line in self_harm.urgent for line in lines)
    assert urgent_text(()) is None


def reads_through(text: str) -> bool:
    """Whether a text is read without a fault: one that is not counts as holding every sign."""
    return bool(read_and_screen([text]).readings) or not text.strip()


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.characters(), max_size=300))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    assert reads_through(text)


@pytest.mark.parametrize(
    "piece",
    ["a", "ab ", "iwanttodie", "x.y.", "no ", "\u200b", "\ud800", "?!", "1 ", "é", ", a ", "\n"],
)
def test_the_longest_texts_are_read(piece: str) -> None:
    assert reads_through((piece * 65536)[:65536])


SAID = (
    ("I don't want to be here any more", "self-harm"),
    ("the left side of my face has dropped", "stroke-signs"),
    ("crushing pain in my chest and down my arm", "chest-pain"),
    ("I'm 63 and there is blood when I wipe", "bleeding-after-menopause"),
)
DISGUISES = {
    "full-width letters": lambda text: "".join(
        chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text
    ),
    "zero-width spaces": lambda text: "\u200b".join(text),
    "soft hyphens": lambda text: "\u00ad".join(text),
    "accents": lambda text: "".join(
        letter + "\u0301" if letter in "aeiou" else letter for letter in text
    ),
    "curly quotes": lambda text: f"“{text.replace(chr(39), '’')}”",
    "an acute for an apostrophe": lambda text: text.replace("'", "´"),
    "mathematical letters": lambda text: "".join(
        chr(0x1D41A + ord(letter) - 97) if "a" <= letter <= "z" else letter
        for letter in text.lower()
    ),
    "small capitals": lambda text: text.lower().translate(
        str.maketrans("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ")
    ),
    "Cyrillic look-alikes": lambda text: text.translate(str.maketrans("aeopcxy", "аеорсху")),
    "struck through": lambda text: "".join(letter + "\u0336" for letter in text),
    "underlines for spaces": lambda text: text.replace(" ", "_"),
    "dots for spaces": lambda text: text.replace(" ", "."),
    "hyphens for spaces": lambda text: text.replace(" ", "-"),
    "emphasis": lambda text: " ".join(f"**{word}**" for word in text.split()),
    "emoji between": lambda text: " 😢 ".join(text.split()),
    "capitals": str.upper,
    "right to left marks": lambda text: f"\u202e{text}\u202c",
    "HTML escapes": lambda text: text.replace("'", "&#39;").replace(" ", "&nbsp;"),
    "percent escapes": lambda text: text.replace(" ", "%20"),
    "a written-out line break": lambda text: text.replace(" ", "\\n", 1),
}


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES.keys())
@pytest.mark.parametrize(("text", "sign"), SAID, ids=[sign for _, sign in SAID])
def test_a_disguise_of_letters_hides_nothing(
    text: str, sign: str, disguise: Callable[[str], str]
) -> None:
    assert sign in signs(disguise(text))


COMPLAINTS = [
    *("hot flushes", "night sweats", "dry eyes", "itchy skin", "joint pain", "hair loss"),
    *("bloating", "brain fog", "no energy", "low libido", "weight gain", "headaches"),
    *("tingling fingers", "dizzy", "dry mouth", "anxiety", "leaking when I cough", "cramps"),
    *("sore breasts", "palpitations"),
]


@pytest.mark.parametrize("place", [0, 10, 20])
@pytest.mark.parametrize(
    ("item", "sign"),
    [
        ("crushing chest pain", "chest-pain"),
        ("thoughts of ending my life", "self-harm"),
        ("one side of my face is drooping", "stroke-signs"),
        ("bleeding again three years after menopause", "bleeding-after-menopause"),
    ],
)
def test_a_sign_among_twenty_complaints_rings(item: str, sign: str, place: int) -> None:
    listed = [*COMPLAINTS[:place], item, *COMPLAINTS[place:]]
    assert sign in signs(", ".join(listed))
    assert sign in {found.slug for found in screen(*listed)}


@pytest.fixture(scope="module")
def topics() -> Matcher:
    return matcher("topics")


@pytest.fixture(scope="module")
def options() -> Matcher:
    return matcher("options")


@pytest.mark.parametrize(
    "words",
    [
        *("womb cancer", "ovarian cancer", "bipolar disorder", "type 1 diabetes", "gigantism"),
        *("gestational diabetes", "antenatal depression"),  # the model alone takes these for others
    ],
)
def test_another_illness_is_not_taken_for_the_nearest_topic(words: str, topics: Matcher) -> None:
    assert topics.find(words).slugs == ()


@pytest.mark.parametrize(
    "words",
    ["mini pill", "the contraceptive implant", "is tamoxifen safe", "biotin", "rabeprazole"],
)
def test_another_treatment_is_not_taken_for_the_nearest_option(
    words: str, options: Matcher
) -> None:
    assert options.find(words).slugs == ()


@pytest.mark.parametrize(
    ("table", "row"), [(table, row) for table, rows in FLOORS.items() for row in rows]
)
def test_a_figure_stays_above_its_floor(table: str, row: str) -> None:
    """The figures of the shipped model, as `make model` measured them."""
    metrics: dict[str, Any] = json.loads((FOLDER / "metrics.json").read_text("utf-8"))
    right, of = metrics[table][row]
    assert right / of >= FLOORS[table][row]
