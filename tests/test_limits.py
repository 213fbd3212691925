"""Denials that do not hold as they stand deny no sign; those that do still deny it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from content.plain_words import clauses
from content.screening import screen
from content.screening.features import read
from content.screening.limits import as_meant, asks_after

HOLD = {
    "of a part only": ("No chest pain at rest, only on the stairs.", "chest-pain"),
    "of some times only": ("No suicidal thoughts in the day, only at night.", "self-harm"),
    "with an exception": ("No bleeding in ten years with the exception of last Sunday. I'm 63.", "bleeding-after-menopause"),
    "not always": ("I don't want to kill myself all the time.", "self-harm"),
    "taken back": ("I have no thoughts of suicide. I'm lying.", "self-harm"),
    "taken back in the same sentence": ("It's not true that I have no chest pain.", "chest-pain"),
    "an echo": ("No thoughts of suicide? Every night.", "self-harm"),
    "until then": ("Until Friday I'd had no bleeding for nine years.", "bleeding-after-menopause"),
    "before something": ("I never had chest pain before I started HRT.", "chest-pain"),
    "a wish": ("I dream of a night with no thoughts of killing myself.", "self-harm"),
    "its check": ("I haven't had the bleeding checked, I'm 62.", "bleeding-after-menopause"),
    "taken for granted": ("Should I call 999 for this chest pain? No, I'll wait.", "chest-pain"),
    "asked of somebody else": ("Does my husband know I think of suicide? No.", "self-harm"),
    "what it is like": ("Is the bleeding painful? No. I'm 61.", "bleeding-after-menopause"),
    "a no with the sign behind it": ("Bleeding since menopause? No, only a pink smear.", "bleeding-after-menopause"),
    "another sign behind it": ("No bleeding, only a wish to die.", "self-harm"),
    "a question that denies": ("Isn't a droopy face a sign of stroke? Mine is.", "stroke-signs"),
}
DENIED = [
    "No chest pain, only hot flushes.", "Do you have chest pain? No.", "Any bleeding since your periods stopped? No.", "Have you thought of harming yourself? No, never.",
    "Is there any weakness in your arms? No.", "No bleeding, just dryness, I'm 61.", "No chest pain when I climb stairs, no breathlessness either.",
    "Thoughts that you would be better off dead: not at all", "Weak arm: no. Droopy face: no. Slurred speech: no.", "I told her I have no chest pain, and that is true.",
]  # fmt: skip


@pytest.mark.parametrize("shape", HOLD)
def test_a_denial_that_does_not_hold_denies_no_sign(shape: str) -> None:
    text, sign = HOLD[shape]
    assert sign in {found.slug for found in screen(text)}


@pytest.mark.parametrize("text", DENIED)
def test_a_denial_that_holds_still_denies(text: str) -> None:
    assert screen(text) == ()


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("no pain at rest only on the stairs", "pain at rest only on the stairs"),
        ("no pain at rest or on the stairs", None),
        ("until friday i had no pain", "until friday i had pain"),
        ("i havent had the pain looked at", "i the pain looked at"),
        ("i havent had the pain since", None),
    ],
)
def test_the_denying_words_go_where_the_denial_does_not_hold(words: str, left: str | None) -> None:
    row = words.split()
    denying = {"no", "havent"} & set(row)
    marks = [word == "pain" and "havent" not in denying for word in row]
    found = as_meant(row, marks, [])
    assert (None if found is None else " ".join(found)) == left


@pytest.mark.parametrize(
    ("asked", "sign", "asks"),
    [
        ("any chest pain", "chest pain", True),
        ("have you had any bleeding since menopause", "bleeding", True),
        ("is the pain worse at night", "pain", False),
        ("should i ring about this pain", "pain", False),
        ("is it ok that i want to die", "die", False),
        ("do i want to die", "die", True),
        ("pain gone", "pain", False),
        ("hot flushes", "", False),
    ],
)
def test_a_question_asks_after_a_sign_or_takes_it_for_granted(asked: str, sign: str, asks: bool) -> None:
    row = asked.split()
    assert asks_after(row, [word in sign.split() for word in row]) is asks


@given(
    st.lists(
        st.sampled_from(
            [
                "no",
                "not",
                "pain",
                "die",
                "only",
                "at",
                "the",
                "?",
                ":",
                ",",
                "is",
                "i",
                "until",
                "before",
                "bleeding",
                "had",
                "checked",
                "never",
                "yes",
            ]
        ),
        max_size=60,
    )
)
def test_any_row_of_such_words_is_read(words: list[str]) -> None:
    for sentence in read(clauses(" ".join(words))):
        assert sentence.words
    screen(" ".join(words))


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("The chest pain has not gone away", "chest-pain"),
        ("slurred speech hasn't got any better", "stroke-signs"),
        ("the droop in her face isn't easing", "stroke-signs"),
        ("My husband says I'm not suicidal but I am", "self-harm"),
        ("I can't say I'm not suicidal", "self-harm"),
        ("I told the nurse I wasn't suicidal. I was.", "self-harm"),
        ("I said I had no chest pain. That was a lie", "chest-pain"),
        ("I said no chest pain but that was a lie", "chest-pain"),
        ("any thoughts of hurting yourself? Not really, only at night", "self-harm"),
        ("No chest pain, well, some today", "chest-pain"),
        ("I'd love a night with no thoughts of dying", "self-harm"),
        ("I've not bled for five years. Today I did. I'm 60.", "bleeding-after-menopause"),
    ],
)
def test_what_is_said_in_the_end_counts(text: str, sign: str) -> None:
    assert sign in {found.slug for found in screen(text)}


@pytest.mark.parametrize(
    "text",
    [
        "Not suicidal or anything like that, just fed up with not sleeping.",
        "Been on continuous HRT four years with not one drop of blood.",
        "For the form: chest discomfort, none. Thoughts of self-harm, none. Main complaint is night sweats.",
        "Denies chest pain, stroke symptoms, suicidal thoughts and bleeding",
        "She denies fever, cough, chest pain or self-harm thoughts. Hot flushes.",
        "any chest pain? No, only hot flushes",
    ],
)
def test_more_ways_to_deny(text: str) -> None:
    assert screen(text) == ()


@pytest.mark.parametrize("denial", ["no headaches", "no fever", "not tired", "no bloating"])
@pytest.mark.parametrize("sign", ["slurred speech", "face drooping on one side", "crushing chest pain", "suicidal thoughts"])
@pytest.mark.parametrize("between", [", ", "; ", ". ", "\n", " and ", " but "])
def test_a_denial_of_one_thing_denies_nothing_beside_it(denial: str, between: str, sign: str) -> None:
    assert screen(f"hot flushes, {denial}{between}{sign}") != ()


@pytest.mark.parametrize(
    "text", ["denies chest pain, has slurred speech", "pt denies chest pain, pt has droopy face", "Denies fever, chest pain started last night"]
)
def test_what_is_told_behind_a_row_that_is_denied_is_no_part_of_it(text: str) -> None:
    assert screen(text) != ()


TAILS = ["and I was wondering about soya", "and I want advice about diet", "so can you tell me about patches", "but my question is about gel"]
PLAIN = [
    ("I have chest pain", "chest-pain"), ("I want to die", "self-harm"), ("I have slurred speech", "stroke-signs"), ("Her face is drooping", "stroke-signs"),
    ("I have postmenopausal bleeding", "bleeding-after-menopause"), ("My wife is self-harming", "self-harm"),
]  # fmt: skip


@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize(("told", "sign"), PLAIN)
def test_a_harmless_question_behind_it_takes_no_sign_away(told: str, sign: str, tail: str) -> None:
    assert sign in {found.slug for found in screen(f"{told} {tail}")}


@pytest.mark.parametrize("tail", TAILS)
def test_nor_does_it_make_one(tail: str) -> None:
    assert screen(f"I have hot flushes {tail}") == ()


DENIED_IN_A_QUESTION = [
    ("You haven't thought of hurting yourself?", "I have, actually.", "self-harm"),
    ("You're not suicidal?", "I am", "self-harm"),
    ("No thoughts of suicide?", "I do have them", "self-harm"),
    ("You're not having chest pain?", "I am", "chest-pain"),
    ("No slurred speech?", "She has, yes", "stroke-signs"),
    ("So no bleeding since the menopause?", "There has been", "bleeding-after-menopause"),
]


@pytest.mark.parametrize("speakers", [("", ""), ("Assistant: ", "User: "), ("Nurse: ", "Patient: "), ("[10:04] bot: ", "[10:05] visitor: ")])
@pytest.mark.parametrize(("asked", "answer", "sign"), DENIED_IN_A_QUESTION)
def test_who_speaks_hides_no_answer(asked: str, answer: str, sign: str, speakers: tuple[str, str]) -> None:
    assert sign in {found.slug for found in screen(f"{speakers[0]}{asked}\n{speakers[1]}{answer}")}


@pytest.mark.parametrize("answer", ["I have", "I do", "There has been", "I have not", "I do yoga", "I have hot flushes"])
def test_an_answer_in_the_words_of_the_question_is_a_yes(answer: str) -> None:
    found = screen(f"Nurse: Any chest pain?\nPatient: {answer}") != ()
    assert found is (answer in ("I have", "I do", "There has been"))


@pytest.mark.parametrize("asked", ["Any chest pain?", "Do you have thoughts of ending your life?", "Is your speech slurred?"])
@pytest.mark.parametrize("answer", ["I do not", "I dont", "She hasn't", "There has not been any"])
def test_and_a_no(asked: str, answer: str) -> None:
    assert screen(f"{asked} {answer}") == ()


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Is your speech normal? It is not", "stroke-signs"),
        ("Can you lift both arms? I can't", "stroke-signs"),
        ("Do you feel safe? I don't", "self-harm"),
    ],
)
def test_to_what_should_be_well_it_is_a_sign(text: str, sign: str) -> None:
    assert sign in {found.slug for found in screen(text)}


@pytest.mark.parametrize("text", ["Any thoughts of suicide? No I love my life", "[10:04] bot: Any thoughts of suicide?\n[10:05] visitor: no"])
def test_a_no_that_goes_on_is_a_no(text: str) -> None:
    assert screen(text) == ()


@pytest.mark.parametrize(
    ("text", "rings"), [("Are you safe right now? Not really no", True), ("Is HRT safe? No", False), ("Are you safe? Yes", False)]
)
def test_who_is_not_safe_needs_help(text: str, rings: bool) -> None:
    assert ("self-harm" in {found.slug for found in screen(text)}) is rings


def test_letters_written_as_pairs_of_codes_are_read() -> None:
    assert (
        screen(r'{"q":"I have \ud835\uddf0\ud835\uddf5\ud835\uddf2\ud835\ude00\ud835\ude01 \ud835\uddfd\ud835\uddee\ud835\uddf6\ud835\uddfb"}') != ()
    )


def test_what_stands_in_a_text_that_is_json_is_read_by_itself() -> None:
    assert {found.slug for found in screen('{"q": "Chest pain"}')} == {"chest-pain"}
