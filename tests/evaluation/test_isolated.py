"""Runs of evaluations: owners that go, interrupted runs that are gone on with, and names that tell runs apart."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from graphmem.evaluation.isolated import digest, isolated, noted
from graphmem.facade import GraphMem
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.store import tenants
from tests.evals import musique

TALK = Conversation("t", "t", None, (Session("t", None, (Turn("The kettle is broken.", "Ada", Role.USER),)),))


class StopError(Exception):
    """Something that ends a run early."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.json"
    path.write_text("[]")
    return path


async def owners(memory: GraphMem) -> set[str]:
    return {owner.name for owner, _ in await tenants.all_owners(memory.database)}


async def interrupted(memory: GraphMem, data: Path, *, resume: bool) -> str:
    """The owner of a run that was stopped after its first question."""
    owner = ""
    with suppress(StopError):
        async with isolated(memory, "test", data, {}, resume=resume) as run:
            owner = await run.file(TALK, "one")
            await run.ask("q1", "What is broken?", owner=owner, limit=5)
            raise StopError
    return owner


async def test_an_interrupted_run_leaves_nothing(memory: GraphMem, data: Path) -> None:
    assert await interrupted(memory, data, resume=False) not in await owners(memory)


async def test_an_interrupted_run_is_gone_on_with(memory: GraphMem, data: Path) -> None:
    owner = await interrupted(memory, data, resume=True)
    assert owner in await owners(memory)
    async with isolated(memory, "test", data, {}, resume=True) as run:
        assert "q1" in run.noted
        await memory.erase(owner=owner)  # so that asking once more would find nothing
        answer = await run.ask("q1", "What is broken?", owner=owner, limit=5)
        assert len(answer.ranked) == 1
        await run.over("one")
        assert await run.file(TALK, "one") == owner
        assert (await memory.counts(owner=owner)).drawers == 0
        journal = run.journal
    assert journal is not None
    assert not journal.exists()
    assert owner not in await owners(memory)


async def test_a_torn_line_is_dropped_and_not_glued_to_the_next(memory: GraphMem, data: Path) -> None:
    with suppress(StopError):
        async with isolated(memory, "torn", data, {}, resume=True) as run:
            run.note("a", 1)
            assert run.journal is not None
            run.journal.write_text(run.journal.read_text() + '["b", [1')
            raise StopError
    async with isolated(memory, "torn", data, {}, resume=True) as run:
        run.note("c", 3)
        assert run.journal is not None
        assert noted(run.journal) == {"a": 1, "c": 3}


def test_other_data_or_settings_are_another_run(data: Path) -> None:
    first = digest(data, limit=5)
    assert digest(data, limit=5) == first
    assert digest(data, limit=6) != first
    data.write_text("[1]")
    assert digest(data, limit=5) != first


async def test_a_resumed_evaluation_gives_the_same_figures(
    memory: GraphMem, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = await musique.evaluate(memory, tiny / "musique.json")
    ask, asked = memory.recall, 0

    async def recall(query: str, **given: object) -> object:
        nonlocal asked
        asked += 1
        if asked == 2:
            raise StopError
        return await ask(query, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(memory, "recall", recall)
    with pytest.raises(StopError):
        await musique.evaluate(memory, tiny / "musique.json", resume=True)
    resumed = await musique.evaluate(memory, tiny / "musique.json", resume=True)
    assert resumed["metrics"] == whole["metrics"]
    assert asked == 1 + whole["settings"]["questions"]
