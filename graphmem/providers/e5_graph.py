"""Writes `multilingual_e5.onnx`, the encoder's graph without its numbers, and `multilingual_e5_upper.onnx`, that of its
upper layers for texts that are read together: `python -m graphmem.providers.e5_graph`.

A BERT encoder of post-norm layers over word embeddings that the caller looked up. Each matrix is multiplied as
onnxruntime does it fastest on processors: the input quantised as it comes (one scale for all of it), integers
multiplied, and scaled back. In the upper layers a product of two narrow matrices that the caller brings is added to
each (Hu et al., LoRA, ICLR 2022). The numbers lie in a file beside the graphs. Only this module needs the package onnx.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, ValueInfoProto, helper

from graphmem.providers.e5_packed import Packed, packed_file
from graphmem.providers.e5_prepared import ALIGNED, GRAPH, UPPER_FROM, UPPER_GRAPH, WEIGHTS, arrays, matrices

EPSILON = 1e-12
"""Of the layer norms, as the model was trained."""

_FUSED = "com.microsoft"
_TYPES = {np.dtype(np.int8): TensorProto.INT8, np.dtype(np.float32): TensorProto.FLOAT}


def build(packed: Packed) -> ModelProto:
    """The graph for that file: input `embeddings`, outputs `states` and, of the layer that upper ones start from,
    `early`, all (1, tokens, width)."""
    nodes = [_node("LayerNormalization", ["embeddings", "emb.ln.w", "emb.ln.b"], "x0", epsilon=EPSILON, axis=-1)]
    for layer in range(packed.shape.layers):
        nodes += _layer(packed, layer, _given(layer), _given(layer + 1, packed.shape.layers))
    return _model(packed, "multilingual-e5-small", nodes, ["embeddings"], ["states", "early"], [])


def build_upper(packed: Packed) -> ModelProto:
    """The graph of the upper layers: input `early`, output `states`, both (1, tokens, width), and as further inputs two
    narrow matrices for each of theirs, "l9.q.A" (its inputs, rank) and "l9.q.B" (rank, its outputs)."""
    nodes: list[NodeProto] = []
    adapters = []
    for layer in range(UPPER_FROM, packed.shape.layers):
        nodes += _layer(packed, layer, _given(layer), _given(layer + 1, packed.shape.layers), adapted=True)
        for name, inputs in matrices(packed.shape):
            outputs = packed.shape.inner if name == "fi" else packed.shape.hidden
            adapters.append(_shaped(f"l{layer}.{name}.A", [inputs, "rank"]))
            adapters.append(_shaped(f"l{layer}.{name}.B", ["rank", outputs]))
    return _model(packed, "multilingual-e5-small-upper", nodes, ["early"], ["states"], adapters)


def _given(layer: int, layers: int | None = None) -> str:
    """What goes into a layer by its name."""
    return "states" if layer == layers else "early" if layer == UPPER_FROM else f"x{layer}"


def _model(
    packed: Packed,
    name: str,
    nodes: list[NodeProto],
    inputs: list[str],
    outputs: list[str],
    adapters: list[ValueInfoProto],
) -> ModelProto:
    shape: list[str | int | None] = [1, "tokens", packed.shape.hidden]
    needed = {input_ for node in nodes for input_ in node.input}
    graph = helper.make_graph(
        nodes,
        name,
        [*(_shaped(each, shape) for each in inputs), *adapters],
        [_shaped(each, shape) for each in outputs],
        [tensor for tensor in _outside(packed) if tensor.name in needed],
    )
    versions = [helper.make_opsetid("", 20), helper.make_opsetid(_FUSED, 1)]
    return helper.make_model(graph, opset_imports=versions, ir_version=10, producer_name="graphmem")


def _shaped(name: str, shape: list[str | int | None]) -> ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def _layer(packed: Packed, layer: int, given: str, result: str, *, adapted: bool = False) -> list[NodeProto]:
    """Attention and the inner network, each added to what came in and normed."""
    at = f"l{layer}"
    heads = [f"{at}.q", f"{at}.k", f"{at}.v"]
    return [
        *_quantised(given),
        *(node for head in heads for node in _multiplied(head, given, adapted)),
        _node("MultiHeadAttention", heads, f"{at}.context", domain=_FUSED, num_heads=packed.shape.heads),
        *_quantised(f"{at}.context"),
        *_multiplied(f"{at}.ao", f"{at}.context", adapted),
        _added(given, f"{at}.ao", f"{at}.aln", f"{at}.mid"),
        *_quantised(f"{at}.mid"),
        *_multiplied(f"{at}.fi", f"{at}.mid", adapted),
        _node("Gelu", [f"{at}.fi"], f"{at}.bent", domain=_FUSED),
        *_quantised(f"{at}.bent"),
        *_multiplied(f"{at}.fo", f"{at}.bent", adapted),
        _added(f"{at}.mid", f"{at}.fo", f"{at}.oln", result),
    ]


def _quantised(x: str) -> list[NodeProto]:
    return [helper.make_node("DynamicQuantizeLinear", [x], [f"{x}.int", f"{x}.scale", f"{x}.zero"])]


def _multiplied(y: str, x: str, adapted: bool) -> list[NodeProto]:
    """y = x · W + b in integers: the scale of the input times that of each column brings them back; x · A · B is added
    where it is adapted."""
    own = f"{y}.own" if adapted else y
    nodes = [
        _node("MatMulInteger", [f"{x}.int", f"{y}.w", f"{x}.zero"], f"{y}.sum"),
        _node("Cast", [f"{y}.sum"], f"{y}.float", to=TensorProto.FLOAT),
        _node("Mul", [f"{x}.scale", f"{y}.s"], f"{y}.scales"),
        _node("Mul", [f"{y}.float", f"{y}.scales"], f"{y}.product"),
        _node("Add", [f"{y}.product", f"{y}.b"], own),
    ]
    if adapted:
        nodes += [
            _node("MatMul", [x, f"{y}.A"], f"{y}.narrow"),
            _node("MatMul", [f"{y}.narrow", f"{y}.B"], f"{y}.learned"),
            _node("Add", [own, f"{y}.learned"], y),
        ]
    return nodes


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
    opened = Packed(packed_file())
    GRAPH.write_bytes(build(opened).SerializeToString(deterministic=True))
    UPPER_GRAPH.write_bytes(build_upper(opened).SerializeToString(deterministic=True))
