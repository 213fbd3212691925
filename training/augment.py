"""What a text is changed by so that the model reads the same behind it: slips, heads, sign-offs.

And texts that are put together: symptoms in sentences that affirm or deny them, names in sentences
that carry them, short texts run together. Everything is drawn from the generator handed over.
"""

import random
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import yaml

from training.texts import DATA, Record, Text, json_lines

TEMPLATES = DATA / "templates"
HEAD, SIGN_OFF, STOP, QUOTED = 0.14, 0.10, 0.10, 0.03  # shares of texts that get one
SLIPS = 0.3  # share of short texts with a slip or more
SHORT = 14  # words
TIMES = 8  # fillings of each line with gaps, for each time its group asks for
_ARTICLE = re.compile(r"^(?:an?|the|my|some) ", re.IGNORECASE)
_NO_ARTICLE = re.compile(
    r"\b(?:no|any|zero|more|this|that|the|my|your|her|his|some|these|those|for|about)\s*$",
    re.IGNORECASE,
)
_DENIED = re.compile(r"^(?:no|not|zero|never|nothing|nobody|none|one|two)\b", re.IGNORECASE)
_NOW = re.compile(
    r"\b(?:since|today|tonight|now|yesterday|last night|this|just|again|back|can'?t|won'?t|i|me"
    r"|i'?ve|still)\b",
    re.IGNORECASE,
)
_NEAR = {"a": "sq", "e": "wr", "i": "uo", "o": "ip", "u": "yi", "s": "ad", "t": "ry", "n": "bm"}
_NEAR |= {"r": "et", "l": "k", "d": "sf", "h": "gj", "c": "xv", "m": "n", "p": "o", "g": "fh"}


@lru_cache(maxsize=1)
def dressing() -> dict:
    """Heads and sign-offs, those for training and those that measure."""
    return yaml.safe_load((TEMPLATES / "heads.yaml").read_text("utf-8"))


def dressed(text: str, rng: random.Random) -> str:
    """A text behind a neutral head, before a sign-off, with or without its stop, or as it is."""
    if rng.random() < STOP:
        text = text.rstrip(" .!?") if rng.random() < 0.5 else text.rstrip(" .!?") + "."
    if rng.random() < HEAD:
        text = rng.choice(dressing()["heads"]) + text
    if rng.random() < SIGN_OFF:
        stop = "" if text[-1:] in ".!?" or rng.random() < 0.4 else "."
        text += stop + rng.choice(dressing()["sign_offs"])
    if rng.random() < QUOTED:
        text = f'"{text}"'
    return text


def slipped(text: str, rng: random.Random) -> str:
    """A short text with slips of the finger, now and then; long ones as they are."""
    words = text.split(" ")
    if len(words) > SHORT or rng.random() >= SLIPS:
        return text
    long_enough = [at for at, word in enumerate(words) if len(word) >= 4]
    for at in rng.sample(long_enough, min(len(long_enough), rng.choice((1, 1, 2)))):
        words[at] = _slip(words[at], rng)
    return " ".join(words)


def _slip(word: str, rng: random.Random) -> str:
    at, way = rng.randrange(1, len(word)), rng.random()
    if way < 0.3:
        return word[:at] + word[at + 1 :]
    if way < 0.5:
        return word[:at] + word[at] + word[at:]
    if way < 0.75 and at < len(word) - 1:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    near = _NEAR.get(word[at].lower(), "aeiou")
    return word[:at] + rng.choice(near) + word[at + 1 :]


def filled(frame: str, thing: str) -> str:
    """A sentence with its gap filled: no article after a word that takes none."""
    before, after = frame.split("{it}")
    if _NO_ARTICLE.search(before):
        thing = _ARTICLE.sub("", thing)
    if not before and after[:1] in "?.,! " and frame != frame.lower():
        thing = thing[:1].upper() + thing[1:]
    return before + thing + after


def framed(rng: random.Random, count: int) -> Iterator[Text]:
    """Symptoms in sentences that say she has them and in sentences that say she has not."""
    frames = json_lines(TEMPLATES / "frames.jsonl")
    things = json_lines(TEMPLATES / "things.jsonl")
    holding = [frame for frame in frames if frame["holds"]]
    others = [frame for frame in frames if not frame["holds"]]
    signs = [thing for thing in things if thing["signs"]]
    harmless = [thing for thing in things if not thing["signs"]]
    plain = [
        thing
        for thing in signs
        if not _DENIED.search(thing["thing"]) and not _NOW.search(thing["thing"])
    ]
    ways = ((0.38, signs, holding), (0.44, plain, others), (0.18, harmless, frames))
    for share, pool, sentences in ways:
        for _ in range(int(count * share)):
            thing, frame = rng.choice(pool), rng.choice(sentences)
            found = tuple(thing["signs"]) if frame["holds"] else ()
            text = filled(frame["frame"], thing["thing"])
            yield made(text, found, None, None, f"framed-{frame['kind']}")


def made(
    text: str,
    signs: Sequence[str] | None,
    topics: Sequence[str] | None,
    options: Sequence[str] | None,
    register: str,
) -> Text:
    """A training text that was put together here."""
    labels = [None if kind is None else tuple(kind) for kind in (signs, topics, options)]
    return Text(text, *labels, "train", register, "made")


def run_together(texts: Sequence[Text], rng: random.Random, count: int) -> Iterator[Text]:
    """Texts with and without a sign between the same others: in lists, run on, and in posts."""
    told = [text for text in texts if text.signs is not None]
    held = [text for text in told if text.signs and len(text.text.split()) <= 30]
    near = [text for text in told if not text.signs and len(text.text.split()) <= 30]
    quiet = [text for text in near if text.topics is not None and len(text.text.split()) >= 4]
    joins = (". ", ". ", "\n", ", ", " and ", " but ", " - ", "; ", ".\n\n")
    for _ in range(count):
        sign, other = rng.choice(held), rng.choice(near)
        around = rng.sample(quiet, rng.randint(1, 3))
        for middle in (sign, other):
            parts = [part.text.rstrip(" .") for part in around]
            parts.insert(rng.randint(0, len(parts)), middle.text.rstrip(" ."))
            text = "".join(rng.choice(joins) * bool(at) + part for at, part in enumerate(parts))
            yield made(text, middle.signs, None, None, "run-together")


def carried(known: Sequence[Record], rng: random.Random) -> Iterator[Text]:
    """Names in the sentences that carry them, covered and not, so that only the name decides."""
    lines = yaml.safe_load((TEMPLATES / "names.yaml").read_text("utf-8"))
    for family in ("topics", "options"):
        paired = "options_for_topics" if family == "options" else "topics_for_options"
        others = lines["some_topics" if family == "options" else "some_options"]
        mine = [(r.slug, name) for r in known if r.family == family for name in r.names]
        unknown = lines["uncovered_options"] + (
            lines["uncovered_topics"] if family == "topics" else []
        )
        pool = [*((slug, name, 3) for slug, name in mine), *((None, name, 6) for name in unknown)]
        for slug, name, times in pool:
            for _ in range(times):
                line = rng.choice(lines[family if rng.random() < 0.6 else paired])
                text = line.format(name, name=name, other=rng.choice(others))
                right = (slug,) if slug else ()
                pair = (right, None) if family == "topics" else (None, right)
                yield made(text, (), *pair, "carried")


def from_registers(rng: random.Random) -> Iterator[Text]:
    """Sentences with gaps in the registers that real people write in, filled."""
    plain = yaml.safe_load((TEMPLATES / "registers.yaml").read_text("utf-8"))
    slots = {name: [str(value) for value in values] for name, values in plain["slots"].items()}

    def fill(line: str) -> str:
        while "{" in line:  # a filling may hold gaps itself
            line = re.sub(r"\{(\w+)\}", lambda gap: rng.choice(slots[gap[1]]), line)
        return re.sub(r"  +", " ", line).strip()

    for group in plain["groups"]:
        lines = {fill(line): None for line in group["lines"] for _ in range(group["times"] * TIMES)}
        for text in lines:
            yield made(
                text,
                group.get("signs"),
                group.get("topics"),
                group.get("options"),
                group["register"],
            )
