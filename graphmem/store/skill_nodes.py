"""neomodel classes of lessons from an agent's work: recurring steps, and outcomes of procedures.

They belong to `graphmem.store.nodes`, which imports them.
"""

from __future__ import annotations

from neomodel import (
    ArrayProperty,
    AsyncRelationshipTo,
    AsyncStructuredNode,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    IntegerProperty,
    StringProperty,
)


class Workflow(AsyncStructuredNode):
    """Steps that recur in episodes, and a person's decision.
    `marks` are digests of the steps' forms, which identify it after its words are gone."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    state = StringProperty()
    name = StringProperty()
    steps = ArrayProperty(StringProperty())
    marks = ArrayProperty(StringProperty())
    worked = IntegerProperty()
    failed = IntegerProperty()
    project = StringProperty()
    proposed_at = DateTimeNeo4jFormatProperty()
    decided_at = DateTimeNeo4jFormatProperty()
    decided_by = StringProperty()
    found_in = AsyncRelationshipTo("Memory", "FOUND_IN")
    became = AsyncRelationshipTo("Memory", "BECAME")


class Outcome(AsyncStructuredNode):
    """The outcome of one use of a procedure's `version`, without its words, and the failed `step`.
    `tools` are names with versions; `counted`: the memory's own counts include it."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    procedure = StringProperty()
    version = IntegerProperty()
    success = BooleanProperty()
    step = IntegerProperty()
    project = StringProperty()
    tools = ArrayProperty(StringProperty())
    counted = BooleanProperty()
    at = DateTimeNeo4jFormatProperty()
    outcome_of = AsyncRelationshipTo("Memory", "OUTCOME_OF")
