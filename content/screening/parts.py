"""The parts of a text that are read by themselves too, since among others a sign in them may be lost.

In: a text, and its clauses. Out: the items of a list, what stands behind a denial and “only” or “and”, and the questions answered with
yes, each as the sentences that it is read as. A denied item hides nothing but what it denies.
"""

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from content.lexicon import Concepts
from content.plain_words import clauses
from content.screening.features import Sentence, read
from content.screening.negation import DENIES, NOES, TELLS

_BETWEEN = re.compile(r"[,;，；、،؛]")
# Other signs that people and programs put between the items of a list: of a row of `MANY_ITEMS`, or a sentence might be cut into pieces.
_BETWEEN_MANY = re.compile(
    r"[,;，；、،؛|•▪●◦‣→#\t]|\s[·/+–—-]\s|\\n|\[[ xX]?\]|<br\s?/?>|</(?:li|p|td|tr)>|[\u2600-\u27bf\U0001f300-\U0001faff]", re.IGNORECASE
)
_NONE_OF_IT = re.compile(r",\s*(?=(?:none|nil)\s*(?:[,;.\n]|$))", re.IGNORECASE)  # “chest pain, none”: it belongs to its item
_CELLS = re.compile(r"[|\t>]\s*(?:yes|no|y|n|none|true|false)\s*(?:[|\t<]|$)", re.IGNORECASE)
MANY_ITEMS = 6
_STOPS = re.compile(r"[.!?:]\s")  # what has stops and commas is prose, unless all its parts are short
ITEM, ITEMS = 8, 60  # words of an item of a list at most, and items of a list that are read each by itself
NEAR = 5  # words before an “and” in which a no denies what stands before it
_DENYING = frozenset({"no", "not", "never", "dont", "havent", "without", "denies"})
_A_NO = frozenset({"no", "not"})
_YES = frozenset({"yes", "yep", "yeah", "yea", "yup", "y", "aye", "true", "sometimes", "often"})


def parts_of(text: str, whole: list[list[str]]) -> Iterator[tuple[list[Sentence], Concepts]]:
    """The parts of a text, each with what is denied beside it: of the same sign, both sides of an “and” are denied. `whole`: its clauses."""
    nothing: Concepts = frozenset()
    yield from ((item, nothing) for item in _items(text))
    yield from ((read([rest]), nothing) for rest in islice(_after_only(whole), ITEMS))
    for no, rest in islice(_after_and(whole), ITEMS):
        if denied := nothing.union(*(sentence.denied for sentence in read([no]))):
            yield read([rest]), denied
    yield from ((read([asked, answer]), nothing) for asked, answer in islice(_answered_yes(whole), ITEMS))


def _items(text: str) -> Iterator[list[Sentence]]:
    """The items of a list, as the calls take one, less those that a denial before them reaches."""
    items = [parts for parts in map(clauses, _in_row(text)) if parts]
    each_with_no = sum(parts[0][0] == "no" for parts in items) > 1  # “no fever, no cough, chest pain”: none of them reaches further
    denied = reaches = False
    for parts in items:
        opens = parts[0][0]
        if (denied and each_with_no and opens == "no") or (reaches and opens not in TELLS and parts[-1][-1] not in _YES):
            continue
        item = read(parts)
        yield item
        denied = denied or any(sentence.denied for sentence in item)
        # “Denies chest pain, breathlessness, palpitations”: the rest may be denied too; behind “chest pain: no” or “no fever” it is not.
        reaches = not DENIES.isdisjoint(parts[0]) or (denied and opens not in _A_NO and parts[-1][-1] not in NOES)


def _answered_yes(parts: list[list[str]]) -> Iterator[tuple[list[str], list[str]]]:
    """The questions answered with yes, each with its answer, who speaks left out (“Nurse: any chest pain?”, “Patient: yes, since six”)."""
    for asked, answer in pairwise(parts):
        said = answer[answer.index(":") + 1 :] if ":" in answer[:3] else answer
        if asked[-1] == "?" and said and said[0] in _YES:
            yield (asked[asked.index(":") + 1 :] if ":" in asked[:3] else asked), said


def _after_only(parts: list[list[str]]) -> Iterator[list[str]]:
    """What stands behind a denial and “only” or “just” (“no bleeding, only a droopy face”), where what is denied may drown it."""
    for part in parts:
        denies = False
        for at in range(len(part) - 2):
            denies = denies or part[at] in _DENYING
            if denies and part[at] == "," and part[at + 1] in ("only", "just"):
                yield part[at + 2 :]
                break


def _after_and(parts: list[list[str]]) -> Iterator[tuple[list[str], list[str]]]:
    """The two sides of an “and” close behind a no (“no bleeding and slurred speech”), as people type who have the second."""
    for part in parts:
        for at, word in enumerate(part[:-1]):
            if word == "and" and part[at + 1] not in _DENYING:
                no = part[max(at - NEAR, 0) : at]
                if not _A_NO.isdisjoint(no) and "," not in no:
                    yield no, part[at + 1 :]
                    break


def _in_row(text: str) -> list[str]:
    """The items of a list between commas or semicolons; none of a text that is no list, as of whole sentences with commas in them."""
    text = _NONE_OF_IT.sub(": ", text)
    for between, least in ((_BETWEEN, 2), (_BETWEEN_MANY, MANY_ITEMS)):
        if between is _BETWEEN_MANY and ("\n" in text.strip() or _CELLS.search(text)):
            break  # lines are read each by itself already, and a cell belongs to its answer
        items = [item for item in between.split(text) if len(item.strip()) > 2]
        short = [item for item in items if len(item.split()) <= ITEM]
        if least <= len(items) <= ITEMS and (
            len(short) == len(items) or (len(items) >= MANY_ITEMS and 4 * len(short) >= 3 * len(items) and not _STOPS.search(text))
        ):
            return short
    return []
