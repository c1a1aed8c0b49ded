"""Reads the messages that `say` filed: all unread ones of a session, oldest first, in batches."""

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
from graphmem.services.ingestion.consolidation import summarise_outcomes
from graphmem.services.ingestion.conversation_reader import ConversationReaders, message_of
from graphmem.services.ingestion.draft import WriteOptions
from graphmem.services.ingestion.mine import READ_ROLES
from graphmem.services.ingestion.writer import Writer
from graphmem.services.ops_log import Operation, OpsLog
from graphmem.services.privacy import policy_of, shielding
from graphmem.services.usage import charge_to
from graphmem.store import sessions
from graphmem.store.database import Database
from graphmem.store.memories import renew

BATCH = 50
"""Messages per transaction; a killed process repeats at most this many."""


@dataclass(frozen=True, slots=True)
class UnreadReader:
    """Reads the unread messages of sessions over one database."""

    database: Database
    embedder: Embedder
    hearing: ConversationReaders
    writer: Writer
    ops_log: OpsLog

    async def read(self, owner: Owner, session: str, progress: Progress = silent) -> int:
        """Read the session's unread messages, and those filed meanwhile; return their number.

        Earlier messages serve as context, and the new memories enter the session's working memory.
        """
        reader: ConversationReader | None = None
        before: Sequence[sessions.Message] = ()
        done = 0
        with charge_to(owner), shielding(await policy_of(self.database, owner)):
            while unread := await sessions.unread_messages(self.database, owner, session, BATCH):
                if reader is None:
                    before = await sessions.messages_before(self.database, owner, session, unread[0].id, CONTEXT)
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
        _, candidates, _ = await reader.read([message_of(message, session) for message in readable], vectors)
        written = await self.writer.remember(
            owner,
            [message.id for message in unread],
            candidates,
            options=WriteOptions(WriteSource.OBSERVER),
            session=session,
        )
        for place, message in enumerate(unread):
            if asks_to_keep(Role(message.role), message.text):
                await renew_last(self.database, owner, [*before, *unread[:place]])
        told, latency = f"{len(unread)} messages of {session}", (perf_counter() - began) * 1000
        self.ops_log.write(
            Operation("read_session", told, summarise_outcomes(written.outcomes), latency_ms=latency, owner=owner)
        )

    async def _vectors(self, messages: Sequence[sessions.Message]) -> Vectors | None:
        """The turns' stored vectors, and new ones for turns without.
        None if the embedder fails: statements are then remembered without vectors, and embedded later."""
        missing = [message.text for message in messages if message.embedding is None]
        try:
            made = iter(await self.embedder.embed(missing, Purpose.PASSAGE) if missing else ())
        except EmbeddingError:
            return None
        return np.array([next(made) if one.embedding is None else one.embedding for one in messages], np.float32)


def asks_to_keep(role: Role, text: str) -> bool:
    """Whether a user's message is a bare "remember this", which refers to the messages before it."""
    return role is Role.USER and asked_to_remember(text) == ""


async def renew_last(database: Database, owner: Owner, earlier: Sequence[sessions.Message]) -> int:
    """Restart the decay of the memories of the last of `earlier` that left any; return their number."""
    return await renew(database, owner, [message.id for message in reversed(earlier)], datetime.now(UTC))
