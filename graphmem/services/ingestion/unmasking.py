"""What the gate compares where a number is covered: what was said, since any other would be covered alike. It goes no
further than that comparison: neither the embedder nor a model nor what is stored gets it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.language.privacy import covers
from graphmem.model.palace import Owner
from graphmem.services.ingestion.draft import Candidate, told_as
from graphmem.store import memories
from graphmem.store.database import Runner
from graphmem.store.memories import Neighbour, Surroundings


async def uncovered(
    runner: Runner, owner: Owner, candidates: Sequence[Candidate], met: Sequence[Surroundings]
) -> list[Surroundings]:
    """What the candidates meet, with what was said of it where both sides cover something; one look-up, or none."""
    places = [place for place, candidate in enumerate(candidates) if candidate.said is not None]
    covering = {one.id for place in places for one in _all(met[place]) if covers(one.text)}
    found = list(met)
    if covering:
        quoted = await memories.quoted(runner, owner, sorted(covering))
        said = {id_: told_as(one.speaker, one.text[one.start : one.end]) for id_, one in quoted.items()}
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
