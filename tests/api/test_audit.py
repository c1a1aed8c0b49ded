"""Whatever changes a memory, by whichever way, leaves who and what and never a text; the owner reads it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import pytest

from graphmem.errors import NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.audit import Verb
from graphmem.model.palace import Owner
from graphmem.store import audit_chain
from graphmem.store.database import Database, Transaction
from tests.api.conftest import client_of

Issue = Callable[..., Any]
T = TypeVar("T")
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


class Killed(BaseException):
    """As a process that dies: nothing that would tidy up runs."""


class Killing(Database):
    """A database whose process dies as soon as it has committed a transaction."""

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        await super().write(work)
        raise Killed


async def test_what_is_cut_off_after_its_commit_has_its_entry_and_is_told_when_it_is_done(
    memory: GraphMem, owner: str
) -> None:
    whose = Owner.named(owner)
    told = await memory.observer.learn(whose, CANARY)
    (id_,) = [one.memory for one in told.statements if one.memory]
    begin = datetime.now(UTC) - timedelta(minutes=5)
    killing = Killing(memory.database.driver, memory.database.address)
    dying = GraphMem(memory.settings, killing, memory.embedder, memory.usage, ledger=memory.ledger)
    with pytest.raises(Killed):
        await dying.memories.pin(whose, id_[:12])
    assert (await memory.memories.get(whose, id_)).memory.pinned
    (entry, _) = (await memory.audit.page(whose)).items
    assert (entry.verb, entry.ids, entry.after) == (Verb.PIN, (id_,), None)
    assert entry.before
    assert [one.verb for one in await memory.audit.since(whose, begin)] == [Verb.LEARN]

    with pytest.raises(Killed):
        await dying.recorder.episode(whose, CANARY)
    assert CANARY not in str((await memory.audit.page(whose)).items), "what was given may be a text"

    await memory.memories.pin(whose, id_, pinned=False)
    entries = await memory.audit.since(whose, begin)
    assert [(one.verb, bool(one.after)) for one in entries] == [(Verb.LEARN, False), (Verb.PIN, True)]
    with pytest.raises(NotFoundError):
        await memory.memories.forget(whose, "0" * 64)
    assert len((await memory.audit.page(whose)).items) == 4, "what was refused is not noted"


async def test_what_is_older_than_ninety_days_goes(memory: GraphMem, issue: Issue, owner: str) -> None:
    whose = Owner.named(owner)
    await issue(owner)
    await issue(owner)
    age = "MATCH (e:AuditEntry {owner: $owner}) WITH e LIMIT 1 SET e.at = datetime() - duration({days: 91})"
    await memory.database.driver.execute_query(age, owner=whose.key)
    await audit_chain.prune(memory.database)
    assert len((await memory.audit.page(whose)).items) == 1
    await memory.erase(owner=owner)
    assert not (await memory.audit.page(whose)).items
