"""Numbers as people write them, sorted into the classes that matter here: ages around menopause, spans, years.

In: the words of a sentence. Out: the same words with each number replaced by its class, such as `#60up` for an age or
count of 60 and over, `#year` for a calendar year. Written-out numbers are read too (“sixty one”).
"""

import re

_UNITS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS = {word: 20 + 10 * place for place, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"])}
_TENS |= {"fourty": 40, "fifties": 55, "sixties": 65, "seventies": 75, "eighties": 85, "thirties": 35, "forties": 45}
_TENS |= {"fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80}
_LEADING_DIGITS = re.compile(r"(\d+)([a-z]+)")
_CLASSES = ((2, "#1"), (10, "#2to9"), (12, "#10"), (40, "#12to39"), (50, "#40s"), (55, "#50to54"), (60, "#55to59"), (111, "#60up"))


def class_of(number: int, digits: int) -> str:
    """The class of a number written with so many digits."""
    if digits == 4 and 1900 <= number < 2100:
        return "#year"
    return next((name for bound, name in _CLASSES if number < bound), "#big")


def classed(words: list[str]) -> list[str]:
    """The words, numbers replaced by their classes."""
    out: list[str] = []
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word[0].isdigit():
            split = _LEADING_DIGITS.fullmatch(word)
            digits = split.group(1) if split else word
            if digits.isdigit():
                out.append(class_of(int(digits[:6]), len(digits)))
                if split:
                    out.append(split.group(2))
            else:
                out.append(word)
        elif word in _TENS:
            number = _TENS[word]
            if place < len(words) and 0 < _UNITS.get(words[place], 0) < 10 and number % 10 == 0:
                number += _UNITS[words[place]]
                place += 1
            out.append(class_of(number, 2))
        elif word in _UNITS:
            out.append(class_of(_UNITS[word], 1))
        else:
            out.append(word)
    return out
