"""The parts of a text that are read by themselves too, since among others a sign in them may be lost.

In: a text, and its clauses. Out: the items of a list, the rows within a text, what stands behind a denial and “only” or “and”, what is
told before a question or quoted, and the questions answered with yes, each as the sentences that it is read as. A denied
item hides nothing but what it denies.
"""

import json
import re
from collections.abc import Iterator
from itertools import dropwhile, islice, pairwise, takewhile
from typing import NamedTuple

from content.lexicon import Concepts, listed
from content.plain_words import clauses
from content.screening.features import Sentence, read
from content.screening.lexicon import lexicon
from content.screening.limits import asks_after, over
from content.screening.long_over import is_dated
from content.screening.negation import DENIES, NOES, TELLS, owns_to_it, signs_in, spoken

_BETWEEN = re.compile(r"[,;，；、،؛]")
# Other signs that people and programs put between the items of a list: of a row of `MANY_ITEMS`, or a sentence might be cut into pieces.
_BETWEEN_MANY = re.compile(
    r"[,;，；、،؛|•▪●◦‣→#\t]|\s[·/+–—-]\s|\\n|\[[ xX]?\]|<br\s?/?>|</(?:li|p|td|tr)>|[\u2600-\u27bf\U0001f300-\U0001faff]", re.IGNORECASE
)
_NONE_OF_IT = re.compile(r",\s*(?=(?:none|nil)\s*(?:[,;.\n]|$)|no\s*;)", re.IGNORECASE)  # “chest pain, none”: it belongs to its item
_CELLS = re.compile(r"[|\t>]\s*(?:yes|no|y|n|none|true|false)\s*(?:[|\t<]|$)", re.IGNORECASE)
MANY_ITEMS = 6
_STOPS = re.compile(r"[.!?:]\s")  # what has stops and commas is prose, unless all its parts are short
_SENTENCES = re.compile(r"[.!?\n]+")
_IN_A_SENTENCE = re.compile(r"[,;]|\band\b", re.IGNORECASE)  # between the items of a row that a sentence holds
# How much more a part must have that is torn out of its sentence, and one that may be no item at all, in logarithms of odds.
TORN, LOOSE = 0.55, 1.5
LONG_ROW = 4  # items from which what somebody tells about herself between commas is one story
ROW = 3  # such items at least, of which half are short
_HERSELF = re.compile(r"\b(?:i|i['’]?m|i['’]?ve|my|me|she|her|he|his|we|it|it['’]?s|they|you|your)\b", re.IGNORECASE)  # what a list of names has not
_TELLS_ON = re.compile(
    rf"{_HERSELF.pattern}|\b(?:had|was|were|this|that|which|who)\b", re.IGNORECASE
)  # what an item has not that only names something
_LONG_OVER = re.compile(r"\byears? ago\b|\blast year\b|\bin (?:19|20)\d\d\b|\ball clear\b|\b(?:nothing|none) since\b|\bdecades?\b", re.IGNORECASE)
ITEM, ITEMS = 8, 60  # words of an item of a list at most, and items of a list that are read each by itself
NEAR = 5  # words before an “and” in which a no denies what stands before it
TOLD, ASKS = 2, 9  # words at least before such a question, and words by which it is known
_LEADS_ON = frozenset({"and", "so", "but", "also"})
_SUPPOSES = frozenset({"if", "when", "what", "whats", "does", "do", "can", "could", "how", "is", "are", "should", "suppose", "say"})
# How somebody comes to her question: “I was wondering about soya”, “my question is”, “can you tell me”, “want advice about patches”.
_ASKING = re.compile(
    r"(?:(?:also|then|now|just|really|please|so|and) )*(?:"
    r"(?:(?:i|we|she|he|id|im|shed|hed|wed) )?(?:am |is |was |were |would |just |also |really )*"
    r"(?:want|wants|need|needs|like|love|wonder|wonders|wondering|looking|asking|ask|asks|after|hoping|hope|keen|interested|curious|wish) "
    r"(?:to (?:know|ask|read|hear|discuss|learn|find|try|talk|see|understand|get)|advice|information|info|help|some|more|about|if|whether|what|how"
    r"|a|for|like to|your|any|tips|ideas|suggestions|guidance)\b"
    r"|(?:my|our|the|her) (?:only |main |other |real )?(?:question|query)\b"
    r"|(?:can|could|would|will) (?:you|i|we|she|somebody|someone|anyone|it|hrt)\b"
    r"|(?:what|how|which|where|does|is there|are there|should|do you|any advice)\b"
    r"|(?:have|has|got) (?:a|another|one|some) (?:question|questions|query)\b)"
)
_QUOTES = frozenset(
    {"says", "said", "say", "writes", "wrote", "write", "asks", "asked", "messages", "messaged", "types", "typed", "tells", "texted", "reports"}
)
_DENYING = frozenset({"no", "not", "never", "dont", "havent", "without", "denies"})
_A_NO = frozenset({"no", "not"})
_YES = frozenset({"yes", "yep", "yeah", "yea", "yup", "y", "aye", "true", "sometimes", "often"})

_REASSURES = re.compile(
    r" (?:no worries|no biggie|not to worry|dont worry|nothing to worry|ignore me|probably nothing|its nothing"
    r"|(?:i am|im|its|it is|all is|all|but) (?:all |really |quite |totally |absolutely |otherwise )?(?:fine|ok|okay|alright|good|grand))\b"
    r"(?P<well_now>.*\b(?:now|since|nowadays|these days)\b)?"
)
SAID = 5  # words of an answer that says no more than yes or how much
_HOW_MUCH = frozenset("123456789") | listed("daily weekly mild moderate severe positive present occasionally rarely")
_SO_OFTEN = tuple(words.split() for words in ("several days", "most days", "every day", "more than", "nearly every"))
_ASKING_WORDS = listed(
    "do does did have has had are is was were you your u any ever still currently now there having got been the a havent hasnt dont arent isnt not"
)
_HERS = {"yourself": "myself", "your": "my", "you": "i"}


class Part(NamedTuple):
    """A part of a text as it is read by itself."""

    sentences: list[Sentence]
    denied: Concepts = frozenset()  # beside it: of the same sign, both sides of an “and” are denied
    more: float = 0.0  # than other texts it must have, since what stands about it may explain it


def parts_of(text: str, whole: list[list[str]], long_ago: bool = False) -> Iterator[Part]:
    """The parts of a text. `whole`: its clauses; `long_ago`: whether what it dates is said to be over, which a part by itself would not say."""
    items = [item for item in _in_row(text) if not (long_ago and is_dated(item))]
    if items:
        told = LOOSE if len(items) >= LONG_ROW else TORN
        more = told if _HERSELF.search(text) else 0.0  # commas of somebody who tells something part what belongs together
        yield from (Part(item, more=more) for item in _items(items))
    else:
        yield from (Part(read(clauses(item)), more=LOOSE) for item in islice(_rows_within(text), ITEMS))
    yield from (Part(read([rest])) for rest in islice(_after_only(whole), ITEMS))
    for no, rest in islice(_after_and(whole), ITEMS):
        if denied := frozenset[str]().union(*(sentence.denied for sentence in read([no]))):
            yield Part(read([rest]), denied)
    yield from (Part(read([said])) for said in islice(_so_answered(whole), ITEMS))
    yield from (Part(read([asked, answer])) for asked, answer in islice(_answered_yes(whole), ITEMS))
    yield from (Part(read([told]), more=TORN) for told in islice(_before_asking(whole), ITEMS))
    yield from (Part(read([told]), more=TORN) for told in islice(_before_reassuring(whole), ITEMS))
    yield from (Part(read([told]), more=TORN) for told in islice(_quoted(whole), ITEMS))
    yield from (Part(read(clauses(said))) for said in islice(_in_json(text), ITEMS))


def _before_asking(parts: list[list[str]]) -> Iterator[list[str]]:
    """What is told before an “and”, “so” or “but” that only leads to a question (“I have chest pain and want advice about patches”): the question
    makes nobody well.
    """
    for part in parts:
        for at in range(TOLD, len(part) - 1):
            if part[at] in _LEADS_ON and part[0] not in _SUPPOSES and _ASKING.match(" ".join(part[at + 1 : at + 1 + ASKS])):
                yield part[:at]
                break


def _before_reassuring(parts: list[list[str]]) -> Iterator[list[str]]:
    """What stands before words that make light of it, with no stop between (“I want to die thanks I am fine really”).

    What is said to be well now, or since, is over.
    """
    for part in parts:
        found = _REASSURES.search(" ".join(part))
        if found and not found["well_now"]:
            told = part[: len(found.string[: found.start()].split())]
            if len(told) >= TOLD and not _LONG_OVER.search(" ".join(told)):
                yield told


def _quoted(parts: list[list[str]]) -> Iterator[list[str]]:
    """What stands behind a word of saying and a colon (“what would you tell someone who writes: …”): who passes it on asks no general question."""
    for part in parts:
        for at in range(1, len(part) - TOLD):
            if part[at] == ":" and not _QUOTES.isdisjoint(part[max(at - 3, 0) : at]):
                yield part[at + 1 :]
                break


def _rows_within(text: str) -> Iterator[str]:
    """The short items of the rows that single sentences hold (“several things: hot flushes, slurred speech, dry skin. I have an appointment”)."""
    for sentence in _SENTENCES.split(text):
        if _LONG_OVER.search(sentence):
            continue
        items = [item.strip() for item in _IN_A_SENTENCE.split(sentence.rpartition(":")[2])]
        items = [item for item in items if len(item) > 2]
        short = [item for item in items if len(item.split()) <= ITEM]
        clauses_in_it = sum(bool(_TELLS_ON.search(item)) for item in items[1:])
        if len(items) >= ROW and 2 * len(short) >= len(items) and 4 * clauses_in_it <= len(items):
            yield from takewhile(lambda item: _DENYING.isdisjoint(item.lower().split()), short)  # a no may reach over the rest


def _in_json(text: str) -> Iterator[str]:
    """The strings of a text that is JSON itself, which its names would drown."""
    if text.lstrip()[:1] not in ("{", "["):
        return
    try:
        waiting = [json.loads(text)]
    except (ValueError, RecursionError):
        return
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            waiting += value.values() if isinstance(value, dict) else value


def _items(row: list[str]) -> Iterator[list[Sentence]]:
    """The items of a list, as the calls take one, less those that a denial before them reaches."""
    items = [parts for parts in map(clauses, row) if parts]
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


def _so_answered(parts: list[list[str]]) -> Iterator[list[str]]:
    """What a plain question or a field asks after that is answered with yes, or with how much (“any chest pain? Yes”, “thoughts of hurting
    yourself: 2”), as she would say it, and with its answer.
    """
    for asked, answer in pairwise([*parts, []]):
        if asked[-1] == "?":
            said, asked = answer[spoken(answer) :], asked[spoken(asked) : -1]
        elif ":" in asked:
            at = asked.index(":")
            said, asked = asked[at + 1 :], asked[:at]
        else:
            continue
        if 0 < len(said) <= SAID and (said[0] in _YES or said[0] in _HOW_MUCH or said[:2] in _SO_OFTEN or owns_to_it(said)):
            sign = signs_in(lexicon().concepts(asked))
            if asks_after(asked, sign) and not over(asked):
                yield [_HERS.get(word, word) for word in dropwhile(_ASKING_WORDS.__contains__, asked)]
                yield [*asked, ":", *said]


def _answered_yes(parts: list[list[str]]) -> Iterator[tuple[list[str], list[str]]]:
    """The questions answered with yes, each with its answer, who speaks left out (“Nurse: any chest pain?”, “Patient: yes, since six”)."""
    for asked, answer in pairwise(parts):
        said = answer[spoken(answer) :]
        if asked[-1] != "?" or not said:
            continue
        if said[0] in _YES:
            yield asked[spoken(asked) :], said
        elif owns_to_it(said):  # a plain yes to a question that denies could mean either
            yield asked[spoken(asked) :], ["yes", *said] if _DENYING.isdisjoint(asked) else said


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
