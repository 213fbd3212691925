"""`make model`: words, prepare, train, export, calibrate, other languages, evaluate, package.

Each logs its time.
"""

import argparse
import time
from pathlib import Path

from training import (
    calibrate,
    evaluate,
    export,
    other_languages,
    package,
    prepare,
    train,
    words,
)
from training.texts import MODEL


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=MODEL)
    given = parser.parse_args()
    folder = given.folder
    stages = (
        ("words", lambda: words.main()),
        ("prepare", prepare.main),
        ("train", train.train_all),
        ("export", lambda: export.export(*export.trained(), folder)),
        ("calibrate", lambda: calibrate.run(folder)),
        ("other languages", lambda: other_languages.run(folder / other_languages.FILE.name)),
        ("evaluate", lambda: evaluate.run(folder)),
        ("package", lambda: package.run(folder)),
    )
    for name, stage in stages:
        began = time.monotonic()
        stage()
        print(f"{name}: {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
