"""The encoder's graph multiplies exactly on every processor."""

from __future__ import annotations

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from tests.evals.encoder.graph import _ZERO, _multiplied

WIDTH = 64


def test_the_largest_products_are_not_cut_off() -> None:
    weights = np.array([[127 + 128, -127 + 128, 1 + 128]] * WIDTH, np.uint8)
    kept: dict[str, np.ndarray] = {"y.w": weights, "y.s": np.ones(3, np.float32), "y.b": np.zeros(3, np.float32)}
    given: dict[str, np.ndarray] = {"x.zero": np.array(0, np.uint8), "x.scale": np.array(1.0, np.float32)}
    given |= {_ZERO: np.array(128, np.uint8)}
    graph = helper.make_graph(
        _multiplied("y", "x"),
        "product",
        [helper.make_tensor_value_info("x.int", TensorProto.UINT8, [1, WIDTH])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 3])],
        [numpy_helper.from_array(value, name) for name, value in (kept | given).items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    told = session.run(None, {"x.int": np.full((1, WIDTH), 255, np.uint8)})[0]
    assert told.tolist() == [[255 * 127 * WIDTH, -255 * 127 * WIDTH, 255 * WIDTH]]
