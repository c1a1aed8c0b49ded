"""Several embedders of one local model: one copy of its weights, and none when nobody holds it."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import numpy as np

from graphmem.ports import Purpose
from graphmem.providers.one_model import one_model
from graphmem.providers.onnx import OnnxEmbedder
from graphmem.providers.onnx_model import BGE_SMALL_EN
from graphmem.providers.usage import Usage


async def test_two_embedders_have_one_model_and_a_bill_each(bge_dir: Path) -> None:
    bills: tuple[list[Usage], list[Usage]] = ([], [])
    first, second = (OnnxEmbedder(bge_dir, BGE_SMALL_EN, bill.append) for bill in bills)
    assert first._model is second._model
    vector = await first.embed(["a lighthouse"], Purpose.QUERY)
    await first.aclose()
    assert np.array_equal(vector, await second.embed(["a lighthouse"], Purpose.QUERY)), "the other one goes on"
    await second.aclose()
    assert [len(bill) for bill in bills] == [1, 1]


def test_a_model_that_nobody_holds_is_gone() -> None:
    class Model:
        def __init__(self, name: str) -> None:
            self.name = name

    held = one_model(Model, "a")
    assert one_model(Model, "a") is held
    assert one_model(Model, "b") is not held
    gone = weakref.ref(held)
    del held
    gc.collect()
    assert gone() is None
