"""The messages, questions and scripted calls of the adapters' tests, for any framework."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphmem.facade import GraphMem
from graphmem.model.memory import DataSource
from graphmem.model.palace import Owner

SAID = "My sister Zeynep moved to Bergen in May."
ASKED = "To which city did my sister Zeynep move?"
LEARNT = "Ada decided on 2026-05-08 that the harbour gateway stays in Bergen."
ODD = "Kaan\x00 works at \ud83d Vestas."
"""Characters that JSON may hold and no text."""

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("forget", {"id": "x"}),
    ("recall", {"query": ASKED}),
    ("learn", {"text": LEARNT}),
]


async def check_answers(memory: GraphMem, owner: Owner, answers: Sequence[str]) -> None:
    """Check the answers to CALLS of tools for the project shop, where SAID was told before, and their effects."""
    assert "no id" in answers[0], "a wrong value is told to the model"
    assert "Bergen" in answers[1]
    assert "harbour gateway" in answers[2]
    kept = (await memory.memories.page(owner, first=50)).items
    assert {one.project for one in kept if one.data_source is DataSource.TOOL} == {"shop"}
