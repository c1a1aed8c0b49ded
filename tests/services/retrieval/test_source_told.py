"""A block says of each line whose words it is: a speaker by name, else a program, a document or an agent."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.memory import DataSource, WriteSource
from graphmem.model.transcript import Role
from graphmem.model.trust import told_source
from graphmem.services.retrieval.options import RecallOptions

ASKED = "Which port does the harbour gateway listen on?"
SAID = "The harbour gateway listens on port 8443."


@pytest.mark.parametrize(
    ("role", "told"),
    [(Role.USER, ""), (Role.TOOL, "from a program"), (Role.FEED, "from a feed"), (Role.DOCUMENT, "from a document")],
)
async def test_a_block_and_the_page_say_whose_words_it_is(memory: GraphMem, owner: str, role: Role, told: str) -> None:
    ada = memory.owner(owner)
    await ada.learn(SAID, role=role, speaker="netstat")
    block = (await ada.recall(ASKED, options=RecallOptions(min_confidence=0.0))).context
    lines = [line for line in block.splitlines() if "8443" in line]
    assert lines
    assert all(told in line for line in lines)
    assert told or not any("from a" in line for line in lines)


def test_an_agents_memory_is_told_apart_from_a_programs() -> None:
    assert told_source(DataSource.TOOL, WriteSource.AGENT) == "from an agent"
    assert told_source(DataSource.TOOL, WriteSource.MINING) == "from a program"
    assert told_source(DataSource.USER, WriteSource.AGENT) == ""
