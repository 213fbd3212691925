"""Train the network on what `prepare` gathered: `python -m training.train`.

From the public weights, a fixed number of steps and a fixed seed. Each text is drawn as typed or
as mended, now and then behind a head or with slips. AdamW, linear decay, running average kept.
"""

import argparse
import copy
import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn import functional

from training.augment import dressed, slipped
from training.network import LONGEST, Network, from_public_weights, public_vocabulary
from training.prepare import ABOUT
from training.prepare import OUT as TEXTS
from training.texts import WORK, labels

SEED = 1
WARM, DECAY = 120, 0.01
HEADS_FASTER = 4.0
PIECES = 1536  # of a batch, with what fills its rows
ROWS = 96  # texts of a batch at most
AVERAGED, EVERY = 0.98, 4  # the running average: how much stays, each so many steps
LOST = 0.06  # share of the pieces of a longer text that are hidden, so that none decides alone
LEAST_LOST = 8  # pieces from which a text may lose some
CHUNK = 16_384  # rows that are drawn from at a time
AS_TYPED = 0.35  # share of texts that are read without mended spelling
OVERLAP = 32
OUT = WORK / "network.pt"


@dataclass(frozen=True, slots=True)
class Phase:
    """One pass of training: its steps and rate, what counts how much, and the share of texts that
    say nothing of topics or options."""

    steps: int
    peak: float
    weight: dict[str, float]
    signs_alone: float = 1.0


# Signs need most texts; topics and options have fewer of them and are learnt last.
PHASES = (
    Phase(5000, 3e-4, {"signs": 1.0, "topics": 0.6, "options": 0.5}),
    Phase(1500, 1.5e-4, {"signs": 1.0, "topics": 1.0, "options": 1.0}, signs_alone=0.2),
    Phase(2000, 1.5e-4, {"signs": 1.0, "topics": 1.0, "options": 1.0}, signs_alone=0.2),
)
Row = dict[str, Any]
Drawn = tuple[list[list[int]], Row]  # the segments of a text, and what it was drawn from


def kept_pieces() -> list[int]:
    """The pieces of the public vocabulary that stay: special, and of ASCII alone."""
    special = {"[PAD]", "[UNK]", "[CLS]", "[SEP]"}
    return [
        at
        for at, piece in enumerate(public_vocabulary())
        if piece in special or (piece.isascii() and not piece.startswith("["))
    ]


def tokenizer() -> Tokenizer:
    """A standard WordPiece tokenizer over the pieces that stay."""
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

    listed = public_vocabulary()
    places = {listed[at]: place for place, at in enumerate(kept_pieces())}
    out = Tokenizer(models.WordPiece(places, unk_token="[UNK]", max_input_chars_per_word=64))
    out.normalizer = normalizers.BertNormalizer(lowercase=True)
    out.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    out.decoder = decoders.WordPiece()
    return out


def segments(pieces: list[int], start: int, end: int, most: int = LONGEST) -> list[list[int]]:
    """The pieces of a text in rows with an overlap, each between its marks."""
    room = most - 2
    step = room - OVERLAP
    starts = range(0, max(1, len(pieces) - OVERLAP), step)
    return [[start, *pieces[at : at + room], end] for at in starts]


class Batches:
    """An endless stream of batches of like length, the same one for one seed."""

    def __init__(self, rows: list[Row], seed: int) -> None:
        self.rows, self.rng = rows, random.Random(seed)
        self.tokens = tokenizer()
        marks = ("[CLS]", "[SEP]", "[UNK]")
        self.start, self.end, self.unknown = map(self.tokens.token_to_id, marks)

    def _drawn(self, rows: list[Row]) -> list[Drawn]:
        rng, texts, chosen = self.rng, [], []
        for row in rows:
            share = row["share"]
            while share > 0 and rng.random() < share:
                as_typed = rng.random() < AS_TYPED
                text = row["plain"] if as_typed else row["mended"]
                text = dressed(slipped(text, rng) if as_typed else text, rng)
                texts.append(text)
                chosen.append(row)
                share -= 1
        encoded = self.tokens.encode_batch_fast(texts, add_special_tokens=False)
        return [
            (segments(self._less(item.ids), self.start, self.end), row)
            for item, row in zip(encoded, chosen, strict=True)
        ]

    def _less(self, pieces: list[int]) -> list[int]:
        """The pieces of a text, some hidden."""
        if len(pieces) < LEAST_LOST:
            return pieces
        return [self.unknown if self.rng.random() < LOST else piece for piece in pieces]

    def __iter__(self) -> Iterator[list[Drawn]]:
        places = list(range(len(self.rows)))
        while True:
            self.rng.shuffle(places)
            for start in range(0, len(places), CHUNK):
                rows = [self.rows[at] for at in places[start : start + CHUNK]]
                yield from self._batches(self._drawn(rows))

    def _batches(self, drawn: list[Drawn]) -> list[list[Drawn]]:
        """Texts of like length together, in any order."""
        drawn.sort(key=lambda one: len(one[0]) * 1000 + len(one[0][0]) + 4 * self.rng.random())
        batches, batch, widest = [], [], 0
        for one in drawn:
            wider = max(widest, max(map(len, one[0])))
            rows = sum(len(other[0]) for other in batch) + len(one[0])
            if batch and (rows * wider > PIECES or len(batch) == ROWS):
                batches.append(batch)
                batch, wider = [], max(map(len, one[0]))
            batch.append(one)
            widest = wider
        self.rng.shuffle(batches)
        return batches


def padded(rows: list[list[int]]) -> tuple[torch.Tensor, torch.Tensor]:
    """Rows of pieces side by side, and which of them are real."""
    out = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
    kept = np.zeros_like(out)
    for at, row in enumerate(rows):
        out[at, : len(row)] = row
        kept[at, : len(row)] = 1
    return torch.from_numpy(out), torch.from_numpy(kept)


class Loss:
    """The masked losses of the three heads."""

    def __init__(self, names: dict[str, list[str]], weight: dict[str, float]) -> None:
        self.weight = weight
        self.places = {
            head: {label: at for at, label in enumerate(known)} for head, known in names.items()
        }

    def __call__(self, network: Network, batch: list[Drawn]) -> torch.Tensor:
        logits = network(*padded([row for rows, _ in batch for row in rows]))
        owner = torch.tensor([at for at, (rows, _) in enumerate(batch) for _ in rows])
        parts = network.split(logits)
        total = torch.zeros(())
        for head, scores in parts.items():
            told = [at for at, (_, row) in enumerate(batch) if row[head] is not None]
            if not told:
                continue
            index = owner[:, None].expand_as(scores)
            base = torch.full((len(batch), scores.shape[1]), -1e4)
            best = base.scatter_reduce(0, index, scores, "amax", include_self=False)[told]
            wanted = self._wanted(head, [batch[at][1][head] for at in told])
            if head == "signs":
                each = functional.binary_cross_entropy_with_logits(best, wanted, reduction="none")
                loss = each.sum()
            else:
                loss = functional.cross_entropy(best, wanted, reduction="sum")
            total = total + self.weight[head] * loss / len(batch)
        return total

    def _wanted(self, head: str, right: list[list[str]]) -> torch.Tensor:
        places = self.places[head]
        out = torch.zeros((len(right), len(places)))
        for at, names in enumerate(right):
            known = [places[name] for name in names if name in places]
            if head == "signs":
                out[at, known] = 1.0
            elif known:
                out[at, known] = 1.0 / len(known)
            else:
                out[at, places["none"]] = 1.0
        return out


def drawn_from(phase: Phase) -> list[Row]:
    """The rows of a phase, each with its share."""
    rows = [json.loads(line) for line in TEXTS.read_text("utf-8").splitlines()]
    for row in rows:
        if row["topics"] is None and row["options"] is None:
            row["share"] *= phase.signs_alone
    return rows


def train_all(out: Path = OUT) -> None:
    """Every phase, each going on from the one before."""
    for at, phase in enumerate(PHASES):
        train(phase, SEED + at, out, begin=out if at else None)


def train(phase: Phase, seed: int, out: Path, threads: int = 2, begin: Path | None = None) -> None:
    """Train and write the averaged weights; `begin`: what a phase before wrote, to go on from."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    rows, steps = drawn_from(phase), phase.steps
    digests = json.loads(ABOUT.read_text("utf-8"))
    names = labels()
    sizes = {head: len(known) for head, known in names.items()}
    network = from_public_weights(sizes, kept_pieces())
    before = {"steps": 0, "texts": 0, "seconds": 0.0}
    if begin is not None:
        saved = torch.load(begin, weights_only=True)
        before = {key: saved[key] for key in before}
        if saved["labels"] != names:
            raise SystemExit("the labels are others than those that were trained on: train anew")
        network.load_state_dict(saved["state"])
    network.train()
    # What the public model knows of words and their neighbours stays; it also trains faster.
    network.vectors.requires_grad_(False)
    network.layers[0].requires_grad_(False)
    heads = list(network.head.parameters())
    others = [
        value
        for name, value in network.named_parameters()
        if value.requires_grad and not name.startswith("head.")
    ]
    groups = [
        {"params": others, "lr": phase.peak},
        {"params": heads, "lr": phase.peak * HEADS_FASTER},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=DECAY, fused=True)
    warm = min(WARM, steps // 8)
    slower = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / warm, max(0.01, 1 - step / steps))
    )
    average, taken = copy.deepcopy(network), 0
    loss_of, stream = Loss(names, phase.weight), iter(Batches(rows, seed))
    began, texts, lost = time.monotonic(), 0, 0.0
    for step in range(1, steps + 1):
        batch = next(stream)
        loss = loss_of(network, batch)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        slower.step()
        texts, lost = texts + len(batch), lost + float(loss.detach())
        if step % EVERY == 0:
            taken += 1
            stays = min(AVERAGED, taken / (taken + 9))
            with torch.no_grad():
                for kept, weight in zip(average.parameters(), network.parameters(), strict=True):
                    if weight.requires_grad:
                        kept.lerp_(weight, 1 - stays)
        if step % 50 == 0 or step in (5, 20):
            pace = texts / (time.monotonic() - began)
            print(f"{step}/{steps} {lost / 50:.4f} {texts} texts {pace:.0f}/s", flush=True)
            lost = 0.0
        if step % 250 == 0 or step == steps:
            state = {"state": average.state_dict(), "sizes": sizes, "labels": names}
            state |= {"seed": SEED, "digests": digests}
            state["steps"] = before["steps"] + step
            state["texts"] = before["texts"] + texts
            state["seconds"] = before["seconds"] + time.monotonic() - began
            torch.save(state, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phase", type=int, help="one phase alone, in a trial")
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    if given.phase is None:
        train_all(given.out)
    else:
        begin = given.out if given.phase else None
        train(PHASES[given.phase], SEED + given.phase, given.out, begin=begin)


if __name__ == "__main__":
    main()
