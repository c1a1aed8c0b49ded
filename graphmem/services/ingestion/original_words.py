"""Gives the gate the original words of masked memories, since in masked form all numbers are equal.
The originals serve that comparison only: no embedder, model or store gets them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.language.privacy import covers
from graphmem.model.palace import Owner
from graphmem.services.ingestion.draft import Candidate, with_label
from graphmem.store import memories
from graphmem.store.database import Runner
from graphmem.store.memories import Neighbour, Surroundings


async def unmask_neighbours(
    runner: Runner, owner: Owner, candidates: Sequence[Candidate], met: Sequence[Surroundings]
) -> list[Surroundings]:
    """Add the original words to masked neighbours of masked candidates, by one look-up at most."""
    places = [place for place, candidate in enumerate(candidates) if candidate.unmasked is not None]
    covering = {one.id for place in places for one in _all(met[place]) if covers(one.text)}
    found = list(met)
    if covering:
        quoted = await memories.quoted_turns(runner, owner, sorted(covering))
        said = {id_: with_label(one.speaker, one.text[one.start : one.end]) for id_, one in quoted.items()}
        for place in places:
            around = met[place]
            found[place] = replace(
                around,
                near=_with(around.near, said),
                further=_with(around.further, said),
                stated=_with(around.stated, said),
                named=_with(around.named, said),
            )
    return found


def _all(around: Surroundings) -> list[Neighbour]:
    return [*around.near, *around.further, *around.stated, *around.named]


def _with(neighbours: Sequence[Neighbour], said: dict[str, str]) -> list[Neighbour]:
    return [replace(one, said=said.get(one.id)) for one in neighbours]
