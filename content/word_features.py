"""What a sentence is made of, for the learnt tables: words, neighbours, sounds and letters.

Words alone miss the misspelt and the inflected; letters (runs of three to five) and sounds (consonants only) catch
those; neighbours (pairs, triples, words a step or two apart) catch “not wake up” and “numb down one side”.
"""

from itertools import pairwise

from content.spelling import sound

NOT_LETTERS = "#^$!"  # openings of words that stand for a number's class, a sentence's edge or a denied word


def inner_features(word: str) -> list[str]:
    """What a word is made of by itself."""
    found = ["w" + word]
    if word[0] not in NOT_LETTERS:
        inner = f"<{word}>"
        size = len(inner)
        found += ("k" + sound(word), *("c" + inner[start : start + length] for length in (3, 4, 5) for start in range(size - length + 1)))
    return found


def neighbour_features(words: list[str]) -> list[str]:
    """How the words of one sentence stand to one another."""
    framed = ["^", *words, "$"]
    found = [f"b{one} {other}" for one, other in pairwise(framed)]
    found += [f"g{one} {other}" for one, other in zip(framed, framed[2:], strict=False)]
    found += [f"g{one} {other}" for one, other in zip(framed, framed[3:], strict=False)]
    found += [f"t{one} {two} {three}" for one, two, three in zip(framed, framed[1:], framed[2:], strict=False)]
    return found
