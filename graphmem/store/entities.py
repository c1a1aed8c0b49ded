"""Entities, what names them, and the facts between them, written inside the caller's transaction."""

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
"""Entities of similar name that a new mention is compared with."""

NAME_FIELDS = {"name": 1.0, "aliases": 1.0}

_CANDIDATES = bind("entity/entity_candidates", __name__)
_MERGE = bind("entity/merge_entities", __name__)
_FACTS = bind("entity/state_facts", __name__)
_PASS = bind("entity/pass_facts", __name__)
_END = bind("entity/end_facts", __name__)


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An entity there is already, with every spelling it was met under, the names that were taken for it, and whether
    it is somebody who speaks."""

    uri: str
    name: str
    aliases: tuple[str, ...]
    merged: tuple[str, ...] = ()
    speaks: bool = False


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity to merge; `same_as` is the address of the one it was found to be, with method and score 0–1. `own_type`
    is a type that its owner declared, with how sure it is and who says so."""

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
        """The row of a mention that is an entity of its own."""
        row = cls(mention.uri, mention.type.value, mention.name, slug(mention.name))
        own = mention.own
        return row if own is None else replace(row, own_type=own.name, own_score=own.score, own_by=own.by)


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact to state, by addresses; `ended` only ends what was stated before."""

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
        """What facts that may end each other share: where a subject has one value at a time the property, else all of
        the fact."""
        return slot_of(self.subject, self.predicate, self.object, single=self.single)

    def row(self) -> dict[str, Any]:
        """The row as the store takes it."""
        return row_of(self) | {"slot": self.slot}


def slot_of(subject: str, predicate: str, object_: str, *, single: bool) -> str:
    """What a fact shares with those that it may end, by the addresses of its ends."""
    return f"{subject} {predicate}" if single else f"{subject} {predicate} {object_}"


async def candidates(runner: Runner, owner: Owner, mentions: Sequence[Mention]) -> dict[str, tuple[KnownEntity, ...]]:
    """Per mention's address the entities of its type whose names share words with it."""
    asked = []
    for mention in {mention.uri: mention for mention in mentions}.values():
        query = lucene.owned(owner.key, mention.name.split()[:8], NAME_FIELDS)
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
    """Create the entities that are missing, in the order of their addresses, which is the order of their locks, and
    link memories (by id) to the entities (by address) they name."""
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
    """State facts in the order they became true, each after what it ends.

    Facts of one slot may end each other, so they go one after another; all others go together.
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
    """Let facts of memories that end, or are deleted, rest on another one that states the same and goes on."""
    if memories:
        await runner.run(_PASS, owner=owner.key, memories=sorted(memories), now=now, forever=FOREVER)


async def end(transaction: Transaction, owner: Owner, memories: Collection[str], now: datetime) -> None:
    """End the facts of memories that have just ended as these did, but those that another memory states, too."""
    if memories:
        await pass_on(transaction, owner, memories, now)
        await transaction.run(_END, owner=owner.key, memories=sorted(memories), now=now, forever=FOREVER)
