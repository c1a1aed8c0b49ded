"""neo4j-agent-memory: messages of its short-term memory, in batches, found by their vectors.

It needs no model: its documents have a how-to without one. Entities are not extracted here, whose local extractor lies
on a model hub; a search of messages does not ask them. A search looks at all sessions: a space is erased before the
next one is filed, so that nothing of another space stands in a ranking.
"""

from __future__ import annotations

import os
from typing import Any

from speaking import Json, hit, said, serve


class Memory:
    """Spaces are sessions."""

    def __init__(self, client: Any) -> None:
        self._client = client

    @classmethod
    async def open(cls, given: Json) -> Memory:
        """Connect, with the schema made."""
        embeddings, neo4j = given["embeddings"], given["neo4j"]
        os.environ.update(OPENAI_BASE_URL=embeddings["url"], OPENAI_API_KEY="none")
        from neo4j_agent_memory import MemoryClient, MemorySettings
        from neo4j_agent_memory.config.settings import (
            EmbeddingConfig,
            EmbeddingProvider,
            ExtractionConfig,
            ExtractorType,
            Neo4jConfig,
        )
        from pydantic import SecretStr

        settings = MemorySettings(
            neo4j=Neo4jConfig(uri=neo4j["uri"], username=neo4j["user"], password=SecretStr(neo4j["password"])),
            embedding=EmbeddingConfig(
                provider=EmbeddingProvider.OPENAI, model=embeddings["model"], dimensions=embeddings["dimensions"]
            ),
            llm=None,
            extraction=ExtractionConfig(extractor_type=ExtractorType.NONE),
            backend="bolt",
        )
        client = MemoryClient(settings)
        await client.connect()
        return cls(client)

    async def add(self, space: str, title: str, turns: list[Json]) -> int:
        messages = [
            {
                "role": "assistant" if turn["role"] == "assistant" else "user",
                "content": said(turn),
                "metadata": {"turn": turn["id"]},
                **({"timestamp": turn["said_at"]} if turn["said_at"] else {}),
            }
            for turn in turns
        ]
        await self._client.short_term.add_messages_batch(space, messages)
        return len(turns)

    async def search(self, space: str, query: str, limit: int) -> list[Json]:
        found = await self._client.short_term.search_messages(query, session_id=space, limit=limit, threshold=0.0)
        return [hit(one.metadata["turn"], text=one.content) for one in found]

    async def forget(self, space: str, turn: str) -> None:
        conversation = await self._client.short_term.get_conversation(space, limit=10_000)
        for message in conversation.messages:
            if message.metadata.get("turn") == turn:
                await self._client.short_term.delete_message(message.id)

    async def erase(self, space: str) -> None:
        await self._client.short_term.clear_session(space)

    async def close(self) -> None:
        await self._client.close()


if __name__ == "__main__":
    serve("neo4j-agent-memory", Memory.open)
