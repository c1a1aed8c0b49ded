"""Spaces: those that the owner may use, their members' rights, and the disputes in them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from starlette.responses import Response

from graphmem.errors import InvalidInputError
from graphmem.model.access import Scope
from graphmem.model.review import Review
from graphmem.model.space import Grant, Right, Space
from graphmem.model.views import MemoryView
from graphmem.services.own_spaces import OwnSpaces
from graphmem_api.page.visit import HOME, Visit

HERE = f"{HOME}/spaces"
MOST, MOST_PROPOSED = 50, 10
"""Rules of a space that are shown, and memories that may become one."""


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space with its members and rules and, for a curator, its disputes and possible rules."""

    space: Space
    members: Sequence[Grant]
    rules: Sequence[MemoryView]
    proposed: Sequence[MemoryView] = ()
    reviews: Sequence[Review] = ()

    @property
    def curates(self) -> bool:
        """Whether the visitor decides disputes and rules."""
        return self.space.right.holds(Right.CURATE)

    @property
    def administers(self) -> bool:
        """Whether the visitor gives and revokes rights."""
        return self.space.right is Right.ADMIN


async def spaces(visit: Visit) -> Response:
    """Show the spaces in which the owner has a right, by title."""
    own = _own(visit)
    found = await asyncio.gather(*(_opened(own, one) for one in await own.list()))
    return visit.page("spaces.html", found=found, rights=[*Right], administers=Scope.ADMIN in visit.rights)


async def _opened(own: OwnSpaces, space: Space) -> SpaceView:
    members, rules = await asyncio.gather(own.members(space.id), own.rules(space.id, limit=MOST))
    found = SpaceView(space, members, rules)
    if not found.curates:
        return found
    proposed, reviews = await asyncio.gather(
        own.rules(space.id, proposed=True, limit=MOST_PROPOSED), own.reviews(space.id)
    )
    return replace(found, proposed=proposed, reviews=reviews.items)


async def create(visit: Visit) -> Response:
    """Create a space."""
    await _own(visit).create(visit.form.get("title", ""))
    return visit.redirect(HERE, "made")


async def change(visit: Visit) -> Response:
    """Give a member a right, or revoke it."""
    own, space, form = _own(visit), visit.path("id"), visit.form
    member, agent = form.get("member", "").strip(), form.get("agent", "").strip() or None
    match form.get("verb", ""):
        case "grant":
            await own.grant(space, member, form.get("right", ""), agent=agent)
            return visit.redirect(HERE, "granted")
        case "revoke":
            await own.revoke(space, member, agent=agent)
            return visit.redirect(HERE, "revoked")
        case other:
            raise InvalidInputError(f"{other[:40]!r} cannot be done.", field="verb", remedy="One of grant, revoke.")


async def decide(visit: Visit) -> Response:
    """Decide a disputed pair in a space."""
    await _own(visit).decide(visit.path("id"), visit.path("review"), visit.form.get("verdict", ""))
    return visit.redirect(HERE, "decided")


async def rule(visit: Visit) -> Response:
    """Confirm a memory of a space as a rule, or undo that."""
    verb = visit.form.get("verb", "")
    if verb not in ("confirm", "withdraw"):
        raise InvalidInputError(f"{verb[:40]!r} cannot be done.", field="verb", remedy="One of confirm, withdraw.")
    await _own(visit).rule(visit.path("id"), visit.path("memory"), stands=verb == "confirm")
    return visit.redirect(HERE, "decided")


async def writable(visit: Visit) -> list[Space]:
    """The spaces that the owner may write to."""
    return [one for one in await visit.memory.spaces.of(visit.owner) if one.right.holds(Right.WRITE)]


def _own(visit: Visit) -> OwnSpaces:
    return visit.memory.owner(visit.owner).spaces
