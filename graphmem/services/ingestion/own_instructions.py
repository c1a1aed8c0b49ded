"""Drops candidates like the owner's examples of "never"; their turns stay in the palace, verbatim."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.errors import EmbeddingError
from graphmem.language.wordlists import lines
from graphmem.model.memory import BY_MODEL, Manner
from graphmem.model.own_instructions import Instructions
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.ingestion.declared_vectors import embed_declared
from graphmem.services.ingestion.draft import Candidate

MARGIN = 0.0
"""Least lead in cosine of an example of "never" over any that is kept; a tie drops the statement.
Chosen by `python -m tests.evals own_instructions`."""


async def barred_candidates(
    embedder: Embedder, instructions: Instructions, candidates: Sequence[Candidate]
) -> list[Candidate]:
    """The candidates nearer to a "never" example than to any text that is kept, which are left out.

    Requested memories stay, and so do statements read by a model that had the instructions, or without vectors.
    """
    asked = [
        one
        for one in candidates
        if one.vector is not None
        and one.statement.manner is not Manner.DELIBERATE
        and not (instructions.text and one.statement.formed_by == BY_MODEL)
    ]
    if not (asked and instructions.never):
        return []
    try:
        nearer = await nearer_to_never(embedder, instructions, [one.vector for one in asked if one.vector is not None])
    except EmbeddingError:
        return []
    return [one for one, margin in zip(asked, nearer, strict=True) if margin >= MARGIN]


async def nearer_to_never(embedder: Embedder, instructions: Instructions, vectors: Sequence[Vectors]) -> list[float]:
    """Each statement's cosine to its nearest "never" example, less that to its nearest other text.
    The others are the "keep" examples and everyday texts, so that statements unlike any example are kept."""
    never = await embed_declared(embedder, instructions.never, Purpose.PASSAGE)
    keep = await embed_declared(embedder, [*instructions.keep, *lines("own_schema_everyday")], Purpose.PASSAGE)
    return [float((never @ one).max() - (keep @ one).max()) for one in vectors]
