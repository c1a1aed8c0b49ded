"""Reading what was filed with `say`: every message that nobody has read, the oldest first, a batch at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter

import numpy as np

from graphmem.errors import EmbeddingError
from graphmem.language.commit import asked_to_remember
from graphmem.model.memory import WriteSource
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.ports import Embedder, Progress, Purpose, Vectors, silent
from graphmem.services.ingestion.candidates import CONTEXT, ConversationReader
from graphmem.services.ingestion.consolidation import counted
from graphmem.services.ingestion.conversation_reader import ConversationReaders, heard
from graphmem.services.ingestion.draft import Options
from graphmem.services.ingestion.mine import READ_ROLES
from graphmem.services.ingestion.writer import Writer
from graphmem.services.ops_log import Operation, OpsLog
from graphmem.services.privacy import policy_of, shielding
from graphmem.services.usage import paid_by
from graphmem.store import sessions
from graphmem.store.database import Database
from graphmem.store.memories import renew

BATCH = 50
"""Messages in a transaction: what ends the process costs no more than reading so many again."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Reads the messages of one session after another, over one database."""

    database: Database
    embedder: Embedder
    hearing: ConversationReaders
    writer: Writer
    ops_log: OpsLog

    async def read(self, owner: Owner, session: str, progress: Progress = silent) -> int:
        """Read what waits in the session, and what comes meanwhile; how many messages that were.

        They are understood by what was said before them, and the session has in mind what they state.
        """
        reader: ConversationReader | None = None
        before: Sequence[sessions.Message] = ()
        done = 0
        with paid_by(owner), shielding(await policy_of(self.database, owner)):
            while unread := await sessions.unread(self.database, owner, session, BATCH):
                if reader is None:
                    before = await sessions.before(self.database, owner, session, unread[0].id, CONTEXT)
                    reader = self.hearing.reader(owner, before, session)
                await self._read(owner, session, reader, before, unread)
                before = [*before, *unread][-CONTEXT:]
                done += len(unread)
                progress("reading messages", done, None)
        return done

    async def _read(
        self,
        owner: Owner,
        session: str,
        reader: ConversationReader,
        before: Sequence[sessions.Message],
        unread: Sequence[sessions.Message],
    ) -> None:
        began = perf_counter()
        readable = [message for message in unread if Role(message.role) in READ_ROLES]
        vectors = await self._vectors(readable)
        _, candidates, _ = await reader.read([heard(message, session) for message in readable], vectors)
        written = await self.writer.remember(
            owner,
            [message.id for message in unread],
            candidates,
            options=Options(WriteSource.OBSERVER),
            session=session,
        )
        for place, message in enumerate(unread):
            if asks_to_keep(Role(message.role), message.text):
                await renewed(self.database, owner, [*before, *unread[:place]])
        told, latency = f"{len(unread)} messages of {session}", (perf_counter() - began) * 1000
        self.ops_log.write(Operation("read_session", told, counted(written.outcomes), latency_ms=latency, owner=owner))

    async def _vectors(self, messages: Sequence[sessions.Message]) -> Vectors | None:
        """The vectors that turns were filed with, and new ones of turns without; None when the embedder fails: what is
        said is remembered all the same, and embedded later."""
        missing = [message.text for message in messages if message.embedding is None]
        try:
            made = iter(await self.embedder.embed(missing, Purpose.PASSAGE) if missing else ())
        except EmbeddingError:
            return None
        return np.array([next(made) if one.embedding is None else one.embedding for one in messages], np.float32)


def asks_to_keep(role: Role, text: str) -> bool:
    """Whether it says "remember this" and nothing else: what was said before is meant."""
    return role is Role.USER and asked_to_remember(text) == ""


async def renewed(database: Database, owner: Owner, earlier: Sequence[sessions.Message]) -> int:
    """Let what came of the messages just before a "remember this" decay anew from now; how many memories that are."""
    return await renew(database, owner, [message.id for message in reversed(earlier)], datetime.now(UTC))
