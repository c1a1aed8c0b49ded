"""`graphmem demo`: what a newcomer sees first, and that seeing it again changes nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from statistics import median

import pytest
import pytest_asyncio

from graphmem import sample
from graphmem.cli.demo import OWNER
from graphmem.cli.demo_sections import read_everything
from graphmem.cognition.importance import Level, level
from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.memory import DataSource, Memory
from graphmem.model.relation import RelationType
from graphmem.model.views import MemoryView
from tests.cli.conftest import graphmem


@pytest_asyncio.fixture
async def empty(memory: GraphMem) -> AsyncIterator[None]:
    """The demo's owner without any memory, before and after."""
    await memory.erase(owner=OWNER)
    yield
    await memory.erase(owner=OWNER)


@pytest.mark.timeout(900)
@pytest.mark.usefixtures("empty")
async def test_it_shows_everything_once_and_the_same_again(environment: dict[str, str], memory: GraphMem) -> None:
    wide = environment | {"COLUMNS": "500"}
    first = graphmem(wide, "demo", "--all")
    assert first.returncode == 0, first.stderr
    turns = sum(len(list(conversation.turns)) for conversation in sample.conversations().conversations)
    assert f"{turns} turns in 6 conversations remembered ({turns} of them new)" in first.stdout
    # Two named entities that two memories share besides their speakers are rare in so few conversations.
    for kind in set(RelationType) - {RelationType.SAME_ENTITY}:
        assert re.search(rf"^  {kind} .+ (→|↔) .+ \(", first.stdout, re.MULTILINE), kind
    assert re.search(r"long summaries.* until 2026-05-11\n.*short bullets.* since 2026-05-11", first.stdout)
    assert re.search(r"Marcus –lives_in→ Gothenburg +2026-04-28 to 2026-05-15, recorded 20\d\d-", first.stdout)
    assert re.search(r"Marcus –lives_in→ Foça +2026-05-15 to –", first.stdout)
    assert re.search(r"^  Elif: İzmir'e taşınmaya karar verdik", first.stdout, re.MULTILINE)

    (counted,) = re.findall(r"For (\d+) of (\d+) questions the block holds the answer", first.stdout)
    assert (int(counted[0]) >= 20, counted[1]) == (True, "24")
    assert re.search(r"^● Why did the siren", first.stdout, re.MULTILINE), "what an agent would get has the whole chain"
    assert re.search(rf"{re.escape(sample.UNKNOWN)} +no block", first.stdout)

    assert re.search(r"A month later +a dream would change \d+ of \d+ memories\n", first.stdout)
    ((changed, restored),) = re.findall(r"changed (\d+) memories; undo restored all (\d+)\.", first.stdout)
    assert changed == restored
    assert "another export of the same talk was imported: still gone" in first.stdout
    assert "told again, and now episodic: My dentist" in first.stdout

    again = graphmem(wide, "demo", "--all")
    assert again.returncode == 0, again.stderr
    assert f"{turns} turns in 6 conversations remembered (0 of them new)" in again.stdout
    assert "graphmem recall --owner demo" in again.stdout
    assert told(again.stdout) == told(first.stdout)

    views = (await read_everything(memory, memory.owner(OWNER))).views
    hearsay_stands_beside_the_rule(views)
    importance_is_spread([view.memory for view in views])
    assert not [view.memory.text for view in views if view.memory.data_source is DataSource.ASSISTANT], "echoes"


def hearsay_stands_beside_the_rule(views: Sequence[MemoryView]) -> None:
    """The rule about the EU still holds, though nobody anchored it, and others claim the opposite."""
    (rule,) = (view for view in views if "must never leave the EU" in view.memory.text)
    (claim,) = (view for view in views if "may leave the EU" in view.memory.text)
    assert (rule.memory.category, rule.memory.immutable) == (Category.POLICY, False)
    assert rule.memory.valid_until is None
    assert rule.memory.retracted_at is None
    assert claim.memory.category is not Category.POLICY
    assert claim.memory.importance < rule.memory.importance
    assert [link.id for link in rule.relations if link.type == RelationType.CONTRADICTS] == [claim.memory.id]


def importance_is_spread(memories: Sequence[Memory]) -> None:
    """No level is empty; what binds is above what is told, and what is told above talk."""
    by_level = Counter(level(memory.importance) for memory in memories)
    assert min(by_level[band] for band in Level) > 0
    assert by_level[Level.LOW] < len(memories) / 2
    for category in (Category.POLICY, Category.DECISION, Category.PITFALL):
        assert median_of(memories, {category}) >= 0.6, category
    # What few words told of oneself lies near the bound of LOW: of the 46 that the encoder keeps, half are below it.
    assert 0.35 <= median_of(memories, {Category.ENTITY, Category.FACT, Category.PLAN, Category.EPISODE}) < 0.6
    talk = [memory.importance for memory in memories if memory.category is Category.OTHER and not memory.flashbulb]
    assert all(importance < 0.4 for importance in talk)


def median_of(memories: Sequence[Memory], kinds: set[Category]) -> float:
    return median(memory.importance for memory in memories if memory.category in kinds)


def told(shown: str) -> list[str]:
    """What must not change: all but how many turns were new, times, tokens, and the lines of blocks with their days.

    The text index weighs a word by its frequency in the whole store, and other tests fill that between two demos.
    """
    lines = (line.rstrip() for line in shown.splitlines() if "of them new" not in line and "First answer" not in line)
    return [re.sub(r"\d+ tokens", "tokens", line) for line in lines if not line.startswith("    ")]


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.usefixtures("empty")
async def test_it_leaves_nothing_when_asked_to(environment: dict[str, str], memory: GraphMem) -> None:
    shown = graphmem(environment | {"COLUMNS": "80"}, "demo", "--no-keep")
    assert shown.returncode == 0, shown.stderr
    assert len(shown.stdout.splitlines()) <= 60
    assert len(shown.stderr.splitlines()) <= 20
    assert shown.stdout.count("●") + shown.stdout.count("○") == 8, "the heading, the first question and six more"
    assert "recall --owner demo" not in shown.stdout
    assert (await memory.counts(owner=OWNER)).drawers == 0
