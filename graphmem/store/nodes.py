"""neomodel classes of every node; a test compares them and `cypher/schema/` with the live database.

They document the model and serve the low-volume nodes: keys, settings. Hot paths are `.cypher` files run by the driver,
because neomodel's queries neither filter inside a vector index nor retry a deadlock. Only `cypher/schema/baseline`
makes indexes and constraints; `install_labels` is never called, since it cannot express them. neomodel reserves the
name `id`, so the property is `uid` here and `id` in the graph.
"""

from __future__ import annotations

from typing import Any

from neomodel import (
    ArrayProperty,
    AsyncRelationshipFrom,
    AsyncRelationshipTo,
    AsyncStructuredNode,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    StringProperty,
    adb,
)
from neomodel.properties import Property, validator

from graphmem.store.database import Database
from graphmem.store.dream_properties import Aging, DreamProperties
from graphmem.store.edges import Bitemporal, Causal, Change, Coactivation, FactEdge, Held, May, Merge, Naming, TierSpell
from graphmem.store.forgetting_properties import Forgettable, Keyed, Withheld
from graphmem.store.skill_nodes import Outcome as Outcome
from graphmem.store.skill_nodes import Workflow as Workflow
from graphmem.store.tombstone_nodes import Tombstone as Tombstone
from graphmem.store.tombstone_nodes import TombstoneKey as TombstoneKey
from graphmem.store.work_nodes import ApiKey as ApiKey
from graphmem.store.work_nodes import AuditEntry as AuditEntry
from graphmem.store.work_nodes import Job as Job
from graphmem.store.work_nodes import Lease as Lease
from graphmem.store.work_nodes import Request as Request
from graphmem.store.work_nodes import Schedule as Schedule
from graphmem.store.work_nodes import Usage as Usage


async def use(database: Database) -> None:
    """Let neomodel use this database's driver. Its connection is global to the process: call before use."""
    if adb.driver is not database.driver:
        await adb.set_connection(driver=database.driver)
    adb._database_name = database.address.database


class Owner(AsyncStructuredNode, Keyed):
    """The tenant. An erased one has no name, only the time of its erasure, for a day.
    `moving_to` is the database that the owner is moving to, `arriving_from` the one it comes from, `moved_to` the one
    that has what was erased here."""

    key = StringProperty(unique_index=True, required=True)
    name = StringProperty()
    erased_at = DateTimeNeo4jFormatProperty()
    moved_to = StringProperty()
    moving_to = StringProperty()
    arriving_from = StringProperty()
    created_at = DateTimeNeo4jFormatProperty()
    last_written_at = DateTimeNeo4jFormatProperty()
    wings = IntegerProperty(default=0)
    drawers = IntegerProperty(default=0)
    characters = IntegerProperty(default=0)
    quota = ArrayProperty(IntegerProperty())
    relations = IntegerProperty(default=0)
    dreams = IntegerProperty(default=0)
    settings = StringProperty()
    settings_version = IntegerProperty()
    settings_changes = ArrayProperty(StringProperty())
    webhooks = ArrayProperty(StringProperty())
    audit_number = IntegerProperty()
    audit_sealed = IntegerProperty()
    audit_head = StringProperty()
    audit_dropped = IntegerProperty()
    audit_dropped_hash = StringProperty()
    unsealed = BooleanProperty(index=True)
    kind = StringProperty()
    title = StringProperty()
    keeps_copies = BooleanProperty()
    may = AsyncRelationshipTo("Owner", "MAY", model=May)
    has_wing = AsyncRelationshipTo("Wing", "HAS_WING")


class Agent(AsyncStructuredNode):
    """An agent of an owner."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    name = StringProperty()
    memory_enabled = BooleanProperty(default=True)


class Session(AsyncStructuredNode):
    """One stretch of use. Its id is unique within its owner only."""

    uid = StringProperty(db_property="id", required=True)
    owner = StringProperty(index=True, required=True)
    started_at = DateTimeNeo4jFormatProperty()
    ended_at = DateTimeNeo4jFormatProperty()
    last_active_at = DateTimeNeo4jFormatProperty()
    context_since = DateTimeNeo4jFormatProperty()
    memory_enabled = BooleanProperty(default=True)
    agent = StringProperty()
    state = StringProperty()
    end_reason = StringProperty()
    messages = IntegerProperty(default=0)
    holds = AsyncRelationshipTo("Memory", "HOLDS", model=Held)


class Wing(AsyncStructuredNode):
    """A person, project, topic or agent."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    slug = StringProperty(required=True)
    name = StringProperty(required=True)
    aliases = ArrayProperty(StringProperty())
    kind = StringProperty()
    number = IntegerProperty()
    rooms = IntegerProperty(default=0)
    has_room = AsyncRelationshipTo("Room", "HAS_ROOM")


class BytesProperty(Property[bytes]):
    """Bytes as the driver sends them; neomodel has no such property."""

    @validator
    def inflate(self, value: Any) -> bytes:
        return bytes(value)

    @validator
    def deflate(self, value: Any) -> bytes:
        return bytes(value)


class Room(AsyncStructuredNode):
    """A session of talk in a wing."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    slug = StringProperty(required=True)
    title = StringProperty()
    aliases = ArrayProperty(StringProperty())
    kind = StringProperty()
    conversation = StringProperty()
    author = StringProperty()
    wing_id = StringProperty()
    number = IntegerProperty()
    drawers = IntegerProperty(default=0)
    filed = IntegerProperty(default=0)
    last_drawer = StringProperty()
    started_at = DateTimeNeo4jFormatProperty()
    ended_at = DateTimeNeo4jFormatProperty()
    has_closet = AsyncRelationshipTo("Closet", "HAS_CLOSET")


class Closet(AsyncStructuredNode):
    """A topic of a room."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    slug = StringProperty(required=True)
    topic = StringProperty()
    aliases = ArrayProperty(StringProperty())
    room_id = StringProperty()
    number = IntegerProperty()
    drawers = IntegerProperty(default=0)
    has_drawer = AsyncRelationshipTo("Drawer", "HAS_DRAWER")


class Drawer(AsyncStructuredNode, Withheld):
    """One verbatim turn."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    text = StringProperty(required=True)
    index_text = StringProperty()
    speaker = StringProperty()
    role = StringProperty()
    said_at = DateTimeNeo4jFormatProperty()
    ended_at = DateTimeNeo4jFormatProperty()
    filed_at = DateTimeNeo4jFormatProperty()
    position = IntegerProperty()
    pointer = StringProperty()
    tags = ArrayProperty(StringProperty())
    language = StringProperty()
    source_id = StringProperty()
    conversation = StringProperty()
    author = StringProperty()
    wing_id = StringProperty()
    room_id = StringProperty()
    closet_id = StringProperty()
    project = StringProperty()
    observed = BooleanProperty(default=False)
    embedding = ArrayProperty(FloatProperty())
    embedding_model = StringProperty()
    embedded = BooleanProperty(default=False)
    token_states = BytesProperty()
    next = AsyncRelationshipTo("Drawer", "NEXT")


class Memory(AsyncStructuredNode, Forgettable, Aging):
    """One atomic, derived statement."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    text = StringProperty(required=True)
    category = StringProperty()
    priority = StringProperty()
    tier = StringProperty()
    sub_tier = StringProperty()
    importance = FloatProperty()
    initial_importance = FloatProperty()
    utility = FloatProperty()
    stability = FloatProperty()
    storage_strength = FloatProperty()
    access_count = IntegerProperty()
    last_accessed_at = DateTimeNeo4jFormatProperty()
    used_at = DateTimeNeo4jFormatProperty()
    rehearsed_at = DateTimeNeo4jFormatProperty()
    kept_awake_until = DateTimeNeo4jFormatProperty()
    asked = ArrayProperty(StringProperty())
    asked_on = StringProperty()
    asked_days = IntegerProperty(default=0)
    questions = IntegerProperty(default=0)
    emotions = ArrayProperty(StringProperty())
    valence = FloatProperty()
    arousal = FloatProperty()
    flashbulb = BooleanProperty()
    pinned = BooleanProperty()
    immutable = BooleanProperty()
    lesson = StringProperty()
    gist = StringProperty()
    source_confidence = FloatProperty()
    write_source = StringProperty()
    data_source = StringProperty()
    scope = ArrayProperty(StringProperty())
    language = StringProperty()
    speaker = StringProperty()
    author = StringProperty()
    quote_drawer = StringProperty()
    quote_start = IntegerProperty()
    quote_end = IntegerProperty()
    project = StringProperty()
    said_at = DateTimeNeo4jFormatProperty()
    foresight = BooleanProperty()
    session = StringProperty()
    captured = BooleanProperty()
    versions = IntegerProperty(default=0)
    difficulty = FloatProperty()
    success_count = IntegerProperty(default=0)
    failure_count = IntegerProperty(default=0)
    name = StringProperty()
    slug = StringProperty()
    steps = ArrayProperty(StringProperty())
    version = IntegerProperty()
    event = StringProperty()
    outcome = StringProperty()
    worked = BooleanProperty()
    tags = ArrayProperty(StringProperty())
    temporal_type = StringProperty()
    recurrence = StringProperty()
    valid_from = DateTimeNeo4jFormatProperty()
    valid_until = DateTimeNeo4jFormatProperty()
    recorded_at = DateTimeNeo4jFormatProperty()
    retracted_at = DateTimeNeo4jFormatProperty()
    tag_session = StringProperty()
    tag_expires_at = DateTimeNeo4jFormatProperty()
    embedding = ArrayProperty(FloatProperty())
    embedding_model = StringProperty()
    embedded = BooleanProperty(default=False)
    supersedes = AsyncRelationshipTo("Memory", "SUPERSEDES", model=Bitemporal)
    contradicts = AsyncRelationshipTo("Memory", "CONTRADICTS", model=Bitemporal)
    causes = AsyncRelationshipTo("Memory", "CAUSES", model=Causal)
    elaborates = AsyncRelationshipTo("Memory", "ELABORATES", model=Bitemporal)
    same_entity = AsyncRelationshipTo("Memory", "SAME_ENTITY", model=Bitemporal)
    related_to = AsyncRelationshipTo("Memory", "RELATED_TO", model=Bitemporal)
    coactivated = AsyncRelationshipTo("Memory", "COACTIVATED", model=Coactivation)
    version_of = AsyncRelationshipTo("Memory", "VERSION_OF")
    in_tier = AsyncRelationshipTo("Tier", "IN_TIER", model=TierSpell)
    mentions = AsyncRelationshipTo("Entity", "MENTIONS", model=Naming)
    derived_from_drawer = AsyncRelationshipTo("Drawer", "DERIVED_FROM")
    derived_from_memory = AsyncRelationshipTo("Memory", "DERIVED_FROM")


class EnglishDrawer(Drawer):
    """A turn said in English; see `labels`."""


class TurkishDrawer(Drawer):
    """A turn said in Turkish."""


class GermanDrawer(Drawer):
    """A turn said in German."""


class EnglishMemory(Memory):
    """A memory in English; see `labels`."""


class TurkishMemory(Memory):
    """A memory in Turkish."""


class GermanMemory(Memory):
    """A memory in German."""


class Procedure(Memory):
    """A named way to do something: `name`, `slug`, `steps`, `version`, `tags`.
    Its former versions keep these without this label."""


class Episode(Memory):
    """An event and its outcome: `event`, `outcome`, `worked`, `steps`, `tags`."""


class Entity(AsyncStructuredNode):
    """A person, place, project, thing; one per owner and address."""

    uri = StringProperty(required=True)
    owner = StringProperty(index=True, required=True)
    type = StringProperty()
    name = StringProperty(required=True)
    slug = StringProperty()
    aliases = ArrayProperty(StringProperty())
    own_type = StringProperty()
    own_type_score = FloatProperty()
    own_type_by = StringProperty()
    fields = StringProperty()
    mentions = IntegerProperty(default=0)
    created_at = DateTimeNeo4jFormatProperty()
    fact = AsyncRelationshipTo("Entity", "FACT", model=FactEdge)
    same_as = AsyncRelationshipTo("Entity", "SAME_AS", model=Merge)
    mentioned_by = AsyncRelationshipFrom("Memory", "MENTIONS", model=Naming)


class Tier(AsyncStructuredNode):
    """Working, episodic, semantic or dormant; one per owner."""

    name = StringProperty(required=True)
    owner = StringProperty(index=True, required=True)


class DreamRun(AsyncStructuredNode, DreamProperties):
    """One dream: its state and its changes."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    changes = AsyncRelationshipTo("Memory", "CHANGED", model=Change)


class Review(AsyncStructuredNode):
    """A pair of memories of which the newer may have ended the older, and the decision."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    state = StringProperty()
    reason = StringProperty()
    confidence = FloatProperty()
    proposed_at = DateTimeNeo4jFormatProperty()
    decided_at = DateTimeNeo4jFormatProperty()
    decided_by = StringProperty()
    older = AsyncRelationshipTo("Memory", "OLDER")
    newer = AsyncRelationshipTo("Memory", "NEWER")


class Block(AsyncStructuredNode):
    """Contents of one block; `marks` are of the memories' texts then, `told` says whether it helped."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    session = StringProperty()
    memories = ArrayProperty(StringProperty())
    marks = ArrayProperty(StringProperty())
    turns = ArrayProperty(StringProperty())
    told = BooleanProperty()
    made_at = DateTimeNeo4jFormatProperty(index=True)


class SchemaVersion(AsyncStructuredNode):
    """The number of the schema, and the embedder on record."""

    name = StringProperty(unique_index=True, required=True)
    version = IntegerProperty()
    applied_at = DateTimeNeo4jFormatProperty()
    model = StringProperty()
    dimensions = IntegerProperty()


class SchemaLock(AsyncStructuredNode):
    """The lock of the one process that changes the schema."""

    name = StringProperty(required=True)
