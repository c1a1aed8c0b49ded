"""Memories: reads for the write gate and writes of its decisions, in the caller's transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

from graphmem.cognition.strength import Strength
from graphmem.language.gist import write_gist
from graphmem.model.interval import FOREVER
from graphmem.model.language import Language
from graphmem.model.memory import DataSource, Memory, Quote
from graphmem.model.palace import Owner
from graphmem.ports import Vectors
from graphmem.store import labels, tiers
from graphmem.store.database import Database, Row, Runner, Transaction
from graphmem.store.queries import bind
from graphmem.store.rows import instant_of, row_of

NEIGHBOURS = 6
"""Neighbours that a new statement is compared with; the index returns `OVERFETCH` times as many."""

FURTHER = 10
"""Further neighbours, among which the gate looks for one that a clause of the statement contradicts.
People mention such news in passing, in a message about something else."""

BESIDE = 3
"""The index returns so many times more when a probe has a project, as in recall."""

OVERFETCH = 3

REACH = 40
"""Latest memories read per entity of a new statement.
Older memories of an entity that occurs everywhere share nothing but the name."""

_NEAREST = bind("memory/nearest_memories", __name__)
_QUOTED = bind("memory/quoted_turns", __name__)
_CREATE = bind("memory/create_memories", __name__)
_RENEW = bind("memory/renew_memories", __name__)
_REINFORCE = bind("memory/reinforce_memories", __name__)
_VERSION = bind("memory/version_memories", __name__)
_REVISE = bind("memory/revise_memories", __name__)
_UNCHANGED = bind("memory/unchanged_memories", __name__)
_REFORM = bind("memory/reform_memories", __name__)
_CLOSE = bind("memory/close_memories", __name__)
_DROP_REVIEWS = bind("review/drop_reviews", __name__)
_CAPTURE = bind("memory/capture_tagged", __name__)


@dataclass(frozen=True, slots=True)
class Probe:
    """A new statement as the gate searches its neighbours: vector, start of valid time, entities."""

    vector: Vectors = field(repr=False)
    at: datetime
    entities: tuple[str, ...] = ()
    further: int = 0
    """Neighbours wanted beyond the nearest, FURTHER at most."""
    slots: tuple[str, ...] = ()
    """The slots of its facts; facts of one slot may end each other, see `store.entities.FactRow`."""
    project: str | None = None
    """Memories of other projects are left out."""
    named: tuple[str, ...] = ()
    """Ids of memories that are returned however distant they are."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A live memory near a new statement. `cosine` is −1 to 1, raw; `entities` are addresses."""

    id: str
    cosine: float
    text: str
    language: str
    category: str
    speaker: str
    strength: Strength
    immutable: bool
    valid_from: datetime
    said_at: datetime
    entities: tuple[str, ...]
    data_source: DataSource = DataSource.USER
    said: str | None = field(default=None, repr=False)
    """The original words where the text hides some of them, for the gate alone; None if not requested."""
    foreign: bool = False
    """Whether another member of the space wrote it than the one who writes now."""


@dataclass(frozen=True, slots=True)
class Relative:
    """A live memory about the same entities as a new statement."""

    id: str
    text: str
    language: str
    category: str
    speaker: str
    valid_from: datetime
    entities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The memories around a new statement: the nearest, best first, and those of the same entities."""

    near: list[Neighbour] = field(default_factory=list)
    relatives: list[Relative] = field(default_factory=list)
    further: list[Neighbour] = field(default_factory=list)
    """The neighbours after the nearest, for probes that asked for them."""
    stated: list[Neighbour] = field(default_factory=list)
    """Memories whose facts the statement may end, however distant."""
    named: list[Neighbour] = field(default_factory=list)
    """Memories that the probe names."""


@dataclass(frozen=True, slots=True)
class QuotedTurn:
    """A turn that a memory quotes, from `start` to `end` in Unicode characters."""

    speaker: str
    text: str = field(repr=False)
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A memory to create: values, source drawers, vector (None when the embedder failed) and tag."""

    memory: Memory
    said_at: datetime
    drawers: tuple[str, ...]
    embedding: list[float] | None = field(repr=False)
    embedding_model: str | None
    session: str | None = None
    tag_session: str | None = None
    tag_expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Reinforced:
    """A repeated memory: new stability (days) and storage strength, and the drawer that repeats it."""

    id: str
    stability: float
    storage_strength: float
    drawer: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Revised:
    """A memory with a new text; the former text is kept under the id `version`."""

    id: str
    version: str
    text: str
    lesson: str
    embedding: list[float] | None = field(repr=False)
    drawers: list[str]
    quote: Quote | None
    now: datetime
    recurrence: str | None = None
    valid_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Reformed:
    """A memory whose text is formed anew from its drawer; `version` is the id of the former text."""

    id: str
    version: str
    text: str
    embedding: list[float] | None = field(repr=False)
    quote: Quote | None
    now: datetime


@dataclass(frozen=True, slots=True)
class Closed:
    """A memory to end: `valid_until` if it was true until then, `retracted_at` if it was wrong.

    `now` is the transaction time. `version` is the id under which the longer validity is kept, for reads as of an
    earlier transaction time.
    """

    id: str
    version: str
    now: datetime
    valid_until: datetime | None = None
    retracted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class _Version:
    """A memory's state until `now`, to keep as `version`; `until` is the end that it is about to get."""

    id: str
    version: str
    now: datetime
    until: datetime | None = None


async def surroundings(runner: Runner, owner: Owner, probes: Sequence[Probe], now: datetime) -> list[Surroundings]:
    """The memories around each probe: NEIGHBOURS of each kind at most, and its further ones."""
    found = [Surroundings() for _ in probes]
    rows = [
        {
            "place": place,
            "vector": probe.vector.tolist(),
            "at": probe.at,
            "now": now,
            "uris": list(probe.entities),
            "further": min(probe.further, FURTHER),
            "slots": list(probe.slots),
            "project": probe.project,
            "named": list(probe.named),
        }
        for place, probe in enumerate(probes)
    ]
    if rows:
        # Memories of other projects are filtered after the index search, which therefore returns more.
        limit = NEIGHBOURS * OVERFETCH * (BESIDE if any(probe.project for probe in probes) else 1)
        answers = await runner.run(_NEAREST, owner=owner.key, rows=rows, limit=limit, kept=NEIGHBOURS, reach=REACH)
        for answer in answers:
            met = [_neighbour(values, owner.author) for values in answer["found"]]
            found[answer["place"]] = Surroundings(
                met[:NEIGHBOURS],
                [_relative(values) for values in answer["relatives"]],
                met[NEIGHBOURS:],
                [_neighbour(values, owner.author) for values in answer["stated"]],
                [_neighbour(values, owner.author) for values in answer["named"]],
            )
    return found


async def quoted_turns(runner: Runner, owner: Owner, ids: Sequence[str]) -> dict[str, QuotedTurn]:
    """The verbatim turns that memories quote, by memory id; memories without a quote are left out."""
    rows = await runner.run(_QUOTED, owner=owner.key, ids=list(ids)) if ids else []
    return {row["id"]: QuotedTurn(row["speaker"], row["text"], row["start"], row["end"]) for row in rows}


async def create(transaction: Transaction, owner: Owner, memories: Sequence[NewMemory]) -> None:
    """Write new memories with their tiers and sources."""
    if memories:
        # In a thread, since `write_gist` may have to read each text.
        rows = await asyncio.to_thread(lambda: [_row(memory, owner.author) for memory in memories])
        await transaction.run(_CREATE, owner=owner.key, labels=labels.MEMORIES, memories=rows)


TOLD_AGAIN = "told again"
"""Reason in the history of a dormant memory that is woken."""


async def reinforce(transaction: Transaction, owner: Owner, rows: Sequence[Reinforced]) -> None:
    """Strengthen memories that were said again, and wake dormant ones."""
    if rows:
        found = await transaction.run(_REINFORCE, owner=owner.key, rows=[row_of(row) for row in rows])
        await tiers.wake(transaction, owner, _dormant_ids(found), rows[0].at, TOLD_AGAIN)


async def renew(database: Database, owner: Owner, drawers: Sequence[str], now: datetime) -> int:
    """Restart the decay of the memories of the first of these drawers that has live ones; their number."""
    if not drawers:
        return 0
    rows = await database.run(_RENEW, owner=owner.key, drawers=list(drawers), now=now)
    return int(rows[0]["renewed"]) if rows else 0


async def revise(transaction: Transaction, owner: Owner, rows: Sequence[Revised]) -> None:
    """Give memories a new text, keep the former one as a version, and wake dormant ones."""
    if rows:
        await _keep(transaction, owner, [_Version(row.id, row.version, row.now) for row in rows])
        given = [row_of(row) | {"quote": quote_properties(row.quote)} for row in rows]
        found = await transaction.run(_REVISE, owner=owner.key, rows=given)
        await tiers.wake(transaction, owner, _dormant_ids(found), rows[0].now, TOLD_AGAIN)


def _dormant_ids(found: Sequence[Row]) -> list[str]:
    return [id_ for row in found for id_ in row["asleep"]]


async def reform(transaction: Transaction, owner: Owner, rows: Sequence[Reformed]) -> None:
    """Form the texts of memories anew from their drawers and keep the former texts as versions."""
    if rows:
        await _keep(transaction, owner, [_Version(row.id, row.version, row.now) for row in rows])
        given = [row_of(row) | {"quote": quote_properties(row.quote)} for row in rows]
        await transaction.run(_REFORM, owner=owner.key, rows=given)


async def unchanged_ids(
    transaction: Transaction, owner: Owner, read: Mapping[str, tuple[str, str]], now: datetime
) -> set[str]:
    """Those of the `read` memories that are still the same: not changed, retracted, pinned or immutable.
    `read` maps an id to the text and the turn that must still exist ("" for none)."""
    rows = [{"id": id_, "text": text, "drawer": drawer} for id_, (text, drawer) in read.items()]
    return {row["id"] for row in await transaction.run(_UNCHANGED, owner=owner.key, rows=rows, now=now)}


async def close(transaction: Transaction, owner: Owner, rows: Sequence[Closed]) -> None:
    """End memories that newer ones replace, keep their former validity as versions, drop their reviews."""
    if rows:
        ending = [row for row in rows if row.valid_until is not None]
        await _keep(transaction, owner, [_Version(row.id, row.version, row.now, row.valid_until) for row in ending])
        await transaction.run(_CLOSE, owner=owner.key, rows=[row_of(row) for row in rows])
        await transaction.run(_DROP_REVIEWS, owner=owner.key, ids=[row.id for row in rows])


async def keep_version(transaction: Transaction, owner: Owner, id_: str, version: str, now: datetime) -> None:
    """Keep the present state of a memory as a version."""
    await _keep(transaction, owner, [_Version(id_, version, now)])


async def _keep(transaction: Transaction, owner: Owner, rows: Sequence[_Version]) -> None:
    if rows:
        given = [row_of(row) for row in rows]
        await transaction.run(_VERSION, owner=owner.key, labels=labels.MEMORIES, rows=given)


async def capture(transaction: Transaction, owner: Owner, *, session: str, now: datetime, factor: float) -> int:
    """Multiply the stability of the session's tagged memories, once each; returns their number."""
    rows = await transaction.run(_CAPTURE, owner=owner.key, session=session, now=now, factor=factor)
    return int(rows[0]["captured"])


def _neighbour(values: list[Any], speaking: str | None) -> Neighbour:
    *told, source, author = values
    id_, score, text, language, category, speaker, strength, immutable, valid_from, said_at, uris = told
    return Neighbour(
        id=id_,
        cosine=2.0 * score - 1.0,  # the index scores cosines as (1 + cosine) / 2
        text=text,
        language=language,
        category=category,
        speaker=speaker,
        strength=Strength(*strength),
        immutable=immutable,
        valid_from=instant_of(valid_from),
        said_at=instant_of(said_at),
        entities=tuple(uris),
        data_source=DataSource(source),
        foreign=speaking is not None and author is not None and author != speaking,
    )


def _relative(values: list[Any]) -> Relative:
    id_, text, language, category, speaker, valid_from, uris = values
    return Relative(id_, text, language, category, speaker, instant_of(valid_from), tuple(uris))


def _row(new: NewMemory, author: str | None) -> dict[str, Any]:
    properties = {key: _plain(value) for key, value in row_of(new.memory).items() if key != "quote"}
    properties |= quote_properties(new.memory.quote)
    properties |= {
        "gist": write_gist(new.memory.text, Language(new.memory.language)),
        "said_at": new.said_at,
        "initial_importance": new.memory.importance,
        "valid_until": new.memory.valid_until or FOREVER,
        "retracted_at": new.memory.retracted_at or FOREVER,
        "embedding": new.embedding,
        "embedding_model": new.embedding_model,
        "embedded": new.embedding is not None,
        "session": new.session,
        "author": author,
        "tag_session": new.tag_session,
        "tag_expires_at": new.tag_expires_at,
        "used_at": new.memory.last_accessed_at if new.memory.access_count else None,
    }
    return {"properties": properties, "drawers": list(new.drawers)}


def quote_properties(quote: Quote | None) -> dict[str, Any]:
    """The properties of a memory's node for its quote."""
    if quote is None:
        return {"quote_drawer": None, "quote_start": None, "quote_end": None, "quote_withheld": None}
    told = {"quote_drawer": quote.drawer, "quote_start": quote.start, "quote_end": quote.end}
    return told | {"quote_withheld": None}


def _plain(value: object) -> object:
    """Convert to Bolt's types: enumerations to their values, tuples to lists."""
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value
