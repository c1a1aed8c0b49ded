"""What members tell a space, and how it goes with them: each turn and memory has one author, the owner who asked.

Nobody names the author: it is whose key asked. So a member cannot speak as another one, and an erased author's words
can be found. The right is read before the writing and once more after it: what was taken back meanwhile leaves nothing.
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
from graphmem.services.spaces import Spaces, spoken
from graphmem.store import filing, spaces
from graphmem.store.database import Database, Transaction

P = ParamSpec("P")

AT_ONCE = 200
"""Turns of an erased author that are looked for at a time."""

WITHDRAWN = "Drawer in spaces"
"""By which a receipt counts them."""


@dataclass(frozen=True, slots=True)
class Contributions:
    """The ways into the spaces of one database."""

    database: Database
    observer: Observer
    memories: Memories
    spaces: Spaces

    async def tell(
        self,
        work: Callable[Concatenate[Owner, str, P], Coroutine[Any, Any, Observation]],
        owner: Owner,
        space: str | None,
        text: str,
        *given: P.args,
        **how: P.kwargs,
    ) -> Observation:
        """Observe or learn a text in a space, as its member, or in the own memory; `work` is the observer's verb.

        Raises NotFoundError for a space in which the owner has no right, InvalidInputError where it is less than to
        write, and as `work`.
        """
        if space is None:
            return await work(owner, text, *given, **how)
        if how.get("session") is not None:
            raise InvalidInputError(
                "A session is the owner's own; a space has none.", field="session", remedy="Leave one of the two out."
            )
        found = await self.spaces.allowed(owner, space, Right.WRITE)
        member = spoken(owner, found.owner)
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
        """Take an author out of every space: their rights first, so that nothing comes after, then the turns that they
        told with the memories made of them, and their name from the rights they gave; how many turns that were."""
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
    """By which name a member speaks in a space: the owner's, with the agent who speaks for it."""
    agent = None if owner.by is None else owner.by.agent
    return (owner.name if agent is None else f"{owner.name} ({agent})")[:MAX_NAME]


def _own_key(owner: Owner, key: str) -> str:
    """A key of a request that no other member of the space can have used, nor ask the answer of."""
    return digest("member", owner.key, key) if key.strip() else key
