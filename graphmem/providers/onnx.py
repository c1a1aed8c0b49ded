"""The default local embedder: a quantised ONNX model. onnxruntime and the tokenizer release the GIL."""

from __future__ import annotations

from pathlib import Path

from graphmem.providers.one_model import one_model
from graphmem.providers.onnx_model import OnnxModel, OnnxSpec
from graphmem.providers.threaded import ThreadedEmbedder
from graphmem.providers.usage import UsageSink, unmetered


class OnnxEmbedder(ThreadedEmbedder):
    """An `Embedder` on a model directory."""

    def __init__(
        self, model_dir: Path, spec: OnnxSpec, usage: UsageSink = unmetered, *, threads: int | None = None
    ) -> None:
        """`model_dir` holds `model.onnx` and `tokenizer.json`, read at the first `embed`."""
        super().__init__(one_model(OnnxModel, model_dir, spec), usage, threads=threads)
