"""neomodel classes of what must not come back; `graphmem.store.nodes` has them, too."""

from __future__ import annotations

from neomodel import AsyncRelationshipTo, AsyncStructuredNode, StringProperty

from graphmem.store.forgetting_properties import TombstoneProperties


class Tombstone(AsyncStructuredNode, TombstoneProperties):
    """What must not be remembered again; it holds no text."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    bars = AsyncRelationshipTo("TombstoneKey", "BARS")


class TombstoneKey(AsyncStructuredNode):
    """A keyed hash of a value that must not come back."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
