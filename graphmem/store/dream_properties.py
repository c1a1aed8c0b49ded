"""What dreams write beside ids and owners: mixins of the classes in `nodes`."""

from __future__ import annotations

from neomodel import DateTimeNeo4jFormatProperty, IntegerProperty, JSONProperty, StringProperty


class DreamProperties:
    """How far a dream is, what asked for it, and its counts; see `graphmem.model.dream.DreamRun`."""

    number = IntegerProperty()
    state = StringProperty()
    at = DateTimeNeo4jFormatProperty()
    ended_at = DateTimeNeo4jFormatProperty()
    by = StringProperty()
    awake = IntegerProperty(default=0)
    planned = IntegerProperty(default=0)
    changed = IntegerProperty(default=0)
    slept = IntegerProperty(default=0)
    undone = IntegerProperty(default=0)
    steps = JSONProperty()
    brake = StringProperty()
    asked = IntegerProperty(default=0)
    answered_before = IntegerProperty(default=0)
    answered_after = IntegerProperty(default=0)
    taken_back = StringProperty()
    folded_at = DateTimeNeo4jFormatProperty()


class Aging:
    """What time brings to a memory: which one says the same, and when somebody was told that it is due."""

    merged_into = StringProperty()
    due_told_at = DateTimeNeo4jFormatProperty()
