"""neomodel classes of the edges that carry properties; the nodes they join are in `nodes`."""

from __future__ import annotations

from neomodel import (
    ArrayProperty,
    AsyncStructuredRel,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    JSONProperty,
    StringProperty,
)


class Bitemporal(AsyncStructuredRel):
    """An edge that states something, with both clocks; open ends are the sentinel 9999-12-31."""

    confidence = FloatProperty()
    detected_by = StringProperty()
    valid_from = DateTimeNeo4jFormatProperty()
    valid_until = DateTimeNeo4jFormatProperty()
    recorded_at = DateTimeNeo4jFormatProperty()
    retracted_at = DateTimeNeo4jFormatProperty()


class Causal(Bitemporal):
    """A cause and its effect; `grounds` are what they have in common: addresses of entities, stems of words."""

    grounds = ArrayProperty(StringProperty())


class FactEdge(Bitemporal):
    """Entity to entity, as text and predicate, with the memory it came from; `version_of` is the fact it once was.

    `subject` and `object` are the addresses at its ends; facts that may end each other share a `slot`.
    `also` are further memories that state it: where the first ends, one of them grounds it. `bound` is the end that its
    own words told.
    """

    fact_id = StringProperty()
    version_of = StringProperty()
    owner = StringProperty()
    predicate = StringProperty()
    text = StringProperty()
    memory_id = StringProperty()
    subject = StringProperty()
    object = StringProperty()
    slot = StringProperty()
    also = ArrayProperty(StringProperty())
    bound = DateTimeNeo4jFormatProperty()


class Naming(AsyncStructuredRel):
    """A memory names an entity. What memories are ordered by stands on the edge too, so that those of an entity come by
    the order of an index; none of it ever changes."""

    owner = StringProperty()
    uri = StringProperty()
    said_at = DateTimeNeo4jFormatProperty()
    valid_from = DateTimeNeo4jFormatProperty()


class TierSpell(AsyncStructuredRel):
    """One stay of a memory in a tier; `until` is null while it lasts."""

    since = DateTimeNeo4jFormatProperty()
    until = DateTimeNeo4jFormatProperty()
    reason = StringProperty()
    run = StringProperty()
    closed_by = StringProperty()


class Held(AsyncStructuredRel):
    """A memory in a session's working memory."""

    added_at = DateTimeNeo4jFormatProperty()
    last_accessed_at = DateTimeNeo4jFormatProperty()
    access_count = IntegerProperty()


class Coactivation(AsyncStructuredRel):
    """How often two memories were recalled together, as of `last_at`; `origin` is the id it begins at."""

    owner = StringProperty()
    origin = StringProperty()
    count = FloatProperty()
    last_at = DateTimeNeo4jFormatProperty()


class Merge(AsyncStructuredRel):
    """Two entities taken for one, with the evidence; undone by retracting it."""

    score = FloatProperty()
    method = StringProperty()
    recorded_at = DateTimeNeo4jFormatProperty()
    retracted_at = DateTimeNeo4jFormatProperty()


class Change(AsyncStructuredRel):
    """What a dream changed on a memory."""

    owner = StringProperty()
    run = StringProperty()
    number = IntegerProperty()
    place = IntegerProperty()
    at = DateTimeNeo4jFormatProperty()
    step = StringProperty()
    rules = ArrayProperty(StringProperty())
    evidence = ArrayProperty(StringProperty())
    before = JSONProperty()
    after = JSONProperty()
    undone_at = DateTimeNeo4jFormatProperty()
    conflicts = JSONProperty()


class Withholding(AsyncStructuredRel):
    """What a forgotten memory stated or named, beside what that edge itself said: its `kind`, fact or mention, whether
    it `held` until then, and the memory."""

    kind = StringProperty()
    held = BooleanProperty()
    memory_id = StringProperty()


class May(AsyncStructuredRel):
    """A right of an owner in a space, valid from `since` to `until`, with both clocks; of one `agent`, or of all."""

    uid = StringProperty(db_property="id")
    right = StringProperty()
    agent = StringProperty()
    by = StringProperty()
    since = DateTimeNeo4jFormatProperty()
    until = DateTimeNeo4jFormatProperty()
    recorded_at = DateTimeNeo4jFormatProperty()
    retracted_at = DateTimeNeo4jFormatProperty()
