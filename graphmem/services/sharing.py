"""Shared memories: copies in a space, which follow their source.

A copy goes when its source is forgotten, ended or erased, and gets the new text when it is edited.

A copy is a turn of its author with the memory's text, and the memory derived from it. Whenever a space's recall finds
one, it is checked before it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime

from graphmem.errors import GraphMemError, InvalidInputError, NotFoundError
from graphmem.language.pairing import bare
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.turkish import fold
from graphmem.model.audit import Verb
from graphmem.model.ids import shown
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.space import PREFIX, Right, Shared, SpaceReads
from graphmem.model.transcript import Role
from graphmem.model.trust import ROLE, is_outside
from graphmem.model.usage import SPACE_READ, Usage
from graphmem.model.views import MemoryView
from graphmem.services.audit import audited
from graphmem.services.contributions import Contributions
from graphmem.services.ingestion.single_message import of_author
from graphmem.services.memories import FOLLOWING
from graphmem.services.spaces import space_as_member
from graphmem.services.usage import UsageLedger
from graphmem.store import memory_views, spaces
from graphmem.store.database import Database, Row
from graphmem.store.short_ids import memory_id


@dataclass(frozen=True, slots=True)
class Sharing:
    """Copies of memories in the spaces of one database."""

    database: Database
    contributions: Contributions
    ledger: UsageLedger

    @audited(Verb.SHARE, lambda shared: [shared.source], memory=True)
    async def share(self, owner: Owner, id_: str, space: str) -> Shared:
        """Copy a memory into a space, as its author; the same memory only once.

        Raises NotFoundError, and InvalidInputError for a memory that has ended or a right below write.
        """
        found = await self.contributions.spaces.allowed(owner, space, Right.WRITE)
        view = await self._shareable(owner, id_)
        memory = view.memory
        for row in await self._copies(owner, found.owner, memory.id):
            if row["memories"]:
                return Shared(memory.id, found.id, row["memories"][0], row["pointer"])
        return await self._contribute(owner, found.id, view)

    @audited(Verb.UNSHARE, lambda shared: [shared[0].source], memory=True)
    async def unshare(self, owner: Owner, id_: str, space: str) -> list[Shared]:
        """Remove a memory's copies from a space, with what only they support, and return them.
        Needs the right to read. Raises NotFoundError, also if there is no copy."""
        found = await self.contributions.spaces.allowed(owner, space, Right.READ)
        whole = await memory_id(self.database, owner, id_)
        member = space_as_member(owner, found.owner)
        gone = []
        for row in await self._copies(owner, found.owner, whole):
            await self.contributions.memories.delete_drawer(member, row["pointer"], by=owner.name)
            gone.append(Shared(whole, found.id, next(iter(row["memories"]), None), row["pointer"]))
        if not gone:
            raise NotFoundError(
                f"Memory {shown(whole)} is not shared there.", field="id", remedy="See `graphmem space share`."
            )
        return gone

    async def follow(self, space: Owner, drawers: Sequence[str], memories: Sequence[str]) -> bool:
        """Update the copies that a space found from their sources; returns whether anything changed."""
        strayed = await spaces.strayed(self.database, space, drawers, memories)
        for copy in strayed:
            await self._followed(space, copy)
        return bool(strayed)

    def note_read(self, space: Owner, member: Owner) -> None:
        """Count a member's recall that the space answers: in this process, and in the graph within seconds."""
        self.ledger.sink(space)(Usage(SPACE_READ, member.name, calls=1))

    async def reads(self, owner: Owner, space: str) -> list[SpaceReads]:
        """Numbers of recalls that a space answered per member and day, the last day first.
        Needs the right admin. Raises NotFoundError and InvalidInputError."""
        found = await self.contributions.spaces.allowed(owner, space, Right.ADMIN)
        rows = await self.ledger.report(found.owner, since=date.min, until=date.max)
        told = [SpaceReads(row.day, row.usage.model, row.usage.calls) for row in rows if row.usage.source == SPACE_READ]
        return sorted(told, key=lambda one: (-one.day.toordinal(), one.member))

    async def _followed(self, space: Owner, copy: spaces.Strayed) -> None:
        if copy.kept and copy.becomes is None:
            await spaces.keep(self.database, space, copy.drawer)
            return
        author = None if copy.author is None else Owner.named(copy.author)
        if author is not None and copy.becomes is not None:  # first, so that a crash here loses nothing
            with suppress(GraphMemError):  # the author may have lost the right to write there
                await self.share(author, copy.becomes, space.name.removeprefix(PREFIX))
        with suppress(NotFoundError):  # another server followed first
            remover = space if author is None else space_as_member(author, space)
            await self.contributions.memories.delete_drawer(remover, copy.pointer, by=FOLLOWING)

    async def _contribute(self, owner: Owner, space: str, view: MemoryView) -> Shared:
        memory, said_at = view.memory, next((one.said_at for one in view.sources if one.said_at), None)
        role = ROLE.get(memory.data_source, Role.SYSTEM)
        seen = await self.contributions.contribute(
            self.contributions.observer.learn, owner, space, _text_of(owner, memory), role=role,
            category=None if is_outside(role) else memory.category, said_at=said_at,
            source_id=spaces.copy_of(memory.id),
        )  # fmt: skip
        if not seen.statements or seen.pointer is None:
            raise InvalidInputError(
                f"Memory {shown(memory.id)} is not kept there: {seen.stages[-1].detail}.",
                field="id",
                remedy="Tell the space in your own words.",
            )
        return Shared(memory.id, space, seen.statements[0].memory, seen.pointer)

    async def _copies(self, owner: Owner, space: Owner, source: str) -> list[Row]:
        return await spaces.copies_of(self.database, space, of_author(owner.key), owner.key, source)

    async def _shareable(self, owner: Owner, id_: str) -> MemoryView:
        whole = await memory_id(self.database, owner, id_)
        view = await memory_views.memory(self.database, owner, whole)
        memory = view.memory
        now = datetime.now(UTC)
        if memory.retracted_at is not None or (memory.valid_until is not None and memory.valid_until <= now):
            raise InvalidInputError(
                f"Memory {shown(whole)} does not hold any more.", field="id", remedy="Share what replaced it."
            )
        return view


def _text_of(owner: Owner, memory: Memory) -> str:
    """A memory's text as its author tells it: without the speaker's label, unless somebody else spoke."""
    by_another = memory.speaker and not is_role_name(memory.speaker) and fold(memory.speaker) != fold(owner.name)
    return memory.text if by_another else bare(memory.text)
