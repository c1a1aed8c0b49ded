"""Two numbers of a kind are covered alike, and are two: the gate compares what was said."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.relation import RelationType
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.services.background import Background
from graphmem.services.ingestion.mine import Miner

CASES = [
    ("The PIN of my bank card is 7294.", "The PIN of my bank card is 5518."),
    ("My IBAN is TR33 0006 1005 1978 6457 8413 26.", "My IBAN is DE89 3704 0044 0532 0130 00."),
    ("Banka kartımın şifresi 7294.", "Banka kartımın şifresi 5518."),
]


@pytest.mark.parametrize(("old", "new"), CASES)
@pytest.mark.parametrize("way", ["observed", "mined together", "read later"])
async def test_another_number_of_a_kind_replaces_the_one_there_was(
    memory: GraphMem, tenant: Owner, old: str, new: str, way: str
) -> None:
    if way == "mined together":
        turns = tuple(Turn(text, "Ada", Role.USER) for text in (old, new))
        await memory.mine(Conversation("cards", "cards", "ada", (Session("cards", None, turns),)), owner=tenant.name)
    elif way == "read later":
        background = Background(
            memory.database,
            memory.embedder,
            Miner(memory.database, memory.embedder),
            memory.observer,
            memory.sessions,
            memory.dreams,
            memory.webhooks,
            look_seconds=0.0,
        )
        session = await memory.sessions.start(tenant)
        for text in (old, new):
            await memory.observer.say(tenant, text, speaker="Ada", session=session, read_after=0.0)
            await background.drain()
    else:
        for text in (old, new):
            await memory.observer.observe(tenant, text, speaker="Ada")
    live = (await memory.memories.page(tenant)).items
    assert len(live) == 1
    (change,) = await memory.memories.related(tenant, RelationType.SUPERSEDES)
    assert change.new == live[0].text
    assert not any(number in f"{change.new} {change.old}" for number in ("7294", "5518", "0006", "0044"))


@pytest.mark.parametrize(("old", "new"), CASES)
async def test_the_same_number_told_again_is_the_same_memory(
    memory: GraphMem, tenant: Owner, old: str, new: str
) -> None:
    for text in (old, old):
        await memory.observer.observe(tenant, text, speaker="Ada")
    (told,) = (await memory.memories.page(tenant)).items
    assert len((await memory.memories.get(tenant, told.id)).sources) == 2
