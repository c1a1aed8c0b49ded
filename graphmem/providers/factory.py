"""Opens the embedder and the chat model of the settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphmem.config import EmbedderKind, Settings
from graphmem.errors import ConfigurationError
from graphmem.model.usage import Price
from graphmem.ports import Progress, silent
from graphmem.providers.embedder import ClosableEmbedder
from graphmem.providers.multilingual import MODEL as MULTILINGUAL
from graphmem.providers.multilingual import MultilingualEmbedder
from graphmem.providers.onnx import OnnxEmbedder
from graphmem.providers.onnx_model import BGE_SMALL_EN, MINILM_EN, OnnxSpec
from graphmem.providers.usage import UsageSink, unmetered

if TYPE_CHECKING:  # the client library takes a third of a command's start, and few need it
    from graphmem.providers.batch_chat import BatchChat
    from graphmem.providers.chat import OpenAIChat
    from graphmem.providers.openai_compatible import OpenAIEmbedder

ONNX_SPECS: dict[EmbedderKind, OnnxSpec] = {
    EmbedderKind.BGE_SMALL_EN: BGE_SMALL_EN,
    EmbedderKind.MINILM_EN: MINILM_EN,
}
"""The local embedders with a fetched model: `spec.endpoint` names the jar unpacked for `model_dir`."""

LOCAL_MODELS: dict[str, EmbedderKind] = {
    **{spec.model: kind for kind, spec in ONNX_SPECS.items()},
    MULTILINGUAL: EmbedderKind.MULTILINGUAL_E5,
}
"""The local embedder for each model name in a store's record."""


async def open_embedder(settings: Settings, model_dir: Path | None, usage: UsageSink = unmetered) -> ClosableEmbedder:
    """The embedder of `settings.embedder_kind`; the caller closes it.

    `model_dir` holds `model.onnx` and `tokenizer.json` for a kind of ONNX_SPECS, and is ignored for the others. An
    endpoint is asked for its dimensions unless they are configured. Raises ConfigurationError if the kind lacks a
    setting, EmbeddingError if the endpoint does not answer.
    """
    kind = settings.embedder_kind
    if kind is EmbedderKind.OPENAI:
        return await _open_endpoint(settings, usage)
    if kind in (EmbedderKind.MULTILINGUAL_E5, EmbedderKind.MULTILINGUAL_E5_ALL):
        return MultilingualEmbedder(usage, every_script=kind is EmbedderKind.MULTILINGUAL_E5_ALL)
    spec = ONNX_SPECS[kind]
    if model_dir is None:
        raise ConfigurationError(
            f"embedder {kind} needs its model's directory.", remedy=f"Fetch and unpack {spec.endpoint} first."
        )
    return OnnxEmbedder(model_dir, spec, usage)


def open_chat(settings: Settings, usage: UsageSink = unmetered) -> OpenAIChat | None:
    """The chat model of the settings, which the caller closes; None without one. It sends no request yet.

    Raises ConfigurationError when neither a key nor an endpoint is set.
    """
    if not settings.chat_model:
        return None
    from graphmem.providers.chat import OpenAIChat

    return OpenAIChat(settings.chat_model, **_of_chat(settings), usage=usage)


def open_batch_chat(settings: Settings, owner: str, progress: Progress = silent) -> BatchChat:
    """The chat model of the settings behind its endpoint's batch API, for the owner of that key.

    The caller closes it. Raises ConfigurationError without a chat model, a key and an endpoint, or while another
    process has this owner's.
    """
    if not settings.chat_model:
        raise ConfigurationError(
            "A batch needs a chat model, and none is set.", remedy="Set GRAPHMEM_CHAT_MODEL, or mine without --batch."
        )
    from graphmem.providers.batch_chat import BatchChat
    from graphmem.providers.batch_state import BatchState, folder_of

    how = _of_chat(settings)
    return BatchChat(settings.chat_model, BatchState(folder_of(settings.home, owner)), **how, progress=progress)


def _of_chat(settings: Settings) -> dict[str, Any]:
    prices = (settings.chat_price_in, settings.chat_price_out)
    return {
        "api_key": _key(settings, f"chat model {settings.chat_model}"),
        "base_url": _base_url(settings),
        "timeout": settings.chat_timeout,
        "price": None if prices == (None, None) else Price(prices[0] or 0.0, prices[1] or 0.0),
    }


async def _open_endpoint(settings: Settings, usage: UsageSink) -> OpenAIEmbedder:
    from graphmem.providers.openai_compatible import OpenAIEmbedder

    embedder = OpenAIEmbedder(
        settings.embedding_model or "",  # Settings refuses an endpoint without a model
        api_key=_key(settings, "embedder openai"),
        base_url=_base_url(settings),
        dimensions=settings.embedding_dimensions,
        timeout=settings.embedding_timeout,
        usage=usage,
    )
    try:
        await embedder.probe()
    except BaseException:
        await embedder.aclose()
        raise
    return embedder


def _key(settings: Settings, what: str) -> str | None:
    """The key without the final line break of a file. None only if an endpoint is configured instead."""
    key = settings.openai_api_key.get_secret_value().strip() if settings.openai_api_key else None
    if not key and not settings.openai_base_url:
        raise ConfigurationError(
            f"{what} has neither a key nor an endpoint.",
            remedy="Set OPENAI_API_KEY, or OPENAI_BASE_URL for a local server.",
        )
    if key and not (key.isascii() and key.isprintable()):
        raise ConfigurationError(
            "OPENAI_API_KEY holds characters that no HTTP header can carry.", remedy="Copy the key again."
        )
    return key


def _base_url(settings: Settings) -> str | None:
    url = settings.openai_base_url
    if url and not url.startswith(("http://", "https://")):
        raise ConfigurationError(
            f"OPENAI_BASE_URL {url!r} is no web address.", remedy="Write it with http:// or https:// in front."
        )
    return url
