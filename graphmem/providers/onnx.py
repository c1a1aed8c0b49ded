"""The English embedders: quantised ONNX models. onnxruntime and the tokenizer release the GIL."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from graphmem.errors import ConfigurationError
from graphmem.providers.one_model import one_model
from graphmem.providers.onnx_model import OnnxModel, OnnxSpec
from graphmem.providers.threaded import ThreadedEmbedder
from graphmem.providers.usage import UsageSink, unmetered


class OnnxEmbedder(ThreadedEmbedder):
    """An `Embedder` on a model directory."""

    def __init__(
        self, model_dir: Path, spec: OnnxSpec, usage: UsageSink = unmetered, *, threads: int | None = None
    ) -> None:
        """`model_dir` holds `model.onnx` and `tokenizer.json`, read at the first `embed`.

        Raises ConfigurationError without the package of the tokenizer.
        """
        if find_spec("tokenizers") is None:
            raise ConfigurationError(
                f"embedder {spec.model} needs the package tokenizers.",
                remedy="Run: pip install 'graphmem-neo4j[english]'",
            )
        super().__init__(one_model(OnnxModel, model_dir, spec), usage, threads=threads)
