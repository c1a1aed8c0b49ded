"""Embeddings that are missing: after an embedder failed, or because another one takes over (reindex)."""

from __future__ import annotations

from graphmem.errors import EmbeddingError
from graphmem.model.palace import Owner
from graphmem.ports import Embedder, Progress, Purpose, silent
from graphmem.services.ingestion.palace_layout import spoken
from graphmem.services.late_interaction import basis_of, read_passages
from graphmem.services.privacy import covered, policy_of, shielding
from graphmem.services.usage import paid_by
from graphmem.store import embeddings, schema, tenants
from graphmem.store.database import Database

BATCH = 256

UNREAD_AT_ONCE = 50_000
"""Ids of turns to read again that one scan of the owner's turns looks for and that are kept in memory."""


async def backfill(database: Database, embedder: Embedder, owner: Owner, progress: Progress = silent) -> int:
    """Embed every drawer and memory of the owner that has no embedding and return how many were filled.

    Raises EmbeddingError when the embedder still fails; what was filled until then stays filled.
    """
    with paid_by(owner), shielding(await policy_of(database, owner)):
        filled = await _drawers(database, embedder, owner, progress)
        return filled + await _memories(database, embedder, owner, progress)


async def complete(database: Database, embedder: Embedder, owner: Owner, progress: Progress = silent) -> int:
    """`backfill`, then `read_again`, and how many both were."""
    filled = await backfill(database, embedder, owner, progress)
    return filled + await read_again(database, embedder, owner, progress)


async def _drawers(database: Database, embedder: Embedder, owner: Owner, progress: Progress) -> int:
    total = (await tenants.counts(database, owner)).pending
    filled, left = 0, set[str]()
    while rows := await embeddings.unembedded(database, owner, BATCH):
        texts = [spoken(row["speaker"], covered(row["text"])) for row in rows]
        read = await read_passages(embedder, texts)
        ids = [row["id"] for row in rows]
        done = await embeddings.fill(database, owner, ids, read.vectors, read.states, embedder.model)
        left, before = {row["id"] for row in rows} if done == 0 else set(), left
        if left and left == before:  # once it may be that all of them were filled or forgotten meanwhile
            raise EmbeddingError(
                f"None of {len(rows)} drawers took its embedding.", remedy="Check the database's log and try again."
            )
        filled += done
        progress(f"embedding {owner.name}", filled, total)
    return filled


async def _memories(database: Database, embedder: Embedder, owner: Owner, progress: Progress) -> int:
    filled, left = 0, set[str]()
    while rows := await embeddings.unembedded_memories(database, owner, BATCH):
        vectors = await embedder.embed([row["text"] for row in rows], Purpose.PASSAGE)
        done = await embeddings.fill_memories(database, owner, rows, vectors, embedder.model)
        left, before = {row["id"] for row in rows} if done == 0 else set(), left
        if left and left == before:
            raise EmbeddingError(
                f"None of {len(rows)} memories took its embedding.", remedy="Check the database's log and try again."
            )
        filled += done
        progress(f"embedding memories of {owner.name}", filled, None)
    return filled


async def read_again(database: Database, embedder: Embedder, owner: Owner, progress: Progress = silent) -> int:
    """Read the turns that have no token states along the embedder's axes, and return how many.

    They were filed before there were any, or along others. Nothing is done with an embedder that has none. Raises
    EmbeddingError when the embedder fails; what was read until then is kept.
    """
    basis = basis_of(embedder.model)
    if basis is None:
        return 0
    done = 0
    with paid_by(owner), shielding(await policy_of(database, owner)):
        while ids := await embeddings.unread(database, owner, embedder.model, basis.tag, UNREAD_AT_ONCE):
            filled = 0
            for start in range(0, len(ids), BATCH):
                rows = await embeddings.spoken_of(database, owner, ids[start : start + BATCH])
                read = await read_passages(embedder, [spoken(row["speaker"], covered(row["text"])) for row in rows])
                if None in read.states:  # the embedder has axes, but tells no states: a caller's own with that name
                    return done + filled
                of = [row["id"] for row in rows]
                filled += await embeddings.fill_states(database, owner, of, read.states, embedder.model)
                progress(f"reading turns of {owner.name} again", done + filled, done + len(ids))
            done += filled
            if not filled:  # all of them were withheld or embedded anew meanwhile
                break
    return done


async def reindex(database: Database, embedder: Embedder, progress: Progress = silent) -> int:
    """Embed everything of every owner anew with this embedder and return how many drawers that were.

    Vectors of two models never mix: all are forgotten first, then the indexes are made in the new width, then filled.
    Interrupted, it is simply run again.
    """
    owners = [owner for owner, _ in await tenants.all_owners(database)]
    record = schema.EmbedderRecord(embedder.model, embedder.dimensions)
    if await schema.stored_embedder(database) != record:
        for done, owner in enumerate(owners):
            progress("forgetting old vectors", done, len(owners))
            await embeddings.reset(database, owner)
        await schema.rebuild(database, record, progress)
    else:
        await schema.rebuild(database, None, progress)
    return sum([await complete(database, embedder, owner, progress) for owner in owners])
