"""Mining with a batch API: the same memories, of all conversations in one batch."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from graphmem.cli.mining import mine_files
from graphmem.config import Settings
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.providers.batch_chat import BatchChat
from graphmem.providers.batch_state import BatchState, folder_of
from graphmem.services.ingestion.mine import BATCH
from tests.support.model_answers import every
from tests.support.openai_server import OpenAIServer

TALKS = {
    "trips": ("I prefer trains over planes.", "My sister Elif lives in Ankara.", "What shall we eat?"),
    "work": ("I work for Bosch in Bursa.", "We decided to write the service in Rust."),
}


@pytest.fixture
async def chat(model: OpenAIServer, tmp_path: Path) -> AsyncIterator[BatchChat]:
    model.reply = lambda body: every(body, mentions=[])
    state = BatchState(folder_of(tmp_path, "tests"))
    chat = BatchChat("small-1", state, base_url=model.url, quiet=0.5, pauses=(0.05, 0.2))
    yield chat
    await chat.aclose()


@pytest.fixture
def batched(memory: GraphMem, chat: BatchChat, settings: Settings) -> GraphMem:
    return GraphMem(settings, memory.database, memory.embedder, memory.usage, chat=chat)


def file_of(folder: Path, name: str, lines: tuple[str, ...] | list[str]) -> Path:
    file = folder / f"{name}.json"
    said = [
        {"speaker": "Ada", "text": text, "time": f"2026-03-02T09:{place % 60:02d}:{place // 60:02d}Z"}
        for place, text in enumerate(lines)
    ]
    file.write_text(json.dumps({"title": name, "messages": said}))
    return file


async def texts(memory: GraphMem, owner: Owner) -> list[tuple[str, str]]:
    page = await memory.owner(owner).memories(limit=50)
    return sorted((one.text, one.category.value) for one in page.items)


async def test_two_conversations_of_one_batch_become_the_same_memories(
    batched: GraphMem, minded: GraphMem, model: OpenAIServer, tenant: Owner, tmp_path: Path
) -> None:
    files = [file_of(tmp_path, name, lines) for name, lines in TALKS.items()]
    single = Owner.named(f"{tenant.name}-single")
    try:
        came = await mine_files(batched, files, at_once=32, owner=tenant)
        assert [report.filed for report in came.reports] == [3, 2]
        assert not came.failed
        assert len(model.batches.made) == 1
        model.reply = lambda body: every(body, mentions=[])
        await mine_files(minded, files, owner=single)
        assert await texts(minded, single) == await texts(batched, tenant)
        assert len(await texts(batched, tenant)) >= 4
    finally:
        await minded.erase(owner=single.name)


async def test_a_long_conversation_is_one_batch_and_several_transactions(
    batched: GraphMem, model: OpenAIServer, tenant: Owner, tmp_path: Path
) -> None:
    lines = [f"I prefer tea number {number} over coffee since last week." for number in range(BATCH + 20)]
    came = await mine_files(batched, [file_of(tmp_path, "long", lines)], at_once=32, owner=tenant)
    (sent,) = model.batches.requests()
    assert len(sent) > BATCH // 10
    assert (came.reports[0].filed, came.failed) == (BATCH + 20, [])
    assert came.reports[0].memories + came.reports[0].reinforced + came.reports[0].updated > BATCH // 2
    again = await mine_files(batched, [file_of(tmp_path, "long", lines)], at_once=32, owner=tenant)
    assert (again.reports[0].filed, again.reports[0].known, len(model.batches.made)) == (0, BATCH + 20, 1)


@pytest.mark.parametrize("how", [{"ends": "failed"}, {"is_there": False}])
async def test_where_a_batch_fails_the_encoder_reads(
    batched: GraphMem, model: OpenAIServer, tenant: Owner, tmp_path: Path, how: dict[str, Any]
) -> None:
    for name, value in how.items():
        setattr(model.batches, name, value)
    files = [file_of(tmp_path, name, lines) for name, lines in TALKS.items()]
    came = await mine_files(batched, files, at_once=32, owner=tenant)
    for report in came.reports:
        (note,) = report.notes
        assert note.startswith("Memories by the encoder: endpoint ")
        assert ("no batch API (404)" if how.get("ends") is None else "Enqueued token limit reached") in note
    assert await texts(batched, tenant)


async def test_erasing_an_owner_removes_what_is_kept_of_batches(memory: GraphMem, tenant: Owner) -> None:
    folder = folder_of(memory.settings.home, tenant.key)
    state = BatchState(folder)
    state.sent("batch-1", "file-1", ["a"])
    state.close()
    await memory.erase(owner=tenant.name)
    assert not folder.exists()


async def test_a_request_that_fails_is_asked_for_in_halves(
    batched: GraphMem, model: OpenAIServer, tenant: Owner, tmp_path: Path
) -> None:
    model.behave(*["bad_request"] * 3)
    model.reply = lambda body: every(body, mentions=[])
    came = await mine_files(batched, [file_of(tmp_path, "trips", TALKS["trips"])], at_once=32, owner=tenant)
    assert [len(sent) for sent in model.batches.requests()] == [1, 1, 1, 2]
    assert not came.reports[0].notes
    assert len(await texts(batched, tenant)) >= 2
