"""A memory whose chat model is a scripted endpoint over real HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from graphmem.config import Settings
from graphmem.facade import GraphMem
from graphmem.providers.chat import OpenAIChat
from graphmem.services.ops_log import OpsLog
from tests.support.openai_server import OpenAIServer, openai_server


@pytest.fixture(scope="session")
def running_model() -> Iterator[OpenAIServer]:
    with openai_server() as server:
        yield server


@pytest.fixture
def model(running_model: OpenAIServer) -> OpenAIServer:
    """The endpoint, which finds nothing in any turn until a test says otherwise."""
    running_model.behave()
    running_model.reply = {"clauses": []}
    return running_model


@pytest.fixture
async def minded(memory: GraphMem, model: OpenAIServer, settings: Settings) -> AsyncIterator[GraphMem]:
    """The store of `memory`, read by that model, which has two seconds."""
    chat = OpenAIChat("small-1", base_url=model.url, timeout=2)
    ops_log = OpsLog(settings.ops_log)
    yield GraphMem(settings, memory.database, memory.embedder, memory.usage, ops_log=ops_log, chat=chat)
    ops_log.close()
    await chat.aclose()
