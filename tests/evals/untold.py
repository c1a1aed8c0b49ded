"""Takes back what a line of an evaluation told an owner that the next line shares."""

from __future__ import annotations

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner

BY = "evaluation"


async def untell(memory: GraphMem, owner: Owner, *pointers: str | None) -> None:
    """Delete turns, and lift the tombstones that this leaves: the next line may tell the same anew."""
    for pointer in pointers:
        if pointer is not None:
            await memory.memories.delete_drawer(owner, pointer, by=BY)
    stones = memory.memories.tombstones
    while (page := await stones.page(owner)).items:
        for stone in page.items:
            await stones.lift(owner, stone.id, by=BY)
