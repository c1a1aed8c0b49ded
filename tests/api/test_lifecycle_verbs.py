"""Single steps of a dream through GraphQL, what sessions have in mind, and what stands in every block."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from graphmem.store import nodes
from tests.api.conftest import Client, client_of
from tests.api.test_dreams import APPLY, RUN, SHOW, UNDO
from tests.api.test_memories import PROBLEM
from tests.api.test_observe import learn, observe
from tests.api.test_sessions import END, START
from tests.services.retrieval.test_hot_tier import prove

STEPS = "steps { step changed } changes { memory step rules fields { field before after } }"
VERB = f"""mutation($apply: Boolean! = false, $plan: String, $confirm: Boolean! = false, $first: Int! = 10) {{
  done: %s(apply: $apply, plan: $plan, confirm: $confirm, first: $first) {{ __typename
    ... on AppliedDream {{ plan {{ id total {STEPS} }} run {{ {RUN} steps {{ step }} }} }} {PROBLEM} }} }}"""
STABLE = """query($id: String!) { memory(id: $id) { ... on MemoryDetail {
  memory { stability accessCount lastAccessedAt strength { retention } tierHistory { reason } } } } }"""
WORKING = f"""query($session: String) {{ workingMemory(session: $session) {{ __typename
  ... on WorkingMemory {{ capacity held {{ memory {{ id text }} session attention accesses heldSince touchedAt }} }}
  {PROBLEM} }} }}"""
HOT = f"""query($project: String) {{ hotTier(project: $project) {{ __typename
  ... on HotTier {{ memories {{ memory {{ id }} utility accesses ageDays }} }} {PROBLEM} }} }}"""
SUBSET = f"""query($steps: [DreamStep!]) {{ dream(steps: $steps) {{ __typename
  ... on DreamPlan {{ total steps {{ step }} }} {PROBLEM} }} }}"""
AGED = """MATCH (m:Memory {owner: $owner}) SET m.last_accessed_at = $at, m.recorded_at = $at, m.valid_from = $at
RETURN count(m)"""
TWIN = """MATCH (m:Memory {id: $id})-[:IN_TIER]->(t:Tier) MATCH (m)-[:DERIVED_FROM]->(d:Drawer)
CREATE (c:Memory:EnglishMemory)-[:IN_TIER {since: m.recorded_at, reason: 'born'}]->(t)
CREATE (c)-[:DERIVED_FROM]->(d) SET c = m {.*, id: $twin, embedding: CASE WHEN $bare THEN null ELSE m.embedding END,
  embedded: NOT $bare} RETURN count(c)"""


async def cypher(memory: GraphMem, statement: Any, **given: object) -> list[Any]:
    await nodes.use(memory.database)
    rows, _ = await adb.cypher_query(statement, given)
    return list(rows)


async def ask(client: Client, verb: str, **given: Any) -> dict[str, Any]:
    done: dict[str, Any] = (await client.data(VERB % verb, **given))["done"]
    return done


async def memory_of(client: Client, id_: str) -> dict[str, Any]:
    found: dict[str, Any] = (await client.data(STABLE, id=id_))["memory"]["memory"]
    return found


async def test_a_rehearsal_from_look_to_undo(client: Client, own: GraphMem, owner: str) -> None:
    (told,) = (await learn(client, "The spare key hangs behind the blue door."))["statements"]
    await learn(client, "Ada keeps her boat in Bodrum.", pinned=True)
    assert (await ask(client, "rehearse"))["plan"]["total"] == 0, "it is fresh"
    at = datetime.now(UTC) - timedelta(days=40)
    await cypher(own, AGED, owner=own.owner(owner).key, at=at)
    before = await memory_of(client, told["memory"])
    assert before["strength"]["retention"] < 0.3

    seen = await ask(client, "rehearse")
    assert (seen["plan"]["total"], seen["run"]) == (1, None)
    (change,) = seen["plan"]["changes"]
    assert (change["memory"], change["step"], change["rules"]) == (
        told["memory"], "REHEARSAL", ["it would hardly come to mind"],
    )  # fmt: skip
    assert {field["field"] for field in change["fields"]} == {"stability", "rehearsed_at"}
    assert (await memory_of(client, told["memory"]))["stability"] == before["stability"], "nothing is written"
    assert (await client.data(SUBSET, steps=None))["dream"]["total"] == 0, "a whole dream rehearses nothing"

    done = await ask(client, "rehearse", apply=True, plan=seen["plan"]["id"])
    assert (done["run"]["state"], done["run"]["changed"], done["run"]["slept"]) == ("APPLIED", 1, 0)
    assert [step["step"] for step in done["run"]["steps"]] == ["REHEARSAL"]
    after = await memory_of(client, told["memory"])
    assert after["stability"] == pytest.approx(1.5 * before["stability"], abs=0.001)
    assert after["strength"]["retention"] > 0.9
    assert [after[name] for name in ("accessCount", "lastAccessedAt", "tierHistory")] == [
        before[name] for name in ("accessCount", "lastAccessedAt", "tierHistory")
    ], "it is no use of it, and it stays in its tier"
    assert (await ask(client, "rehearse", apply=True))["run"] is None, "once is enough"
    shown = (await client.data(SHOW, id=done["run"]["id"]))["dreamRun"]
    assert [one["memory"] for one in shown["changes"]["nodes"]] == [told["memory"]]
    diary = await own.diary.of(own.owner(owner), done["run"]["id"])
    assert diary[1].sentence == "One memory was rehearsed and fades more slowly: it would hardly have come to mind."

    undone = (await client.data(UNDO, id=done["run"]["id"]))["undoDream"]
    assert (undone["run"]["state"], undone["memories"], undone["conflicts"]) == ("UNDONE", 1, [])
    back = await memory_of(client, told["memory"])
    assert back["stability"] == before["stability"]
    assert back["strength"]["retention"] == pytest.approx(before["strength"]["retention"], abs=1e-4)
    assert [finding for finding in await own.doctor() if finding.count and finding.grave] == []


async def test_what_was_used_since_keeps_what_the_use_made_of_it(client: Client, own: GraphMem, owner: str) -> None:
    (told,) = (await learn(client, "The spare key hangs behind the blue door."))["statements"]
    await cypher(own, AGED, owner=own.owner(owner).key, at=datetime.now(UTC) - timedelta(days=40))
    done = await ask(client, "rehearse", apply=True)
    await own.outcomes.record(own.owner(owner), [told["memory"]], success=True)
    used = await memory_of(client, told["memory"])
    undone = (await client.data(UNDO, id=done["run"]["id"]))["undoDream"]
    assert [one["field"] for one in undone["conflicts"]] == ["stability"]
    assert (await memory_of(client, told["memory"]))["stability"] == used["stability"]


async def test_at_most_fifty_are_rehearsed_at_once(client: Client, own: GraphMem, owner: str) -> None:
    (told,) = (await learn(client, "The spare key hangs behind the blue door."))["statements"]
    for number in range(51):
        await cypher(own, TWIN, id=told["memory"], twin=f"{owner}-{number:02}", bare=False)
    await cypher(own, AGED, owner=own.owner(owner).key, at=datetime.now(UTC) - timedelta(days=40))
    first, second = [await ask(client, "rehearse", apply=True, first=100) for _ in range(2)]
    assert (first["run"]["changed"], second["run"]["changed"]) == (50, 2)
    assert (await ask(client, "rehearse"))["plan"]["total"] == 0
    await own.erase(owner=owner)


async def test_consolidating_lists_and_does_nothing_else(client: Client, own: GraphMem, owner: str) -> None:
    drinks = ("tea", "coffee", "cocoa", "lemonade", "cider", "ayran", "salep", "cola", "juice", "water", "wine")
    for number, drink in enumerate(drinks):
        await learn(client, f"{drink.title()} is what guest {number} orders.", category="FACT")
    await cypher(own, AGED, owner=own.owner(owner).key, at=datetime.now(UTC) - timedelta(days=40))
    seen = await ask(client, "consolidate")
    assert [step["step"] for step in seen["plan"]["steps"]] == ["THEMES", "PATTERNS", "SUMMARIES"]
    assert "SUMMARIES" in {change["step"] for change in seen["plan"]["changes"]}
    done = await ask(client, "consolidate", apply=True, plan=seen["plan"]["id"])
    assert (done["run"]["state"], done["run"]["slept"]) == ("APPLIED", 0)
    assert (await ask(client, "consolidate", apply=True))["run"] is None
    undone = (await client.data(UNDO, id=done["run"]["id"]))["undoDream"]
    assert undone["memories"] == done["run"]["changed"]


async def test_compacting_lets_one_of_two_sleep_and_asks_for_vectors(client: Client, own: GraphMem, owner: str) -> None:
    (told,) = (await learn(client, "The spare key hangs behind the blue door on floor 7."))["statements"]
    for twin, bare in (("a", False), ("b", True)):
        await cypher(own, TWIN, id=told["memory"], twin=f"{owner}-{twin}", bare=bare)
    seen = await ask(client, "compact")
    assert ([step["step"] for step in seen["plan"]["steps"]], seen["plan"]["total"]) == (["MERGE"], 1)
    assert (await own.jobs.list(own.owner(owner))).items == ()
    done = await ask(client, "compact", apply=True)
    assert (done["run"]["changed"], done["run"]["slept"]) == (1, 1)
    assert [job.kind for job in (await own.jobs.list(own.owner(owner))).items] == ["backfill"]
    assert (await client.data(UNDO, id=done["run"]["id"]))["undoDream"]["memories"] == 1
    await own.erase(owner=owner)


async def test_what_a_verb_of_the_lifecycle_refuses(client: Client, own: GraphMem) -> None:
    for verb in ("rehearse", "consolidate", "compact"):
        refused = await ask(client, verb)
        assert (refused["__typename"], refused["field"]) == ("InvalidInput", "owner"), "there is no memory"
    await learn(client, "Ada owns a red kayak.")
    for given, field in (
        ({"confirm": True}, "apply"), ({"plan": "feedfeed"}, "apply"), ({"plan": "feedfeed", "apply": True}, "plan"),
        ({"first": 0}, "limit"), ({"first": 101}, "limit"),
    ):  # fmt: skip
        refused = await ask(client, "rehearse", **given)
        assert (refused["__typename"], refused["field"]) == ("InvalidInput", field), given
        assert refused["remedy"]
    none = (await client.data(SUBSET, steps=[]))["dream"]
    assert (none["__typename"], none["field"]) == ("InvalidInput", "steps")
    some = (await client.data(SUBSET, steps=["SLEEP", "EXPIRY"]))["dream"]
    assert [step["step"] for step in some["steps"]] == ["EXPIRY", "SLEEP"]
    assert (await client.data(APPLY))["applyDream"]["__typename"] == "AppliedDream"
    assert "errors" in await client.ask(SUBSET, steps=["NAP"])


async def test_who_may_look_may_not_rehearse(own: GraphMem, owner: str, issue: Any) -> None:
    async with client_of(own, local=False) as client:
        client.key = await issue(owner, scopes=[Scope.READ])
        assert (await client.data(HOT))["hotTier"]["memories"] == []
        assert (await client.data(WORKING))["workingMemory"]["held"] == []
        (error,) = (await client.ask(VERB % "rehearse"))["errors"]
        assert error["extensions"]["code"] == "FORBIDDEN"


async def test_working_memory_is_what_sessions_hold(client: Client, own: GraphMem, owner: str) -> None:
    one, other = [(await client.data(START))["startSession"]["id"] for _ in range(2)]
    said = {}
    for session, text in ((one, "Ayşe lives in Ankara and works as a nurse."), (other, "Derek owns a red kayak.")):
        said[session] = {told["memory"] for told in (await observe(client, text, session=session))["statements"]}
    told = (await client.data(WORKING, session=one))["workingMemory"]
    assert (told["capacity"], {held["memory"]["id"] for held in told["held"]}) == (9, said[one])
    assert {held["session"] for held in told["held"]} == {one}
    both = (await client.data(WORKING))["workingMemory"]["held"]
    assert {held["memory"]["id"] for held in both} == said[one] | said[other]
    again = await observe(client, "Derek owns a red kayak.", session=other)
    assert {held["accesses"] for held in (await client.data(WORKING, session=other))["workingMemory"]["held"]} == {2}
    (kept,) = again["statements"]

    later = datetime.now(UTC) + timedelta(minutes=30)
    now = await own.sessions.working_memory(own.owner(owner), other)
    faded = await own.sessions.working_memory(own.owner(owner), other, now=later)
    assert faded[0].attention == pytest.approx(now[0].attention / 2.71828, rel=0.02)

    await own.memories.forget(own.owner(owner), kept["memory"])
    assert (await client.data(WORKING, session=other))["workingMemory"]["held"] == []
    await client.data(END, id=one)
    assert (await client.data(WORKING, session=one))["workingMemory"]["held"] == []
    assert (await client.data(WORKING))["workingMemory"]["held"] == []
    for unknown in ("", "s-nowhere", "x" * 10_000):
        missing = (await client.data(WORKING, session=unknown))["workingMemory"]
        assert (missing["__typename"], missing["field"]) == ("NotFound", "session")


async def test_the_hot_tier_is_what_stands_in_every_block(client: Client, own: GraphMem, owner: str) -> None:
    ids = [
        (await learn(client, text))["statements"][0]["memory"]
        for text in ("Ada is allergic to peanuts.", "Ada owns a red kayak.", "Ada plays the cello.")
    ]
    assert (await client.data(HOT))["hotTier"]["memories"] == []
    for id_, utility, uses in zip(ids, (0.85, 0.95, 0.9), (10, 12, 9), strict=True):
        await prove(own, own.owner(owner), id_, tier="semantic", utility=utility, uses=uses)
    own.hot.forget(own.owner(owner))  # it is kept for five minutes
    told = (await client.data(HOT))["hotTier"]["memories"]
    assert [(one["memory"]["id"], one["utility"], one["accesses"]) for one in told] == [
        (ids[1], 0.95, 12), (ids[0], 0.85, 10),
    ]  # fmt: skip
    assert all(0 <= one["ageDays"] < 1 for one in told)
    block = (await own.recall("Who repairs violins?", owner=owner)).context
    assert ("kayak" in block, "peanuts" in block, "cello" in block) == (True, True, False)
    wrong = (await client.data(HOT, project=" "))["hotTier"]
    assert (wrong["__typename"], wrong["field"]) == ("InvalidInput", "project")
    await own.erase(owner=owner)  # tiers set by hand would trouble the doctor of later tests
