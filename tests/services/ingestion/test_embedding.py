"""What is merged is embedded outside of any transaction: an endpoint that takes its time holds up nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import numpy as np
import pytest

from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.palace import Owner
from graphmem.ports import Purpose
from graphmem.providers.cache import CachedEmbedder
from graphmem.providers.openai_compatible import OpenAIEmbedder
from graphmem.store import recall
from tests.support.openai_server import OpenAIServer

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
PLAYS = "I play the violin in Vienna."
SINCE = "I play the violin in Vienna since 2019."
WAIT = 120
"""Seconds after which a writer that waits for another is taken to wait for ever."""


class SlowEndpoint:
    """An endpoint with the vectors of this machine's embedder that keeps the fuller text waiting, when
    it is asked for as the new text of the known memory."""

    def __init__(self, memory: GraphMem) -> None:
        self._memory = memory
        self._loop = asyncio.get_running_loop()
        self.asked = asyncio.Event()
        self.answers = asyncio.Event()
        self.merged: list[str] = []
        self._seen = 0

    async def embed(self, texts: list[str]) -> list[list[float]]:
        """In the server's thread; the model and the events belong to the test's loop."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._embed(texts), self._loop))

    async def _embed(self, texts: list[str]) -> list[list[float]]:
        self._seen += sum(text == f"Ada: {SINCE}" for text in texts)
        if self._seen > 1 and not self.merged:
            self.merged.append(f"Ada: {SINCE}")
            self.asked.set()
            await self.answers.wait()
        vectors: list[list[float]] = (await self._memory.embedder.embed(texts, Purpose.PASSAGE)).tolist()
        return vectors


@pytest.fixture
async def endpoint(memory: GraphMem, model: OpenAIServer) -> AsyncIterator[SlowEndpoint]:
    slow = SlowEndpoint(memory)
    model.embed = slow.embed
    yield slow
    model.embed = None


@pytest.fixture
async def remote(
    memory: GraphMem, tenant: Owner, endpoint: SlowEndpoint, model: OpenAIServer
) -> AsyncIterator[GraphMem]:
    """The store of `memory`, written to with the vectors of that endpoint."""
    size = memory.embedder.dimensions
    embedder = OpenAIEmbedder(memory.embedder.model, base_url=model.url, dimensions=size, timeout=WAIT)
    yield GraphMem(memory.settings, memory.database, CachedEmbedder(embedder), memory.usage)
    await embedder.aclose()
    await memory.erase(owner=tenant.name)  # its turns have no token states, of which the doctor would tell


@pytest.mark.parametrize("changed", [False, True], ids=["as planned", "changed meanwhile"])
async def test_others_write_while_a_merged_text_is_embedded(
    memory: GraphMem, remote: GraphMem, endpoint: SlowEndpoint, tenant: Owner, changed: bool
) -> None:
    """A second writer of the owner commits meanwhile; where that changes the very memory, the plan is made anew."""
    await remote.observer.observe(tenant, PLAYS, speaker="Ada", said_at=MONDAY)
    writing = asyncio.create_task(remote.observer.observe(tenant, SINCE, speaker="Ada", said_at=MONDAY))
    try:
        await asyncio.wait_for(endpoint.asked.wait(), WAIT)
        told = "I play the violin in Vienna with Clara Haas." if changed else "I own a small bakery in Graz."
        seen = await asyncio.wait_for(memory.observer.observe(tenant, told, speaker="Ada", said_at=MONDAY), WAIT)
        (other,) = seen.statements
        assert (other.action is GateAction.UPDATE) == changed
        assert not writing.done()
    finally:
        endpoint.answers.set()
    (verdict,) = (await asyncio.wait_for(writing, WAIT)).statements
    assert verdict.memory is not None
    stored = {one.id: one for one in (await memory.memories.page(tenant)).items}
    assert all(one.embedded for one in stored.values())
    (merged,) = endpoint.merged
    assert stored[verdict.memory].text == merged
    assert len(stored) == 2  # what was planned anew stands by itself, beside what the other made of the first
    (vector,) = await memory.embedder.embed([merged], Purpose.PASSAGE)
    _, vectors = await recall.describe_beside(memory.database, tenant, (), list(stored))
    kept = vectors[verdict.memory]
    assert float(np.dot(vector, np.asarray(kept))) > 0.999
