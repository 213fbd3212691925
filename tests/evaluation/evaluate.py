"""Measure the screen and the matcher on the evaluation sets: `make evaluate`.

Prints, for the reported sets, how many of each kind were got right with 95% confidence bounds (Wilson), every miss when
asked with `--misses`, and writes the tables into `docs/safety.md`. The tuning sets are what the tables were trained on:
their figures say nothing about words never seen and are left out unless asked for with `--tuning`.
"""

import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from pathlib import Path
from typing import Any

SETS = Path(__file__).parent
REPORT = SETS.parents[1] / "docs" / "safety.md"
START, END = "<!-- tables: written by `make evaluate` -->", "<!-- end of tables -->"
SIGNS = ("self-harm", "stroke-signs", "chest-pain", "bleeding-after-menopause")

SHORT = 4  # words of a phrase that two authors write alike by chance

Item = dict[str, Any]


def read(pattern: str) -> list[Item]:
    """The items of every file that fits `pattern`."""
    return [json.loads(line) for path in sorted(SETS.glob(pattern)) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95% confidence bounds of a share. Source: Wilson, “Probable inference”, 1927."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, right / of
    centre, spread = share + z * z / (2 * of), z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (centre - spread) / (1 + z * z / of), (centre + spread) / (1 + z * z / of)


class Tally:
    """How many were right, of how many, by row, and what was not."""

    def __init__(self) -> None:
        self.rows: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        self.misses: dict[str, list[str]] = defaultdict(list)

    def add(self, row: str, right: bool, text: str = "") -> None:
        self.rows[row][0] += right
        self.rows[row][1] += 1
        if not right:
            self.misses[row].append(text)

    def share(self, row: str) -> float:
        right, of = self.rows[row]
        return right / of if of else 1.0

    def table(self, heading: str) -> Iterator[str]:
        yield f"| {heading} | right | of | share | 95% bounds |"
        yield "|---|---|---|---|---|"
        for row, (right, of) in self.rows.items():
            if not of:
                continue
            low, high = wilson(right, of)
            yield f"| {row} | {right} | {of} | {100 * right / of:.1f}% | {100 * low:.1f} to {100 * high:.1f}% |"


def screening(items: Iterable[Item]) -> tuple[Tally, Tally]:
    """Recall for each sign, and the share of benign texts not flagged; the same by kind of writing."""
    from content.screening import screen

    signs, kinds = Tally(), Tally()
    for sign in SIGNS:
        signs.rows[f"{sign}: found"]
    for item in items:
        found = {sign.slug for sign in screen(item["text"])}
        for sign in item["signs"]:
            signs.add(f"{sign}: found", sign in found, item["text"])
        if item["signs"]:
            kinds.add(f"{item['kind']}: all signs found", set(item["signs"]) <= found, item["text"])
        else:
            signs.add("benign: not flagged", not found, f"[{', '.join(sorted(found))}] {item['text']}")
            kinds.add(f"benign {item['kind']}: not flagged", not found, item["text"])
    return signs, kinds


def matching(topics: Iterable[Item], options: Iterable[Item], outside: Iterable[Item], lists: Iterable[Item]) -> tuple[Tally, Tally]:
    """How often the right record comes first, how often what is not covered is refused, and how often a list is read whole.

    As a caller gets it: words that the screen flags must name a record more clearly. Rows of “new words” leave out what stands
    in a tuning set word for word, as names and short phrases do.
    """
    from content import freshness
    from content.answers.resolve import NotCovered, TooManySymptoms, find_list, find_option, find_topic
    from content.screening import screen
    from content.vocabulary import TopicKind

    catalogue = freshness.current()
    guides = {entry.topic.slug for entry in catalogue.of_kind(TopicKind.GUIDE)}  # the sets are older than these
    main, kinds, tuned = Tally(), Tally(), {_plainly(item) for item in read("matching/*tune*.jsonl")}

    def slugs_of(find: Callable[..., Any], item: Item, urgent: bool) -> tuple[str, ...]:
        try:
            return tuple(slug for slug in find(catalogue, item["text"], urgent).slugs if slug not in guides)
        except NotCovered:
            return ()

    def add(row: str, item: Item, right: bool, note: str) -> None:
        main.add(row, right, note)
        if _plainly(item) not in tuned:
            main.add(f"{row}, new words", right, note)

    for family, items, find in (("topic", topics, find_topic), ("option", options, find_option)):
        for item in items:
            urgent = bool(screen(item["text"]))
            main.add("topic or option: not flagged", not urgent, item["text"])
            found = slugs_of(find, item, urgent)
            right = bool(found) and found[0] in {item["expect"], *item.get("also", ())}
            note = f"[{found[0] if found else '–'}, not {item['expect']}] {item['text']}"
            add(f"{family}: right one first", item, right, note)
            kinds.add(f"{family}, {item['kind']}", right, note)
    for item in outside:
        urgent = bool(screen(item["text"]))
        found = slugs_of(find_topic, item, urgent)
        add("not covered: refused as a topic", item, not found, f"[{', '.join(found)}] {item['text']}")
        kinds.add(f"not covered, {item['kind']}", not found, item["text"])
        found = slugs_of(find_option, item, urgent)
        add("not covered: refused as an option", item, not found, f"[{', '.join(found)}] {item['text']}")
    for item in lists:
        try:
            listed = find_list(catalogue, item["text"], bool(screen(item["text"])))
            slugs, missed = listed.slugs, listed.missed
        except (NotCovered, TooManySymptoms):
            slugs, missed = (), (0,)
        wanted = set(item["expect"])
        right = len(wanted & set(slugs))
        for place in range(len(wanted)):
            main.add("doctor-prep: item recognised", place < right, f"{item['text']!r} gave {', '.join(slugs)}")
        main.add(
            "doctor-prep: whole list right",
            set(slugs) == wanted and len(missed) == item.get("unrecognised", 0),
            f"{item['text']!r} gave {', '.join(slugs)} {missed}",
        )
    return main, kinds


def unseen(part: str, folder: str, name: str = "") -> list[Item]:
    """The items of one set; of a reported one, without sentences that a tuning set happens to hold word for word (names and short phrases are everybody's)."""
    stem = f"{name}_" if name else ""
    items = read(f"{folder}/{stem}{part}*.jsonl")
    if part != "report":
        return items
    tuned = {_plainly(item) for item in read(f"{folder}/*tune*.jsonl")}
    return [item for item in items if len(item["text"].split()) <= SHORT or _plainly(item) not in tuned]


def _plainly(item: Item) -> str:
    return str(item["text"]).casefold().strip()


def measure(part: str) -> dict[str, Tally]:
    """All tallies for the sets whose names end in `part`."""
    signs, by_kind = screening(unseen(part, "screening"))
    main, kinds = matching(*(unseen(part, "matching", name) for name in ("topics", "options", "out_of_scope", "prep")))
    return {"The screen": signs, "The screen, by kind of writing": by_kind, "The match": main, "The match, by kind of writing": kinds}


def main() -> None:
    """Print the tables, and write those of the reported sets into the report."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "menoinfo.settings")
    os.environ.setdefault("CONTENT_WATCH", "0")
    import django

    django.setup()
    part = next((argument for argument in sys.argv[1:] if not argument.startswith("-")), "tune" if "--tuning" in sys.argv else "report")
    tallies = measure(part)
    lines: list[str] = []
    for heading, tally in tallies.items():
        lines += ["", f"### {heading}", "", *tally.table("what")]
    print("\n".join(lines))
    if "--misses" in sys.argv:
        for heading, tally in tallies.items():
            if "kind" not in heading:
                for row, texts in tally.misses.items():
                    print(f"\n== {row}")
                    print("\n".join(f"  {text}" for text in texts))
    if part == "report" and REPORT.exists():
        text = REPORT.read_text(encoding="utf-8")
        before, rest = text.split(START)
        after = rest.split(END)[1]
        REPORT.write_text(f"{before}{START}\n" + "\n".join(lines).strip() + f"\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
