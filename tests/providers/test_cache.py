"""The query cache, in front of a real endpoint whose requests are counted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import numpy as np
import pytest

from graphmem.errors import EmbeddingError
from graphmem.ports import Purpose, Vectors
from graphmem.providers.cache import CachedEmbedder
from graphmem.providers.openai_compatible import OpenAIEmbedder
from tests.support.openai_server import DIMENSIONS, OpenAIServer


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def cached(server: OpenAIServer, clock: Clock) -> AsyncIterator[CachedEmbedder]:
    inner = OpenAIEmbedder("hash-24", base_url=server.url, dimensions=DIMENSIONS)
    embedder = CachedEmbedder(inner, size=3, clock=clock)
    yield embedder
    await embedder.aclose()


def asked(server: OpenAIServer) -> list[str]:
    return [text for request in server.received for text in request.texts]


async def ask(cached: CachedEmbedder, *texts: str) -> Vectors:
    return await cached.embed(texts, Purpose.QUERY)


async def test_a_query_is_sent_once(cached: CachedEmbedder, server: OpenAIServer) -> None:
    first = await ask(cached, "a", "b", "a")
    again = await ask(cached, "b", "c")
    assert asked(server) == ["a", "b", "c"]
    assert np.array_equal(first[0], first[2])
    assert np.array_equal(first[1], again[0])
    assert (cached.hits, cached.misses) == (2, 3)
    assert (cached.model, cached.dimensions) == ("hash-24", DIMENSIONS)


async def test_a_caller_cannot_change_what_is_kept(cached: CachedEmbedder) -> None:
    first = await ask(cached, "a")
    kept = first.copy()
    first[:] = 0
    assert np.array_equal(await ask(cached, "a"), kept)


async def test_passages_are_not_cached(cached: CachedEmbedder, server: OpenAIServer) -> None:
    for _ in range(2):
        await cached.embed(["a"], Purpose.PASSAGE)
    assert (await cached.embed([], Purpose.QUERY)).shape == (0, DIMENSIONS)
    assert asked(server) == ["a", "a"]
    assert (cached.hits, cached.misses) == (0, 0)


async def test_the_least_recently_used_goes_first(cached: CachedEmbedder, server: OpenAIServer) -> None:
    for text in "abcadb":  # d drives out b, which was used longest ago; a was used again
        await ask(cached, text)
    assert asked(server) == ["a", "b", "c", "d", "b"]


async def test_a_vector_lives_half_an_hour_however_often_used(
    cached: CachedEmbedder, server: OpenAIServer, clock: Clock
) -> None:
    for clock.now in (0, 1799, 1800):
        await ask(cached, "a")
    assert asked(server) == ["a", "a"]


async def test_more_texts_than_fit_are_all_answered(cached: CachedEmbedder) -> None:
    assert (await ask(cached, *"abcdefgh")).shape == (8, DIMENSIONS)


async def test_identical_queries_at_once_are_computed_once(cached: CachedEmbedder, server: OpenAIServer) -> None:
    server.behave(default="slow")
    one, two, three = await asyncio.gather(ask(cached, "a"), ask(cached, "a", "b"), ask(cached, "b"))
    assert sorted(asked(server)) == ["a", "b"]
    assert np.array_equal(np.concatenate([one, three]), two)
    assert (cached.hits, cached.misses) == (2, 2)


async def test_a_cancelled_caller_does_not_take_the_vector_from_others(
    cached: CachedEmbedder, server: OpenAIServer
) -> None:
    server.behave(default="slow")
    first, second = (asyncio.create_task(ask(cached, "a")) for _ in range(2))
    await asyncio.sleep(0.02)
    first.cancel()
    assert (await second).shape == (1, DIMENSIONS)
    assert first.cancelled()
    assert asked(server) == ["a"]


async def test_a_failure_reaches_all_and_is_forgotten(cached: CachedEmbedder, server: OpenAIServer) -> None:
    server.behave("nan")
    results = await asyncio.gather(ask(cached, "a"), ask(cached, "a"), return_exceptions=True)
    assert [type(result) for result in results] == [EmbeddingError, EmbeddingError]
    assert (await ask(cached, "a")).shape == (1, DIMENSIONS)


async def test_clearing_forgets_even_what_is_under_way(cached: CachedEmbedder, server: OpenAIServer) -> None:
    await ask(cached, "a")
    server.behave(default="slow")
    waiting = asyncio.create_task(ask(cached, "b"))
    await asyncio.sleep(0.02)
    cached.clear()
    assert (await waiting).shape == (1, DIMENSIONS)
    await ask(cached, "a", "b")
    assert asked(server) == ["b", "a", "b"]


async def test_closing_closes_the_inner_embedder(cached: CachedEmbedder) -> None:
    await ask(cached, "a")
    await cached.aclose()
    with pytest.raises(EmbeddingError, match="is closed"):
        await ask(cached, "a")
