"""Entities, their mentions and the facts between them, written in the caller's transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graphmem.model.entity import Mention
from graphmem.model.ids import slug
from graphmem.model.interval import FOREVER
from graphmem.model.palace import Owner
from graphmem.store import lucene
from graphmem.store.database import Runner, Transaction
from graphmem.store.queries import bind
from graphmem.store.rows import row_of

CANDIDATES = 10
"""Entities of similar names that a new mention is compared with."""

NAME_FIELDS = {"name": 1.0, "aliases": 1.0}

_CANDIDATES = bind("entity/entity_candidates", __name__)
_MERGE = bind("entity/merge_entities", __name__)
_FACTS = bind("entity/state_facts", __name__)
_PASS = bind("entity/pass_facts", __name__)
_END = bind("entity/end_facts", __name__)


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """A stored entity: its spellings, names merged into it, and whether it is a speaker."""

    uri: str
    name: str
    aliases: tuple[str, ...]
    merged: tuple[str, ...] = ()
    speaks: bool = False


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity to merge; `same_as` is the entity that it was resolved to, with method and score 0–1.
    `own_type` is a type that the owner declared, with its score and the reader that gave it."""

    uri: str
    type: str
    name: str
    slug: str
    same_as: str | None = None
    score: float | None = None
    method: str | None = None
    own_type: str | None = None
    own_score: float | None = None
    own_by: str | None = None

    @classmethod
    def of(cls, mention: Mention) -> EntityRow:
        """The row of a mention that is resolved to no other entity."""
        row = cls(mention.uri, mention.type.value, mention.name, slug(mention.name))
        own = mention.own
        return row if own is None else replace(row, own_type=own.name, own_score=own.score, own_by=own.by)


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact to state, by the addresses of its ends; with `ended` it only ends facts stated before."""

    id: str
    subject: str
    predicate: str
    object: str
    text: str
    memory: str
    confidence: float
    detected_by: str
    single: bool
    ended: bool
    valid_from: datetime
    valid_until: datetime = FOREVER

    @property
    def slot(self) -> str:
        """The key of facts that may end each other.

        It is subject and property if the subject has one value at a time, else the whole fact.
        """
        return slot_of(self.subject, self.predicate, self.object, single=self.single)

    def row(self) -> dict[str, Any]:
        """The row as the store takes it."""
        return row_of(self) | {"slot": self.slot}


def slot_of(subject: str, predicate: str, object_: str, *, single: bool) -> str:
    """The key that a fact shares with those that it may end, from the addresses of its ends."""
    return f"{subject} {predicate}" if single else f"{subject} {predicate} {object_}"


async def candidates(runner: Runner, owner: Owner, mentions: Sequence[Mention]) -> dict[str, tuple[KnownEntity, ...]]:
    """For each mention's address the entities of its type whose names share words with it."""
    asked = []
    for mention in {mention.uri: mention for mention in mentions}.values():
        query = lucene.owner_query(owner.key, mention.name.split()[:8], NAME_FIELDS)
        if query is not None:
            asked.append({"uri": mention.uri, "type": mention.type.value, "lucene": query})
    if not asked:
        return {}
    rows = await runner.run(_CANDIDATES, owner=owner.key, mentions=asked, limit=CANDIDATES)
    return {row["uri"]: tuple(_known(*found) for found in row["found"]) for row in rows}


def _known(uri: str, name: str, aliases: Sequence[str], merged: Sequence[str], speaks: bool) -> KnownEntity:
    return KnownEntity(uri, name, tuple(aliases), tuple(merged), speaks)


async def merge(
    transaction: Transaction,
    owner: Owner,
    rows: Sequence[EntityRow],
    mentions: Sequence[tuple[str, str]],
    now: datetime,
) -> None:
    """Create missing entities and link memories (ids) to the entities (addresses) that they mention.
    The order of addresses is the order of locks."""
    if rows:
        unique = {row.uri: row for row in rows}
        await transaction.run(
            _MERGE,
            owner=owner.key,
            rows=[row_of(unique[uri]) for uri in sorted(unique)],
            pairs=[{"memory": memory, "uri": uri} for memory, uri in sorted(set(mentions))],
            now=now,
            forever=FOREVER,
        )


async def state(transaction: Transaction, owner: Owner, facts: Sequence[FactRow], now: datetime) -> None:
    """State facts in order of valid time, each after those that it ends.

    Facts of one slot may end each other, so each has a statement of its own; all others share one.
    """
    rounds: list[list[dict[str, Any]]] = []
    met: Counter[str] = Counter()
    for fact in sorted(facts, key=lambda fact: fact.valid_from):
        place = met[fact.slot]
        met[fact.slot] += 1
        if place == len(rounds):
            rounds.append([])
        rounds[place].append(fact.row())
    for rows in rounds:
        await transaction.run(_FACTS, owner=owner.key, facts=rows, now=now, forever=FOREVER)


async def pass_on(runner: Runner, owner: Owner, memories: Collection[str], now: datetime) -> None:
    """Pass facts of ending or deleted memories to other memories that state the same and go on."""
    if memories:
        await runner.run(_PASS, owner=owner.key, memories=sorted(memories), now=now, forever=FOREVER)


async def end(transaction: Transaction, owner: Owner, memories: Collection[str], now: datetime) -> None:
    """End the facts of memories that just ended, except those that another memory states."""
    if memories:
        await pass_on(transaction, owner, memories, now)
        await transaction.run(_END, owner=owner.key, memories=sorted(memories), now=now, forever=FOREVER)
