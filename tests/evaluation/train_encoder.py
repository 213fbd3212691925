"""Train the convolutional reader (`content/encoder.py`): `make weights`. Needs what `requirements-train.txt` names.

Words begin with the vector that a public sentence model gives each word by itself (all-MiniLM-L6-v2, Apache licence,
brought to fewer dimensions), since its makers trained it on far more text than there is here; then one reader is trained
on all tuning sets at once: warning signs (each text as a bag of windows, of which the best counts), topics and options.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from content.encoder import DENIED, FILE, GAP, SPAN, UNKNOWN
from content.linear import COMMON
from content.matching.features import row_of
from content.name_keys import mended
from content.plain_words import clauses
from content.screening.features import Sentence, read, stage_of, stage_words, windows
from content.spelling import spelling
from content.weights import save as write
from tests.evaluation import train_match
from tests.evaluation.train_screen import SIGNS, training
from tests.evaluation.word_vectors import word_vectors

DIMENSIONS = 128
FILTERS = 96
EPOCHS = 12
BATCH = 64
DROPPED, DROPPED_WORDS = 0.4, 0.1

Row = list[str]


def tokens_of_window(window: list[Sentence], stage: set[str]) -> Row:
    """The tokens of one window of a text for the screen: the stage of life first, then its sentences with gaps between."""
    out = stage_words(stage)
    for sentence in window:
        out += ["", "", *sentence.words]
    return out


def screening_rows(text: str, of_window: Callable[[list[Sentence], set[str]], Row] = tokens_of_window) -> list[Row]:
    """The rows of a text for the screen: one for each window."""
    whole = read(clauses(text))
    stage = stage_of(whole)
    return [of_window(whole[span], stage) for span in windows(whole)] or [[]]


def matching_row(text: str) -> Row:
    return row_of(mended(text))


class Reader(torch.nn.Module):
    def __init__(self, begun: np.ndarray, tasks: dict[str, int]) -> None:
        super().__init__()
        self.words = torch.nn.Embedding.from_pretrained(torch.tensor(begun), freeze=False, padding_idx=GAP)
        self.filters = torch.nn.ModuleList(torch.nn.Conv1d(DIMENSIONS, FILTERS, width) for width in range(1, SPAN + 1))
        self.heads = torch.nn.ModuleDict({task: torch.nn.Linear(SPAN * FILTERS + DIMENSIONS, labels) for task, labels in tasks.items()})
        self.dropout = torch.nn.Dropout(DROPPED)

    def forward(self, places: torch.Tensor, task: str) -> torch.Tensor:
        if self.training:
            lost = (torch.rand(places.shape) < DROPPED_WORDS) & (places > GAP)
            places = torch.where(lost, UNKNOWN, places)
        vectors = self.words(places)
        across = vectors.transpose(1, 2)
        pooled = [torch.relu(layer(across)).amax(2) for layer in self.filters]
        mean = vectors.sum(1) / (places > GAP).sum(1, keepdim=True).clamp(min=1).sqrt()
        out: torch.Tensor = self.heads[task](self.dropout(torch.cat([*pooled, mean], 1)))
        return out


def padded(rows: list[list[int]]) -> torch.Tensor:
    longest = max(map(len, rows)) + 2 * (SPAN - 1) + 1  # one place of gaps alone, as the reader's own lower bound assumes
    out = np.zeros((len(rows), longest), dtype=np.int64)
    for place, row in enumerate(rows):
        out[place, SPAN - 1 : SPAN - 1 + len(row)] = row
    return torch.from_numpy(out)


class Sets:
    """The tuning sets as the reader sees them."""

    def __init__(self) -> None:
        items = training()
        self.signs = [(screening_rows(str(item["text"])), [float(sign in item["signs"]) for sign in SIGNS]) for item in items]  # type: ignore[operator]
        self.match = {}
        self.labels = {"signs": list(SIGNS)}
        for family in ("topics", "options"):
            labels, queries = train_match.training(family)
            self.labels[family] = labels
            place = {label: at for at, label in enumerate(labels)}
            rows = []
            for text, right, share in queries:
                marks = np.zeros(len(labels), dtype=np.float32)
                for label in right or {train_match.NONE}:
                    marks[place[label]] = 1 / max(len(right), 1)
                rows.append((matching_row(text), marks, min(share, 1.0)))
            self.match[family] = rows

    def classes(self) -> list[str]:
        """Every token that is no word of a language: classes of numbers, stages of life."""
        seen = {token for rows, _ in self.signs for row in rows for token in row} | {
            token for rows in self.match.values() for row, _, _ in rows for token in row
        }
        return sorted(token for token in seen if token and token[0] in "#@")


def train(sets: Sets, seed: int = 1) -> tuple[list[str], int, Reader]:
    torch.manual_seed(seed)
    torch.set_num_threads(2)
    rng = np.random.default_rng(seed)
    words, vectors = word_vectors(spelling().words, DIMENSIONS)
    extra = sets.classes()
    listed = ["", "<unknown>", "<denied>", *extra, *words]
    common = 3 + len(extra) + COMMON
    begun = np.vstack([np.zeros((1, DIMENSIONS)), rng.normal(0, 0.15, (2 + len(extra), DIMENSIONS)), vectors]).astype(np.float32)
    place = {word: at for at, word in enumerate(listed)}

    def places(row: Row) -> list[int]:
        return [GAP if not word else DENIED if word[0] == "!" else place.get(word, UNKNOWN) for word in row]

    signs = [([places(row) for row in rows], marks) for rows, marks in sets.signs]
    match = {family: [(places(row), marks, share) for row, marks, share in rows] for family, rows in sets.match.items()}
    reader = Reader(begun, {task: len(labels) for task, labels in sets.labels.items()})
    slow, fast = [reader.words.weight], [weight for name, weight in reader.named_parameters() if name != "words.weight"]
    steps = torch.optim.AdamW([{"params": slow, "lr": 5e-4}, {"params": fast, "lr": 2e-3}], weight_decay=0.01, fused=True)
    longest = {"signs": np.array([max(map(len, rows)) for rows, _ in signs])}
    longest |= {family: np.array([len(row) for row, _, _ in rows]) for family, rows in match.items()}
    total = EPOCHS * sum(-(-len(lengths) // BATCH) for lengths in longest.values())
    slower = torch.optim.lr_scheduler.OneCycleLR(steps, [5e-4, 2e-3], total_steps=total, pct_start=0.1)
    for epoch in range(EPOCHS):
        reader.train()
        batches = [
            (task, order[at : at + BATCH])
            for task, lengths in longest.items()
            for order in [np.argsort(lengths + 4 * rng.random(len(lengths)))]  # texts of like length together
            for at in range(0, len(order), BATCH)
        ]
        lost = 0.0
        for at in rng.permutation(len(batches)):
            task, chosen = batches[at]
            if task == "signs":
                rows = [row for item in chosen for row in signs[item][0]]
                owner = torch.tensor([at for at, item in enumerate(chosen) for _ in signs[item][0]])
                every = reader(padded(rows), task)
                best = torch.full((len(chosen), len(SIGNS)), -1e9).scatter_reduce(0, owner[:, None].expand_as(every), every, "amax")
                wanted = torch.tensor([signs[item][1] for item in chosen])
                loss = (
                    functional.binary_cross_entropy_with_logits(best, wanted, pos_weight=torch.full((len(SIGNS),), 2.0), reduction="none")
                    .sum(1)
                    .mean()
                )
            else:
                some = [match[task][item] for item in chosen]
                wanted = torch.tensor(np.array([marks for _, marks, _ in some]))
                share = torch.tensor([share for _, _, share in some], dtype=torch.float32)
                loss = (functional.cross_entropy(reader(padded([row for row, _, _ in some]), task), wanted, reduction="none") * share).mean()
            steps.zero_grad()
            loss.backward()
            steps.step()
            slower.step()
            lost += float(loss.detach())
        print(f"epoch {epoch + 1}: {lost / len(batches):.4f}", flush=True)
    reader.eval()
    return listed, common, reader


def save(listed: list[str], common: int, reader: Reader, labels: dict[str, list[str]], path: Path = FILE) -> None:
    """Write the reader: vectors as signed bytes (with the filters' answers for the `common` first), the rest as half floats."""
    vectors = reader.words.weight.detach().numpy()
    scale = float(np.percentile(np.abs(vectors), 99.99) / 127)
    blocks = [layer.weight.detach().numpy()[:, :, step].T for layer in reader.filters for step in range(layer.weight.shape[2])]
    rounded, filters = np.clip(np.round(vectors / scale), -127, 127).astype(np.int8), np.concatenate(blocks, axis=1).astype(np.float16)
    known, top = answered(rounded[:common], scale, filters.astype(np.float32))
    arrays: dict[str, np.ndarray] = {
        "scale": np.array([scale], dtype=np.float32),
        "known_scale": np.array([top], dtype=np.float32),
        "filters": filters,
        "bias": np.concatenate([layer.bias.detach().numpy() for layer in reader.filters]).astype(np.float16),
    }
    notes = {"words": "\n".join(listed), "tasks": "\n".join(labels)}
    for task, head in reader.heads.items():
        notes[f"{task}.labels"] = "\n".join(labels[task])
        arrays[f"{task}.weights"] = head.weight.detach().numpy().T.astype(np.float16)
        arrays[f"{task}.bias"] = head.bias.detach().numpy().astype(np.float16)
    write(path, arrays | {"vectors": rounded, "known": known}, notes)


def answered(vectors: np.ndarray, scale: float, filters: np.ndarray) -> tuple[np.ndarray, float]:
    """What the filters make of words (signed bytes with one scale), as signed bytes with one scale."""
    made = (vectors * np.float32(scale)) @ filters
    top = float(np.abs(made).max()) / 127
    return np.round(made / top).astype(np.int8), top


def main() -> None:
    sets = Sets()
    listed, common, reader = train(sets)
    save(listed, common, reader, sets.labels)
    print({task: len(labels) for task, labels in sets.labels.items()}, len(listed), "words")


if __name__ == "__main__":
    main()
