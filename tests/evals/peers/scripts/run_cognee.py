"""cognee: each turn a document, cut into chunks that are found by their vectors (`SearchType.CHUNKS`) or, as the
variant `words`, by their words (`SearchType.CHUNKS_LEXICAL`). No search of its own joins both.

Between cutting and storing, its `cognify` asks a model for entities and summaries. The tasks around that step need
none: without a model they run as one of cognee's custom pipelines, and the graph holds documents and chunks alone.
"""

from __future__ import annotations

import importlib
import os
from typing import Any
from uuid import UUID, uuid4

from speaking import Json, hit, said, serve

MOST_TOKENS = 512
"""Of a chunk: the embedder reads no more."""


class Memory:
    """Spaces are datasets, each with a graph and vectors of its own."""

    def __init__(self, given: Json) -> None:
        folder, embeddings = given["folder"], given["embeddings"]
        os.environ.update(
            DATA_ROOT_DIRECTORY=f"{folder}/data",
            SYSTEM_ROOT_DIRECTORY=f"{folder}/system",
            CACHE_ROOT_DIRECTORY=f"{folder}/cache",
            LOG_LEVEL="ERROR",
            TELEMETRY_DISABLED="true",
            EMBEDDING_PROVIDER="openai_compatible",
            EMBEDDING_ENDPOINT=embeddings["url"],
            EMBEDDING_MODEL=embeddings["model"],
            EMBEDDING_DIMENSIONS=str(embeddings["dimensions"]),
            EMBEDDING_MAX_COMPLETION_TOKENS=str(MOST_TOKENS),
            EMBEDDING_API_KEY="none",
            HF_HUB_OFFLINE="1",
        )
        import cognee
        from cognee.modules.pipelines import Task
        from cognee.tasks.documents import classify_documents, extract_chunks_from_documents
        from cognee.tasks.ingestion.data_item import DataItem
        from cognee.tasks.storage import add_data_points

        # Tokens are counted by a file that tiktoken would download; this module finds it in its own package.
        importlib.import_module("litellm.litellm_core_utils.default_encoding")
        self._cognee: Any = cognee
        self._kind = cognee.SearchType.CHUNKS_LEXICAL if given["variant"] == "words" else cognee.SearchType.CHUNKS
        self._item: Any = DataItem
        self._tasks = [
            Task(classify_documents, needs_llm=False),
            Task(extract_chunks_from_documents, max_chunk_size=MOST_TOKENS, needs_llm=False),
            Task(add_data_points, needs_llm=False),
        ]
        self._turns: dict[UUID, str] = {}
        """The turn of each document."""

    async def add(self, space: str, title: str, turns: list[Json]) -> int:
        made = {uuid4(): turn for turn in turns}
        items = [self._item(data=said(turn), data_id=id_, literal_text=True) for id_, turn in made.items()]
        self._turns |= {id_: turn["id"] for id_, turn in made.items()}
        await self._cognee.add(items, dataset_name=space)
        await self._cognee.run_custom_pipeline(tasks=self._tasks, dataset=space, incremental_loading=True)
        return len(turns)

    async def search(self, space: str, query: str, limit: int) -> list[Json]:
        found = await self._cognee.search(query, query_type=self._kind, datasets=[space], top_k=limit)
        return [
            hit(self._turns[UUID(str(chunk["document_id"]))], text=chunk["text"])
            for dataset in found
            for chunk in dataset["search_result"]
        ]

    async def forget(self, space: str, turn: str) -> None:
        for document in [document for document, id_ in self._turns.items() if id_ == turn]:
            await self._cognee.forget(data_id=document, dataset=space)
            del self._turns[document]

    async def erase(self, space: str) -> None:
        await self._cognee.forget(dataset=space)
        self._turns.clear()

    async def close(self) -> None: ...


if __name__ == "__main__":
    serve("cognee", Memory)
