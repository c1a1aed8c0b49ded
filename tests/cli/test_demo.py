"""`graphmem demo`: what a newcomer sees first, and that seeing it again changes nothing."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from graphmem import sample
from graphmem.cli.demo import OWNER
from graphmem.facade import GraphMem
from graphmem.model.relation import RelationType
from tests.cli.conftest import graphmem


@pytest_asyncio.fixture
async def empty(memory: GraphMem) -> AsyncIterator[None]:
    """The demo's owner without any memory, before and after."""
    await memory.erase(owner=OWNER)
    yield
    await memory.erase(owner=OWNER)


@pytest.mark.usefixtures("empty")
def test_it_shows_everything_once_and_the_same_again(environment: dict[str, str]) -> None:
    wide = environment | {"COLUMNS": "500"}
    first = graphmem(wide, "demo")
    assert first.returncode == 0, first.stderr
    turns = sum(len(list(conversation.turns)) for conversation in sample.conversations().conversations)
    assert f"{turns} turns in 6 conversations remembered ({turns} of them new)" in first.stdout
    assert "none was found" not in first.stdout.lower()
    for kind in RelationType:
        assert re.search(rf"^  {kind} .+ (→|↔) .+ \(", first.stdout, re.MULTILINE), kind
    assert re.search(r"long summaries.* until 2026-05-11\n.*short bullets.* since 2026-05-11", first.stdout)
    assert re.search(r"2026-04-28 +2026-05-15 +Marcus –lives_in→ Gothenburg +20\d\d-\d\d-\d\d +–", first.stdout)
    assert re.search(r"2026-05-15 +– +Marcus –lives_in→ Foça", first.stdout)
    assert "Değişmediği sürece bu karara göre davran" in first.stdout, "a lesson in Turkish"

    again = graphmem(wide, "demo")
    assert again.returncode == 0, again.stderr
    assert f"{turns} turns in 6 conversations remembered (0 of them new)" in again.stdout
    assert "graphmem recall --owner demo" in again.stdout
    assert told(again.stdout) == told(first.stdout)


def told(shown: str) -> list[str]:
    """What must not change: all but how many turns were new, and times."""
    return [line.rstrip() for line in shown.splitlines() if "of them new" not in line and "First answer" not in line]


@pytest.mark.usefixtures("empty")
async def test_it_leaves_nothing_when_asked_to(environment: dict[str, str], memory: GraphMem) -> None:
    shown = graphmem(environment, "demo", "--no-keep")
    assert shown.returncode == 0, shown.stderr
    assert "recall --owner demo" not in shown.stdout
    assert (await memory.counts(owner=OWNER)).drawers == 0
