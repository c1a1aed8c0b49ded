"""neomodel classes of what is learned of an agent's work: steps that recur, and how uses of procedures turned out.

They belong to `graphmem.store.nodes`, which has them, too.
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
    """Steps that recur in episodes, and what a person chose. `marks` are digests of the steps' forms, by which it is
    known again when its words are gone."""

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
    """How one use of a `version` of a procedure turned out, the number of the `step` that failed, and where: `tools`
    are names with their versions, and `counted` is whether the memory's own counts have it.
    It holds no words of the procedure."""

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
