"""Finds the stored neighbours of statements for the gate: by vector, by facts, and by matters.

A matter is something of which everybody has one, such as an address. "14 Brudenell Grove is my address now" shares no
word with "I live on Cardigan Road" and is far from it. Both are near to typical sentences on where people live.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graphmem.errors import EmbeddingError
from graphmem.language.contradiction.succession import changed_matters, sentence, tells_state
from graphmem.language.doc import doc_of
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.model.trust import is_outside
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.ingestion.draft import Candidate
from graphmem.services.ingestion.in_batch_state import MOST_STANDING
from graphmem.services.ingestion.original_words import unmask_neighbours
from graphmem.services.ingestion.rows import slots
from graphmem.store import memories
from graphmem.store.database import Runner


@dataclass(slots=True)
class Matters:
    """The vectors of typical sentences about matters, embedded when first needed."""

    embedder: Embedder
    _vectors: dict[str, Vectors] = field(default_factory=dict)

    async def embed(self, candidates: Sequence[Candidate]) -> None:
        """Embed the sentences that candidates need; call it before a transaction, as embedders may be remote."""
        needed = {text for candidate in candidates for _, text in _matters(candidate)} - self._vectors.keys()
        if not needed:
            return
        texts = sorted(needed)
        try:
            rows = await self.embedder.embed(texts, Purpose.PASSAGE)
        except EmbeddingError:
            return  # the gate then sees only near memories
        self._vectors |= dict(zip(texts, rows, strict=True))

    def of(self, candidate: Candidate) -> list[tuple[str, Vectors]]:
        """The matters that a statement changes, with their vectors as far as embedded."""
        return [(name, self._vectors[text]) for name, text in _matters(candidate) if text in self._vectors]


def _matters(candidate: Candidate) -> list[tuple[str, str]]:
    if is_outside(candidate.message.role):
        return []
    language = candidate.message.language
    told = changed_matters(doc_of(candidate.statement.text, language))
    return [(name, text) for name in told if (text := sentence(name, language))]


async def find_neighbours(
    runner: Runner, owner: Owner, candidates: Sequence[Candidate], now: datetime, matters: Matters
) -> list[memories.Surroundings]:
    """The surroundings of each candidate in the store; empty for one without a vector."""
    found = [memories.Surroundings() for _ in candidates]
    asked: list[tuple[int, str, memories.Probe]] = []
    for place, candidate in enumerate(candidates):
        if candidate.vector is not None:
            asked.append((place, "", _probe(candidate, candidate.vector)))
            asked += [(place, name, _matter_probe(candidate, vector)) for name, vector in matters.of(candidate)]
    met = await memories.surroundings(runner, owner, [probe for _, _, probe in asked], now)
    for (place, name, _), around in zip(asked, met, strict=True):
        if name:
            standing = _memories_of_matter(name, around, found[place], candidates[place].message.language)
            found[place] = replace(found[place], stated=[*found[place].stated, *standing])
        else:
            found[place] = around
    return await unmask_neighbours(runner, owner, candidates, found)


def _probe(candidate: Candidate, vector: Vectors) -> memories.Probe:
    return memories.Probe(
        vector,
        candidate.told_at,
        candidate.subjects,
        further=memories.FURTHER if candidate.claims_something else 0,
        slots=slots(candidate),
        project=candidate.message.project,
        named=candidate.touched,
    )


def _matter_probe(candidate: Candidate, vector: Vectors) -> memories.Probe:
    return memories.Probe(vector, candidate.told_at, further=memories.FURTHER, project=candidate.message.project)


def _memories_of_matter(
    name: str, around: memories.Surroundings, known: memories.Surroundings, language: Language
) -> list[memories.Neighbour]:
    """The memories that state a matter, among those near its typical sentence.
    Their cosine is to that sentence, not to the statement, so it is set to 0."""
    ids = {one.id for one in (*known.near, *known.stated)}
    met = [one for one in (*around.near, *around.further) if one.id not in ids and one.language == language]
    told = [one for one in met if tells_state(name, doc_of(one.text, language))]
    return [replace(one, cosine=0.0) for one in told[:MOST_STANDING]]
