"""Properties that forgetting adds to nodes, as mixins of their classes in `nodes`."""

from __future__ import annotations

from neomodel import ArrayProperty, BooleanProperty, DateTimeNeo4jFormatProperty, IntegerProperty, StringProperty


class Keyed:
    """The key of an owner's hashes of forgotten texts; see `graphmem.store.tombstones`."""

    tombstone_key = StringProperty()


class Forgettable:
    """When a memory was forgotten, its tombstone, and tombstones that apply if that one is lifted.
    `believed_until`: end of its transaction time before; `quote_withheld`: its turn is withheld for another memory;
    `invalidated_…`: why and through what a person invalidated it, and with which memory."""

    forgotten_at = DateTimeNeo4jFormatProperty()
    tombstone = StringProperty()
    further_tombstones = ArrayProperty(StringProperty())
    believed_until = DateTimeNeo4jFormatProperty()
    quote_withheld = BooleanProperty()
    invalidated_reason = StringProperty()
    invalidated_by = StringProperty()
    invalidated_with = StringProperty()


class Withheld:
    """The tombstone that withholds a turn, and further ones that apply if that one is lifted."""

    withheld = StringProperty()
    further_tombstones = ArrayProperty(StringProperty())


class TombstoneProperties:
    """A tombstone's properties beside its id; see `graphmem.model.tombstone.Tombstone`."""

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
