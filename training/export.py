"""Export the trained network to int8 ONNX with its tokenizer: `content/language/model/`.

Weights are kept in seven bits (reduced range): without VNNI a processor adds products of bytes in
sixteen bits, and two products of full bytes may not fit. So every processor gives the same scores.
"""

import argparse
import json
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from training.network import Network
from training.texts import MODEL, WORK
from training.train import OUT as TRAINED
from training.train import kept_pieces, tokenizer


def trained(path: Path = TRAINED) -> tuple[Network, dict]:
    """The network that training wrote, and what it says of itself."""
    saved = torch.load(path, weights_only=True)
    network = Network(saved["sizes"], len(kept_pieces()))
    network.load_state_dict(saved.pop("state"))
    network.eval()
    return network, saved


def export(network: Network, about: dict, folder: Path) -> None:
    """Write `model.onnx`, `tokenizer.json` and `labels.json` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    WORK.mkdir(parents=True, exist_ok=True)
    whole = WORK / "whole.onnx"
    example = torch.ones((2, 9), dtype=torch.int64)
    torch.onnx.export(
        network,
        (example, example),
        str(whole),
        input_names=["pieces", "kept"],
        output_names=["logits"],
        dynamic_axes={"pieces": {0: "rows", 1: "length"}, "kept": {0: "rows", 1: "length"}},
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(
        str(whole),
        str(folder / "model.onnx"),
        op_types_to_quantize=["MatMul", "Gemm", "Gather"],
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
    )
    tokenizer().save(str(folder / "tokenizer.json"))
    (folder / "labels.json").write_text(json.dumps(about["labels"], indent=1) + "\n", "utf-8")
    model = onnx.load(str(folder / "model.onnx"))
    print(f"{(folder / 'model.onnx').stat().st_size / 1e6:.1f} MB, {len(model.graph.node)} nodes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", type=Path, default=TRAINED)
    parser.add_argument("--folder", type=Path, default=MODEL)
    given = parser.parse_args()
    export(*trained(given.network), given.folder)


if __name__ == "__main__":
    main()
