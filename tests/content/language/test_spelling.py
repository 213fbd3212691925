"""Unknown words come back to known ones; a known word is never touched."""

import time

import pytest

from content.language.spelling import MOST, spelling


@pytest.mark.parametrize(
    ("typed", "mended"),
    [
        ("hot flushs and migrane", "hot flushes and migraine"),
        ("palpatations", "palpitations"),
        ("chestpain", "chest pain"),
        ("iwanttodie", "i want to die"),
        ("bleedingaftermenopause", "bleeding after menopause"),
        ("cant breath", "can't breath"),
        ("pmb for a week", "post menopausal bleeding for a week"),
        ("asdkjhaskdjh", "asdkjhaskdjh"),
        ("monoparesis", "monoparesis"),
        ("fezolinetant", "fezolinetant"),
        ("took 30 tablets", "took 30 tablets"),
    ],
)
def test_spelling_is_mended(typed: str, mended: str) -> None:
    assert spelling().corrected(typed) == mended


def test_known_words_are_never_touched() -> None:
    known = sorted(spelling().cost)[::97]
    shown = [word for word in known if word not in spelling().abbreviations]
    assert [spelling().corrected(word) for word in shown] == shown


def test_so_many_unknown_words_are_mended_and_no_more() -> None:
    text = " ".join(
        f"qzx{'abcdefghij'[at % 10]}{'klmnopqrst'[at // 10 % 10]}wvy" for at in range(600)
    )
    began = time.process_time()
    spelling().corrected(text)
    assert time.process_time() - began < 0.2
    assert MOST == 60
