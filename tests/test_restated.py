"""What a sentence says in the end: `content.screening.restated`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from content.screening.restated import restated


@pytest.mark.parametrize(
    ("words", "sign", "left"),
    [
        ("the chest pain has not gone away", "chest pain", "the chest pain has"),
        ("chest pain hasnt been getting any better since", "chest pain", "chest pain since"),
        ("the chest pain has not stopped me", "chest pain", None),
        ("i am not suicidal but i am", "suicidal", "i am suicidal"),
        ("i am not suicidal but i am tired", "suicidal", None),
        ("i cant say i am not suicidal", "suicidal", "i am suicidal"),
        ("i cant say i am not tired", "suicidal", None),
        ("my flushes have not gone away", "pain", None),
        ("no chest pain", "chest pain", None),
    ],
)
def test_only_what_lasts_or_is_taken_back_is_restated(words: str, sign: str, left: str | None) -> None:
    row = words.split()
    assert restated(row, [word in sign.split() for word in row]) == (left.split() if left else None)


@given(
    st.lists(
        st.sampled_from(["i", "am", "not", "no", "but", "that", "was", "a", "lie", "pain", "gone", ",", "cant", "say", "has", "better"]), max_size=40
    )
)
def test_nothing_is_added(words: list[str]) -> None:
    found = restated(words, [word == "pain" for word in words])
    assert found is None or (len(found) < len(words) and set(found) <= set(words))
