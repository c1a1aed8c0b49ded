"""neomodel classes of tombstones; `graphmem.store.nodes` imports them."""

from __future__ import annotations

from neomodel import AsyncRelationshipTo, AsyncStructuredNode, StringProperty

from graphmem.store.forgetting_properties import TombstoneProperties


class Tombstone(AsyncStructuredNode, TombstoneProperties):
    """A bar against remembering a text again; it holds no text."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    bars = AsyncRelationshipTo("TombstoneKey", "BARS")


class TombstoneKey(AsyncStructuredNode):
    """A keyed hash of a barred value."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
