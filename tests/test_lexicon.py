"""What a lexicon takes and what it finds: words, beginnings of words, and phrases met word for word."""

from pathlib import Path

import pytest

from content.lexicon import Lexicon, read_lexicon

ENTRIES = {"pain": ["ache", "hurt*", "sore head"], "harm": ["harm*", "self harm"]}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("ache", [{"pain"}]),
        ("aches", [set()]),
        ("hurting", [{"pain"}]),
        ("sore head", [{"pain"}, set()]),
        ("sore heads", [set(), set()]),
        ("self harming", [set(), {"harm"}]),
        ("self harm", [{"harm"}, {"harm"}]),
    ],
)
def test_a_word_is_met_whole_a_beginning_in_any_ending_and_a_phrase_word_for_word(words: str, found: list[set[str]]) -> None:
    assert Lexicon(ENTRIES).concepts(words.split()) == found


@pytest.mark.parametrize("entry", ["heart attack*", "heart* attack", "heart *"])
def test_a_phrase_with_a_star_is_refused_by_name(entry: str, tmp_path: Path) -> None:
    (tmp_path / "lexicon.yaml").write_text(f"pain: [ache, hurt*, sore head]\nheart: [{entry}]\n", encoding="utf-8")
    with pytest.raises(ValueError, match=f"heart: “{entry.replace('*', '[*]')}” is a phrase"):
        read_lexicon(tmp_path / "lexicon.yaml")


@pytest.mark.parametrize("part", ["screening", "matching"])
def test_the_lexicons_that_are_kept_are_taken(part: str) -> None:
    read_lexicon(Path(__file__).resolve().parent.parent / "content" / part / "lexicon.yaml")
