"""Leaves out of memory what its owner never wants kept, by examples. The turns stay in the palace, word for word."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.errors import EmbeddingError
from graphmem.language.wordlists import lines
from graphmem.model.memory import BY_MODEL, Manner
from graphmem.model.own_instructions import Instructions
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.ingestion.declared_vectors import declared
from graphmem.services.ingestion.draft import Candidate

MARGIN = 0.0
"""How much nearer a statement must be to an example of "never" than to anything that is kept; what is as near to both
is left out. Chosen by `python -m tests.evals own_instructions`."""


async def barred(embedder: Embedder, instructions: Instructions, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates that are left out. What somebody asked to remember is none of them, and neither is what a model
    read who was told the text; without vectors nothing is."""
    asked = [
        one
        for one in candidates
        if one.vector is not None
        and one.formed.manner is not Manner.DELIBERATE
        and not (instructions.text and one.formed.formed_by == BY_MODEL)
    ]
    if not (asked and instructions.never):
        return []
    try:
        nearer = await nearer_to_never(embedder, instructions, [one.vector for one in asked if one.vector is not None])
    except EmbeddingError:
        return []
    return [one for one, margin in zip(asked, nearer, strict=True) if margin >= MARGIN]


async def nearer_to_never(embedder: Embedder, instructions: Instructions, vectors: Sequence[Vectors]) -> list[float]:
    """How much nearer each statement is to its nearest example of "never" than to its nearest of "keep", or of what is
    said every day: most statements are like no example at all, and of these nothing may be lost."""
    never = await declared(embedder, instructions.never, Purpose.PASSAGE)
    keep = await declared(embedder, [*instructions.keep, *lines("own_schema_everyday")], Purpose.PASSAGE)
    return [float((never @ one).max() - (keep @ one).max()) for one in vectors]
