"""The real models' directories, embedders on it, and a real endpoint."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from graphmem.config import load_settings
from graphmem.providers.onnx import OnnxEmbedder
from graphmem.providers.onnx_model import BGE_SMALL_EN, MINILM_EN
from graphmem.server.models import extract_model
from tests.support.openai_server import OpenAIServer, openai_server


@pytest.fixture(scope="session")
def bge_dir() -> Path:
    return extract_model(BGE_SMALL_EN.endpoint, load_settings())


@pytest.fixture(scope="session")
def minilm_dir() -> Path:
    return extract_model(MINILM_EN.endpoint, load_settings())


@pytest.fixture(scope="session")
async def bge(bge_dir: Path) -> AsyncIterator[OnnxEmbedder]:
    embedder = OnnxEmbedder(bge_dir, BGE_SMALL_EN)
    yield embedder
    await embedder.aclose()


@pytest.fixture(scope="session")
def running_server() -> Iterator[OpenAIServer]:
    with openai_server() as server:
        yield server


@pytest.fixture
def server(running_server: OpenAIServer) -> OpenAIServer:
    """The endpoint, well-behaved until a test says otherwise."""
    running_server.behave()
    return running_server
