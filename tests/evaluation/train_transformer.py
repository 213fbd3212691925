"""Train the second reading (`content/transformer.py`): `make weights`. Needs what `requirements-train.txt` names.

Some hour and a quarter on two cores that have products of short floats (an epoch is four thousand steps of a third of a second),
two or three times as long on others.

The lower layers of a public sentence model (all-MiniLM-L6-v2, Apache licence), which has read far more text than there is
here, are trained further on all tuning sets at once: warning signs (each text as a bag of windows, of which the best
counts), topics and options. The rows it reads are those of the convolutional reader (`train_encoder.py`). What is kept is the
running average of the weights, which is steadier than where the last step happened to end (Polyak and Juditsky, 1992).

With `further`, the reader that stands in the repository is trained for one more epoch (in another order with `--seed 2` before it); with
`further tune_l*` on all texts of those files and a part of the others, so that it does not unlearn these: that is how new texts
are learnt without the hour.

With `mean FILE FILE …`, the reader kept is the mean of several that were trained further from one and the same, each in an order of
its own: nearly as steady as all of them asked together, at the cost of one (Wortsman et al., “Model soups”, 2022).
"""

import argparse
import copy
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional

from content.screening.features import row_of
from content.spelling import spelling
from content.transformer import FILE, LAYERS, LONGEST, WordPieces
from content.weights import load
from content.weights import save as write
from tests.evaluation import layers, train_match
from tests.evaluation.frames import framed
from tests.evaluation.held_out import trained_on
from tests.evaluation.layers import HEADS, MATRICES, NORMS
from tests.evaluation.train_encoder import matching_row, screening_rows
from tests.evaluation.train_screen import SIGNS, training
from tests.evaluation.word_vectors import WIDTH, model_folder

DEPTH = 3  # layers, of the model's six
WIDE = 768  # of the 1,536 places of each layer's wider part: those that weigh most
EPOCHS, FURTHER = 3, 1
ALL = "tune*"  # the files of `screening/` that may be trained on
REHEARSED = 0.2  # share of the other texts that are read again when new ones are learnt
BATCH = 48
EASY, EASY_LONG, LONG = 0.2, 1.0, 8  # share of the matcher's queries that are read as benign texts in one epoch, of those with so many words or more
DROPPED, DROPPED_AT_HEAD = 0.15, 0.3
SLOW, FAST = 1.5e-4, 1e-3  # learning rates of what was trained before and of the heads, at their highest
WARM, LEAST = 100, 0.1  # steps over which they rise, and the share of them that is left at the end
AVERAGED, EVERY = 0.99, 5  # how much of the running average stays at each step that is averaged, and how many steps apart these are
LOST = 0.12  # share of pieces that are not seen in a step
COMMON = 5_000  # places of the model's own list of pieces that are kept, which has the common words first

Row = list[int]
Weights = dict[str, torch.Tensor]


class Layer(nn.Module):
    """One layer, begun from the model's own."""

    def __init__(self, number: int, weights: Weights) -> None:
        super().__init__()

        def begun(*names: str) -> nn.Parameter:
            return nn.Parameter(torch.cat([weights[f"encoder.layer.{number}.{name}"] for name in names]).clone())

        three = [f"attention.self.{name}" for name in ("query", "key", "value")]
        self.attention, self.attention_bias = begun(*(f"{name}.weight" for name in three)), begun(*(f"{name}.bias" for name in three))
        self.gathered, self.gathered_bias = begun("attention.output.dense.weight"), begun("attention.output.dense.bias")
        self.first_norm, self.first_norm_bias = begun("attention.output.LayerNorm.weight"), begun("attention.output.LayerNorm.bias")
        wider, wider_bias, narrower = begun("intermediate.dense.weight"), begun("intermediate.dense.bias"), begun("output.dense.weight")
        most = torch.topk(wider.norm(dim=1) * narrower.norm(dim=0), WIDE).indices.sort().values
        self.wider, self.wider_bias = nn.Parameter(wider[most].detach()), nn.Parameter(wider_bias[most].detach())
        self.narrower, self.narrower_bias = nn.Parameter(narrower[:, most].detach().contiguous()), begun("output.dense.bias")
        self.second_norm, self.second_norm_bias = begun("output.LayerNorm.weight"), begun("output.LayerNorm.bias")

    def forward(self, state: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        rows, length, _ = state.shape
        parts = functional.linear(state, self.attention, self.attention_bias).view(rows, length, 3, HEADS, WIDTH // HEADS)
        queries, keys, values = parts.permute(2, 0, 3, 1, 4)
        looks = functional.softmax(queries @ keys.transpose(-1, -2) / math.sqrt(WIDTH // HEADS) + mask, dim=-1)  # torch's own is slow on short rows
        seen = (looks.to(values.dtype) @ values).transpose(1, 2).reshape(rows, length, WIDTH)
        state = self._normed(state, functional.linear(seen, self.gathered, self.gathered_bias), self.first_norm, self.first_norm_bias)
        wide = functional.gelu(functional.linear(state, self.wider, self.wider_bias), approximate="tanh")
        return self._normed(state, functional.linear(wide, self.narrower, self.narrower_bias), self.second_norm, self.second_norm_bias)

    def _normed(self, state: torch.Tensor, more: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(state + functional.dropout(more, DROPPED, self.training), (WIDTH,), weight, bias, 1e-12)


class Reader(nn.Module):
    """The layers over the pieces' vectors, and a head for each set of labels."""

    def __init__(self, vectors: torch.Tensor, weights: Weights, tasks: dict[str, int]) -> None:
        super().__init__()
        self.vectors = nn.Parameter(vectors)
        kinds = weights["embeddings.token_type_embeddings.weight"][0]
        self.positions = nn.Parameter((weights["embeddings.position_embeddings.weight"][:LONGEST] + kinds).clone())
        self.norm = nn.Parameter(weights["embeddings.LayerNorm.weight"].clone())
        self.norm_bias = nn.Parameter(weights["embeddings.LayerNorm.bias"].clone())
        self.layers = nn.ModuleList(Layer(number, weights) for number in range(DEPTH))
        self.heads = nn.ModuleDict({task: nn.Linear(2 * WIDTH, labels) for task, labels in tasks.items()})

    def forward(self, places: torch.Tensor, task: str) -> torch.Tensor:
        kept = places >= 0
        state = functional.embedding(places.clamp(min=0), self.vectors) + self.positions[: places.shape[1]]
        state = functional.dropout(functional.layer_norm(state, (WIDTH,), self.norm, self.norm_bias, 1e-12), DROPPED, self.training)
        mask = torch.where(kept[:, None, None, :], 0.0, -1e9)
        for layer in self.layers:
            state = layer(state, mask)
        here = kept[:, :, None]
        read = torch.cat([(state * here).sum(1) / here.sum(1), state.masked_fill(~here, -1e4).amax(1)], 1)
        out: torch.Tensor = self.heads[task](functional.dropout(read, DROPPED_AT_HEAD, self.training))
        return out


class Sets:
    """The tuning sets as rows of words: for each task, every text's rows, the labels that are right, how much it counts, and in what share of the epochs it is read."""

    def __init__(self, new: str = ALL, seed: int = 1) -> None:
        """`new`: the files of `screening/` of which every text is read; of all others only some are when it names but a few.

        What is put together by rule is put together otherwise for another `seed`.
        """
        fresh, others = {item["text"] for item in trained_on(f"screening/{new}.jsonl")}, 1.0 if new == ALL else REHEARSED
        self.labels: dict[str, list[str]] = {"signs": list(SIGNS)}
        self.texts: dict[str, list[tuple[list[list[str]], Any, float, float]]] = {"signs": []}
        for item in (*training(seed), *framed(seed=seed)):
            marks = [float(sign in item["signs"]) for sign in SIGNS]  # type: ignore[operator]
            easy = EASY_LONG if len(str(item["text"]).split()) >= LONG else EASY
            often = (easy if item["kind"] == "other-set" else 1.0) * (1.0 if item["text"] in fresh else others)
            self.texts["signs"].append((screening_rows(str(item["text"]), row_of), marks, 1.0, often))
        for family in ("topics", "options"):
            labels, queries = train_match.training(family)
            place = {label: at for at, label in enumerate(labels)}
            self.labels[family], self.texts[family] = labels, []
            for text, right, share in queries:
                aims = np.zeros(len(labels), dtype=np.float32)
                for label in right or {train_match.NONE}:
                    aims[place[label]] = 1 / max(len(right), 1)
                self.texts[family].append(([matching_row(text)], aims, min(share, 1.0), others))

    def rows(self) -> Iterator[list[str]]:
        for texts in self.texts.values():
            for rows, _, _, _ in texts:
                yield from rows


def known_pieces(sets: Sets, listed: Sequence[str]) -> tuple[list[str], list[int]]:
    """The pieces that are kept, and where each begins in the model's own list: common ones, those our texts need, and our own classes of words."""
    names = ["!", *(piece for piece in listed if piece != "!")]
    whole = WordPieces(names)
    place = {piece: at for at, piece in enumerate(listed)}
    needed = {names[at] for row in sets.rows() for at in whole.row([word for word in row if not word or word[0] not in "#@"])}
    needed |= {names[at] for word in spelling().words for at in whole.row([word])}
    kept = [
        piece
        for piece in listed
        if piece and not piece.startswith("[unused") and (place[piece] < COMMON or piece in needed or len(piece.removeprefix("##")) == 1)
    ]
    classes = sorted({word for row in sets.rows() for word in row if word and word[0] in "#@"})
    begun = [place[piece] for piece in kept] + [place[f"[unused{number}]"] for number in range(1, len(classes) + 1)]
    return kept + classes, begun


def as_kept(path: Path) -> tuple[list[str], dict[str, torch.Tensor], dict[str, list[str]]]:
    """The pieces, the weights as floats and the labels that `save` wrote."""
    file = load(path)

    def floats(value: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.array(value, dtype=np.float32))

    kept = layers.read(path.with_suffix(LAYERS))
    state = {"vectors": floats(file.arrays["vectors"] * file.floats("scales")[:, None])}
    state |= {"positions": floats(file.floats("positions")), "norm": floats(kept["norm"]), "norm_bias": floats(kept["norm.bias"])}
    for number in range(int(file.notes["layers"])):
        for name in MATRICES:
            state[f"layers.{number}.{name}"] = floats((kept[f"layer{number}.{name}"] * kept[f"layer{number}.{name}.scale"]).T)
        for name in NORMS:
            state[f"layers.{number}.{name}"] = floats(kept[f"layer{number}.{name}"])
        for name in (*MATRICES, *NORMS):
            state[f"layers.{number}.{name}_bias"] = floats(kept[f"layer{number}.{name}.bias"])
    tasks = file.words("tasks")
    for task in tasks:
        state[f"heads.{task}.weight"] = floats(file.floats(f"{task}.weights").T)
        state[f"heads.{task}.bias"] = floats(file.floats(f"{task}.bias"))
    return list(file.words("pieces")), state, {task: list(file.words(f"{task}.labels")) for task in tasks}


def taken_up(reader: Reader, pieces: Sequence[str], labels: dict[str, list[str]], path: Path = FILE) -> None:
    """Bring what `save` wrote into a reader; pieces that are new keep the vector they began with.

    Raises `ValueError` when the labels are others: then only training anew will do.
    """
    before, state, known = as_kept(path)
    if known != labels:
        raise ValueError("the labels are not those that were trained on: train anew")
    vectors, place = reader.vectors.detach().clone(), {piece: at for at, piece in enumerate(before)}
    for at, piece in enumerate(pieces):
        if piece in place:
            vectors[at] = state["vectors"][place[piece]]
    reader.load_state_dict(state | {"vectors": vectors})


def mean(paths: Sequence[Path]) -> tuple[list[str], Reader, dict[str, list[str]]]:
    """The pieces, the mean of the weights and the labels of readers that `save` wrote; a piece that some of them lack counts in the others.

    Raises `ValueError` when the labels differ.
    """
    kept = [as_kept(path) for path in paths]
    pieces, newest, labels = kept[-1]
    if any(known != labels for _, _, known in kept):
        raise ValueError("the labels are not the same: these readers were not trained further from one")
    places = [{piece: at for at, piece in enumerate(known)} for known, _, _ in kept]
    state = {name: torch.stack([one[name] for _, one, _ in kept]).mean(0) for name in newest if name != "vectors"}
    state["vectors"] = torch.stack(
        [
            torch.stack([one["vectors"][place[piece]] for place, (_, one, _) in zip(places, kept, strict=True) if piece in place]).mean(0)
            for piece in pieces
        ]
    )
    reader = Reader(state["vectors"], public_model(), {task: len(known) for task, known in labels.items()})
    reader.load_state_dict(state)
    return list(pieces), reader, labels


def public_model() -> Weights:
    """The weights of the public sentence model, by name."""
    read = load_file(str(model_folder() / "model.safetensors"))
    return {name.removeprefix("bert."): value.float() for name, value in read.items()}


def padded(rows: Sequence[Row]) -> torch.Tensor:
    out = np.full((len(rows), max(map(len, rows))), -1, dtype=np.int64)
    for at, row in enumerate(rows):
        out[at, : len(row)] = row
    return torch.from_numpy(out)


def train(sets: Sets, seed: int = 1, further: bool = False) -> tuple[list[str], Reader]:
    """The pieces and the trained reader; `further` begins with the one that stands in the repository."""
    torch.manual_seed(seed)
    torch.set_num_threads(2)
    rng = np.random.default_rng(seed)
    weights = public_model()
    pieces, begun = known_pieces(sets, (model_folder() / "vocab.txt").read_text(encoding="utf-8").split("\n"))
    cut = WordPieces(pieces)
    data = {
        task: [([cut.row(row) for row in rows], marks, share, often) for rows, marks, share, often in texts] for task, texts in sets.texts.items()
    }
    reader = Reader(weights["embeddings.word_embeddings.weight"][begun].clone(), weights, {task: len(labels) for task, labels in sets.labels.items()})
    if further:
        taken_up(reader, pieces, sets.labels)
    start, unknown = cut.places["[CLS]"], cut.places["[UNK]"]

    def batches() -> list[tuple[str, list[int]]]:
        """Texts of like length together."""
        out = []
        for task, texts in data.items():
            chosen = [at for at, (_, _, _, often) in enumerate(texts) if rng.random() < often]
            chosen.sort(key=lambda at: max(map(len, texts[at][0])) + 4 * rng.random())
            out += [(task, chosen[start : start + BATCH]) for start in range(0, len(chosen), BATCH)]
        return [out[at] for at in rng.permutation(len(out))]

    def scores(rows: list[Row], task: str) -> torch.Tensor:
        places = padded(rows)
        lost = (torch.rand(places.shape) < LOST) & (places >= 0) & (places != start)
        return reader(torch.where(lost, unknown, places), task)  # type: ignore[no-any-return]

    heads = list(reader.heads.parameters())
    others = [weight for name, weight in reader.named_parameters() if not name.startswith("heads")]
    short = any(torch.cpu.get_capabilities().get(kind) for kind in ("avx512_bf16", "amx_bf16"))  # products of short floats: three times as fast
    steps = torch.optim.AdamW([{"params": others, "lr": SLOW}, {"params": heads, "lr": FAST}], weight_decay=0.01, fused=True)
    epochs = FURTHER if further else EPOCHS
    total = epochs * len(batches())
    slower = torch.optim.lr_scheduler.LambdaLR(steps, lambda step: min(step / WARM, max(LEAST, 1 - (1 - LEAST) * step / total)))
    average, taken = copy.deepcopy(reader), 0
    for epoch in range(epochs):
        reader.train()
        lost, order = 0.0, batches()
        for done, (task, chosen) in enumerate(order, start=1):
            texts = [data[task][at] for at in chosen]
            with torch.autocast("cpu", torch.bfloat16, enabled=short):
                every = scores([row for rows, _, _, _ in texts for row in rows], task)
            every = every.float()
            wanted = torch.tensor(np.array([marks for _, marks, _, _ in texts], dtype=np.float32))
            if task == "signs":
                owner = torch.tensor([at for at, (rows, _, _, _) in enumerate(texts) for _ in rows])
                best = torch.full((len(texts), len(SIGNS)), -1e9).scatter_reduce(0, owner[:, None].expand_as(every), every, "amax")
                loss = functional.binary_cross_entropy_with_logits(best, wanted, reduction="none").sum(1).mean()
            else:
                share = torch.tensor([share for _, _, share, _ in texts], dtype=torch.float32)
                loss = (functional.cross_entropy(every, wanted, reduction="none") * share).mean()
            steps.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            steps.step()
            slower.step()
            if done % EVERY == 0:
                taken += 1
                stays = min(AVERAGED, taken / (taken + 9))  # what it began with is soon forgotten
                with torch.no_grad():
                    for kept, weight in zip(average.parameters(), reader.parameters(), strict=True):
                        kept.lerp_(weight, 1 - stays)
            lost += float(loss.detach())
            if done % 100 == 0:
                print(f"{done} of {len(order)}: {lost / done:.4f}", flush=True)
        print(f"epoch {epoch + 1}: {lost / len(order):.4f}", flush=True)
    average.eval()
    return pieces, average


def save(pieces: Sequence[str], reader: Reader, labels: dict[str, list[str]], path: Path = FILE) -> None:
    """Write the reader in its two files: matrices and vectors as signed bytes with a scale for each column or vector."""

    def half(value: torch.Tensor) -> np.ndarray:
        return np.asarray(value.detach().numpy().astype(np.float16))

    notes = {"pieces": "\n".join(pieces), "tasks": "\n".join(labels), "layers": str(len(reader.layers))}
    vectors = reader.vectors.detach().numpy()
    scales = np.abs(vectors).max(axis=1) / 127 + 1e-12
    arrays = {
        "vectors": np.round(vectors / scales[:, None]).astype(np.int8),
        "scales": scales.astype(np.float32),
        "positions": half(reader.positions),
    }
    for task, head in reader.heads.items():
        notes[f"{task}.labels"] = "\n".join(labels[task])
        arrays[f"{task}.weights"], arrays[f"{task}.bias"] = half(head.weight.T), half(head.bias)
    read: dict[str, np.ndarray] = {"norm": half(reader.norm), "norm.bias": half(reader.norm_bias)}
    for number, layer in enumerate(reader.layers):
        for name in MATRICES:
            read[f"layer{number}.{name}"], read[f"layer{number}.{name}.scale"] = layers.as_bytes(getattr(layer, name).detach().numpy().T)
        for name in NORMS:
            read[f"layer{number}.{name}"] = half(getattr(layer, name))
        for name in (*MATRICES, *NORMS):
            read[f"layer{number}.{name}.bias"] = half(getattr(layer, f"{name}_bias"))
    layers.write(path.with_suffix(LAYERS), read, len(reader.layers))
    write(path, arrays, notes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    ways = parser.add_subparsers(dest="way")
    ways.add_parser("further").add_argument("new", nargs="?", default=ALL, help="files of `screening/` of which every text is read")
    ways.add_parser("mean").add_argument("files", nargs="+", type=Path)
    given = parser.parse_args()
    if given.way == "mean":
        save(*mean(given.files))
        return
    further = given.way == "further"
    sets = Sets(given.new, given.seed) if further else Sets(seed=given.seed)
    pieces, reader = train(sets, given.seed, further)
    save(pieces, reader, sets.labels)
    print({task: len(texts) for task, texts in sets.texts.items()}, len(pieces), "pieces")


if __name__ == "__main__":
    main()
