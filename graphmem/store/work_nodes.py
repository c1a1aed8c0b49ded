"""neomodel classes around memories: keys, audit, jobs, schedules, kept answers, usage.

They belong to `graphmem.store.nodes`, which imports them.
"""

from __future__ import annotations

from neomodel import (
    ArrayProperty,
    AsyncStructuredNode,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    JSONProperty,
    StringProperty,
)


class ApiKey(AsyncStructuredNode):
    """A bearer key, kept as its SHA-256; `used_at` is the hour of its last use."""

    hash = StringProperty(unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    owner_name = StringProperty(required=True)
    label = StringProperty()
    prefix = StringProperty()
    scopes = ArrayProperty(StringProperty())
    agent = StringProperty()
    expires_at = DateTimeNeo4jFormatProperty()
    used_at = DateTimeNeo4jFormatProperty()
    created_at = DateTimeNeo4jFormatProperty(default_now=True)


class AuditEntry(AsyncStructuredNode):
    """A change, its actor and channel; without texts. `open`: begun, not completed yet.
    The number and both hashes belong to the owner's chain."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    at = DateTimeNeo4jFormatProperty(index=True)
    verb = StringProperty()
    via = StringProperty()
    key = StringProperty()
    agent = StringProperty()
    person = StringProperty()
    ids = ArrayProperty(StringProperty())
    count = IntegerProperty()
    before = StringProperty()
    after = StringProperty()
    open = BooleanProperty()
    number = IntegerProperty()
    previous = StringProperty()
    hash = StringProperty()


class Schedule(AsyncStructuredNode):
    """When a kind of job is due for an owner, and the outcome of the last slot."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    owner_name = StringProperty()
    kind = StringProperty()
    cron = StringProperty()
    time_zone = StringProperty()
    paused = BooleanProperty(default=False)
    next_run = DateTimeNeo4jFormatProperty(index=True)
    version = IntegerProperty(default=0)
    last_slot = DateTimeNeo4jFormatProperty()
    last_outcome = StringProperty()
    last_run = StringProperty()
    last_error = StringProperty()
    last_ended_at = DateTimeNeo4jFormatProperty()
    runs = IntegerProperty(default=0)
    unchanged = IntegerProperty(default=0)


class Job(AsyncStructuredNode):
    """A durable piece of background work."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    owner_name = StringProperty()
    kind = StringProperty()
    state = StringProperty()
    attempts = IntegerProperty(default=0)
    max_attempts = IntegerProperty()
    lease_until = DateTimeNeo4jFormatProperty()
    lease_token = IntegerProperty(default=0)
    worker = StringProperty()
    error = StringProperty()
    payload = JSONProperty()
    again = BooleanProperty(default=False)
    done = IntegerProperty(default=0)
    total = IntegerProperty()
    created_at = DateTimeNeo4jFormatProperty()
    run_after = DateTimeNeo4jFormatProperty()
    started_at = DateTimeNeo4jFormatProperty()
    ended_at = DateTimeNeo4jFormatProperty()
    touched_at = DateTimeNeo4jFormatProperty()


class Lease(AsyncStructuredNode):
    """The holder of a scheduled task and its end; `token` fences off a former holder.
    With several databases, the first has one lease per owner: its holder is the database that has the owner."""

    name = StringProperty(unique_index=True, required=True)
    holder = StringProperty()
    owner = StringProperty()
    owner_name = StringProperty()
    moving_to = StringProperty()
    leaving = StringProperty()
    token = IntegerProperty(default=0)
    expires = DateTimeNeo4jFormatProperty()


class Request(AsyncStructuredNode):
    """The answer to a repeatable request; `content` is a digest of the request."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    content = StringProperty(required=True)
    answer = StringProperty(required=True)
    answered_at = DateTimeNeo4jFormatProperty()


class Usage(AsyncStructuredNode):
    """Model calls of an owner by source and day."""

    uid = StringProperty(db_property="id", unique_index=True, required=True)
    owner = StringProperty(index=True, required=True)
    source = StringProperty()
    day = StringProperty()
    model = StringProperty()
    calls = IntegerProperty(default=0)
    texts = IntegerProperty(default=0)
    tokens = IntegerProperty(default=0)
    output_tokens = IntegerProperty(default=0)
    cost = FloatProperty()
    updated_at = DateTimeNeo4jFormatProperty()
