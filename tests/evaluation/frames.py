"""Symptoms in sentences that say she has them and in sentences that say she has not: what teaches the screen to hear denial, past and question.

`frames.jsonl` holds sentences with a gap, by hand, marked by whether they say that what stands in the gap is there now or
came lately (`holds`); `things.jsonl` holds what may stand there, with the signs it is. The same thing stands in sentences
that hold and in sentences that do not, so that only the sentence tells them apart; what is no sign in either.
"""

import random
import re
from collections.abc import Iterator

from tests.evaluation.evaluate import read
from tests.evaluation.held_out import held_out

HOLDING, NOT_HOLDING, HARMLESS = 2400, 2800, 1100  # sentences made of each sort
_ARTICLE = re.compile(r"^(?:an?|the|my|some) ", re.IGNORECASE)
_NO_ARTICLE = re.compile(r"\b(?:no|any|zero|more|this|that|the|my|your|her|his|some|these|those|for|about)\s*$", re.IGNORECASE)
_DENIED = re.compile(r"^(?:no|not|zero|never|nothing|nobody|none|one|two)\b", re.IGNORECASE)
_NOW = re.compile(r"\b(?:since|today|tonight|now|yesterday|last night|this|just|again|back|can'?t|won'?t|i|me|i'?ve|still)\b", re.IGNORECASE)

Item = dict[str, object]


def filled(frame: str, thing: str) -> str:
    """A sentence with its gap filled: no article after a word that takes none, a capital only where the sentence has one."""
    before, after = frame.split("{it}")
    if _NO_ARTICLE.search(before):
        thing = _ARTICLE.sub("", thing)
    if not before and after[:1] in "?.,! " and frame != frame.lower():
        thing = thing[:1].upper() + thing[1:]
    return before + thing + after


def framed(seen: bool = True, seed: int = 1) -> Iterator[Item]:
    """Sentences with their signs, the same ones for one `seed`; of what is held out from training when not `seen`."""
    rng = random.Random(16 + seed)
    frames = [frame for frame in read("screening/frames.jsonl") if held_out(str(frame["frame"])) != seen]
    things = [thing for thing in read("screening/things.jsonl") if held_out(str(thing["thing"])) != seen]
    holding, others = ([frame for frame in frames if frame["holds"] == holds] for holds in (True, False))
    signs = [thing for thing in things if thing["signs"]]
    harmless = [thing for thing in things if not thing["signs"]]
    plain = [thing for thing in signs if not _DENIED.search(str(thing["thing"])) and not _NOW.search(str(thing["thing"]))]
    share = 1.0 if seen else 0.2
    for count, pool, sentences in ((HOLDING, signs, holding), (NOT_HOLDING, plain, others), (HARMLESS, harmless, frames)):
        for _ in range(int(count * share)):
            thing, frame = rng.choice(pool), rng.choice(sentences)
            text = filled(str(frame["frame"]), str(thing["thing"]))
            yield {"text": text, "signs": thing["signs"] if frame["holds"] else [], "kind": f"framed-{frame['kind']}"}
