"""An owner for load whose data all hang on one person, as the cost of a popular node.

She says every turn, names herself in every memory, and is the subject of every fact. An owner of many voices does not
show that cost.

Every turn gets a memory with its relation to the one before. Every memory names her and a thing of its own, and states
that she owns it; every fiftieth states another place where she lives. The first of a chunk is repeated in all of it,
and all of it elaborates the first. Written straight into the store, as by `made_memories`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from graphmem.cognition import tagging
from graphmem.evaluation import synthetic
from graphmem.evaluation.made_memories import made
from graphmem.model.category import Category
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.palace import Owner
from graphmem.model.relation import Relation, RelationType
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, Vectors, silent
from graphmem.services.facts import fact_row
from graphmem.services.ingestion.palace_layout import PlacedTurn, RoomCursor, drafts, place, wing_draft
from graphmem.services.late_interaction import Passages
from graphmem.store import entities, facts, filing, memories, relations
from graphmem.store.database import Database, Transaction
from graphmem.store.memories import NewMemory

SPEAKER = "Ada"
CONVERSATION = "popular"
CHUNK = 1_000
ROOM = 50
MOVES_EVERY = 50
"""Memories between two of her moves."""

LINKED = 20
"""Relations of one statement, the most of a message."""

RULES_EVERY = 20
"""Memories between two rules."""

_START = datetime(2026, 1, 1, tzinfo=UTC)
_SHE = Mention(SPEAKER, EntityType.PERSON)


async def fill(
    database: Database,
    owner: Owner,
    texts: Sequence[str],
    vectors: Vectors,
    model: str,
    progress: Progress = silent,
) -> list[str]:
    """File a turn of hers for each text, with all dependent data; returns the turns' ids.

    Row n of `vectors` belongs to text n.
    """
    ids: list[str] = []
    for start, turns in _chunks(owner, texts):
        part = vectors[start : start + CHUNK]
        await _file(database, owner, texts, turns, part, model)
        await _remember(database, owner, start, turns, part, model)
        ids += [turn.id for turn in turns]
        progress(f"filling {owner.name}", len(ids), len(texts))
    return ids


def _conversation(texts: Sequence[str]) -> Conversation:
    sessions = []
    for start in range(0, len(texts), ROOM):
        at = _START + timedelta(minutes=10 * start)
        turns = tuple(
            Turn(text=text, speaker=SPEAKER, role=Role.USER, said_at=at + timedelta(minutes=index))
            for index, text in enumerate(texts[start : start + ROOM])
        )
        sessions.append(Session(title=f"{CONVERSATION} {start // ROOM}", started_at=at, turns=turns))
    return Conversation(CONVERSATION, CONVERSATION, SPEAKER, tuple(sessions))


def _chunks(owner: Owner, texts: Sequence[str]) -> Iterator[tuple[int, list[PlacedTurn]]]:
    conversation = _conversation(texts)
    _, placed = place(owner, conversation, wing_draft(owner, conversation, None))
    for start in range(0, len(placed), CHUNK):
        yield start, placed[start : start + CHUNK]


async def _file(
    database: Database, owner: Owner, texts: Sequence[str], turns: list[PlacedTurn], vectors: Vectors, model: str
) -> None:
    wing = wing_draft(owner, _conversation(texts[:1]), None)
    rooms = list({turn.room.id: turn.room for turn in turns}.values())
    cursors = {room.id: RoomCursor() for room in rooms}
    read = Passages(vectors, synthetic.states(model, len(turns)))
    closets, drawers = drafts(turns, read, model, cursors, CONVERSATION, observed=True)
    await filing.file(database, owner, filing.Batch(wing, rooms, closets, drawers))


async def _remember(
    database: Database, owner: Owner, start: int, turns: Sequence[PlacedTurn], vectors: Vectors, model: str
) -> None:
    now = datetime.now(UTC)
    new = [
        _with_use(made(turn, vector, model, now), start + place)
        for place, (turn, vector) in enumerate(zip(turns, vectors, strict=True))
    ]
    new[0] = replace(new[0], drawers=tuple(turn.id for turn in turns))
    stated = [_fact(owner, start + place, one) for place, one in enumerate(new)]
    things = [_thing(start + place) for place in range(len(new))]
    named = [_SHE, *things, *(mention for statement, _ in stated for mention in (statement.subject, statement.object))]
    pairs = [(one.memory.id, uri) for one, thing in zip(new, things, strict=True) for uri in (_SHE.uri, thing.uri)]
    following = [
        (_relation(earlier, later, start + place), earlier.said_at)
        for place, (earlier, later) in enumerate(pairwise(new))
    ]
    around = [(Relation(new[0].memory.id, one.memory.id, RelationType.ELABORATES, 0.7, "made"), now) for one in new[1:]]

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        await memories.create(transaction, owner, new)
        await entities.merge(transaction, owner, [entities.EntityRow.of(one) for one in named], pairs, now)
        await facts.record_in(transaction, owner, [row for _, row in stated], now)
        await relations.link(transaction, owner, following, now)
        for first in range(0, len(around), LINKED):
            await relations.link(transaction, owner, around[first : first + LINKED], now)

    await database.write(work)


def _with_use(new: NewMemory, number: int) -> NewMemory:
    """The memory with one recall; every twentieth is a rule."""
    kind = Category.POLICY if number % RULES_EVERY == 0 else new.memory.category
    told = replace(new.memory, access_count=1, category=kind, priority=kind.traits.priority)
    expires_at = new.said_at + tagging.LIFETIME
    return replace(new, memory=told, session=CONVERSATION, tag_session=CONVERSATION, tag_expires_at=expires_at)


def _relation(earlier: NewMemory, later: NewMemory, number: int) -> Relation:
    """The relation to the memory before: every third is a cause, which comes first and shares a word."""
    kind = (RelationType.RELATED_TO, RelationType.ELABORATES, RelationType.CAUSES)[number % 3]
    if kind is RelationType.CAUSES:
        return Relation(earlier.memory.id, later.memory.id, kind, 0.6, "made", ("thing",))
    return Relation(later.memory.id, earlier.memory.id, kind, 0.6, "made")


def _thing(number: int) -> Mention:
    return Mention(f"Thing {number}", EntityType.ITEM)


def _town(number: int) -> Mention:
    return Mention(f"Town {number}", EntityType.PLACE)


def _fact(owner: Owner, number: int, new: NewMemory) -> tuple[Statement, entities.FactRow]:
    """The fact that she owns the memory's thing, or that she moves."""
    value, predicate, until = _thing(number), "owns", None
    if number % MOVES_EVERY == 0:
        value, predicate, until = _town(number), "lives_in", new.said_at + timedelta(minutes=1)
    text = f"{SPEAKER} {predicate} {value.name}."
    statement = Statement(_SHE, predicate, value, text, valid_from=new.said_at, valid_until=until)
    return statement, replace(fact_row(owner, statement), memory=new.memory.id)
