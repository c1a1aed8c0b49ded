"""The classes of nodes against the live database: its constraints, and every property that is stored."""

from __future__ import annotations

import inspect
from typing import Any

from neomodel import AsyncStructuredNode, adb

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.store import labels, nodes, queries, schema
from graphmem.store.database import Database
from tests.support.conversations import conversation

LANGUAGES, KINDS = {*labels.MEMORIES.values()}, {"Procedure", "Episode"}
EVERY = "MATCH (n) WHERE NOT n:Owner OR n.key = $owner RETURN labels(n) AS labels, collect(DISTINCT keys(n)) AS keys"
"""Other tests make owners of their own with what they like."""
EDGES = {"FACT", "MENTIONS", "COACTIVATED", "CHANGED", "WITHHELD"}


def classes() -> list[Any]:
    return [
        cls
        for _, cls in inspect.getmembers(nodes, inspect.isclass)
        if issubclass(cls, AsyncStructuredNode) and cls is not AsyncStructuredNode
    ]


async def test_the_classes_agree_with_the_constraints(database: Database) -> None:
    """Every label the schema knows has a class, whose unique properties are the constraints, by their graph names."""
    constrained: dict[str, set[tuple[str, ...]]] = {}
    for row in await database.run(queries.load("schema/indexes")):
        for label in row["labels"] or ():
            constrained.setdefault(label, set())
            if row["name"] in schema.expected_names("CONSTRAINT"):
                constrained[label].add(tuple(row["properties"]))
    by_label = {cls.__label__: cls for cls in classes()}
    assert constrained.keys() - EDGES <= by_label.keys()
    for label in constrained:
        if label in EDGES:
            continue
        properties = by_label[label].defined_properties(aliases=False, rels=False)
        single = {
            (prop.get_db_property_name(name),)
            for name, prop in properties.items()
            if getattr(prop, "unique_index", False)
        }
        # A node with the label of a language has that of its kind, too, and is bound by its constraints.
        unique = set().union(*(constrained.get(one, set()) for one in by_label[label].inherited_labels()))
        assert single == {names for names in unique if len(names) == 1}, label


def test_every_node_carries_its_owner() -> None:
    for cls in classes():
        names = cls.defined_properties(aliases=False, rels=False).keys()
        assert "owner" in names or cls.__label__ in {"Owner", "Lease", "SchemaVersion", "SchemaLock"}, cls.__label__


async def test_every_class_fits_what_is_stored(memory: GraphMem, owner: str) -> None:
    """No property in the graph that the class of its labels does not know."""
    await memory.mine(conversation(), owner=owner)
    for steps in (["Write it down."], ["Write it down.", "Read it again."]):
        await memory.recorder.procedure(memory.owner(owner), "Keep a note", steps, scope=["*.md"], tags=["notes"])
    await memory.recorder.episode(memory.owner(owner), "A note was lost.", outcome="It was found.", tags=["notes"])
    await nodes.use(memory.database)
    keys, _ = await adb.cypher_query(EVERY, {"owner": Owner.named(owner).key})
    by_labels = {frozenset(cls.inherited_labels()): cls for cls in classes()}
    for carried, found in keys:
        # A procedure has the label of its language, too, which brings no property of its own.
        kind = frozenset(carried) - (LANGUAGES if KINDS & set(carried) else set())
        properties = by_labels[kind].defined_properties(aliases=False, rels=False)
        known = {prop.get_db_property_name(name) for name, prop in properties.items()}
        stored = {key for group in found for key in group}
        assert stored <= known, f"{carried}: {stored - known}"
