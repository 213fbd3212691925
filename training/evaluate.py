"""Measure the reader on every yardstick and write the tables: `make evaluate`.

Own reported and fresh sets, slices, invariance, lists, and real public text where it is at hand
(`REAL_EVAL`, else `../shared/real-eval`): never trained on, never tuned on. Bounds are Wilson's.
"""

import argparse
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path

from content.language.screening import signs_in
from content.language.symptom_lists import read_list
from training import scored as reader
from training.augment import dressing
from training.texts import MODEL, ROOT, SLICES, Text, json_lines, read

REAL = Path(os.environ.get("REAL_EVAL", ROOT.parent / "shared" / "real-eval"))
REPORT = ROOT / "docs" / "safety" / "results.md"
METRICS = "metrics.json"
INVARIANCE = 150  # texts with a sign and without that are each read in every dress


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95% bounds of a share (Wilson, “Probable inference”, 1927)."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, right / of
    centre, spread = (
        share + z * z / (2 * of),
        z * sqrt(share * (1 - share) / of + (z / 2 / of) ** 2),
    )
    return (centre - spread) / (1 + z * z / of), (centre + spread) / (1 + z * z / of)


class Table:
    """How many were right, of how many, by row, and what was not."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.rows: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        self.missed: dict[str, list[str]] = defaultdict(list)

    def add(self, row: str, right: bool, text: str = "") -> None:
        self.rows[row][0] += right
        self.rows[row][1] += 1
        if not right:
            self.missed[row].append(text)

    def lines(self) -> Iterator[str]:
        yield f"### {self.title}\n"
        yield "| what | right | of | share | 95% bounds |\n|---|---|---|---|---|"
        for row, (right, of) in self.rows.items():
            low, high = (100 * bound for bound in wilson(right, of))
            yield f"| {row} | {right} | {of} | {100 * right / of:.1f}% | {low:.1f} to {high:.1f}% |"
        yield ""

    def figures(self) -> dict[str, list[int]]:
        return {row: list(pair) for row, pair in self.rows.items()}


def found_in(text: str) -> set[str]:
    """The signs that the screen finds in a text."""
    return signs_in(reader.scored(text))


def signs(title: str, texts: list[Text]) -> Table:
    """Each sign found, and harmless texts left alone; the screen's own texts apart from others."""
    table = Table(title)
    for text in texts:
        if text.signs is None:
            continue
        found = found_in(text.text)
        for sign in text.signs:
            table.add(f"{sign}: found", sign in found, text.text)
            table.add("any sign: found", sign in found, text.text)
        if not text.signs:
            own = "harmless" if text.topics is None else "ordinary queries"
            note = f"[{', '.join(sorted(found))}] {text.text}"
            table.add(f"{own}: not flagged", not found, note)
    return table


def matches(title: str, texts: list[Text]) -> Table:
    """The right record first, and what is not covered refused."""
    table = Table(title)
    for text in texts:
        if text.unrecognised is not None or text.signs is None:
            continue
        for family in ("topics", "options"):
            right = getattr(text, family)
            own = text.source.startswith(("uncovered", family))
            if right is None or not own:
                continue
            found = reader.matcher(family).find(reader.scored(text.text)).slugs
            note = f"[{found[0] if found else '–'}, not {'/'.join(right) or 'any'}] {text.text}"
            if right:
                table.add(f"{family}: right one first", bool(found) and found[0] in right, note)
            else:
                table.add(f"not covered: refused ({family})", not found, note)
    return table


def lists(title: str, texts: list[Text]) -> Table:
    """Items of lists recognised, and whole lists right."""
    table = Table(title)
    for text in texts:
        if text.unrecognised is None or text.topics is None:
            continue
        read_as = read_list(text.text, reader.matcher("topics"))
        note = f"{text.text!r} gave {', '.join(read_as.topics)} {read_as.not_recognised}"
        for slug in text.topics:
            table.add("item recognised", slug in read_as.topics, note)
        whole = set(read_as.topics) == set(text.topics)
        whole = whole and len(read_as.not_recognised) == text.unrecognised
        table.add("whole list right", whole, note)
    return table


def invariance(texts: list[Text], most: int) -> Table:
    """The same verdict behind ten heads, before ten sign-offs, as JSON, with and without a stop."""
    table = Table("Invariance: the verdict that the text alone gets")
    told = [text for text in texts if text.signs is not None and len(text.text.split()) <= 40]
    held = [text for text in told if text.signs]
    quiet = [text for text in told if not text.signs]
    kept = held[:: -(-len(held) // most)] + quiet[:: -(-len(quiet) // most)]
    dress = dressing()["reported"]
    ways: list[tuple[str, Callable[[str], str]]] = [
        *(("a head", lambda text, head=head: head + text) for head in dress["heads"]),
        *(("a sign-off", lambda text, tail=tail: text + tail) for tail in dress["sign_offs"]),
        ("a JSON string", json.dumps),
        ("a JSON field", lambda text: json.dumps({"message": text})),
        ("with or without a stop", lambda text: text[:-1] if text[-1] == "." else text + "."),
    ]
    for text in kept:
        alone = found_in(text.text)
        for way, dressed in ways:
            same = found_in(dressed(text.text)) == alone
            table.add(way, same, dressed(text.text))
            table.add("all", same)
    return table


def slices() -> Iterator[Table]:
    """Each named slice: its signs found, or its harmless texts left alone; topics where told."""
    table = Table("Slices")
    for path in sorted(SLICES.glob("*.jsonl")):
        for row in json_lines(path):
            if row.get("signs") is not None:
                found = found_in(row["text"])
                right = set(row["signs"]) <= found if row["signs"] else not found
                kind = "signs found" if row["signs"] else "not flagged"
                table.add(f"{path.stem}: {kind}", right, f"{sorted(found)} {row['text']}")
            if row.get("topics") is not None:
                slugs = reader.matcher("topics").find(reader.scored(row["text"])).slugs
                right = slugs[0] in row["topics"] if slugs else not row["topics"]
                table.add(f"{path.stem}: topic", right, f"{slugs[:1]} {row['text']}")
    if table.rows:
        yield table


def real() -> Iterator[Table]:
    """Real public text, where it is at hand."""
    if not (REAL / "signs.jsonl").exists():
        return
    table = Table("Real public text: signs")
    for row in json_lines(REAL / "signs.jsonl"):
        if row["label"] == "either":
            continue
        found = found_in(row["text"])
        if row["label"] == "flag":
            right = bool(set(row["signs"]) & found)
            table.add("flag: found", right, f"{row['signs']} {row['text']}")
            table.add(f"flag, {row['source']}: found", right)
        else:
            table.add("harmless: not flagged", not found, f"{sorted(found)} {row['text']}")
            table.add(f"harmless, {row['source']}: not flagged", not found)
    yield table
    table = Table("Real searches: topics")
    for row in json_lines(REAL / "topics.jsonl"):
        slugs = reader.matcher("topics").find(reader.scored(row["text"])).slugs
        note = f"[{slugs[0] if slugs else '–'}, not {'/'.join(row['acceptable'])}] {row['text']}"
        if row["acceptable"]:
            table.add(
                "covered: right one first", bool(slugs) and slugs[0] in row["acceptable"], note
            )
        else:
            table.add("not covered: refused", not slugs, note)
    yield table


def tables(part: int = 1) -> Iterator[Table]:
    """All tables; `part`: of own sets every so many texts, for a quick look."""
    for split in ("report", "fresh"):
        texts = [text for text in read() if text.split == split][::part]
        yield signs(f"Own {split} set: signs", texts)
        yield matches(f"Own {split} set: topics and options", texts)
        yield lists(f"Own {split} set: lists for the doctor", texts)
    yield from slices()
    yield from real()
    reported = [text for text in read() if text.split == "report"]
    yield invariance(reported, max(INVARIANCE // part, 10))


def run(folder: Path, report: Path = REPORT, misses: Path | None = None, part: int = 1) -> None:
    """Write the report, the figures beside the model, and every miss where asked for."""
    reader.use(folder)
    done = list(tables(part))
    lines = [line for table in done for line in table.lines()]
    print("\n".join(lines))
    report.parent.mkdir(parents=True, exist_ok=True)
    report.write_text("# Results\n\n" + "\n".join(lines), "utf-8")
    figures = {table.title: table.figures() for table in done}
    (folder / METRICS).write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    if misses:
        with misses.open("w", encoding="utf-8") as file:
            for table in done:
                for row, texts in table.missed.items():
                    file.write(f"\n== {table.title}: {row}\n")
                    file.writelines(f"  {text[:300]}\n" for text in texts if text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=MODEL)
    parser.add_argument("--report", type=Path, default=REPORT)
    parser.add_argument("--misses", type=Path, help="where every miss is written")
    parser.add_argument("--part", type=int, default=1)
    given = parser.parse_args()
    run(given.folder, given.report, given.misses, given.part)


if __name__ == "__main__":
    main()
