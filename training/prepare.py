"""Gather what the model is trained on into `var/training/texts.jsonl`: written and put together.

Each row holds the text as typed and as the reader gets it (normalised, spelling mended), labels,
and `share`: how likely it is drawn in each round.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, replace

from content.language.normalise import normalise
from content.language.spelling import spelling
from training.augment import carried, framed, from_registers, run_together
from training.texts import WORK, Record, Text, data_digest, read, reading_digest, records

SEED = 1
FRAMED, TOGETHER = 9000, 5000
# Near twins by the thousand teach little more than a part of them does; registers that were
# missing are drawn oftener. All others count once.
SHARES = {
    "signs-n": 0.35,
    "signs-o": 0.5,
    "signs-r": 0.5,
    "signs-q": 0.5,
    "signs-k": 0.6,
    "signs-p": 0.6,
    "signs-i": 0.6,
    "signs-l": 0.6,
    "signs-j": 0.6,
    "registers": 5.0,
}
LONG, LONG_SHARE = 40, 0.6  # words from which a text is drawn less often, as it costs more
OUT = WORK / "texts.jsonl"
ABOUT = WORK / "texts.json"  # digests of what the rows were made from


def main() -> None:
    """Write the rows and say how many of each kind there are."""
    WORK.mkdir(parents=True, exist_ok=True)
    rows = list(gathered(random.Random(SEED)))
    mend = spelling().corrected
    with OUT.open("w", encoding="utf-8") as file:
        for text in rows:
            plain = normalise(text.text)
            row = asdict(text) | {"plain": plain, "mended": mend(plain), "share": _share(text)}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    digests = {"data": data_digest(), "reading": reading_digest()}
    ABOUT.write_text(json.dumps(digests), "utf-8")
    print(f"{len(rows)} texts, {sum(map(_share, rows)):.0f} a round")


def _share(text: Text) -> float:
    longer = LONG_SHARE if len(text.text.split()) > LONG and text.source != "registers" else 1.0
    return longer * SHARES.get(
        text.source, SHARES["registers"] if text.source == "registers" else 1.0
    )


def gathered(rng: random.Random) -> Iterator[Text]:
    """Every training text, the written ones first."""
    known = records()
    written = [text for text in read() if text.split == "train" and text.unrecognised is None]
    written = [text for text in written if (text.signs, text.topics, text.options) != (None,) * 3]
    yield from written
    for record in known:
        for name in (record.slug.replace("-", " "), *record.names):
            yield _of(record, name, "name")
        for sentence in record.prose:
            if len(sentence.split()) > 3:
                yield replace(_of(record, sentence, "prose"), signs=None)
    yield from from_registers(rng)
    yield from framed(rng, FRAMED)
    yield from run_together(written, rng, TOGETHER)
    yield from carried(known, rng)


def _of(record: Record, text: str, register: str) -> Text:
    topics = (record.slug,) if record.family == "topics" else None
    options = (record.slug,) if record.family == "options" else None
    if register == "name" and record.family == "topics":
        options = ()
    return Text(text, (), topics, options, "train", register, "records")


if __name__ == "__main__":
    main()
