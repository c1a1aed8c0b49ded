"""mem0: each turn by `add(infer=False)`, which keeps it verbatim; with a model by `infer=True`, which extracts facts.

Its word search asks for the BM25 encoder of fastembed, whose stop words lie on a model hub. They are given from the
package `stop-words` here, so that the word search works without the hub. Its spaCy model has no package of its own in
the index: lemmas and the boost of entities stay off, as mem0 does by itself without that model.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from speaking import Json, hit, said, serve


class Memory:
    """Spaces are user ids."""

    def __init__(self, given: Json) -> None:
        os.environ["MEM0_TELEMETRY"] = "False"
        from fastembed import SparseTextEmbedding
        from mem0 import Memory as Mem0
        from stop_words import get_stop_words

        self._infer = given["chat"] is not None
        self._mem0 = Mem0.from_config(_config(given))
        self._turns: dict[str, list[str]] = {}
        words = Path(given["folder"]) / "bm25"
        words.mkdir()
        self._mem0.vector_store._bm25_encoder = SparseTextEmbedding(
            "Qdrant/bm25", specific_model_path=str(words), stopwords=set(get_stop_words("english"))
        )

    def add(self, space: str, title: str, turns: list[Json]) -> int:
        for turn in turns:
            about = {"turn": turn["id"], "said_at": turn["said_at"] or ""}
            message = {"role": "assistant" if turn["role"] == "assistant" else "user", "content": said(turn)}
            made = self._mem0.add([message], user_id=space, metadata=about, infer=self._infer)
            self._turns.setdefault(turn["id"], []).extend(one["id"] for one in made["results"])
        return len(turns)

    def search(self, space: str, query: str, limit: int) -> list[Json]:
        # No threshold: a ranking is wanted, not a decision.
        found = self._mem0.search(query, filters={"user_id": space}, top_k=limit, threshold=0.0)
        return [hit(one["metadata"]["turn"], text=one["memory"]) for one in found["results"]]

    def forget(self, space: str, turn: str) -> None:
        for memory in self._turns.pop(turn, ()):
            self._mem0.delete(memory)

    def erase(self, space: str) -> None:
        self._mem0.delete_all(user_id=space)
        self._turns.clear()

    def close(self) -> None:
        self._mem0.close()


def _config(given: Json) -> dict[str, Any]:
    embeddings, chat, folder = given["embeddings"], given["chat"], given["folder"]
    embedder = {
        "model": embeddings["model"],
        "openai_base_url": embeddings["url"],
        "api_key": "none",
        "embedding_dims": embeddings["dimensions"],
    }
    # mem0 opens a client of its model even where nothing asks it.
    model = chat or {"model": "none", "url": embeddings["url"], "key": "none"}
    return {
        "embedder": {"provider": "openai", "config": embedder},
        "llm": {
            "provider": "openai",
            "config": {"model": model["model"], "openai_base_url": model["url"], "api_key": model["key"] or "none"},
        },
        "vector_store": {
            "provider": "qdrant",
            "config": {"path": f"{folder}/qdrant", "embedding_model_dims": embeddings["dimensions"], "on_disk": True},
        },
        "history_db_path": f"{folder}/history.db",
    }


if __name__ == "__main__":
    serve("mem0ai", Memory)
