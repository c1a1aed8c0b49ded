"""Hindsight: each turn a document of its own. Without a model its provider "none" keeps texts as they are.

It wants PostgreSQL with pgvector: the embedded one, which does not start for root, or HINDSIGHT_API_DATABASE_URL. Its
reranker is "rrf", which adds nothing to the fused ranks, since the default cross-encoder lies on a model hub.
"""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any

from speaking import Json, hit, said, serve

MOST_TOKENS = 100_000
"""A recall ends by tokens, not by hits: enough for all that is asked for."""

BATCH = 50
"""Turns that are filed in one call."""


class Memory:
    """Spaces are banks."""

    def __init__(self, engine: Any) -> None:
        from hindsight_api.models import RequestContext

        self._engine, self._context = engine, RequestContext(internal=True)

    @classmethod
    async def open(cls, given: Json) -> Memory:
        """Connect, with the schema migrated."""
        embeddings, chat = given["embeddings"], given["chat"]
        model = {"LLM_PROVIDER": "none"}
        if chat is not None:
            model = {
                "LLM_PROVIDER": "openai",
                "LLM_MODEL": chat["model"],
                "LLM_BASE_URL": chat["url"],
                "LLM_API_KEY": chat["key"] or "none",
            }
        settings = {
            **model,
            "EMBEDDINGS_PROVIDER": "openai",
            "EMBEDDINGS_OPENAI_BASE_URL": embeddings["url"],
            "EMBEDDINGS_OPENAI_MODEL": embeddings["model"],
            "EMBEDDINGS_OPENAI_API_KEY": "none",
            "RERANKER_PROVIDER": "rrf",
        }
        os.environ.update({f"HINDSIGHT_API_{name}": value for name, value in settings.items()})
        from hindsight_api import MemoryEngine

        engine = MemoryEngine()
        await engine.initialize()
        return cls(engine)

    async def add(self, space: str, title: str, turns: list[Json]) -> int:
        contents = [
            {
                "content": said(turn),
                "context": title,
                "document_id": turn["id"],
                **({"event_date": datetime.fromisoformat(turn["said_at"])} if turn["said_at"] else {}),
            }
            for turn in turns
        ]
        for start in range(0, len(contents), BATCH):
            await self._engine.retain_batch_async(space, contents[start : start + BATCH], request_context=self._context)
        return len(turns)

    async def search(self, space: str, query: str, limit: int) -> list[Json]:
        found = await self._engine.recall_async(space, query, max_tokens=MOST_TOKENS, request_context=self._context)
        return [hit(one.document_id, text=one.text) for one in found.results[:limit]]

    async def forget(self, space: str, turn: str) -> None:
        await self._engine.delete_document(turn, space, request_context=self._context)

    async def erase(self, space: str) -> None:
        await self._engine.delete_bank(space, request_context=self._context)

    async def close(self) -> None:
        await self._engine.close()


if __name__ == "__main__":
    serve("hindsight-api-slim", Memory.open)
