"""The labelled texts: one format, a few files, each text in one split.

A row is {text, signs, topics, options, split, register, source}. A list of labels that is null was
not looked at (the loss is masked); an empty one was, and holds nothing. Splits: `train`,
`calibrate` (thresholds alone), `report` and `fresh` (figures alone).
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from content.language import model_files

TRAINING = Path(__file__).parent
ROOT = TRAINING.parent
DATA = TRAINING / "data"
SLICES = TRAINING / "slices"
MODEL = model_files.FOLDER  # where the shipped files stand
LANGUAGES = TRAINING / "languages"
SEED = ROOT / "content" / "seed"
WORK = ROOT / "var" / "training"  # what one run makes and the next does not need
SIGNS = ("self-harm", "stroke-signs", "chest-pain", "bleeding-after-menopause")
SAMPLE = 7  # every so many of the reported texts show how words are read
NONE, REMARK = "none", "remark"  # nothing covered; no complaint at all (items of lists)
GUIDES = (
    "menopause",
    "finding-out",
    "hrt-in-practice",
    "without-hormones",
    "contraception",
    "daily-life",
)


@dataclass(frozen=True, slots=True)
class Text:
    """One labelled text; `None` where a kind of label was not looked at."""

    text: str
    signs: tuple[str, ...] | None
    topics: tuple[str, ...] | None
    options: tuple[str, ...] | None
    split: str
    register: str
    source: str
    unrecognised: int | None = None  # of a list: how many of its items nothing covers


def read(*names: str) -> list[Text]:
    """The rows of the named files of `data/`, of all files when none is named."""
    paths = [DATA / name for name in names] if names else sorted(DATA.glob("**/*.jsonl"))
    return [text for path in paths if path.parent.name != "templates" for text in _rows(path)]


def _rows(path: Path) -> Iterator[Text]:
    for row in json_lines(path):
        labels = {
            kind: None if row[kind] is None else tuple(row[kind])
            for kind in ("signs", "topics", "options")
        }
        yield Text(**{**row, **labels})


def json_lines(path: Path) -> list[dict]:
    """The objects of a file, one a line."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class Record:
    """What the training needs of a record: its slug, names, family and own sentences."""

    slug: str
    family: str
    kind: str
    names: tuple[str, ...]
    prose: tuple[str, ...]


def records() -> list[Record]:
    """Every topic and option of the seed, in the order of their slugs."""
    out = []
    for path in sorted(SEED.glob("*/*.yaml")):
        plain = yaml.safe_load(path.read_text("utf-8"))
        if "slug" not in plain or "name" not in plain:
            continue
        family = "options" if path.parent.name == "options" else "topics"
        others = (*(plain.get("aliases") or ()), *(plain.get("members") or ()))
        names = (plain["name"], *map(str, others))
        prose = tuple(
            str(part)
            for field in ("summary", "what_it_is", "questions", "notes_to_keep")
            for part in _sentences(plain.get(field))
        )
        out.append(Record(plain["slug"], family, str(plain["kind"]), names, prose))
    return out


def _sentences(value: object) -> list[str]:
    if isinstance(value, list):
        return [part if isinstance(part, str) else str(part.get("text", "")) for part in value]
    return [
        part.strip() for part in str(value or "").replace("\n", " ").split(". ") if part.strip()
    ]


def labels() -> dict[str, list[str]]:
    """The labels of each head, in order."""
    known = records()
    topics = [record.slug for record in known if record.family == "topics"]
    options = [record.slug for record in known if record.family == "options"]
    return {
        "signs": list(SIGNS),
        "topics": [*dict.fromkeys([*topics, *GUIDES]), REMARK, NONE],
        "options": [*options, NONE],
    }


def digest(paths: list[Path]) -> str:
    """SHA-256 over the named files, in the order of their names."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


def data_digest() -> str:
    """The digest of all labelled texts and templates."""
    return digest([path for path in DATA.rglob("*") if path.suffix in (".jsonl", ".yaml")])


def languages_digest() -> str:
    """The digest of all texts and names in other languages than English."""
    phrases = ROOT / "content" / "language" / "phrases"
    return digest([*LANGUAGES.glob("*.jsonl"), *phrases.glob("*.yaml")])


def reading_digest() -> str:
    """The digest of the plain forms of a sample of texts: it changes when words are read otherwise.

    Spelling is made anew, without what it learnt of names since.
    """
    from content.language.normalise import normalise
    from content.language.spelling import spelling

    mended = spelling.__wrapped__().corrected
    total = hashlib.sha256()
    for text in read("reported.jsonl")[::SAMPLE]:
        total.update(mended(normalise(text.text)).encode() + b"\0")
    return total.hexdigest()
