"""What a person woke or promoted stays so, whatever the rules of dreams say, for sixty days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.dream import Step
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.dreams import KEPT_AWAKE
from graphmem.services.lifecycle.finding import KEPT_AWAKE as KEPT
from tests.services.lifecycle.test_derived import NOW as THEN
from tests.services.lifecycle.test_derived import _say, _themes
from tests.services.lifecycle.test_dreams import OTHERS, OVER, SAID, _breaches, _cypher, _learn, _of, _tier

NOW = datetime.now(UTC) + timedelta(days=100)
DAY = timedelta(days=1)
TWIN = (
    "MATCH (m:Memory {id: $id})-[:IN_TIER]->(t:Tier) MATCH (m)-[:DERIVED_FROM]->(d:Drawer) "
    "CREATE (c:Memory:EnglishMemory)-[:IN_TIER {since: m.recorded_at, reason: 'born'}]->(t) "
    "CREATE (c)-[:DERIVED_FROM]->(d) SET c = m {.*, id: $twin}"
)


async def _dreamt(memory: GraphMem, owner: Owner, at: datetime) -> dict[Step, dict[str, int]]:
    """A dream, and what its steps passed over."""
    done = await memory.dreams.apply(owner, by="test", now=at, confirm=True)
    return {step.step: dict(step.skipped) for step in done.plan.steps}


@pytest.mark.parametrize("by", ["wake", "promote"])
async def test_what_is_over_sleeps_again_only_after_sixty_days(memory: GraphMem, tenant: Owner, by: str) -> None:
    over = await _learn(memory, tenant, "Elif will visit us on Sunday.", Category.PLAN)
    await _cypher(memory, OVER, id=over)
    await _dreamt(memory, tenant, NOW)
    assert await _tier(memory, tenant, over) is Tier.DORMANT
    await getattr(memory.dreams, by)(tenant, over, now=NOW + DAY)
    awake = await _tier(memory, tenant, over)
    assert awake is not Tier.DORMANT
    passed = await _dreamt(memory, tenant, NOW + 2 * DAY)
    assert await _tier(memory, tenant, over) is awake
    assert passed[Step.EXPIRY] == {KEPT: 1}
    await _dreamt(memory, tenant, NOW + KEPT_AWAKE)
    assert await _tier(memory, tenant, over) is awake
    await _dreamt(memory, tenant, NOW + KEPT_AWAKE + 2 * DAY)
    assert await _tier(memory, tenant, over) is Tier.DORMANT
    assert await _breaches(memory) == []


async def test_who_puts_it_to_sleep_by_hand_decided_anew(memory: GraphMem, tenant: Owner) -> None:
    over = await _learn(memory, tenant, "Elif will visit us on Sunday.", Category.PLAN)
    for move in (memory.dreams.demote, memory.dreams.wake, memory.dreams.demote):
        await move(tenant, over)
    assert await _learn(memory, tenant, "Elif will visit us on Sunday.", Category.PLAN) == over
    assert await _tier(memory, tenant, over) is Tier.EPISODIC, "it was told again, and is kept awake by no hand"
    await _cypher(memory, OVER, id=over)
    await _dreamt(memory, tenant, datetime.now(UTC) + 20 * DAY)
    assert await _tier(memory, tenant, over) is Tier.DORMANT


async def test_what_is_worth_little_stays(memory: GraphMem, tenant: Owner) -> None:
    idle = [await _learn(memory, tenant, text, Category.OTHER) for text in SAID]
    for text in OTHERS:
        await _learn(memory, tenant, text, Category.WORKFLOW)
    plan = await memory.dreams.plan(tenant, now=NOW)
    slept = sorted(_of(plan, Step.SLEEP) & set(idle))
    await memory.dreams.apply(tenant, by="test", now=NOW)
    await memory.dreams.wake(tenant, slept[0], now=NOW + DAY)
    full = type(memory.dreams)(memory.database, most_awake=5)  # more is awake than may be
    await full.apply(tenant, by="test", now=NOW + 2 * DAY, confirm=True)
    assert await _tier(memory, tenant, slept[0]) is not Tier.DORMANT


async def test_of_two_that_say_the_same_neither_sleeps_when_one_was_woken(memory: GraphMem, tenant: Owner) -> None:
    first = await _say(memory, tenant, "The spare key hangs behind the blue door on floor 7.")
    await _cypher(memory, TWIN, id=first, twin=(twin := first[:-1] + "x"))
    await _dreamt(memory, tenant, THEN)
    (asleep,) = [id_ for id_ in (first, twin) if await _tier(memory, tenant, id_) is Tier.DORMANT]
    await memory.dreams.wake(tenant, asleep, now=THEN + DAY)
    passed = await _dreamt(memory, tenant, THEN + 2 * DAY)
    assert passed[Step.MERGE] == {KEPT: 1}
    assert {await _tier(memory, tenant, id_) for id_ in (first, twin)} == {Tier.EPISODIC}


async def test_a_list_that_was_woken_stays_though_what_it_lists_has_changed(memory: GraphMem, tenant: Owner) -> None:
    said = [
        await _say(memory, tenant, f"The sailing boat {more}.")
        for more in ("needs a new mast of spruce", "has a brass bell in the cockpit", "lies beside the ferry in winter")
    ]
    await _dreamt(memory, tenant, THEN)
    (theme,) = await _themes(memory, tenant)
    await _cypher(memory, "MATCH (m:Memory {id: $id}) SET m.text = 'Bakers fold butter into dough.'", id=said[0])
    await _dreamt(memory, tenant, THEN + DAY)
    assert await _tier(memory, tenant, theme) is Tier.DORMANT
    await memory.dreams.wake(tenant, theme, now=THEN + 2 * DAY)
    await _dreamt(memory, tenant, THEN + 3 * DAY)
    assert await _tier(memory, tenant, theme) is Tier.SEMANTIC
