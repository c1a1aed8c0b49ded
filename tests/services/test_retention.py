"""Retention: what was kept for longer than a rule says is believed no longer, without a tombstone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.audit import Verb
from graphmem.model.category import Category
from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from graphmem.model.retention import read_rules
from graphmem.model.transcript import Role
from graphmem.owned import OwnedMemory

DAYS = 40


async def old(memory: GraphMem, name: str, rules: str) -> OwnedMemory:
    """An owner whose memories are older than any rule here but the longest."""
    ada = memory.owner(name)
    await ada.learn("The gateway stands in Bergen.", category=Category.FACT)
    await ada.learn("The boiler was replaced in May.", category=Category.FACT, pinned=True)
    await ada.learn("Ada prefers tea.", category=Category.PREFERENCE)
    await ada.learn("The port of the relay is 8443.", role=Role.TOOL, speaker="grep")
    await ada.learn("Deniz is allergic to penicillin.", role=Role.TOOL, speaker="grep")
    age = "MATCH (m:Memory {owner: $owner}) SET m.recorded_at = m.recorded_at - duration({days: $days})"
    await memory.database.driver.execute_query(age, owner=ada.key, days=DAYS)
    await memory.owner_settings.set(Owner.named(name), choices={"retention": rules})
    return ada


async def live(memory: OwnedMemory) -> str:
    return " | ".join(one.text for one in (await memory.memories(limit=100)).items if one.retracted_at is None)


async def test_a_dry_run_tells_what_would_go_and_writes_nothing(memory: GraphMem, owner: str) -> None:
    ada = await old(memory, owner, "fact=30d")
    before = await live(ada)
    found = await memory.background.retention.apply(ada, dry=True)
    assert found.dry
    assert found.count == len(found.outlived) >= 2
    assert {one.rule for one in found.outlived} == {"kept for 30 days: fact"}
    assert await live(ada) == before
    assert (await memory.background.retention.apply(ada, dry=True, limit=1)).count == found.count


async def test_a_rule_of_a_category_lets_go_what_is_pinned_too(memory: GraphMem, owner: str) -> None:
    ada = await old(memory, owner, '{"fact": "30d"}')
    await memory.background.retention.apply(ada)
    left = await live(ada)
    assert "Bergen" not in left
    assert "boiler" not in left
    assert "tea" in left
    assert not (await ada.tombstones()).items
    (entry, *_) = (await memory.audit.page(ada)).items
    assert (entry.verb, entry.via, entry.count) == (Verb.INVALIDATE, "library", len(entry.ids))
    assert entry.ids
    restored = await memory.amendments.restore(ada, entry.ids[0])
    assert restored.memory.retracted_at is None
    await ada.learn("The gateway stands in Bergen, still.", category=Category.FACT)
    assert "still" in await live(ada), "no tombstone bars it"


async def test_a_rule_of_a_source_spares_what_is_vital(memory: GraphMem, owner: str) -> None:
    ada = await old(memory, owner, "tool=30d")
    await memory.background.retention.apply(ada)
    left = await live(ada)
    assert "8443" not in left
    assert "penicillin" in left
    assert "Bergen" in left


async def test_what_is_young_enough_and_an_owner_without_rules_stay(memory: GraphMem, owner: str) -> None:
    ada = await old(memory, owner, f"fact={DAYS + 1}d, tool={DAYS + 1}d, preference={DAYS + 1}d")
    assert (await memory.background.retention.apply(ada)).count == 0
    later = datetime.now(UTC) + timedelta(days=2)
    assert (await memory.background.retention.apply(ada, dry=True, now=later)).count > 2
    await memory.owner_settings.set(Owner.named(owner), choices={"retention": None})
    assert (await memory.background.retention.apply(ada, now=later)).count == 0


async def test_the_nightly_dream_applies_it(memory: GraphMem, owner: str) -> None:
    ada = await old(memory, owner, "tool=30d")
    await memory.background.schedules.trigger(ada, kind=JobKind.DREAM)
    await memory.background.drain()
    assert "8443" not in await live(ada)


@pytest.mark.parametrize(
    "value", ["fact", "fact=0d", "fact=30", "facts=30d", "fact=30d, fact=40d", "", "fact=99999999d"]
)
async def test_a_rule_that_cannot_be_read_is_refused(memory: GraphMem, owner: str, value: str) -> None:
    assert read_rules(value) is None
    with pytest.raises(InvalidInputError, match="retention is") as refused:
        await memory.owner_settings.set(Owner.named(owner), choices={"retention": value})
    assert "episode=90d" in (refused.value.remedy or "")
