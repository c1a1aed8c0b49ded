"""Entities: people, places and things that memories name, with their facts as of any instant."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from starlette.responses import JSONResponse, Response

from graphmem.model.entity import EntityType
from graphmem.model.views import Fact
from graphmem_api.page.rendering import entity_address
from graphmem_api.page.telling import Tell
from graphmem_api.page.visit import Visit

MOST = 100
MEMORIES = 20
EVENTS = 60


async def things(visit: Visit) -> Response:
    """Show the entities with the most mentions, of all types, one type, or one of the owner's types."""
    kind, own = visit.choice("type", EntityType), visit.request.query_params.get("own", "").strip()
    memory, owner = visit.memory, visit.owner
    own_types = (await memory.owner_settings.get(owner)).of(None).own_types
    if own:
        found = await memory.entities.of_own_type(owner, own, limit=MOST)
    else:
        found = await memory.entities.all(owner, kind=kind, limit=MOST)
    return visit.page("things.html", found=found, kind=kind, kinds=[*EntityType], own=own, own_types=own_types)


async def thing(visit: Visit) -> Response:
    """Show an entity: a digest, its facts and memories at an instant, and its timeline."""
    uri, as_of, owner, explorer = _uri(visit), visit.as_of, visit.owner, visit.memory.explorer
    profile, digest, events, span = await asyncio.gather(
        explorer.profile(owner, uri, as_of=as_of, limit=MEMORIES),
        visit.memory.owner(owner).digest(uri),
        explorer.timeline(owner, uri, known_at=as_of.known_at, limit=EVENTS),
        visit.memory.memories.span(owner),
    )
    values = {"profile": profile, "entity": profile.entity, "digest": digest, "events": events, "span": span}
    values["now"] = datetime.now(UTC)
    return visit.page("parts/profile.html" if visit.is_part else "thing.html", **values)


async def graph(visit: Visit) -> Response:
    """The facts of an entity as nodes and edges."""
    uri, now = _uri(visit), datetime.now(UTC)
    profile = await visit.memory.explorer.profile(visit.owner, uri, as_of=visit.as_of, limit=1)
    names = {uri: profile.entity.name}
    for fact in profile.facts:
        names |= {fact.subject_uri: fact.subject, fact.object_uri: fact.object}
    return JSONResponse(
        {
            "nodes": [_node(one, name, start=one == uri) for one, name in names.items()],
            "edges": [_edge(fact, visit.tell, now) for fact in profile.facts],
        }
    )


def _node(uri: str, name: str, *, start: bool) -> dict[str, object]:
    kind = uri.partition("://")[2].partition("/")[0]
    return {"id": uri, "label": name, "text": name, "kind": kind, "address": entity_address(uri), "start": start}


def _edge(fact: Fact, tell: Tell, now: datetime) -> dict[str, object]:
    label = tell(fact.predicate.replace("_", " "))
    ends = {"source": fact.subject_uri, "target": fact.object_uri}
    return {**ends, "label": label, "kind": "FACT", "over": fact.is_over(now)}


def _uri(visit: Visit) -> str:
    return f"entity://{visit.path('uri')}"
