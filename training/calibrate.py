"""Set the thresholds from the `calibrate` texts alone: `thresholds.yaml` beside the model.

A sign's bound is where so large a share of its texts is found. The bounds of topics and options
are where the fewest texts are answered wrongly, refused wrongly, or answered though not covered.
"""

import argparse
from pathlib import Path

import numpy as np
import yaml

from content.language.red_flag_phrases import red_flags
from training import scored as reader
from training.export import MODEL
from training.texts import SIGNS, Text, read

FOUND = 0.99  # the share of each sign's texts that must be found
START = {
    "topics": {"covered": 0.4, "near": 0.08, "also": 0.25, "also_named": 0.08},
    "options": {"covered": 0.4, "near": 0.08, "also": 0.25, "also_named": 0.08},
}
NAMES = {"named": 0.9, "named_share": 0.5, "none": 0.98, "unknown_named": 0.9}
REMARK = 0.5


def run(folder: Path, found: float = FOUND, part: int = 1) -> None:
    """Write the thresholds; `part`: every so many texts are looked at."""
    reader.use(folder)
    texts = [text for text in read() if text.split == "calibrate"][::part]
    bounds: dict[str, dict[str, float]] = {"signs": _signs(texts, found)}
    file = folder / "thresholds.yaml"
    bounds |= {family: START[family] | NAMES for family in START} | {"lists": {"remark": REMARK}}
    for family in START:
        file.write_text(yaml.safe_dump(bounds, sort_keys=False), "utf-8")
        reader.use(folder)
        bounds[family]["covered"] = _covered(family, texts)
    file.write_text(yaml.safe_dump(bounds, sort_keys=False), "utf-8")
    print(yaml.safe_dump(bounds, sort_keys=False))


def _signs(texts: list[Text], found: float) -> dict[str, float]:
    """The bound of each sign; texts that a phrase names anyway do not count."""
    bounds = {}
    for sign in SIGNS:
        scores = [
            reader.scored(text.text).scores.signs[sign]
            for text in texts
            if text.signs is not None
            and sign in text.signs
            and sign not in red_flags(reader.scored(text.text).plain)
        ]
        bounds[sign] = round(float(np.quantile(scores, 1 - found)), 4)
    harmless = [text for text in texts if text.signs == () and text.topics is None]
    flagged = sum(
        any(reader.scored(text.text).scores.signs[sign] >= bounds[sign] for sign in SIGNS)
        for text in harmless
    )
    print(f"calibrate: {100 * flagged / max(len(harmless), 1):.1f}% of harmless texts flagged")
    return bounds


def _covered(family: str, texts: list[Text]) -> float:
    """The bound at which the fewest texts of a family are got wrong; more than one: the middle."""
    matcher = reader.matcher(family)
    told = [
        text
        for text in texts
        if getattr(text, family) is not None and text.unrecognised is None and text.signs == ()
    ]
    outcomes = []
    for text in told:
        right = getattr(text, family)
        found, score = matcher.best(reader.scored(text.text))
        outcomes.append((score, found in right if right else False, bool(right)))
    grid = np.round(np.arange(0.05, 0.96, 0.025), 3)
    wrong = [
        sum(
            (score >= bound and not right) * (1.0 if covered else 1.5) + (score < bound and covered)
            for score, right, covered in outcomes
        )
        for bound in grid
    ]
    best = [bound for bound, lost in zip(grid, wrong, strict=True) if lost <= min(wrong) * 1.005]
    return float(best[len(best) // 2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=MODEL)
    parser.add_argument("--found", type=float, default=FOUND)
    parser.add_argument("--part", type=int, default=1)
    given = parser.parse_args()
    run(given.folder, given.found, given.part)


if __name__ == "__main__":
    main()
