"""Whatever changes a memory, by whichever way, leaves who and what and never a text; the owner reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.store import audit
from tests.api.conftest import client_of

Issue = Callable[..., Any]
CANARY = "Zerrin lives in Pelitli"
AUDIT = "{ audit(first: 50) { nodes { verb via key agent person ids count before after } pageInfo { hasNextPage } } }"


async def test_each_way_leaves_its_entry_and_no_text(memory: GraphMem, issue: Issue, owner: str) -> None:
    async with client_of(memory) as client:
        client.key = await issue(owner)
        learn = """mutation($t: String!) { learn(input: {text: $t}) {
          ... on Observation { pointer statements { memory } } } }"""
        learnt = (await client.data(learn, t=CANARY))["learn"]
        id_ = learnt["statements"][0]["memory"]
        change = """mutation($id: String!) { pin(id: $id) { __typename }
          invalidate(id: $id, reason: "Zerrin moved") { __typename } }"""
        await client.data(change, id=id_[:12])
        await client.data('mutation { startSession(id: "talk") { __typename } }')
        bound = await issue(owner, agent="scribe")
        headers = {"authorization": f"Bearer {bound}", "accept": "application/json, text/event-stream"}
        call = {"name": "episode", "arguments": {"event": "The scribe moved to Pelitli."}}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        await client.http.post("/mcp", json=body, headers=headers | {"mcp-protocol-version": "2025-11-25"})
        told = (await client.data(AUDIT))["audit"]
    entries = told["nodes"]
    made = [(entry["verb"], entry["via"], entry["agent"] or entry["person"]) for entry in entries]
    assert made == [
        ("RECORD_EPISODE", "mcp", "scribe"),
        ("ISSUE_KEY", "graphmem", None),
        ("START_SESSION", "api", "test"),
        ("INVALIDATE", "api", "test"),
        ("PIN", "api", "test"),
        ("LEARN", "api", "test"),
        ("ISSUE_KEY", "graphmem", None),
    ]
    assert entries[0]["key"] == bound[:13]
    pinned, invalidated = entries[4], entries[3]
    assert pinned["ids"] == invalidated["ids"] == [id_]
    assert pinned["before"] != pinned["after"] == invalidated["before"] != invalidated["after"]
    assert (entries[5]["ids"][0], entries[5]["count"]) == (id_, 2)
    assert not any(word in str(told).casefold() for word in ("zerrin", "pelitli", bound[14:]))


async def test_what_is_older_than_ninety_days_goes(memory: GraphMem, issue: Issue, owner: str) -> None:
    whose = Owner.named(owner)
    await issue(owner)
    await issue(owner)
    age = "MATCH (e:AuditEntry {owner: $owner}) WITH e LIMIT 1 SET e.at = datetime() - duration({days: 91})"
    await memory.database.driver.execute_query(age, owner=whose.key)
    await audit.prune(memory.database)
    assert len((await memory.audit.page(whose)).items) == 1
    await memory.erase(owner=owner)
    assert not (await memory.audit.page(whose)).items
