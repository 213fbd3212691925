"""The screen: plain wordings of the four signs ring, everyday look-alikes do not, and no input can break it."""

import importlib
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from content.documents import read_options, read_topics
from content.plain_words import clauses
from content.screening import SIGNS, WarningSign, screen, urgent_text
from content.screening.advised import without_advice
from content.screening.features import read
from content.screening.plain import plainly_named
from content.screening.screen import FEW, MANY, SHORT, more_for_shortness

RINGS = {
    "self-harm": [
        "I want to kill myself", "thinking about ending my life", "I'm suicidal", "I wish I was dead", "my family would be better off without me",
        "I don't want to be here any more", "I've taken an overdose", "I have been cutting my arms again", "she says she wants to die",
        "ｉ ｗａｎｔ ｔｏ ｋｉｌｌ ｍｙｓｅｌｆ", "I want to k\u200bill myself", "iwanttokillmyself", "I want to kіll mysеlf", "i wnat to die", "I WANT TO DIE", "s u i c i d a l",
    ],
    "stroke-signs": [
        "my face is drooping on one side", "her speech is slurred and she can't lift her arm", "I think I'm having a stroke", "sudden weakness down my left side",
        "I suddenly can't see out of one eye", "worst headache of my life came on suddenly", "my words are coming out all jumbled and my arm is numb",
        "mums face has droped on one side", "mini stroke this morning", "FACE DROOPING",
    ],
    "chest-pain": [
        "I have chest pain", "tightness in my chest and I can't breathe", "pain in my chest going down my left arm", "crushing chest pain and sweating",
        "I think I'm having a heart attack", "pressure on my chest like an elephant", "my jaw and arm hurt and I am breathless and clammy", "chestpain", "chest pian",
        "My mum has pains in her chest", "chest—pain", "ch\u00adest pain",
    ],
    "bleeding-after-menopause": [
        "I am bleeding after menopause", "postmenopausal bleeding", "spotting two years after my last period", "I'm 62 and bleeding",
        "my periods stopped five years ago and now there is blood when I wipe", "bleeding again at 58 after 4 years without a period", "brown discharge after the menopause",
        "I had a hysterectomy years ago and I'm bleeding", "pmb", "blood in my knickers, last period was in 2016", "bleedin after menapause",
    ],
}  # fmt: skip

QUIET = [
    "I am dying of heat", "breaststroke is my favourite", "sore breasts", "cutting out caffeine", "heavy periods with clots every month", "flushing face",
    "no chest pain", "denies chest pain", "I'd kill for a good night's sleep", "hot flush starts in my chest", "hair loss", "I'm 47 and my periods are heavy",
    "how long do hot flushes last", "can't sleep", "dry mouth", "what helps brain fog", "does HRT help joint pain", "bleeding gums", "stroke the cat", "my back is killing me",
    "no bleeding since 2016", "chest of drawers", "I have no thoughts of harming myself", "dead tired by three o'clock", "vaginal dryness", "spotting between periods at 44",
    "painful sex", "restless legs", "weight gain round the middle", "night sweats", "what is HRT", "vaginal oestrogen", "", "   ", "12345", "🙂",
]  # fmt: skip


MODULE = importlib.import_module("content.screening.screen")


def signs(text: str) -> set[str]:
    return {sign.slug for sign in screen(text)}


def read_through(text: str) -> tuple[WarningSign, ...]:
    """What is found by reading alone: `screen` answers with every sign where this raises."""
    found: tuple[WarningSign, ...] = MODULE._screened(text, MODULE.Allowance())
    return found


@pytest.mark.parametrize(("sign", "text"), [(sign, text) for sign, texts in RINGS.items() for text in texts])
def test_a_plain_wording_rings(sign: str, text: str) -> None:
    assert sign in signs(text)


@pytest.mark.parametrize("text", QUIET)
def test_an_everyday_look_alike_does_not(text: str) -> None:
    assert signs(text) == set()


@pytest.mark.django_db
def test_no_name_of_a_record_rings() -> None:
    records: list[Any] = [*read_topics(), *read_options()]
    assert [(record.name, signs(record.name)) for record in records if signs(record.name)] == []


def test_a_sign_rings_when_it_is_buried_in_a_long_text() -> None:
    before = "I have had hot flushes for two years and my knees ache in the morning. I tried the patches and slept better. " * 8
    after = "My sister says yoga helped her. I would like to know what to ask the nurse next week. " * 8
    for sign, texts in RINGS.items():
        assert sign in signs(f"{before}{texts[0]}. {after}"), sign


def test_several_signs_are_all_found_most_urgent_first() -> None:
    found = [sign.slug for sign in screen("I am bleeding after menopause. I have crushing chest pain. I want to kill myself.")]
    assert found == ["self-harm", "chest-pain", "bleeding-after-menopause"]


def test_every_urgent_text_says_what_to_do_anywhere() -> None:
    for sign in SIGNS:
        assert all(number in sign.urgent for number in ("999", "112", "911", "000"))
    (self_harm,) = [sign for sign in SIGNS if sign.slug == "self-harm"]
    assert all(line in self_harm.urgent for line in ("116 123", "988", "13 11 14", "1737", "findahelpline.com"))
    assert urgent_text(()) is None


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.characters(), max_size=400))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    assert isinstance(read_through(text), tuple)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_without_a_fault(data: bytes) -> None:
    read_through(data.decode("utf-8", "replace"))
    read_through(data.decode("utf-8", "surrogateescape"))
    read_through(data.decode("latin-1"))


@pytest.mark.parametrize(
    "piece", ["a", "ab ", "iwanttodie", "x.y.", "no ", "\u200b", "\ud800", "?!", "blood ", "1 ", "é", ", ", ": ", "? ", ", a ", "\n"]
)
def test_the_longest_texts_are_read(piece: str, caplog: pytest.LogCaptureFixture) -> None:
    long = (piece * 65536)[:65536]
    screen(long)
    assert "self-harm" in signs(f"{long}. I want to kill myself")
    assert not caplog.records  # read, not given up


def test_a_text_that_breaks_the_screen_counts_as_holding_every_sign(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(MODULE, "_found", lambda *_: 1 / 0)
    assert screen("does sage tea help") == SIGNS
    assert "sage" not in caplog.text


def test_the_same_text_always_gives_the_same_answer() -> None:
    texts = [text for some in RINGS.values() for text in some]
    first = [signs(text) for text in texts]
    random.Random(1).shuffle(texts)
    assert sorted(map(sorted, first)) == sorted(sorted(signs(text)) for text in texts)


SAID = (
    ("I don't want to be here any more", "self-harm"),
    ("the left side of my face has dropped", "stroke-signs"),
    ("crushing pain in my chest and down my arm", "chest-pain"),
    ("I'm 63 and there is blood when I wipe", "bleeding-after-menopause"),
)
DISGUISES = {
    "full-width letters": lambda text: "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text),
    "zero-width spaces": lambda text: "\u200b".join(text),
    "soft hyphens": lambda text: "\u00ad".join(text),
    "accents": lambda text: "".join(letter + "\u0301" if letter in "aeiou" else letter for letter in text),
    "curly quotes": lambda text: f"“{text.replace(chr(39), '’')}”",
    "an acute for an apostrophe": lambda text: text.replace("'", "´"),
    "mathematical letters": lambda text: "".join(chr(0x1D41A + ord(letter) - 97) if "a" <= letter <= "z" else letter for letter in text.lower()),
    "small capitals": lambda text: text.lower().translate(str.maketrans("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ")),
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
def test_a_disguise_of_letters_hides_nothing(text: str, sign: str, disguise: Callable[[str], str]) -> None:
    assert sign in [found.slug for found in screen(disguise(text))]


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("I can not talk and half of my face is asleep", "stroke-signs"),
        ("she could not lift her right arm this morning", "stroke-signs"),
        ("no chest pain but my left arm has gone weak and my face droops", "stroke-signs"),
        ("I dont want to sleep I want to die", "self-harm"),
        ("I don't want to be here I want to be dead", "self-harm"),
        ("breast pain no, chest pain yes", "chest-pain"),
    ],
)
def test_what_she_cannot_do_is_no_denial_and_a_denial_ends_where_something_else_is_said(text: str, sign: str) -> None:
    assert sign in [found.slug for found in screen(text)]


@pytest.mark.parametrize("text", ["I don't think I want to die", "I don't want to die", "chest pain? no, just palpitations"])
def test_a_denial_reaches_what_it_denies(text: str) -> None:
    assert screen(text) == ()


@pytest.mark.parametrize(
    "text", ["message", "please", "good", "mouth", "item", "please help", "good morning", "double bed", "hand cream", "bridge club"]
)
def test_a_word_or_two_that_stand_for_no_sign_do_not_ring(text: str) -> None:
    assert screen(text) == ()


@pytest.mark.parametrize("text", ["suicidal", "self injury", "chestpain", "pmb", "slurring", "iwanttodie"])
def test_a_word_or_two_that_do_stand_for_one_ring(text: str) -> None:
    assert screen(text)


def test_a_list_of_our_own_names_is_known_only_when_none_of_them_could_be_part_of_a_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "_foreseen", {})
    monkeypatch.setattr(MODULE, "_of_no_sign", frozenset())
    MODULE.foresee(["hot flushes", "brain fog", "hysterectomy", "spotting", "suicidal thoughts"])
    looked: list[str] = []
    plain = MODULE._screened
    monkeypatch.setattr(MODULE, "_screened", lambda text, allowed: looked.append(text) or plain(text, allowed))
    assert screen("hot flushes, brain fog") == screen("brain fog") == ()
    assert looked == []
    assert "bleeding-after-menopause" in [sign.slug for sign in screen("hysterectomy, spotting")]
    assert "self-harm" in [sign.slug for sign in screen("hot flushes, suicidal thoughts")]
    assert "self-harm" in [sign.slug for sign in screen("hot flushes, I want to die")]
    assert len(looked) == 3


@pytest.mark.parametrize("text", ["suicide", "Suicide!", "s u i c i d e", "sucide", "suicidal thoughts", "hot flushes, suicide", "anxiety; suicide"])
def test_the_bare_word_is_on_her_mind(text: str) -> None:
    assert [sign.slug for sign in screen(text)] == ["self-harm"]


@pytest.mark.parametrize("text", ["took an OD last night", "pt endorses passive SI", "od on paracetamol"])
def test_a_clinicians_short_word_is_read_where_it_means_the_sign(text: str) -> None:
    assert "self-harm" in {sign.slug for sign in screen(text)}


@pytest.mark.parametrize("text", ["SI units", "Sí, tengo sofocos", "estradiol OD", "gabapentin od"])
def test_a_clinicians_short_word_means_other_things_too(text: str) -> None:
    assert screen(text) == ()


@pytest.mark.parametrize(
    ("told", "sign"),
    [
        ("I want to die.", "self-harm"),
        ("My left arm and leg went numb and weak this morning.", "stroke-signs"),
        ("I have a crushing pain in my chest.", "chest-pain"),
        ("There was blood when I wiped on Sunday.", "bleeding-after-menopause"),
        ("", None),
    ],
)
def test_a_plain_sign_in_a_letter_is_not_drowned_by_her_stage_of_life(told: str, sign: str | None) -> None:
    letter = f"""I'm sixty-three, twelve years past the menopause and on patches since my hysterectomy. The grandchildren were here all week and we made
    plum jam, eleven jars of it, and my husband put up the new shelf for them. {told} My knees are better since the swimming, and I sleep well enough
    with the window open. Is it all right to stay on the patches, or does one stop at some age? My sister did, and had her flushes back within the month."""
    assert [found.slug for found in screen(letter)] == ([sign] if sign else [])


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("bleeding since the menopause", True),
        ("not a week without spotting after menopause", True),
        ("no bleeding since the menopause", False),
        ("bleeding gums since menopause", False),
        ("what causes bleeding after menopause", False),
        ("my mum had bleeding after menopause, a polyp, removed", False),
    ],
)
def test_blood_since_the_menopause_is_named_outright_unless_denied_elsewhere_or_over(text: str, named: bool) -> None:
    assert ("bleeding-after-menopause" in plainly_named(read(clauses(text)))) is named


def test_what_the_first_reading_is_very_sure_of_is_found_whatever_the_second_says(monkeypatch: pytest.MonkeyPatch) -> None:
    never = np.full(len(SIGNS), -50, dtype=np.float32)
    monkeypatch.setattr(MODULE, "second_reading", lambda _, doubtful, allowed: {place: never for place, _ in doubtful})
    assert "chest-pain" in [found.slug for found in screen("I have crushing chest pain since the morning and it will not go away")]
    assert screen("the ward round was long and my feet hurt after the shift") == ()


def test_a_short_text_must_have_more_than_others() -> None:
    assert more_for_shortness(1) == more_for_shortness(FEW) == SHORT > more_for_shortness(FEW + 1) > more_for_shortness(MANY) == 0
    assert more_for_shortness(50_000) == 0


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("no friends want to die", "self-harm"),
        ("not sleeping, want to kill myself", "self-harm"),
        ("There isn't a day when I don't want to die", "self-harm"),
        ("I don't think anyone would care if I died", "self-harm"),
        ("I never thought I'd be suicidal at 50", "self-harm"),
        ("I want to die: no one would miss me", "self-harm"),
        ("Suicidal thoughts: yes, plan: no", "self-harm"),
        ("rest doesn't ease the pressure in my chest", "chest-pain"),
        ("gaviscon doesn't help the chest pain", "chest-pain"),
        ("I can't climb the stairs without chest pain", "chest-pain"),
        ("I have never had chest pain like this", "chest-pain"),
        ("Denies fever and reports crushing chest pain", "chest-pain"),
        ("Chest pain: yes, fever: no", "chest-pain"),
        ("My chest hurts and my left arm is heavy, should I worry? No fever or cough.", "chest-pain"),
        ("no doubt she is having a stroke", "stroke-signs"),
        ("woke up with no speech", "stroke-signs"),
        ("mum has no speech", "stroke-signs"),
        ("no headache and my face has dropped", "stroke-signs"),
        ("My mum can't lift her arm and her face has dropped, what should I do? No other illnesses.", "stroke-signs"),
        ("I'm 63 and bleeding, is that ok? No periods for ten years.", "bleeding-after-menopause"),
        ("No periods for six years and bleeding", "bleeding-after-menopause"),
        ("not a month without bleeding since menopause", "bleeding-after-menopause"),
    ],
)
def test_a_no_that_is_not_said_of_the_sign_denies_nothing(text: str, sign: str) -> None:
    assert sign in [found.slug for found in screen(text)]


@pytest.mark.parametrize("times", [3, 20, 34, 60, 1000])
@pytest.mark.parametrize("word", ["hello", "please", "help", "no", "la"])
def test_a_word_repeated_over_and_over_hides_no_sign(word: str, times: int) -> None:
    filling = " ".join([word] * times)
    for text in (f"{filling} I have crushing chest pain", f"I have crushing chest pain. {filling}"):
        assert "chest-pain" in [found.slug for found in screen(text)]


@pytest.mark.parametrize(
    ("asked", "answer", "denied"),
    [
        ("any chest pain ?", "no", True),
        ("any chest pain ?", "none , just hot", True),
        ("any chest pain ?", "not at all", True),
        ("chest pain ?", "no fever or cough", False),
        ("chest pain ?", "never felt like this before", False),
    ],
)
def test_a_question_is_denied_by_an_answer_that_is_nothing_but_no(asked: str, answer: str, denied: bool) -> None:
    sentences = read([asked.split(), answer.split()])
    assert ("chest" in sentences[0].denied) is denied


COMPLAINTS = "hot flushes, night sweats, brain fog, vaginal dryness, joint pain, {}, anxiety, insomnia, itchy skin, hair loss, headaches"


@pytest.mark.parametrize(
    ("item", "sign"),
    [
        ("chest pain", "chest-pain"),
        ("pressure in my chest", "chest-pain"),
        ("slurred speech", "stroke-signs"),
        ("face drooping", "stroke-signs"),
        ("bleeding after menopause", "bleeding-after-menopause"),
        ("thoughts of self harm", "self-harm"),
    ],
)
def test_a_sign_among_the_complaints_of_a_list_rings(item: str, sign: str) -> None:
    assert sign in [found.slug for found in screen(COMPLAINTS.format(item))]
    assert sign in [found.slug for found in screen(f"{item}, hot flushes, sore boobs, anxiety")]


def test_a_list_of_complaints_without_a_sign_does_not_ring() -> None:
    assert not screen(COMPLAINTS.format("itchy ears"))
    assert not screen("dry skin, bloating, low mood, hair thinning, palpitations")


@pytest.mark.parametrize(
    "text",
    [
        "At the end of the day my hot flushes rule my life",
        "I could kill for a cake and have to stop myself",
        "I'm postmenopausal, a complete mess with the flushes",
        "some days I just sob in the car",
        "she has no speech or vision problems",
    ],
)
def test_words_of_a_sign_far_from_one_another_say_nothing(text: str) -> None:
    assert not screen(text)


def test_a_sign_across_the_place_where_a_long_sentence_is_cut_is_read_whole() -> None:
    filler = [
        "the",
        "dog",
        "was",
        "out",
        "in",
        "the",
        "garden",
        "and",
        "we",
        "had",
        "tea",
        "with",
        "my",
        "sister",
        "and",
        "her",
        "boys",
        "and",
        "the",
        "neighbours",
        "came",
        "over",
        "too",
        "for",
        "cake",
        "and",
        "then",
    ]
    for before in range(30, 42):
        words = (filler * 2)[:before]
        assert "chest-pain" in [found.slug for found in screen(" ".join([*words, "my chest feels really tight and it goes down my arm"]))]


def test_a_sign_among_a_list_of_many_medicines_is_read() -> None:
    drugs = "levothyroxine 100mcg, bisoprolol 2.5mg, amlodipine 10mg, lansoprazole 30mg, mometasone spray, budesonide inhaler, rivaroxaban 20mg"
    for sign, words in {"self-harm": "I want to die", "chest-pain": "crushing chest pain", "stroke-signs": "my face has dropped on one side"}.items():
        assert sign in [found.slug for found in screen(f"{words}, {drugs}")]
        assert sign in [found.slug for found in screen(f"{drugs}, {words}")]


@pytest.mark.parametrize(
    "text", ["postmenopausal", "I'm postmenopausal", "postmenopausal woman", "after the menopause", "Post-menopausal", "post menopausal, dry skin"]
)
def test_a_stage_of_life_alone_is_no_bleeding(text: str) -> None:
    assert not screen(text)


@pytest.mark.django_db
def test_no_slug_of_a_record_rings() -> None:
    """Their pages are asked for by it, with no word of a caller's."""
    for record in (*read_topics(), *read_options()):
        assert not screen(record.slug), record.slug
        assert not screen(record.slug.replace("-", " ")), record.slug


@pytest.mark.parametrize("opening", ["No ", "no, ", "Am I ok? No ", "well no ", "nope ", "oh no no "])
@pytest.mark.parametrize(
    ("said", "sign"),
    [("I want to die", "self-harm"), ("I feel suicidal", "self-harm"), ("my face is drooping", "stroke-signs"), ("I have chest pain", "chest-pain")],
)
def test_a_no_that_answers_something_else_denies_nothing_of_what_is_said_next(opening: str, said: str, sign: str) -> None:
    assert sign in signs(opening + said)


@pytest.mark.parametrize(
    "text",
    ["No I don't have chest pain", "no, I am not suicidal", "Chest pain? No, I only get flushes", "no she has never had a stroke", "No chest pain"],
)
def test_a_denial_after_a_no_still_denies(text: str) -> None:
    assert signs(text) == set()


# Forms as they are filled in and copied: every one of these was lost whole once, since a no for one thing denied the next.
SHAPES = {
    "answers run together": "Headache: no Chest pain: yes Insomnia: no",
    "questions run together": "Fever? no Suicidal thoughts? yes",
    "slashes": "Hot flushes - no / slurred speech - yes",
    "a query": "fever=no&suicidal_thoughts=yes",
    "a row of a table": "| Headache | No | Chest pain | Yes |",
    "a table copied": "fever no suicidal thoughts yes cough no",
    "items each with no": "No fever, no palpitations, no rash, chest pain",
    "items answered": "palpitations: no, rash: no, fever: no, chest pain: yes, cough: no",
    "bullets": "hot flushes • joint pain • dry skin • itchy ears • slurred speech • night sweats • bloating",
    "boxes in a row": "[ ] fever [ ] cough [x] chest pain [ ] rash [ ] nausea [ ] headache",
    "one yes among noes": " ".join(f"Do you have {what}? No." for what in ("fever", "a cough", "a rash", "nausea", "cramp"))
    + " Do you have chest pain? Yes. Any itch? No.",
    "who speaks": "Nurse: any fever? Patient: no. Nurse: any chest pain? Patient: yes, since six. Nurse: any rash? Patient: no.",
    "a no that is bad news": "Has the chest pain stopped? No",
    "a no to better": "Chest pain gone? no",
    "a check of speech": "Speech clear: no",
    "a check of arms": "Can she lift both arms? No",
    "a check of the face": "Is her face symmetrical? no",
    "clear before": "My heart scan was clear and I was fine since Easter, tonight crushing chest pain",
    "never before": "Never had chest pain before. What do I do?",
    "until today": "I never had suicidal thoughts. Until today.",
    "not without": "I haven't been without chest pain since Tuesday",
    "wishing for none": "I wish I had no suicidal thoughts",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_no_for_one_thing_hides_no_sign_beside_it(shape: str) -> None:
    assert signs(SHAPES[shape])


@pytest.mark.parametrize(
    "text",
    [
        "Chest pain - no", "Chest pain = no", "Chest pain (no)", "Chest pain: denied", "Chest pain: not present", "Suicidal thoughts: 0", "No postmenopausal bleeding",
        "Nurse: any chest pain? Patient: No.", "Headache: yes Chest pain: no Insomnia: yes", "Speech clear: yes", "Can she lift both arms? Yes",
        "Any bleeding since your periods stopped? No",
    ],
)  # fmt: skip
def test_a_form_without_a_sign_is_not_flagged(text: str) -> None:
    assert signs(text) == set()


@pytest.mark.parametrize("text", ["period stopped 2 years ago", "no period since 2021", "my last period was in 2019"])
def test_that_periods_ended_is_no_blood(text: str) -> None:
    assert screen(text) == ()
    assert "bleeding-after-menopause" in signs(f"{text}. Now there is blood on the tissue.")


@pytest.mark.parametrize("text", ["period at 60", "had a period at 60", "periods stopped at 50, period at 60", "a period 3 years after my last"])
def test_a_period_after_they_ended_is(text: str) -> None:
    assert "bleeding-after-menopause" in signs(text)


@pytest.mark.parametrize(
    "text", ["chest pain 0/10", "hot flushes 5/10, chest pain 0/10", "Chest pain: 0, slurred speech: 0, hot flushes: 3", "Better off dead: 0"]
)
def test_nought_of_a_scale_is_none(text: str) -> None:
    assert screen(text) == ()


@pytest.mark.parametrize(
    "text", ["chest pain 8/10", "my will to live is 0", "Will to live 0, sleep 0", "left arm strength 0/5", "chest pain 0, slurred speech 3"]
)
def test_nought_of_what_one_should_have_is_not(text: str) -> None:
    assert screen(text) != ()


@pytest.mark.parametrize(
    "text",
    [
        "chest pain?\nHRT: no",
        "thoughts of suicide?\nMedication: none",
        "chest tightness on the stairs? Smoker: no",
        "chest pain since monday have you seen a doctor? no",
        "slurred speech and a weak arm are you on HRT? no",
    ],
)
def test_a_no_to_the_next_field_or_a_second_question_denies_no_sign(text: str) -> None:
    assert screen(text)


@pytest.mark.parametrize("text", ["Nurse: any chest pain?\nPatient: no", "Any thoughts of suicide? No.", "any chest pain? patient: no"])
def test_a_no_of_whoever_is_asked_is_one(text: str) -> None:
    assert screen(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "I'm 63, hot flushes, insomnia, brain fog, joint pain, itchy skin, spotting, dry eyes, low libido",
        "hot flushes, insomnia, brain fog, spotting, dry eyes, low libido, last period 8 years ago",
        "I'm 63. I have hot flushes, insomnia, brain fog, joint pain, itchy skin, light bleeding, dry eyes and low libido.",
    ],
)
def test_her_stage_of_life_goes_with_every_item_of_a_list(text: str) -> None:
    assert "bleeding-after-menopause" in {sign.slug for sign in screen(text)}
    assert "bleeding-after-menopause" not in {
        sign.slug for sign in screen(text.replace("63", "46").replace("last period 8 years ago", "regular periods"))
    }


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("I would like to talk to the doctor about several things: hot flushes, slurred speech, itchy skin, insomnia", "stroke-signs"),
        ("low mood, dry eyes, angina attacks more often, vaginal dryness. I have an appointment with my GP next week.", "chest-pain"),
        ("hot flushes and chest pain and dry skin and insomnia and low mood", "chest-pain"),
        ("What would you say to someone who writes: cannot move left arm", "stroke-signs"),
    ],
)
def test_a_row_within_a_text_and_what_is_quoted_are_read_by_themselves(text: str, sign: str) -> None:
    assert sign in {found.slug for found in screen(text)}


def test_a_row_of_clauses_or_of_what_is_long_over_is_no_list() -> None:
    assert (
        screen("Had spotting last year at 56, had the scan and biopsy, all clear, stopped by itself ages ago. I want to know about moisturisers.")
        == ()
    )
    assert screen("grandmother bled after the change and it was womb cancer, this was back in the 70s") == ()


TICKED = {
    "crosses before": ("✗ {sign} ✗ numbness ✓ hot flushes", "✓ {sign} ✗ numbness ✗ hot flushes"),
    "marks behind": ("Flushes: ☑ {sign}: ☐", "Flushes: ☐ {sign}: ☑"),
    "boxes on lines": ("- [x] hot flushes\n- [ ] {sign}", "- [ ] hot flushes\n- [x] {sign}"),
    "one of two": ("{sign}: ☐ Yes ☑ No", "{sign}: ☐ No ☑ Yes"),
    "one of two, marked behind": ("Any {sign}? Yes [ ] No [x]", "Any {sign}? Yes [x] No [ ]"),
    "signs of the clinic": ("{sign} (-), flushes (+)", "{sign} (+), flushes (-)"),
    "a head": ("Symptoms: [✓] insomnia [ ] {sign}", "Symptoms: [ ] insomnia [✓] {sign}"),
}


@pytest.mark.parametrize("shape", TICKED)
def test_what_a_form_says_by_marks_is_read_as_yes_and_no(shape: str) -> None:
    for sign, slug in (("chest pain", "chest-pain"), ("thoughts of suicide", "self-harm"), ("bleeding after menopause", "bleeding-after-menopause")):
        crossed, ticked = TICKED[shape]
        assert signs(crossed.format(sign=sign)) == set()
        assert signs(ticked.format(sign=sign)) == {slug}


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("❌❌ my face has dropped ❌❌", "stroke-signs"),
        ("crushing chest pain no, really bad", "chest-pain"),
        ("❌ not sleeping ❌ crushing chest pain", "chest-pain"),  # crosses that all hangs from
        ("[x] flushes\n[ ] I want to die", "self-harm"),  # told, not asked after
        ("- [ ] ask about the bleeding, I'm 61", "bleeding-after-menopause"),
        ("☒ suicidal thoughts ☐ chest pain", "self-harm"),
        ("☐ chest ☐ stroke ☐ bleeding ☑ self-harm ☐ none of the above", "self-harm"),
        ("chest pain ❌ numb arm ❌ bleeding ❌ dark thoughts ✅ every day, hot flushes ✅", "self-harm"),
    ],
)
def test_a_mark_that_need_not_be_a_no_denies_no_sign(text: str, sign: str) -> None:
    assert sign in signs(text)


@pytest.mark.parametrize(
    "text",
    [
        "Chest pain: never Flushes: daily Self-harm: never", "chest_pain=0&flushes=1", "flushes=yes&suicidal=false", "Suicidal thoughts 0 Anxiety 2 Flushes 3",
        "PHQ9 total 7, item 9 = 0",
        "Thoughts that you would be better off dead, or of hurting yourself: 0", "-ve CP, -ve SOB", "chest pain never, sweats yes", "suicidal - N",
        "Has the bleeding come back? No", "thoughts of ending your life: no", "no one sided weakness and my face is normal",
    ],
)  # fmt: skip
def test_a_no_of_a_form_or_a_clinic_denies_its_sign(text: str) -> None:
    assert signs(text) == set()


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Suicidal thoughts 2 Anxiety 2 Flushes 0", "self-harm"), ("thoughts of hurting yourself (0-3): 2", "self-harm"), ("PHQ-9: 19, Q9: 1", "self-harm"),
        ("Any chest pain? Yes", "chest-pain"), ("65yo, PVB", "bleeding-after-menopause"),
        ("PCB, 57", "bleeding-after-menopause"), ("?MI", "chest-pain"), ("?CVA", "stroke-signs"), ("TIAs", "stroke-signs"), ("FAST +ve", "stroke-signs"),
        ("ankle oedema, SOBOE worsening", "chest-pain"), ("🩸🩸 and I'm 62", "bleeding-after-menopause"),
        ("my aunt flo turned up at my sixtieth birthday party", "bleeding-after-menopause"),
    ],
)  # fmt: skip
def test_a_yes_or_a_name_of_the_clinic_rings(text: str, sign: str) -> None:
    assert sign in signs(text)


@pytest.mark.parametrize("said", ["no worries its ok what about sage", "its nothing dont worry", "im fine what helps with sweats"])
def test_making_light_of_a_sign_behind_it_takes_it_not_away(said: str) -> None:
    assert "chest-pain" in signs(f"my chest hurts a lot {said}")
    assert signs(f"no chest pain {said}") == set()


def test_what_is_well_now_is_over() -> None:
    assert signs("had a stroke in 2010 all fine now") == set()


ADVICE = {
    "chest-pain": "If you get chest pain, call 999 straight away.",
    "bleeding-after-menopause": "Any bleeding after menopause should be checked by a doctor.",
    "self-harm": "Please contact the Samaritans if you ever have thoughts of suicide.",
    "stroke-signs": "Warning signs are a drooping face, a weak arm and slurred speech.",
}
MOVES_ON = (
    "Thanks. What about dry skin?",
    "ok got it, is gel better than patches",
    "No, nothing like that. Which foods help?",
    "I'm only asking about sleep",
)
TAKES_UP = (
    "what would they even say", "why bother", "no one answers", "which tablets are strongest",
    "I don't want to talk to anyone, what helps sleep", "I have that now", "Is it ok to wait till morning", "What if it was just the once", "No, I'm not calling anyone, it'll pass",
)  # fmt: skip


@pytest.mark.parametrize("sign", ADVICE)
def test_advice_that_she_does_not_take_up_is_not_hers(sign: str) -> None:
    for answer in MOVES_ON:
        assert signs(f"Assistant: {ADVICE[sign]} User: {answer}") == set()
        assert signs(f"User: can I swim with a patch?\nAssistant: Yes. {ADVICE[sign]}\nUser: {answer}") == set()
    for answer in TAKES_UP:
        assert without_advice(text := f"Assistant: {ADVICE[sign]} User: {answer}") == text
    assert without_advice(ADVICE[sign]) == ADVICE[sign]  # alone, it may be anybody's


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Assistant: You mentioned chest pain. You should call 999. User: what about the patch", "chest-pain"),
        ("Assistant: Call 999 if the pain in your chest comes back. User: ok thanks, what helps sleep", "chest-pain"),
        ("User: I want to die. Assistant: If you feel suicidal, call 988. User: what helps with sleep", "self-harm"),
        ("My friend says I should see a doctor if I bleed again, I'm 61. What helps flushes?", "bleeding-after-menopause"),
    ],
)
def test_advice_on_what_she_told_is(text: str, sign: str) -> None:
    assert sign in signs(text)


@pytest.mark.parametrize(
    "text",
    [
        "blood in my pants in 2020 at 60, polyp taken out, all clear", "postmenopausal bleed 2015, womb lining thin, discharged",
        "I had postmenopausal bleeding three years ago, fully investigated, all clear, nothing since. Can I use vaginal oestrogen?",
        "Had chest pain in labour with my last, 1988, muscular, never more", "Bell's palsy in 2006, half my face went. Fully recovered years ago.",
    ],
)  # fmt: skip
def test_what_is_dated_and_called_over_is_over(text: str) -> None:
    assert signs(text) == set()


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("blood in my pants in 2020 at 60, polyp taken out, all clear, blood again today", "bleeding-after-menopause"),
        ("Nothing since 2011. Then on Sunday, a bleed", "bleeding-after-menopause"),
        ("TIA 2016, fully recovered. Woke up and my hand won't grip", "stroke-signs"),
        ("Depressed in 2012, recovered. I want to die and I don't know why", "self-harm"),
        ("PMB 2015, discharged, chest pain, sweats", "chest-pain"),
    ],
)
def test_what_is_over_hides_nothing_beside_it(text: str, sign: str) -> None:
    assert sign in signs(f"I'm 62. {text}")


def test_what_stands_between_the_commas_of_a_story_is_no_item() -> None:
    assert signs("They asked me down the list: clots, no; stroke, no; liver, no; migraines with aura, no. So why the delay with my patches?") == set()
    assert signs("I have brain fog, night sweats, thoughts of suicide, sore joints, itchy skin") == {"self-harm"}
