"""Graphiti: episodes and edges on Neo4j. Its own way of filing needs a model, which splits episodes into edges.

Without a model two of its searches still work, each on what its own functions write: the hybrid search of edges, where
every turn is fed as the fact of an edge from its speaker to its session (`edges`), and the word search of episodes
(`episodes`). With a model `add_episode` makes the edges, and the turns of an edge are its episodes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from speaking import Json, hit, said, serve


class Memory:
    """Spaces are groups."""

    def __init__(self, graphiti: Any, variant: str, *, chat: bool) -> None:
        self._graphiti, self._variant, self._chat = graphiti, variant, chat
        self._turns: dict[str, str] = {}
        """The turn of each episode."""

    @classmethod
    async def open(cls, given: Json) -> Memory:
        """Connect, with indexes and constraints made."""
        embeddings, neo4j, chat = given["embeddings"], given["neo4j"], given["chat"]
        os.environ.update(EMBEDDING_DIM=str(embeddings["dimensions"]), GRAPHITI_TELEMETRY_ENABLED="false")
        from graphiti_core import Graphiti
        from graphiti_core.cross_encoder.openai_reranker_client import OpenAIRerankerClient
        from graphiti_core.embedder.openai import OpenAIEmbedder, OpenAIEmbedderConfig
        from graphiti_core.llm_client.config import LLMConfig
        from graphiti_core.llm_client.openai_generic_client import OpenAIGenericClient

        model = chat or {"model": "none", "url": embeddings["url"], "key": "none"}
        config = LLMConfig(
            api_key=model["key"] or "none", base_url=model["url"], model=model["model"], small_model=model["model"]
        )
        embedder = OpenAIEmbedderConfig(
            embedding_model=embeddings["model"],
            base_url=embeddings["url"],
            api_key="none",
            embedding_dim=embeddings["dimensions"],
        )
        graphiti = Graphiti(
            neo4j["uri"],
            neo4j["user"],
            neo4j["password"],
            llm_client=OpenAIGenericClient(config),
            embedder=OpenAIEmbedder(embedder),
            cross_encoder=OpenAIRerankerClient(config),
        )
        await graphiti.build_indices_and_constraints()
        return cls(graphiti, given["variant"], chat=chat is not None)

    async def add(self, space: str, title: str, turns: list[Json]) -> int:
        if self._chat:
            for turn in turns:
                await self._told(space, title, turn)
        else:
            await self._fed(space, title, turns)
        return len(turns)

    async def _told(self, space: str, title: str, turn: Json) -> None:
        from graphiti_core.nodes import EpisodeType

        made = await self._graphiti.add_episode(
            name=turn["id"], episode_body=said(turn), source=EpisodeType.message, source_description=title,
            reference_time=_moment(turn), group_id=space,
        )  # fmt: skip
        self._turns[made.episode.uuid] = turn["id"]

    async def _fed(self, space: str, title: str, turns: list[Json]) -> None:
        from graphiti_core.edges import EntityEdge
        from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode
        from graphiti_core.utils.bulk_utils import add_nodes_and_edges_bulk

        now = datetime.now(UTC)
        names = dict.fromkeys([*(turn["speaker"] for turn in turns), *(turn["session"] for turn in turns)])
        nodes = {name: EntityNode(name=name, group_id=space, created_at=now) for name in names}
        episodes, edges = [], []
        for turn in turns:
            episode = EpisodicNode(
                name=turn["id"], group_id=space, source=EpisodeType.message, source_description=title,
                content=said(turn), created_at=now, valid_at=_moment(turn),
            )  # fmt: skip
            self._turns[episode.uuid] = turn["id"]
            episodes.append(episode)
            edges.append(
                EntityEdge(
                    source_node_uuid=nodes[turn["speaker"]].uuid,
                    target_node_uuid=nodes[turn["session"]].uuid,
                    group_id=space,
                    name="SAID",
                    fact=said(turn),
                    episodes=[episode.uuid],
                    created_at=now,
                    valid_at=_moment(turn),
                )
            )
        fed = ([], edges) if self._variant == "edges" else (episodes, [])
        client = self._graphiti
        await add_nodes_and_edges_bulk(client.driver, fed[0], [], list(nodes.values()), fed[1], client.embedder)

    async def search(self, space: str, query: str, limit: int) -> list[Json]:
        from graphiti_core.search.search_config import EpisodeSearchConfig, EpisodeSearchMethod, SearchConfig
        from graphiti_core.search.search_config_recipes import EDGE_HYBRID_SEARCH_RRF

        if self._variant == "edges":
            config = EDGE_HYBRID_SEARCH_RRF.model_copy(deep=True)
        else:
            config = SearchConfig(episode_config=EpisodeSearchConfig(search_methods=[EpisodeSearchMethod.bm25]))
        config.limit = limit
        found = await self._graphiti.search_(query, config=config, group_ids=[space])
        return list(self._hits(found))

    def _hits(self, found: Any) -> Iterator[Json]:
        for edge in found.edges:
            ids = [self._turns[one] for one in edge.episodes if one in self._turns]
            if ids:
                yield hit(*ids, text=edge.fact, ended=edge.invalid_at is not None or edge.expired_at is not None)
        for episode in found.episodes:
            yield hit(self._turns[episode.uuid], text=episode.content)

    async def forget(self, space: str, turn: str) -> None:
        from graphiti_core.edges import EntityEdge
        from graphiti_core.nodes import EpisodicNode

        driver = self._graphiti.driver
        for episode in [episode for episode, id_ in self._turns.items() if id_ == turn]:
            if self._chat:
                await self._graphiti.remove_episode(episode)
            elif self._variant == "episodes":
                await EpisodicNode.delete_by_uuids(driver, [episode])
            else:
                edges = await EntityEdge.get_by_group_ids(driver, [space], limit=10_000)
                await EntityEdge.delete_by_uuids(driver, [one.uuid for one in edges if episode in one.episodes])
            del self._turns[episode]

    async def erase(self, space: str) -> None:
        from graphiti_core.nodes import Node

        await Node.delete_by_group_id(self._graphiti.driver, space)
        self._turns.clear()

    async def close(self) -> None:
        await self._graphiti.close()


def _moment(turn: Json) -> datetime:
    return datetime.fromisoformat(turn["said_at"]) if turn["said_at"] else datetime.now(UTC)


if __name__ == "__main__":
    serve("graphiti-core", Memory.open)
