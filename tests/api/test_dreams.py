"""Dreams through GraphQL: a plan, the dream, what it changed, and back; tiers by hand; what cannot be done."""

from __future__ import annotations

from typing import Any

from graphmem.facade import GraphMem
from tests.api.conftest import Client
from tests.api.test_memories import PROBLEM
from tests.api.test_observe import learn

PLANNED = "id awake sleeping total brake steps { step looked changed skipped { why memories } }"
CHANGED = "memory text step rules evidence fields { field before after } undoneAt conflicts { found }"
RUN = "id number state by planned changed slept undone brake"
PLAN = f"{{ dream {{ __typename ... on DreamPlan {{ {PLANNED} changes {{ {CHANGED} }} }} {PROBLEM} }} }}"
APPLY = f"""mutation($plan: String) {{ applyDream(plan: $plan) {{ __typename
  ... on AppliedDream {{ plan {{ id }} run {{ {RUN} }} }} {PROBLEM} }} }}"""
RUNS = f"{{ dreamRuns {{ nodes {{ {RUN} }} pageInfo {{ hasNextPage }} }} }}"
SHOW = f"""query($id: String!) {{ dreamRun(id: $id) {{ __typename
  ... on DreamRunDetail {{ run {{ {RUN} }} changes {{ nodes {{ {CHANGED} }} }} }} {PROBLEM} }} }}"""
UNDO = f"""mutation($id: String!, $memory: String) {{ undoDream(id: $id, memory: $memory) {{ __typename
  ... on UndoneDream {{ run {{ {RUN} }} memories conflicts {{ memory field written found }} }} {PROBLEM} }} }}"""
MOVE = f"""mutation($id: String!) {{ moved: %s(id: $id) {{ __typename
  ... on MemoryDetail {{ memory {{ tier subTier }} tiers {{ tier reason until }} }} {PROBLEM} }} }}"""
TIERS = "{ tiers { tier memories } }"


async def tiers(client: Client) -> dict[str, int]:
    return {row["tier"]: row["memories"] for row in (await client.data(TIERS))["tiers"]}


async def move(client: Client, how: str, id_: str) -> dict[str, Any]:
    moved: dict[str, Any] = (await client.data(MOVE % how, id=id_))["moved"]
    return moved


async def test_a_dream_from_plan_to_undo(client: Client, own: GraphMem, owner: str) -> None:
    empty = (await client.data(PLAN))["dream"]
    assert (empty["__typename"], empty["field"]) == ("InvalidInput", "owner")
    text = "The deploy script lives in the tools folder."
    (told,) = (await learn(client, text))["statements"]
    for session in ("one", "two"):
        await own.sessions.start(own.owner(owner), session)
        await own.observer.learn(own.owner(owner), text, session=session)
    plan = (await client.data(PLAN))["dream"]
    assert (plan["total"], plan["sleeping"], plan["brake"]) == (1, 0, None)
    (change,) = plan["changes"]
    assert (change["memory"], change["step"]) == (told["memory"], "PROMOTION")
    assert change["rules"] == ["told three times in two conversations"]
    assert change["evidence"] == ["3 turns of 3 conversations say it"]
    assert {"field": "tier", "before": "episodic", "after": "semantic"} in change["fields"]
    assert (await client.data(RUNS))["dreamRuns"]["nodes"] == []

    wrong = (await client.data(APPLY, plan="feedfeed"))["applyDream"]
    assert (wrong["__typename"], wrong["field"]) == ("InvalidInput", "plan")
    done = (await client.data(APPLY, plan=plan["id"]))["applyDream"]
    assert done["run"] | {"id": ""} == {
        **{"id": "", "number": 1, "state": "APPLIED", "by": "api", "planned": 1, "changed": 1},
        **{"slept": 0, "undone": 0, "brake": None},
    }
    assert await tiers(client) == {"EPISODIC": 0, "SEMANTIC": 1, "DORMANT": 0}
    assert (await client.data(APPLY))["applyDream"]["run"] is None

    id_ = done["run"]["id"]
    shown = (await client.data(SHOW, id=id_[:8]))["dreamRun"]
    assert shown["changes"]["nodes"] == [change]
    assert (await client.data(RUNS))["dreamRuns"]["nodes"] == [shown["run"]]
    for asked in (client.data(SHOW, id="feedfeed"), client.data(UNDO, id="feedfeedfeedfeed")):
        (problem,) = (await asked).values()
        assert (problem["__typename"], problem["field"]) == ("NotFound", "id")
    undone = (await client.data(UNDO, id=id_[:12]))["undoDream"]
    assert (undone["run"]["state"], undone["memories"], undone["conflicts"]) == ("UNDONE", 1, [])
    again = (await client.data(UNDO, id=id_))["undoDream"]
    assert (again["__typename"], again["field"]) == ("InvalidInput", "id")
    assert "undone before" in again["message"]
    assert await tiers(client) == {"EPISODIC": 1, "SEMANTIC": 0, "DORMANT": 0}

    for how, tier in (("promote", "SEMANTIC"), ("demote", "DORMANT"), ("wake", "SEMANTIC"), ("wake", "SEMANTIC")):
        moved = await move(client, how, told["memory"][:12])
        assert (moved["memory"]["tier"], moved["memory"]["subTier"]) == (tier, "FACTUAL")
    assert moved["tiers"][-1]["reason"] == "by hand: woken"
    assert (await move(client, "wake", "feedfeedfeed"))["__typename"] == "NotFound"
    assert [finding for finding in await own.doctor() if finding.count and finding.grave] == []
