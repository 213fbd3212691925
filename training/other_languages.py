"""Train the table for the languages besides English: `content/language/model/other_languages.npz`.

Signs: one logistic regression over hashed character n-grams, the best of a text's segments
counting, as when it is served; English texts, with signs and without, hold none here. Languages:
how much likelier an n-gram is in each than in all. A share of the texts sets the thresholds; the
table that is written is trained on all of them. Run by `make model`, or by itself.
"""

import argparse
import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import torch

from content.language.languages import Language, languages
from content.language.other_languages import (
    BUCKETS,
    ENGLISH,
    FILE,
    LANGUAGE_BUCKETS,
    LANGUAGE_GRAMS,
    Table,
    buckets,
    folded,
    segments,
)
from content.language.spelling import spelling
from training.texts import (
    LANGUAGES,
    ROOT,
    SIGNS,
    TRAINING,
    json_lines,
    languages_digest,
    read,
    records,
)
from training.words import FILE as WORDS

SEED = 1
ENGLISH_TEXTS, ENGLISH_HELD = 4000, 3000  # to train on; to set the thresholds by
ENGLISH_WORDS = 2000
KNOWN = 0.6  # of the words of an English text, the share that is known
HELD = 5  # one of so many texts is held out
HARMLESS, IN_ENGLISH = 0.03, 0.001  # the shares that may be flagged
STEPS, PENALTY = 40, 1.0
LEAST = 3  # times that an n-gram must be met to tell a language
NOTHING = np.zeros(len(SIGNS))
PLAIN = TRAINING / "slices" / "other-languages.jsonl"
REPORT = ROOT / "docs" / "safety" / "languages.md"
START, END = "<!-- figures: written by training.other_languages -->", "<!-- end of figures -->"


@dataclass(frozen=True, slots=True)
class Row:
    """One text: its language, and the signs that it holds."""

    code: str
    text: str
    signs: tuple[str, ...]

    @property
    def held(self) -> bool:
        """Whether it is held out: the same for the same words, whatever stands beside them."""
        return hashlib.sha256(self.text.casefold().encode()).digest()[0] % HELD == 0


def rows() -> list[Row]:
    """Every text of the languages besides English."""
    return [
        Row(path.stem, row["text"], tuple(row["signs"]))
        for path in sorted(LANGUAGES.glob("*.jsonl"))
        for row in json_lines(path)
    ]


def english(split: str, most: int, harmless: bool = False) -> list[Row]:
    """A sample of English texts; none of them is to be heard here, whatever it holds."""
    texts = [
        text.text
        for text in read()
        if text.split == split and not (harmless and (text.signs is None or text.signs))
    ]
    random.Random(SEED).shuffle(texts)
    return [Row(ENGLISH, text, ()) for text in islice(filter(_in_english, texts), most)]


def _in_english(text: str) -> bool:
    """Whether most words are known ones: a few texts of the English sets are in other languages."""
    words = folded(text).split()
    return sum(word in spelling().cost for word in words) > KNOWN * len(words)


def english_names() -> list[Row]:
    """Names of records, and English words: a medicine is no word of another language."""
    known = [line.split()[0] for line in WORDS.read_text("utf-8").splitlines()]
    names = [name for record in records() for name in record.names]
    words = random.Random(SEED).sample(known, ENGLISH_WORDS)
    return [Row(ENGLISH, name, ()) for name in (*names, *words)]


class Grams:
    """The n-grams of all segments of texts as a matrix, and its transpose: segments by buckets.

    Only n-grams that at least two texts with a sign hold: others say nothing of a sign.
    """

    def __init__(self, given: list[Row]) -> None:
        parts = [segments(row.text) for row in given]
        found, starts = buckets([part for own in parts for part in own])
        sizes = np.diff([*starts, len(found)])
        self.text = np.repeat(np.arange(len(given)), [len(own) for own in parts])
        self.first = np.flatnonzero(np.diff(self.text, prepend=-1))
        part = np.repeat(np.arange(len(starts)), sizes)
        used = found > 0
        counts = np.add.reduceat(used.sum(1), starts).clip(1)
        held = np.array([bool(row.signs) for row in given])
        whole = np.zeros(len(starts), bool)
        whole[self.first] = held
        often = np.bincount(found[whole[part]].ravel(), minlength=BUCKETS) > 1
        used &= often[found]
        bucket = found[used]
        part = np.broadcast_to(part[:, None], used.shape)[used].astype(np.int32)
        times = np.bincount(bucket, minlength=BUCKETS).clip(1)
        rarity = np.log(len(starts) / times).clip(0.5)
        self.rarity = torch.from_numpy(rarity.astype(np.float32))[:, None]
        weight = (1 / np.sqrt(counts)).astype(np.float32)[part] * rarity.astype(np.float32)[bucket]
        self.matrix = _matrix(part, bucket, weight, (len(starts), BUCKETS))
        order = np.argsort(bucket, kind="stable")
        self.turned = _matrix(bucket[order], part[order], weight[order], (BUCKETS, len(starts)))


def _matrix(
    rows: np.ndarray, columns: np.ndarray, values: np.ndarray, shape: tuple[int, int]
) -> torch.Tensor:
    """A sparse matrix from its values, which are given row by row."""
    edges = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=shape[0]))])
    return torch.sparse_csr_tensor(
        torch.from_numpy(edges.astype(np.int32)),
        torch.from_numpy(columns.astype(np.int32)),
        torch.from_numpy(values),
        shape,
        check_invariants=False,
    )


def fitted(given: list[Row]) -> tuple[np.ndarray, np.ndarray]:
    """Weights and biases of the signs: penalised logistic regression over the best segments."""
    grams = Grams(given)
    wanted = torch.tensor([[float(sign in row.signs) for sign in SIGNS] for row in given])
    weights = torch.zeros(BUCKETS, len(SIGNS), requires_grad=True)
    bias = torch.full((len(SIGNS),), -3.0, requires_grad=True)
    owner = torch.from_numpy(grams.text)[:, None].expand(-1, len(SIGNS))

    class Scores(torch.autograd.Function):
        """The scores of all segments."""

        @staticmethod
        def forward(_: object, weights: torch.Tensor) -> torch.Tensor:
            return grams.matrix @ weights

        @staticmethod
        def backward(_: object, slopes: torch.Tensor) -> torch.Tensor:
            return grams.turned @ slopes

    optimiser = torch.optim.LBFGS(
        [weights, bias], max_iter=STEPS, history_size=6, line_search_fn="strong_wolfe"
    )

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        nothing = torch.full(wanted.shape, -1e9)
        best = nothing.scatter_reduce(0, owner, Scores.apply(weights), "amax")
        total = torch.nn.functional.binary_cross_entropy_with_logits(
            best + bias, wanted, reduction="sum"
        )
        total = total + PENALTY / 2 * weights.pow(2).sum()
        total.backward()
        return total

    optimiser.step(loss)
    return (weights.detach() * grams.rarity).numpy(), bias.detach().numpy()


def told_apart(given: list[Row], codes: list[str]) -> np.ndarray:
    """For every bucket, how much likelier its n-grams are in each language than on average."""
    counts = np.zeros((LANGUAGE_BUCKETS, len(codes)))
    for at, code in enumerate(codes):
        found, _ = buckets([segments(row.text)[0] for row in given if row.code == code])
        first = found[:, :LANGUAGE_GRAMS].ravel() % LANGUAGE_BUCKETS
        counts[:, at] = np.bincount(first, minlength=LANGUAGE_BUCKETS)
    counts[0] = 0
    shares = counts / counts.sum(0)
    average = shares.mean(1, keepdims=True).clip(1e-9)
    often = counts.sum(1, keepdims=True) >= LEAST
    return np.where(often, np.log(0.9 * shares / average + 0.1), 0.0)


def in_bytes(weights: np.ndarray) -> tuple[np.ndarray, np.float32]:
    """Weights as bytes, and what one step of a byte is."""
    step = np.float32(np.abs(weights).max() / 127)
    return np.round(weights / step).astype(np.int8), step


def write(
    file: Path,
    given: list[Row],
    codes: list[str],
    thresholds: np.ndarray = NOTHING,
    certain: float = 0.0,
) -> Table:
    """Train on texts, write the table and read it back."""
    weights, bias = fitted(given)
    sign_weights, sign_scale = in_bytes(weights)
    language_weights, language_scale = in_bytes(told_apart(given, codes))
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        file,
        texts=np.array(languages_digest()),
        signs=np.array(SIGNS),
        languages=np.array(codes),
        sign_weights=sign_weights,
        sign_scale=sign_scale,
        sign_bias=bias,
        language_weights=language_weights,
        language_scale=language_scale,
        thresholds=thresholds.astype(np.float32),
        certain=np.float32(certain),
    )
    return Table(file)


def bounds(scores: np.ndarray, share: float) -> np.ndarray:
    """The lowest thresholds by which no more than a share of texts is flagged for any sign."""
    low, high = 0.0, share
    for _ in range(30):
        each = (low + high) / 2
        flagged = (scores > np.quantile(scores, 1 - each, axis=0)).any(1).mean()
        low, high = (each, high) if flagged <= share else (low, each)
    return np.quantile(scores, 1 - low, axis=0) + 1e-4


def run(file: Path = FILE, report: Path = REPORT, flagged: float = HARMLESS) -> None:
    """Set the thresholds by the texts that are held out, report, and train on all texts."""
    known = languages()
    codes = [ENGLISH, *known]
    texts = rows()
    taught = [*names_in(known), *english("train", ENGLISH_TEXTS), *english_names()]
    held = Held([row for row in texts if row.held])
    quiet = Held(english("calibrate", ENGLISH_HELD, harmless=True))
    trial = write(file, [row for row in texts if not row.held] + taught, codes)
    held.score(trial)
    quiet.score(trial)
    harmless = np.array([not row.signs for row in held.rows])
    in_english = bounds(quiet.signs, IN_ENGLISH)
    thresholds = np.maximum(bounds(held.signs[harmless], flagged), in_english)
    certain = float(np.quantile(quiet.margin, 1 - IN_ENGLISH))
    lines = list(figures(known, texts, held, quiet, thresholds, certain))
    last = write(file, texts + taught, codes, thresholds, certain)
    lines += ["", *plain_statements(last)]
    lines += ["", "| harmless texts that may be flagged | found |", "|---|---|"]
    for share in (0.01, 0.02, 0.03, 0.05, 0.1):
        hit = held.signs >= np.maximum(bounds(held.signs[harmless], share), in_english)
        lines.append(f"| {share:.0%} | {_share(hit.any(1)[~harmless])} |")
    lines += [""]
    lines.append(f"The table has {file.stat().st_size / 1000:.0f} kB.")
    print("\n".join(lines))
    before, _, after = report.read_text("utf-8").partition(START)
    _, _, after = after.partition(END)
    report.write_text("\n".join([before + START, "", *lines, "", END]) + after, "utf-8")


def names_in(known: dict[str, Language]) -> list[Row]:
    """The names of records in each language: they hold no sign, and they tell the language."""
    return [
        Row(code, name, ())
        for code, one in known.items()
        for names in (*one.names.values(), *one.options.values())
        for name in names
    ]


class Held:
    """Texts that were not trained on, and how they score."""

    def __init__(self, given: list[Row]) -> None:
        self.rows = [row for row in given if segments(row.text)[0]]

    def score(self, one: Table) -> None:
        """Score them: the signs, the likeliest language, and how far it stands above English."""
        both = [one.scores(segments(row.text)) for row in self.rows]
        self.signs = np.array([signs for signs, _ in both])
        fits = np.array([fits for _, fits in both])
        self.margin = fits[:, 1:].max(1) - fits[:, 0]
        self.code = [one.codes[at] for at in fits[:, 1:].argmax(1) + 1]


def figures(
    known: dict[str, Language],
    texts: list[Row],
    held: Held,
    quiet: Held,
    thresholds: np.ndarray,
    certain: float,
) -> Iterator[str]:
    """The lines of the report: what is found and what is flagged, by language and by sign."""
    hit = held.signs >= thresholds
    any_hit = hit.any(1)
    yield "| language | texts | signs found | harmless flagged | language right |"
    yield "|---|---|---|---|---|"
    for code in [*sorted(known, key=lambda one: known[one].english_name), None]:
        own = [at for at, row in enumerate(held.rows) if code in (row.code, None)]
        signs = [any_hit[at] for at in own if held.rows[at].signs]
        harmless = [any_hit[at] for at in own if not held.rows[at].signs]
        right = [held.code[at] == held.rows[at].code and held.margin[at] >= certain for at in own]
        name = f"{known[code].english_name} ({code})" if code else "**all**"
        count = sum(code in (row.code, None) for row in texts)
        cells = [name, str(count), *map(_share, (signs, harmless, right))]
        yield f"| {' | '.join(cells)} |"
    yield ""
    yield "| sign | that sign found |"
    yield "|---|---|"
    for at, sign in enumerate(SIGNS):
        own = [place for place, row in enumerate(held.rows) if sign in row.signs]
        yield f"| {sign} | {_share(hit[own, at])} |"
    yield ""
    flagged = (quiet.signs >= thresholds).any(1)
    taken = quiet.margin >= certain
    yield f"Harmless English texts: flagged {_share(flagged)},"
    yield f"taken for another language {_share(taken)}."


def plain_statements(one: Table) -> Iterator[str]:
    """How the table does on plain statements that were written apart from all other texts."""
    hit: dict[bool, list[bool]] = {}
    for row in json_lines(PLAIN):
        signs, _ = one.scores(segments(row["text"]))
        found = {sign for sign, far in zip(one.signs, signs >= one.thresholds, strict=True) if far}
        hit.setdefault(bool(row["signs"]), []).append(bool(found & set(row["signs"] or SIGNS)))
    yield f"Plain statements in all languages, written apart (`{PLAIN.relative_to(ROOT)}`):"
    yield f"heard {_share(hit[True])}; harmless ones flagged {_share(hit[False])}."


def _share(right: Sequence[bool]) -> str:
    return f"{int(sum(right))} of {len(right)}, {100 * sum(right) / max(len(right), 1):.1f}%"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--report", type=Path, default=REPORT)
    parser.add_argument(
        "--flagged", type=float, default=HARMLESS, help="of harmless texts, at most"
    )
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    run(given.file, given.report, given.flagged)


if __name__ == "__main__":
    main()
