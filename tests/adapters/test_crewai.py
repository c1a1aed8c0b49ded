"""The CrewAI adapter inside agents and crews; only the language model is told what to say."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from graphmem.blocking import BlockingMemory
from graphmem.config import Settings
from graphmem.facade import GraphMem
from graphmem.model.memory import DataSource
from graphmem.model.palace import Owner
from tests.support.frameworks import ASKED, LEARNT, SAID

pytestmark = pytest.mark.filterwarnings("ignore")  # the framework's own


def scripted() -> tuple[Any, list[str]]:
    """A model that always says the same, and the messages that it was given."""
    from crewai import BaseLLM

    seen: list[str] = []

    class Model(BaseLLM):
        def call(self, messages: Any, *_given: Any, **_named: Any) -> str:
            seen.append("\n".join(str(one["content"]) for one in messages))
            return "Thought: I now can give a great answer\nFinal Answer: Good to know."

    return Model(model="scripted"), seen


async def test_a_fact_of_one_session_is_recalled_in_the_next(
    memory: GraphMem, through: Settings, tenant: Owner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CREWAI_DISABLE_TELEMETRY", "CREWAI_DISABLE_TRACKING", "OTEL_SDK_DISABLED"):
        monkeypatch.setenv(name, "true")
    monkeypatch.setenv("CREWAI_STORAGE_DIR", str(tmp_path))
    pytest.importorskip("crewai", reason="graphmem-neo4j[crewai] is not installed")
    await asyncio.to_thread(drive, through, tenant.name)
    kept = (await memory.memories.page(tenant, first=50)).items
    assert {one.data_source for one in kept if "harbour" in one.text} == {DataSource.TOOL}
    assert {one.project for one in kept} == {"shop"}
    roles = (await memory.owner(tenant).stats()).drawers_by_role
    assert (roles["user"].memories, roles["assistant"].memories) == (4, 4)


def drive(settings: Settings, owner: str) -> None:
    """As in a script, without an event loop."""
    from crewai import Agent, Crew, Task

    from graphmem.adapters.crewai import CrewMemory

    model, seen = scripted()

    def told(kept: CrewMemory, text: str) -> str:
        agent = Agent(role="Helper", goal="Help", backstory="Short.", llm=model, memory=kept)
        assert agent.kickoff(text).raw == "Good to know."
        return seen[-1]

    with BlockingMemory(settings) as door:
        shop = CrewMemory(door, owner, project="shop")
        assert "memory_context" not in told(shop, SAID)
        assert "Bergen" in told(shop, ASKED)
        assert "Bergen" not in told(CrewMemory(door, owner, project="game"), "Where does Zeynep live?")
        agent = Agent(role="Helper", goal="Help", backstory="Short.", llm=model)
        task = Task(description="Say where my sister Zeynep lives.", expected_output="A city.", agent=agent)
        Crew(agents=[agent], tasks=[task], memory=shop).kickoff()
        assert "Bergen" in seen[-1]
        record = shop.remember(LEARNT)
        assert record is not None
        assert record.content == LEARNT
        assert "harbour gateway" in shop.recall("Where does the harbour gateway stay?", limit=5)[0].format()
        assert shop.extract_memories("A note of a flow.") == ["A note of a flow."], "nobody said it in an exchange"
        shop.remember_many(["The dock\x00 is \ud83d closed on Sundays."])
        with pytest.raises(AttributeError, match="graphmem keeps"):
            shop.list_records()
