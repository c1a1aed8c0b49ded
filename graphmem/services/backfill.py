"""Missing embeddings: after an embedder failed, or for a new embedder (reindex)."""

from __future__ import annotations

from graphmem.errors import EmbeddingError
from graphmem.model.palace import Owner
from graphmem.ports import Embedder, Progress, Purpose, silent
from graphmem.services.ingestion.palace_layout import with_speaker
from graphmem.services.late_interaction import basis_of, read_passages
from graphmem.services.privacy import mask_private, policy_of, shielding
from graphmem.services.usage import charge_to
from graphmem.store import embeddings, schema, tenants
from graphmem.store.database import Database

BATCH = 256

UNREAD_AT_ONCE = 50_000
"""Ids of turns to read again that one scan returns and that are kept in memory."""


async def backfill(database: Database, embedder: Embedder, owner: Owner, progress: Progress = silent) -> int:
    """Embed all of the owner's drawers and memories without embeddings; returns their number.

    Raises EmbeddingError when the embedder still fails; embeddings made before stay.
    """
    with charge_to(owner), shielding(await policy_of(database, owner)):
        filled = await _drawers(database, embedder, owner, progress)
        return filled + await _memories(database, embedder, owner, progress)


async def backfill_all(database: Database, embedder: Embedder, owner: Owner, progress: Progress = silent) -> int:
    """`backfill`, then `read_again`; returns the sum of both."""
    filled = await backfill(database, embedder, owner, progress)
    return filled + await backfill_states(database, embedder, owner, progress)


async def _drawers(database: Database, embedder: Embedder, owner: Owner, progress: Progress) -> int:
    total = (await tenants.counts(database, owner)).pending
    filled, left = 0, set[str]()
    while rows := await embeddings.unembedded_drawers(database, owner, BATCH):
        texts = [with_speaker(row["speaker"], mask_private(row["text"])) for row in rows]
        read = await read_passages(embedder, texts)
        ids = [row["id"] for row in rows]
        done = await embeddings.fill(database, owner, ids, read.vectors, read.states, embedder.model)
        left, before = {row["id"] for row in rows} if done == 0 else set(), left
        if left and left == before:  # a single time, all of them may have been filled or forgotten meanwhile
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


async def backfill_states(database: Database, embedder: Embedder, owner: Owner, progress: Progress = silent) -> int:
    """Store missing token states along the embedder's axes; returns the number of turns.

    These turns were filed without states, or with states along other axes. An embedder without axes changes nothing.
    Raises EmbeddingError when the embedder fails; states stored before stay.
    """
    basis = basis_of(embedder.model)
    if basis is None:
        return 0
    done = 0
    with charge_to(owner), shielding(await policy_of(database, owner)):
        while ids := await embeddings.drawers_without_states(
            database, owner, embedder.model, basis.tag, UNREAD_AT_ONCE
        ):
            filled = 0
            for start in range(0, len(ids), BATCH):
                rows = await embeddings.drawer_texts(database, owner, ids[start : start + BATCH])
                read = await read_passages(
                    embedder, [with_speaker(row["speaker"], mask_private(row["text"])) for row in rows]
                )
                if None in read.states:  # a caller's own embedder with a known name, which gives no states
                    return done + filled
                of = [row["id"] for row in rows]
                filled += await embeddings.fill_states(database, owner, of, read.states, embedder.model)
                progress(f"reading turns of {owner.name} again", done + filled, done + len(ids))
            done += filled
            if not filled:  # all of them were withheld or embedded anew meanwhile
                break
    return done


async def reindex(database: Database, embedder: Embedder, progress: Progress = silent) -> int:
    """Bring all owners' embeddings to this embedder; returns the sum of `complete` over the owners.

    Vectors of two models never mix: for another embedder all are removed first, then the indexes are made with its
    dimensions, then filled; for the recorded one only missing vectors are. After an interruption, run it again.
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
    return sum([await backfill_all(database, embedder, owner, progress) for owner in owners])
