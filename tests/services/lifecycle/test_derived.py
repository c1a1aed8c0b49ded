"""What dreams make of memories: themes of quotes, summaries of categories, and one of two that say the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.language.quotes import bare
from graphmem.model.category import Category
from graphmem.model.dream import UNMADE, Change, Plan, Step
from graphmem.model.memory import Tier, WriteSource
from graphmem.model.palace import Owner
from graphmem.services.lifecycle import themes as module
from graphmem.services.lifecycle.application import CHANGED_SINCE, carry_out
from graphmem.services.retrieval.options import RecallOptions
from tests.services.lifecycle.test_dreams import _breaches, _cypher, _picture, _tier

NOW = datetime.now(UTC) + timedelta(hours=1)
BOAT = (
    "I painted the sailing boat blue in April 2025.",
    "The sailing boat has a new mast of spruce.",
    "The sailing boat needs a new engine before summer.",
    "We moored the sailing boat in Bodrum for the winter.",
    "The sailing boat got a brass bell from my uncle.",
)
NOISE = ("The dentist is closed on Fridays.", "My sister plays the cello in an orchestra.")


async def _say(memory: GraphMem, owner: Owner, text: str, category: Category | None = None) -> str:
    seen = await memory.observer.learn(owner, text, category=category)
    (verdict,) = seen.statements
    assert verdict.memory is not None, verdict.reason
    return verdict.memory


def _of(plan: Plan, step: Step) -> list[Change]:
    return [change for change in plan.changes if change.step is step]


async def _themes(memory: GraphMem, owner: Owner) -> list[str]:
    page = await memory.memories.page(owner, category=Category.THEME)
    return [one.id for one in page.items if one.tier is not Tier.DORMANT]


async def test_a_theme_lists_what_was_said_of_one_thing_and_goes_again(memory: GraphMem, tenant: Owner) -> None:
    dreams = memory.dreams
    ids = [await _say(memory, tenant, text) for text in (*BOAT, *NOISE)][: len(BOAT)]
    before = await _picture(memory, tenant)
    plan = await dreams.plan(tenant, now=NOW)
    (change,) = _of(plan, Step.THEMES)
    assert change.made is not None
    assert {id_ for id_, _ in change.made.sources} <= set(ids)
    assert len(change.made.sources) >= 3
    assert (change.before["tier"], plan.sleeping, plan.brake) == (UNMADE, 0, None)
    title, *lines = change.text.splitlines()
    assert "boat" in title
    said = [text.rstrip(".") for text in BOAT]
    assert all(any(text in bare(line) for text in said) and "§ W-" in line for line in lines), "their words, and where"

    done = await dreams.apply(tenant, by="test", plan=plan.id, now=NOW)
    assert done.run is not None
    theme = (await memory.memories.get(tenant, change.memory)).memory
    assert (theme.category, theme.tier, theme.write_source) == (Category.THEME, Tier.SEMANTIC, WriteSource.DREAM)
    assert (done.run.changed, done.run.slept) == (1, 0)
    for _ in range(2):
        assert (await dreams.apply(tenant, by="test", now=NOW)).run is None
    found = await memory.recall(
        "What about the sailing boat?", owner=tenant.name, options=RecallOptions(limit=30, touch=False)
    )
    assert found.memories
    assert theme.id not in {hit.memory.id for hit in found.memories}, "its members answer for themselves"
    assert title not in found.context
    assert await memory.backfill(owner=tenant.name) == 0
    assert await _breaches(memory) == []

    told = await _say(memory, tenant, "The sailing boat carries two anchors.")
    grown = await dreams.plan(tenant, now=NOW)
    assert {one.after["tier"] for one in _of(grown, Step.THEMES)} <= {"dormant", "semantic"}
    await memory.memories.forget(tenant, told)
    undone = await dreams.undo(tenant, done.run.id, now=NOW)
    assert (undone.memories, undone.conflicts) == (1, ())
    assert [row for row in await _picture(memory, tenant) if row[0] != told] == before, "as if nobody had dreamt"


async def test_a_theme_goes_with_what_it_lists(memory: GraphMem, tenant: Owner) -> None:
    ids = [await _say(memory, tenant, text) for text in BOAT]
    for gone in ("forgotten", "deleted"):
        await memory.dreams.apply(tenant, by="test", now=NOW)
        (theme,) = await _themes(memory, tenant)
        rows = await _cypher(memory, "MATCH (:Memory {id: $id})-[:DERIVED_FROM]->(m) RETURN m.id", id=theme)
        victim = next(id_ for id_ in ids if [id_] in rows)
        if gone == "forgotten":
            await memory.memories.forget(tenant, victim)
        else:
            view = await memory.memories.get(tenant, victim)
            await memory.memories.delete_drawer(tenant, view.sources[0].pointer)
            left = "MATCH (m:Memory {owner: $owner}) WHERE m.text CONTAINS $text RETURN m.id"
            assert await _cypher(memory, left, owner=tenant.key, text=view.sources[0].text) == []
        assert await _themes(memory, tenant) == []
        ids.remove(victim)
    assert await _breaches(memory) == []


async def test_a_theme_of_what_cannot_be_compared_stays_and_none_is_made_of_what_was_forgotten(
    memory: GraphMem, tenant: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All of them are one topic: which three are just near enough is another thing on another processor.
    monkeypatch.setattr(module, "SAME_TOPIC", 0.1)
    ids = [await _say(memory, tenant, text) for text in BOAT]
    stone = (await memory.memories.forget(tenant, ids[0])).tombstone
    assert stone is not None
    await memory.tombstones.lift(tenant, stone, by="test")
    await memory.backfill(owner=tenant.name)
    standing = "MATCH (t:Tombstone {id: $id}) SET t.standing = $standing"
    await _cypher(memory, standing, id=stone, standing=True)
    plan = await memory.dreams.plan(tenant, now=NOW)
    assert _of(plan, Step.THEMES) == []
    assert {one.step: one.skipped for one in plan.steps}[Step.THEMES] == {"says what was forgotten": 1}
    await _cypher(memory, standing, id=stone, standing=False)
    await memory.dreams.apply(tenant, by="test", now=NOW)
    themes = await _themes(memory, tenant)
    other = "MATCH (:Memory {id: $id})-[:DERIVED_FROM]->(m) WITH m LIMIT 1 SET m.embedding_model = 'another'"
    await _cypher(memory, other, id=themes[0])
    await memory.dreams.apply(tenant, by="test", now=NOW)
    assert set(themes) <= set(await _themes(memory, tenant))


async def test_of_dreams_at_once_one_makes_it(memory: GraphMem, tenant: Owner) -> None:
    for text in BOAT:
        await _say(memory, tenant, text)
    plan = await memory.dreams.plan(tenant, now=NOW)
    assert _of(plan, Step.THEMES)
    first = await memory.dreams.carry_out(tenant, plan, by="test")
    assert first.run is not None
    assert (await memory.dreams.carry_out(tenant, plan, by="test")).run is None
    assert (await memory.dreams.undo(tenant, first.run.id, now=NOW)).conflicts == ()
    assert await _themes(memory, tenant) == []


async def test_what_is_kept_or_changed_since_is_left_alone(memory: GraphMem, tenant: Owner) -> None:
    for text in BOAT:
        await _say(memory, tenant, text)
    dreams = memory.dreams
    plan = await dreams.plan(tenant, now=NOW)
    (change,) = _of(plan, Step.THEMES)
    assert change.made is not None
    victim = change.made.sources[0][0]
    await _cypher(memory, "MATCH (m:Memory {id: $id}) SET m.text = m.text + ' Or so.'", id=victim)
    done = await carry_out(memory.database, tenant, plan, by="test")
    assert (done.run, done.plan.changes) == (None, ()), "a run that changes nothing is none"
    report = next(step for step in done.plan.steps if step.step is Step.THEMES)
    assert report.skipped == {CHANGED_SINCE: 1}

    again = await dreams.apply(tenant, by="test", now=NOW)
    assert again.run is not None
    (theme,) = await _themes(memory, tenant)
    await memory.memories.pin(tenant, theme)
    kept = await dreams.undo(tenant, again.run.id, now=NOW)
    assert [(one.memory, one.written, one.found) for one in kept.conflicts] == [(theme, "semantic", "semantic")]
    assert await _themes(memory, tenant) == [theme]
    assert await _breaches(memory) == []


async def test_of_two_that_say_the_same_one_sleeps_and_three_that_agree_climb(memory: GraphMem, tenant: Owner) -> None:
    said = "The spare key hangs behind the blue door on floor 7."
    first = await _say(memory, tenant, said)
    for number in range(2):
        await _cypher(
            memory,
            "MATCH (m:Memory {id: $id})-[:IN_TIER]->(t:Tier) MATCH (m)-[:DERIVED_FROM]->(d:Drawer) "
            "CREATE (c:Memory:EnglishMemory)-[:IN_TIER {since: m.recorded_at, reason: 'born'}]->(t) "
            "CREATE (c)-[:DERIVED_FROM]->(d) SET c = m {.*, id: $copy}",
            id=first, copy=first[:-1] + str(number) + "x",
        )  # fmt: skip
    other = await _say(memory, tenant, "The spare key hangs behind the blue door on floor 9.")
    dreams = memory.dreams
    before = await _picture(memory, tenant)
    plan = await dreams.plan(tenant, now=NOW)
    merged = _of(plan, Step.MERGE)
    assert len(merged) == 2
    (stays,) = {one.after["merged_into"] for one in merged}
    assert stays not in {one.memory for one in merged}
    assert other not in {one.memory for one in merged}, "another number"
    assert [one.memory for one in _of(plan, Step.PROMOTION)] == [stays]
    done = await dreams.apply(tenant, by="test", now=NOW)
    assert done.run is not None
    assert done.run.slept == 2
    assert await _tier(memory, tenant, stays) is Tier.SEMANTIC
    assert (await dreams.apply(tenant, by="test", now=NOW)).run is None
    assert await _breaches(memory) == []
    await dreams.undo(tenant, done.run.id, now=NOW)
    assert await _picture(memory, tenant) == before


async def test_a_category_of_which_there_is_much_has_a_summary(memory: GraphMem, tenant: Owner) -> None:
    drinks = ("tea", "coffee", "cocoa", "lemonade", "cider", "ayran", "salep", "cola", "juice", "water", "wine")
    for number, drink in enumerate(drinks):
        await _say(memory, tenant, f"{drink.title()} is what guest {number} orders.", Category.FACT)
    plan = await memory.dreams.plan(tenant, now=NOW)
    (change,) = _of(plan, Step.SUMMARIES)
    assert change.text.startswith("fact:\n- ")
    assert len(change.text.splitlines()) <= 6
    await memory.dreams.apply(tenant, by="test", now=NOW)
    assert (await memory.dreams.apply(tenant, by="test", now=NOW)).run is None
    page = await memory.memories.page(tenant, category=Category.SUMMARY)
    assert [one.id for one in page.items] == [change.memory]
    assert await _breaches(memory) == []
