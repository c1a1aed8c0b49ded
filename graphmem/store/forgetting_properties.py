"""What forgetting adds to nodes: mixins of their classes in `nodes`."""

from __future__ import annotations

from neomodel import ArrayProperty, BooleanProperty, DateTimeNeo4jFormatProperty, IntegerProperty, StringProperty


class Keyed:
    """The key of an owner's hashes of what must not come back; see `graphmem.store.tombstones`."""

    tombstone_key = StringProperty()


class Forgettable:
    """When a memory was forgotten, the tombstone that keeps it so, those that would if that one were lifted, and until
    when it was believed before; whether its words stand in a turn that is withheld for another's sake; why a person
    invalidated it, through what, and with which memory it went."""

    forgotten_at = DateTimeNeo4jFormatProperty()
    tombstone = StringProperty()
    further_tombstones = ArrayProperty(StringProperty())
    believed_until = DateTimeNeo4jFormatProperty()
    quote_withheld = BooleanProperty()
    invalidated_reason = StringProperty()
    invalidated_by = StringProperty()
    invalidated_with = StringProperty()


class Withheld:
    """The tombstone for whose sake nobody finds a turn, and those that would if that one were lifted."""

    withheld = StringProperty()
    further_tombstones = ArrayProperty(StringProperty())


class TombstoneProperties:
    """What a tombstone has beside its id; see `graphmem.model.tombstone.Tombstone`."""

    owner = StringProperty(index=True, required=True)
    memory = StringProperty()
    subject = StringProperty()
    attribute = StringProperty()
    reason = StringProperty()
    by = StringProperty()
    at = DateTimeNeo4jFormatProperty()
    standing = BooleanProperty(default=True)
    hits = IntegerProperty(default=0)
    last_hit_at = DateTimeNeo4jFormatProperty()
    lifted_at = DateTimeNeo4jFormatProperty()
    lifted_by = StringProperty()
