"""Makes readers of conversations, with the earlier messages as context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.ports import Embedder
from graphmem.services.ingestion.candidates import CONTEXT, ConversationReader
from graphmem.services.ingestion.draft import Message, verbatim
from graphmem.services.ingestion.known_memories import KnownMemories
from graphmem.services.ingestion.model_reader import ModelReader
from graphmem.services.ingestion.neighbours import Matters
from graphmem.services.ingestion.own_schema import OwnSchema
from graphmem.services.model_calls import Asker
from graphmem.services.privacy import mask_private
from graphmem.store import sessions
from graphmem.store.database import Database


@dataclass(frozen=True, slots=True)
class ConversationReaders:
    """Makes readers with one embedder.
    With an `asker` a chat model marks the clauses and sees known memories of the `database`, else the encoder does."""

    database: Database
    embedder: Embedder
    asker: Asker | None = None

    def reader(
        self, owner: Owner, earlier: Sequence[sessions.Message] = (), session: str | None = None
    ) -> ConversationReader:
        """Make a reader with the last CONTEXT of the `earlier` messages as context."""
        known = KnownMemories(self.database, self.embedder, Matters(self.embedder))
        llm = None if self.asker is None else ModelReader(self.asker, owner, known, session)
        schema = OwnSchema(self.database, self.embedder, owner)
        reader = ConversationReader(self.embedder, llm=llm, schema=schema)
        for message in earlier[-CONTEXT:]:
            reader.hear(message_of(message, session), message.embedding)
        return reader


def message_of(message: sessions.Message, session: str | None) -> Message:
    """Convert a filed message into the write path's, with private data masked."""
    plain = mask_private(message.text)
    return Message(
        id=message.id,
        text=plain,
        speaker=message.speaker,
        role=Role(message.role),
        said_at=message.said_at or datetime.now(UTC),
        language=Language(message.language),
        session=session,
        dated=message.said_at is not None,
        verbatim=verbatim(message.text, plain),
        project=message.project,
    )
