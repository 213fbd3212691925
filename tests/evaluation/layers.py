"""The layers of the second reading as a file for onnxruntime, and back again: what `train_transformer.py` writes and takes up. Needs `onnx`.

A product with signed bytes rounds what it multiplies to bytes too, with one scale for all of it. A piece that stands out from the
others would leave them few steps, so before the wider and the narrower matrix, where some do by far, each piece's row is divided by its
greatest number and the product multiplied by it again: what the rounding changes in a score is then a third of what it was. Source
of the operators: https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md

Processors without instructions of their own for such products (VNNI) add them up two by two in sixteen bits, and cut off what is too
large: the same words would score otherwise there. `as_bytes` leaves no two that could be. Source:
https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html (“when and why do I need to try U8U8”)
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

HEADS = 12  # attention heads of a layer
MATRICES = ("attention", "gathered", "wider", "narrower")  # of each layer: queries, keys and values side by side, then as they follow
EVENED = ("wider", "narrower")  # whose rows are divided by their greatest number first
NORMS = ("first_norm", "second_norm")
EPSILON = 1e-12
_OWN = "com.microsoft"  # onnxruntime's own operators
Arrays = Mapping[str, NDArray[Any]]
GREATEST = 127  # of signed bytes
TOGETHER = 128  # what two of them that are added up together may come to: by the greatest byte without a sign, it fits in sixteen bits


def as_bytes(matrix: NDArray[Any]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """A matrix as signed bytes, and one scale for each of its columns, such that no product by them is cut off on any processor."""
    most = np.maximum(np.abs(matrix).max(axis=0), pairs(matrix))
    scale = most / GREATEST + 1e-12
    return np.round(matrix / scale).astype(np.int8), scale.astype(np.float32)


def pairs(matrix: NDArray[Any]) -> NDArray[Any]:
    """What two neighbours in a column that are added up together come to at most, one for each column."""
    found: NDArray[Any] = np.abs(matrix[0::2].astype(float) + matrix[1::2]).max(axis=0)
    return found


class _Graph:
    """The operators of a file in their order, and the arrays that they use."""

    def __init__(self, arrays: Arrays) -> None:
        self.nodes = []
        self.kept = {"places": np.array([-1], dtype=np.int64), "pieces_of_a_row": np.array([1], dtype=np.int64)}
        self._arrays = arrays

    def array(self, name: str) -> str:
        """An array as it stands in the file: bytes as they are, all else as single floats."""
        values = self._arrays[name]
        self.kept[name] = np.ascontiguousarray(values if values.dtype == np.int8 else values.astype(np.float32))
        return name

    def add(self, kind: str, *inputs: str, of: str = "", outputs: tuple[str, ...] = (), **how: Any) -> str:
        """Put an operator at the end; its first output's name."""
        outputs = outputs or (f"made{len(self.nodes)}",)
        self.nodes.append(helper.make_node(kind, inputs, outputs, domain=of, **how))
        return outputs[0]

    def norm(self, name: str, rows: str) -> str:
        """Layer normalisation."""
        return self.add("LayerNormalization", rows, self.array(name), self.array(f"{name}.bias"), epsilon=EPSILON)

    def linear(self, layer: str, part: str, rows: str) -> str:
        """Some rows times one of a layer's matrices of signed bytes, and its bias."""
        name = f"{layer}.{part}"
        matrix, scale, bias = self.array(name), self.array(f"{name}.scale"), self.array(f"{name}.bias")
        if part not in EVENED:
            return self.add("DynamicQuantizeMatMul", rows, matrix, scale, "", bias, of=_OWN)
        most = self.add("ReduceMax", self.add("Abs", rows), "places", keepdims=1)
        made = self.add("DynamicQuantizeMatMul", self.add("Div", rows, most), matrix, scale, of=_OWN)
        return self.add("Add", self.add("Mul", made, most), bias)

    def layer(self, name: str, rows: str) -> str:
        """One layer: every piece looks at every other, then each is weighed by itself."""
        three = tuple(f"{name}.{part}" for part in ("queries", "keys", "values"))
        self.add("Split", self.linear(name, "attention", rows), outputs=three, axis=2, num_outputs=3)
        seen = self.add("MultiHeadAttention", *three, of=_OWN, num_heads=HEADS)
        rows = self.norm(f"{name}.first_norm", self.add("Add", rows, self.linear(name, "gathered", seen)))
        wide = self.add("FastGelu", self.linear(name, "wider", rows), of=_OWN)
        return self.norm(f"{name}.second_norm", self.add("Add", rows, self.linear(name, "narrower", wide)))


def write(path: Path, arrays: Arrays, layers: int) -> None:
    """Write the layers.

    `arrays`: `norm`, `layerN.` and each of `MATRICES` (signed bytes, a column for each output) and `NORMS`, each with its `.bias`, the
    matrices with their `.scale` too, one for each column. Read: `pieces`, a row of vectors (1, pieces, width); written: `read`, the
    average of what the last layer makes of them, then the strongest of each place (1, 2 × width).
    """
    graph = _Graph(arrays)
    rows = graph.norm("norm", "pieces")
    for number in range(layers):
        rows = graph.layer(f"layer{number}", rows)
    both = [graph.add(kind, rows, "pieces_of_a_row", keepdims=0) for kind in ("ReduceMean", "ReduceMax")]
    graph.add("Concat", *both, outputs=("read",), axis=1)
    width = len(arrays["norm"])
    made = helper.make_graph(
        graph.nodes,
        "layers",
        [helper.make_tensor_value_info("pieces", TensorProto.FLOAT, [1, "pieces", width])],
        [helper.make_tensor_value_info("read", TensorProto.FLOAT, [1, 2 * width])],
        [numpy_helper.from_array(values, name) for name, values in graph.kept.items()],
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid(_OWN, 1)], ir_version=9)
    path.write_bytes(model.SerializeToString())


def read(path: Path) -> dict[str, NDArray[Any]]:
    """The arrays that `write` was given, by their names."""
    return {item.name: numpy_helper.to_array(item) for item in onnx.load(path).graph.initializer}
