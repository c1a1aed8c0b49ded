"""The palace: wings, rooms, closets and drawers, each level loaded when opened; the turn of a pointer."""

from __future__ import annotations

from starlette.responses import Response

from graphmem.errors import NotFoundError
from graphmem_api.page.visit import HOME, Visit

PAGE = 50
TURNS = 30


async def palace(visit: Visit) -> Response:
    """Show the wings."""
    wings = await visit.memory.browse.wings(visit.owner, first=PAGE, after=visit.asked("after") or None)
    return visit.page("palace.html", wings=wings)


async def rooms(visit: Visit) -> Response:
    """Show the rooms of a wing."""
    wing, after = visit.path("wing"), visit.asked("after") or None
    (page,) = await visit.memory.browse.rooms(visit.owner, [wing], first=PAGE, after=after)
    return visit.page("parts/rooms.html", rooms=page, wing=wing)


async def closets(visit: Visit) -> Response:
    """Show the closets of a room, with the first turns of each."""
    browse, room = visit.memory.browse, visit.path("room")
    (page,) = await browse.closets(visit.owner, [room], first=PAGE, after=visit.asked("after") or None)
    ids = [closet.id for closet in page.items]
    drawers = await browse.drawers(visit.owner, ids, first=TURNS) if ids else []
    return visit.page("parts/closets.html", closets=page, room=room, drawers=dict(zip(ids, drawers, strict=True)))


async def drawers(visit: Visit) -> Response:
    """Show more turns of a closet."""
    closet, after = visit.path("closet"), visit.asked("after") or None
    (page,) = await visit.memory.browse.drawers(visit.owner, [closet], first=TURNS, after=after)
    if not page.items and after is None:
        raise NotFoundError(f"No closet {closet[:80]!r}.", field="closet", remedy="Open it from the palace.")
    return visit.page("parts/drawers.html", drawers=page, closet=closet)


async def turn(visit: Visit) -> Response:
    """Show a turn word for word, with its place."""
    placed = await visit.memory.drawer(visit.path("pointer"), owner=visit.owner)
    return visit.page("turn.html", placed=placed, pointer=placed.drawer.pointer)


async def delete_turn(visit: Visit) -> Response:
    """Delete a turn for good."""
    if visit.form.get("sure") != "yes":
        raise NotFoundError("Nothing was deleted.", field="sure", remedy="Tick that you are sure.")
    await visit.memory.memories.delete_drawer(visit.owner, visit.path("pointer"), by="page")
    return visit.redirect(f"{HOME}/palace", "deleted")
