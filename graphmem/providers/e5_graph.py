"""Writes `multilingual_e5.onnx`, the encoder's graph without its numbers: `python -m graphmem.providers.e5_graph`.

A BERT encoder of post-norm layers over word embeddings that the caller looked up. Each matrix is multiplied as
onnxruntime does it fastest on processors: the input quantised as it comes (one scale for all of it), integers
multiplied, and scaled back. The numbers lie in a file beside the graph. Only this module needs the package onnx.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, helper

from graphmem.providers.e5_packed import Packed, packed_file
from graphmem.providers.e5_prepared import ALIGNED, GRAPH, WEIGHTS, arrays

EPSILON = 1e-12
"""Of the layer norms, as the model was trained."""

_FUSED = "com.microsoft"
_TYPES = {np.dtype(np.int8): TensorProto.INT8, np.dtype(np.float32): TensorProto.FLOAT}


def build(packed: Packed) -> ModelProto:
    """The graph for that file: input `embeddings` and output `states`, both (1, tokens, width)."""
    width, last = packed.shape.hidden, packed.shape.layers - 1
    nodes = [_node("LayerNormalization", ["embeddings", "emb.ln.w", "emb.ln.b"], "x0", epsilon=EPSILON, axis=-1)]
    for layer in range(packed.shape.layers):
        nodes += _layer(packed, layer, f"x{layer}", "states" if layer == last else f"x{layer + 1}")
    shape: list[str | int | None] = [1, "tokens", width]
    graph = helper.make_graph(
        nodes,
        "multilingual-e5-small",
        [helper.make_tensor_value_info("embeddings", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("states", TensorProto.FLOAT, shape)],
        _outside(packed),
    )
    versions = [helper.make_opsetid("", 20), helper.make_opsetid(_FUSED, 1)]
    return helper.make_model(graph, opset_imports=versions, ir_version=10, producer_name="graphmem")


def _layer(packed: Packed, layer: int, given: str, result: str) -> list[NodeProto]:
    """Attention and the inner network, each added to what came in and normed."""
    at = f"l{layer}"
    heads = [f"{at}.q", f"{at}.k", f"{at}.v"]
    return [
        *_quantised(given),
        *(node for head in heads for node in _multiplied(head, given)),
        _node("MultiHeadAttention", heads, f"{at}.context", domain=_FUSED, num_heads=packed.shape.heads),
        *_quantised(f"{at}.context"),
        *_multiplied(f"{at}.ao", f"{at}.context"),
        _added(given, f"{at}.ao", f"{at}.aln", f"{at}.mid"),
        *_quantised(f"{at}.mid"),
        *_multiplied(f"{at}.fi", f"{at}.mid"),
        _node("Gelu", [f"{at}.fi"], f"{at}.bent", domain=_FUSED),
        *_quantised(f"{at}.bent"),
        *_multiplied(f"{at}.fo", f"{at}.bent"),
        _added(f"{at}.mid", f"{at}.fo", f"{at}.oln", result),
    ]


def _quantised(x: str) -> list[NodeProto]:
    return [helper.make_node("DynamicQuantizeLinear", [x], [f"{x}.int", f"{x}.scale", f"{x}.zero"])]


def _multiplied(y: str, x: str) -> list[NodeProto]:
    """y = x · W + b in integers: the scale of the input times that of each column brings them back."""
    return [
        _node("MatMulInteger", [f"{x}.int", f"{y}.w", f"{x}.zero"], f"{y}.sum"),
        _node("Cast", [f"{y}.sum"], f"{y}.float", to=TensorProto.FLOAT),
        _node("Mul", [f"{x}.scale", f"{y}.s"], f"{y}.scales"),
        _node("Mul", [f"{y}.float", f"{y}.scales"], f"{y}.product"),
        _node("Add", [f"{y}.product", f"{y}.b"], y),
    ]


def _added(x: str, y: str, norm: str, result: str) -> NodeProto:
    return _node("SkipLayerNormalization", [x, y, f"{norm}.w", f"{norm}.b"], result, domain=_FUSED, epsilon=EPSILON)


def _node(kind: str, inputs: list[str], output: str, **attributes: Any) -> NodeProto:
    return helper.make_node(kind, inputs, [output], **attributes)


def _outside(packed: Packed) -> list[TensorProto]:
    """Every array as a reference into the file of weights."""
    found, offset = [], 0
    for name, numbers in arrays(packed):
        tensor = TensorProto(name=name, data_type=_TYPES[numbers.dtype], dims=numbers.shape)
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in (("location", WEIGHTS), ("offset", str(offset)), ("length", str(numbers.nbytes))):
            tensor.external_data.add(key=key, value=value)
        found.append(tensor)
        offset += numbers.nbytes + -numbers.nbytes % ALIGNED
    return found


if __name__ == "__main__":
    GRAPH.write_bytes(build(Packed(packed_file())).SerializeToString(deterministic=True))
