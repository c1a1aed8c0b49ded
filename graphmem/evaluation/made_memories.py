"""Memories of made-up turns, for load: one a turn, with its text, its vector and its mentions.

They are written straight into the store, with their tier, source and mentions. The write path would compare each with
its neighbours first, which takes much longer, and would add relations and facts, which these do not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from graphmem.evaluation.synthetic import people
from graphmem.model.category import Category
from graphmem.model.entity import EntityType, Mention
from graphmem.model.ids import digest
from graphmem.model.memory import DataSource, Memory, SubTier, TemporalType, Tier, WriteSource
from graphmem.model.palace import Owner
from graphmem.ports import Vectors
from graphmem.services.ingestion.palace_layout import PlacedTurn
from graphmem.store import entities, filing, memories
from graphmem.store.database import Database, Transaction


async def remember(database: Database, owner: Owner, turns: Sequence[PlacedTurn], vectors: Vectors, model: str) -> None:
    """Write a memory of each of these filed turns, in one transaction; row n of `vectors` is turn n's."""
    now = datetime.now(UTC)
    new = [made(turn, vector, model, now) for turn, vector in zip(turns, vectors, strict=True)]
    named = [[Mention(name, EntityType.PERSON) for name in people(turn.turn.text)] for turn in turns]
    pairs = [(one.memory.id, mention.uri) for one, mentions in zip(new, named, strict=True) for mention in mentions]
    rows = [entities.EntityRow.of(mention) for mentions in named for mention in mentions]

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        await memories.create(transaction, owner, new)
        await entities.merge(transaction, owner, rows, pairs, now)

    await database.write(work)


def id_of(turn: str) -> str:
    """The id of a turn's memory."""
    return digest(turn, "memory")


def made(turn: PlacedTurn, vector: Vectors, model: str, now: datetime) -> memories.NewMemory:
    """The memory of a turn, with its text verbatim."""
    said_at = turn.turn.said_at or now
    return memories.NewMemory(
        memory=Memory(
            id=id_of(turn.id),
            text=turn.turn.text,
            category=Category.EPISODE,
            priority=Category.EPISODE.traits.priority,
            tier=Tier.EPISODIC,
            sub_tier=SubTier.PERSONAL,
            importance=0.5,
            utility=0.5,
            stability=3.0,
            storage_strength=1.0,
            access_count=0,
            emotions=(),
            valence=0.0,
            arousal=0.0,
            flashbulb=False,
            pinned=False,
            immutable=False,
            lesson="",
            source_confidence=0.7,
            write_source=WriteSource.MINING,
            data_source=DataSource.USER,
            language="en",
            speaker=turn.turn.speaker,
            temporal_type=TemporalType.PERSISTENT,
            valid_from=said_at,
            valid_until=None,
            recorded_at=now,
            retracted_at=None,
            last_accessed_at=said_at,
        ),
        said_at=said_at,
        drawers=(turn.id,),
        embedding=vector.tolist(),
        embedding_model=model,
    )
