"""Work that goes on by itself: messages of a session are read, conversations mined, idle sessions ended."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.job import JobState
from graphmem.model.palace import Owner
from graphmem.services.background import Background
from graphmem.services.ingestion.mine import Miner


@pytest.fixture
def background(memory: GraphMem) -> Background:
    miner = Miner(memory.database, memory.embedder)
    return Background(
        memory.database,
        memory.embedder,
        miner,
        memory.observer,
        memory.sessions,
        memory.dreams,
        memory.webhooks,
        look_seconds=0.0,
    )


async def texts(memory: GraphMem, owner: Owner) -> list[str]:
    return [item.text for item in (await memory.memories.page(owner, first=100)).items]


async def test_messages_of_a_session_are_read_together_later(
    memory: GraphMem, background: Background, tenant: Owner
) -> None:
    session = await memory.sessions.start(tenant)
    for text in ("I prefer window seats on long flights.", "My sister Ceyda moved to Izmir in January."):
        assert (await memory.observer.say(tenant, text, session=session, read_after=0.0)).pointer is not None
    assert await texts(memory, tenant) == []
    jobs = (await memory.jobs.list(tenant)).items
    assert [(job.kind.value, job.state) for job in jobs] == [("extract", JobState.QUEUED)]
    assert await background.drain() >= 1
    assert len(await texts(memory, tenant)) == 2
    assert [job.state for job in (await memory.jobs.list(tenant)).items] == [JobState.DONE]


async def test_a_conversation_is_mined_later_and_only_once(
    memory: GraphMem, background: Background, tenant: Owner
) -> None:
    turns = [{"speaker": "Ada", "text": "I moved to Bergen in March.", "time": "2026-03-02T09:00:00Z"}]
    submission = {"title": "Ada and Mert", "turns": turns, "key": "ada-mert"}
    first = await background.mine_later(tenant, submission)
    again = await background.mine_later(tenant, submission)
    assert first.id == again.id
    await background.drain()
    assert (await memory.counts(owner=tenant.name)).drawers == 1
    assert len(await texts(memory, tenant)) == 1
    with pytest.raises(InvalidInputError):
        await background.mine_later(tenant, {"title": "", "turns": []})


async def test_the_loop_ends_idle_sessions_and_stops_when_told(
    memory: GraphMem, background: Background, tenant: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    await memory.sessions.start(tenant)
    monkeypatch.setattr("graphmem.services.sessions.IDLE", timedelta(seconds=-1))
    loop = asyncio.create_task(background.run())
    deadline = datetime.now(UTC) + timedelta(seconds=20)
    while (await memory.sessions.all(tenant))[0].state == "active" and datetime.now(UTC) < deadline:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)
    assert (await memory.sessions.all(tenant))[0].state == "ended"
