"""Builds the encoder's graph without its numbers.

A BERT encoder of post-norm layers over word embeddings that the caller looked up. Each matrix is multiplied as
onnxruntime does it fastest on processors: the input quantised as it comes (one scale for all of it), integers
multiplied, and scaled back. The numbers lie in a file beside the graph.

The weights are unsigned: processors with AVX2 and without VNNI add two products of an unsigned and a signed byte in
sixteen bits, which overflow and are cut off (onnxruntime, Quantize ONNX models, "When and why do I need to try U8U8").
Two unsigned bytes are multiplied exactly everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, helper

from graphmem.providers.e5_packed import Shape
from graphmem.providers.vocabulary import WEIGHTS
from tests.evals.encoder.arrays import ALIGNED, ZERO

EPSILON = 1e-12
"""Of the layer norms, as the model was trained."""

_FUSED = "com.microsoft"
_ZERO = "zero"
"""The zero point of the weights."""

_TYPES = {np.dtype(np.uint8): TensorProto.UINT8, np.dtype(np.float32): TensorProto.FLOAT}


def build(shape: Shape, found: Iterable[tuple[str, NDArray[np.generic]]]) -> ModelProto:
    """The graph of an encoder of that shape over those arrays: input `embeddings` and output `states`, both
    (1, tokens, width)."""
    width, last = shape.hidden, shape.layers - 1
    nodes = [_node("LayerNormalization", ["embeddings", "emb.ln.w", "emb.ln.b"], "x0", epsilon=EPSILON, axis=-1)]
    for layer in range(shape.layers):
        nodes += _layer(shape.heads, layer, f"x{layer}", "states" if layer == last else f"x{layer + 1}")
    sides: list[str | int | None] = [1, "tokens", width]
    graph = helper.make_graph(
        nodes,
        "multilingual-e5-small",
        [helper.make_tensor_value_info("embeddings", TensorProto.FLOAT, sides)],
        [helper.make_tensor_value_info("states", TensorProto.FLOAT, sides)],
        [*_outside(found), helper.make_tensor(_ZERO, TensorProto.UINT8, [], [ZERO])],
    )
    versions = [helper.make_opsetid("", 20), helper.make_opsetid(_FUSED, 1)]
    return helper.make_model(graph, opset_imports=versions, ir_version=10, producer_name="graphmem")


def _layer(attention: int, layer: int, given: str, result: str) -> list[NodeProto]:
    """Attention and the inner network, each added to what came in and normed."""
    at = f"l{layer}"
    heads = [f"{at}.q", f"{at}.k", f"{at}.v"]
    return [
        *_quantised(given),
        *(node for head in heads for node in _multiplied(head, given)),
        _node("MultiHeadAttention", heads, f"{at}.context", domain=_FUSED, num_heads=attention),
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
        _node("MatMulInteger", [f"{x}.int", f"{y}.w", f"{x}.zero", _ZERO], f"{y}.sum"),
        _node("Cast", [f"{y}.sum"], f"{y}.float", to=TensorProto.FLOAT),
        _node("Mul", [f"{x}.scale", f"{y}.s"], f"{y}.scales"),
        _node("Mul", [f"{y}.float", f"{y}.scales"], f"{y}.product"),
        _node("Add", [f"{y}.product", f"{y}.b"], y),
    ]


def _added(x: str, y: str, norm: str, result: str) -> NodeProto:
    return _node("SkipLayerNormalization", [x, y, f"{norm}.w", f"{norm}.b"], result, domain=_FUSED, epsilon=EPSILON)


def _node(kind: str, inputs: list[str], output: str, **attributes: Any) -> NodeProto:
    return helper.make_node(kind, inputs, [output], **attributes)


def _outside(arrays_: Iterable[tuple[str, NDArray[np.generic]]]) -> list[TensorProto]:
    """Every array as a reference into the file of weights."""
    found, offset = [], 0
    for name, numbers in arrays_:
        tensor = TensorProto(name=name, data_type=_TYPES[numbers.dtype], dims=numbers.shape)
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in (("location", WEIGHTS), ("offset", str(offset)), ("length", str(numbers.nbytes))):
            tensor.external_data.add(key=key, value=value)
        found.append(tensor)
        offset += numbers.nbytes + -numbers.nbytes % ALIGNED
    return found
