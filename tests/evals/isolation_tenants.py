"""The owners of an isolation trial: the same kinds of objects, in words that no other owner has."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from graphmem.errors import GraphMemError

Ask = Callable[[str, str, dict[str, Any]], Awaitable[tuple[int, dict[str, Any]]]]
"""Ask as the holder of a key: key, document, variables; the status and the answer."""

JOB_SECONDS = 120.0


@dataclass
class Tenant:
    """An owner, the key that acts for it, its own words, and the ids of its objects."""

    name: str
    key: str
    mark: str
    ids: dict[str, list[str]] = field(default_factory=dict)

    @property
    def secrets(self) -> list[str]:
        """The values that no other owner may see: its words, and ids long enough to be its own."""
        return [self.mark, *(id_ for of in self.ids.values() for id_ in of if re.fullmatch(r"[0-9a-f]{16,}", id_))]


async def fill(ask: Ask, tenant: Tenant) -> None:
    """Fill an owner and return the ids.

    It gets a conversation, a session, a learnt statement, a doubt about it, a finished job and a dream.
    """
    mark = tenant.mark
    turns = [
        f"My sister {mark.title()} moved to Izmir in May 2026 and works at Vestel.",
        f"We decided to use PostgreSQL 16 for the project {mark.title()}.",
        f"The server {mark.title()}-db crashed because the disk was full.",
        f"I prefer green tea over coffee, says {mark.title()}.",
        f"Mert bought a boat called {mark.title()} in Bodrum on 2026-04-02.",
    ]
    told = {
        **{"title": f"Voyage {mark}", "id": f"voyage-{mark}", "wing": f"W {mark}"},
        "turns": [
            {"text": text, "speaker": "Ada", "saidAt": f"2026-05-0{n + 1}T09:00:00Z"} for n, text in enumerate(turns)
        ],
    }
    await _data(ask, tenant, "mutation($i: ConversationInput!) { mineConversation(input: $i) { __typename } }", i=told)
    session = f"session-{mark}"
    await _data(ask, tenant, "mutation($id: String!) { startSession(id: $id) { __typename } }", id=session)
    anchor = {"text": f"The server {mark.title()}-db is in Oslo.", "immutable": True}
    learnt = {"text": f"Always deploy {mark.title()} on Mondays.", "session": session}
    for said in (learnt, anchor, {"text": f"The server {mark.title()}-db is in Bergen now."}):
        await _data(ask, tenant, "mutation($i: StatementInput!) { learn(input: $i) { __typename } }", i=said)
    for other in (f"one-{mark}", f"two-{mark}"):  # said three times in three conversations, so a dream promotes it
        await _data(ask, tenant, "mutation($id: String!) { startSession(id: $id) { __typename } }", id=other)
        again = learnt | {"session": other}
        await _data(ask, tenant, "mutation($i: StatementInput!) { learn(input: $i) { __typename } }", i=again)
    await _data(ask, tenant, "mutation { applyDream { __typename } }")
    done = {"name": f"Deploy {mark}", "steps": [f"Stop {mark}-db.", "Copy the files."], "tags": [mark]}
    await _data(ask, tenant, "mutation($i: ProcedureInput!) { recordProcedure(input: $i) { __typename } }", i=done)
    notes = {"name": f"{mark}.md", "id": f"notes-{mark}", "text": f"# Notes\n\nThe harbour of {mark} closed in May.\n"}
    await _data(ask, tenant, "mutation($i: DocumentInput!) { mineDocument(input: $i) { __typename } }", i=notes)
    happened = {"event": f"The deployment of {mark} failed.", "outcome": f"{mark} was down for an hour."}
    habit: dict[str, Any] = {"steps": [f"Stop {mark}.", f"Copy {mark}.", f"Start {mark}."], "worked": True}
    for told_so in (happened, *({"event": f"Deployed {mark} to {host}."} | habit for host in ("Oslo", "Rome", "Bonn"))):
        await _data(ask, tenant, "mutation($i: EpisodeInput!) { recordEpisode(input: $i) { __typename } }", i=told_so)
    await _data(ask, tenant, "mutation { mineWorkflows { __typename } }")
    harbour = {"text": f"The PIN of {mark.title()} is 4711.", "session": session}
    heard = await _data(
        ask,
        tenant,
        "mutation($i: StatementInput!) { learn(input: $i) { ... on Observation { statements { memory } } } }",
        i=harbour,
    )
    forgotten = heard["learn"]["statements"][0]["memory"]
    await _data(ask, tenant, "mutation($id: String!) { forget(id: $id) { __typename } }", id=forgotten)
    later = told | {"id": f"later-{mark}", "title": f"Later {mark}"}
    await _data(ask, tenant, "mutation($i: ConversationInput!) { mineLater(input: $i) { __typename } }", i=later)
    await _settled(ask, tenant)
    team = "mutation($t: String!) { createSpace(title: $t) { ... on Space { id } } }"
    space = (await _data(ask, tenant, team, t=f"Team {mark}"))["createSpace"]["id"]
    asked = "query($q: String!) { recall(query: $q) { ... on Recollection { blockId } } }"
    shown = await _data(ask, tenant, asked, q=f"Where did {mark.title()} move?")
    found = await _data(
        ask,
        tenant,
        "{ memories(first: 100) { edges { cursor node { id } } } entities(limit: 50) { uri } "
        "jobs(first: 20) { edges { cursor node { id } } } reviews(first: 20) { edges { node { id } } } "
        "workflows { nodes { id } } dreamRuns(first: 20) { nodes { id } } tombstones(first: 20) { nodes { id } } "
        "keys { prefix } }",
    )
    edges = found["memories"]["edges"]
    uris = [row["uri"] for row in found["entities"]]
    tenant.ids = {
        "memories": [edge["node"]["id"] for edge in edges],
        "cursors": [edges[0]["cursor"]],
        # Ids of its own; shared ones prove nothing.
        "entities": sorted(uris, key=lambda uri: mark not in uri),
        "jobs": [edge["node"]["id"] for edge in found["jobs"]["edges"]],
        "reviews": [edge["node"]["id"] for edge in found["reviews"]["edges"]],
        "workflows": [node["id"] for node in found["workflows"]["nodes"]],
        "blocks": [id_ for id_ in [shown["recall"].get("blockId")] if id_],
        "dreams": [node["id"] for node in found["dreamRuns"]["nodes"]],
        "tombstones": [node["id"] for node in found["tombstones"]["nodes"]],
        "keys": [key["prefix"] for key in found["keys"]],
        "sessions": [session],
        "spaces": [space, f"Team {mark}"],
        "procedures": [f"Deploy {mark}"],
        "pointers": [f"W-001/R-0{room}/D-00{n + 1}" for room in (1, 2) for n in range(len(turns))],
    }
    made = all(tenant.ids[kind] for kind in ("jobs", "reviews", "workflows", "blocks", "dreams", "tombstones"))
    if len(edges) < 2 or len(uris) < 2 or not made:
        raise GraphMemError(f"The trial's own things were not made: {tenant.ids}.")


async def _settled(ask: Ask, tenant: Tenant) -> None:
    until = monotonic() + JOB_SECONDS
    while monotonic() < until:
        found = await _data(ask, tenant, "{ jobs(first: 20) { edges { node { state } } } }")
        if all(edge["node"]["state"] not in ("QUEUED", "RUNNING") for edge in found["jobs"]["edges"]):
            return


async def _data(ask: Ask, tenant: Tenant, document: str, **variables: Any) -> dict[str, Any]:
    _, answer = await ask(tenant.key, document, variables)
    if not answer.get("data"):
        raise GraphMemError(f"A trial's request failed: {json.dumps(answer)[:300]}")
    found: dict[str, Any] = answer["data"]
    return found
