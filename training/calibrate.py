"""Set the thresholds from the `calibrate` texts alone: `thresholds.yaml` beside the model.

A sign's bound is where so large a share of its texts is found. The bounds of topics and options
are where the fewest texts are answered wrongly, refused wrongly, or answered though not covered.
"""

import argparse
from itertools import product
from pathlib import Path

import numpy as np
import yaml

from content.language.model import thresholds
from content.language.red_flag_phrases import red_flags
from training import scored as reader
from training.texts import MODEL, SIGNS, Text, read

# The share of each sign's texts that must be found. At 99.5% single ordinary words are flagged.
FOUND = 0.993
FAMILIES = ("topics", "options")
START = {"covered": 0.4, "near": 0.08, "also": 0.25, "named": 0.9, "unknown_named": 0.9}
# A name that stands in words counts from this share of them on, unless `none` is as sure as this.
NAMED_SHARES, NONES = (0.1, 0.2, 0.34, 0.5), (0.9, 0.98, 0.995, 1.01)
REMARK = 0.5


def run(folder: Path, found: float = FOUND, part: int = 1) -> None:
    """Write the thresholds; `part`: every so many texts are looked at."""
    reader.use(folder)
    texts = [text for text in read() if text.split == "calibrate"][::part]
    bounds: dict[str, dict[str, float]] = {"signs": _signs(texts, found)}
    bounds |= {family: START | {"named_share": 0.5, "none": 0.98} for family in FAMILIES}
    bounds["lists"] = {"remark": REMARK}
    file = folder / "thresholds.yaml"
    for family in FAMILIES:
        tried = []
        for share, none in product(NAMED_SHARES, NONES):
            bounds[family] |= {"named_share": share, "none": none}
            file.write_text(yaml.safe_dump(bounds, sort_keys=False), "utf-8")
            thresholds.cache_clear()
            covered, wrong = _covered(family, texts)
            tried.append((wrong, share, none, covered))
        _, share, none, covered = min(tried)
        bounds[family] |= {"named_share": share, "none": none, "covered": covered}
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


def _covered(family: str, texts: list[Text]) -> tuple[float, float]:
    """The bound at which the fewest texts of a family are got wrong, the middle of several such;
    and how many are wrong then."""
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
    return float(best[len(best) // 2]), min(wrong)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=MODEL)
    parser.add_argument("--found", type=float, default=FOUND)
    parser.add_argument("--part", type=int, default=1)
    given = parser.parse_args()
    run(given.folder, given.found, given.part)


if __name__ == "__main__":
    main()
