"""Write `content/language/words.txt`: the words that spelling takes for known, with their counts.

Those of the training texts that at least two texts hold and no register of slips wrote, all of the
records' own, and the whole words of the tokenizer, which the public weights know.
"""

import re
from collections import Counter
from pathlib import Path

from symspellpy import SymSpell, Verbosity

from content.language.normalise import normalise
from training.network import public_vocabulary
from training.texts import ROOT, read, records

FILE = ROOT / "content" / "language" / "words.txt"
WITH_SLIPS = {"misspelt", "slang", "second-language", "run-together", "unicode", "odd-unicode"}
FAR_COMMONER = 20
LEAST = 3  # texts that must hold a word which only the training texts know
_WORD = re.compile(r"[a-z]+")
_WHOLE = re.compile(r"[a-z]{2,}$")


def main(path: Path = FILE) -> None:
    """Count and write."""
    counts: Counter[str] = Counter()
    for text in read():
        if text.split == "train" and not text.register.startswith(tuple(WITH_SLIPS)):
            counts.update(set(_WORD.findall(normalise(text.text))))
    counts = Counter({word: count for word, count in counts.items() if count >= LEAST})
    for record in records():
        for part in (*record.names, *record.prose):
            counts.update(_WORD.findall(normalise(part)))
    for word in public_vocabulary():
        if _WHOLE.match(word):
            counts[word] += 1
    counts = _without_slips(counts)
    lines = [f"{word} {count}" for word, count in sorted(counts.items())]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(lines)} known words")


def _without_slips(counts: Counter[str]) -> Counter[str]:
    """The counts without words that are a slip of, or a run of, words that are far commoner."""
    public = {word for word in public_vocabulary() if _WHOLE.match(word)}
    index = SymSpell(max_dictionary_edit_distance=1, prefix_length=7)
    for word, count in counts.items():
        index.create_dictionary_entry(word, count)
    kept: Counter[str] = Counter()
    for word, count in counts.items():
        near = index.lookup(word, Verbosity.ALL, 1) if len(word) > 3 and word not in public else []
        slip = any(item.term != word and item.count >= FAR_COMMONER * count for item in near)
        halves = [(word[:at], word[at:]) for at in range(3, len(word) - 2)]
        run = word not in public and any(
            min(counts[half] for half in pair) >= FAR_COMMONER * count for pair in halves
        )
        if not slip and not run:
            kept[word] = count
    return kept


if __name__ == "__main__":
    main()
