"""Spaces: memories that several owners use by rights. Without a right, a space looks nonexistent.

Rights are read from the database on each call, by its own clock and after all earlier writes: a revocation counts at
once on every server. A space is named by its id, or by its title among the caller's spaces.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.language.printable import printable
from graphmem.model.audit import Verb
from graphmem.model.palace import Actor, Owner
from graphmem.model.space import PREFIX, Grant, Right, Space, is_space, owner_of
from graphmem.services.audit import audited
from graphmem.store import audit, filing, spaces
from graphmem.store.database import Database, Transaction

EVERY = "*"
"""Stands for all spaces that the caller may read."""

LONGEST_TITLE = 100
MOST_SPACES = 100
"""Spaces in which an owner may have a right and still create one: each call reads all of them."""
MOST_MEMBERS = 500


@dataclass(frozen=True, slots=True)
class Spaces:
    """The spaces of one database and the rights in them."""

    database: Database

    @audited(Verb.CREATE_SPACE, lambda space: [space.id])
    async def create(self, owner: Owner, title: str) -> Space:
        """Create a space with its maker as only member and admin. Raises InvalidInputError."""
        title = _bounded(title)
        id_ = secrets.token_hex(16)
        space = owner_of(id_)

        async def work(transaction: Transaction) -> None:
            await spaces.create(transaction, space, title)
            await spaces.add(transaction, space, owner, _drawn(), Right.ADMIN, agent=None, until=None, by=owner.name)
            if len(await spaces.of_owner(transaction, owner)) > MOST_SPACES:
                raise InvalidInputError(
                    f"{owner.name} has {MOST_SPACES} spaces.", field="title", remedy="Use one that is there."
                )
            await audit.note(transaction, space_as_member(owner, space), Verb.CREATE_SPACE, [id_])

        await self.database.write(work)
        return await self.allowed(owner, id_, Right.ADMIN)

    @audited(Verb.GRANT, lambda grant: [grant.id])
    async def grant(
        self,
        owner: Owner,
        space: str,
        member: str,
        right: Right,
        *,
        agent: str | None = None,
        until: datetime | None = None,
    ) -> Grant:
        """Give a member a right in place of the present one, for one `agent` of theirs or for all.
        Needs the right admin. Raises NotFoundError, and InvalidInputError for arguments out of bounds."""
        given = _member(member)
        if until is not None and until.astimezone(UTC) <= datetime.now(UTC):
            raise InvalidInputError(f"{until} is over already.", field="until", remedy="Give a time to come.")
        id_ = _drawn()

        async def work(transaction: Transaction) -> Grant:
            found = await self._admitted(transaction, owner, space)
            await spaces.end(transaction, found, given, agent)
            how = {"agent": agent, "until": until}
            if not await spaces.add(transaction, found, given, id_, right, by=owner.name, **how):  # type: ignore[arg-type]
                raise _unknown(space)
            now = await spaces.members(transaction, found, None, None)
            _require_admin(now)
            if len(now) > MOST_MEMBERS:
                raise InvalidInputError(
                    f"The space has {MOST_MEMBERS} members.", field="member", remedy="Revoke one that is not needed."
                )
            await audit.note(transaction, space_as_member(owner, found), Verb.GRANT, [id_])
            return next(one for one in now if one.id == id_)

        return await self.database.write(work)

    @audited(Verb.REVOKE, lambda ended: ended)
    async def revoke(self, owner: Owner, space: str, member: str, *, agent: str | None = None) -> list[str]:
        """Revoke the right of a member, or of one `agent` of theirs, at once; returns ids of the grants.

        Needs the right admin, or is one's own right. Raises NotFoundError, and InvalidInputError if no admin would be
        left.
        """
        given = _member(member)
        own = given.key == owner.key

        async def work(transaction: Transaction) -> list[str]:
            found = await self._admitted(transaction, owner, space, Right.READ if own else Right.ADMIN)
            ended = await spaces.end(transaction, found, given, agent)
            if not ended:
                raise NotFoundError(
                    f"{given.name} has no right there.", field="member", remedy="See who is a member of the space."
                )
            _require_admin(await spaces.members(transaction, found, None, None))
            await audit.note(transaction, space_as_member(owner, found), Verb.REVOKE, ended)
            return ended

        return await self.database.write(work)

    @audited(Verb.SET_SETTINGS, lambda space: [space.id])
    async def keep(self, owner: Owner, space: str, *, keeps: bool) -> Space:
        """Set whether a space keeps copies whose source has ended, marked as withdrawn.
        Needs the right admin. Raises NotFoundError and InvalidInputError."""

        async def work(transaction: Transaction) -> Owner:
            found = await self._admitted(transaction, owner, space)
            await spaces.set_keeping(transaction, found, keeps=keeps)
            await audit.note(transaction, space_as_member(owner, found), Verb.SET_SETTINGS, [f"keeps copies: {keeps}"])
            return found

        found = await self.database.write(work)
        return await self.allowed(owner, found.name.removeprefix(PREFIX), Right.ADMIN)

    async def members(
        self, owner: Owner, space: str, *, at: datetime | None = None, known_at: datetime | None = None
    ) -> list[Grant]:
        """The rights in a space, now or `at` an instant as known at another. Needs the right to read now.
        Raises NotFoundError."""
        found = await self.allowed(owner, space, Right.READ)
        return await spaces.members(self.database.leader, found.owner, at, known_at)

    async def of(self, owner: Owner) -> list[Space]:
        """The owner's present spaces, by title."""
        return await spaces.of_owner(self.database.leader, owner)

    async def allowed(self, owner: Owner, space: str, right: Right) -> Space:
        """The space with that id or title, if the owner has the right there.

        Raises NotFoundError without a right or space, InvalidInputError for a lesser right and for a title of several.
        """
        return _required(await self.of(owner), space, right)

    async def readable(self, owner: Owner, asked: Collection[str]) -> tuple[list[Space], list[str]]:
        """The requested spaces that the owner may read, and the names without one. EVERY requests all."""
        known = await self.of(owner) if asked else []
        if EVERY in asked:
            return known, []
        found: dict[str, Space] = {}
        missed = []
        for name in dict.fromkeys(asked):
            meant = _meant(known, name)
            if len(meant) == 1:
                found[meant[0].id] = meant[0]
            else:
                missed.append(name)
        return list(found.values()), missed

    async def _admitted(self, transaction: Transaction, owner: Owner, space: str, right: Right = Right.ADMIN) -> Owner:
        """The space as a locked owner, if the caller has the right once it is locked."""
        found = _required(await spaces.of_owner(transaction, owner), space, right).owner
        await filing.lock(transaction, found)
        _required(await spaces.of_owner(transaction, owner), space, right)
        return found


def space_as_member(owner: Owner, space: Owner) -> Owner:
    """The space as a member acts in it: its audit names the member, who is the author of new turns."""
    by = owner.by or Actor("library")
    return Owner(space.name, space.key, space.asked_at, Actor(by.via, by.key, by.agent, owner.name), owner.key)


def _required(known: Sequence[Space], name: str, right: Right) -> Space:
    meant = _meant(known, name)
    if not meant:
        raise _unknown(name)
    if len(meant) > 1:
        ids = ", ".join(one.id for one in meant[:5])
        raise InvalidInputError(
            f"{len(meant)} spaces are called {name[:80]!r}.", field="space", remedy=f"Name one by its id: {ids}."
        )
    if not meant[0].right.holds(right):
        raise InvalidInputError(
            f"Your right in {meant[0].title!r} is {meant[0].right.value}; this asks for {right.value}.",
            field="space",
            remedy="Ask an admin of the space for it.",
        )
    return meant[0]


def _meant(known: Sequence[Space], name: str) -> list[Space]:
    plain = name.strip().casefold()
    return [one for one in known if one.id == plain] or [one for one in known if one.title.casefold() == plain]


def _require_admin(members: Sequence[Grant]) -> None:
    if not any(one.right is Right.ADMIN and one.agent is None and one.until is None for one in members):
        raise InvalidInputError(
            "The space would have no admin any more.", field="member", remedy="Make somebody else an admin first."
        )


def _member(name: str) -> Owner:
    member = Owner.named(name)
    if is_space(member):
        raise InvalidInputError("A space is no member of a space.", field="member", remedy="Name an owner.")
    return member


def _unknown(name: str) -> NotFoundError:
    return NotFoundError(
        f"No space {name[:80]!r} that you have a right in.", field="space", remedy="See `graphmem space list`."
    )


def _bounded(title: str) -> str:
    kept = " ".join(title.split())
    if not 0 < len(kept) <= LONGEST_TITLE or printable(kept) != kept or kept == EVERY:
        raise InvalidInputError(
            f"The title is {title[:40]!r}.",
            field="title",
            remedy=f"Take 1 to {LONGEST_TITLE} characters that are seen, on one line.",
        )
    return kept


def _drawn() -> str:
    return secrets.token_hex(16)
