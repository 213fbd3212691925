"""What a sentence is made of, for the learnt tables: words, neighbours, sounds and letters.

Words alone miss the misspelt and the inflected; letters (runs of three to five) and sounds (consonants only) catch
those; neighbours (pairs, triples, words a step or two apart) catch “not wake up” and “numb down one side”.
"""

from collections.abc import Iterator

from content.spelling import sound


def word_features(words: list[str]) -> Iterator[str]:
    """The features of one sentence, numbers already replaced by their classes."""
    framed = ["^", *words, "$"]
    last = len(framed)
    for place, word in enumerate(framed):
        yield "w" + word
        if word[0] not in "#^$!":
            yield "k" + sound(word)
            inner = f"<{word}>"
            size = len(inner)
            for length in (3, 4, 5):
                for start in range(size - length + 1):
                    yield "c" + inner[start : start + length]
        if place + 1 < last:
            yield f"b{word} {framed[place + 1]}"
            if place + 2 < last:
                yield f"g{word} {framed[place + 2]}"
                yield f"t{word} {framed[place + 1]} {framed[place + 2]}"
                if place + 3 < last:
                    yield f"g{word} {framed[place + 3]}"
