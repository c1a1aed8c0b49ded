"""Members' contributions to a space: each turn and memory has one author, the owner of the key.

Nobody names the author, so a member cannot write as another one, and an erased author's words can be found. The right
is checked before the write and once more after it: if it was revoked meanwhile, the write is removed.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.language.transcripts.messages import MAX_NAME
from graphmem.model.ids import digest
from graphmem.model.observation import Observation
from graphmem.model.palace import Owner
from graphmem.model.space import Right
from graphmem.services.ingestion.observe import Observer
from graphmem.services.ingestion.single_message import of_author
from graphmem.services.memories import Memories
from graphmem.services.spaces import Spaces, space_as_member
from graphmem.store import filing, spaces
from graphmem.store.database import Database, Transaction

P = ParamSpec("P")

AT_ONCE = 200
"""Turns of an erased author per search."""

WITHDRAWN = "Drawer in spaces"
"""The name of their count in a receipt."""


@dataclass(frozen=True, slots=True)
class Contributions:
    """Writes into the spaces of one database."""

    database: Database
    observer: Observer
    memories: Memories
    spaces: Spaces

    async def contribute(
        self,
        work: Callable[Concatenate[Owner, str, P], Coroutine[Any, Any, Observation]],
        owner: Owner,
        space: str | None,
        text: str,
        *given: P.args,
        **how: P.kwargs,
    ) -> Observation:
        """Observe or learn a text in a space, as its member, or in the owner's memory; `work` is the verb.

        Raises NotFoundError for a space without a right of the owner, InvalidInputError for a right below write, and as
        `work`.
        """
        if space is None:
            return await work(owner, text, *given, **how)
        if how.get("session") is not None:
            raise InvalidInputError(
                "A session is the owner's own; a space has none.", field="session", remedy="Leave one of the two out."
            )
        found = await self.spaces.allowed(owner, space, Right.WRITE)
        member = space_as_member(owner, found.owner)
        how["speaker"] = _label(owner)
        if isinstance(key := how.get("idempotency_key"), str):
            how["idempotency_key"] = _own_key(owner, key)
        seen = await work(member, text, *given, **how)
        if not seen.dry_run:
            await self._require_still(owner, found.id, member, seen)
        return seen

    async def _require_still(self, owner: Owner, space: str, member: Owner, seen: Observation) -> None:
        try:
            await self.spaces.allowed(owner, space, Right.WRITE)
        except (NotFoundError, InvalidInputError):
            if seen.pointer is not None:
                await self.memories.delete_drawer(member, seen.pointer, by=member.by.via if member.by else "")
            raise

    async def withdraw(self, author: Owner) -> int:
        """Remove an author from every space; returns the number of turns.

        Rights end first, so that nothing follows. Then turns and their memories go, then the author's name in granted
        rights.
        """
        gone = 0
        for space in await spaces.ever_of(self.database, author):
            await self._leave(space, author)
            while found := await spaces.turns_of(self.database, space, of_author(author.key), author.key, AT_ONCE):
                for pointer in found:
                    await self.memories.delete_drawer(space, pointer, by="erasure")
                gone += len(found)
        return gone

    async def _leave(self, space: Owner, author: Owner) -> None:
        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, space)
            await spaces.end(transaction, space, author, None, every=True)
            await spaces.unname(transaction, space, author.name)

        await self.database.write(work)


def _label(owner: Owner) -> str:
    """A member's speaker name in a space: the owner's name, with the agent that acts for the owner."""
    agent = None if owner.by is None else owner.by.agent
    return (owner.name if agent is None else f"{owner.name} ({agent})")[:MAX_NAME]


def _own_key(owner: Owner, key: str) -> str:
    """An idempotency key that no other member of the space can use or read answers with."""
    return digest("member", owner.key, key) if key.strip() else key
