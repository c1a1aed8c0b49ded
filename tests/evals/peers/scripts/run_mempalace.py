"""MemPalace: each turn a drawer, filed verbatim by the verb of its MCP server; a search by both of its candidates.

It needs no model. `candidate_strategy="union"` is its better mode for short turns: the default re-ranks by words only
what the vectors have found. Each turn is a source of its own, since the union drops a second hit of one source.
"""

from __future__ import annotations

import os
import re
from typing import Any

from speaking import Json, hit, said, serve

ROOM = re.compile(r"[^\w -]+")
"""What a room's name may not hold."""


class Memory:
    """Spaces are wings, sessions are rooms."""

    def __init__(self, given: Json) -> None:
        folder, embeddings = given["folder"], given["embeddings"]
        os.environ.update(
            HOME=folder,
            MEMPALACE_PALACE_PATH=f"{folder}/palace",
            MEMPALACE_EMBEDDING_MODEL="openai-compat",
            MEMPALACE_EMBEDDING_API_URL=embeddings["url"],
            MEMPALACE_EMBEDDING_API_MODEL=embeddings["model"],
        )
        from mempalace import mcp_server, searcher

        self._palace = f"{folder}/palace"
        self._server: Any = mcp_server
        self._search: Any = searcher.search_memories
        self._turns: dict[str, list[str]] = {}
        """By drawer: equal texts of one session share one."""

    def add(self, space: str, title: str, turns: list[Json]) -> int:
        for turn in turns:
            room, source = ROOM.sub("", turn["session"]), f"{space}/{turn['id']}"
            made = self._server.tool_add_drawer(space, room, said(turn), source_file=source)
            if not made["success"]:
                raise RuntimeError(made["error"])
            ids = self._turns.setdefault(made["drawer_id"], [])
            if turn["id"] not in ids:
                ids.append(turn["id"])
        return len(turns)

    def search(self, space: str, query: str, limit: int) -> list[Json]:
        found = self._search(query, self._palace, wing=space, n_results=limit, candidate_strategy="union")
        if "error" in found:
            raise RuntimeError(found["error"])
        return [hit(*self._turns[one["drawer_id"]], text=one["text"]) for one in found["results"]]

    def forget(self, space: str, turn: str) -> None:
        for drawer in [drawer for drawer, ids in self._turns.items() if turn in ids]:
            self._server.tool_delete_drawer(drawer)
            del self._turns[drawer]

    def erase(self, space: str) -> None:
        for drawer in self._turns:
            self._server.tool_delete_drawer(drawer)
        self._turns.clear()

    def close(self) -> None: ...


if __name__ == "__main__":
    serve("mempalace", Memory)
