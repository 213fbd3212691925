"""Plain namings of the four signs: found whatever the trained table says, unless they are clearly denied.

Each rule asks for a few words in one sentence.
"""

import re
from collections.abc import Collection
from itertools import islice

from content.lexicon import listed
from content.plain_words import clauses
from content.screening.features import Sentence, read
from content.screening.negation import denies_it

_NAMED = listed("suicide suicides suicidal")
_BESIDE = _NAMED | listed("feel feeling feelings thought thoughts thinking of i am help my me please and ideation")
_SWALLOWED = listed("swallowed swallowing drank drunk drinking")
_POISON = listed("bleach poison petrol")
_BLOOD = listed("bleed bleeds bleeding bled blood bloody spotting")
_KILL_MYSELF, _END_MY_LIFE = (("kill",), ("myself",)), (("end",), ("my",), ("life",))
_SINCE_MENOPAUSE = (_BLOOD, listed("since after"), ("menopause",))  # “not a month without bleeding since menopause”; a word denied is another word
_HAVING = listed("with has have had got suddenly")
_FUNCTIONS = listed("speech sight vision")  # having none of it is the sign, not its denial
_AT_ONCE = listed("since this today now when tonight")
_ITEMS = re.compile(r"[,;\n|/]")
_SHORT, _MANY = 200, 200  # letters of an item that may be nothing but that word with small ones beside it, and items of a text that are looked at


def named_alone(text: str, sentences: list[Sentence]) -> bool:
    """Whether the word suicide is the whole of a text, or of an item of a list: no title or topic of talk, then, but what is on her mind."""
    if not any(word in _NAMED for sentence in sentences for word in sentence.words):
        return False
    items = islice(dict.fromkeys(item for item in _ITEMS.split(text) if 0 < len(item) <= _SHORT), _MANY)
    said = ({word for sentence in read(clauses(item)) for word in sentence.words} for item in items)
    return any(words & _NAMED and words <= _BESIDE for words in said)


# The FAST check as it is filled in: “Speech clear: no”, “Can she lift both arms? No”.
_CHECKED = (
    (listed("face smile"), listed("even evenly symmetrical symmetric")),
    (listed("arm arms"), listed("lift raise hold both equal")),
    (listed("speech"), listed("clear normal")),
    (listed("speak talk"), listed("clearly normally properly")),
)
_CHECK = 9  # words
_FAST_POSITIVE: tuple[tuple[tuple[str, ...], ...], ...] = ((("fast",), ("positive",)), (("fast",), ("test",), ("positive",)))
_CANNOT = (["cant"], ["cannot"], ["can", "not"])
_YOU, _NO, _SAYS_NO = listed("you u youre yourself"), listed("no not nope"), 4  # words of an answer


def plainly_named(sentences: list[Sentence]) -> set[str]:
    """The slugs of the signs that a text names in so many words."""
    found = {slug for sentence in sentences for slug in _in(sentence)}
    rows = [[word.lstrip("!") for word in sentence.words] for sentence in sentences]
    pairs = list(zip(rows, [*rows[1:], []], strict=True))
    if any(_failed(row, after) for row, after in pairs):
        found.add("stroke-signs")
    if any(_is_unsafe(row, after) for row, after in pairs):
        found.add("self-harm")
    return found


def _failed(row: list[str], after: list[str]) -> bool:
    """Whether a line of the FAST check is answered with no, in the same sentence or the next."""
    asked = row[:-1] if row[-1:] == ["no"] else row if (after[-1:] == ["no"] and len(after) <= 2) or denies_it(after) or after[1:] in _CANNOT else []
    return 0 < len(asked) <= _CHECK and any(not part.isdisjoint(asked) and not well.isdisjoint(asked) for part, well in _CHECKED)


def _is_unsafe(row: list[str], after: list[str]) -> bool:
    """Whether somebody who is asked whether she is safe says no (“Are you safe right now? Not really”)."""
    asked = any(word in _YOU and "safe" in row[at + 1 : at + 3] for at, word in enumerate(row))
    return asked and ((0 < len(after) <= _SAYS_NO and after[0] in _NO) or denies_it(after))


def _in(sentence: Sentence) -> set[str]:
    words, concepts = set(sentence.words), sentence.all
    found: set[str] = set()
    if words & {"suicidal", "suicide"} and concepts & {"wish", "present", "self"} and not concepts & {"past", "somebody", "asking"}:
        found.add("self-harm")
    if _in_a_row(sentence.words, _KILL_MYSELF) or _in_a_row(sentence.words, _END_MY_LIFE):
        found.add("self-harm")
    if words & _SWALLOWED and words & _POISON and not concepts & {"past", "somebody", "asking"}:
        found.add("self-harm")
    since = "postmenopausal" in words or _in_a_row([word for word in sentence.words if word != "the"], _SINCE_MENOPAUSE)
    if since and words & _BLOOD and not concepts & {"elsewhere", "cleared", "past", "asking"}:
        found.add("bleeding-after-menopause")
    if any(_in_a_row(sentence.words, row) for row in _FAST_POSITIVE) and not concepts & {"past", "asking"}:
        found.add("stroke-signs")
    if _function_lost(sentence.words) and not concepts & {"past", "asking"}:
        found.add("stroke-signs")
    return found


def _function_lost(words: list[str]) -> bool:
    """Whether somebody has no speech or sight (“woke up with no speech”), and not none of its troubles (“has no speech problems”)."""
    plain = [word.lstrip("!") for word in words]
    return any(
        before in _HAVING and no == "no" and function in _FUNCTIONS and (at + 3 == len(plain) or plain[at + 3] in _AT_ONCE)
        for at, (before, no, function) in enumerate(zip(plain, plain[1:], plain[2:], strict=False))
    )


def _in_a_row(words: list[str], wanted: tuple[Collection[str], ...]) -> bool:
    """Whether words stand next to one another, in order, one of each collection.

    “At the end of the day my flushes rule my life” says nothing of “end my life”.
    """
    first, rest = wanted[0], wanted[1:]
    return any(
        word in first and all(word in ones for word, ones in zip(words[at + 1 : at + len(wanted)], rest, strict=True))
        for at, word in enumerate(words[: max(len(words) - len(rest), 0)])
    )
