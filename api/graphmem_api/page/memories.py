"""Lists of memories as of an instant, and one memory with its history and a person's actions."""

from __future__ import annotations

from datetime import UTC, datetime

from starlette.responses import JSONResponse, Response

from graphmem.errors import InvalidInputError
from graphmem.model.category import Category
from graphmem.model.exploration import LinkType, Neighbour
from graphmem.model.memory import Memory, Tier
from graphmem_api.page.rendering import shorten
from graphmem_api.page.spaces import writable
from graphmem_api.page.telling import relation
from graphmem_api.page.visit import HOME, Visit

PAGE = 25
DRAWN = 40
"""Memories of a graph; a person cannot read more."""

RELATIONS = tuple(one for one in LinkType if one is not LinkType.MENTIONS)
"""Links that a memory's graph follows: all but MENTIONS, since shared names link most memories."""


async def memories(visit: Visit) -> Response:
    """Show a list, the latest statement first."""
    category, tier = visit.choice("category", Category), visit.choice("tier", Tier)
    page = await visit.memory.memories.page(
        visit.owner,
        category=category,
        tier=tier,
        as_of=visit.as_of,
        first=PAGE,
        after=visit.asked("after") or None,
    )
    values = {"page": page, "category": category, "tier": tier, "categories": [*Category], "all_tiers": [*Tier]}
    if visit.is_part and visit.asked("after"):
        return visit.page("parts/memory_rows.html", **values)
    span = await visit.memory.memories.span(visit.owner)
    return visit.page("parts/memory_list.html" if visit.is_part else "memories.html", span=span, **values)


async def memory(visit: Visit) -> Response:
    """Show one memory with its sources, relations and history."""
    view = await visit.memory.memories.get(visit.owner, visit.path("id"))
    if visit.is_part:
        return visit.page("parts/memory_peek.html", view=view, memory=view.memory)
    life = await visit.memory.diary.life(visit.owner, view.memory.id)
    shareable = await writable(visit) if view.memory.retracted_at is None else []
    procedure = await visit.memory.procedures.of_memory(visit.owner, view.memory.id)
    values = {"view": view, "memory": view.memory, "life": life, "spaces": shareable, "procedure": procedure}
    return visit.page("memory.html", **values)


async def graph(visit: Visit) -> Response:
    """The memories around one memory, as nodes and edges."""
    memories = visit.memory.memories
    start = (await memories.get(visit.owner, visit.path("id"))).memory
    neighbours = await visit.memory.explorer.related(
        visit.owner, start.id, hops=visit.number("hops", 1, 2), types=RELATIONS, as_of=visit.as_of, limit=DRAWN
    )
    return JSONResponse({"nodes": _nodes(start, neighbours), "edges": _edges(neighbours, visit.language)})


def _nodes(start: Memory, neighbours: list[Neighbour]) -> list[dict[str, object]]:
    now = datetime.now(UTC)
    drawn = {start.id: start} | {one.memory.id: one.memory for one in neighbours}
    return [
        {
            "id": one.id,
            "label": shorten(one.text, 60),
            "text": one.text,
            "kind": one.tier.value,
            "address": f"{HOME}/m/{one.id}",
            "start": one.id == start.id,
            "over": _is_over(one, now),
        }
        for one in drawn.values()
    ]


def _is_over(memory: Memory, now: datetime) -> bool:
    return memory.retracted_at is not None or (memory.valid_until is not None and memory.valid_until <= now)


def _edges(neighbours: list[Neighbour], language: str) -> list[dict[str, object]]:
    edges = {(step.source, step.type, step.target): step for one in neighbours for step in one.path}
    return [
        {"source": source, "target": target, "label": step.via or relation(language, kind), "kind": kind}
        for (source, kind, target), step in edges.items()
    ]


async def change(visit: Visit) -> Response:
    """Carry out a form's action on a memory."""
    id_, verb = visit.path("id"), visit.form.get("verb", "")
    if verb not in _VERBS:
        raise InvalidInputError(f"{verb[:40]!r} cannot be done.", field="verb", remedy=f"One of {', '.join(_VERBS)}.")
    if verb in ("share", "unshare"):
        own, space = visit.memory.owner(visit.owner).spaces, visit.form.get("space", "")
        await (own.share(id_, space) if verb == "share" else own.unshare(id_, space))
        return visit.redirect(f"{HOME}/m/{id_}", _VERBS[verb])
    next_id = await _amend(visit, id_, verb) if verb in _AMENDMENTS else await _carry_out(visit, id_, verb)
    return visit.redirect(f"{HOME}/m/{next_id}", _VERBS[verb])


_VERBS = {
    "pin": "pinned",
    "unpin": "unpinned",
    "protect": "protected",
    "release": "released",
    "forget": "forgotten",
    "wake": "woken",
    "sleep": "slept",
    "promote": "promoted",
    "edit": "edited",
    "invalidate": "invalidated",
    "restore": "restored",
    "share": "shared",
    "unshare": "unshared",
}
"""Actions on a memory, and the word by which the next page reports each."""

_AMENDMENTS = frozenset({"edit", "invalidate", "restore"})
BY = "page"


def _seen(text: str) -> datetime | None:
    """The `recorded_at` of the memory that the visitor saw, to the microsecond."""
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError as error:
        raise InvalidInputError(f"seen is {text[:40]!r}.", field="seen", remedy="Load the memory again.") from error


async def _amend(visit: Visit, id_: str, verb: str) -> str:
    """Correct a memory, and return the id of the memory to show next.

    A memory that has changed since the visitor saw it stays as it is.
    """
    owner, amendments, form = visit.owner, visit.memory.amendments, visit.form
    seen = _seen(form.get("seen", ""))
    match verb:
        case "edit":
            view = await amendments.edit(owner, id_, form.get("text", ""), by=BY, seen=seen)
        case "invalidate":
            view = await amendments.invalidate(owner, id_, form.get("reason", ""), by=BY, seen=seen)
        case _:
            view = await amendments.restore(owner, id_, by=BY)
    return view.memory.id


async def _carry_out(visit: Visit, id_: str, verb: str) -> str:
    owner, memories, dreams = visit.owner, visit.memory.memories, visit.memory.dreams
    match verb:
        case "pin" | "unpin":
            await memories.pin(owner, id_, pinned=verb == "pin")
        case "protect" | "release":
            await memories.set_immutable(owner, id_, immutable=verb == "protect")
        case "forget":
            await memories.forget(owner, id_, by=BY)
        case "wake":
            await dreams.wake(owner, id_)
        case "sleep":
            await dreams.demote(owner, id_)
        case "promote":
            await dreams.promote(owner, id_)
    return id_
