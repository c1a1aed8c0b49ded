"""An owner's whole graph, read as streams and written in batches, whatever the archive's format.

Existing nodes and edges stay unchanged, so a batch may be written twice. Wings, rooms and turns keep their numbers
where these are free, and get the next free ones elsewhere.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.model.palace import Owner, Pointer
from graphmem.store import entities, tombstones
from graphmem.store.archive_schema import DROPPED, EDGES, FURTHER
from graphmem.store.database import Database, Row, Runner, Transaction
from graphmem.store.queries import bind

_NODES = bind("archive/archived_nodes", __name__)
_EDGES = bind("archive/archived_edges", __name__)
_OWNER = bind("archive/archived_owner", __name__)
_KNOWN = bind("archive/known_nodes", __name__)
_OWNED = bind("archive/owned_ids", __name__)
_RESTORE_OWNER = bind("archive/restore_owner", __name__)
_RESTORE_NODES = bind("archive/restore_nodes", __name__)
_RESTORE_EDGES = bind("archive/restore_edges", __name__)
_ENDED = bind("archive/ended_memories", __name__)
_RESTORE = {
    "HAS_WING Owner Wing": bind("archive/restore_wings", __name__),
    "NEXT Drawer Drawer": bind("archive/restore_order", __name__),
    "IN_TIER Memory Tier": bind("archive/restore_tiers", __name__),
    "MENTIONS Memory Entity": bind("archive/restore_mentions", __name__),
    "FACT Entity Entity": bind("archive/restore_facts", __name__),
    "SAME_AS Entity Entity": bind("archive/restore_merges", __name__),
    "HOLDS Session Memory": bind("archive/restore_held", __name__),
    "CHANGED DreamRun Memory": bind("archive/restore_changes", __name__),
    "WITHHELD Memory Entity": bind("archive/restore_withheld_mentions", __name__),
    "WITHHELD Entity Entity": bind("archive/restore_withheld_facts", __name__),
}
"""Kinds of edges whose ends need more than ids, or that may occur several times between two nodes.
Each has its own statement: planning one statement for all took seconds."""

_TAKEN_NUMBERS = bind("archive/taken_numbers", __name__)
_RAISE_NUMBERS = bind("archive/raise_numbers", __name__)
_ROOM_NUMBERS = bind("archive/room_numbers", __name__)
_TAKEN_POINTERS = bind("archive/taken_pointers", __name__)
_RECOUNT = bind("archive/recount", __name__)
_RECOUNT_OWNER = bind("archive/recount_owner", __name__)
_DROP_REVIEWS = bind("archive/drop_reviews", __name__)
_DROP_UNNAMED = bind("archive/drop_unnamed", __name__)
_REMOVE_WRITTEN = bind("archive/remove_written", __name__)
_REMOVE_UNUSED = bind("archive/remove_unused", __name__)
_KEEP_WRITTEN = bind("archive/keep_written", __name__)

NUMBERED = {"Wing": None, "Room": "wing_id"}
"""Labels whose nodes have numbers, with the property of the node within which they count."""

RECOUNTED = ("Closet", "Room", "Entity")
"""Labels with counters of their members or mentions."""

HOLDING = ("Closet", "Room", "Wing", "Entity", "TombstoneKey", "Tier", "Agent")
"""Labels of containers, each before its own container. Tiers and agents stay."""

AT_ONCE = 500
"""Nodes of an import that one transaction removes or releases."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of an archive: key, further labels, and properties without the owner."""

    key: str
    properties: dict[str, Any] = field(repr=False)
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of an archive between the keys of its ends."""

    start: str
    end: str
    properties: dict[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class OwnerRecord:
    """The properties of the owner's node, and the labels of the owner's keys."""

    name: str
    properties: dict[str, Any] = field(repr=False)
    keys: tuple[str, ...]


async def owner_record(database: Database, owner: Owner) -> OwnerRecord | None:
    """The owner's own node; None if nobody has written for the owner."""
    rows = await database.run(_OWNER, owner=owner.key)
    if not rows:
        return None
    return OwnerRecord(rows[0]["name"], _present(rows[0]["properties"]), tuple(rows[0]["keys"]))


async def nodes(database: Database, owner: Owner, label: str) -> AsyncIterator[Node]:
    """All nodes of a label, in no order."""
    dropped = DROPPED.get(label, frozenset())
    async for row in database.stream(_NODES, owner=owner.key, label=label):
        properties = {name: value for name, value in _present(row["properties"]).items() if name not in dropped}
        if properties.get("embedded") is not None:
            properties["embedded"] = False
        yield Node(row["key"], properties, tuple(sorted(FURTHER.intersection(row["labels"]))))


async def edges(database: Database, owner: Owner, kind: str) -> AsyncIterator[Edge]:
    """All edges of a kind, in no order."""
    async for row in database.stream(_EDGES, owner=owner.key, kind=kind):
        yield Edge(row["start"], row["end"], _present(row["properties"]))


async def owned_ids(runner: Runner, owner: Owner, ids: Collection[str]) -> set[str]:
    """The owner's ids among these (memories, dreams, reviews, blocks, tombstones)."""
    rows = await runner.run(_OWNED, owner=owner.key, ids=sorted(ids)) if ids else []
    return {row["id"] for row in rows}


async def new_nodes(runner: Runner, owner: Owner, label: str, nodes: Sequence[Node]) -> list[Node]:
    """The nodes that the store lacks. Raises InvalidInputError for a node of another owner."""
    rows = await runner.run(_KNOWN, owner=owner.key, label=label, keys=[node.key for node in nodes])
    if others := [row["key"] for row in rows if not row["owned"]]:
        raise InvalidInputError(
            f"{label} {others[0]} of the archive belongs to another owner of this store.",
            field="archive",
            remedy="Import it into a store where nobody else has that name.",
        )
    known = {row["key"] for row in rows}
    return [node for node in nodes if node.key not in known]


async def open_owner(transaction: Transaction, owner: Owner, properties: dict[str, Any]) -> None:
    """Write the archive's properties of the owner and join both tombstone keys, under the owner's lock."""
    mine = await tombstones.known_key(transaction, owner)
    ring = tombstones.join_keys(mine, properties.get("tombstone_key"))
    await transaction.run(_RESTORE_OWNER, owner=owner.key, properties=properties, tombstone_key=ring)


async def put_nodes(transaction: Transaction, owner: Owner, label: str, nodes: Sequence[Node], job: str | None) -> None:
    """Write new nodes under the owner's lock, marked with the `job` of the import."""
    if label in NUMBERED:
        await _number(transaction, owner, label, nodes)
    elif label == "Drawer":
        await _point(transaction, owner, nodes)
    rows = [{"labels": [label, *node.labels], "properties": node.properties} for node in nodes]
    await transaction.run(_RESTORE_NODES, owner=owner.key, job=job, rows=rows)


async def put_edges(transaction: Transaction, owner: Owner, kind: str, edges: Sequence[Edge]) -> None:
    """Write edges whose two ends exist, under the owner's lock. Existing edges stay unchanged."""
    rows = [{"start": edge.start, "end": edge.end, "properties": edge.properties} for edge in edges]
    if (query := _RESTORE.get(kind)) is not None:
        await transaction.run(query, owner=owner.key, rows=rows)
    else:
        await transaction.run(_RESTORE_EDGES, owner=owner.key, type=EDGES[kind].relation, rows=rows)


async def recount(transaction: Transaction, owner: Owner, label: str, keys: Sequence[str]) -> None:
    """Recount the members of these closets or rooms, or the mentions of these entities."""
    await transaction.run(_RECOUNT, owner=owner.key, label=label, keys=list(keys))


async def recount_owner(transaction: Transaction, owner: Owner) -> tuple[int, int]:
    """Recount the owner's turns and relations; returns the numbers of turns and memories."""
    row = (await transaction.run(_RECOUNT_OWNER, owner=owner.key))[0]
    return int(row["drawers"]), int(row["memories"])


async def end_facts(transaction: Transaction, owner: Owner, ids: Sequence[str], now: datetime) -> None:
    """End the facts that an archive of an earlier release left open after their memory ended."""
    rows = await transaction.run(_ENDED, owner=owner.key, ids=list(ids))
    await entities.end(transaction, owner, [row["id"] for row in rows], now)


async def remove_written(transaction: Transaction, owner: Owner, job: str) -> bool:
    """Remove a batch of turns, memories and the like that a job's import wrote; whether there were any."""
    return _any(await transaction.run(_REMOVE_WRITTEN, owner=owner.key, job=job, limit=AT_ONCE))


async def remove_unused(transaction: Transaction, owner: Owner, job: str, label: str) -> bool:
    """Remove a batch of empty containers that a job's import wrote; whether there were any."""
    return _any(await transaction.run(_REMOVE_UNUSED, owner=owner.key, job=job, label=label, limit=AT_ONCE))


async def keep_written(transaction: Transaction, owner: Owner, job: str) -> bool:
    """Release a batch of a job's imported nodes from the job; whether there were any."""
    return _any(await transaction.run(_KEEP_WRITTEN, owner=owner.key, job=job, limit=AT_ONCE))


def _any(rows: list[Row]) -> bool:
    """Whether a counting statement changed anything."""
    return any(count for row in rows for count in row.values())


async def drop_unnamed(transaction: Transaction, owner: Owner, uris: Sequence[str]) -> None:
    """Remove those of these entities that nothing mentions."""
    await transaction.run(_DROP_UNNAMED, owner=owner.key, uris=list(uris))


async def drop_reviews(transaction: Transaction, owner: Owner, ids: Sequence[str]) -> None:
    """Remove reviews about forgotten memories."""
    await transaction.run(_DROP_REVIEWS, owner=owner.key, ids=list(ids))


async def withhold_turns(
    transaction: Transaction, owner: Owner, turns: Sequence[tuple[str, str]], now: datetime
) -> None:
    """Withhold turns with forgotten texts from every answer; each turn comes with its tombstone."""
    for stone in sorted({stone for _, stone in turns}):
        said = [turn for turn, by in turns if by == stone]
        await tombstones.withhold(transaction, owner, stone, (), said, now)


async def _number(transaction: Transaction, owner: Owner, label: str, nodes: Sequence[Node]) -> None:
    """Give nodes the next number where theirs is taken."""
    within = NUMBERED[label]
    parents = {node.key: node.properties.get(within) if within else None for node in nodes}
    rows = [
        {"key": node.key, "parent": parents[node.key], "number": node.properties.get("number") or 0} for node in nodes
    ]
    found = await transaction.run(_TAKEN_NUMBERS, owner=owner.key, label=label, rows=rows)
    states = {row["key"]: row for row in found}
    last: dict[str | None, int] = {}
    given: set[tuple[str | None, int]] = set()
    for node in nodes:
        parent, state = parents[node.key], states.get(node.key, {"taken": False, "last": 0})
        top = max(last.get(parent, 0), state["last"])
        number = node.properties.get("number") or 0
        if number < 1 or state["taken"] or (parent, number) in given:
            number = top + 1
        node.properties["number"] = number
        given.add((parent, number))
        last[parent] = max(top, number)
    await _raise_to(transaction, owner, label, last)


async def _point(transaction: Transaction, owner: Owner, nodes: Sequence[Node]) -> None:
    """Give turns the pointers of their place, with the next number where theirs is taken."""
    rooms = sorted({node.properties["room_id"] for node in nodes})
    numbers = {row["id"]: row for row in await transaction.run(_ROOM_NUMBERS, owner=owner.key, rooms=rooms)}
    last = {room: row["last"] for room, row in numbers.items()}
    wanted = {node.key: _pointer(node, numbers) for node in nodes}
    rows = await transaction.run(_TAKEN_POINTERS, owner=owner.key, pointers=[str(one) for one in wanted.values()])
    taken = {row["pointer"] for row in rows}
    for node in nodes:
        room, pointer = node.properties["room_id"], wanted[node.key]
        if str(pointer) in taken:
            pointer = Pointer(pointer.wing, pointer.room, last[room] + 1)
        taken.add(str(pointer))
        last[room] = max(last[room], pointer.drawer)
        node.properties.update(pointer=str(pointer), position=pointer.drawer - 1)
    await _raise_to(transaction, owner, "Drawer", last)


def _pointer(node: Node, numbers: dict[str, Row]) -> Pointer:
    room = numbers.get(node.properties["room_id"])
    if room is None:
        raise InvalidInputError(
            f"Drawer {node.key} lies in no room of the archive.", field="archive", remedy="Export it anew."
        )
    return Pointer(room["wing"], room["room"], Pointer.parse(node.properties["pointer"]).drawer)


async def _raise_to(transaction: Transaction, owner: Owner, label: str, last: dict[Any, int]) -> None:
    rows = [{"parent": parent, "last": number} for parent, number in last.items()]
    await transaction.run(_RAISE_NUMBERS, owner=owner.key, label=label, rows=rows)


def _present(properties: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in properties.items() if value is not None}
