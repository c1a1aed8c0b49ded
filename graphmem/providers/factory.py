"""Chooses and opens the embedder that the settings ask for."""

from __future__ import annotations

from pathlib import Path

from graphmem.config import EmbedderKind, Settings
from graphmem.errors import ConfigurationError
from graphmem.providers.embedder import ClosableEmbedder
from graphmem.providers.onnx import OnnxEmbedder
from graphmem.providers.onnx_model import BGE_SMALL_EN, MINILM_EN, OnnxSpec
from graphmem.providers.usage import UsageSink, unmetered

ONNX_SPECS: dict[EmbedderKind, OnnxSpec] = {
    EmbedderKind.BGE_SMALL_EN: BGE_SMALL_EN,
    EmbedderKind.MINILM_EN: MINILM_EN,
}
"""The local embedders. `spec.endpoint` names the jar whose model the caller unpacks for `model_dir`."""


async def open_embedder(settings: Settings, model_dir: Path | None, usage: UsageSink = unmetered) -> ClosableEmbedder:
    """The embedder of `settings.embedder_kind`; the caller closes it.

    `model_dir` holds `model.onnx` and `tokenizer.json` for a local kind, and is ignored for an endpoint. Raises
    ConfigurationError when the kind lacks what it needs.
    """
    kind = settings.embedder_kind
    spec = ONNX_SPECS[kind]
    if model_dir is None:
        raise ConfigurationError(
            f"embedder {kind} needs its model's directory.", remedy=f"Fetch and unpack {spec.endpoint} first."
        )
    return OnnxEmbedder(model_dir, spec, usage)
