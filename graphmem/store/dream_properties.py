"""Properties that dreams write, as mixins of the classes in `nodes`."""

from __future__ import annotations

from neomodel import DateTimeNeo4jFormatProperty, IntegerProperty, JSONProperty, StringProperty


class DreamProperties:
    """A dream's state, actor and counts; see `graphmem.model.dream.DreamRun`."""

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
    """Effects of time on a memory: the memory it was merged into, and when its day was announced."""

    merged_into = StringProperty()
    due_told_at = DateTimeNeo4jFormatProperty()
