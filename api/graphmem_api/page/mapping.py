"""The map: memories and entities as nodes, relations as edges; the browser moves it through time."""

from __future__ import annotations

from datetime import datetime

from starlette.responses import JSONResponse, Response

from graphmem.model.exploration import LinkType
from graphmem.model.memory import Tier
from graphmem.model.memory_map import FACT, MapEdge, MapEntity, MapMemory
from graphmem.services.memory_maps import MemoryMaps
from graphmem_api.page.rendering import entity_address, shorten
from graphmem_api.page.telling import relation
from graphmem_api.page.visit import HOME, Visit

ENTITY = "entity"
KINDS = (*(kind.value for kind in LinkType), FACT)
"""Kinds of edges in the order of the legend."""


async def map_(visit: Visit) -> Response:
    """Show the page around the map or, for an empty memory, how to fill it."""
    span = await visit.memory.memories.span(visit.owner)
    return visit.page("map.html", span=span, tiers=[*Tier], kinds=KINDS)


async def graph(visit: Visit) -> Response:
    """The nodes and edges of the map as of an instant; of all time with `when=ever`."""
    drawn = await MemoryMaps(visit.memory.database).of(visit.owner, as_of=visit.as_of)
    return JSONResponse(
        {
            "nodes": [*map(_memory, drawn.memories), *map(_entity, drawn.entities)],
            "edges": [_edge(edge, visit) for edge in drawn.edges],
            "left_out": {"memories": drawn.memories_left_out, "entities": drawn.entities_left_out, "more": drawn.more},
        }
    )


def _memory(one: MapMemory) -> dict[str, object]:
    return {
        "id": one.id,
        "label": shorten(one.text, 40),
        "text": one.text,
        "kind": one.tier.value,
        "weight": round(one.importance, 3),
        "address": f"{HOME}/m/{one.id}",
        "from": _seconds(one.valid_from),
        "until": _seconds(one.valid_until),
    }


def _entity(one: MapEntity) -> dict[str, object]:
    return {
        "id": one.uri,
        "label": shorten(one.name, 40),
        "text": one.name,
        "kind": ENTITY,
        "weight": one.mentions,
        "address": entity_address(one.uri),
    }


def _edge(one: MapEdge, visit: Visit) -> dict[str, object]:
    label = visit.tell(one.predicate.replace("_", " ")) if one.predicate else relation(visit.language, one.kind)
    return {
        "source": one.source,
        "target": one.target,
        "kind": one.kind,
        "label": label,
        "from": _seconds(one.valid_from),
        "until": _seconds(one.valid_until),
    }


def _seconds(at: datetime | None) -> float | None:
    """Seconds since 1970, None for an open end."""
    return None if at is None else at.timestamp()
